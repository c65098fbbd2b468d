"""Tables in memory: seats, claims, entries, corrections, disputes."""

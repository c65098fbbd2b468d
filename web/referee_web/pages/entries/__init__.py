"""The pages of entries: log, corrections and disputes."""

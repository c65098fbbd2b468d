"""The Spanish words of core and pages; games bring their own."""

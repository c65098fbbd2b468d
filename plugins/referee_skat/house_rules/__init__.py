"""House rules for Skat."""

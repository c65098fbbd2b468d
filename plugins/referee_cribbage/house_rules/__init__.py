"""House rules for Cribbage."""

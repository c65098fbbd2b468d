"""House rules for Spades."""

"""House rules for Four Aces."""

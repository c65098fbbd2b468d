"""House rules for bridge."""

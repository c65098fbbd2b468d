"""House rules for Hearts."""

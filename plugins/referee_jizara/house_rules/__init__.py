"""House rules for Ji'zara."""

"""House rules for hold'em."""

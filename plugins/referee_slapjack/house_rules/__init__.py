"""House rules for this game, one a module."""

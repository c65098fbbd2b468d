"""Events: many tables on one evening. A log of its own, folded by pure functions."""

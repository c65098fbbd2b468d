"""House rules for Euchre."""

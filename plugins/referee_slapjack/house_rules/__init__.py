"""House rules for Slapjack All Faces."""

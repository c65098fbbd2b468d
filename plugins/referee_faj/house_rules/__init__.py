"""House rules for Faces, Aces, & Jokers."""

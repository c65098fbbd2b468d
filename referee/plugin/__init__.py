"""Games: their hooks, their rulebooks, and finding installed ones."""

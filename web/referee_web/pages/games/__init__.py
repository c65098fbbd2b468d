"""Games before a match: their tiles, what is agreed, setting up, and their pages."""

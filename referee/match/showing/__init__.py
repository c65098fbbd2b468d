"""Showing a match: what each viewer may see, its scores, and the match as a file."""

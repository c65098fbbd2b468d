"""Trying what somebody wants, new entries and changes, without changing the match."""

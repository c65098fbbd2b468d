"""The referee's pages, JSON API and live stream, which know no game."""

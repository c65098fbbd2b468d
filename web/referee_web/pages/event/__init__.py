"""An event's pages: opening it, its door, the phone between rounds, director, board."""

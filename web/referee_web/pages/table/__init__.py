"""A table's pages: joining, set-up, playing, board, seats, and playing on."""

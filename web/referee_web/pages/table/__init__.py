"""The table's pages: joining, getting ready, playing, the board on the wall, seats, and
on to a rematch.
"""

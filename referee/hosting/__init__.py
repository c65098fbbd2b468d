"""Hosting: tables with seats and tokens, kept in a store, and telling those who wait
that a table changed.

The way in is the card room (`room`), which finds and holds tables; what is done at a
held table stands in `tables`. `races` knows the buzzers, `history` the matches that are
over, `store` what is kept on disk, and `network` the addresses at which phones find
this machine.
"""

"""Hosting: tables with seats and tokens in a store, and notices of changes.

The way in is the card room (`room`), which finds and holds tables; what is done at a
held table stands in `tables`. `races` knows the buzzers, `history` the matches that are
over, `store` what is kept on disk, and `network` the addresses at which phones find
this machine.
"""

"""Hosting: tables with seats and tokens in a store, and who listens to their changes.

The way in is the card room (`room`), which finds and holds tables; `tables` changes a
held table. `races` knows the buzzers, `history` the finished matches, `store` keeps
data on disk, and `network` knows the addresses at which phones find this machine.
"""

"""Hosting: tables with seats and tokens, kept in a store, and telling those who wait that a table changed.

The way in is the card room (`room`), and `memory` for matches that are over. It holds a table (`tables`, `table`) and
has done there what a module each knows: `opening`, `seats`, `claims`, `entering`, `revising`, `questioning`, `buzzing`
(of `races`). Who looks takes a `glance`. What happened goes to the `store` (`keeping`) and comes back (`loading`).
"""

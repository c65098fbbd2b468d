"""Hosting: tables with seats and tokens, kept in a store, and telling those who wait that a table changed."""

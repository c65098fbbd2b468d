"""The commands that need the web: `referee serve` and `referee doctor`, with what they
are made of.
"""

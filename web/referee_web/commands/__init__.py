"""The commands that need the web: `referee serve` and `referee doctor`."""

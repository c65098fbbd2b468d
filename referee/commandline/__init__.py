"""The command line: what `referee` does in a terminal."""

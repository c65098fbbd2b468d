"""Taking one entry: from a position to the next, or to a refusal."""

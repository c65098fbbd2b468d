"""Finished matches: their results, what they tell of players, and forgetting."""

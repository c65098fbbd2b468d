"""The JSON API: its calls, what they take, and its description."""

"""The vocabulary of all floors: rulings, entries, prompts, views."""

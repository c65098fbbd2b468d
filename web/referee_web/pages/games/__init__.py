"""A game's pages: its rules, questions to the referee, and opening a table."""

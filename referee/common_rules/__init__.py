"""Common rules for games: sealed entries, cards seen, tricks, totals."""

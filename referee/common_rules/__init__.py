"""What the rules of many games have in common, for games to take: sealed entries, cards
seen, tricks, totals.
"""

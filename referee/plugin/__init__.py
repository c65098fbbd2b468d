"""What a game is: the hooks it answers, the rulebook it becomes, and where installed
games are found.
"""

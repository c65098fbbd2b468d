"""The match: state, rulings and views folded from a log of entries by pure functions;
nothing else is truth.
"""

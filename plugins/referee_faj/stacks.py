"""The two stacks that the deck is parted into."""

from referee import FIFTY_FOUR

TRICK_CARDS = tuple(each for each in FIFTY_FOUR if each.rank in "23456789T")
"""The cards that lie on boards and are won: 2 to 10 of every suit, 36 cards."""

DRAFT_CARDS = tuple(each for each in FIFTY_FOUR if each.rank in "JQKAX")
"""The cards that hands hold and that are played: jacks to aces of every suit and both
jokers, 18 cards.
"""

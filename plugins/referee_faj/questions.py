"""The questions that the game answers without any table."""

from __future__ import annotations

from referee import Field, Question, Ruling, Values, hookimpl, say

from .poker_hand import rule_hand
from .showdown import rule_showdown
from .stacks import DRAFT_CARDS, TRICK_CARDS

QUESTIONS = (
    Question(
        "trick",
        say("Who wins this trick?"),
        (
            Field("board", "cards", say("Trick cards on the board"), min=0, max=36, choices=TRICK_CARDS),
            Field("plays", "card_by_seat", say("The card that each has played"), choices=DRAFT_CARDS),
        ),
        say("The trick cards that lie on the board, and one draft card for each who has played."),
        hook="resolve_trick",
    ),
    Question(
        "hand",
        say("What is the best poker hand of these cards?"),
        (Field("cards", "cards", say("Trick cards won"), min=0, max=36, choices=TRICK_CARDS),),
        say("Any number of trick cards: the best five of them are found."),
    ),
    Question(
        "showdown",
        say("Who wins with these cards?"),
        (Field("piles", "cards_by_seat", say("Trick cards that each has won"), min=0, choices=TRICK_CARDS),),
        say("For each player the trick cards in their pile, also for those who have none."),
    ),
)
"""The questions, each with the fields it needs."""


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """Who wins a trick, what a pile makes, and who wins a showdown."""
    return QUESTIONS


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """The ruling on a pile or a showdown."""
    return rule_hand(given.cards("cards")) if question == "hand" else rule_showdown(given.cards_by_seat("piles"))

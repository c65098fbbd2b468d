"""What can be asked without a table: what a hand counts, and what a card scores in the play."""

from referee import FIFTY_TWO, Field, Question, Ruling, Values, hookimpl, say

from .hand import combinations_in, rule_hand
from .pegging import rule_play
from .rules import HAND

QUESTIONS = (
    Question(
        "hand",
        say("What does this hand count?"),
        (
            Field("cards", "cards", say("The four cards"), min=HAND, max=HAND, choices=FIFTY_TWO),
            Field("starter", "card", say("The starter"), choices=FIFTY_TWO),
            Field("crib", "flag", say("It is the crib"), optional=True, default=False),
        ),
        hook="score_round",
    ),
    Question(
        "play",
        say("May this card be played, and what does it score?"),
        (
            Field(
                "cards",
                "cards",
                say("The cards of this count, first to last"),
                optional=True,
                min=0,
                choices=FIFTY_TWO,
            ),
            Field("card", "card", say("The card played now"), choices=FIFTY_TWO),
        ),
        say("Only the cards since the count last began at nothing."),
    ),
)
"""The questions, each with the fields it needs."""


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """What a hand counts, and what a card scores."""
    return QUESTIONS


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on what a hand or the crib counts."""
    hand, starter, crib = given.cards("cards"), given.card("starter"), is_crib(given)
    return rule_hand(hand, starter, combinations_in(hand, starter, crib), crib)


def is_crib(given: Values) -> bool:
    """Whether the cards that are to be counted are the crib."""
    return given.has("crib") and given.flag("crib")


@hookimpl
def answer(given: Values) -> Ruling:
    """The ruling on a card that is played."""
    return rule_play(given.cards("cards"), given.card("card"))

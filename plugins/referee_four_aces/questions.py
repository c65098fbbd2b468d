"""What can be asked without a table: what a hand and a round score, and how a turn may be played."""

from referee import FIFTY_FOUR, Field, Question, Ruling, Text, Values, hookimpl, say

from .hand import rule_hand
from .rules import MOST_CARDS, MOST_LOCKED
from .turn import TURN_FIELDS, rule_turn


def _cards(name: str, label: Text, most: int = MOST_CARDS, optional: bool = False) -> Field:
    return Field(name, "cards", label, optional, min=0, max=most, choices=FIFTY_FOUR)


HAND_FIELDS = (
    _cards("hidden", say("Hidden hand, without locked cards")),
    _cards("exposed", say("Exposed hand, without locked cards")),
    _cards("locked", say("Locked cards, under jokers"), most=MOST_LOCKED, optional=True),
)
"""The fields that tell of one player's round."""

QUESTIONS = (
    Question(
        "hand",
        say("What does a hand score?"),
        (
            Field(
                "cards", "cards", say("Cards of the hand, locked ones too"), min=0, max=MOST_CARDS, choices=FIFTY_FOUR
            ),
        ),
        say("One hand, hidden or exposed. Unplayed jokers count for nothing."),
    ),
    Question(
        "round",
        say("What does a round score?"),
        HAND_FIELDS,
        say("Both hands of one player. Name a locked card once, as locked: it counts in both hands."),
        hook="score_round",
    ),
    Question(
        "turn",
        say("May a turn be played so?"),
        TURN_FIELDS,
        say("Fill in what you saw, and leave the rest open."),
    ),
)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """What a hand scores, and what a player's round does; how a turn may be played."""
    return QUESTIONS


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """The ruling on a hand, or on a turn."""
    return rule_turn(given) if question == "turn" else rule_hand(given.cards("cards"))

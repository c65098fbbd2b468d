"""The questions that the game answers without any table."""

from referee import FIFTY_FOUR, Field, Question, Ruling, Values, hookimpl, say, two_of

from .pile import after_rows
from .play import rule_legal, with_discarded

TWO_PACKS = two_of(FIFTY_FOUR)
MOST_CARDS = len(TWO_PACKS)

_PILE = Field("pile", "cards", say("The pile, bottom card first"), min=0, max=MOST_CARDS, choices=TWO_PACKS)

QUESTIONS = (
    Question(
        "play",
        say("May these cards be played?"),
        (_PILE, Field("cards", "cards", say("Cards played together"), min=1, max=MOST_CARDS, choices=TWO_PACKS)),
        say("One or more cards, played on a pile. A card may stand twice, for two packs."),
        copies=2,
        hook="resolve_trick",
    ),
    Question(
        "legal",
        say("What may be played on this pile?"),
        (_PILE,),
        say("The pile alone: no cards when there is none. A card may stand twice, for two packs."),
        copies=2,
    ),
)
"""The questions, each with the fields it needs."""


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """Whether cards may be played, and what may be played."""
    return QUESTIONS


@hookimpl
def answer(given: Values) -> Ruling:
    """The ruling on what a pile allows."""
    pile = given.cards("pile")
    lying = after_rows(pile)
    return with_discarded(rule_legal(lying), pile, lying)

"""The questions that the game answers without any table."""

from __future__ import annotations

from referee import FIFTY_FOUR, Field, Question, Ruling, Values, hookimpl, say, two_of

from .play import rule_legal, rule_play

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
def answer(question: str, given: Values) -> Ruling:
    """The ruling on a play, or on what a pile allows."""
    pile = given.cards("pile")
    return rule_play(pile, given.cards("cards")) if question == "play" else rule_legal(pile)

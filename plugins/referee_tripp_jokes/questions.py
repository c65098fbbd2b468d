"""The questions that the game answers without any table."""

from __future__ import annotations

from referee import FIFTY_FOUR, Field, FieldError, Question, Ruling, Values, WrongFieldsError, say, two_of

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


def answer_question(question: str, given: Values) -> Ruling:
    """The ruling on `play` or `legal`; WrongFieldsError for any other question."""
    if question == "play":
        return rule_play(given.cards("pile"), given.cards("cards"))
    if question == "legal":
        return rule_legal(given.cards("pile"))
    raise WrongFieldsError(FieldError("question", say("Tripp Jokes answers play and legal.")))

"""The questions that the game answers without any table."""

from dataclasses import replace

from referee import FIFTY_TWO, SUITS, Field, Question, hookimpl, say, two_of

from .rules import SCORING, SUIT_NAMES, VARIANT

TWO_PACKS = two_of(FIFTY_TWO)

_PLAY = (
    Field("card", "card", say("The card to be laid"), choices=FIFTY_TWO),
    Field("top", "card", say("The card that lies there (empty: it is turned up first)"), True, choices=FIFTY_TWO),
    Field("suit", "choice", say("The suit wished before"), True, choices=tuple(SUITS), labels=SUIT_NAMES),
    Field("draws", "number", say("Cards that are to be drawn"), True, min=0, max=40),
    Field("wish", "choice", say("The suit wished now"), True, choices=tuple(SUITS), labels=SUIT_NAMES),
    replace(VARIANT, optional=True),
)
_LEFT = (
    Field("cards", "cards_by_seat", say("Cards left in hand"), min=0, choices=TWO_PACKS, some=True, unless=("left",)),
    Field("left", "numbers_by_seat", say("Or what they count"), True, min=0, some=True),
    replace(SCORING, optional=True),
    replace(VARIANT, optional=True),
)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """Whether a card may lie on another, and what the cards left in hands count."""
    return (
        Question("play", say("May this card be laid?"), _PLAY, hook="resolve_trick", copies=2),
        Question("left", say("What do the cards left in hand count?"), _LEFT, hook="score_round", copies=2),
    )

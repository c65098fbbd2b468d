"""Whether a pile can be slapped, and which cards are set aside from it."""

from collections.abc import Sequence

from referee import Card, Reason, Ruling, ShownCards, Values, hookimpl, say

from .rules import cite
from .stages import ONE


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The ruling on a slap of a pile, bottom first: `good`, and `takes`, the stage's cards in it."""
    stage, pile = given.choice("stage"), given.cards("pile")
    takes = tuple(card for card in pile if card.rank == stage)
    if takes:
        summary = say("A good slap: it wins the pile, and {takes} as score", takes=takes)
        aside = cite("taking", "Set aside as score: {takes}. The rest goes under the winner's stack.", takes=takes)
        because = (_why_good(stage, pile, takes), aside)
        return Ruling({"good": True, "takes": takes}, summary, because, _top_of(pile, takes))
    if not pile:
        template = "No card lies there, and nobody has played one that was slapped; this referee reads it so: no harm."
        return Ruling({"good": False, "takes": ()}, say("There is no pile to slap"), (cite("empty-pile", template),))
    template = "The {top} is no {rank}, and no {rank} lies under it."
    why = cite("false-slap", template, top=pile[-1], rank=ONE[stage])
    summary = say("A false slap: no {rank} to win", rank=ONE[stage])
    return Ruling({"good": False, "takes": ()}, summary, (why,), _top_of(pile, (pile[-1],)))


_FEW = 5
"""The least number of cards of a pile that is shown."""


def _top_of(pile: Sequence[Card], deciding: tuple[Card, ...]) -> tuple[ShownCards, ...]:
    """The pile from the lowest card that decided up."""
    lowest = min(pile.index(card) for card in deciding)
    return (ShownCards(None, tuple(pile[min(lowest, max(len(pile) - _FEW, 0)) :]), deciding, say("top of the pile")),)


def _why_good(stage: str, pile: Sequence[Card], takes: tuple[Card, ...]) -> Reason:
    if pile[-1].rank == stage:
        template = "The {top} can be slapped, and whoever is first wins the whole pile."
        return cite("slap", template, top=pile[-1])
    template = "Unclaimed under the {top}: {takes}. Whoever is first wins the whole pile."
    return cite("covered", template, top=pile[-1], takes=takes)


def rule_unseen_slap(stage: str) -> Ruling:
    """The ruling on the slap of a pile that was not entered card by card, and held no card of the stage."""
    why = cite("false-slap", "No {rank} was in the pile, say those who looked.", rank=ONE[stage])
    return Ruling({"good": False, "takes": ()}, say("A false slap: no {rank} to win", rank=ONE[stage]), (why,))

"""What is burned and drawn after a card was decided, said with its numbers."""

from __future__ import annotations

from collections.abc import Mapping

from referee import Reason, Ruling, Text, count, say

from .rules import HAND, cite
from .piles import Drawn, Piles, draw_back

SHUFFLE_ALL = "Shuffle the hands and the burn into the pot; then everybody draws five cards."


def rule_drawing(piles: Piles, draws: Mapping[str, int]) -> tuple[Drawn, Ruling]:
    """The piles after each seat has drawn back to five, and the ruling that says how many each draws.

    Its verdict: `draws` by seat, `refill_after` (how many cards are drawn when the burn is shuffled into the
    pot; None where it is not), and `pot` and `burn`, how many cards lie there afterwards.
    """
    drawn = draw_back(piles, sum(draws.values()))
    told = _told_draws(draws)
    because: tuple[Reason, ...] = (_TO_FIVE,)
    if drawn.refilled_after is not None:
        refill = _told_refill(drawn)
        told = say("{draws} {refill}", draws=told, refill=refill)
        because = (_TO_FIVE, _EMPTY_POT)
    return drawn, Ruling(_verdict(drawn, draws), told, because)


_TO_FIVE = cite("draw-back", "Everybody draws from the pot until they have five cards.")
_EMPTY_POT = cite(
    "empty-pot",
    "The rules do not say what happens when the pot runs out; this referee reads it so: at that moment the burn,"
    " the cards just bid included, is shuffled into it.",
)


def _verdict(drawn: Drawn, draws: Mapping[str, int]) -> dict[str, object]:
    return {
        "draws": draws,
        "refill_after": drawn.refilled_after,
        "pot": drawn.piles.pot,
        "burn": len(drawn.piles.burn),
    }


def _told_draws(draws: Mapping[str, int]) -> Text:
    drawing = tuple([_draw(seat, n) for seat, n in draws.items() if n])
    if not drawing:
        return say("Nobody draws: everybody has five cards.")
    return say("{drawing}.", drawing=drawing)


def _draw(seat: str, n: int) -> Text:
    return say("{seat} draws 1 card", seat=seat) if n == 1 else say("{seat} draws {n} cards", seat=seat, n=n)


def _told_refill(drawn: Drawn) -> Text:
    told = {"n": drawn.refilled_after, "burn": count("{n} card", "{n} cards", drawn.refilled_with)}
    if drawn.piles.untouched:
        return say("That empties the pot: shuffle the burn of {burn} into it.", **told)
    if drawn.refilled_after == 1:
        return say("After 1 card the pot is empty: shuffle the burn of {burn} into it and draw on.", **told)
    return say("After {n} cards the pot is empty: shuffle the burn of {burn} into it and draw on.", **told)


def rule_fresh_hands(piles: Piles, seats: tuple[str, ...]) -> tuple[Piles, Ruling]:
    """The piles after a key, when hands and burn were shuffled into the pot and everybody has drawn five."""
    after = Piles(piles.pot + len(piles.burn))
    verdict = {"draws": dict.fromkeys(seats, HAND), "refill_after": 0, "pot": after.pot, "burn": 0}
    return after, Ruling(verdict, say(SHUFFLE_ALL), _FRESH_HANDS)


_FRESH_HANDS = (
    cite("after-key", "After a key the burn is shuffled into the pot, and everybody draws five cards."),
    cite(
        "hands-burn",
        "The rules do not say what becomes of the hands shown; this referee reads it so: they go into the burn.",
    ),
)

"""The pot and the burn: who draws how many cards, and when they are shuffled."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee import Cards, Ruling, Seats, Step, Text, count_cards, say

from .game import HAND, cite


@dataclass(frozen=True, slots=True)
class Piles:
    """How many cards lie in the pot, and which in the burn."""

    pot: int
    burn: Cards = ()
    untouched: Cards = ()
    """Cards in the pot, known as nobody has drawn since they were shuffled into it."""


def rule_draws(piles: Piles, draws: Mapping[str, int]) -> tuple[Piles, Ruling]:
    """Return the piles once these seats have drawn so many cards, and the ruling on it.

    The moment the pot is empty, the burn is shuffled into it. Pot and burn together
    hold more cards than are drawn: whatever lies in neither is in the bidding draw, in
    hands or won. `refill_after` is how many cards are drawn before that; None where the
    pot lasts.
    """
    drawn = sum(draws.values())
    summary = _say_draws(draws)
    beyond = drawn - piles.pot
    if beyond < 0:
        after = Piles(-beyond, piles.burn, () if drawn else piles.untouched)
        return after, Ruling(_verdict(after, draws, None), summary, (_TO_FIVE,))

    after = Piles(len(piles.burn) - beyond, (), () if beyond else piles.burn)
    refill = _say_refill(piles, beyond)
    summary = say("{draws} {refill}", draws=summary, refill=refill)
    because = (_TO_FIVE, _EMPTY_POT)
    return after, Ruling(_verdict(after, draws, piles.pot), summary, because)


_TO_FIVE = cite("draw-back", "Everybody draws from the pot until they have five cards.")
_EMPTY_POT = cite(
    "empty-pot",
    "The rules do not say what happens when the pot runs out; "
    "this referee reads it so: at that moment the burn, "
    "the cards just bid included, is shuffled into it.",
)


def list_draws(piles: Piles, draws: Mapping[str, int]) -> tuple[Step, ...]:
    """Return what people do: who draws how many, and what becomes of an empty pot."""
    seats = tuple(seat for seat, n in draws.items() if n)
    drawing = Step(seats, _say_draws(draws))
    beyond = sum(draws.values()) - piles.pot
    if beyond < 0:
        return (drawing,)
    return drawing, Step((), _say_refill(piles, beyond))


def _verdict(
    after: Piles, draws: Mapping[str, int], refill_after: int | None
) -> dict[str, object]:
    return {
        "draws": draws,
        "refill_after": refill_after,
        "pot": after.pot,
        "burn": len(after.burn),
    }


def _say_draws(draws: Mapping[str, int]) -> Text:
    texts = []
    for seat, n in draws.items():
        if n == 1:
            texts.append(say("{seat} draws 1 card", seat=seat))
        elif n:
            texts.append(say("{seat} draws {n} cards", seat=seat, n=n))
    if not texts:
        return say("Nobody draws: everybody has five cards.")
    return say("{drawing}.", drawing=tuple(texts))


def _say_refill(piles: Piles, beyond: int) -> Text:
    """Return what is done when the pot runs out and so many more cards are drawn."""
    template = (
        "After {n} cards the pot is empty: "
        "shuffle the burn of {burn} into it and draw on."
    )
    if not beyond:
        template = "That empties the pot: shuffle the burn of {burn} into it."
    elif piles.pot == 1:
        template = (
            "After 1 card the pot is empty: "
            "shuffle the burn of {burn} into it and draw on."
        )
    return say(template, n=piles.pot, burn=count_cards(len(piles.burn)))


def rule_new_hands(piles: Piles, seats: Seats) -> tuple[Piles, Ruling]:
    """Return the piles after a key, when all was shuffled and everybody drew five."""
    after = Piles(piles.pot + len(piles.burn))
    verdict = _verdict(after, dict.fromkeys(seats, HAND), 0)
    template = (
        "First the hands and the burn are shuffled into the pot; "
        "then {seats} draw five cards each."
    )
    return after, Ruling(verdict, say(template, seats=seats), _NEW_HANDS)


_NEW_HANDS = (
    cite(
        "after-key",
        "After a key the burn is shuffled into the pot, "
        "and everybody draws five cards.",
    ),
    cite(
        "hands-burn",
        "The rules do not say what becomes of the hands shown; "
        "this referee reads it so: they go into the burn.",
    ),
)

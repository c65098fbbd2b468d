"""The pot and the burn: who draws how many cards, and when the burn is shuffled into
the pot.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from referee import Card, Ruling, Step, Text, count_cards, say

from .rules import HAND, cite


@dataclass(frozen=True, slots=True)
class Piles:
    """How many cards lie in the pot, and which in the burn.

    `untouched` are cards known to lie in the pot, because nobody has drawn since they
    were shuffled into it.
    """

    pot: int
    burn: tuple[Card, ...] = ()
    untouched: tuple[Card, ...] = ()


def rule_draws(piles: Piles, draws: Mapping[str, int]) -> tuple[Piles, Ruling]:
    """The piles after these seats have drawn back to five cards, and the ruling that
    says how many each draws.

    The moment the pot is empty, the burn is shuffled into it. Pot and burn together
    hold more cards than are drawn: whatever lies in neither is in the bidding draw, in
    hands or won.

    The ruling's verdict: `draws` by seat, `refill_after` (how many cards are drawn
    before the burn is shuffled into the pot; None where it is not), and `pot` and
    `burn`, how many cards lie there afterwards.
    """
    drawn = sum(draws.values())
    if drawn < piles.pot:
        after = Piles(piles.pot - drawn, piles.burn, () if drawn else piles.untouched)
        return after, Ruling(
            _verdict(after, draws, None), _who_draws(draws), (_TO_FIVE,)
        )
    beyond = drawn - piles.pot
    after = Piles(len(piles.burn) - beyond, (), () if beyond else piles.burn)
    refill = _refill(piles, beyond)
    summary = say("{draws} {refill}", draws=_who_draws(draws), refill=refill)
    return after, Ruling(
        _verdict(after, draws, piles.pot), summary, (_TO_FIVE, _EMPTY_POT)
    )


def list_draws(piles: Piles, draws: Mapping[str, int]) -> tuple[Step, ...]:
    """What people do: who draws how many, and what becomes of an empty pot."""
    seats = tuple([seat for seat, n in draws.items() if n])
    drawing = Step(seats, _who_draws(draws))
    beyond = sum(draws.values()) - piles.pot
    if beyond < 0:
        return (drawing,)
    return drawing, Step((), _refill(piles, beyond))


_TO_FIVE = cite("draw-back", "Everybody draws from the pot until they have five cards.")
_EMPTY_POT = cite(
    "empty-pot",
    "The rules do not say what happens when the pot runs out; this referee reads it "
    "so: at that moment the burn,"
    " the cards just bid included, is shuffled into it.",
)


def _verdict(
    after: Piles, draws: Mapping[str, int], refill_after: int | None
) -> dict[str, object]:
    return {
        "draws": draws,
        "refill_after": refill_after,
        "pot": after.pot,
        "burn": len(after.burn),
    }


def _who_draws(draws: Mapping[str, int]) -> Text:
    drawing = tuple([_draw(seat, n) for seat, n in draws.items() if n])
    if not drawing:
        return say("Nobody draws: everybody has five cards.")
    return say("{drawing}.", drawing=drawing)


def _draw(seat: str, n: int) -> Text:
    return (
        say("{seat} draws 1 card", seat=seat)
        if n == 1
        else say("{seat} draws {n} cards", seat=seat, n=n)
    )


def _refill(piles: Piles, beyond: int) -> Text:
    """What is done with the burn when the pot of these piles runs out and `beyond` more
    cards are drawn.
    """
    told = {"n": piles.pot, "burn": count_cards(len(piles.burn))}
    if not beyond:
        return say("That empties the pot: shuffle the burn of {burn} into it.", **told)
    if piles.pot == 1:
        return say(
            "After 1 card the pot is empty: shuffle the burn of {burn} into it and "
            "draw on.",
            **told,
        )
    return say(
        "After {n} cards the pot is empty: shuffle the burn of {burn} into it and draw "
        "on.",
        **told,
    )


def rule_new_hands(piles: Piles, seats: tuple[str, ...]) -> tuple[Piles, Ruling]:
    """The piles after a key, when hands and burn were shuffled into the pot and
    everybody has drawn five.
    """
    after = Piles(piles.pot + len(piles.burn))
    return after, Ruling(
        _verdict(after, dict.fromkeys(seats, HAND), 0),
        say(_SHUFFLE_ALL, seats=seats),
        _NEW_HANDS,
    )


_SHUFFLE_ALL = (
    "First the hands and the burn are shuffled into the pot; then {seats} draw five "
    "cards each."
)
_NEW_HANDS = (
    cite(
        "after-key",
        "After a key the burn is shuffled into the pot, and everybody draws five cards.",
    ),
    cite(
        "hands-burn",
        "The rules do not say what becomes of the hands shown; this referee reads it "
        "so: they go into the burn.",
    ),
)

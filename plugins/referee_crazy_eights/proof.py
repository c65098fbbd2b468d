"""Who drew or passed with a card in hand that fitted, where that is forbidden and cards shown later prove it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from referee import Card, Ruling, say

from .rules import cite


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat that drew or passed instead of playing on this card: what it has drawn since, and shown that fitted."""

    seat: str
    top: Card
    suit: str
    drawn: int = 0
    fitting: tuple[Card, ...] = ()


def after_drawing(declined: Iterable[Declined], seat: str, n: int) -> tuple[Declined, ...]:
    """Once this seat has drawn so many cards: any of these may be one that fitted."""
    return tuple(replace(one, drawn=one.drawn + n) if one.seat == seat else one for one in declined)


def after_showing(
    declined: Iterable[Declined], seat: str, card: Card, has_fitted: Callable[[Declined, Card], bool]
) -> tuple[Declined, ...]:
    """Once this seat has shown a card: it is kept where it would have fitted."""
    return tuple(
        replace(one, fitting=(*one.fitting, card)) if one.seat == seat and has_fitted(one, card) else one
        for one in declined
    )


def still_provable(declined: Iterable[Declined], hands: Mapping[str, int]) -> tuple[Declined, ...]:
    """Those that cards now in hand could still prove: whoever draws more can show no more of what they held before."""
    return tuple(one for one in declined if len(one.fitting) + hands[one.seat] > one.drawn)


def rule_proven(declined: Iterable[Declined]) -> tuple[tuple[Declined, ...], Ruling | None]:
    """What is left to prove, and the ruling on the first that is proven: more cards fitted than were drawn since."""
    kept = tuple(declined)
    proven = [one for one in kept if len(one.fitting) > one.drawn]
    if not proven:
        return kept, None
    one = proven[0]
    told = {"seat": one.seat, "top": one.top, "fitting": one.fitting}
    template = "{seat} did not play on the {top}, and has shown since what fitted: {fitting:short}. Nothing was drawn."
    if one.drawn:
        template = "{seat} did not play on the {top}, and has shown since what fitted: {fitting:short}. Drawn: {n}."
        told = {**told, "n": one.drawn}
    why = cite("must-play", template, **told)
    verdict = {"legal": False, "seat": one.seat, "cards": one.fitting, "drawn": one.drawn}
    summary = say("{seat} could have played on the {top}", seat=one.seat, top=one.top)
    return tuple(other for other in kept if other not in proven), Ruling(verdict, summary, (why,))

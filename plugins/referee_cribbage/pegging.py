"""What a card that is played scores, and whether it may be played at all."""

from referee import Card, Ruling, ShownCards, count_pips, say

from .rules import cite
from .scoring import ALIKE, Combination, is_run, reasons_for

MOST = 31
"""No count goes further."""


def rule_play(lying: tuple[Card, ...], card: Card) -> Ruling:
    """The ruling on a card played on those that lie in this count: whether it may be, and what it scores."""
    cards, told = (*lying, card), {"card": card, "count": count_pips((*lying, card))}
    scoring = _pegged(cards, count_pips(cards))
    made = {one for scored in scoring for one in scored.cards}
    shown = (ShownCards(None, cards, tuple(one for one in cards if one in made), say("The count")),)
    if count_pips(cards) > MOST:
        why = cite("play", "The count stands at {n}, and the {card} would make {count}.", n=count_pips(lying), **told)
        summary = say("The {card} may not be played: no count goes over 31", card=card)
        return Ruling({"legal": False, "card": card, "count": count_pips(cards)}, summary, (why,), shown)
    n = sum(one.points for one in scoring)
    template = "{card:short} makes {count}, for {n}" if n else "{card:short} makes {count}"
    summary = say(template, n=n, **told)
    because = reasons_for(scoring) or (cite("play", "It makes no fifteen, thirty-one, pair or run."),)
    return Ruling({"legal": True, "count": count_pips(cards), "points": n}, summary, because, shown)


def _pegged(cards: tuple[Card, ...], n: int) -> tuple[Combination, ...]:
    """What the last of these cards makes with those before it, at this count."""
    found = [Combination("pegging", say("Fifteen"), 2, cards)] if n == 15 else []
    found += [Combination("thirty-one", say("Thirty-one"), 2, cards)] if n == MOST else []
    alike = next(cards[-n:] for n in (4, 3, 2, 1) if len({card.rank for card in cards[-n:]}) == 1)
    found += [Combination("pegging", *ALIKE[len(alike)], alike)] if len(alike) > 1 else []
    run = next((cards[-n:] for n in range(len(cards), 2, -1) if is_run(cards[-n:])), ())
    found += [Combination("pegging", say("Run of {n}", n=len(run)), len(run), run)] if run else []
    return tuple(found)

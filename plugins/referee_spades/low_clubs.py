"""The first trick where a table has agreed that everybody plays their lowest club."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee import Card, Deals, Ruling, ShownCards, forbid, say

from .game import cite


def refuse_spades(deals: Deals, plays: Mapping[str, Card]) -> Ruling | None:
    """Return why a spade cannot be of the first trick; None where there is none.

    The table may let it pass: somebody may have had nothing else.
    """
    for seat, card in plays.items():
        if card.suit == "S" or card in deals.deal.trumps:
            why = cite("low-clubs", "Whoever has no club plays a heart or a diamond.")
            template = "{seat} can’t play the {card} to the first trick"
            summary = say(template, seat=seat, card=card)
            return forbid(summary, why, seat=seat, card=card)
    return None


def led_by_a_club(deals: Deals, plays: Mapping[str, Card]) -> Deals:
    """Return the deals where the first of these clubs is the lead, whoever began."""
    deal = deals.deal
    for seat, card in deal.in_order({**deal.lying, **plays}).items():
        if card.suit == "C":
            return deals.with_deal(replace(deal, leader=seat))
    return deals


def prove_higher(deals: Deals) -> Iterator[Ruling]:
    """Yield the ruling that a seat had a lower club, if the last trick shows it."""
    first, *later = deals.deal.tricks
    if not later:
        return
    for seat, card in later[-1].plays.items():
        played = first.plays[seat]
        since = [trick.plays[seat] for trick in later]
        lower = [each for each in since if _is_lower_club(each, played)]
        if lower != [card]:
            continue
        template = "In trick 1 {seat} played the {played}, and had the {card}."
        why = cite("low-clubs", template, seat=seat, played=played, card=card)
        summary = say("{seat} did not play the lowest club", seat=seat)
        verdict = {"legal": False, "seat": seat, "trick": 1, "card": card}
        shown = ShownCards(seat, (played, card), (card,))
        yield Ruling(verdict, summary, (why,), (shown,))


def _is_lower_club(card: Card, played: Card) -> bool:
    return card.suit == played.suit == "C" and card.order < played.order

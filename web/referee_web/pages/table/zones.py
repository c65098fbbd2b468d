"""The cards on the table: the few that people decide by, and all the rest."""

from collections.abc import Iterable
from dataclasses import replace

from referee.vocabulary.view import EVERYBODY, Zone

FEW_CARDS = 8
"""The most cards to take in at a glance, plus one."""
ON_TOP = 3
"""So many of a longer pile are seen with them."""


def split_zones(zones: Iterable[Zone]) -> tuple[list[Zone], list[Zone]]:
    """Return the table's few open cards, for decisions, and all other cards.

    Of many, the last ones are among the few too, as they lie on top. Small hands that
    all lie open, as at a showdown, are the table's.
    """
    every = [*zones]
    hands_lie_open = all(_is_shown(zone) for zone in every if zone.name == "hand")
    few = []
    others = []
    for zone in every:
        cards = zone.cards or ()
        is_hand = zone.name == "hand" and hands_lie_open
        is_open = bool(cards) and not zone.collapsed
        is_few = is_open and zone.count < FEW_CARDS
        if is_few and (zone.owner is None or is_hand):
            few.append(zone)
            continue

        others.append(zone)
        if is_open and zone.owner is None and len(cards) == zone.count:
            few.append(replace(zone, cards=cards[-ON_TOP:], rows=()))
    return few, others


def _is_shown(zone: Zone) -> bool:
    """Return whether everybody sees all of these few cards."""
    is_whole = zone.seen_by == EVERYBODY and len(zone.cards or ()) == zone.count
    return is_whole and zone.count < FEW_CARDS

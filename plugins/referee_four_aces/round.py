"""The ruling on one player's round: both hands, with the locked cards in each of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from referee import Card, FieldError, Reason, Ruling, ShownCards, Text, WrongFieldsError, say
from referee_four_aces import wording
from referee_four_aces.hand import hand_reasons, hand_verdict, laid_as_hand
from referee_four_aces.hand_points import HandPoints, score_hand
from referee_four_aces.sections import SECTIONS

JOKERS_IN_THE_DECK = 2


def jokers_in(cards: Sequence[Card], locked: Sequence[Card]) -> int:
    """How many jokers these cards tell of: each that is named, and one on each locked card."""
    return sum(card.is_joker for card in cards) + len(locked)


def rule_round(hidden: tuple[Card, ...], exposed: tuple[Card, ...], locked: tuple[Card, ...]) -> Ruling:
    """What a round scores: the hidden and the exposed cards without the locked ones, and the locked ones.

    WrongFieldsError when that takes more than the deck's two jokers; ValueError for a card that stands twice.
    """
    if jokers_in(hidden + exposed + locked, locked) > JOKERS_IN_THE_DECK:
        message = say("There are two jokers: a played one lies on each locked card, the others are unplayed.")
        raise WrongFieldsError(FieldError("locked", message))
    unseen, open_to_all = score_hand(hidden + locked), score_hand(exposed + locked)
    verdict: dict[str, object] = {
        "hidden": hand_verdict(unseen),
        "exposed": hand_verdict(open_to_all),
        "total": unseen.total + open_to_all.total,
        "four_aces": unseen.four_aces or open_to_all.four_aces,
        "wins": unseen.four_aces or open_to_all.four_aces,
    }
    because = _reasons(hidden, exposed, locked)
    if verdict["wins"]:
        because = (SECTIONS.cite("four-aces", "four aces found when a round is scored win the game too"), *because)
    return Ruling(verdict, _said(unseen, open_to_all), because, partial(both_hands, hidden, exposed, locked))


def both_hands(
    hidden: tuple[Card, ...], exposed: tuple[Card, ...], locked: tuple[Card, ...], seat: str | None = None
) -> tuple[ShownCards, ...]:
    """The hidden and the exposed hand, the locked cards in both."""
    unseen = laid_as_hand(hidden + locked, seat, wording.HIDDEN)
    return *unseen, *laid_as_hand(exposed + locked, seat, wording.EXPOSED)


def said_total(hidden: int, exposed: int) -> Text:
    """What both hands score, as short as on a score pad: `−1 (hidden 2, exposed −3).`."""
    template = "{total} (hidden {hidden}, exposed {exposed})."
    written = wording.written
    return say(template, total=written(hidden + exposed), hidden=written(hidden), exposed=written(exposed))


def _said(hidden: HandPoints, exposed: HandPoints) -> Text:
    if hidden.four_aces:
        return say("All four aces are in the hidden hand and win the whole game.")
    if exposed.four_aces:
        return say("All four aces are in the exposed hand and win the whole game.")
    return said_total(hidden.total, exposed.total)


def _reasons(hidden: tuple[Card, ...], exposed: tuple[Card, ...], locked: tuple[Card, ...]) -> tuple[Reason, ...]:
    in_hidden = [_within(wording.HIDDEN, reason) for reason in hand_reasons(hidden + locked)]
    in_exposed = [_within(wording.EXPOSED, reason) for reason in hand_reasons(exposed + locked)]
    if not locked:
        return (*in_hidden, *in_exposed)
    under = SECTIONS.cite("locked", "{cards:short}, under a joker, counted in both hands", cards=locked)
    return (*in_hidden, *in_exposed, under)


def _within(hand: Text, reason: Reason) -> Reason:
    return Reason(reason.rule, reason.basis, say("{hand}: {why}", hand=hand, why=reason.text))

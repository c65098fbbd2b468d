"""The ruling on one player's round: both hands, with the locked cards in each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import (
    JOKERS,
    Card,
    FieldError,
    Reason,
    Ruling,
    ShownCards,
    Text,
    Values,
    WrongFieldsError,
    hookimpl,
    say,
    written_score,
)

from .hand import hand_reasons, hand_verdict, shown_as_hand
from .hand_points import HandPoints, scored_hand
from .rules import JOKERS_IN_THE_DECK, cite

HIDDEN = say("the hidden hand")
EXPOSED = say("the exposed hand")

_JOKERS = frozenset(JOKERS)


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of one seat: hidden and exposed without the locked ones, and the locked ones."""

    hidden: tuple[Card, ...]
    exposed: tuple[Card, ...]
    locked: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card that was named, in the order of the fields."""
        return self.hidden + self.exposed + self.locked

    @property
    def counted(self) -> int:
        """How many cards there are besides the locked ones, unplayed jokers among them."""
        return len(self.hidden) + len(self.exposed)

    @property
    def jokers(self) -> int:
        """How many jokers these cards tell of: each that is named, and one on each locked card."""
        return sum(map(_JOKERS.__contains__, self.cards)) + len(self.locked)


def hands_of(given: Values) -> Hands:
    """The hands that a question or an entry gives."""
    return Hands(given.cards("hidden"), given.cards("exposed"), given.cards("locked"))


@hookimpl
def score_round(given: Values) -> Ruling:
    """What a round scores: the hidden and the exposed cards without the locked ones, and the locked ones.

    WrongFieldsError when that takes more than the deck's two jokers; ValueError for a card that stands twice.
    """
    hands = hands_of(given)
    if hands.jokers > JOKERS_IN_THE_DECK:
        message = say("There are two jokers: a played one lies on each locked card, the others are unplayed.")
        raise WrongFieldsError(FieldError("locked", message))
    unseen, open_to_all = scored_hand(hands.hidden + hands.locked), scored_hand(hands.exposed + hands.locked)
    verdict: dict[str, object] = {
        "hidden": hand_verdict(unseen),
        "exposed": hand_verdict(open_to_all),
        "total": unseen.total + open_to_all.total,
        "four_aces": unseen.four_aces or open_to_all.four_aces,
        "wins": unseen.four_aces or open_to_all.four_aces,
    }
    because = _reasons(hands)
    if verdict["wins"]:
        because = (cite("four-aces", "four aces found when a round is scored win the game too"), *because)
    return Ruling(verdict, _said(unseen, open_to_all), because, both_hands(hands))


def both_hands(hands: Hands, seat: str | None = None) -> tuple[ShownCards, ...]:
    """The hidden and the exposed hand, the locked cards in both."""
    unseen = shown_as_hand(hands.hidden + hands.locked, seat, HIDDEN)
    return *unseen, *shown_as_hand(hands.exposed + hands.locked, seat, EXPOSED)


def said_total(hidden: int, exposed: int) -> Text:
    """What both hands score, as short as on paper: `−1 (hidden 2, exposed −3).`."""
    template = "{total} (hidden {hidden}, exposed {exposed})."
    return say(
        template, total=written_score(hidden + exposed), hidden=written_score(hidden), exposed=written_score(exposed)
    )


def _said(hidden: HandPoints, exposed: HandPoints) -> Text:
    if hidden.four_aces:
        return say("All four aces are in the hidden hand and win the whole game.")
    if exposed.four_aces:
        return say("All four aces are in the exposed hand and win the whole game.")
    return said_total(hidden.total, exposed.total)


def _reasons(hands: Hands) -> tuple[Reason, ...]:
    in_hidden = [_within(say("The hidden hand"), reason) for reason in hand_reasons(hands.hidden + hands.locked)]
    in_exposed = [_within(say("The exposed hand"), reason) for reason in hand_reasons(hands.exposed + hands.locked)]
    if not hands.locked:
        return (*in_hidden, *in_exposed)
    under = cite("locked", "{cards:short}, under a joker, counted in both hands", cards=hands.locked)
    return (*in_hidden, *in_exposed, under)


def _within(hand: Text, reason: Reason) -> Reason:
    return Reason(reason.rule, reason.basis, say("{hand}: {why}", hand=hand, why=reason.text))


@dataclass(frozen=True, slots=True)
class Caution:
    """A number of cards that does not fit, though the entry stands: what is told, and the reason in words."""

    told: Mapping[str, object]
    why: Reason


def rule_round_of(seat: str, ruling: Ruling, hands: Hands, cautions: tuple[Caution, ...]) -> Ruling:
    """What a round scores for this seat, which has these hands: `ruling` says what they score."""
    verdict = {"seat": seat, **ruling.verdict, "cautions": tuple(caution.told for caution in cautions)}
    summary = say("{seat}: {said}", seat=seat, said=ruling.summary)
    for caution in cautions:
        template = "{summary} Check the cards, locked ones aside: {expected} expected, {entered} entered."
        summary = say(template, summary=summary, **caution.told)
    because = (*(caution.why for caution in cautions), *ruling.because)
    return replace(ruling, verdict=verdict, summary=summary, because=because, shown=both_hands(hands, seat))

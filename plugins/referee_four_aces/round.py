"""The ruling on one player's round: both hands, with the locked cards in each of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import (
    FieldError,
    Reason,
    Ruling,
    Text,
    Values,
    WrongFieldsError,
    hookimpl,
    say,
    written_score,
)

from .card_counts import ANY_ROBBERY, Miscount, find_miscounts, said_to_check, why_miscounted
from .hand import hand_reasons, hand_verdict
from .hand_points import HandPoints, scored_hand
from .hands import TITLES, Hands, both_hands, hands_of
from .rules import JOKERS_IN_THE_DECK, cite


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
    summary, because = _said(unseen, open_to_all), _reasons(hands)
    # A table knows how many cards were robbed, and checks the hands by that.
    if not given.values.get("at_table"):
        miscounts = find_miscounts(hands, ANY_ROBBERY)
        if miscounts:
            verdict["cautions"] = tuple(_caution(miscount) for miscount in miscounts)
        if not verdict["wins"]:
            summary = _with_check(summary, miscounts)
        because = (*why_miscounted(miscounts), *because)
    if verdict["wins"]:
        because = (cite("four-aces", "Four aces that are found when a round is scored win the game too."), *because)
    return Ruling(verdict, summary, because, both_hands(hands))


def _caution(miscount: Miscount) -> Mapping[str, object]:
    return {"check": "card-count", **miscount.told}


def _with_check(summary: Text, miscounts: tuple[Miscount, ...]) -> Text:
    if not miscounts:
        return summary
    template = "{summary} Check the cards. {check}"
    return say(template, summary=summary, check=said_to_check(miscounts))


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
    in_hidden = [_within(TITLES["hidden"], reason) for reason in hand_reasons(hands.hidden + hands.locked)]
    in_exposed = [_within(TITLES["exposed"], reason) for reason in hand_reasons(hands.exposed + hands.locked)]
    if not hands.locked:
        return (*in_hidden, *in_exposed)
    under = cite("locked", "{cards:short}, under a joker, counted in both hands", cards=hands.locked)
    return (*in_hidden, *in_exposed, under)


def _within(hand: Text, reason: Reason) -> Reason:
    return Reason(reason.rule, reason.basis, say("{hand}: {why}", hand=hand, why=reason.text))


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What one seat made of a round: its cards, what they score as `ruling` says, and the hands to be counted again.

    `why` are the reasons of these.
    """

    hands: Hands
    ruling: Ruling
    miscounts: tuple[Miscount, ...]
    why: tuple[Reason, ...]

    @property
    def gain(self) -> int:
        """What the round adds to the seat's total."""
        return self.ruling.decided.number("total")


def rule_round_of(seat: str, played: PlayedRound) -> Ruling:
    """What a round scores for this seat."""
    ruling = played.ruling
    cautions = tuple({**_caution(miscount), "seat": seat} for miscount in played.miscounts)
    summary = say("{seat}: {said}", seat=seat, said=ruling.summary)
    summary = _with_check(summary, played.miscounts)
    because = (*played.why, *ruling.because)
    verdict = {"seat": seat, **ruling.verdict, "cautions": cautions}
    return replace(ruling, verdict=verdict, summary=summary, because=because, shown=both_hands(played.hands, seat))

"""The score of a player's round, and the questions on hands, rounds and turns."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee import (
    FIFTY_FOUR,
    Field,
    Question,
    Reason,
    Reasons,
    Ruling,
    Text,
    Values,
    hookimpl,
    say,
    written_score,
    wrong_field,
)

from .game import JOKERS_IN_THE_DECK, MOST_CARDS, MOST_LOCKED, cite
from .hand import TITLES, Hands, hand_reasons, hands_of, rule_hand
from .hand_points import points_of
from .turn import TURN_FIELDS, rule_turn
from .validation import (
    ANY_ROBBERY,
    Miscount,
    explain_miscounts,
    find_miscounts,
    say_check,
)


def _cards(name: str, label: Text, most: int, optional: bool = False) -> Field:
    return Field(name, "cards", label, optional, min=0, max=most, choices=FIFTY_FOUR)


_LOCKED = say("Locked cards, under jokers")
HAND_FIELDS = (
    _cards("hidden", say("Hidden hand, without locked cards"), MOST_CARDS),
    _cards("exposed", say("Exposed hand, without locked cards"), MOST_CARDS),
    _cards("locked", _LOCKED, MOST_LOCKED, optional=True),
)
"""The fields that tell of one player's round."""


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions what a hand and a round score, and how turns are played."""
    cards = _cards("cards", say("The hand, locked cards too"), MOST_CARDS)
    title = say("What does a hand score?")
    help = say("One hand, hidden or exposed. Unplayed jokers count for nothing.")
    hand = Question("hand", title, (cards,), help)

    title = say("What does a round score?")
    help = say(
        "Both hands of one player. Enter a locked card once, as locked: it counts in "
        "both hands."
    )
    whole = Question("round", title, HAND_FIELDS, help, hook="score_round")

    title = say("Is this turn allowed?")
    help = say("Fill in what you saw; leave the rest empty.")
    return hand, whole, Question("turn", title, TURN_FIELDS, help)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Return the ruling on a hand, or on a turn."""
    if question == "turn":
        return rule_turn(given)
    return rule_hand(given.cards("cards"))


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return what the hidden and the exposed hand score, with the locked cards in both.

    WrongFieldsError if that takes more than the deck's two jokers; ValueError for a
    card that stands twice.
    """
    hands = hands_of(given)
    if hands.jokers > JOKERS_IN_THE_DECK:
        template = (
            "There are two jokers: a played one lies on each locked card, "
            "the others are unplayed."
        )
        raise wrong_field("locked", say(template))

    hidden = points_of(hands.whole_hidden)
    exposed = points_of(hands.whole_exposed)
    summary = say_total(hidden.total, exposed.total)
    if hidden.four_aces:
        summary = say("All four aces are in the hidden hand and win the whole game.")
    elif exposed.four_aces:
        summary = say("All four aces are in the exposed hand and win the whole game.")
    wins = hidden.four_aces or exposed.four_aces
    verdict = {
        "hidden": hidden._asdict(),
        "exposed": exposed._asdict(),
        "total": hidden.total + exposed.total,
        "four_aces": wins,
        "wins": wins,
    }
    because = tuple(_explain(hands))

    # A table knows how many cards were robbed, and checks the hands by that.
    if not given.values.get("at_table"):
        miscounts = find_miscounts(hands, ANY_ROBBERY)
        if miscounts:
            cautions = [_caution(miscount) for miscount in miscounts]
            verdict["cautions"] = tuple(cautions)
        if not wins:
            summary = _add_check(summary, miscounts)
        because = (*explain_miscounts(miscounts), *because)
    if wins:
        template = "Four aces that turn up at scoring win the game too."
        because = (cite("four-aces", template), *because)
    return Ruling(verdict, summary, because, hands.show())


def _caution(miscount: Miscount) -> Mapping[str, object]:
    return {
        "check": "card-count",
        "hand": miscount.hand,
        "expected": miscount.expected,
        "entered": miscount.entered,
    }


def _add_check(summary: Text, miscounts: tuple[Miscount, ...]) -> Text:
    if not miscounts:
        return summary
    check = say_check(miscounts)
    return say("{summary} Check the cards. {check}", summary=summary, check=check)


def say_total(hidden: int, exposed: int) -> Text:
    """Return what both hands score, as on paper: `−1 (hidden 2, exposed −3).`."""
    return say(
        "{total} (hidden {hidden}, exposed {exposed}).",
        total=written_score(hidden + exposed),
        hidden=written_score(hidden),
        exposed=written_score(exposed),
    )


def _explain(hands: Hands) -> Iterator[Reason]:
    whole = {"hidden": hands.whole_hidden, "exposed": hands.whole_exposed}
    for name, cards in whole.items():
        for reason in hand_reasons(cards):
            text = say("{hand}: {why}", hand=TITLES[name], why=reason.text)
            yield replace(reason, text=text)
    if hands.locked:
        template = "{cards:short}, under a joker, counted in both hands"
        yield cite("locked", template, cards=hands.locked)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One seat's round: its cards, what they score, and which hands to count again."""

    hands: Hands
    ruling: Ruling
    miscounts: tuple[Miscount, ...]
    why: Reasons
    """The reasons to count these hands again."""

    @property
    def gain(self) -> int:
        """Return what the round adds to the seat's total."""
        return self.ruling.decided.number("total")

    def rule(self, seat: str) -> Ruling:
        """Return the ruling on what the round scores for this seat."""
        cautions = [{**_caution(miscount), "seat": seat} for miscount in self.miscounts]
        ruling = self.ruling
        summary = say("{seat}: {said}", seat=seat, said=ruling.summary)
        return replace(
            ruling,
            verdict={"seat": seat, **ruling.verdict, "cautions": tuple(cautions)},
            summary=_add_check(summary, self.miscounts),
            because=(*self.why, *ruling.because),
            shown=self.hands.show(seat),
        )

"""The cost of a revoke: tricks that go to the other side after the deal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee import (
    Ask,
    Card,
    Reason,
    Revoke,
    Ruling,
    Rulings,
    Side,
    TakenTrick,
    TricksPlayed,
    Values,
    rule_trick,
    say,
    say_count,
    wrong_field,
)

from .game import cite

WON_BY = {
    "offender": say("Whoever revoked"),
    "partner": say("The partner"),
    "others": say("The other side"),
}
FREE = {
    "no": say("None of these"),
    "dummy": say("It was dummy’s card"),
    "twelfth": say("It was in the twelfth trick"),
    "again": say("It was the same player’s second in this suit"),
    "both": say("The other side has revoked too"),
}
"""The reasons why a revoke costs nothing."""

_TWELFTH = 12
"""The last trick but one."""


def rule_revoke(given: Values) -> Ruling:
    """Return the ruling on how many tricks a revoke costs."""
    won_by = given.choice("won_by")
    later = given.number("later")
    free = given.choice("free", "no")
    if free == "twelfth":
        if later > 1:
            raise wrong_field("later", say("Only one trick follows the twelfth."))
        why = cite("revoke-free", "{why}.", why=FREE["twelfth"])
        template = (
            "The right card is played to it, the other one to the thirteenth (law 62 "
            "D)."
        )
        return rule_tricks(0, why, cite("revoke-twelfth", template))
    if free != "no":
        reasons = [cite("revoke-free", "{why}.", why=FREE[free])]
        if later or won_by != "others":
            template = (
                "If it harmed the other side, the director makes up for it (law 64 C)."
            )
            reasons.append(cite("redress", template))
        return rule_tricks(0, *reasons)

    if won_by == "offender":
        template = "The revoker won that trick: it goes over, and a later one, if any."
        return rule_tricks(1 + min(later, 1), cite("revoke", template))
    template = (
        "The revoker didn’t win it: one goes over, if the side won it or a later one."
    )
    taken = later + (won_by == "partner")
    return rule_tricks(min(taken, 1), cite("revoke", template))


def rule_tricks(tricks: int, *because: Reason) -> Ruling:
    """Return the ruling that this many tricks go to the other side."""
    summary = say_count(
        "{n} trick goes to the other side", "{n} tricks go to the other side", tricks
    )
    return Ruling({"tricks": tricks}, summary, because)


# A deal of which every trick was entered


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A deal that was played out: its tricks, trump, and dummy."""

    deal: TricksPlayed
    strain: str
    """The letter of the trumps, or `NT`."""
    dummy: str

    def taken_from(self, number: int, side: Side) -> int:
        """Return how many tricks a side took or claimed, from trick `first` on."""
        n = 0
        for trick in self.deal.tricks[number - 1 :]:
            n += trick.winner in side
        for seat in side:
            n += self.deal.claimed.get(seat, 0)
        return n


def settle_revokes(
    played: PlayedOut, sides: Sequence[Side], ask: Ask
) -> tuple[int, Rulings]:
    """Return how many tricks the declarer has in the end, and rulings on revokes."""
    played, rulings = _correct_twelfth(played, ask)
    tricks = 0
    for side in sides:
        n, revokes = _rule_side(played, side, ask)
        rulings += revokes
        if played.dummy in side:
            n = played.taken_from(1, side) - n
        tricks += n
    return tricks, rulings


def _find_revokes(deal: TricksPlayed) -> list[Revoke]:
    return [revoke for revoke in deal.revokes() if revoke.seat in deal.offenders]


def _rule_side(played: PlayedOut, side: Side, ask: Ask) -> tuple[int, Rulings]:
    """Return the number of tricks that a side gives for revokes, and the rulings."""
    revokes = _find_revokes(played.deal)
    counted = {revoke.seat for revoke in revokes}
    own = counted.intersection(side)
    have_both = 0 < len(own) < len(counted)

    rulings = []
    revoked: set[tuple[str, str | None]] = set()
    n = most = 0
    for revoke in revokes:
        if revoke.seat not in side:
            continue
        suit = revoke.seat, revoke.led
        free = "again" if suit in revoked else "no"
        if revoke.seat == played.dummy:
            free = "dummy"
        elif have_both:
            free = "both"
        elif revoke.trick == _TWELFTH:
            free = "twelfth"
        revoked.add(suit)
        ruling = _rule_one(played, revoke, side, free, ask)
        rulings.append(ruling)
        tricks = ruling.decided.number("tricks")
        n += tricks
        if tricks and not most:
            most = played.taken_from(revoke.trick, side)
    if n > most:
        template = "From the first revoke on, the side took {n}."
        ruling = rule_tricks(most, cite("revokes-together", template, n=most))
        rulings.append(replace(ruling, about=say("All revokes of the side")))
    return min(n, most), tuple(rulings)


def _rule_one(
    played: PlayedOut, revoke: Revoke, side: Side, free: str, ask: Ask
) -> Ruling:
    number = revoke.trick
    trick = played.deal.tricks[number - 1]
    won_by = "others"
    if trick.winner == revoke.seat:
        won_by = "offender"
    elif trick.winner in side:
        won_by = "partner"
    later = played.taken_from(number + 1, side)
    ruling = ask("revoke", won_by=won_by, later=later, free=free)

    because = ruling.because
    if any(reason.rule.endswith("#redress") for reason in because):
        because = (*because, *_say_gain(played, revoke, side))
    about = say("{seat}’s revoke in trick {n}", seat=revoke.seat, n=number)
    return replace(ruling, because=because, about=about)


def _say_gain(played: PlayedOut, revoke: Revoke, side: Side) -> Iterator[Reason]:
    """Yield the harm that the trick itself shows, and who makes up for it.

    Without a director the table makes up for it.
    """
    seat = revoke.seat
    held = revoke.held
    n = revoke.trick
    trick = played.deal.tricks[n - 1]
    trump = None if played.strain == "NT" else played.strain
    ruling = rule_trick({**trick.plays, seat: held}, cite, "trick", trump=trump)
    winner = ruling.decided.seat("winner")
    if trick.winner in side and winner not in side:
        template = "With {seat}’s {held}, trick {n} would have gone to {winner}."
        yield cite("redress", template, held=held, seat=seat, n=n, winner=winner)
    yield cite(
        "redress-at-home",
        "Rubber bridge has no director: dispute this, and decide how many tricks go "
        "over.",
    )


# Revokes in the twelfth trick


def _correct_twelfth(played: PlayedOut, ask: Ask) -> tuple[PlayedOut, Rulings]:
    """Return the deal with revokes in the twelfth trick put right, and the rulings.

    The seat that revoked plays its last two cards the other way round (law 62 D).
    """
    deal = played.deal
    revokes = [revoke for revoke in _find_revokes(deal) if revoke.trick == _TWELFTH]
    if not revokes:
        return played, ()

    *earlier, twelfth, last = deal.tricks
    swapped = [revoke.seat for revoke in revokes]
    corrected = _swap(twelfth, last, swapped)
    first = ask("trick", plays=corrected, trump=played.strain)
    winner = first.decided.seat("winner")
    left = replace(deal, leader=winner).in_order(_swap(last, twelfth, swapped))
    second = ask("trick", plays=left, trump=played.strain)

    because = (*_why_corrected(revokes, twelfth, last), *first.because)
    rulings = (
        replace(first, about=say("Trick 12, corrected"), because=because),
        replace(second, about=say("Trick 13, after it")),
    )
    tricks = (
        *earlier,
        replace(twelfth, plays=corrected, winner=winner),
        TakenTrick(left, second.decided.seat("winner")),
    )
    return replace(played, deal=replace(deal, tricks=tricks)), rulings


def _swap(
    trick: TakenTrick, other: TakenTrick, seats: Sequence[str]
) -> dict[str, Card]:
    """Return the plays of a trick with these seats' plays exchanged."""
    plays = dict(trick.plays)
    for seat in seats:
        plays[seat] = other.plays[seat]
    return plays


def _why_corrected(
    revokes: Sequence[Revoke], twelfth: TakenTrick, last: TakenTrick
) -> Iterator[Reason]:
    swapped = []
    for revoke in revokes:
        seat = revoke.seat
        swapped.append(seat)
        held = revoke.held
        played = twelfth.plays[seat]
        template = (
            "{seat} revoked: the {held} is played to trick 12, the {played} to trick "
            "13 (law 62 D)."
        )
        yield cite("revoke-twelfth", template, seat=seat, held=held, played=played)
    free = _seats_that_may_change(twelfth, last, swapped)
    if free:
        template = (
            "{seats} may play the other card to it (law 62 C): if so, correct both "
            "tricks."
        )
        yield cite("revoke-twelfth", template, seats=free)


def _seats_that_may_change(
    twelfth: TakenTrick, last: TakenTrick, swapped: Sequence[str]
) -> Side:
    """Return the other side's seats that could have played their last card later."""
    seats = list(twelfth.plays)
    suit = twelfth.led
    first = min(map(seats.index, swapped))
    free = []
    for index in range(first + 1, len(seats)):
        seat = seats[index]
        partner = seats[(index + 2) % 4]
        follows = twelfth.plays[seat].suit == suit
        could_follow = last.plays[seat].suit == suit
        has_revoked = seat in swapped or partner in swapped
        if follows == could_follow and not has_revoked:
            free.append(seat)
    return tuple(free)

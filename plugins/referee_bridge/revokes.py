"""What a revoke costs: tricks that go to the other side once the deal is played out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee import (
    Ask,
    Card,
    FieldError,
    Reason,
    Ruling,
    TakenTrick,
    TricksPlayed,
    Values,
    WrongFieldsError,
    count,
    rule_trick,
    say,
)

from .rules import TRICKS, cite

WON_BY = {
    "offender": say("Whoever revoked"),
    "partner": say("The partner"),
    "others": say("The other side"),
}
FREE = {
    "no": say("None of these"),
    "dummy": say("It was dummy's card"),
    "twelfth": say("It was in the twelfth trick"),
    "again": say("It was the same player's second in this suit"),
    "both": say("The other side has revoked too"),
}
"""For what nothing is paid."""


def rule_revoke(given: Values) -> Ruling:
    """Rule on how many tricks a revoke costs."""
    won_by, later = given.choice("won_by"), given.number("later")
    free = given.seat_if_any("free") or "no"
    if free == "twelfth":
        return _rule_twelfth(later)
    if free != "no":
        reasons = [cite("revoke-free", "{why}.", why=FREE[free])]
        if later or won_by != "others":
            template = (
                "If it has harmed the other side, the director makes up for that (law "
                "64 C)."
            )
            reasons.append(cite("redress", template))
        return _rule_tricks(0, *reasons)
    if won_by == "offender":
        because = cite(
            "revoke",
            "Whoever revoked took that trick: it goes over, and one that followed, if "
            "there was.",
        )
        return _rule_tricks(1 + min(later, 1), because)
    because = cite(
        "revoke",
        "Whoever revoked did not take it: one goes over, if the side took it or a "
        "later one.",
    )
    return _rule_tricks(min(later + (won_by == "partner"), 1), because)


def _rule_twelfth(later: int) -> Ruling:
    if later > 1:
        message = say("Only one trick follows the twelfth.")
        raise WrongFieldsError(FieldError("later", message))
    corrected = cite(
        "revoke-twelfth",
        "The right card is played to it, the other one to the thirteenth (law 62 D).",
    )
    return _rule_tricks(
        0, cite("revoke-free", "{why}.", why=FREE["twelfth"]), corrected
    )


def _rule_tricks(tricks: int, *because: Reason) -> Ruling:
    summary = count(
        "{n} trick goes to the other side", "{n} tricks go to the other side", tricks
    )
    return Ruling({"tricks": tricks}, summary, because)


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A deal once it is played out: its tricks, what was trump (`NT`: nothing), and who
    was dummy.
    """

    deal: TricksPlayed
    strain: str
    dummy: str


@dataclass(frozen=True, slots=True)
class _Revoke:
    """A revoke that later tricks prove."""

    seat: str
    trick: int
    held: Card
    """What could have been played to it."""
    is_again: bool
    """The same seat has revoked in this suit before."""


def _proven_revokes(deal: TricksPlayed) -> Iterator[_Revoke]:
    before: set[tuple[str, str | None]] = set()
    for number, trick in enumerate(deal.tricks, 1):
        for seat, played in trick.plays.items():
            if seat not in deal.offenders or played.suit == trick.led:
                continue
            later = [other.plays[seat] for other in deal.tricks[number:]]
            held = [card for card in later if card.suit == trick.led]
            if held:
                yield _Revoke(seat, number, held[0], (seat, trick.led) in before)
                before.add((seat, trick.led))


def correct_twelfth(
    played: PlayedOut, ask: Ask
) -> tuple[PlayedOut, tuple[Ruling, ...]]:
    """Put revokes in the twelfth trick right: return the deal as the cards then fall,
    and the rulings on it.

    Whoever revoked plays the last two cards the other way round (law 62 D).
    """
    deal = played.deal
    revokes = [revoke for revoke in _proven_revokes(deal) if revoke.trick == TRICKS - 1]
    if not revokes:
        return played, ()

    twelfth, last = deal.tricks[-2:]
    swapped = [revoke.seat for revoke in revokes]
    corrected = _with_cards_of(twelfth, last, swapped)
    first = ask("trick", plays=corrected, trump=played.strain)
    winner = first.decided.seat("winner")
    left = _in_turn(deal, winner, _with_cards_of(last, twelfth, swapped))
    second = ask("trick", plays=left, trump=played.strain)

    reasons = [_say_corrected(revoke, twelfth) for revoke in revokes]
    free = _seats_that_may_change(twelfth, last, swapped)
    if free:
        template = (
            "{seats} may play the other card to it (law 62 C): if so, correct both "
            "tricks."
        )
        reasons.append(cite("revoke-twelfth", template, seats=free))

    tricks = (
        replace(twelfth, plays=corrected, winner=winner),
        TakenTrick(left, second.decided.seat("winner")),
    )
    rulings = (
        replace(
            first, about=say("Trick 12, corrected"), because=(*reasons, *first.because)
        ),
        replace(second, about=say("Trick 13, after it")),
    )
    after = replace(deal, tricks=(*deal.tricks[:-2], *tricks))
    return replace(played, deal=after), rulings


def _with_cards_of(
    trick: TakenTrick, other: TakenTrick, seats: list[str]
) -> dict[str, Card]:
    """Return the plays of a trick, with what these seats have played to the other one."""
    return {
        seat: other.plays[seat] if seat in seats else card
        for seat, card in trick.plays.items()
    }


def _in_turn(
    deal: TricksPlayed, leader: str, plays: Mapping[str, Card]
) -> dict[str, Card]:
    first = deal.seats.index(leader)
    return {seat: plays[seat] for seat in deal.seats[first:] + deal.seats[:first]}


def _say_corrected(revoke: _Revoke, trick: TakenTrick) -> Reason:
    template = (
        "{seat} revoked: the {held} is played to trick 12, the {played} to trick 13 "
        "(law 62 D)."
    )
    return cite(
        "revoke-twelfth",
        template,
        seat=revoke.seat,
        held=revoke.held,
        played=trick.plays[revoke.seat],
    )


def _seats_that_may_change(
    twelfth: TakenTrick, last: TakenTrick, swapped: list[str]
) -> tuple[str, ...]:
    """Return who of the other side played after a revoke, and could have played the
    last card as well.
    """
    seats = list(twelfth.plays)
    first = min(map(seats.index, swapped))
    partners = {seats[(seats.index(seat) + 2) % 4] for seat in swapped}
    free = []
    for seat in seats[first + 1 :]:
        follows = [trick.plays[seat].suit == twelfth.led for trick in (twelfth, last)]
        is_of_offenders = seat in swapped or seat in partners
        if follows[0] == follows[1] and not is_of_offenders:
            free.append(seat)
    return tuple(free)


def rule_revokes(
    played: PlayedOut, side: tuple[str, ...], ask: Ask, version: str = ""
) -> tuple[int, tuple[Ruling, ...]]:
    """Rule on the revokes of a side in a deal, and return how many tricks it gives for
    them.
    """
    found = [*_proven_revokes(played.deal)]
    counted = {revoke.seat for revoke in found}
    if version == "1":
        counted.discard(played.dummy)
    both = len({seat in side for seat in counted}) > 1

    rulings, given, most = [], 0, 0
    for revoke in found:
        if revoke.seat not in side:
            continue
        free = _excuse(revoke, played.dummy, both)
        ruled = _rule_one(played, revoke, side, free, ask)
        rulings.append(ruled)
        tricks = ruled.decided.number("tricks")
        given += tricks
        if tricks and not most:
            most = _taken_from(revoke.trick, side, played.deal)
    if given > most:
        because = cite(
            "revokes-together", "From the first of them on the side took {n}.", n=most
        )
        rulings.append(
            replace(_rule_tricks(most, because), about=say("All revokes of the side"))
        )
    return min(given, most), tuple(rulings)


def _excuse(revoke: _Revoke, dummy: str, both: bool) -> str:
    if revoke.seat == dummy:
        return "dummy"
    if both:
        return "both"
    if revoke.trick == TRICKS - 1:
        return "twelfth"
    return "again" if revoke.is_again else "no"


def _rule_one(
    played: PlayedOut, revoke: _Revoke, side: tuple[str, ...], free: str, ask: Ask
) -> Ruling:
    deal = played.deal
    trick = deal.tricks[revoke.trick - 1]
    won_by = "others"
    if trick.winner in side:
        won_by = "offender" if trick.winner == revoke.seat else "partner"
    later = _taken_from(revoke.trick + 1, side, deal)
    ruled = ask("revoke", won_by=won_by, later=later, free=free)

    about = say("The revoke of {seat} in trick {n}", seat=revoke.seat, n=revoke.trick)
    is_redressed = any(reason.rule.endswith("#redress") for reason in ruled.because)
    if is_redressed:
        gain = _say_gain(trick, revoke, side, played.strain)
        ruled = replace(ruled, because=(*ruled.because, *gain))
    return replace(ruled, about=about)


def _say_gain(
    trick: TakenTrick, revoke: _Revoke, side: tuple[str, ...], strain: str
) -> Iterator[Reason]:
    """Yield what the trick itself shows of the harm, and who makes up for it where no
    director is.
    """
    plays = {**trick.plays, revoke.seat: revoke.held}
    trump = None if strain == "NT" else strain
    winner = rule_trick(plays, cite, "trick", trump=trump).decided.seat("winner")
    if trick.winner in side and winner not in side:
        template = "With the {held} of {seat} trick {n} would have gone to {winner}."
        told = {
            "held": revoke.held,
            "seat": revoke.seat,
            "n": revoke.trick,
            "winner": winner,
        }
        yield cite("redress", template, **told)
    yield cite(
        "redress-at-home",
        "Rubber bridge has no director: dispute this, and decide how many tricks go "
        "over.",
    )


def _taken_from(number: int, side: tuple[str, ...], deal: TricksPlayed) -> int:
    """Return how many tricks a side took from this one on, with those that it claimed."""
    taken = sum(trick.winner in side for trick in deal.tricks[number - 1 :])
    return taken + sum(deal.claimed.get(seat, 0) for seat in side)


@dataclass(frozen=True, slots=True)
class ToldRevokes:
    """Revokes in a deal that is entered as a whole: who has revoked, and how many
    tricks go over for it, if that was said.
    """

    offenders: tuple[str, ...]
    go_over: int | None
    dummy: str

    def rule(
        self, taken: Mapping[tuple[str, ...], int], ask: Ask
    ) -> tuple[Mapping[tuple[str, ...], int], Ruling]:
        """Return how many tricks each side gives, of those that it has taken, and the
        ruling on it.
        """
        offending = [side for side in taken if not {*side}.isdisjoint(self.offenders)]
        is_free = len(offending) > 1 or self.offenders == (self.dummy,)
        if is_free:
            free = "both" if len(offending) > 1 else "dummy"
            self._check(0)
            ruled = ask("revoke", won_by="others", later=1, free=free)
            return {offending[0]: ruled.decided.number("tricks")}, ruled

        [side] = offending
        self._check(taken[side])
        tricks = min(1, taken[side]) if self.go_over is None else self.go_over
        ruled = ask(_rule_tricks(tricks, *self._why(side)))
        return {side: ruled.decided.number("tricks")}, ruled

    def _check(self, most: int) -> None:
        if self.go_over is not None and self.go_over > most:
            message = count(
                "At most {n} trick can go over.",
                "At most {n} tricks can go over.",
                most,
            )
            raise WrongFieldsError(FieldError("go_over", message))

    def _why(self, side: tuple[str, ...]) -> Iterator[Reason]:
        if self.go_over is None:
            template = (
                "{seats} revoked: one goes over, or two if whoever revoked took that "
                "trick. Enter how many."
            )
            yield cite("revoke", template, seats=self.offenders)
        else:
            yield cite(
                "revoke",
                "{seats} revoked, and so many go over, as the table says.",
                seats=self.offenders,
            )

"""Who settles a dispute: the host, or by vote those who are no party to it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from referee.match.changes import Change
from referee.match.disputes import (
    Dispute,
    ResolvedAs,
    is_by_vote,
    tally,
    tally_overturning,
)
from referee.match.log_entry import Data, LogEntry
from referee.match.match import Match
from referee.match.trying.effects import effect_of
from referee.match.viewer import Viewer
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import Seats, side_of, winners_in

FEWEST_JUDGES = 2
"""So many seats that are no party decide in the host's place; fewer do not."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is host at a table, and who sits there with a phone."""

    hosts: frozenset[str | None] = frozenset()
    """The seats of the host, who may hold two tokens; None: without a seat."""
    phones: Seats = ()
    """Nobody where the host is neutral by office, as the director of an event."""


NOBODY = Attendance()
"""Where nobody judges: nobody is known to be there."""


def choose_judges(match: Match, dispute: Dispute, present: Attendance) -> Seats:
    """Return the seats that settle a new dispute by vote in the host's place.

    None unless the host is a party, and two seats with phones are not; and none where
    two sides meet, since each loses what the other gains.
    """
    setting = match.history.setting
    if not present.phones or len(match.history.scene.sides) == 2:
        return ()
    parties = find_parties(match, dispute)
    if parties.isdisjoint(present.hosts):
        return ()
    judges = []
    for seat in setting.seats:
        if seat in present.phones and seat not in parties:
            judges.append(seat)
    return tuple(judges) if len(judges) >= FEWEST_JUDGES else ()


def find_parties(match: Match, dispute: Dispute) -> set[str | None]:
    """Return who entered or changed what is disputed, or gains by it.

    Also whom a ruling names, as its winner or offender, and the host who overturned it.
    A host without a seat (None) is a party by what they decided alone: who enters for
    the table is its scribe.
    """
    if dispute.correction is not None:
        return _find_parties_to_change(match, match.change(dispute.correction))
    if dispute.refused is not None:
        authors = {dispute.refused.by}
        ruling: Ruling | None = dispute.refused.ruling
    else:
        assert dispute.entry is not None
        entered = find_ruled_entries(match, dispute.entry)
        authors = {match.logged(seq).by for seq in entered}
        ruling = dispute.then
    # Where several entered a card each, the last of them is nothing special.
    by = authors if len(authors) == 1 else set()
    parties = {*by, *_list_named(match, ruling)}
    points = ruling.verdict.get("points") if ruling is not None else None
    if isinstance(points, Mapping):
        parties |= {seat for seat, number in points.items() if number}
    return parties - {None} | _find_hosts_who_overturned(match, dispute)


def _find_hosts_who_overturned(match: Match, dispute: Dispute) -> set[str | None]:
    """Return the host who gave the verdict that is disputed now, if no vote did."""
    if dispute.entry is None:
        return set()
    for earlier in reversed(match.disputes):
        how = earlier.resolution
        if how is None or how.resolved_as != "overruled":
            continue
        entry = earlier.entry or how.entered
        if (entry, earlier.index) == (dispute.entry, dispute.index):
            is_voted = is_by_vote(earlier, match.history.setting.seats)
            return set() if is_voted else {how.by}
    return set()


def find_ruled_entries(match: Match, seq: int) -> set[int]:
    """Return the numbers of the entries on which this one's rulings rest.

    Those that waited for it, and before it all of its kind that decided nothing: the
    cards of a trick from several phones.
    """
    step = match.history.step(seq)
    if step is None:
        return {seq}
    numbers = {*step.together}
    for earlier in reversed(match.history.steps):
        if earlier.entry.seq >= seq:
            continue
        if earlier.rulings or earlier.entry.kind != step.entry.kind:
            break
        numbers.add(earlier.entry.seq)
    return numbers


def find_disputed_entries(match: Match, dispute: Dispute) -> set[int]:
    """Return the numbers of the entries that a disputed ruling rests on.

    Also those that hold a card it shows: of a revoke, the card of the earlier trick.
    """
    if dispute.entry is None:
        return set()
    numbers = find_ruled_entries(match, dispute.entry)
    step = match.history.step(dispute.entry)
    ruling = step.ruling_at(dispute.index) if step is not None else None
    if step is None or ruling is None:
        return numbers
    cards = set()
    for group in ruling.shown:
        for card in group.cards:
            cards.add((group.seat, card.code))
    round = match.history.scene_in(step.before).round
    for earlier in reversed(match.history.steps):
        if earlier.entry.seq > dispute.entry:
            continue
        if match.history.scene_in(earlier.before).round != round:
            break
        if not cards.isdisjoint(list_cards_of_seats(earlier.entry)):
            numbers.add(earlier.entry.seq)
    return numbers


def find_decided_before(match: Match, change: Change) -> Dispute | None:
    """Return the dispute about what a change edits that was settled last before it."""
    edited = {edit.seq for edit in change.edits}
    for dispute in reversed(match.disputes):
        how = dispute.resolution
        if how is None or how.withdrawn or how.resolved_as == "corrected":
            continue
        if how.seq >= change.seq:
            continue
        about = find_disputed_entries(match, dispute)
        if dispute.correction is not None:
            about = {edit.seq for edit in match.change(dispute.correction).edits}
        if not edited.isdisjoint(about):
            return dispute
    return None


def list_cards_of_seats(entry: LogEntry) -> Iterator[tuple[str | None, object]]:
    """Yield what an entry holds of each seat, as it was read."""
    for value in entry.data.values():
        by_seat = value
        if not isinstance(by_seat, Mapping):
            by_seat = {entry.seat: value}
        for seat, each in by_seat.items():
            codes = each if isinstance(each, (list, tuple)) else [each]
            for code in codes:
                if isinstance(code, str):
                    yield seat, code


def _find_parties_to_change(match: Match, change: Change) -> set[str | None]:
    last = match.last_undo(change) or change
    parties = {change.by, last.by}
    setting = match.history.setting
    wins = match.history.rulebook.game.wins_with(setting.options)
    effect = effect_of(match, change)
    for seat, points in effect.points.items():
        if (points < 0) == (wins == "fewest"):
            parties.add(seat)
    for changed in effect.changed:
        # Who wins what somebody else had won.
        before = _list_all_named(match, changed.old)
        parties |= before ^ _list_all_named(match, changed.new)
    return parties


def _list_all_named(match: Match, rulings: Iterable[Ruling]) -> set[str]:
    named: set[str] = set()
    for ruling in rulings:
        named.update(_list_named(match, ruling))
    return named


def _list_named(match: Match, ruling: Ruling | None) -> list[str]:
    """Return the winners and the offender that a ruling names, with partners."""
    if ruling is None:
        return []
    seats = match.history.setting.seats
    verdict = ruling.verdict
    offender = side_of(verdict.get("seat"), seats) or ()
    named = {*winners_in(verdict, seats), *offender}
    parties = [*named]
    for side in match.history.scene.sides:
        if not named.isdisjoint(side):
            parties += side
    return parties


@dataclass(frozen=True, slots=True)
class Court:
    """Who settles a dispute, and the votes that count."""

    dispute: Dispute
    voters: Seats
    """Where others judge in the host's place, those still here; else all seats."""

    def may_withdraw(self, viewer: Viewer) -> bool:
        """Return whether this viewer disputed it, and the votes have not turned it."""
        is_theirs = viewer.seat is not None and viewer.seat == self.dispute.by
        return is_theirs and not tally(self.dispute, False, self.voters).is_majority

    def may_settle(
        self, viewer: Viewer, resolved_as: ResolvedAs, verdict: Data | None = None
    ) -> bool:
        """Return whether this viewer may settle the dispute like this.

        The host may where nobody judges; else whoever sits here, with more than half of
        the votes, for this verdict. If judges are divided, what is disputed stands; if
        none is left, a ruling does, and a change does not. Only a judge says what
        counts in place of what is disputed.
        """
        judges = self.dispute.judges
        if viewer.host and not judges:
            return True
        if viewer.seat is None and not viewer.host:
            return False
        upheld = resolved_as == "upheld"
        is_of_ruling = self.dispute.correction is None
        if judges and not self.voters:
            # Whoever sent them away gains nothing by it.
            return upheld == is_of_ruling
        is_verdict = not upheld and (resolved_as == "corrected" or is_of_ruling)
        if judges and is_verdict and viewer.seat not in self.voters:
            return False
        votes = tally_overturning(self.dispute, verdict, self.voters)
        if upheld:
            votes = tally(self.dispute, True, self.voters)
        is_divided = votes.agreed == votes.against and 2 * votes.agreed == votes.voters
        return votes.is_majority or (upheld and is_divided and bool(judges))

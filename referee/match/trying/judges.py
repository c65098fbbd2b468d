"""Who settles a dispute: the host, or by vote those who are no party to it."""

from collections.abc import Collection, Sequence

from referee.match.changes import Change
from referee.match.disputes import Dispute, ResolvedAs, tally
from referee.match.log_entry import Viewer
from referee.match.match import Match
from referee.match.trying.effects import effect_of
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import Seats, side_of, winners_in

FEWEST_JUDGES = 2
"""So many seats that are no party decide in the host's place; fewer do not."""


def find_judges(
    match: Match, dispute: Dispute, host: str | None, phones: Collection[str]
) -> Seats:
    """Return the seats whose votes settle this dispute in the host's place.

    None unless the host (None: without a seat) is a party, and two seats are not whose
    `phones` are here.
    """
    parties = _find_parties(match, dispute)
    if host not in parties:
        return ()
    judges = []
    for seat in match.history.setting.seats:
        if seat in phones and seat not in parties:
            judges.append(seat)
    return tuple(judges) if len(judges) >= FEWEST_JUDGES else ()


def _find_parties(match: Match, dispute: Dispute) -> set[str | None]:
    """Return who entered or changed what is disputed, or has points by it.

    Also whom a ruling names, as its winner or offender. A host without a seat (None)
    is a party by a change alone: who enters for the table is its scribe.
    """
    if dispute.correction is not None:
        return _find_parties_to_change(match, match.change(dispute.correction))
    if dispute.refused is not None:
        by = dispute.refused.by
        ruling: Ruling | None = dispute.refused.ruling
    else:
        assert dispute.entry is not None
        by = match.logged(dispute.entry).by
        step = match.history.step(dispute.entry)
        ruling = step.ruling_at(dispute.index) if step else None
        ruling = ruling or dispute.then
    parties: set[str | None] = {*_list_named(match, ruling)}
    if by is not None:
        parties.add(by)
    return parties


def _find_parties_to_change(match: Match, change: Change) -> set[str | None]:
    last = match.last_undo(change) or change
    parties = {last.by}
    for edit in change.edits:
        parties.add(match.logged(edit.seq).by)
    for seat, points in effect_of(match, change).points.items():
        if points > 0:
            parties.add(seat)
    return parties


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


def may_resolve(
    viewer: Viewer,
    dispute: Dispute,
    resolved_as: ResolvedAs,
    seats: Sequence[str],
    judges: Seats,
) -> bool:
    """Return whether this viewer may settle a dispute like this.

    The host may where nobody judges; else whoever sits here, with more than half of the
    votes. If the judges are divided, what is disputed stands.
    """
    if viewer.host and not judges:
        return True
    if viewer.seat is None and not viewer.host:
        return False
    upheld = resolved_as == "upheld"
    votes = tally(dispute, upheld, len(seats), judges)
    is_divided = bool(judges) and 2 * votes.agreed == 2 * votes.against == votes.voters
    return votes.is_majority or (upheld and is_divided)

"""Disputes: a ruling or a refusal that somebody questioned, how the table voted, and
how it was settled.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from operator import itemgetter
from typing import Any, Literal

from referee.lazy_dataclass import frozen
from referee.match.log_entry import Data, Numbers, Record
from referee.match.position import Overrule, Overrules
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, encoded, say
from referee.vocabulary.values import Ordinal

ResolvedAs = Literal["upheld", "corrected", "overruled"]
"""How a dispute can end."""


@frozen
class Refusal:
    """A move that was refused."""

    id: str
    kind: str
    seat: str | None
    """Whose it is; None: the table's."""
    data: Data
    """As it was sent."""
    by: str | None
    """The seat that sent it; None: the host without a seat."""
    host: bool
    """The host sent it."""
    secret: bool
    """It would have been sealed."""
    ruling: Ruling


@frozen
class Resolution:
    """How a dispute was settled."""

    seq: Ordinal
    resolved_as: ResolvedAs = field(metadata={"json": "as"})
    by: str | None
    """Who settled it; None: the host without a seat."""
    at: float
    """When, in seconds since 1970."""
    why: str
    verdict: Data = field(default_factory=dict)
    """When overruled: what the table decided otherwise. Empty: the ruling is only
    marked.
    """
    dropped: Numbers = ()
    """The numbers of later entries struck with it."""
    correction: str | None = None
    """When corrected: the correction's id."""
    entered: int | None = None
    """The number under which a refused move was entered after all."""
    taken_back: Ruling | None = field(default=None, metadata={"json": False})
    """The ruling by which an entry was taken that the game refuses by the table's
    verdict; the entry is dropped.
    """


@frozen
class Dispute:
    """A question put to the table: is this ruling right?"""

    seq: Ordinal
    id: str
    by: str | None
    """Who questioned it; None: the host without a seat."""
    at: float
    """When, in seconds since 1970."""
    why: str
    entry: int | None = None
    """The number of the entry; None: a refused move."""
    ruling: int | None = field(default=None, metadata={"json": "place"})
    """Which of its rulings, counted from 0; None: that which refused the move, even if
    it was entered after all.
    """
    refused: Refusal | None = None
    """The refused move, or None."""
    then: Ruling | None = field(default=None, metadata={"json": False})
    """The ruling as it stood when it was questioned. None: a refused move, or a dispute
    from before this was kept.
    """
    votes: Mapping[str, bool] = field(default_factory=dict)
    """By seat, whether the ruling should stand."""
    resolution: Resolution | None = None
    """None while it is open."""


def open_dispute(disputes: Sequence[Dispute]) -> Dispute | None:
    """Return the dispute that the table has not settled yet, or None."""
    for dispute in disputes:
        if dispute.resolution is None:
            return dispute
    return None


def who_decided(votes: Mapping[str, bool], uphold: bool, seats: int) -> Text:
    """Return who let a ruling stand, or not: of so many seats those who voted so where
    they are more than half; else the host.

    >>> print(who_decided({"Ana": False, "Ben": False, "Cy": False}, False, 4))
    3 of 4
    >>> print(who_decided({"Ana": False}, False, 4))
    the host
    """
    agreed = sum(vote == uphold for vote in votes.values())
    if agreed == seats:
        return say("everybody")
    if 2 * agreed > seats:
        return say("{n} of {seats}", n=agreed, seats=seats)
    return say("the host")


def overrules_of(disputes: Iterable[Dispute], seats: int) -> Overrules:
    """Return what a table of so many seats overruled, by the number of the entry."""
    settled = []
    for dispute in disputes:
        how = dispute.resolution
        if how is None or how.resolved_as != "overruled" or how.taken_back is not None:
            continue
        entry = dispute.entry or how.entered
        if entry is None:
            continue
        who = who_decided(dispute.votes, False, seats)
        then = dispute.then.summary if dispute.then is not None else None
        overrule = Overrule(dispute.ruling, how.verdict, how.why, who, dispute.by, then)
        settled.append((how.seq, entry, overrule))
    return merge_overrules(settled)


def merge_overrules(settled: Iterable[tuple[int, int, Overrule]]) -> Overrules:
    """Return overrules, first made first, by the number of the entry.

    Each comes with the number of the record that made it and that of the entry. One of
    the same ruling adds to what was decided.
    """
    merged: dict[int, dict[int | None, Overrule]] = {}
    for _, entry, overrule in sorted(settled, key=itemgetter(0)):
        by_place = merged.setdefault(entry, {})
        earlier = by_place.get(overrule.ruling)
        if earlier is not None:
            verdict = {**earlier.verdict, **overrule.verdict}
            overrule = replace(overrule, verdict=verdict, then=earlier.then)
        by_place[overrule.ruling] = overrule
    return {entry: tuple(by_place.values()) for entry, by_place in merged.items()}


def with_vote(
    disputes: Sequence[Dispute], id: str, seat: str, uphold: bool | None
) -> tuple[Dispute, ...]:
    """Return the disputes after a seat voted on one of them, or changed its vote.

    With None its vote is gone.
    """
    votes: dict[str, bool] = {}
    for dispute in disputes:
        if dispute.id == id:
            votes |= dispute.votes
    votes.pop(seat, None)
    if uphold is not None:
        votes[seat] = uphold
    return with_dispute(disputes, id, votes=votes)


def with_dispute(
    disputes: Sequence[Dispute], id: str, **changes: Any
) -> tuple[Dispute, ...]:
    """Return the disputes with these changes to the one of this id."""
    after = []
    for dispute in disputes:
        if dispute.id == id:
            dispute = replace(dispute, **changes)
        after.append(dispute)
    return tuple(after)


# As they are stored


def dispute_record(dispute: Dispute) -> Record:
    """Return the record that keeps a new dispute.

    A refusal is kept as it was ruled, since it is never ruled again.
    """
    refused = None
    if dispute.refused is not None:
        refused = refusal_body(dispute.refused)
    body: dict[str, Any] = {
        "entry": dispute.entry,
        "place": dispute.ruling,
        "refused": refused,
        "why": dispute.why,
    }
    if dispute.then is not None:
        body["then"] = ruling_body(dispute.then)
    return Record(dispute.seq, "dispute", dispute.id, dispute.by, dispute.at, body)


def refusal_body(refused: Refusal) -> dict[str, Any]:
    """Return a refused move as it is kept, with its ruling."""
    return {**jsonable(refused), "ruling": ruling_body(refused.ruling)}


def ruling_body(ruling: Ruling) -> dict[str, Any]:
    """Return what a record keeps of a ruling: its texts in no language yet."""
    because = []
    for reason in ruling.because:
        text = encoded(reason.text)
        because.append({"rule": reason.rule, "basis": reason.basis, "text": text})
    return {
        "verdict": jsonable(ruling.verdict),
        "summary": encoded(ruling.summary),
        "because": because,
    }


def resolution_record(id: str, dispute: str, resolution: Resolution) -> Record:
    """Return the record with this id that keeps how a dispute was settled.

    It keeps a ruling that is gone with it, too.
    """
    body, taken_back = jsonable(resolution), resolution.taken_back
    body["dispute"] = dispute
    body["opened"] = []
    body["taken_back"] = taken_back and ruling_body(taken_back)
    seq, by, at = body.pop("seq"), body.pop("by"), body.pop("at")
    return Record(seq, "resolution", id, by, at, body)

"""Disputes about rulings and refusals, their votes, and how they were settled."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Literal

from referee.match.log_entry import Data, Numbers
from referee.match.taking.entry_step import Overrule, Overrules
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Ordinal, Seats

ResolvedAs = Literal["upheld", "corrected", "overruled"]
"""The ways to settle a dispute."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused move."""

    id: str
    kind: str
    seat: str | None
    """Its seat; None: the table."""
    data: Data
    """The data as sent."""
    by: str | None
    """The seat that sent it; None: the host without a seat."""
    host: bool
    """Whether the host sent it."""
    secret: bool
    """Whether it would have been sealed."""
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Resolution:
    """A dispute's resolution."""

    seq: Ordinal
    dispute: str = field(metadata={"json": False})
    """The id of the dispute that it settles."""
    resolved_as: ResolvedAs = field(metadata={"json": "as"})
    by: str | None
    """Who settled it; None: the host without a seat."""
    at: float
    """When, in seconds since 1970."""
    why: str = ""
    verdict: Data = field(default_factory=dict)
    """If overruled: the parts decided otherwise; empty: only flagged."""
    dropped: Numbers = ()
    """The numbers of later entries struck with it."""
    correction: str | None = None
    """If corrected: the correction's id."""
    entered: int | None = None
    """The number of the refused move once it is entered."""
    withdrawn: bool = False
    """Whether it is upheld only because its author withdrew the dispute."""
    id: str = field(default="", metadata={"json": False})
    """The id of its record."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """Somebody says that a ruling, a refusal or a change is wrong."""

    seq: Ordinal
    id: str
    by: str | None
    """Its author's seat; None: the host without a seat."""
    at: float
    """When, in seconds since 1970."""
    why: str
    entry: int | None = None
    """The number of the entry; None: a refused move, or a change."""
    index: int | None = field(default=None, metadata={"json": "place"})
    """The ruling's index, from 0; None: the ruling that refused the move, even if it
    was entered later.
    """
    refused: Refusal | None = None
    """The refused move, or None."""
    correction: str | None = None
    """If a change is disputed: the id of the correction made, undone or redone."""
    judges: Seats = ()
    """The seats that decide by vote in the host's place, who is a party; or none."""
    by_host: bool = False
    """Whether the host disputed for a seat with a phone, which has not voted yet."""
    then: Ruling | None = field(default=None, metadata={"json": False})
    """The ruling when it was disputed; None for refused moves and changes."""
    votes: Mapping[str, bool] = field(default_factory=dict)
    """By seat, whether to uphold the ruling or change."""
    verdicts: Mapping[str, Data] = field(default_factory=dict)
    """By seat, the only verdict for which it votes in the ruling's place; else any."""
    resolution: Resolution | None = None
    """None while open."""

    @property
    def is_struck(self) -> bool:
        """Return whether the disputed entry went with the table's verdict on it.

        The game would have refused it by that verdict.
        """
        how = self.resolution
        return how is not None and self.entry in how.dropped

    @property
    def disputed_ruling(self) -> Ruling | None:
        """Return the ruling as first disputed; None if the log lacks it."""
        if self.refused is not None:
            return self.refused.ruling
        return self.then


@dataclass(frozen=True, slots=True)
class Vote:
    """A seat's vote on the open dispute."""

    seq: int
    id: str
    by: str | None
    at: float
    dispute: str
    """The id of the dispute."""
    uphold: bool | None
    """Whether to uphold what is disputed; None withdraws the vote."""
    instead: Data | None = None
    """The only verdict for which it is; None: any."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The votes for and against one way to settle a dispute, as far as they count."""

    agreed: int
    against: int
    voters: int
    """How many seats could vote."""

    @property
    def is_majority(self) -> bool:
        """Return whether more than half of the voters agreed."""
        return 2 * self.agreed > self.voters


def tally(dispute: Dispute, uphold: bool, voters: Sequence[str]) -> Tally:
    """Return the votes of these voters for and against this."""
    votes = []
    for seat, vote in dispute.votes.items():
        if seat in voters:
            votes.append(vote)
    agreed = votes.count(uphold)
    return Tally(agreed, len(votes) - agreed, len(voters))


def tally_overturning(
    dispute: Dispute, verdict: Data | None, voters: Sequence[str]
) -> Tally:
    """Return the votes of these voters for and against this in a ruling's place.

    Whoever voted for another verdict is against it. None: a correction.
    """
    votes = tally(dispute, False, voters)
    for seat in voters:
        if dispute.verdicts.get(seat, verdict) != verdict:
            votes = replace(votes, agreed=votes.agreed - 1, against=votes.against + 1)
    return votes


def who_decided(dispute: Dispute, seats: Seats) -> Text:
    """Return who settled a dispute at a table: a majority, or else the host."""
    votes = _deciding_votes(dispute, seats)
    if votes.agreed == votes.voters and not dispute.judges:
        return say("everybody")
    if votes.is_majority:
        return say("{n} of {seats}", n=votes.agreed, seats=votes.voters)
    how = dispute.resolution
    if how is not None and how.resolved_as == "corrected" and how.by is not None:
        return say("{seat}", seat=how.by)
    if how is not None and how.by is not None and not dispute.judges:
        return say("{seat}, the host", seat=how.by)
    return say("the host")


def how_decided(dispute: Dispute, seats: Seats) -> Text:
    """Return how a dispute at a table was settled: by vote, or by the host."""
    how = dispute.resolution
    if how is not None and how.withdrawn:
        return say("{by} withdrew it", by=how.by)
    votes = _deciding_votes(dispute, seats)
    agreed = votes.agreed
    if votes.is_majority:
        return say("{n} of {seats} voted for it", n=agreed, seats=votes.voters)
    if how is not None and how.resolved_as == "corrected":
        return say("{by} corrected it", by=how.by or say("the host"))
    if dispute.judges and agreed == votes.against:
        return say("a tie, {n} to {n}", n=agreed)
    if dispute.judges:
        return say("{n} for it, {against} against", n=agreed, against=votes.against)
    # Whoever disputes it is against it without saying so.
    if agreed + votes.against > 1:
        to_uphold = tally(dispute, True, seats)
        template = "{n} to uphold it, {against} to overturn it, and the host decided"
        if dispute.correction is not None:
            template = "{n} to keep it, {against} to undo it, and the host decided"
        return say(template, n=to_uphold.agreed, against=to_uphold.against)
    if how is not None and how.by is not None:
        return say("{seat} decided, as the host", seat=how.by)
    return say("the host decided")


def is_by_vote(dispute: Dispute, seats: Seats) -> bool:
    """Return whether a dispute was settled by vote at a table with these seats."""
    return bool(dispute.judges) or _deciding_votes(dispute, seats).is_majority


def _deciding_votes(dispute: Dispute, seats: Seats) -> Tally:
    """Return the votes for how a dispute was settled, and against it."""
    how = dispute.resolution
    voters = dispute.judges or seats
    if how is not None and how.resolved_as == "overruled":
        return tally_overturning(dispute, how.verdict, voters)
    upheld = how is not None and how.resolved_as == "upheld"
    return tally(dispute, upheld, voters)


def overrules_of(disputes: Iterable[Dispute], seats: Seats) -> Overrules:
    """Return the overrules at a table with these seats, by entry number."""
    settled = []
    for dispute in disputes:
        how = dispute.resolution
        if how is None or how.resolved_as != "overruled" or dispute.is_struck:
            continue
        entry = dispute.entry or how.entered
        if entry is None:
            continue
        who = who_decided(dispute, seats)
        disputed = dispute.disputed_ruling
        then = disputed.summary if disputed is not None else None
        overrule = Overrule(dispute.index, how.verdict, how.why, who, dispute.by, then)
        settled.append((how.seq, entry, overrule))
    return merge_overrules(settled)


def merge_overrules(settled: Iterable[tuple[int, int, Overrule]]) -> Overrules:
    """Return overrules in order, by entry number.

    Each comes with the numbers of its record and its entry. Later ones of the same
    ruling extend earlier ones.
    """
    merged: dict[int, dict[int | None, Overrule]] = {}
    for _, entry, overrule in sorted(settled, key=itemgetter(0)):
        by_index = merged.setdefault(entry, {})
        earlier = by_index.get(overrule.index)
        if earlier is not None:
            verdict = {**earlier.verdict, **overrule.verdict}
            overrule = replace(overrule, verdict=verdict, then=earlier.then)
        by_index[overrule.index] = overrule
    return {entry: tuple(by_index.values()) for entry, by_index in merged.items()}


def with_dispute(disputes: Sequence[Dispute], opened: Dispute) -> tuple[Dispute, ...]:
    """Return the disputes with a new one, and its author's vote."""
    if opened.by is not None and not opened.by_host:
        opened = replace(opened, votes={opened.by: False})
    return (*disputes, opened)


def with_vote(disputes: Sequence[Dispute], vote: Vote) -> tuple[Dispute, ...]:
    """Return the disputes with a seat's vote on the open one, or without it."""
    if vote.by is None:
        return tuple(disputes)
    *settled, dispute = disputes
    votes = {**dispute.votes}
    verdicts = {**dispute.verdicts}
    votes.pop(vote.by, None)
    verdicts.pop(vote.by, None)
    if vote.uphold is not None:
        votes[vote.by] = vote.uphold
    if vote.instead is not None:
        verdicts[vote.by] = vote.instead
    return (*settled, replace(dispute, votes=votes, verdicts=verdicts))


def with_resolution(
    disputes: Sequence[Dispute], resolution: Resolution
) -> tuple[Dispute, ...]:
    """Return the disputes with the open one settled."""
    *settled, dispute = disputes
    return (*settled, replace(dispute, resolution=resolution))

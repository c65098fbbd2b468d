"""Disputes: a ruling or a refusal that somebody questioned, how the table voted, and how it was settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from referee.match.overrules import Overrule
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text_codec import decoded, encoded

SettledAs = Literal["upheld", "corrected", "overruled"]
"""How a dispute can end."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A move that was refused."""

    id: str
    kind: str
    seat: str | None
    """Whose it is; None: the table's."""
    data: Mapping[str, object]
    """As it was sent."""
    by: str | None
    """The seat that sent it; None: the host without a seat."""
    host: bool
    """The host sent it."""
    secret: bool
    """It would have been sealed."""
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Resolution:
    """How a dispute was settled, by whom and why.

    `verdict` is what the table decided otherwise, as JSON; empty: nothing the game goes on with. `dropped` are the
    later entries that no longer fitted and were struck with it. `correction` is the id of the correction that
    settled it, `entered` the number under which a refused move was entered after all. `taken_back` is the ruling by
    which an entry was taken that the game refuses by the table's verdict: the entry is among those dropped.
    """

    seq: int
    id: str
    by: str | None
    at: float
    settled_as: SettledAs
    why: str
    verdict: Mapping[str, Any] = field(default_factory=dict)
    dropped: tuple[int, ...] = ()
    correction: str | None = None
    entered: int | None = None
    taken_back: Ruling | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """A question put to the table: is this ruling right?

    Of the entry with the number `entry` it is the ruling at the place `ruling` (None: that which refused it, though
    it was entered after all); of a refused move, both are None and `refused` is there. `votes` say by seat whether it
    should stand. `resolution` is None while it is open.
    """

    seq: int
    id: str
    by: str | None
    at: float
    why: str
    entry: int | None = None
    ruling: int | None = None
    refused: Refusal | None = None
    votes: Mapping[str, bool] = field(default_factory=dict)
    resolution: Resolution | None = None


def open_dispute(disputes: Sequence[Dispute]) -> Dispute | None:
    """The dispute that the table has not settled yet, or None."""
    return next((dispute for dispute in disputes if dispute.resolution is None), None)


def overrules_of(disputes: Iterable[Dispute]) -> dict[int, tuple[Overrule, ...]]:
    """What the table overruled, by the number of the entry."""
    settled = [(dispute, dispute.resolution) for dispute in disputes if dispute.resolution is not None]
    overruled = [
        (entry, Overrule(dispute.ruling, how.verdict, how.why))
        for dispute, how in sorted(settled, key=lambda pair: pair[1].seq)
        if how.settled_as == "overruled"
        and how.taken_back is None
        and (entry := dispute.entry or how.entered) is not None
    ]
    return gathered(overruled)


def gathered(overruled: Iterable[tuple[int, Overrule]]) -> dict[int, tuple[Overrule, ...]]:
    """Overrules, first made first, by the number of the entry. One of the same ruling adds to what was decided."""
    found: dict[int, dict[int | None, Overrule]] = {}
    for entry, overrule in overruled:
        by_place = found.setdefault(entry, {})
        earlier = by_place[overrule.ruling].verdict if overrule.ruling in by_place else {}
        by_place[overrule.ruling] = replace(overrule, verdict={**earlier, **overrule.verdict})
    return {entry: tuple(by_place.values()) for entry, by_place in found.items()}


def with_vote(disputes: Sequence[Dispute], id: str, seat: str, uphold: bool | None) -> tuple[Dispute, ...]:
    """The disputes after a seat voted on one of them, or voted anew; with None its vote is gone."""
    return tuple(_voted(dispute, seat, uphold) if dispute.id == id else dispute for dispute in disputes)


def _voted(dispute: Dispute, seat: str, uphold: bool | None) -> Dispute:
    others = {name: vote for name, vote in dispute.votes.items() if name != seat}
    return replace(dispute, votes=others if uphold is None else {**others, seat: uphold})


def with_resolution(disputes: Sequence[Dispute], id: str, resolution: Resolution) -> tuple[Dispute, ...]:
    """The disputes after one of them was settled."""
    return tuple(replace(dispute, resolution=resolution) if dispute.id == id else dispute for dispute in disputes)


# As they are stored


def dispute_body(dispute: Dispute) -> dict[str, Any]:
    """What a record keeps of a new dispute. A refusal is kept as it was ruled, since it is never ruled again."""
    refused: dict[str, Any] | None = None
    if dispute.refused is not None:
        refused = {**jsonable(dispute.refused), "ruling": ruling_body(dispute.refused.ruling)}
    return {"entry": dispute.entry, "ruling": dispute.ruling, "refused": refused, "why": dispute.why}


def dispute_from(seq: int, id: str, by: str | None, at: float, body: Mapping[str, Any]) -> Dispute:
    """The dispute that a record keeps."""
    refused = refusal_from(body["refused"]) if body["refused"] is not None else None
    return Dispute(seq, id, by, at, body["why"], body["entry"], body["ruling"], refused)


def refusal_from(body: Mapping[str, Any]) -> Refusal:
    """A refused move from its stored form."""
    return Refusal(**{**body, "ruling": ruling_from(body["ruling"])})


def ruling_body(ruling: Ruling) -> dict[str, Any]:
    """What a record keeps of a ruling: its texts in no language yet."""
    because = [{"rule": one.rule, "basis": one.basis, "text": encoded(one.text)} for one in ruling.because]
    return {"verdict": jsonable(ruling.verdict), "summary": encoded(ruling.summary), "because": because}


def ruling_from(body: Mapping[str, Any]) -> Ruling:
    """A ruling from its stored form."""
    because = tuple(Reason(one["rule"], one["basis"], decoded(one["text"])) for one in body["because"])
    return Ruling(body["verdict"], decoded(body["summary"]), because)


def resolution_body(dispute: str, resolution: Resolution) -> dict[str, Any]:
    """What a record keeps of how a dispute was settled, and of a ruling that is gone with it."""
    taken_back = resolution.taken_back
    return {
        "dispute": dispute,
        "as": resolution.settled_as,
        "why": resolution.why,
        "verdict": dict(resolution.verdict),
        "dropped": list(resolution.dropped),
        "correction": resolution.correction,
        "entered": resolution.entered,
        "taken_back": ruling_body(taken_back) if taken_back is not None else None,
    }


def resolution_from(seq: int, id: str, by: str | None, at: float, body: Mapping[str, Any]) -> Resolution:
    """How a dispute was settled, as a record keeps it."""
    dropped = tuple(body["dropped"])
    settled = (body["as"], body["why"], body["verdict"], dropped, body["correction"], body["entered"])
    taken_back = body["taken_back"]
    return Resolution(seq, id, by, at, *settled, ruling_from(taken_back) if taken_back else None)

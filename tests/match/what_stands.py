"""A model of what stands after a match's records: it reads them, and decides nothing.

It says which data each entry has, what the table decided otherwise, which entries
everybody has read, who changed the result last, and which record confirms it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from referee.match.log_entry import Record
from referee.match.match import Match
from referee.vocabulary.jsonable import jsonable


@dataclass
class Standing:
    data: dict[int, Any] = field(default_factory=dict)
    verdicts: dict[tuple[int, int | None], dict[str, Any]] = field(default_factory=dict)
    shown: set[int] = field(default_factory=set)
    author: str | None = None
    confirmed: int = 0


def after(records: Iterable[Record]) -> Standing:
    stands = Standing()
    changes: dict[str, Record] = {}
    last: dict[str, Record] = {}
    disputes: dict[str, Any] = {}
    for record in records:
        body = record.body
        if record.type in ("entry", "change"):
            stands.author = record.by
        if record.type == "entry":
            stands.data[record.seq] = body["data"]
        elif record.type == "confirm":
            stands.confirmed = record.seq
        elif record.type == "dispute":
            disputes[record.id] = body
        elif record.type == "change":
            changes[record.id] = last[record.id] = record
            last[body.get("undoes") or body.get("redoes") or record.id] = record
            stands.shown |= {seq for seq, _ in body.get("opened", ())}
        if body.get("as") == "overruled":
            disputed = disputes[body["dispute"]]
            seq = disputed.get("entry") or body.get("entered")
            if seq and seq not in body.get("dropped", ()):
                verdict = stands.verdicts.setdefault((seq, disputed.get("place")), {})
                verdict.update(body.get("verdict", {}))
    for id, change in changes.items():
        turned = change.body.get("undoes") or change.body.get("redoes")
        if last[turned or id] is change or (not turned and "redoes" in last[id].body):
            edits = change.body.get("edits", ())
            stands.data.update({e["seq"]: e.get("data") for e in edits})
            stands.data.update(dict.fromkeys(change.body.get("dropped", ())))
    stands.data = {seq: data for seq, data in stands.data.items() if data is not None}
    return stands


def told_by(match: Match) -> Standing:
    """What a match says of the same."""
    steps = [step.entry for step in match.history.steps]
    unfit = [misfit.entry for misfit in match.unfit]
    verdicts = {}
    for seq, overrules in match.history.overrules.items():
        for overrule in overrules:
            verdicts[seq, overrule.index] = dict(overrule.verdict)
    return Standing(
        {entry.seq: jsonable(entry.data) for entry in (*steps, *unfit)},
        verdicts,
        set(match.history.open_to_all),
        match.last_author,
        match.confirmed.seq if match.confirmed else 0,
    )


def check(match: Match, records: Iterable[Record]) -> None:
    expected = after(records)
    told = told_by(match)
    assert told.shown >= expected.shown
    expected.shown = told.shown
    assert told == expected

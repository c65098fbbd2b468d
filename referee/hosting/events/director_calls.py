"""Calls of the director, and their answers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from referee.events.event import (
    LONGEST_REASON,
    Call,
    CallReason,
    Event,
    EventTable,
    Plan,
    join_call,
)
from referee.hosting.events.desk import EventDesk, NewRecord, deed, find_table
from referee.hosting.events.entering import give_seat
from referee.hosting.events.event_now import EventNow
from referee.plugin.discovery import rulebook
from referee.plugin.irregularities import IRREGULARITY
from referee.vocabulary.errors import ForbiddenError, NotFoundError, wrong_field
from referee.vocabulary.jsonable import from_json, jsonable
from referee.vocabulary.text import encoded, say


@deed
def call_director(
    now: EventNow,
    why: str = "",
    asked: Mapping[str, object] | None = None,
    reason: CallReason | None = None,
    at: str | None = None,
) -> list[NewRecord]:
    """Call the director to one's table, or join its open call.

    `at`: the code of one's table of an earlier round, if the call is of that.
    `asked` is what the table asked its game about an irregularity. Raise
    WrongFieldsError if it could not be asked, or for too many words in all.
    """
    now.require_member()
    if now.entrant is None:
        raise ForbiddenError(say("Only those who play can call the director."))
    ruling = _ask_irregularity(now.event.plan, asked) if asked else None
    table = _find_own_table(now, at)
    code = table.code if table else None
    body = {
        "entrant": now.entrant,
        "table": code,
        "why": why.strip(),
        "reasons": [reason] if reason else [],
        "asked": asked or {},
        "ruling": ruling,
    }
    call = from_json(Call, {**body, "seq": now.event.seq + 1})
    joined = join_call(now.event.calls, call)
    if joined in now.event.calls:
        return []
    if len(joined.why) > LONGEST_REASON:
        message = say(
            "That is more than a call takes. Tell the director when they come."
        )
        raise wrong_field("why", message)
    return [NewRecord("call", body, rings=[code])]


def _ask_irregularity(plan: Plan, asked: Mapping[str, object]) -> dict[str, object]:
    """Return the game's answer on an irregularity, stored as a `CallRuling`.

    Later the game may know other situations. Raise WrongFieldsError for wrong fields.
    """
    ruling = rulebook(plan.game, plan.house_rules).rule_from_json(IRREGULARITY, asked)
    rows = cast("Sequence[Mapping[str, Any]]", ruling.verdict["remedies"])
    remedies = []
    for row in rows:
        cost = encoded(row["cost"]) if row["cost"] else None
        who = encoded(row["who"])
        what = encoded(row["what"])
        remedies.append({"who": who, "what": what, "cost": cost})
    return {"about": encoded(ruling.about), "remedies": remedies}


def _find_own_table(now: EventNow, code: str | None) -> EventTable | None:
    """Return the entrant's table with this code, or without a code in this round.

    Return None if they sit out this round. Raise ForbiddenError for a table of others.
    """
    entrant = now.entrant or ""
    if code is None:
        return now.event.table_of(entrant)
    table = find_table(now.event, code)
    if entrant not in table.seats:
        raise ForbiddenError(say("Only those who play can call the director."))
    return table


def answer_call(desk: EventDesk, call: int, admit: bool = False) -> EventNow:
    """Mark a call as answered; with `admit` the other phone that asks is theirs."""

    def decide(now: EventNow) -> list[NewRecord]:
        now.require_director()
        called = _find_call(now.event, call)
        records = [NewRecord("answer", {"call": call}, rings=[called.table])]
        if admit and called.is_open and called.phone is not None:
            old = now.event.entrants[called.entrant]
            hashes = list(old.hashes)
            hashes[called.person] = called.phone
            changed = replace(old, hashes=tuple(hashes), is_present=True)
            records.append(NewRecord("entrant", jsonable(changed)))
        return records

    now = desk.change(decide)
    answered = _find_call(now.event, call)
    if admit and answered.phone is not None:
        give_seat(desk, now, answered.entrant, answered.phone)
    return now


def _find_call(event: Event, seq: int) -> Call:
    for call in event.calls:
        if call.seq == seq:
            return call
    raise NotFoundError(say("There is no such call."))


@deed
def answer_about_score(now: EventNow, table: str) -> list[NewRecord]:
    """Answer a table's calls that only say that its score is wrong.

    Only the director answers. Whoever else confirms or corrects the result takes
    back their own call.
    """
    if now.is_director:
        return list_answers_about_score(now.event, table)
    return _take_back_about_score(now.event, table, now.entrant)


def list_answers_about_score(event: Event, table: str) -> list[NewRecord]:
    """Return the answers to a table's calls that only say that the score is wrong."""
    calls = _find_calls_about_score(event, table)
    return [NewRecord("answer", {"call": call.seq}, rings=[table]) for call in calls]


def _take_back_about_score(
    event: Event, table: str, entrant: str | None
) -> list[NewRecord]:
    """Return the records by which this entrant takes such calls back."""
    taken_back = []
    for call in _find_calls_about_score(event, table):
        if call.entrant == entrant:
            body = {"call": call.seq, "taken_back": True}
            taken_back.append(NewRecord("answer", body, rings=[table]))
    return taken_back


def _find_calls_about_score(event: Event, table: str) -> list[Call]:
    calls = []
    for call in event.calls:
        if call.is_open and call.table == table and call.is_only_about_score:
            calls.append(call)
    return calls

"""What a table's page tells of its event: who meets, calls, and who confirmed."""

from __future__ import annotations

from dataclasses import dataclass

from flask import g, request, url_for

from referee.events.event import Call, Event, EventTable
from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import EventNow
from referee.hosting.tables.confirming import (
    Confirmers,
    confirmers_of,
)
from referee.hosting.tables.snapshot import Snapshot
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint
from referee_web.pages.entries.correct_links import correct_at
from referee_web.pages.event.event_results import SideScore, list_scores
from referee_web.pages.event.late_news import EarlierResult, list_earlier_results


@blueprint.app_template_global()
def event_is_over(code: str) -> bool:
    """Return whether an event is over."""
    return _look(code).is_over


def _look(code: str) -> EventNow:
    """Return an event at the moment of the page, which reads it once."""
    if "event_now" not in g:
        g.event_now = EventDesk(room(), code).look()
    now: EventNow = g.event_now
    return now


@dataclass(frozen=True, slots=True)
class AtEvent:
    """A table's event, for its viewer."""

    now: EventNow
    """The event at the moment of the page."""
    code: str
    """The event's code."""
    number: int
    """The number of the real table."""
    table: EventTable | None
    """Until the first entry, to say who meets; then None."""
    calls: tuple[Call, ...]
    """The open call from here, and what was answered since the latest entry."""
    director_scores: tuple[SideScore, ...]
    """The result that the director entered; empty without it."""
    is_director: bool
    leads_back: bool
    """Whether a seat's phone goes back by itself, since the result stands."""
    correct_url: str
    """Where this viewer can correct the result; empty if they cannot."""
    has_one_entry: bool
    """Whether `correct_url` is the form of the only entry; otherwise it is the log."""
    author: str
    """The seat that can correct it, told to seats that cannot; else empty."""
    earlier: tuple[EarlierResult, ...]
    """What was changed at this seat's earlier tables, and it has to confirm."""

    def leads_on(self, snapshot: Snapshot) -> bool:
        """Return whether a phone goes on from a table, since its event has.

        Who looks back at it stays, until the event goes on again.
        """
        if snapshot.viewer.seat is None or snapshot.viewer.host:
            return False
        event = self.now.event
        stays = request.args.get("stay") == str(len(event.rounds))
        return event.has_gone_on(snapshot.code) and not stays

    @classmethod
    def of(cls, snapshot: Snapshot) -> AtEvent | None:
        """Return the table's part in its event; None for a table of its own."""
        in_event = snapshot.event
        if in_event is None or snapshot.match is None:
            return None
        now = _look(in_event.event)
        own = now.event.tables[snapshot.code]
        is_entered = own.code in now.event.scores
        is_fresh = not snapshot.match.seq
        director_scores: tuple[SideScore, ...] = ()
        if is_entered:
            [director_scores] = list_scores(now, [own]).values()
        calls = tuple(_list_calls(snapshot, now.event))
        correct_url = author = ""
        if snapshot.finished and not is_entered:
            correct_url = _find_correct_url(snapshot)
            if snapshot.viewer.seat and not correct_url:
                author = snapshot.match.entries[0].by or ""
        return cls(
            now=now,
            code=in_event.event,
            number=in_event.number,
            table=own if is_fresh else None,
            calls=calls,
            director_scores=director_scores,
            is_director=snapshot.viewer.host,
            leads_back=_leads_back(snapshot, is_entered),
            correct_url=correct_url,
            has_one_entry=len(snapshot.match.entries) == 1,
            author=author,
            earlier=_list_earlier(snapshot, now),
        )


def _list_earlier(snapshot: Snapshot, now: EventNow) -> tuple[EarlierResult, ...]:
    """Return the results that wait for the viewer at other tables of the event."""
    seat = snapshot.viewer.seat
    if seat is None:
        return ()
    entrant = now.event.tables[snapshot.code].seats[snapshot.names.index(seat)]
    results = list_earlier_results(now, entrant)
    return tuple(result for result in results if result.code != snapshot.code)


def _leads_back(snapshot: Snapshot, is_entered: bool) -> bool:
    """Return whether a seat's result stands: nobody disputes or has yet to confirm it.

    One that the director entered stands in any case.
    """
    if not snapshot.viewer.seat:
        return False
    if is_entered:
        return True
    if not snapshot.finished or snapshot.match is None or snapshot.current_dispute:
        return False
    return snapshot.match.is_confirmed or not snapshot.row.confirm


def _find_correct_url(snapshot: Snapshot) -> str:
    """Return the address of the only entry's form, or of the log if there are several.

    It is empty if this viewer may correct nothing.
    """
    viewer = snapshot.viewer
    if snapshot.match is None or (viewer.seat is None and not viewer.host):
        return ""
    entries = snapshot.match.entries
    if len(entries) > 1:
        return url_for("pages.log", code=snapshot.code)
    return correct_at(snapshot, entries[0].seq, with_cards=False).first_entry


def _list_calls(snapshot: Snapshot, event: Event) -> list[Call]:
    if snapshot.viewer.seat is None and not snapshot.viewer.host:
        return []
    since = 0.0
    if snapshot.match is not None and snapshot.match.entries:
        since = snapshot.match.entries[-1].at
    calls = []
    for call in event.calls:
        is_past = not call.is_open and (call.answered_at or 0) < since
        if call.table == snapshot.code and not is_past:
            calls.append(call)
    return calls


def find_confirmers_of(
    snapshot: Snapshot, at_event: AtEvent | None
) -> Confirmers | None:
    """Return who confirms a finished match; None where nobody has to."""
    if not snapshot.row.confirm or not snapshot.finished:
        return None
    return confirmers_of(snapshot, at_event.now.event if at_event else None)

"""Taking names out of an event and its tables, for good."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.events.event import Event
from referee.events.forgetting import NameAnew, forget_names, remove_names
from referee.hosting.events.desk import EventDesk, NewRecord
from referee.hosting.events.entering import find_seats
from referee.hosting.events.entrants import find_entrant, neutral_names
from referee.hosting.events.event_now import EventNow
from referee.hosting.history.archive import Archive
from referee.hosting.store.event_log import SeatInEvent, read_log
from referee.hosting.store.rows import SeatRow
from referee.hosting.tables.player_names import comparable, same_name
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import say


def forget_entrant(desk: EventDesk, entrant: str) -> EventNow:
    """Take an entrant's names out of the event and its tables, for good.

    Raise ConflictError if a table's match cannot do without the name.
    """

    now = desk.direct()
    old = find_entrant(now.event, entrant)
    new = neutral_names(now.event, old)

    def name_anew(id: str, index: int, name: str) -> str:
        return new[index] if id == entrant else name

    log = read_log(desk.room.store, now.row.code)
    rename = forget_names(log, name_anew, same_name).rename
    # The tables first: whoever begins again after a kill finds what is left by the
    # names in the event's log.
    _forget_at_tables(desk, now, entrant, rename)

    def decide(now: EventNow) -> list[NewRecord]:
        freed = find_seats(now.event, entrant)
        return _name_anew(desk, now, name_anew, freed)

    now = desk.change(decide)
    left = _forget_at_tables(desk, now, entrant, rename)
    if left:
        message = say(
            "The event has forgotten the name, but these tables could not: {tables}.",
            tables=tuple(map(now.event.name_table, left)),
        )
        raise ConflictError(message)
    return now


def find_player_records(desk: EventDesk, now: EventNow, name: str) -> list[NewRecord]:
    """Return the records by which a person leaves the event's log, but no table.

    As for tables, only the command line offers it, to people without a token.
    """
    wanted = comparable(name)

    def name_anew(id: str, index: int, old: str) -> str:
        if comparable(old) != wanted:
            return old
        return neutral_names(now.event, now.event.entrants[id])[index]

    return _name_anew(desk, now, name_anew, mention=name)


def forget_player(desk: EventDesk, name: str) -> None:
    """Take a person's name out of the event's log, as `find_player` says."""
    desk.change(lambda now: find_player_records(desk, now, name))


def _name_anew(
    desk: EventDesk,
    now: EventNow,
    name_anew: NameAnew,
    freed: Sequence[SeatInEvent] = (),
    mention: str = "",
) -> list[NewRecord]:
    """Return the records by which names leave the event; none if they are not there.

    Whoever is named anew has one, so that nobody slower writes the name again.
    """
    log = read_log(desk.room.store, now.row.code)
    forgetting = forget_names(log, name_anew, same_name, mention)
    plan = jsonable(now.event.plan)
    anew = forgetting.rewrite(plan)
    if not forgetting.records and anew == plan:
        return []
    records = []
    for entrant in now.event.entrants.values():
        body = remove_names(jsonable(entrant), name_anew)
        if tuple(body["names"]) != entrant.names:
            records.append(NewRecord("entrant", body))
    if not records:
        records = [NewRecord("plan", anew)]
    records[0] = replace(records[0], freed=freed, forgetting=forgetting)
    return records


def _forget_at_tables(
    desk: EventDesk, now: EventNow, entrant: str, rename: Callable[[str], str]
) -> list[str]:
    """Take an entrant's names out of all tables; return those that keep them."""
    archive = Archive(desk.room)
    left = archive.rename_in_words(now.event.tables, rename)
    seats = archive.forget_seats(_list_named_seats(desk, now.event, entrant))
    return [*dict.fromkeys((*left, *seats.left))]


def _list_named_seats(desk: EventDesk, event: Event, entrant: str) -> list[SeatRow]:
    """Return an entrant's seats at all tables that still have a name."""
    seats = []
    for table in event.tables.values():
        for seat in desk.room.store.seats(table.code):
            is_theirs = table.seats[seat.position] == entrant
            if is_theirs and not seat.nameless:
                seats.append(seat)
    return seats

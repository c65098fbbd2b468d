"""Who enters an event, leaves it and comes back."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from referee.events.event import Entrant, Event
from referee.events.lists import read_list
from referee.hosting.events.desk import EventDesk, NewRecord, deed
from referee.hosting.events.entrants import (
    LeftOut,
    Listed,
    NewEntrant,
    add_entrant,
    add_listed,
    admit_listed,
    count_return,
    find_entrant,
    read_names,
    require_new,
    require_welcome,
)
from referee.hosting.events.event_now import EventNow, has_been_at_event, read_or_raise
from referee.hosting.store.event_log import SeatInEvent
from referee.hosting.tables.player_names import same_name
from referee.hosting.tables.renaming import name_substitute
from referee.hosting.tables.seats import hand_over_seat
from referee.hosting.tables.tokens import hashed, new_token, read_code
from referee.match.viewer import SPECTATOR
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    RefereeError,
)
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import say


def enter_people(
    desk: EventDesk, names: Sequence[object], own: str | None = None
) -> NewEntrant:
    """Enter a person or a pair; somebody on the list gets their listed name.

    `own` is a token that their phone has made, good if it was none here before.
    People whom the director enters get no phone. Raise WrongFieldsError for
    impossible names. Raise ConflictError if that name has a phone already, if this
    phone has entered already, and once the event is over, except for people on the
    list.
    """
    token = own or new_token()
    if has_been_at_event(desk.room.store, read_code(desk.code), [token]):
        token = new_token()

    def decide(now: EventNow) -> list[NewRecord]:
        require_new(now)
        phone = None if now.is_director else token
        entrant = admit_listed(now.event, names, phone)
        if entrant is None:
            now.require_open()
            entrant = add_entrant(now.event, names, phone)
        return [NewRecord("entrant", jsonable(entrant))]

    now, [record] = desk.add(decide)
    id = record.body["id"]
    if now.is_director:
        return NewEntrant(id, None)
    give_seat(desk, now, id, hashed(token))
    return NewEntrant(id, token)


@deed
def ask_for_place(now: EventNow, name: str, token: str) -> list[NewRecord]:
    """Ask the director to let somebody play on with the phone that has this token.

    Raise NotFoundError if nobody here has this name, ConflictError if a phone has
    asked to be theirs already.
    """
    require_new(now)
    wanted = same_name(name, now.event.names)
    for entrant in now.event.entrants.values():
        if wanted in entrant.names:
            person = entrant.names.index(wanted)
            return _ask_for_place(now.event, entrant.id, person, hashed(token))
    raise NotFoundError(say("Nobody has entered under this name."))


def _ask_for_place(
    event: Event, entrant: str, person: int, phone: str
) -> list[NewRecord]:
    """Return the call for a person's other phone; none if that has asked already."""
    for call in event.calls:
        is_theirs = (call.entrant, call.person) == (entrant, person)
        if call.is_open and call.phone is not None and is_theirs:
            if call.phone == phone:
                return []
            raise ConflictError(
                say("Another phone has asked already: ask the director.")
            )
    asked = {"entrant": entrant, "person": person, "phone": phone}
    return [NewRecord("call", {**asked, "table": None, "why": ""})]


def give_seat(desk: EventDesk, now: EventNow, entrant: str, owner: str) -> None:
    """Give this phone the entrant's seat, if they play in this round already."""
    table = now.event.table_of(entrant)
    if table is None:
        return
    hashes = now.event.entrants[entrant].hashes
    if owner not in hashes:
        return
    position = now.event.people_at(table).index((entrant, hashes.index(owner)))

    def is_still_theirs() -> bool:
        return owner in _read_entrant(desk, entrant).hashes

    # Whoever entered has to get their token, whatever their table's game does.
    with suppress(RefereeError), desk.room.changing(table.code, SPECTATOR) as held:
        hand_over_seat(held, position, owner, is_still_theirs)


def enter_list(desk: EventDesk, text: str) -> Listed:
    """Enter everybody in a list, a line each; partners in two columns.

    The answer names the lines that could not be entered. Raise ConflictError once
    the event is over.
    """
    rows = read_list(text)
    left_out: list[LeftOut] = []

    def decide(now: EventNow) -> list[NewRecord]:
        nonlocal left_out
        now.require_director()
        now.require_open()
        entrants, left_out = add_listed(now.event, rows)
        return [NewRecord("entrant", jsonable(entrant)) for entrant in entrants]

    _, added = desk.add(decide)
    ids = tuple(record.body["id"] for record in added)
    return Listed(ids, tuple(left_out))


@deed
def set_present(now: EventNow, entrant: str, present: bool) -> list[NewRecord]:
    """Have somebody leave, or come back; the director or they themselves do it.

    Raise ForbiddenError for anybody else, and for somebody who comes back although
    the director removed them. Raise ConflictError if they come back too often:
    each time all phones hear of it.
    """
    now.require_member()
    if not now.is_director and now.entrant != entrant:
        raise ForbiddenError(say("Only they or the director can do this."))
    old = find_entrant(now.event, entrant)
    changed = replace(old, is_present=present)
    if now.is_director:
        changed = replace(changed, is_sent_away=not present, returns=0)
    else:
        require_welcome(old)
    if changed == old:
        return []
    if present and not now.is_director:
        changed = count_return(changed)
    return [NewRecord("entrant", jsonable(changed))]


def substitute_entrant(
    desk: EventDesk, entrant: str, names: Sequence[object]
) -> EventNow:
    """Give an entrant's seat, results and place to somebody else.

    With the same names only the phones change: new ones enter under these names.
    The former phones lose its seats.
    """

    def decide(now: EventNow) -> list[NewRecord]:
        now.require_director()
        old = find_entrant(now.event, entrant)
        others = [name for name in now.event.names if name not in old.names]
        new = read_names(names, len(old.names), others)
        phones = (None,) * len(new)
        changed = replace(
            old, names=new, hashes=phones, is_present=True, is_sent_away=False
        )
        freed = find_seats(now.event, entrant)
        return [NewRecord("entrant", jsonable(changed), freed=freed)]

    now = desk.change(decide)
    _name_seats(desk, now, entrant)
    return now


def _name_seats(desk: EventDesk, now: EventNow, entrant: str) -> None:
    """Rename an entrant's seats in this round to their present names."""
    table = now.event.table_of(entrant)
    if table is None:
        return
    for position, (each, person) in enumerate(now.event.people_at(table)):
        if each != entrant:
            continue

        def find_name(person: int = person) -> str:
            return _read_entrant(desk, entrant).names[person]

        # Whoever plays on is entered, even if the match cannot change a name.
        with (
            suppress(RefereeError),
            desk.room.changing(table.code, SPECTATOR) as held,
        ):
            name_substitute(held, position, find_name)


def _read_entrant(desk: EventDesk, entrant: str) -> Entrant:
    """Return an entrant as they are now, also within a transaction for a table."""
    _, event = read_or_raise(desk.room.store, read_code(desk.code))
    return event.entrants[entrant]


def find_seats(event: Event, entrant: str) -> list[SeatInEvent]:
    """Return an entrant's seats at all tables of all rounds."""
    seats = []
    for table in event.tables.values():
        for position, each in enumerate(table.seats):
            if each == entrant:
                seats.append(SeatInEvent(table.code, position))
    return seats

"""Opening an event, changing its plan, and deleting it."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from referee.events.event import Event, EventRecord, Plan
from referee.hosting.events.desk import EventDesk, NewRecord, deed
from referee.hosting.events.entrants import ensure_entrant, neutral_names
from referee.hosting.events.event_now import EventNow
from referee.hosting.events.rounds import begin_table
from referee.hosting.room import CardRoom, plan_table
from referee.hosting.store import EventRow, WriteRefused
from referee.hosting.store.event_log import add_event
from referee.hosting.tables.tokens import hashed, new_codes, new_token
from referee.plugin.movements import UnknownMovementError, find_movement
from referee.vocabulary.errors import WriteConflictError, wrong_field
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.movement import Movement
from referee.vocabulary.text import say


@dataclass(frozen=True, slots=True)
class OpenedEvent:
    """A new event: its code, and the tokens of its director and of its board."""

    code: str
    director_token: str
    board_token: str


def open_event(
    room: CardRoom, plan: Plan, people: Sequence[Sequence[object]] = ()
) -> OpenedEvent:
    """Open an event, and enter people or pairs, all or nothing.

    Raise WrongFieldsError or ConflictError, or as `plan_table`, for what cannot be.
    """
    plan = _complete_plan(plan)
    records = _enter_people(plan, people)
    director = new_token()
    board = new_token()
    for code in new_codes():
        with suppress(WriteRefused):
            tokens = hashed(director), hashed(board)
            add_event(room.store, EventRow(code, jsonable(plan), *tokens), records)
            return OpenedEvent(code, director, board)
    raise WriteConflictError


def open_again(desk: EventDesk) -> OpenedEvent:
    """Open an event with the plan of this one, and with those who took part in it.

    Whose name was forgotten is left out. This one's log says which follows it.
    """
    event = desk.direct().event
    people = []
    for entrant in event.entrants.values():
        is_known = entrant.names != neutral_names(event, entrant)
        if is_known and event.takes_part(entrant, is_over=bool(event.rounds)):
            people.append(entrant.names)
    opened = open_event(desk.room, event.plan, people)
    desk.change(lambda _: [NewRecord("next", {"event": opened.code})])
    return opened


def _complete_plan(plan: Plan) -> Plan:
    """Return a plan with the defaults of its game and its movement.

    Raise WrongFieldsError if they do not fit.
    """
    rulebook, row = plan_table(plan.game, plan.options, plan.house_rules)
    movement = _find_movement(plan)
    sizes = [size * (2 if plan.pairs else 1) for size in movement.at_table]
    if not {*sizes} <= {*rulebook.game.players}:
        message = say(
            "{movement} seats {sizes} at a table, and {game} is for {players}.",
            movement=movement.title,
            sizes=tuple(map(str, sizes)),
            game=rulebook.game.title,
            players=tuple(map(str, rulebook.game.players)),
        )
        raise wrong_field("movement", message)

    wins = rulebook.game.wins_with(row.options)
    plan = replace(plan, options=row.options, partners=movement.in_pairs, wins=wins)
    for size in sizes:
        # Whatever no match could begin with is refused now.
        begin_table(plan, "", [str(number) for number in range(size)])
    return plan


def _find_movement(plan: Plan) -> Movement:
    try:
        movement = find_movement(plan.movement).movement
    except UnknownMovementError as unknown:
        raise wrong_field("movement", unknown.message) from None
    if plan.pairs and movement.at_table != (2,):
        message = say(
            "{movement} is not for pairs that stay together.", movement=movement.title
        )
        raise wrong_field("pairs", message)
    return movement


def _enter_people(plan: Plan, people: Sequence[Sequence[object]]) -> list[EventRecord]:
    event = Event(plan)
    records = []
    for seq, names in enumerate(people, 1):
        entrant = ensure_entrant(event, names, None)
        event = event.with_entrant(entrant)
        records.append(EventRecord(seq, "entrant", time.time(), jsonable(entrant)))
    return records


@deed
def plan_again(now: EventNow, /, **changes: Any) -> list[NewRecord]:
    """Change how many rounds and groups there are, or how results count."""
    now.require_director()
    plan = replace(now.event.plan, **changes)
    return [NewRecord("plan", jsonable(plan))]


def delete_event(desk: EventDesk) -> None:
    """Delete the event with its tables and their matches, for good."""
    now = desk.direct()
    desk.room.store.delete_table(now.row.code)
    for code in now.event.tables:
        desk.room.forget(code)
        desk.room.races.forget_table(code)
        desk.room.listeners.ring(code)
    desk.room.listeners.ring(now.row.code)

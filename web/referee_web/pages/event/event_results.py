"""Results on an event's pages: the scores at each table, and who scores together."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.events.event import Event, EventTable
from referee.events.standings import SeatResult
from referee.hosting.events.event_now import EventNow, find_confirmers_by_table
from referee.plugin.discovery import find_game, rulebook
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.movement import Entrants
from referee.vocabulary.values import Score, Seats
from referee_web.guards.services import room

FOUR = ("1", "2", "3", "4")

TableState = Literal["done", "playing", "no-result", "disputed"]


@dataclass(frozen=True, slots=True)
class SideScore:
    """Those at a table who score together, and their score once there is one."""

    entrants: Entrants
    score: Score | None


def list_scores(
    now: EventNow, tables: Collection[EventTable]
) -> Mapping[str, tuple[SideScore, ...]]:
    """Return these tables' scores by their codes, also those to be confirmed."""
    scorers = list_scorers(now.event)
    scores = {}
    for table in tables:
        code = table.code
        seats = now.results.get(code, ())
        if code in now.unconfirmed and code not in now.event.scores:
            seats = now.unconfirmed[code]
        scores[code] = _score_sides(table, scorers[code], seats)
    return scores


def _score_sides(
    table: EventTable, entrants: tuple[Entrants, ...], seats: Sequence[SeatResult]
) -> tuple[SideScore, ...]:
    scores: dict[str, Score] = {}
    for entrant, seat in zip(table.seats, seats, strict=False):
        scores[entrant] = seat.score
    sides = []
    for side in entrants:
        own = {scores.get(entrant) for entrant in side}
        score = own.pop() if len(own) == 1 else None
        sides.append(SideScore(side, score))
    return tuple(sides)


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table of an event, as a line of a list."""

    table: EventTable
    state: TableState
    scores: tuple[SideScore, ...]
    confirmers: Seats | None
    """Who has yet to confirm its result; None where nobody has to."""


def list_tables(
    now: EventNow, tables: Collection[EventTable]
) -> Mapping[str, TableLine]:
    """Return these tables by their codes, in their order."""
    confirmers = find_confirmers_by_table(room().store, now)
    scores = list_scores(now, tables)
    ended = now.event.given_up | now.stopped
    waiting = {table.code for table in now.waiting}
    lines = {}
    for table in tables:
        code = table.code
        state: TableState = "done"
        if code in waiting:
            state = "no-result" if code in ended else "playing"
            state = "disputed" if code in now.disputed else state
        lines[code] = TableLine(table, state, scores[code], confirmers.get(code))
    return lines


def list_scorers(event: Event) -> Mapping[str, tuple[Entrants, ...]]:
    """Return who score together, by table: partners, where their game has sides."""
    plan = event.plan
    score_alone = False
    if plan.partners and find_game(plan.game) is not None:
        score_alone = not have_sides(rulebook(plan.game), plan.options)
    scorers = {}
    for code, table in event.tables.items():
        scorers[code] = event.sides_at(table)
        if score_alone:
            scorers[code] = tuple((entrant,) for entrant in table.seats)
    return scorers


def have_sides(book: Rulebook, options: Mapping[str, object]) -> bool:
    """Return whether four play as two sides, and partners have one score."""
    setting = book.check_new_setting(FOUR, None, options)
    return bool(book.scene(book.begin(setting), FOUR).sides)

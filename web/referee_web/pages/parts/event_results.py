"""Results on an event's pages: the scores at each table, and who scores together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.events.event import Event, EventTable
from referee.events.standings import SeatResult
from referee.hosting.events.event_now import EventNow
from referee.plugin.discovery import find_game, rulebook
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.movement import Entrants
from referee.vocabulary.values import Ordinal, Score

FOUR = ("1", "2", "3", "4")

TableState = Literal["done", "playing", "no-result"]


@dataclass(frozen=True, slots=True)
class SideScore:
    """Those at a table who score together, and their score once there is one."""

    entrants: Entrants
    score: Score | None


def list_scores(
    now: EventNow, tables: Iterable[EventTable]
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


def list_states(now: EventNow) -> Mapping[str, TableState]:
    """Return how the tables of the latest round stand, by their codes."""
    latest = now.event.latest_round
    ended = now.event.given_up | now.stopped
    waiting = {table.code for table in now.waiting}
    states: dict[str, TableState] = {}
    for table in latest.tables if latest else ():
        states[table.code] = "done"
        if table.code in waiting:
            states[table.code] = "no-result" if table.code in ended else "playing"
    return states


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


def list_enterable(now: EventNow) -> list[tuple[Ordinal, list[EventTable]]]:
    """Return the tables to enter results for, by round: the latest first.

    Those of earlier rounds that are waited for stand with the latest.
    """
    by_round: list[tuple[Ordinal, list[EventTable]]] = []
    missing: list[EventTable] = []
    for number, played in enumerate(now.event.rounds, 1):
        tables = list(played.tables)
        if number < len(now.event.rounds):
            tables = [table for table in tables if table not in now.waiting]
            missing += [table for table in played.tables if table in now.waiting]
        else:
            tables = [*missing, *tables]
        by_round.insert(0, (number, tables))
    return by_round

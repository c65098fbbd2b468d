"""Renaming seats, also to nobody's name where a name is forgotten."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from referee.hosting.store import Renaming, SeatRow, Store
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.loading import load
from referee.hosting.tables.permissions import require_right_to_rename
from referee.hosting.tables.player_names import read_name
from referee.hosting.tables.seat_ids import seat_ids
from referee.hosting.tables.seats import fold_again
from referee.hosting.tables.table import Table, result_of
from referee.match.log_entry import Record
from referee.match.match import Match
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.text import say
from referee.vocabulary.values import winners_in


@retry_if_outdated
def rename_seat(held: HeldTable, seat: str, name: object) -> str:
    """Rename a seat; return the name as displayed.

    For its owner and the host, but not for an owner to whom the others lent it.
    Raise UnauthorizedError or ForbiddenError for anybody else, WrongFieldsError for an
    impossible name, ConflictError if the match would change, and at an event.
    """
    table = held.table
    old = table.seat(seat).name
    require_right_to_rename(table, held.viewer, old)
    new = read_name(name, [other for other in table.names if other != old])
    if new != old:
        _rename(held, old, new)
    return new


@retry_if_outdated
def name_substitute(
    held: HeldTable, position: int, find_name: Callable[[], str]
) -> None:
    """Name a seat of a match that goes on after whoever plays on for its player.

    `find_name` returns their name, which somebody else may change meanwhile. Raise
    ConflictError if the match would change, or somebody else there has the name.
    """
    table = held.table
    seat = table.seats[position].name
    name = find_name()
    if seat == name or table.result is not None:
        return
    if name in table.names:
        raise ConflictError(say("Somebody at this table is called {name}.", name=name))
    _rename(held, seat, name)


def _rename(held: HeldTable, old: str, new: str) -> None:
    renaming = plan_renaming(held.store, held.table, old, new)
    held.store.rename_seat(renaming, held.table.stamp)
    held.races.forget_table(held.code)
    held.table.become(load(held.store, held.code))


def plan_renaming(
    store: Store,
    table: Table,
    old: str,
    new: str,
    lines: Sequence[Record] = (),
    forgets: bool = False,
) -> Renaming:
    """Return the writes that rename a seat.

    Raise ConflictError if the match would change. `lines` are changed lines of the log.
    `forgets`: the old name is erased, and the new one belongs to no player.
    """
    seats = list(table.seats)
    index = seats.index(table.seat(old))
    seats[index] = replace(seats[index], name=new, nameless=forgets)
    result = None
    if table.match is not None:
        after = _match_renamed(store, table, seats)
        if after is None or _describe_standing(after) != _describe_standing(
            table.match
        ):
            raise ConflictError(
                say(
                    "The match at table {code} would come out differently if {seat} "
                    "had another name.",
                    code=table.code,
                    seat=old,
                )
            )
        if table.result is not None:
            nameless = frozenset(seat.name for seat in seats if seat.nameless)
            result = result_of(table.row, after.history, None, nameless)
    return Renaming(table.code, old, new, forgets, tuple(lines), result)


def _match_renamed(
    store: Store, table: Table, seats: Sequence[SeatRow]
) -> Match | None:
    """Return the match under the new names, or None if its game fails."""
    setting = seat_ids(table.seats).setting_with_ids(table.row.setting or {})
    return fold_again(store, table, seats, seat_ids(seats).with_names(setting))


def _describe_standing(match: Match) -> tuple[object, ...]:
    """Return a match's standing, with seats by id."""
    history = match.history
    scene = history.scene_in(history.position)
    seats = history.setting.seats

    def indexes(names: Iterable[str]) -> list[int]:
        return sorted(map(seats.index, names))

    standings = set()
    for standing in scene.standings:
        standings.add((seats.index(standing.seat), standing.score, standing.place))
    verdicts = []
    for step in history.steps:
        for ruling in step.rulings:
            verdict = ruling.verdict
            verdicts.append((*verdict, indexes(winners_in(verdict, seats))))
    winners = indexes(scene.winners)
    opened = frozenset(history.open_to_all)
    unfit = len(match.unfit)
    return standings, winners, scene.phase, scene.round, verdicts, unfit, opened

"""What is counted of players, kept with the results that it sums up: how often they played and won, and against whom.

A page of players reads a few of these rows instead of going through all matches. Whatever puts a result in its place,
or takes it away, counts it here in the same transaction. All of it follows from the placings, and so from the logs.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, bindparam, delete, select, text

from .schema import placings, players, players_games, rivals

TALLIES = (players, players_games, rivals)
"""Each has the columns of its key first, and then the numbers."""


class Counted(NamedTuple):
    """A placing as it is counted. `player` is None where the name was forgotten."""

    player: str | None
    game: str
    place: int
    won: bool


Key = tuple[str, ...]
Numbers = tuple[int, ...]


def _add(table: Table) -> str:
    key = [column.name for column in table.primary_key]
    names = table.columns.keys()
    added = (f"{name} = {table.name}.{name} + excluded.{name}" for name in names if name not in key)
    values = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES (:{', :'.join(names)})"  # noqa: S608  # our own names
    return f"{values} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {', '.join(added)}"


# SQLAlchemy has words for this of each database's own; both understand these.
ADD = {table: text(_add(table)) for table in TALLIES}
REMOVE_EMPTY = {
    table: delete(table).where(
        table.c.matches == 0, *(column == bindparam(column.name) for column in table.primary_key)
    )
    for table in TALLIES
}
COUNTED = select(placings.c.table, *(placings.c[name] for name in Counted._fields)).order_by(placings.c.table)


def count(connection: Connection, before: Iterable[Counted], after: Iterable[Counted]) -> None:
    """Counts the placings of one match as they stand `after`, in place of how they stood `before`."""
    sums: dict[tuple[Table, Key], Numbers] = {}
    for sign, match in ((-1, before), (1, after)):
        for table, key, numbers in _tallied(list(match)):
            sums[table, key] = tuple(
                was + sign * number for was, number in zip(sums.get((table, key), (0, 0, 0)), numbers, strict=False)
            )
    for table in TALLIES:
        # In one order everywhere, so that of two who count at once on a server only one waits for the other.
        changed = sorted((*key, *numbers) for (of, key), numbers in sums.items() if of is table and any(numbers))
        rows: list[dict[str, Any]] = [dict(zip(table.columns.keys(), row, strict=True)) for row in changed]
        if rows:
            connection.execute(ADD[table], rows)
        if fewer := [row for row in rows if row["matches"] < 0]:
            connection.execute(REMOVE_EMPTY[table], fewer)


def _tallied(match: Sequence[Counted]) -> Iterator[tuple[Table, Key, Numbers]]:
    """What one match adds, as the tables have it."""
    known = [(one.player, one) for one in match if one.player is not None]
    for player, one in known:
        yield players, (player,), (1, one.won)
        yield players_games, (player, one.game), (1, one.won, one.place)
        for rival, other in known:
            if rival != player:
                yield rivals, (player, rival), (1, one.place < other.place, one.place > other.place)


def count_all(connection: Connection) -> None:
    """Counts all placings of a store in which nothing was counted yet."""
    for _, match in groupby(connection.execute(COUNTED).all(), key=itemgetter(0)):
        count(connection, (), [Counted(*row[1:]) for row in match])

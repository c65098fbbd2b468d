"""What is counted of players, kept with the results that it sums up: how often they played and won, and against whom.

A page of players reads a few of these rows instead of going through all matches. Whatever puts a result in its place,
or takes it away, counts it here in the same transaction. All of it follows from the placings, and so from the logs.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Table, bindparam, case, delete, func, insert, select, text

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


def _columns(table: Table) -> tuple[Sequence[str], Sequence[str]]:
    """The names of the columns of a table's key, and of those with its numbers."""
    key = [column.name for column in table.primary_key]
    return key, [column.name for column in table.columns if column.name not in key]


def _add(table: Table) -> str:
    key, numbers = _columns(table)
    names = [*key, *numbers]
    added = ", ".join(f"{name} = {table.name}.{name} + excluded.{name}" for name in numbers)
    values = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES (:{', :'.join(names)})"  # noqa: S608  # our own names
    return f"{values} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {added}"


# SQLAlchemy has words for this of each database's own; both understand these.
ADD = {table: text(_add(table)) for table in TALLIES}
REMOVE_EMPTY = {
    table: delete(table).where(
        table.c.matches == 0, *(column == bindparam(column.name) for column in table.primary_key)
    )
    for table in TALLIES
}


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
        changed = sorted((key, numbers) for (of, key), numbers in sums.items() if of is table and any(numbers))
        if changed:
            _write(connection, table, changed)


def _tallied(match: Sequence[Counted]) -> Iterator[tuple[Table, Key, Numbers]]:
    """What one match adds, as the tables have it."""
    known = [(one.player, one) for one in match if one.player is not None]
    for player, one in known:
        yield players, (player,), (1, one.won)
        yield players_games, (player, one.game), (1, one.won, one.place)
        for rival, other in known:
            if rival != player:
                yield rivals, (player, rival), (1, one.place < other.place, one.place > other.place)


def _write(connection: Connection, table: Table, changed: Sequence[tuple[Key, Numbers]]) -> None:
    key_names, number_names = _columns(table)
    keys = [dict(zip(key_names, key, strict=True)) for key, _ in changed]
    sums = [dict(zip(number_names, numbers, strict=True)) for _, numbers in changed]
    connection.execute(ADD[table], [key | numbers for key, numbers in zip(keys, sums, strict=True)])
    fewer = [key for key, numbers in zip(keys, sums, strict=True) if numbers["matches"] < 0]
    if fewer:
        connection.execute(REMOVE_EMPTY[table], fewer)


# All of it anew

ONE, OTHER = placings.alias(), placings.alias()
MATCHES, WINS = func.count(), func.count().filter(placings.c.won)
ALL_PLAYERS = select(placings.c.player, MATCHES, WINS).where(placings.c.player.is_not(None)).group_by(placings.c.player)
ALL_GAMES = (
    select(placings.c.player, placings.c.game, MATCHES, WINS, func.sum(placings.c.place))
    .where(placings.c.player.is_not(None))
    .group_by(placings.c.player, placings.c.game)
)
ALL_RIVALS = (
    select(
        ONE.c.player,
        OTHER.c.player,
        MATCHES,
        func.sum(case((ONE.c.place < OTHER.c.place, 1), else_=0)),
        func.sum(case((ONE.c.place > OTHER.c.place, 1), else_=0)),
    )
    .join(OTHER, (OTHER.c.table == ONE.c.table) & (OTHER.c.player != ONE.c.player))
    .group_by(ONE.c.player, OTHER.c.player)
)


def count_anew(connection: Connection) -> None:
    """Counts all placings, whatever was counted before."""
    for table, query in zip(TALLIES, (ALL_PLAYERS, ALL_GAMES, ALL_RIVALS), strict=True):
        connection.execute(delete(table))
        connection.execute(insert(table).from_select([column.name for column in table.columns], query))

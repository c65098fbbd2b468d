"""The finished matches of a store: kept with the logs that they follow from, searched, and counted by player."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Executable, Row, Select, bindparam, delete, func, insert, select

from .rows import PastMatch, Placing, PlayerRow, ResultRow, Search
from .schema import placings, rematches, results, tables, uncounted

Found = Row[*tuple[Any, ...]]
Read = Callable[[Executable, Mapping[str, Any]], Sequence[Found]]

NO_RESULT = delete(results).where(results.c.table == bindparam("at_table"))
NO_PLACINGS = delete(placings).where(placings.c.table == bindparam("at_table"))
COUNTED = delete(uncounted).where(uncounted.c.table == bindparam("at_table"))
ADD_RESULT, ADD_PLACINGS = insert(results), insert(placings)
PLACINGS = (
    select(placings)
    .where(placings.c.table.in_(bindparam("codes", expanding=True)))
    .order_by(placings.c.table, placings.c.position)
)
THE_RESULT = select(results).where(results.c.table == bindparam("code"))
ENDED = select(results.c.table).where(results.c.table.in_(bindparam("codes", expanding=True)))
UNCOUNTED = select(uncounted.c.table).order_by(uncounted.c.table)
THE_REMATCH = select(rematches.c.next).where(rematches.c.table == bindparam("code"))
MATCHES = select(results.c.table, tables.c.game, tables.c.started_at, results.c.ended_at).join(
    tables, tables.c.code == results.c.table
)
LATEST_FIRST = (results.c.ended_at.desc(), results.c.table)


def tables_with(placing: ColumnElement[bool]) -> Select[tuple[str]]:
    """The tables of the matches that have such a placing: found once, not for each match anew."""
    return select(placings.c.table).where(placing)


WITH_PLAYER = tables_with(placings.c.player == bindparam("player"))
MATCHES_OF = MATCHES.where(results.c.table.in_(WITH_PLAYER)).order_by(*LATEST_FIRST)
# Not by the codes of the matches: a database takes only so many parameters.
PLACINGS_WITH = (
    select(placings).where(placings.c.table.in_(WITH_PLAYER)).order_by(placings.c.table, placings.c.position)
)
PLAYERS = (
    select(
        placings.c.player,
        func.count().label("matches"),
        func.count().filter(placings.c.won).label("wins"),
        func.max(results.c.ended_at).label("last_at"),
    )
    .join(results, results.c.table == placings.c.table)
    .where(placings.c.player.is_not(None))
    .group_by(placings.c.player)
    .order_by(func.count().desc(), placings.c.player)
)
SPELLINGS = (
    select(placings.c.player, placings.c.name)
    .join(results, results.c.table == placings.c.table)
    .where(placings.c.player.in_(bindparam("players", expanding=True)))
    .order_by(*LATEST_FIRST)
)


class Past:
    """What lists and statistics ask of a store: matches that are finished, and who played in them."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def result(self, code: str) -> ResultRow | None:
        """How the match at this table ended; None while it has not."""
        found = self._read(THE_RESULT, {"code": code})
        return ResultRow(code, found[0].ended_at, self._placings({"codes": [code]})[code]) if found else None

    def finished(self, codes: Sequence[str]) -> frozenset[str]:
        """Those of these tables whose match has ended."""
        return frozenset(row.table for row in self._read(ENDED, {"codes": codes}))

    def uncounted(self) -> list[str]:
        """The tables whose result is still to be found out from their logs."""
        return [row.table for row in self._read(UNCOUNTED, {})]

    def rematch(self, code: str) -> str | None:
        """The table at which the match of this one is played once more."""
        found = self._read(THE_REMATCH, {"code": code})
        return str(found[0].next) if found else None

    def matches(self, search: Search, most: int, after: int = 0) -> list[PastMatch]:
        """The matches that are looked for, last ended first: so many at most, after so many others."""
        query = MATCHES.where(*conditions(search)).order_by(*LATEST_FIRST).limit(most).offset(after)
        found = self._read(query, {})
        placed = self._placings({"codes": [row.table for row in found]})
        return [past_match(row, placed[row.table]) for row in found]

    def matches_of(self, player: str) -> list[PastMatch]:
        """All matches of the player of exactly this compared name, last ended first."""
        found = self._read(MATCHES_OF, {"player": player})
        placed = self._placings({"player": player}, PLACINGS_WITH)
        return [past_match(row, placed[row.table]) for row in found if row.table in placed]

    def players(self, part: str, most: int, after: int = 0) -> list[PlayerRow]:
        """The players whose compared name holds this part, who played most first."""
        query = PLAYERS.where(placings.c.player.contains(part, autoescape=True)).limit(most).offset(after)
        found = self._read(query, {})
        spelled: dict[str, str] = {}
        for row in self._read(SPELLINGS, {"players": [row.player for row in found]}):
            spelled.setdefault(row.player, row.name)
        return [PlayerRow(row.player, spelled[row.player], row.matches, row.wins, row.last_at) for row in found]

    def _placings(self, asked: Mapping[str, object], query: Executable = PLACINGS) -> Mapping[str, tuple[Placing, ...]]:
        placed: dict[str, tuple[Placing, ...]] = defaultdict(tuple)
        for table, _position, *placing in self._read(query, asked):
            placed[table] += (Placing(*placing),)
        return placed


def past_match(found: Found, placed: tuple[Placing, ...]) -> PastMatch:
    """A match as a list has it, with how its seats ended."""
    return PastMatch(found.table, found.game, found.started_at, found.ended_at, placed)


def conditions(search: Search) -> list[ColumnElement[bool]]:
    """What a match must be to be found."""
    wanted: list[ColumnElement[bool]] = []
    if search.player:
        wanted.append(results.c.table.in_(tables_with(placings.c.player.contains(search.player, autoescape=True))))
    if search.game:
        wanted.append(tables.c.game == search.game)
    if search.since is not None:
        wanted.append(results.c.ended_at >= search.since)
    if search.until is not None:
        wanted.append(results.c.ended_at < search.until)
    return wanted


def put_result(connection: Connection, code: str, result: ResultRow | None) -> None:
    """Keeps how the match at this table ended, or that it has not, in place of what was kept."""
    where = {"at_table": code}
    connection.execute(NO_PLACINGS, where)
    connection.execute(NO_RESULT, where)
    connection.execute(COUNTED, where)
    if result is None:
        return
    connection.execute(ADD_RESULT, {"table": code, "ended_at": result.ended_at})
    rows = [
        {"table": code, "position": position} | {name: getattr(placing, name) for name in placing.__slots__}
        for position, placing in enumerate(result.placings)
    ]
    if rows:
        connection.execute(ADD_PLACINGS, rows)

"""The finished matches of a store: kept with the logs that they follow from, searched, and listed by player."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Executable, Select, bindparam, delete, insert, select

from referee.vocabulary.text_codec import decoded

from .failures import NoSuchTable
from .rows import Against, DatabaseRow, OfGame, PastMatch, Placing, PlayerRow, ResultRow, Search
from .schema import placings, players, players_games, rematches, results, rivals, tables
from .tallies import Counted, count

Read = Callable[[Executable, Mapping[str, Any]], Sequence[DatabaseRow]]

NO_RESULT = delete(results).where(results.c.table == bindparam("at_table"))
NO_PLACINGS = (
    delete(placings)
    .where(placings.c.table == bindparam("at_table"))
    .returning(*(placings.c[name] for name in Counted._fields))
)
ADD_RESULT, ADD_PLACINGS = insert(results), insert(placings)
GAME = select(tables.c.game).where(tables.c.code == bindparam("code"))
PLACINGS = (
    select(*(placings.c[name] for name in ("table", *Placing.__match_args__)))
    .where(placings.c.table.in_(bindparam("codes", expanding=True)))
    .order_by(placings.c.table, placings.c.position)
)
THE_RESULT = select(results.c.ended_at, results.c.decided).where(results.c.table == bindparam("code"))
ENDED = select(results.c.table).where(results.c.table.in_(bindparam("codes", expanding=True)))
THE_REMATCH = select(rematches.c.next).where(rematches.c.table == bindparam("code"))
IS_REMATCH = select(rematches.c.table).where(rematches.c.next == bindparam("code"))
MATCHES = (
    select(
        results.c.table, results.c.game, tables.c.started_at, results.c.ended_at, results.c.decided, tables.c.options
    )
    .join(tables, tables.c.code == results.c.table)
    .where(results.c.table.in_(bindparam("codes", expanding=True)))
    .order_by(results.c.ended_at.desc(), results.c.table.desc())
)
# These read nothing but an index: what is shown is looked up for the matches of one page.
CODES = select(results.c.ended_at, results.c.table).order_by(results.c.ended_at.desc(), results.c.table.desc())
CODES_WITH = (
    select(placings.c.ended_at, placings.c.table)
    .distinct()
    .order_by(placings.c.ended_at.desc(), placings.c.table.desc())
)
CODES_OF = CODES_WITH.where(placings.c.player == bindparam("player")).limit(bindparam("most"))


PLAYERS = select(players).order_by(players.c.matches.desc(), players.c.player)
GAMES_OF = (
    select(players_games)
    .where(players_games.c.player == bindparam("player"))
    .order_by(players_games.c.matches.desc(), players_games.c.game)
)
RIVALS_OF = (
    select(rivals)
    .where(rivals.c.player == bindparam("player"))
    .order_by(rivals.c.matches.desc(), rivals.c.rival)
    .limit(bindparam("most"))
    .offset(bindparam("after"))
)


def with_latest(query: Select[*tuple[Any, ...]], player: str = "player") -> Select[*tuple[Any, ...]]:
    """The rows of a query, each with how its player was spelled last, and when. `player` is the column that names them.

    Rows come in the order that the query has, by matches and then by that column.
    """
    page = query.subquery()

    def latest(column: ColumnElement[Any]) -> ColumnElement[Any]:
        of = select(column).where(placings.c.player == page.c[player])
        return of.order_by(placings.c.ended_at.desc(), placings.c.table.desc()).limit(1).scalar_subquery()

    names = (latest(placings.c.name).label("name"), latest(placings.c.ended_at).label("last_at"))
    return select(page, *names).order_by(page.c.matches.desc(), page.c[player])


THE_PLAYER = with_latest(PLAYERS.where(players.c.player == bindparam("player")))
THE_RIVALS = with_latest(RIVALS_OF, "rival")


class FinishedMatches:
    """What lists and statistics ask of a store: matches that are finished, and who played in them."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def result(self, code: str) -> ResultRow | None:
        """How the match at this table ended; None while it has not."""
        found = self._read(THE_RESULT, {"code": code})
        return ResultRow(code, found[0].ended_at, self._placings([code])[code], found[0].decided) if found else None

    def finished(self, codes: Sequence[str]) -> frozenset[str]:
        """Those of these tables whose match has ended."""
        return frozenset(row.table for row in self._read(ENDED, {"codes": codes}))

    def rematch(self, code: str) -> str | None:
        """The table at which the match of this one is played once more."""
        found = self._read(THE_REMATCH, {"code": code})
        return str(found[0].next) if found else None

    def is_rematch(self, code: str) -> bool:
        """Whether the match of another table is played once more at this one."""
        return bool(self._read(IS_REMATCH, {"code": code}))

    def matches(self, search: Search, most: int, after: int = 0) -> list[PastMatch]:
        """The matches that are looked for, last ended first: up to `most`, with the first `after` left out."""
        return self._matches(self._read(codes_of(search).limit(most).offset(after), {}))

    def matches_of(self, player: str, most: int) -> list[PastMatch]:
        """Up to `most` matches of the player of exactly this compared name, last ended first."""
        return self._matches(self._read(CODES_OF, {"player": player, "most": most}))

    def _matches(self, found: Sequence[DatabaseRow]) -> list[PastMatch]:
        codes = [row.table for row in found]
        placed = self._placings(codes)
        rows = self._read(MATCHES, {"codes": codes})
        return [past_match(row, placed[row.table]) for row in rows]

    def _placings(self, codes: Sequence[str]) -> Mapping[str, tuple[Placing, ...]]:
        placed: dict[str, tuple[Placing, ...]] = defaultdict(tuple)
        for table, *placing in self._read(PLACINGS, {"codes": codes}):
            placed[table] += (Placing(*placing),)
        return placed

    # Players

    def players(self, part: str, most: int, after: int = 0) -> list[PlayerRow]:
        """The players whose compared name holds this part, who played most first."""
        query = PLAYERS.where(players.c.player.contains(part, autoescape=True)).limit(most).offset(after)
        return [PlayerRow(**row._mapping) for row in self._read(with_latest(query), {})]

    def player(self, player: str) -> PlayerRow | None:
        """The player of exactly this compared name; None where there is none."""
        found = self._read(THE_PLAYER, {"player": player})
        return PlayerRow(**found[0]._mapping) if found else None

    def games_of(self, player: str) -> list[OfGame]:
        """How a player did in each game, the one with most matches first."""
        found = self._read(GAMES_OF, {"player": player})
        return [OfGame(row.game, row.matches, row.wins, row.places / row.matches) for row in found]

    def rivals_of(self, player: str, most: int, after: int = 0) -> list[Against]:
        """How a player did against others, met most first: up to `most`, with the first `after` left out."""
        found = self._read(THE_RIVALS, {"player": player, "most": most, "after": after})
        return [against(row) for row in found]


def against(found: DatabaseRow) -> Against:
    """A player against another one."""
    level = found.matches - found.ahead - found.behind
    return Against(found.rival, found.name, found.matches, found.ahead, found.behind, level)


def past_match(found: DatabaseRow, placings: tuple[Placing, ...]) -> PastMatch:
    """A finished match as a list has it."""
    decided = None if found.decided is None else decoded(found.decided)
    return PastMatch(found.table, found.game, found.started_at, found.ended_at, placings, decided, found.options)


def codes_of(search: Search) -> Select[tuple[float, str]]:
    """The tables of the matches that are looked for, last ended first."""
    where, found = (placings.c, CODES_WITH) if search.player else (results.c, CODES)
    if search.player:
        found = found.where(placings.c.player.contains(search.player, autoescape=True))
    if search.game:
        found = found.where(where.game == search.game)
    if search.since is not None:
        found = found.where(where.ended_at >= search.since)
    if search.until is not None:
        found = found.where(where.ended_at < search.until)
    if search.tables is not None:
        found = found.where(where.table.in_(search.tables))
    return found


def put_result(connection: Connection, code: str, result: ResultRow | None) -> None:
    """Keeps how the match at this table ended, or that it has not, in place of what was kept. Raises NoSuchTable."""
    where = {"at_table": code}
    before = [Counted(*row) for row in connection.execute(NO_PLACINGS, where)]
    connection.execute(NO_RESULT, where)
    after = _add_result(connection, code, result) if result is not None else []
    count(connection, before, after)


def _add_result(connection: Connection, code: str, result: ResultRow) -> list[Counted]:
    game = connection.execute(GAME, {"code": code}).scalar()
    if game is None:
        raise NoSuchTable(code)
    match = {"table": code, "game": game, "ended_at": result.ended_at}
    connection.execute(ADD_RESULT, match | {"decided": result.decided})
    rows = [
        match | {"position": position} | {name: getattr(placing, name) for name in placing.__match_args__}
        for position, placing in enumerate(result.placings)
    ]
    if rows:
        connection.execute(ADD_PLACINGS, rows)
    return [Counted(one.player, game, one.place, one.won) for one in result.placings]

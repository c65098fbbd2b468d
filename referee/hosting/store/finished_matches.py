"""The finished matches of a store: kept with the logs that they follow from, searched,
and listed by player.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.vocabulary.text import decoded
from referee.vocabulary.values import whole

from .database import Connection, compact, insertion
from .failures import NoSuchTable
from .rows import (
    Against,
    EveningMatch,
    OfGame,
    PastMatch,
    Placing,
    PlayerRow,
    ResultRow,
    Search,
)

Read = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]

# The index `placings_by_player` has all that is counted; only for those on a page it is
# looked up how somebody was spelled last.
WITH_NAMES = """
    SELECT page.player, (
        SELECT name FROM placings WHERE placings.player = page.player ORDER BY ended_at DESC, code DESC LIMIT 1
    ), page.* FROM ({page}) AS page ORDER BY matches DESC, page.player
"""
PLAYERS = """
    SELECT player, count(*) AS matches, sum(CASE WHEN won THEN 1 ELSE 0 END) AS wins, max(ended_at) AS last_at
    FROM placings WHERE {which} GROUP BY player ORDER BY matches DESC, player LIMIT ? OFFSET ?
"""
GAMES_OF = """
    SELECT game, count(*) AS matches, sum(CASE WHEN won THEN 1 ELSE 0 END), avg(place)
    FROM placings WHERE player = ? GROUP BY game ORDER BY matches DESC, game
"""
RIVALS_OF = """
    SELECT rival.player AS player, count(*) AS matches, sum(CASE WHEN own.place < rival.place THEN 1 ELSE 0 END),
    sum(CASE WHEN own.place > rival.place THEN 1 ELSE 0 END), sum(CASE WHEN own.place = rival.place THEN 1 ELSE 0 END)
    FROM placings AS own JOIN placings AS rival ON rival.code = own.code AND rival.player <> own.player
    WHERE own.player = ? GROUP BY rival.player ORDER BY matches DESC, player LIMIT ? OFFSET ?
"""
MATCHES_OF = """
    SELECT DISTINCT ended_at, code FROM placings WHERE player = ? ORDER BY ended_at DESC, code DESC LIMIT ?
"""
# Play goes on from a table at one other, where it never went on before.
ONE_AFTER_THE_OTHER = """
    WITH RECURSIVE earlier (code, step) AS (
        SELECT code, 0 FROM tables WHERE code = ? UNION ALL
        SELECT rematches.code, step - 1 FROM earlier JOIN rematches ON next = earlier.code WHERE step > -100
    ), later (code, step) AS (
        SELECT code, 0 FROM tables WHERE code = ? UNION ALL
        SELECT next, step + 1 FROM later JOIN rematches ON rematches.code = later.code WHERE step < 100
    )
    SELECT tables.code, tables.game, options, created_at, results.ended_at, coalesce(ended_early, FALSE)
    FROM (SELECT * FROM earlier UNION SELECT * FROM later) AS linked
    JOIN tables ON tables.code = linked.code LEFT JOIN results ON results.code = linked.code ORDER BY step
"""
HAS_RESULT = "EXISTS (SELECT 1 FROM placings WHERE placings.code = results.code)"
SAME_GAME_AGAIN = """
    SELECT next FROM rematches JOIN tables AS earlier ON earlier.code = rematches.code
    JOIN tables AS later ON later.code = next WHERE next = ? AND earlier.game = later.game
"""


class FinishedMatches:
    """What lists and statistics ask of a store: matches that are finished, and who
    played in them.
    """

    def __init__(self, read: Read) -> None:
        self._read = read

    def result(self, code: str) -> ResultRow | None:
        """How the match at this table ended; None while it has not."""
        found = self._read(
            "SELECT ended_at, decided, ended_early FROM results WHERE code = ?", [code]
        )
        if not found:
            return None
        [(ended_at, decided, ended_early)] = found
        return ResultRow(
            code, ended_at, self._placings([code])[code], decided, bool(ended_early)
        )

    def finished(self, codes: Sequence[str]) -> frozenset[str]:
        """Those of these tables whose match has ended."""
        found = self._read(f"SELECT code FROM results WHERE {_among(codes)}", codes)  # noqa: S608
        return frozenset(code for [code] in found)

    def next_table(self, code: str) -> str | None:
        """The table at which those of this one play on."""
        found = self._read("SELECT next FROM rematches WHERE code = ?", [code])
        return str(found[0][0]) if found else None

    def is_rematch(self, code: str) -> bool:
        """Whether the same game was played at the table before this one."""
        return bool(self._read(SAME_GAME_AGAIN, [code]))

    def one_after_the_other(self, code: str) -> list[EveningMatch]:
        """The matches that led to the one at this table, itself, and those that it led
        to, the first one first.
        """
        found = self._read(ONE_AFTER_THE_OTHER, [code, code])
        placed = self._placings([code for code, *_ in found])
        return [
            EveningMatch(
                code,
                game,
                options,
                opened_at,
                ended_at,
                placed[code],
                bool(ended_early),
            )
            for code, game, options, opened_at, ended_at, ended_early in found
        ]

    def matches(self, search: Search, most: int, after: int = 0) -> list[PastMatch]:
        """The matches that are looked for, last ended first: up to `most`, with the
        first `after` left out.

        One that ended before anything was scored has no result, and is not among them.
        """
        # A match has several players of whom each may be meant.
        once, kept = ("DISTINCT", "placings") if search.player else ("", "results")
        conditions, given = _conditions(search)
        if not search.player:
            conditions = f"{conditions} AND {HAS_RESULT}"
        words = f"SELECT {once} ended_at, code FROM {kept} WHERE {conditions}"  # noqa: S608
        page = "ORDER BY ended_at DESC, code DESC LIMIT ? OFFSET ?"
        return self._matches(self._read(f"{words} {page}", [*given, most, after]))

    def matches_of(self, player: str, most: int) -> list[PastMatch]:
        """Up to `most` matches of the player of exactly this compared name, last ended
        first.
        """
        return self._matches(self._read(MATCHES_OF, [player, most]))

    def _matches(self, found: Sequence[tuple[float, str]]) -> list[PastMatch]:
        codes = [code for _, code in found]
        placed = self._placings(codes)
        rows = self._read(
            "SELECT results.code, results.game, started_at, ended_at, decided, "  # noqa: S608
            "options, ended_early FROM results "
            "JOIN tables ON tables.code = results.code WHERE "
            f"{_among(codes, 'results.code')} "
            f"ORDER BY ended_at DESC, results.code DESC",
            codes,
        )
        return [
            PastMatch(
                code,
                game,
                started_at,
                ended_at,
                placed[code],
                decided and decoded(decided),
                options,
                bool(ended_early),
            )
            for code, game, started_at, ended_at, decided, options, ended_early in rows
        ]

    def _placings(self, codes: Sequence[str]) -> Mapping[str, tuple[Placing, ...]]:
        placed: dict[str, tuple[Placing, ...]] = defaultdict(tuple)
        words = (
            "SELECT code, name, player, score, place, won FROM placings WHERE "  # noqa: S608
            f"{_among(codes)}"
        )
        for code, name, player, score, place, won in self._read(
            f"{words} ORDER BY code, position", codes
        ):
            placed[code] += (Placing(name, player, whole(score), place, won),)
        return placed

    # Players

    def players(self, part: str, most: int, after: int = 0) -> list[PlayerRow]:
        """The players whose compared name holds this part, who played most first."""
        which, given = (
            ("player LIKE ? ESCAPE '\\'", [_holding(part)])
            if part
            else ("player IS NOT NULL", [])
        )
        return self._players(which, [*given, most, after])

    def player(self, player: str) -> PlayerRow | None:
        """The player of exactly this compared name; None where there is none."""
        return next(iter(self._players("player = ?", [player, 1, 0])), None)

    def _players(self, which: str, given: Sequence[Any]) -> list[PlayerRow]:
        words = WITH_NAMES.format(page=PLAYERS.format(which=which))
        return [
            PlayerRow(player, name, *numbers)
            for player, name, _, *numbers in self._read(words, given)
        ]

    def games_of(self, player: str) -> list[OfGame]:
        """How a player did in each game, the one with most matches first."""
        found = self._read(GAMES_OF, [player])
        return [
            OfGame(game, matches, wins, float(place))
            for game, matches, wins, place in found
        ]

    def rivals_of(self, player: str, most: int, after: int = 0) -> list[Against]:
        """How a player did against others, met most first: up to `most`, with the first
        `after` left out.
        """
        found = self._read(WITH_NAMES.format(page=RIVALS_OF), [player, most, after])
        return [Against(rival, name, *numbers) for rival, name, _, *numbers in found]


def _holding(part: str) -> str:
    """Return the pattern of whatever holds this part."""
    escaped = part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _among(codes: Sequence[str], column: str = "code") -> str:
    """Return the condition that a column has one of these values."""
    return f"{column} IN ({', '.join('?' * len(codes))})" if codes else "1 = 0"


def _conditions(search: Search) -> tuple[str, list[Any]]:
    asked: list[tuple[str, list[Any]]] = []
    if search.player:
        asked.append(("player LIKE ? ESCAPE '\\'", [_holding(search.player)]))
    if search.game:
        asked.append(("game = ?", [search.game]))
    if search.since is not None:
        asked.append(("ended_at >= ?", [search.since]))
    if search.until is not None:
        asked.append(("ended_at < ?", [search.until]))
    if search.tables is not None:
        asked.append((_among(search.tables), [*search.tables]))
    words = " AND ".join(condition for condition, _ in asked)
    return words or "1 = 1", [value for _, values in asked for value in values]


def put_result(connection: Connection, code: str, result: ResultRow | None) -> None:
    """Keep how the match at this table ended (None: it has not) in place of what was
    kept. Raises NoSuchTable.
    """
    connection.execute("DELETE FROM results WHERE code = ?", [code])
    if result is None:
        return
    found = connection.execute(
        "SELECT game FROM tables WHERE code = ?", [code]
    ).fetchall()
    if not found:
        raise NoSuchTable(code)
    game, decided = (
        found[0][0],
        None if result.decided is None else compact(result.decided),
    )
    connection.execute(
        insertion("results", 5),
        [code, game, result.ended_at, decided, result.ended_early],
    )
    for position, placing in enumerate(result.placings):
        values = (getattr(placing, name) for name in Placing.__match_args__)
        connection.execute(
            insertion("placings", 9), [code, position, *values, game, result.ended_at]
        )

"""The finished matches in a store, kept beside the logs that determine them."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from referee.vocabulary.text import decoded
from referee.vocabulary.values import Count, as_score

from .database import Connection, compact
from .failures import NoSuchTable
from .rows import (
    Against,
    EveningMatch,
    OfGame,
    PastMatch,
    Placing,
    PlayerRow,
    Read,
    ResultRow,
    Rows,
    Search,
)

OF_OTHER_EVENTS = "SELECT code FROM event_tables WHERE event NOT IN ({marks})"
"""Only those at an event see who plays there: lists and statistics are everybody's."""

ADD_RESULT = """
    INSERT INTO results SELECT code, game, ?, ?, ? FROM tables WHERE code = ?
"""
PLACING = "(?, ?, ?, ?, ?, ?, ?, (SELECT game FROM tables WHERE code = ?), ?)"

# The index `placings_by_player` covers all counts; only a page's players need their
# latest spelling.
WITH_NAMES = """
    SELECT page.player, (
        SELECT name FROM placings WHERE placings.player = page.player
        ORDER BY ended_at DESC, code DESC LIMIT 1
    ), page.* FROM ({page}) AS page ORDER BY matches DESC, page.player
"""
PLAYERS = """
    SELECT player, count(*) AS matches,
        sum(CASE WHEN won THEN 1 ELSE 0 END) AS wins, max(ended_at) AS last_at
    FROM placings WHERE {which} AND {may_be_told}
    GROUP BY player ORDER BY matches DESC, player LIMIT ? OFFSET ?
"""
GAMES_OF = """
    SELECT game, count(*) AS matches,
        sum(CASE WHEN won THEN 1 ELSE 0 END), avg(place)
    FROM placings WHERE player = ? AND {may_be_told}
    GROUP BY game ORDER BY matches DESC, game
"""
RIVALS_OF = """
    SELECT rival.player AS player, count(*) AS matches,
        sum(CASE WHEN own.place < rival.place THEN 1 ELSE 0 END),
        sum(CASE WHEN own.place > rival.place THEN 1 ELSE 0 END),
        sum(CASE WHEN own.place = rival.place THEN 1 ELSE 0 END)
    FROM placings AS own JOIN placings AS rival
        ON rival.code = own.code AND rival.player <> own.player
    WHERE own.player = ? AND own.{may_be_told}
    GROUP BY rival.player ORDER BY matches DESC, player LIMIT ? OFFSET ?
"""
# Several of its players may match the name.
MATCHES_OF_PLAYERS = "SELECT DISTINCT ended_at, code FROM placings"
# A match that ended before any score has no result.
MATCHES = """
    SELECT ended_at, code FROM results
    WHERE EXISTS (SELECT 1 FROM placings WHERE placings.code = results.code)
"""
LAST_FIRST = "ORDER BY ended_at DESC, code DESC LIMIT ? OFFSET ?"
HOLDS_NAME = "player LIKE ? ESCAPE '\\'"
MATCHES_ON_PAGE = """
    SELECT results.code, results.game, started_at, ended_at, decided, options,
        ended_early
    FROM results JOIN tables ON tables.code = results.code WHERE {which}
    ORDER BY ended_at DESC, results.code DESC
"""
PLACINGS = """
    SELECT code, name, player, score, place, won FROM placings
    WHERE {which} ORDER BY code, position
"""
# A table has at most one next table, and a next table one predecessor.
ONE_AFTER_THE_OTHER = """
    WITH RECURSIVE earlier (code, step) AS (
        SELECT code, 0 FROM tables WHERE code = ? UNION ALL
        SELECT rematches.code, step - 1
        FROM earlier JOIN rematches ON next = earlier.code WHERE step > -100
    ), later (code, step) AS (
        SELECT code, 0 FROM tables WHERE code = ? UNION ALL
        SELECT next, step + 1
        FROM later JOIN rematches ON rematches.code = later.code WHERE step < 100
    )
    SELECT tables.code, tables.game, options, created_at, results.ended_at,
        coalesce(ended_early, FALSE)
    FROM (SELECT * FROM earlier UNION SELECT * FROM later) AS linked
    JOIN tables ON tables.code = linked.code
    LEFT JOIN results ON results.code = linked.code ORDER BY step
"""
SAME_GAME_AGAIN = """
    SELECT (SELECT COUNT(*) FROM seats WHERE seats.code = earlier.code) FROM rematches
    JOIN tables AS earlier ON earlier.code = rematches.code
    JOIN tables AS later ON later.code = next
    WHERE next = ? AND earlier.game = later.game
"""


class FinishedMatches:
    """Queries for lists and statistics of finished matches and their players."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def result(self, code: str) -> ResultRow | None:
        """Return the result of this table's match; None while it goes on."""
        sql = "SELECT ended_at, decided, ended_early FROM results WHERE code = ?"
        rows = self._read(sql, [code])
        if not rows:
            return None
        ended_at, decided, is_early = rows[0]
        placings = self._placings([code])[code]
        return ResultRow(code, ended_at, placings, decided, is_early)

    def finished(self, codes: Sequence[str]) -> frozenset[str]:
        """Return which of these tables have a finished match."""
        sql = f"SELECT code FROM results WHERE {_among(codes)}"  # noqa: S608  # only question marks
        return frozenset(code for [code] in self._read(sql, codes))

    def next_table(self, code: str) -> str | None:
        """Return the next table of these people, or None."""
        sql = "SELECT next FROM rematches WHERE code = ?"
        rows = self._read(sql, [code])
        return rows[0][0] if rows else None

    def seats_before(self, code: str) -> Count | None:
        """Return how many sat at the table of which this is a rematch, or None."""
        rows = self._read(SAME_GAME_AGAIN, [code])
        return rows[0][0] if rows else None

    def linked_matches(self, code: str) -> list[EveningMatch]:
        """Return the matches of all tables linked with this one, in order."""
        rows = self._read(ONE_AFTER_THE_OTHER, [code, code])
        placings = self._placings([row[0] for row in rows])
        matches = []
        for *row, is_early in rows:
            row += [placings[row[0]], bool(is_early)]
            matches.append(EveningMatch(*row))
        return matches

    def matches(self, search: Search, most: int, after: int = 0) -> list[PastMatch]:
        """Return up to `most` matches, last ended first, after the first `after`.

        Matches without a result, which ended before any score, are left out.
        """
        conditions, given = _conditions(search)
        sql = f"{MATCHES} AND {conditions} {LAST_FIRST}"
        if search.player:
            sql = f"{MATCHES_OF_PLAYERS} WHERE {conditions} {LAST_FIRST}"
        return self._matches(self._read(sql, [*given, most, after]))

    def matches_of(
        self,
        players: Sequence[str],
        most: int,
        before: float = inf,
        events: Sequence[str] = (),
    ) -> list[PastMatch]:
        """Return up to `most` matches of these players, last ended first.

        Their names are exact. All ended `before` this time. Of events there are only
        the matches of `events`, as in all that follow.
        """
        theirs = f"{_among(players, 'player')} AND {_may_be_told(events)}"
        sql = f"{MATCHES_OF_PLAYERS} WHERE ended_at < ? AND {theirs} {LAST_FIRST}"
        return self._matches(self._read(sql, [before, *players, *events, most, 0]))

    def _matches(self, ends: Sequence[tuple[float, str]]) -> list[PastMatch]:
        codes = [code for _, code in ends]
        placings = self._placings(codes)
        sql = MATCHES_ON_PAGE.format(which=_among(codes, "results.code"))
        matches = []
        for *row, decided, options, is_early in self._read(sql, codes):
            sentence = decided and decoded(decided)
            row += [placings[row[0]], sentence, options, is_early]
            matches.append(PastMatch(*row))
        return matches

    def _placings(self, codes: Sequence[str]) -> Mapping[str, tuple[Placing, ...]]:
        placings: dict[str, tuple[Placing, ...]] = defaultdict(tuple)
        rows = self._read(PLACINGS.format(which=_among(codes)), codes)
        for code, name, player, score, place, won in rows:
            placings[code] += (Placing(name, player, as_score(score), place, won),)
        return placings

    # Players

    def players(
        self, fragment: str, most: int, after: int = 0, events: Sequence[str] = ()
    ) -> list[PlayerRow]:
        """Return the players whose compared name contains this, most matches first."""
        which = "player IS NOT NULL"
        given = [*events, most, after]
        if fragment:
            which = HOLDS_NAME
            given.insert(0, _match_containing(fragment))
        return self._players(which, given, events)

    def player(self, player: str, events: Sequence[str] = ()) -> PlayerRow | None:
        """Return the player of exactly this compared name, or None."""
        found = self._players("player = ?", [player, *events, 1, 0], events)
        return found[0] if found else None

    def _players(
        self, which: str, given: Sequence[Any], events: Sequence[str]
    ) -> list[PlayerRow]:
        sql = PLAYERS.format(which=which, may_be_told=_may_be_told(events))
        return [PlayerRow(*row) for row in self._read_page(sql, given)]

    def games_of(self, player: str, events: Sequence[str] = ()) -> list[OfGame]:
        """Return a player's statistics by game, most matches first."""
        games = []
        games_of = GAMES_OF.format(may_be_told=_may_be_told(events))
        for *row, place in self._read(games_of, [player, *events]):
            row.append(float(place))
            games.append(OfGame(*row))
        return games

    def rivals_of(
        self, player: str, most: int, after: int = 0, events: Sequence[str] = ()
    ) -> list[Against]:
        """Return opponents after the first `after`, the most frequent first."""
        rivals_of = RIVALS_OF.format(may_be_told=_may_be_told(events))
        rows = self._read_page(rivals_of, [player, *events, most, after])
        return [Against(*row) for row in rows]

    def _read_page(self, page: str, given: Sequence[Any]) -> Rows:
        """Return a page of players: names and counts."""
        rows = []
        for player, name, _, *counted in self._read(
            WITH_NAMES.format(page=page), given
        ):
            rows.append((player, name, *counted))
        return rows


def _match_containing(fragment: str) -> str:
    """Return the LIKE pattern for texts that contain this."""
    escaped = re.sub(r"([\\%_])", r"\\\1", fragment)
    return f"%{escaped}%"


def _among(codes: Sequence[str], column: str = "code") -> str:
    """Return the condition that a column has one of these values."""
    if not codes:
        return "1 = 0"
    return f"{column} IN ({', '.join('?' * len(codes))})"


def _may_be_told(events: Sequence[str]) -> str:
    """Return the condition that a match is of no event but these."""
    # No list may be empty.
    marks = ", ".join(["''", *"?" * len(events)])
    return f"code NOT IN ({OF_OTHER_EVENTS.format(marks=marks)})"


def _conditions(search: Search) -> tuple[str, list[Any]]:
    wanted: dict[str, Any] = {
        "game = ?": search.game or None,
        "ended_at >= ?": search.since,
        "ended_at < ?": search.until,
    }
    if search.player:
        wanted[HOLDS_NAME] = _match_containing(search.player)
    conditions = ["1 = 1"]
    given = []
    for condition, value in wanted.items():
        if value is not None:
            conditions.append(condition)
            given.append(value)
    if search.tables is None:
        conditions.append(_may_be_told(search.events))
        given.extend(search.events)
    else:
        conditions.append(_among(search.tables))
        given.extend(search.tables)
    return " AND ".join(conditions), given


def put_result(connection: Connection, code: str, result: ResultRow | None) -> None:
    """Replace a table's stored result (None: the match goes on).

    Raise NoSuchTable if there is none.
    """
    connection.execute("DELETE FROM results WHERE code = ?", [code])
    if result is None:
        return
    decided = result.decided and compact(result.decided)
    row = [result.ended_at, decided, result.ended_early, code]
    if not connection.execute(ADD_RESULT, row).rowcount:
        raise NoSuchTable(code)

    values: list[object] = []
    for position, placing in enumerate(result.placings):
        members = [getattr(placing, name) for name in Placing.__match_args__]
        values += [code, position, *members, code, result.ended_at]
    if values:
        # One statement: each is a message to the server, or a turn between threads.
        rows = ", ".join([PLACING] * len(result.placings))
        connection.execute(f"INSERT INTO placings VALUES {rows}", values)  # noqa: S608  # only question marks

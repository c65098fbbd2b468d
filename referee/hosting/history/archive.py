"""The archive of finished matches and players, and how to erase names from it."""

import json
import logging
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from referee.events.forgetting import SOMEBODY, rename_people
from referee.hosting.history.statistics import MatchOfPlayer, PlayerRecord
from referee.hosting.room import CardRoom
from referee.hosting.store import (
    NewcomerRow,
    PastMatch,
    PlayerRow,
    Search,
    SeatRow,
)
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import require_right_to_rename
from referee.hosting.tables.player_names import comparable, same_name
from referee.hosting.tables.renaming import plan_renaming
from referee.hosting.tables.table import Table
from referee.match.log_entry import Record
from referee.match.viewer import Viewer
from referee.vocabulary.errors import ConflictError, NotFoundError, RefereeError
from referee.vocabulary.text import say

ON_A_PAGE = 20
MATCHES_IN_FORM = 10

WRITTEN = frozenset(["why"])
"""The members of a log's lines that hold people's own words in any game."""

LOG_UNREADABLE = "A name cannot be taken out of a match: its log cannot be read."

log = logging.getLogger("referee.history")


@dataclass(frozen=True, slots=True)
class Matches:
    """A page of finished matches, last ended first; and whether more follow."""

    matches: tuple[PastMatch, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Players:
    """A page of players, most matches first; and whether more follow."""

    players: tuple[PlayerRow, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The tables that a name was removed from, and those that had to keep it."""

    tables: tuple[str, ...]
    left: tuple[str, ...]


class Archive:
    """The finished matches of a card room. Any thread may call any method."""

    def __init__(self, room: CardRoom) -> None:
        self._room = room
        self._store = room.store

    def matches(
        self,
        search: Search = Search(),  # noqa: B008  # never changed
        page: int = 1,
        most: int = ON_A_PAGE,
    ) -> Matches:
        """Return a page, counted from 1, of the finished matches looked for."""
        wanted = replace(search, player=comparable(search.player))
        matches = self._store.past.matches(wanted, most + 1, (page - 1) * most)
        return Matches(tuple(matches[:most]), len(matches) > most)

    def players(
        self, fragment: str = "", page: int = 1, events: Sequence[str] = ()
    ) -> Players:
        """Return a page, from 1, of players whose names contain this, in any case.

        Of matches at events only those at these `events` count.
        """
        fragment = comparable(fragment)
        before = (page - 1) * ON_A_PAGE
        past = self._store.past
        players = past.players(fragment, ON_A_PAGE + 1, before, events)
        return Players(tuple(players[:ON_A_PAGE]), len(players) > ON_A_PAGE)

    def player(
        self, name: str, page: int = 1, events: Sequence[str] = ()
    ) -> PlayerRecord:
        """Return a player's statistics, as `players`, with a page of opponents.

        Raise NotFoundError if nobody has this name.
        """
        past = self._store.past
        compared = comparable(name)
        player = past.player(compared, events)
        if player is None:
            raise NotFoundError(
                say("No finished match has a player called {name}.", name=name)
            )

        form = []
        for match in past.matches_of([compared], MATCHES_IN_FORM, events=events):
            for own in match.placings:
                if own.player == compared:
                    form.append(MatchOfPlayer(match, own.place, own.won))
        before = (page - 1) * ON_A_PAGE
        rivals = past.rivals_of(compared, ON_A_PAGE + 1, before, events)
        return PlayerRecord(
            compared,
            player.name,
            player.matches,
            player.wins,
            games=tuple(past.games_of(compared, events)),
            against=tuple(rivals[:ON_A_PAGE]),
            page=page,
            more=len(rivals) > ON_A_PAGE,
            form=tuple(form),
        )

    # Forgetting

    def forget_name(self, code: str, seat: str, viewer: Viewer) -> str:
        """Remove a seat's name from its match for good; return its replacement.

        Raise ForbiddenError unless the seat's owner or the host asks, and for an owner
        to whom the table lent the seat. Raise ConflictError if the name is forgotten
        already, or cannot be removed.
        """
        with self._room.changing(code, viewer) as held:
            return retry_if_outdated(self._forget_name)(held, seat)

    def _forget_name(self, held: HeldTable, seat: str) -> str:
        name = held.table.seat(seat).name
        require_right_to_rename(held.table, held.viewer, name)
        if name in held.table.nameless:
            raise ConflictError(say("This seat no longer has a player’s name."))
        return self._take_name_out(held, name)

    def _take_name_out(self, held: HeldTable, name: str) -> str:
        """Remove a seat's name from its match for good; return its replacement."""
        table = held.table
        store = self._store
        new = neutral_name([row.name for row in table.seats], name)
        rename = rename_people({name: new}, {name})
        lines = _reword_lines(store.log(table.code), rename, _list_texts(table))
        renaming = plan_renaming(store, table, name, new, lines, forgets=True)
        store.rename_seat(renaming, table.stamp)
        self._room.races.forget_table(table.code)
        self._room.forget(table.code)
        return new

    def forget_player(
        self,
        name: str,
        progress: Callable[[Sequence[SeatRow]], Iterable[SeatRow]] = iter,
    ) -> Forgotten:
        """Remove a player's name from the whole store, for good.

        It takes the player's seats from what `progress` makes of them, one by one.

        Only the command line offers it, to people who can write the store anyway. It
        skips tables as `forget_seats` does.
        """
        # Words first: whoever begins again after a kill finds the seats still to do.
        seats = self._seats_called(name)
        others = {code for (code,) in self._store.read("SELECT code FROM tables")}
        others.difference_update(seat.table for seat in seats)
        rename = rename_people({name: SOMEBODY}, {name})
        worded = self.rename_in_words(others, rename)
        forgotten = self.forget_seats(progress(seats))
        for newcomer in self._newcomers_called(name):
            self._store.remove_newcomer(newcomer)
        left = dict.fromkeys((*forgotten.left, *worded))
        return Forgotten(forgotten.tables, tuple(left))

    def forget_seats(self, seats: Iterable[SeatRow]) -> Forgotten:
        """Remove the names of seats from their matches for good.

        It skips a table whose game is not installed, cannot read the log, or rules
        differently without the name.
        """
        tables = []
        left = []
        for seat in seats:
            try:
                with self._room.changing(seat.table) as held:
                    retry_if_outdated(self._take_name_out)(held, seat.name)
                tables.append(seat.table)
            except Exception as problem:
                # A game may fail in any way on a log of one of its former versions.
                if not isinstance(problem, RefereeError):
                    log.exception(LOG_UNREADABLE)
                left.append(seat.table)
        return Forgotten(tuple(tables), tuple(left))

    def rename_in_words(
        self, tables: Iterable[str], rename: Callable[[str], str]
    ) -> list[str]:
        """Rename people in what was written at these tables.

        Return the tables whose game cannot tell which entries are words.
        """
        left = []
        for code in tables:
            lines = [line for line in self._store.log(code) if _mentions(line, rename)]
            if not lines:
                continue
            texts: Set[str] = WRITTEN
            try:
                texts = _list_texts(self._room.current_table(code))
            except Exception:  # as in `forget_seats`
                log.exception(LOG_UNREADABLE)
                left.append(code)
            changed = _reword_lines(lines, rename, texts)
            if changed:
                self._store.change_lines(code, changed)
                self._room.forget(code)
                self._room.listeners.ring(code)
        return left

    def tables_of(self, name: str) -> tuple[str, ...]:
        """Return all tables with a player of this name, even unfinished ones.

        Also those where somebody of this name plays in the next match.
        """
        tables = [seat.table for seat in self._seats_called(name)]
        tables += [newcomer.table for newcomer in self._newcomers_called(name)]
        return tuple(dict.fromkeys(tables))

    def _newcomers_called(self, name: str) -> list[NewcomerRow]:
        compared = comparable(name)
        everybody = self._store.newcomers_everywhere()
        return [row for row in everybody if comparable(row.name) == compared]

    def _seats_called(self, name: str) -> list[SeatRow]:
        compared = comparable(name)
        seats = []
        for seat in self._store.seats_everywhere():
            if comparable(seat.name) == compared and not seat.nameless:
                seats.append(seat)
        return seats


def neutral_name(names: Sequence[str], name: str) -> str:
    """Return a name that reveals nothing: `Player 2` for the second seat, if free."""
    number = names.index(name) + 1
    while same_name(f"Player {number}", names) is not None:
        number += len(names)
    return f"Player {number}"


def _list_texts(table: Table) -> Set[str]:
    """Return the names of the fields for people's own words, of all that was asked."""
    texts = {*WRITTEN}
    positions = table.match.history.positions if table.match else []
    for position in positions:
        for prompt in position.game_prompts:
            for field in prompt.fields:
                if field.type == "text":
                    texts.add(field.name)
    return texts


def _mentions(line: Record, rename: Callable[[str], str]) -> bool:
    """Return whether a line has a word that would be renamed."""
    words = json.dumps(line.body, ensure_ascii=False)
    return rename(words) != words


def _reword_lines(
    lines: Iterable[Record], rename: Callable[[str], str], texts: Set[str]
) -> list[Record]:
    """Return the lines in which people's own words become others.

    A word that a game chose from stays, though somebody is called so.
    """
    changed = []
    for line in lines:
        body = _reword(line.body, rename, texts)
        if body != line.body:
            changed.append(replace(line, body=body))
    return changed


def _reword(value: Any, rename: Callable[[str], str], texts: Set[str]) -> Any:
    """Return a JSON value with other words in the members with these names."""
    if isinstance(value, list):
        return [_reword(inner, rename, texts) for inner in value]
    if not isinstance(value, dict):
        return value
    reworded = {}
    for name, inner in value.items():
        is_text = name in texts and isinstance(inner, str)
        reworded[name] = rename(inner) if is_text else _reword(inner, rename, texts)
    return reworded

"""An event's board: a screen that everybody sees, read from five metres, by turns."""

from __future__ import annotations

import hmac
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from operator import attrgetter

from flask import Response, request

from referee.events.event import Event, EventTable
from referee.events.standings import EventStanding
from referee.hosting.events.board_address import board_key, board_token
from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import EventNow
from referee.hosting.tables.tokens import CODE_LENGTH, read_letters
from referee.vocabulary.errors import NotFoundError, UnauthorizedError
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Score
from referee_web.guards import auth, cookies
from referee_web.guards.services import room, services
from referee_web.pages.blueprint import blueprint, draw_qr, go_to, render
from referee_web.pages.event.event_results import SideScore, list_scores
from referee_web.pages.event.late_news import LateNews, list_late_news
from referee_web.pages.event.showing import PODIUM, EventPage, board_address, take_place
from referee_web.pages.games.next_week import NextWeek

TURN_SECONDS = 12
LINES = 20
"""The most tables, or entrants, that are read at once from five metres."""

MOST_ON_PODIUM = 6

SHORT = 16
"""The most letters in a line of names that leave room for larger type."""

MOST_NAMED = 8
"""The most tables without a result that the board's head names."""

LATEST = 24
"""The most who are named at the door, the latest first."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A table or an entrant on the board."""

    number: int | None
    """The table's number, or the entrant's place; None while they play for it."""
    names: tuple[tuple[str, ...], ...]
    """Short names in two lines."""
    sign: str = "+"
    """Between names in a line; partners stand with a plus."""
    is_done: bool = False
    scores: Sequence[SideScore] = ()
    """The scores of the two sides at a table that is done; none of more sides."""
    total: Score | None = None
    is_waiting: bool = False
    """Whether this round's result of the entrant is not in this total."""
    line: Text | None = None
    """The line of an entrant, where lines are ranked apart."""
    is_match: bool = False
    """Whether the two lines of names are two sides."""


@dataclass(frozen=True, slots=True)
class EventBoardPage(EventPage):
    """One of an event's board's turns."""

    short: Mapping[str, str]
    """People's names, as short as keeps them apart."""
    turn: int
    next_turn: int
    lines: Sequence[BoardLine]
    """The tables or entrants of this turn."""
    stage: str
    """The number of this round; one more once all are over."""

    most_named = MOST_NAMED
    seconds = TURN_SECONDS

    @classmethod
    def of(cls, now: EventNow) -> EventBoardPage:
        """Return the turn that was asked for; the first where a round began since."""
        short = shorten_names(now.event.names)
        turns = _list_turns(now, short)
        asked = request.args.get("turn", "0")
        turn = int(asked) if asked.isdecimal() and len(asked) < 4 else 0
        stage = str(len(now.event.rounds) + now.is_over)
        if request.args.get("round", stage) != stage:
            # People look for their tables when a round begins, and at the end for who
            # won.
            turn = 0
        turn %= len(turns)
        return cls(
            now=now,
            short=short,
            turn=turn,
            next_turn=(turn + 1) % len(turns),
            lines=turns[turn],
            stage=stage,
        )

    @property
    def has_totals(self) -> bool:
        """Return whether this turn shows standings."""
        return any(line.total is not None for line in self.lines)

    @property
    def is_short(self) -> bool:
        """Return whether all names leave room for larger type."""
        for line in self.lines:
            for names in line.names:
                if len(" + ".join(names)) > SHORT:
                    return False
        return True

    @property
    def minutes(self) -> int:
        """Return for how long the latest round has been played."""
        return max(0, int(time.time() - self.event.rounds[-1].at)) // 60

    def list_waiting(self, is_played: bool) -> list[int | Text]:
        """Return tables that are waited for: this round's by number, others by name.

        Those that play on, or with `is_played` those whose result is to be confirmed.
        """
        event = self.event
        waiting: list[int | Text] = []
        for table in self.now.waiting:
            if (table.code in self.now.played) != is_played:
                continue
            round, number = event.locate_table(table.code)
            is_current = round == len(event.rounds)
            waiting.append(number if is_current else event.name_table(table.code))
        return waiting

    @property
    def late(self) -> list[LateNews]:
        """Return the news of results, as `list_late_news` does."""
        return list_late_news(self.now)

    @property
    def sits_out(self) -> list[str]:
        """Return who has no table in this round."""
        return _shorten(self.event, self.event.rounds[-1].sits_out, self.short)

    @property
    def latest(self) -> list[str]:
        """Return who entered last, the latest first."""
        here = [each.id for each in self.event.entrants.values() if each.is_present]
        return _shorten(self.event, here, self.short)[: -LATEST - 1 : -1]


@blueprint.get("/events/<code>/board")
def event_board(code: str) -> Response:
    """Show tables and standings by turns, for a screen that everybody sees."""
    now = auth.event_desk(code).look()
    if not now.is_member:
        raise UnauthorizedError(
            say(
                "On the TV, open the address that the director’s page shows for it, "
                "under “Board for a TV”."
            )
        )
    following = NextWeek.after(now)
    if following is not None and (now.is_board or following.now.is_member):
        return _go_on(now, following.now)
    return render("event/board.html", EventBoardPage.of(now))


def _go_on(now: EventNow, following: EventNow) -> Response:
    """Lead a screen to the board of the event that follows; make it its board too."""
    code = following.row.code
    response = go_to("event_board", code=code)
    if now.is_board and not following.is_member:
        token = board_token(following.row.board_hash)
        cookies.store_token(response, code, token)
    return response


def _shorten(event: Event, ids: Iterable[str], short: Mapping[str, str]) -> list[str]:
    """Return the short names of these entrants' people."""
    names: list[str] = []
    for entrant in ids:
        names += [short[name] for name in event.entrants[entrant].names]
    return names


def _list_turns(now: EventNow, short: Mapping[str, str]) -> list[Sequence[BoardLine]]:
    """Return the board's pages, by turns: this round's tables, then the standings."""
    event = now.event
    if not event.rounds:
        return [()]
    tables = []
    scores = list_scores(now, event.rounds[-1].tables)
    for table in event.rounds[-1].tables:
        _, number = event.locate_table(table.code)
        names = _name_table(event, table, short)
        is_match = len(event.sides_at(table)) == 2
        sign = "+" if is_match else "·"
        is_done = table not in now.waiting
        line = BoardLine(number, names, sign, is_done, is_match=is_match)
        if is_done and len(scores[table.code]) == 2:
            line = replace(line, scores=scores[table.code])
        tables.append(line)
    standings = []
    if now.has_places:
        for standing in now.standings:
            standings.append(_show_standing(event, standing, short))
    turns: list[Sequence[BoardLine]] = []
    for _, ranked in groupby(standings, attrgetter("line")):
        turns += _cut_into_screens([*ranked])
    if now.winners:
        best = [line for line in standings if (line.number or 0) <= PODIUM]
        turns.insert(0, best[:MOST_ON_PODIUM])
    if not now.is_over or not standings:
        turns = [*_cut_into_screens(tables), *turns]
    return turns


def _cut_into_screens(lines: Sequence[BoardLine]) -> Iterable[Sequence[BoardLine]]:
    """Return lines on as few screens as hold them, each about as full as the others."""
    screens = ceil(len(lines) / LINES)
    first = 0
    for screen in range(1, screens + 1):
        end = ceil(len(lines) * screen / screens)
        yield lines[first:end]
        first = end


def _name_table(
    event: Event, table: EventTable, short: Mapping[str, str]
) -> tuple[tuple[str, ...], ...]:
    """Return a table's names in two lines: a side each, or two seats each."""
    sides = [tuple(_shorten(event, side, short)) for side in event.sides_at(table)]
    if len(sides) == 2:
        return tuple(sides)
    singles = tuple(name for side in sides for name in side)
    return singles[:2], singles[2:]


def _show_standing(
    event: Event, standing: EventStanding, short: Mapping[str, str]
) -> BoardLine:
    names = event.entrants[standing.entrant].names
    lines = tuple((short[name],) for name in names)
    is_waiting = any(each.kind == "waiting" for each in standing.rounds[-1:])
    place = None if standing.is_playing else standing.place
    return BoardLine(
        place,
        lines,
        total=standing.total,
        is_waiting=is_waiting,
        line=standing.line,
    )


def shorten_names(names: Sequence[str]) -> dict[str, str]:
    """Return names by their full ones, as short as keeps them apart.

    >>> shorten_names(["Ana Maria Diaz", "Ben Li", "Ben Roe"])
    {'Ana Maria Diaz': 'Ana', 'Ben Li': 'Ben L.', 'Ben Roe': 'Ben R.'}
    """
    shortened = {}
    for shorten in (str, _keep_initial, _keep_first_name):
        alike = Counter(map(shorten, names))
        for name in names:
            if alike[shorten(name)] == 1:
                shortened[name] = shorten(name)
    return shortened


def _keep_first_name(name: str) -> str:
    return name.split()[0]


def _keep_initial(name: str) -> str:
    first, *others = name.split()
    if not others:
        return first
    return f"{first} {others[-1][0]}."


@blueprint.get("/tv/<typed>")
def open_board(typed: str) -> Response:
    """Make this screen an event's board, by the address that the director reads out.

    A phone asks first.
    """
    letters = read_letters(typed)
    code = letters[:CODE_LENGTH]
    key = letters[CODE_LENGTH:]
    with services().limits.guessing(("tv", code, key), lambda: False):
        row = EventDesk(room(), code).look().row
        if not hmac.compare_digest(key.encode(), board_key(row).encode()):
            raise NotFoundError(
                say(
                    "No board has this address. Check it letter by letter: it stands "
                    "on the director’s page, under “Board for a TV”."
                )
            )
    token = board_token(row.board_hash)
    return take_place(EventDesk(room(), code, (token,)).attend(), token)


@blueprint.get("/events/<code>/tv.svg")
def qr_of_board(code: str) -> Response:
    """Return the QR code of the board's address, for the director."""
    return draw_qr(board_address(auth.event_desk(code).direct()))

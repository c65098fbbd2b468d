"""A table as the bearer of this request's cookies sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Response

from referee.hosting.room import SeatState
from referee.hosting.table import Table
from referee.match.logged import SPECTATOR, Viewer
from referee.match.match import Match
from referee.vocabulary.text import Text
from referee.vocabulary.view import View
from referee_web import bearer
from referee_web.bearer import room
from referee_web.pages.frame import go_to
from referee_web.wording import translated


@dataclass(frozen=True, slots=True)
class Seen:
    """A table, who looks at it, and what they see at one moment.

    `ruled` is the number of the entry that the latest rulings are of; 0 while there is none.
    """

    table: Table
    viewer: Viewer
    view: View
    seats: tuple[SeatState, ...]
    match: Match | None
    ruled: int

    @property
    def code(self) -> str:
        """The table's code."""
        return self.table.code

    @property
    def title(self) -> str:
        """The game's title."""
        return translated(self.table.rulebook.game.title)

    @property
    def score(self) -> Text:
        """What the scores count."""
        return self.table.rulebook.game.score

    @property
    def started(self) -> bool:
        """Whether the match has begun."""
        return self.match is not None

    @property
    def holder(self) -> str:
        """What marks everything that this viewer's phone keeps of the table (see `bearer.holder`)."""
        return bearer.holder(self.code, self.viewer)

    @property
    def places(self) -> Mapping[str, int]:
        """The place of each seat, from 0: what its colour goes by."""
        return {name: place for place, name in enumerate(self.view.seats)}


def look(code: str, watching: bool = False) -> Seen:
    """The table with this code, for who asks, or, `watching`, for anybody; NoSuchThing when there is none.

    From here on, this answer's texts are worded as this table words its cards.
    """
    table = bearer.table(code)
    viewer = SPECTATOR if watching else bearer.viewer(table.code)
    return _seen(table, viewer)


@contextmanager
def held(seen: Seen) -> Iterator[Seen]:
    """What this viewer sees of the table while nobody changes it: whatever is read of it then is of one moment."""
    table = seen.table
    with table.lock:
        is_so_still = table.match is seen.match and room().seq(seen.code) == seen.view.seq
        yield seen if is_so_still else _seen(table, seen.viewer)


def _seen(table: Table, viewer: Viewer) -> Seen:
    with table.lock:
        match = table.match
        view, seats = room().view(table.code, viewer), room().seat_states(table.code)
        return Seen(table, viewer, view, seats, match, match.history.latest_seq if match else 0)


def sat_down(code: str, seat_token: str) -> Response:
    """On to the table, with this phone keeping the seat's token."""
    response = go_to("table", code=code)
    bearer.keep_seat(response, code, seat_token)
    return response

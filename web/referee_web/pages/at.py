"""A table as the bearer of this request's cookies sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response

from referee.hosting.room import SeatState
from referee.hosting.table import Table
from referee.match.logged import SPECTATOR, Viewer
from referee.vocabulary.text import Text
from referee.vocabulary.view import View
from referee_web import bearer
from referee_web.bearer import room
from referee_web.pages.frame import go_to
from referee_web.wording import translated


@dataclass(frozen=True, slots=True)
class Seen:
    """A table, who looks at it, and what they see."""

    table: Table
    viewer: Viewer
    view: View
    seats: tuple[SeatState, ...]

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
        return self.table.match is not None

    @property
    def holder(self) -> str:
        """What marks everything that this viewer's phone keeps of the table (see `bearer.holder`)."""
        return bearer.holder(self.code, self.viewer)

    @property
    def ruled(self) -> int:
        """The number of the entry that the latest rulings are of; 0 while there is none."""
        return self.table.match.history.latest_seq if self.table.match else 0

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
    return Seen(table, viewer, room().view(table.code, viewer), room().seat_states(table.code))


def sat_down(code: str, seat_token: str) -> Response:
    """On to the table, with this phone keeping the seat's token."""
    response = go_to("table", code=code)
    bearer.keep_seat(response, code, seat_token)
    return response

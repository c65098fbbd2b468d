"""A table as seen by whoever the cookies of this request belong to."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass

from flask import Response

from referee.hosting.tables.held_table import HeldTable
from referee.hosting.tables.snapshot import Snapshot
from referee.hosting.tables.table import SeatState
from referee.match.log_entry import SPECTATOR, Viewer
from referee.match.match import Match
from referee.vocabulary.text import Text
from referee.vocabulary.view import View
from referee_web.guards import auth
from referee_web.guards.auth import room
from referee_web.pages.blueprint import go_to
from referee_web.wording import translated


@dataclass(frozen=True, slots=True)
class TableContext:
    """A snapshot of a table, as pages show it: all that a page reads of the table is of this one moment."""

    table: Snapshot

    @property
    def viewer(self) -> Viewer:
        """Who is looking."""
        return self.table.by

    @property
    def view(self) -> View:
        """What they see."""
        return self.table.view

    def changing(self) -> AbstractContextManager[HeldTable]:
        """The table, held to be changed by whoever looks."""
        return room().changing(self.code, self.viewer)

    @property
    def match(self) -> Match | None:
        """The match as it stands; None before it has begun."""
        return self.table.match

    @property
    def seats(self) -> tuple[SeatState, ...]:
        """Every seat, clockwise."""
        return self.table.seat_states

    @property
    def ruled(self) -> int:
        """The number of the entry that the latest rulings are of; 0 while there is none."""
        return self.match.history.latest_seq if self.match is not None else 0

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
    def lost(self) -> str | None:
        """The host's seat, where this is the phone from which the others gave it to another one."""
        return self.table.lost_seat(self.viewer)

    @property
    def holder(self) -> str:
        """What marks everything that this viewer's phone keeps of the table (see `auth.holder`)."""
        return auth.holder(self.code, self.viewer)

    @property
    def places(self) -> Mapping[str, int]:
        """The place of each seat, from 0: what its colour goes by."""
        return {name: place for place, name in enumerate(self.view.seats)}


def look(code: str, watching: bool = False, scores: bool = False) -> TableContext:
    """The table with this code, for whoever asks, or, `watching`, for anybody; NotFoundError when there is none.

    With `scores` the score sheet is looked at too. From here on, this answer's texts are worded as this table words
    its cards.
    """
    table = auth.table(code)
    viewer = SPECTATOR if watching else auth.viewer(table.code)
    return TableContext(room().snapshot(table.code, viewer, scores))


def sat_down(code: str, seat_token: str) -> Response:
    """On to the table, with this phone keeping the seat's token."""
    response = go_to("table", code=code)
    auth.keep_seat(response, code, seat_token)
    return response

"""The table's page before its match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import request

from referee.hosting.history.evenings import Evening
from referee.plugin.player_counts import say_missing
from referee.vocabulary.game import Preparation
from referee.vocabulary.text import Text
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.games.set_up_guide import guide, partners
from referee_web.pages.scores.evening_score import score_of_evening
from referee_web.pages.table.at_table import JOIN, START, AtTable
from referee_web.pages.table.evening import title_to_defend
from referee_web.wording import translated


@dataclass(frozen=True, slots=True)
class SettingUpPage(AtTable):
    """A table before its match, as one viewer sees it."""

    @property
    def joining(self) -> bool:
        """Return whether the page asks who sits at this phone."""
        return self.snapshot.viewer.seat is None and "watch" not in request.args

    @property
    def stray(self) -> Trouble | None:
        """Return the trouble if its form is not on the page."""
        trouble = self.trouble
        if trouble is None:
            return None
        is_join = self.joining and trouble.key == JOIN
        is_start = self.snapshot.viewer.host and trouble.key == START
        return None if is_join or is_start else trouble

    @property
    def evening(self) -> Evening | None:
        """Return the evening so far; None before its first match is over."""
        return score_of_evening(self.snapshot)

    @property
    def defended(self) -> Text | None:
        """Return who defends a title, at the evening's first match; or None."""
        return title_to_defend(self.snapshot)

    @property
    def missing(self) -> Text | None:
        """Return how many are missing; None once the match can begin."""
        game = self.snapshot.rulebook.game
        sitting = len(self.snapshot.seat_states)
        return say_missing(translated(game.title), game.players, sitting)

    @property
    def steps(self) -> Sequence[Preparation]:
        """Return how to get the table ready."""
        return guide(self.snapshot)

    @property
    def sides(self) -> Sequence[Sequence[int]]:
        """Return partners by seat numbers; empty without sides."""
        sitting = len(self.snapshot.seat_states)
        return partners(self.snapshot.rulebook, sitting, self.snapshot.row.options)

"""The director's page: calls, the tables of the round, and what is changed there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import request

from referee.events.event import Entrant, EventTable
from referee.events.seating import (
    CANNOT_SEAT,
    advise_groups,
    count_sitting_out,
    say_fault,
    seat_unseated,
)
from referee.hosting.events.possible_scores import find_total
from referee.hosting.store.event_log import read_latest_lines
from referee.plugin.movements import title_of_movement
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import Text
from referee.vocabulary.values import Ordinal, Score
from referee_web.guards import auth
from referee_web.guards.services import room
from referee_web.pages.event.event_results import TableLine, list_tables
from referee_web.pages.event.late_news import LateNews, list_late_news
from referee_web.pages.event.showing import EventPage, board_address
from referee_web.pages.games.next_week import NextWeek


@dataclass(frozen=True, slots=True)
class DirectorPage(EventPage):
    """The director's page."""

    error: RefereeError | None
    """Why what they did was refused."""
    opened: str | None
    """The part of the page that is open."""
    refused_score: Mapping[str, str]
    """The form of the score that was refused; empty without one."""
    forgotten: Entrant | None
    """Whose name was forgotten just now."""
    late: Sequence[LateNews]
    """What changed in earlier rounds."""
    seqs: Mapping[str, int]
    """The number of the last line of each table's log."""
    tables: Mapping[str, TableLine]
    """All tables by code."""
    totals: Mapping[int, Score | None]
    """What the scores of all at a table come to, by how many they are; None: varies."""
    movement: Text
    """How people meet."""
    advice: Text | None
    """What to change where the movement can't keep its promise."""
    sitting_out: int
    """How many would have no table in a round that began now."""
    tv: str
    """The address of the event's board."""

    @classmethod
    def of(
        cls, code: str, error: RefereeError | None, opened: str | None
    ) -> DirectorPage:
        """Return the page of an event's director now."""
        # Read before the results: whoever confirms one that they did not see is
        # refused.
        seqs = read_latest_lines(room().store, code)
        now = auth.event_desk(code).direct()
        event = now.event
        advice = advise_groups(event)
        sizes = {len(table.seats) for table in event.tables.values()}
        sitting_out = 0
        try:
            sitting_out = count_sitting_out(event)
        except CANNOT_SEAT as fault:
            advice = say_fault(fault)
        return cls(
            now=now,
            error=error,
            opened=opened,
            refused_score=request.form if error and opened == "scores" else {},
            forgotten=event.entrants.get(request.args.get("forgotten", "")),
            late=list_late_news(now),
            seqs=seqs,
            tables=list_tables(now, event.tables.values()),
            totals={players: find_total(event.plan, players) for players in sizes},
            movement=title_of_movement(event.plan.movement),
            advice=advice,
            sitting_out=sitting_out,
            tv=board_address(now),
        )

    @property
    def next_week(self) -> NextWeek | None:
        """Return the event that was opened like this one."""
        return NextWeek.after(self.now)

    @property
    def enterable(self) -> list[tuple[Ordinal, list[EventTable]]]:
        """Return the tables to enter results for, by round: the latest first.

        Those of earlier rounds that are waited for stand with the latest.
        """
        waiting = self.now.waiting
        *before, latest = self.event.rounds
        late: list[EventTable] = []
        by_round = []
        for number, played in enumerate(before, 1):
            late += [table for table in played.tables if table in waiting]
            done = [table for table in played.tables if table not in waiting]
            by_round.append((number, done))
        by_round.append((len(self.event.rounds), [*late, *latest.tables]))
        return by_round[::-1]

    @property
    def seatable(self) -> list[str]:
        """Return who would still be seated in this round, in the order of entering.

        Return [] once the round is played.
        """
        if not self.now.is_playing:
            return []
        seated: set[str] = set()
        with suppress(*CANNOT_SEAT):
            for table in seat_unseated(self.event, self.now.results).tables:
                seated.update(table)
        entrants = self.event.entrants.items()
        return [entrant.name for id, entrant in entrants if id in seated]

    def list_come_or_gone(self, was_there: bool) -> list[str]:
        """Return who left since the latest round began, or who came and waits.

        Return [] once the last round has begun.
        """
        if self.event.is_in_last_round:
            return []
        names = []
        for entrant in self.event.entrants.values():
            is_there = self.event.rounds[-1].includes(entrant.id)
            if is_there == was_there and entrant.is_present != was_there:
                names.append(entrant.name)
        return names

"""A snapshot of a table: what a page or an answer is made of, taken at once, so that all of it is of one moment."""

from __future__ import annotations

from referee.frozen import frozen
from referee.hosting.store import ResultRow, SeatRow, TableRow
from referee.hosting.tables.held_table import HeldTable
from referee.hosting.tables.permissions import open_races
from referee.hosting.tables.table import TableFacts
from referee.match.highlights import Scores
from referee.match.log_entry import Viewer
from referee.match.match import Match
from referee.match.visibility import (
    CorrectionLine,
    DisputeLine,
    LogLine,
    correction_lines,
    dispute_lines,
    log_lines,
    view_of,
)
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.text import say
from referee.vocabulary.view import Standing, View


@frozen
class Snapshot(TableFacts):
    """A table at one moment, and what one viewer sees of it. Nothing of it changes, whatever happens at the table.

    `by` is the viewer. `scores` are there where they were asked for, and once the match is over. `fault` is that of
    the table (see `Table`).
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    rulebook: Rulebook
    match: Match | None
    result: ResultRow | None
    by: Viewer
    view: View
    scores: Scores | None = None
    fault: GameFaultError | None = None

    @property
    def ruled(self) -> int:
        """The number of the entry that the latest rulings are of; 0 while there is none."""
        return self.match.history.latest_seq if self.match is not None else 0

    @property
    def log(self) -> tuple[LogLine, ...]:
        """All entries, as this viewer may see them."""
        return log_lines(self.match, self.by) if self.match is not None else ()

    @property
    def corrections(self) -> tuple[CorrectionLine, ...]:
        """All corrections, as this viewer may see them."""
        return correction_lines(self.match, self.by) if self.match is not None else ()

    @property
    def disputes(self) -> tuple[DisputeLine, ...]:
        """Every ruling ever questioned, in order; everybody may see them."""
        return dispute_lines(self.match) if self.match is not None else ()

    @property
    def open_dispute(self) -> DisputeLine | None:
        """The questioned ruling that the match waits for, or None."""
        return next((line for line in self.disputes if line.resolution is None), None)


def snapshot_of(held: HeldTable, scores: bool = False) -> Snapshot:
    """The table as it stands at this moment, as its viewer may see it; with `scores`, the score sheet too."""
    table, view = held.table, view_at(held)
    facts = (table.row, table.seats, table.rulebook, table.still(), table.result)
    told = table.scores() if scores or table.finished else None
    return Snapshot(*facts, held.viewer, view, told, table.fault)


def view_at(held: HeldTable) -> View:
    """A table that is held, as its viewer may see it."""
    table = held.table
    if table.match is not None:
        view = view_of(table.match, held.viewer, table.code)
        return held.races.shown(view, open_races(table.match), len(table.match.entries))
    names = table.names
    standings = tuple(Standing(name, 0, 1) for name in names)
    nothing = ((), standings, False, (), (), ())
    wait = say("Everybody sits down, then the host starts the match.")
    return View(table.code, table.row.game, names, None, "setting-up", 0, 0, (), wait, *nothing)

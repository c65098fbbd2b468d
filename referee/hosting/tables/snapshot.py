"""Snapshots: everything that a page or an answer needs, from one moment."""

from dataclasses import dataclass

from referee.hosting.store import ResultRow, SeatRow, TableRow
from referee.hosting.store.event_log import TableInEvent
from referee.hosting.tables.held_table import HeldTable
from referee.hosting.tables.permissions import open_races
from referee.hosting.tables.table import TableFacts, not_begun
from referee.match.match import Match
from referee.match.showing.highlights import Scores
from referee.match.showing.log_lines import (
    DisputeLine,
    LogLine,
    dispute_lines,
    log_lines,
)
from referee.match.showing.log_pages import LONGEST_PAGE, LogPage, page_after
from referee.match.showing.views import view_of
from referee.match.trying.effects import LatestChange
from referee.match.viewer import Viewer
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.ruling import Reckoning
from referee.vocabulary.text import say
from referee.vocabulary.view import Standing, View


@dataclass(frozen=True, slots=True)
class Snapshot(TableFacts):
    """A table at one moment as one viewer sees it; it never changes."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    rulebook: Rulebook
    match: Match | None
    result: ResultRow | None
    event: TableInEvent | None
    viewer: Viewer
    view: View
    scores: Scores | None = None
    """Included on request, and once the match is over."""
    fault: GameFaultError | None = None
    """The table's (see `Table`)."""
    draft_age: float = 0.0
    """The age in seconds of the camera's draft, as known here."""
    latest_change: LatestChange | None = None
    """What was changed since the latest ruling, and what that did."""

    @property
    def latest_seq(self) -> int:
        """Return the number of the entry with the latest rulings; 0 without one."""
        if self.match is None:
            return 0
        return self.match.history.latest_seq

    @property
    def has_gone_on(self) -> bool:
        """Return whether something was entered since the latest rulings."""
        match = self.match
        return bool(match and match.entries and match.entries[-1].seq > self.latest_seq)

    @property
    def begun_scores(self) -> Scores:
        """Return the scores, if asked for; raise ConflictError before the match."""
        if self.scores is None:
            raise not_begun()
        return self.scores

    @property
    def score_list(self) -> tuple[Reckoning, ...]:
        """Return the match's list as clubs keep it; empty if its game keeps none."""
        if self.match is None:
            return ()
        return self.rulebook.score_list(self.match.history.position.state)

    def log(self, after: int = 0, limit: int = LONGEST_PAGE) -> LogPage:
        """Return a page of the log after this number, for this viewer."""
        if self.match is None:
            return LogPage()
        return page_after(self.match, self.viewer, after, limit)

    def line(self, seq: int | None) -> LogLine | None:
        """Return this viewer's line for the entry with this number, or None."""
        if self.match is None or seq is None:
            return None
        entry = self.match.entry(seq)
        if entry is None:
            return None
        return log_lines(self.match, self.viewer, [entry])[0]

    @property
    def unfit(self) -> tuple[LogLine, ...]:
        """Return the entries that this program would not take any more."""
        if self.match is None or not self.match.unfit:
            return ()
        entries = [misfit.entry for misfit in self.match.unfit]
        return log_lines(self.match, self.viewer, entries)

    def dispute(self, id: str) -> DisputeLine | None:
        """Return the dispute with this id, or None."""
        for dispute in self.disputes:
            if dispute.id == id:
                return dispute
        return None

    @property
    def current_dispute(self) -> DisputeLine | None:
        """Return the dispute that the match waits for, or None."""
        for dispute in self.disputes:
            if dispute.resolution is None:
                return dispute
        return None

    @property
    def disputes(self) -> tuple[DisputeLine, ...]:
        """Return all disputes."""
        if self.match is None:
            return ()
        return dispute_lines(self.match)


def snapshot_of(held: HeldTable, scores: bool = False) -> Snapshot:
    """Return a snapshot for the table's viewer; with `scores`, the sheet too."""
    table = held.table
    view = view_at(held)
    row, match, result = table.row, table.match, table.result
    facts = (row, table.seats, table.rulebook, match, result, table.event)
    sheet = table.scores() if scores or table.finished else None
    shown = (held.viewer, view, sheet, table.fault, table.draft_age())
    return Snapshot(*facts, *shown, table.latest_change())


def view_at(held: HeldTable) -> View:
    """Return a held table as its viewer may see it."""
    table = held.table
    match = table.match
    if match is not None:
        view = view_of(match, held.viewer, table.code)
        return held.races.with_finishes(view, open_races(match), len(match.entries))

    names = table.names
    standings = tuple(Standing(name, 0, 1) for name in names)
    return View(
        table.code,
        table.row.game,
        names,
        dealer=None,
        phase="setting-up",
        round=0,
        seq=0,
        to_act=(),
        next=say("Everybody sits down, then the host starts the match."),
        zones=(),
        standings=standings,
        finished=False,
        winners=(),
        prompts=(),
        rulings=(),
    )

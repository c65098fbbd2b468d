"""Taking back the latest entries, and undoing that."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.hosting.tables.snapshot import Snapshot
from referee.match.changes import Change
from referee.match.log_entry import LogEntry
from referee.match.showing.log_lines import log_lines
from referee.match.trying.taking_back import latest_strike, may_take_back
from referee.match.viewer import SPECTATOR, is_author
from referee.vocabulary.text import NOTHING, Text, say
from referee_web.pages.entries.entry_words import name_line


@dataclass(frozen=True, slots=True)
class TakeBack:
    """An entry to take back: its number, its owner if another, the action's name.

    `together`: entries that a camera saw at once go together.
    """

    seq: int
    text: Text
    own: bool
    whose: str | None = None
    together: bool = False
    what: Text = NOTHING
    """The entry itself, where it is one value."""


@dataclass(frozen=True, slots=True)
class TakeBacks:
    """A viewer's entries to take back, and those just taken back."""

    take_backs: Sequence[TakeBack] = ()
    strike: Change | None = None

    @property
    def own(self) -> list[TakeBack]:
        """Return the viewer's own."""
        return [each for each in self.take_backs if each.own]

    @property
    def of_others(self) -> list[TakeBack]:
        """Return other people's."""
        return [each for each in self.take_backs if not each.own]


def offer_take_backs(snapshot: Snapshot) -> TakeBacks:
    """Return the entries that this viewer may take back, or just has.

    Of their own only the latest, of others' too; after the match only the latest of
    all, since their buttons stand side by side. There are none during a dispute.
    """
    match = snapshot.begun_match
    strike = latest_strike(match, snapshot.viewer)
    if strike or snapshot.current_dispute:
        return TakeBacks(strike=strike)
    latest: dict[bool, TakeBack] = {}
    # The table's latest entry comes last.
    for entry in may_take_back(match, snapshot.viewer):
        described = _describe(snapshot, entry)
        latest[snapshot.over or described.own] = described
    return TakeBacks([*latest.values()])


def _describe(snapshot: Snapshot, entry: LogEntry) -> TakeBack:
    """Return the action's name.

    Others see phones on the table, so it names nothing that they may not read.
    """
    seq = entry.seq
    if entry.seen:
        text = say("Undo: what the camera saw")
        return TakeBack(seq, text, own=True, together=True)

    [line] = log_lines(snapshot.begun_match, SPECTATOR, [entry])
    name = name_line(snapshot, line)
    own = is_author(snapshot.viewer, entry.by)
    whose = name.seat
    if whose is None and not own:
        whose = entry.by
    if whose is None or whose == snapshot.viewer.seat:
        text = say("Undo: {what}", what=name.what)
        is_one = name.form == "values" and not name.several
        return TakeBack(seq, text, own, what=name.what if is_one else NOTHING)
    template = "Take back {name}’s {what}"
    if own:
        template = "Undo {name}’s: {what}"
    elif name.form == "title" or name.seat is None or name.several:
        template = "Take back {name}’s entry"
    return TakeBack(seq, say(template, name=whose, what=name.what), own, whose)

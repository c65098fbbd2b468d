"""Taking back what was entered last, and having it again."""

from collections.abc import Sequence

from referee.hosting.tables.snapshot import Snapshot
from referee.lazy_dataclass import frozen
from referee.match.corrections import Correction
from referee.match.earlier_entries import latest_strike, may_take_back
from referee.match.log_entry import SPECTATOR, LogEntry, is_author
from referee.match.match import Match
from referee.match.visibility import log_lines
from referee.vocabulary.text import Text, say
from referee_web.pages.parts.entry_words import name_line


@frozen
class TakeBack:
    """An entry that can be taken back: its number, whose or for whom it is if not the
    viewer's own, and what taking it back is called.

    `together`: what a camera saw goes with all that it saw at once.
    """

    seq: int
    text: Text
    own: bool
    whose: str | None = None
    together: bool = False


@frozen
class Undoing:
    """What a viewer may take back, and what they have just taken back."""

    take_backs: Sequence[TakeBack] = ()
    taken: Correction | None = None

    @property
    def own(self) -> list[TakeBack]:
        """What they entered themselves."""
        return [each for each in self.take_backs if each.own]

    @property
    def of_others(self) -> list[TakeBack]:
        """What somebody else entered."""
        return [each for each in self.take_backs if not each.own]


def undoing(seen: Snapshot) -> Undoing:
    """Return what this viewer may undo now; nothing can be taken back while a ruling is
    questioned, or right after taking back.
    """
    match = seen.match
    if match is None:
        return Undoing()
    taken = latest_strike(match, seen.by)
    if taken or seen.open_dispute:
        return Undoing(taken=taken)
    take_backs = []
    for entry in may_take_back(match, seen.by):
        take_backs.append(_describe(seen, match, entry))
    return Undoing(take_backs)


def _describe(seen: Snapshot, match: Match, entry: LogEntry) -> TakeBack:
    """Return how taking it back is called.

    Phones lie on the table, where others see them: so nothing is named that these may
    not read.
    """
    seq = entry.seq
    if entry.seen:
        text = say("Undo: what the camera saw")
        return TakeBack(seq, text, own=True, together=True)

    [line] = log_lines(match, SPECTATOR, [entry])
    name = name_line(seen, line)
    own = is_author(seen.by, entry.by)
    whose = name.seat
    if whose is None and not own:
        whose = entry.by
    if whose is None or whose == seen.by.seat:
        return TakeBack(seq, say("Undo: {what}", what=name.what), own)
    template = "Take back {name}’s {what}"
    if own:
        template = "Undo {name}’s: {what}"
    elif name.form == "title" or name.seat is None:
        template = "Take back {name}’s: {what}"
    return TakeBack(seq, say(template, name=whose, what=name.what), own, whose)

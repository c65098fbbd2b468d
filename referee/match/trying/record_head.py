"""Who changes a match, and when: what every new record begins with."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from referee.match.match import Match
from referee.match.trying.judges import NOBODY, Attendance
from referee.match.viewer import Viewer

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RecordHead:
    """What a new record needs beside its body."""

    match: Match
    """The match before it."""
    viewer: Viewer
    """Its author."""
    id: str = ""
    """Its id; empty if it is only tried."""
    at: float = 0.0
    """When, in seconds since 1970."""
    present: Attendance = NOBODY
    """Who is at the table, as far as a dispute needs it."""

    @property
    def seq(self) -> int:
        """Return the record's number."""
        return self.match.seq + 1

    def begin(self, kind: Callable[..., T], **members: object) -> T:
        """Return a line of this kind with these members."""
        by = self.viewer.seat
        return kind(seq=self.seq, id=self.id, by=by, at=self.at, **members)

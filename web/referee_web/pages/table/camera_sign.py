"""The sign of a camera that watches a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.hosting.tables.snapshot import Snapshot
from referee.hosting.tables.watching import Draft, watch_of
from referee.vocabulary.text import Text, say
from referee_web.pages.entries.entry_words import values_entered


@dataclass(frozen=True, slots=True)
class CameraSign:
    """A watching camera, and what it is about to enter."""

    draft: Draft | None
    lines: Sequence[Text] = ()
    """The draft, a line for each value."""

    @classmethod
    def of(cls, snapshot: Snapshot) -> CameraSign | None:
        """Return the sign of this table's camera; None without one."""
        watch = watch_of(snapshot)
        if watch is None:
            return None
        if watch.draft is None or snapshot.match is None:
            return cls(None)
        # Of several prompts of a kind, the first counts.
        prompts = reversed(snapshot.match.history.prompts)
        asked = {prompt.kind: prompt for prompt in prompts}
        lines = []
        for entry in watch.draft.entries:
            for value in values_entered(asked.get(entry.kind), entry.data):
                line = value.brief
                seat = value.seat or entry.seat
                if seat:
                    line = say("{seat} {value}", seat=seat, value=line)
                lines.append(line)
        return cls(watch.draft, lines)

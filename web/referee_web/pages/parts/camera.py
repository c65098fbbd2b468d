"""What the table's page says of the camera that watches: that it does, and what it is about to enter."""

from dataclasses import dataclass

from referee.hosting.tables.snapshot import Snapshot
from referee.hosting.tables.watching import SeenEntry, watch_of
from referee.vocabulary.text import Text, say
from referee_web.pages.parts.entry_words import values_entered


@dataclass(frozen=True, slots=True)
class CameraDraft:
    """What the camera is about to enter: a line a value, and in how many seconds, None where it waits for somebody."""

    id: str
    lines: tuple[Text, ...]
    seconds: float | None


@dataclass(frozen=True, slots=True)
class CameraOverTable:
    """That a camera watches the table."""

    draft: CameraDraft | None


def camera_over(seen: Snapshot) -> CameraOverTable | None:
    """Return what the page says of the camera that watches this table; None where none does."""
    watch = watch_of(seen)
    if watch is None:
        return None
    if watch.draft is None:
        return CameraOverTable(None)
    lines = tuple(line for entry in watch.draft.entries for line in _lines(seen, entry))
    return CameraOverTable(CameraDraft(watch.draft.id, lines, watch.draft.seconds))


def _lines(seen: Snapshot, entry: SeenEntry) -> list[Text]:
    asked = () if seen.match is None else seen.match.history.prompts
    prompt = next((each for each in asked if each.kind == entry.kind), None)
    values = values_entered(prompt, entry.data)
    return [_line(value.seat or entry.seat, value.brief) for value in values]


def _line(seat: str | None, value: Text) -> Text:
    return say("{seat} {value}", seat=seat, value=value) if seat else value

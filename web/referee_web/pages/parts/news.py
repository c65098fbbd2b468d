"""News since the latest ruling, and others' entries."""

from collections.abc import Iterator

from flask import url_for

from referee.frozen import frozen
from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import Correction
from referee.match.disputes import Dispute, Resolution, how_decided
from referee.match.log_entry import is_author
from referee.match.match import Match
from referee.match.visibility import CorrectionLine, correction_lines, may_read_sealed
from referee.vocabulary.text import NOTHING, Text, say
from referee_web.pages.parts.entry_words import (
    EnteredValue,
    correction_sentence,
    name_line,
    values_entered,
)


@frozen
class News:
    """A correction or resolution: its record's number, a sentence, and links.

    `rare`: its name, if all screens stop at it; the latest ruling has its own.
    """

    seq: int
    text: Text
    correction: CorrectionLine | None = None
    address: str | None = None
    rare: Text | None = None


def list_news(snapshot: Snapshot) -> list[News]:
    """Return corrections and resolutions since the latest ruling's entry, in order."""
    match = snapshot.match
    if match is None:
        return []
    news = [*_list_corrected(snapshot, match), *_list_settled(snapshot, match)]
    news.sort(key=lambda each: each.seq)
    return news


def _list_corrected(snapshot: Snapshot, match: Match) -> Iterator[News]:
    corrections = []
    for correction in match.corrections:
        if correction.changes and not _is_past(match, correction):
            corrections.append(correction)
    lines = correction_lines(match, snapshot.viewer, corrections)
    for correction, line in zip(corrections, lines, strict=True):
        address = None
        # For an entry just taken back, the sentence says everything.
        if not all(change.strike for change in line.changes):
            address = url_for("pages.correction", code=snapshot.code, id=line.id)
        text = correction_sentence(snapshot, line)
        yield News(_latest_seq(correction), text, line, address)


def _is_past(match: Match, correction: Correction) -> bool:
    """Return whether a later ruling follows; an undo is past with the next entry."""
    since = match.history.latest_seq
    if all(change.data is None for change in correction.changes):
        since = max(since, match.entries[-1].seq)
    return _latest_seq(correction) < since


def _latest_seq(correction: Correction) -> int:
    """Return the number of the record that last made, undid or redid it."""
    return max(correction.seq, correction.turned_at)


def _list_settled(snapshot: Snapshot, match: Match) -> Iterator[News]:
    for dispute in match.disputes:
        resolution = dispute.resolution
        if resolution is None or resolution.seq <= match.history.latest_seq:
            continue
        # A correction that settled it is separate news.
        if resolution.resolved_as != "corrected":
            text, rare = _say_settled(snapshot, match, dispute, resolution)
            address = url_for("pages.dispute", code=snapshot.code, id=dispute.id)
            yield News(resolution.seq, text, address=address, rare=rare)


def _say_settled(
    snapshot: Snapshot, match: Match, dispute: Dispute, resolution: Resolution
) -> tuple[Text, Text | None]:
    """Return how a dispute was settled, and what is rare about it.

    The latest ruling on the same page says the rare thing itself.
    """
    upheld = resolution.resolved_as == "upheld"
    how = how_decided(dispute.votes, upheld, len(snapshot.view.seats))
    disputed = dispute.disputed_ruling
    if upheld:
        text = say("The ruling stands: {how}.", how=how)
        if disputed is not None:
            by = dispute.by or say("The host")
            template = "{by} disputed “{ruling}”. It stands: {how}."
            text = say(template, by=by, ruling=disputed.summary, how=how)
        return text, None
    seq = dispute.entry or resolution.entered
    line = None
    if seq and seq != snapshot.ruled:
        line = snapshot.line(seq)
    step = match.history.step(seq)
    ruling = step.ruling_at(dispute.ruling) if step else None
    if line is None or ruling is None:
        return say("The ruling was overturned: {how}.", how=how), None
    where = name_line(snapshot, line).where
    return say("{where}: {ruling}", where=where, ruling=ruling.summary), ruling.rare


def say_entered_meanwhile(snapshot: Snapshot) -> Text | None:
    """Return who made the latest public entry, and for what; None for the viewer's."""
    if snapshot.match is None or not snapshot.match.history.steps:
        return None
    history = snapshot.match.history
    step = history.steps[-1]
    entry = step.entry
    title = history.prompt_of(step).title
    if not step.opens or is_author(snapshot.viewer, entry.by) or title == NOTHING:
        return None
    template = "The host has just entered this: “{title}”."
    if entry.by:
        template = "{name} has just entered this: “{title}”."
    elif entry.seen:
        template = "The camera has just entered this: “{title}”."
    return say(template, name=entry.by, title=title)


def entered_in_secret(snapshot: Snapshot) -> tuple[EnteredValue, ...]:
    """Return the viewer's sealed entries, which nobody else may read."""
    if snapshot.match is None or snapshot.viewer.seat is None:
        return ()
    position = snapshot.match.history.position
    values = []
    for pending in position.sealed:
        if snapshot.viewer.seat in pending.seats and may_read_sealed(
            snapshot.viewer, pending.entry
        ):
            prompt = position.prompt_for(pending)
            values.extend(values_entered(prompt, pending.entry.data))
    return tuple(values)

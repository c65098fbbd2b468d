"""What was corrected or settled since the latest ruling, so that nobody at the table misses it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter

from flask import url_for

from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import Change, Correction
from referee.match.disputes import Dispute
from referee.match.earlier_entries import prompts_answered
from referee.match.log_entry import is_author
from referee.match.match import Match
from referee.match.visibility import may_read
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling, most_telling
from referee.vocabulary.text import NOTHING, Text, say


@dataclass(frozen=True, slots=True)
class News:
    """A sentence, and the address of its details: what was changed, or, if `settled`, how.

    `whole`: the sentence says all there is to say, as of an entry that was only taken back.
    """

    text: Text
    address: str
    settled: bool = False
    whole: bool = False


def news(seen: Snapshot) -> tuple[News, ...]:
    """The corrections and the settled disputes that came after the entry of the latest ruling, oldest first."""
    match = seen.match
    if match is None:
        return ()
    since = match.history.latest_seq
    corrections = [
        correction for correction in match.corrections if correction.changes and not _is_past(match, correction, since)
    ]
    changed = {change.seq for correction in corrections for change in correction.changes}
    prompts = prompts_answered(match, changed) if changed else {}
    told = [(_made(correction), tuple(_put_right(seen, match, correction, prompts))) for correction in corrections]
    for dispute in match.disputes:
        if dispute.resolution is not None and dispute.resolution.seq > since:
            told.append((dispute.resolution.seq, tuple(_settled(seen, match, dispute))))
    return tuple(line for _, lines in sorted(told, key=itemgetter(0)) for line in lines)


def latest_by_another(seen: Snapshot) -> Text | None:
    """Who made the latest entry that everybody may read, and what was asked for with it; None where the viewer did."""
    if seen.match is None or not (history := seen.match.history).steps:
        return None
    step = history.steps[-1]
    if not step.opens or is_author(seen.by, step.entry):
        return None
    title = history.prompt_of(step).title
    if title == NOTHING:
        return None
    if step.entry.by is None:
        return say("The host has entered this meanwhile: “{title}”.", title=title)
    return say("{name} has entered this meanwhile: “{title}”.", name=step.entry.by, title=title)


def _is_past(match: Match, correction: Correction, since: int) -> bool:
    """Whether it has been ruled after a correction; what was only taken back is past with the next entry."""
    if all(change.data is None for change in correction.changes):
        since = max(since, match.entries[-1].seq)
    return _made(correction) < since


def _made(correction: Correction) -> int:
    """The number of the record that made it, or last undid it or made it again."""
    return max(correction.seq, correction.turned_at)


def _put_right(seen: Snapshot, match: Match, correction: Correction, prompts: Mapping[int, Prompt]) -> Iterator[News]:
    address = url_for("pages.correction", code=seen.code, id=correction.id)
    for change in correction.changes:
        what = _what(match, change.seq, correction.by, prompts.get(change.seq))
        yield News(_changed(seen, match, correction, change, what), address, whole=change.data is None)
    if correction.dropped and not correction.undone:
        yield News(say("Struck with it: {numbers}.", numbers=correction.dropped), address)


def _changed(seen: Snapshot, match: Match, correction: Correction, change: Change, what: Text) -> Text:
    if change.data is None:
        return _struck(correction, change.seq, what)
    if correction.undone:
        return say("The correction of entry {n} was undone.", n=change.seq)
    return _corrected(correction.by, change.seq, _ruled(seen, match, change.seq), what)


def _struck(correction: Correction, seq: int, what: Text) -> Text:
    if correction.undone:
        return say("Entry {n} stands again: {what}.", n=seq, what=what)
    if correction.by is None:
        return say("The host took back entry {n}: {what}.", n=seq, what=what)
    return say("{by} took back entry {n}: {what}.", by=correction.by, n=seq, what=what)


def _corrected(by: str | None, seq: int, ruling: Ruling | None, what: Text) -> Text:
    """Who corrected which entry, and what is ruled on it now, or what it was where nothing is."""
    now = what if ruling is None else ruling.summary
    if ruling is not None and ruling.about != NOTHING:
        if by is None:
            return say("The host corrected entry {n} ({about}): {now}", n=seq, about=ruling.about, now=now)
        return say("{by} corrected entry {n} ({about}): {now}", by=by, n=seq, about=ruling.about, now=now)
    if by is None:
        return say("The host corrected entry {n}: {now}", n=seq, now=now)
    return say("{by} corrected entry {n}: {now}", by=by, n=seq, now=now)


def _what(match: Match, seq: int, by: str | None, prompt: Prompt | None) -> Text:
    """What was asked for with this entry; and, where it was not by them and for them, by whom or for whom."""
    entry = match.entry(seq)
    assert entry is not None
    title = entry.kind if prompt is None or prompt.title == NOTHING else prompt.title
    if entry.by != by:
        if entry.by is None:
            return say("“{title}”, entered by the host", title=title)
        return say("“{title}”, entered by {seat}", title=title, seat=entry.by)
    if entry.seat in (None, by):
        return say("“{title}”", title=title)
    return say("“{title}”, for {seat}", title=title, seat=entry.seat)


def _settled(seen: Snapshot, match: Match, dispute: Dispute) -> Iterator[News]:
    settled = dispute.resolution
    if settled is None or settled.resolved_as == "corrected":
        return  # the correction is news of its own
    address = url_for("pages.dispute", code=seen.code, id=dispute.id)
    seq = dispute.entry or settled.entered
    # What is ruled now stands on the page beside it.
    ruling = _ruled(seen, match, seq) if seq and seq != seen.ruled else None
    if settled.resolved_as == "upheld":
        yield News(say("What was questioned stands: the ruling is upheld."), address, True)
    elif ruling is None:
        yield News(say("What was questioned is overruled by the table."), address, True)
    else:
        yield News(
            say("What was questioned is overruled, in entry {n}: {ruling}", n=seq, ruling=ruling.summary), address, True
        )


def _ruled(seen: Snapshot, match: Match, seq: int) -> Ruling | None:
    """The most telling ruling on this entry as it stands now, as far as this viewer may read it: what it decided, by
    itself or together with those that it had waited for.
    """
    for step in reversed(match.history.steps):
        # Cards that were in two places were entered again since, or are asked for on this very page.
        told = [ruling for ruling in step.rulings if "clash" not in ruling.verdict] if seq in step.together else []
        if told and may_read(match.history, seen.by, step.entry):
            return told[most_telling(told)]
    return None

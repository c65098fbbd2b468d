"""What was corrected or settled since the latest ruling, so that nobody at the table misses it."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from flask import url_for

from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import Correction
from referee.match.disputes import Dispute
from referee.match.earlier_entries import prompts_answered
from referee.match.log_entry import is_author
from referee.match.match import Match
from referee.match.visibility import may_read
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling, most_telling
from referee.vocabulary.text import NOTHING

News = dict[str, Any]
"""What `table/parts/news.html` words: a `change` of a `correction`, all that it `dropped`, or a settled `dispute`."""


def news(seen: Snapshot) -> list[News]:
    """The corrections and the settled disputes that came after the entry of the latest ruling, oldest first."""
    match = seen.match
    if match is None:
        return []
    since = match.history.latest_seq
    corrections = [made for made in match.corrections if made.changes and not _is_past(match, made, since)]
    changed = {change.seq for correction in corrections for change in correction.changes}
    prompts = prompts_answered(match, changed) if changed else {}
    found = [(_made(correction), _put_right(seen, match, correction, prompts)) for correction in corrections]
    found += [
        (dispute.resolution.seq, _settled(seen, match, dispute))
        for dispute in match.disputes
        # A correction that settled it is news of its own.
        if dispute.resolution and dispute.resolution.seq > since and dispute.resolution.resolved_as != "corrected"
    ]
    return [line for _, lines in sorted(found, key=itemgetter(0)) for line in lines]


def latest_by_another(seen: Snapshot) -> dict[str, Any] | None:
    """Who made the latest entry that everybody may read, and what was asked for with it; None where the viewer did."""
    if seen.match is None or not (history := seen.match.history).steps:
        return None
    step = history.steps[-1]
    title = history.prompt_of(step).title
    if not step.opens or is_author(seen.by, step.entry) or title == NOTHING:
        return None
    return {"by": step.entry.by, "title": title}


def _is_past(match: Match, correction: Correction, since: int) -> bool:
    """Whether it has been ruled after a correction; what was only taken back is past with the next entry."""
    if all(change.data is None for change in correction.changes):
        since = max(since, match.entries[-1].seq)
    return _made(correction) < since


def _made(correction: Correction) -> int:
    """The number of the record that made it, or last undid it or made it again."""
    return max(correction.seq, correction.turned_at)


def _put_right(seen: Snapshot, match: Match, correction: Correction, prompts: Mapping[int, Prompt]) -> list[News]:
    shared = {"correction": correction, "address": url_for("pages.correction", code=seen.code, id=correction.id)}
    lines: list[News] = []
    for change in correction.changes:
        entry, prompt = match.entry(change.seq), prompts.get(change.seq)
        assert entry is not None
        title = entry.kind if prompt is None or prompt.title == NOTHING else prompt.title
        ruling = _ruled(seen, match, change.seq)
        lines.append(shared | {"change": change, "entry": entry, "title": title, "ruling": ruling})
    dropped = [shared | {"dropped": correction.dropped}] if correction.dropped and not correction.undone else []
    return [*lines, *dropped]


def _settled(seen: Snapshot, match: Match, dispute: Dispute) -> list[News]:
    assert dispute.resolution is not None
    seq = dispute.entry or dispute.resolution.entered
    # What is ruled now stands on the page beside it.
    ruling = _ruled(seen, match, seq) if seq and seq != seen.ruled else None
    address = url_for("pages.dispute", code=seen.code, id=dispute.id)
    return [{"dispute": dispute, "seq": seq, "ruling": ruling, "address": address}]


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

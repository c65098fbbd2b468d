"""The log: every entry with what it decided, and every correction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, make_response, render_template

from referee.match.corrections import may_correct
from referee.match.earlier import answered
from referee.match.sight import CorrectionLine, LogLine
from referee.vocabulary.prompt import BY_SEAT, Field, Prompt
from referee.vocabulary.text import Text, say
from referee_web.bearer import room
from referee_web.pages.at import Seen, look
from referee_web.pages.frame import blueprint


@dataclass(frozen=True, slots=True)
class Said:
    """A value that was entered: under which label, for which seat (None: none in particular), cards or text."""

    label: Text
    seat: str | None
    cards: tuple[str, ...]
    text: object = ""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as the page shows it: what was asked, what was entered, and what stood there first if changed."""

    line: LogLine
    title: object
    said: tuple[Said, ...]
    was: tuple[Said, ...]
    may_correct: bool


@dataclass(frozen=True, slots=True)
class CorrectedLine:
    """A correction as the page shows it."""

    line: CorrectionLine
    may_undo: bool


@blueprint.get("/t/<code>/log")
def log(code: str) -> Response:
    """Entries and corrections, newest first."""
    seen = look(code)
    lines = sorted(_lines(seen), key=_number, reverse=True)
    dealer_toss = seen.table.match.dealer_toss if seen.table.match else None
    page = render_template("log.html", seen=seen, lines=lines, dealer_toss=dealer_toss)
    return make_response(page)


def _number(line: Line | CorrectedLine) -> int:
    return line.line.seq


def _lines(seen: Seen) -> Iterator[Line | CorrectedLine]:
    match = seen.table.match
    if match is None:
        return
    entries, corrections = room().log(seen.code, seen.viewer)
    prompts = answered(match)
    mine = {entry.seq for entry in match.entries if may_correct(seen.viewer, entry)}
    for line in entries:
        yield _line(line, prompts.get(line.seq), line.seq in mine)
    for correction in corrections:
        yield CorrectedLine(correction, all(change["seq"] in mine for change in correction.changes))


def _line(line: LogLine, prompt: Prompt | None, correctable: bool) -> Line:
    title = prompt.title if prompt else line.kind
    return Line(line, title, said(prompt, line.data), said(prompt, line.was), correctable)


def said(prompt: Prompt | None, data: Mapping[str, Any] | None) -> tuple[Said, ...]:
    """What this data says, by the fields of its prompt; without a prompt as it stands."""
    if data is None:
        return ()
    if prompt is None:
        return tuple(Said(Text(name), None, (), value) for name, value in data.items())
    return tuple(one for field in prompt.fields if field.name in data for one in _said(field, data[field.name]))


def _said(field: Field, value: Any) -> Iterator[Said]:
    if field.type in BY_SEAT:
        for seat, inner in value.items():
            yield _one(field, seat, inner)
    else:
        yield _one(field, None, value)


def _one(field: Field, seat: str | None, value: Any) -> Said:
    if field.type in ("card", "card_by_seat"):
        return Said(field.label, seat, (value,))
    if field.type in ("cards", "cards_by_seat"):
        return Said(field.label, seat, tuple(value), "" if value else say("none"))
    return Said(field.label, seat, (), _worded(field, value))


def _worded(field: Field, value: Any) -> object:
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, list):
        groups = (" and ".join(group) if isinstance(group, list) else str(group) for group in value)
        return ", ".join(groups) or say("none")
    return field.labels.get(str(value), value)

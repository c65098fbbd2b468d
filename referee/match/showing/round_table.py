"""A match as a spreadsheet: a line a round, a column a player, a column a fact.

It holds standings and public rulings, so it is the same for all viewers. The JSON
document (`export.py`) has all entries.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from referee.match.match import Match
from referee.match.showing.score_sheet import (
    ScoreSheet,
    SheetLine,
    sheet_of,
    timeline_of,
)
from referee.plugin.rulebook import wording_at
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import Wording

Facts = dict[str, object]
"""A line's values by column name."""


def round_table(match: Match) -> str:
    """Return the match as CSV: each round's scores and rulings.

    A round with several scores has a line for each, if there are few.
    """
    sheet = sheet_of(timeline_of(match.history))
    wording = wording_at(match.history.setting.options)
    lines = [_line_facts(match, sheet, line, wording) for line in sheet.lines]
    if lines and match.history.position.ended_early is not None:
        lines[-1]["ended early"] = "yes"

    columns = dict.fromkeys(_first_columns(sheet.seats))
    for facts in lines:
        columns.update(dict.fromkeys(facts))

    text = io.StringIO()
    writer = csv.DictWriter(text, list(columns), restval="")
    head: Facts = {name: name for name in columns}
    for facts in (head, *lines):
        writer.writerow({name: without_formula(cell) for name, cell in facts.items()})
    return text.getvalue()


_OWN_COLUMNS = ("round", "entry", "time", "ruling")


def _first_columns(seats: Sequence[str]) -> Iterator[str]:
    yield from _OWN_COLUMNS[:-1]
    for seat in seats:
        yield _points_column(seat)
    for seat in seats:
        yield _total_column(seat)
    yield _OWN_COLUMNS[-1]


def _points_column(seat: str) -> str:
    # A player may be called “round”.
    return f"{seat} (points)" if seat in _OWN_COLUMNS else seat


def _total_column(seat: str) -> str:
    return f"{seat} (total)"


def _line_facts(
    match: Match, sheet: ScoreSheet, line: SheetLine, wording: Wording
) -> Facts:
    facts: Facts = {"round": line.round, "entry": line.seq}
    time = datetime.fromtimestamp(match.logged(line.seq).at, UTC)
    facts["time"] = time.isoformat(timespec="seconds")
    for seat in sheet.seats:
        facts[_points_column(seat)] = line.gains[seat]
        facts[_total_column(seat)] = line.totals[seat]

    summaries = []
    for moment in line.moments:
        if moment.step.entry.seq not in match.history.open_to_all:
            continue
        for ruling in moment.step.rulings:
            summaries.append(ruling.summary.word(wording))
            _add_facts(facts, _facts_in(jsonable(ruling.verdict, wording)))
    facts["ruling"] = "; ".join(dict.fromkeys(summaries))
    return facts


def _add_facts(facts: Facts, more: Facts) -> None:
    """Add these facts; one that contradicts the line gets a column of its own."""
    for name, value in more.items():
        column = name
        number = 2
        while facts.get(column, value) != value:
            column = f"{name} ({number})"
            number += 1
        facts[column] = value


def _facts_in(verdict: Mapping[str, object]) -> Facts:
    """Return a verdict's facts by column.

    If it is about one seat, the columns are that seat's: `total: Ana`.
    """
    seat = verdict.get("seat")
    facts: Facts = {}
    for name, value in verdict.items():
        if seat is not None and name == "seat":
            continue
        for column, fact in _columns(name, value):
            if seat is not None:
                column = f"{column}: {seat}"
            facts[column] = fact
    return facts


def _columns(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield a part's columns: `winner`, or `tricks: Ana`, `tricks: Ben`."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _columns(f"{name}: {key}", inner)
    else:
        yield name, _write(value)


def _write(value: object, between: str = ", ") -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        words = []
        for inner in value:
            if isinstance(inner, list):
                between = "; "
            words.append(str(_write(inner, " & ")))
        return between.join(words)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_write(inner)}" for key, inner in value.items())
    return value


def without_formula(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula: people choose names."""
    if not isinstance(cell, str) or len(cell) == 1:
        return cell
    if cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{cell}"
    return cell

"""Numbers in rows, as CSV: for programs, and for a person's spreadsheet."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from urllib.parse import quote

from flask import Response

from referee.events.event import Event, TieBreak
from referee.events.standings import EventStanding, RoundKind
from referee.match.showing.round_table import without_formula
from referee.plugin.languages import locale_of
from referee.vocabulary.ruling import Reckoning
from referee.vocabulary.text import ENGLISH, NOTHING, PLAIN, Text, Wording, say
from referee.vocabulary.values import as_score, written_gain
from referee_web.wording import language, wording

Rows = Iterable[Sequence[object]]
"""Texts are worded; numbers and people's names stand as they are."""

MARK = "\ufeff"
"""By this, spreadsheets know that the file's letters are Unicode's."""

_NOT_IN_FILE_NAMES = re.compile(r'[\x00-\x1f\x7f"*/:<>?\\|]+')

TIE_TITLES: Mapping[TieBreak, Text] = {
    "direct": say("against equals"),
    "opponents": say("opponents"),
    "wins": say("tables won"),
    "scores": say("scores"),
}
"""Titles of what parts equal totals."""

_NOTES: Mapping[RoundKind, Text] = {
    "waiting": say("waiting"),
    "without-result": say("without result"),
    "sat-out": say("sat out"),
    "out": say("out"),
    "absent": say("absent"),
}
"""What is noted of a round without a result."""


def answer_program(rows: Rows, wording: Wording = PLAIN) -> Response:
    """Return rows as programs read them: with commas, and points in numbers."""
    sheet = StringIO()
    written = csv.writer(sheet)
    for row in rows:
        written.writerow([_write_cell(cell, wording) for cell in row])
    return Response(sheet.getvalue(), mimetype="text/csv")


def answer_spreadsheet(rows: Rows, name: str) -> Response:
    """Return rows as a file that the asker's spreadsheet opens by a double click."""
    # Imported here, since most pages need no numbers.
    from babel.numbers import get_decimal_symbol

    spoken = wording()
    decimal = get_decimal_symbol(locale_of(language().code) or ENGLISH.code)
    sheet = StringIO()
    written = csv.writer(sheet, delimiter=";" if decimal == "," else ",")
    for row in rows:
        cells = []
        for cell in row:
            words = _write_cell(cell, spoken)
            if isinstance(words, float):
                words = str(words).replace(".", decimal)
            cells.append(words)
        written.writerow(cells)
    response = Response(MARK + sheet.getvalue(), mimetype="text/csv")
    words = _NOT_IN_FILE_NAMES.sub(" ", name).split()
    file = quote(" ".join(words) + ".csv")
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{file}"
    return response


def _write_cell(cell: object, wording: Wording) -> object:
    words = cell.word(wording) if isinstance(cell, Text) else cell
    return without_formula(words)


def tabulate_standings(
    event: Event, ranking: Iterable[EventStanding], rounds: Sequence[Text]
) -> Iterator[Sequence[object]]:
    """Return standings as rows, a row of titles first; `rounds` are the rounds' names.

    The last column notes which of the numbers come of no result, and why; and what
    points more or fewer were for.
    """
    ties = event.plan.ties
    sums = say("adjustments"), say("total"), *(TIE_TITLES[by] for by in ties)
    line = (say("line"),) if event.lines else ()
    yield say("place"), say("name"), *line, *rounds, *sums, say("notes")
    for standing in ranking:
        counts = [played.points for played in standing.rounds]
        adjusted = as_score(sum(each.points for each in standing.adjustments))
        parts: list[object] = [""] * len(ties)
        if standing.is_level:
            parts = [getattr(standing, by) for by in ties]
        named = (standing.place, standing.name, standing.line)[: 2 + len(line)]
        notes = _note_exceptions(standing, rounds)
        yield *named, *counts, adjusted, standing.total, *parts, notes


def _note_exceptions(standing: EventStanding, rounds: Sequence[Text]) -> Text:
    notes = []
    for played, name in zip(standing.rounds, rounds, strict=True):
        if played.kind != "result":
            why = _NOTES[played.kind]
            notes.append(say("{round}: {why}", round=name, why=why))
    for each in standing.adjustments:
        notes.append(
            say("{why} ({points})", why=each.why, points=written_gain(each.points))
        )
    return say("{notes:;}", notes=tuple(notes)) if notes else NOTHING


def tabulate_lists(
    lists: Mapping[str, Sequence[Reckoning]],
) -> Iterator[Sequence[object]]:
    """Return the lists of tables by name: columns' titles, then rows, then a blank."""
    for table, reckonings in lists.items():
        for reckoning in reckonings:
            titles = [column.name for column in reckoning.columns]
            yield table, "", *titles
            for row in reckoning.rows:
                yield table, row.seat or row.name, *row.cells
            yield ()

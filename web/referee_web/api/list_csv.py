"""Lists of matches, as clubs keep them, as CSV in the asker's language."""

import csv
from collections.abc import Mapping, Sequence
from io import StringIO

from flask import Response

from referee.match.round_table import without_formula
from referee.vocabulary.ruling import Reckoning
from referee.vocabulary.text import Text
from referee_web.wording import wording


def answer_lists(lists: Mapping[str, Sequence[Reckoning]]) -> Response:
    """Return the lists of tables by name: columns' titles, then rows, then a blank."""
    sheet = StringIO()
    rows = csv.writer(sheet)
    for table, reckonings in lists.items():
        for reckoning in reckonings:
            titles = [column.name for column in reckoning.columns]
            rows.writerow(_word([table, "", *titles]))
            for row in reckoning.rows:
                rows.writerow(_word([table, row.seat or row.name, *row.cells]))
            rows.writerow([])
    return Response(sheet.getvalue(), mimetype="text/csv")


def _word(cells: Sequence[object]) -> list[object]:
    written = []
    for cell in cells:
        words = cell.word(wording()) if isinstance(cell, Text) else cell
        written.append(without_formula(words))
    return written

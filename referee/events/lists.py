"""Lists of people, as typed, pasted or saved by a spreadsheet: a line each."""

import csv
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from referee.frozen import frozen
from referee.vocabulary.values import Ordinal

LONGEST_ROW = 500

Column = Literal["name", "first", "last", "partner"]

COLUMNS: dict[str, Column] = {}
"""What a column holds, by its title in small letters, in the languages we speak."""
for _column, _words in (
    ("name", "name names player spieler spielerin teilnehmer jugador jugadora nombre"),
    ("first", "vorname firstname forename"),
    ("last", "nachname lastname surname familienname apellido apellidos"),
    ("partner", "partner partnerin pareja compañero compañera"),
):
    COLUMNS |= dict.fromkeys(_words.split(), _column)  # type: ignore[arg-type]


@frozen
class ListRow:
    """The names in a line of a list."""

    line: Ordinal
    names: tuple[str, ...]


def decode_list(data: bytes) -> str:
    """Return the text of a file, as Unicode or as old spreadsheets write it."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def read_list(text: str) -> list[ListRow]:
    """Return the lines with names; a line of titles says which columns count.

    >>> [row.names for row in read_list("Nr;Name;Partner\\n1;Ana;Ben\\n2;Cy;Di")]
    [('Ana', 'Ben'), ('Cy', 'Di')]
    """
    delimiter = next((each for each in "\t;," if each in text), ",")
    lines = text.removeprefix("\ufeff").splitlines()
    columns: list[Column | None] = []
    rows: list[ListRow] = []
    for number, line in enumerate(lines, 1):
        cells = _cells(line, delimiter)
        if not any(cells) or line.startswith("sep="):
            continue
        if not rows and not columns:
            columns = _titles(cells)
            if columns:
                continue
        rows.append(ListRow(number, _names(cells, columns)))
    return rows


def _cells(line: str, delimiter: str) -> list[str]:
    if not line or len(line) > LONGEST_ROW:
        return [line]
    [cells] = csv.reader([line], delimiter=delimiter)
    return [cell.strip() for cell in cells]


def _titles(cells: Sequence[str]) -> list[Column | None]:
    """Return what each column holds; nothing if these are no titles."""
    columns = [COLUMNS.get(_plain(cell)) for cell in cells]
    return columns if any(columns) else []


def _plain(title: str) -> str:
    letters = filter(str.isalpha, title.casefold())
    return "".join(letters)


def _names(cells: Sequence[str], columns: Sequence[Column | None]) -> tuple[str, ...]:
    if not columns:
        return tuple(filter(None, cells))
    parts: dict[Column, list[str]] = defaultdict(list)
    for cell, column in zip(cells, columns, strict=False):
        if column is not None and cell:
            parts[column].append(cell)
    own = [*parts["first"], *parts["name"], *parts["last"]]
    names = " ".join(own), *parts["partner"]
    return tuple(filter(None, names))

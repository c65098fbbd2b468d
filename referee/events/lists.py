"""Lists of people, as typed, pasted or saved by a spreadsheet: a line each."""

import csv
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from referee.vocabulary.values import Ordinal

LONGEST_ROW = 500

QUOTED = re.compile(r'"[^"]*"')
NUMBER = re.compile(r"^\d+(?:[.)]\s*|\s*$)")
"""A line's number before a name, or alone in its cell."""

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


@dataclass(frozen=True, slots=True)
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

    Each line has tabs, semicolons or commas of its own. Numbers before names, and
    lines that are numbered ahead without a name, are left out.

    >>> [row.names for row in read_list("Nr;Name;Partner\\n1;Ana;Ben\\n2;Cy;Di\\n3;;")]
    [('Ana', 'Ben'), ('Cy', 'Di')]
    >>> [row.names for row in read_list("1. Ana, Ben\\n2;Cy;Di")]
    [('Ana', 'Ben'), ('Cy', 'Di')]
    >>> [row.names for row in read_list('"Meier, Eva";Ben')]
    [('Eva Meier', 'Ben')]
    """
    lines = text.removeprefix("\ufeff").splitlines()
    columns: list[Column | None] = []
    rows: list[ListRow] = []
    for number, line in enumerate(lines, 1):
        cells = _split_line(line)
        if not any(cells) or line.startswith("sep="):
            continue
        titles = _read_titles(cells) if not columns else []
        is_heading = not rows or len(titles) - titles.count(None) > 1
        if titles and is_heading:
            # What stands above titles is a heading.
            rows.clear()
            columns = titles
            continue
        names = _read_names(cells, columns)
        if names:
            rows.append(ListRow(number, tuple(map(_put_surname_last, names))))
    return rows


def _split_line(line: str) -> list[str]:
    if not line or len(line) > LONGEST_ROW:
        return [line]
    unquoted = QUOTED.sub("", line)
    delimiter = next((each for each in "\t;," if each in unquoted), ",")
    [cells] = csv.reader([line], delimiter=delimiter)
    return [cell.strip() for cell in cells]


def _read_titles(cells: Sequence[str]) -> list[Column | None]:
    """Return the kind of each column; nothing if these are no titles."""
    columns = [COLUMNS.get(_keep_letters(cell)) for cell in cells]
    if columns.count("name") == 2:
        # "Player 1; Player 2" are partners.
        columns[columns.index("name", columns.index("name") + 1)] = "partner"
    return columns if any(columns) else []


def _keep_letters(title: str) -> str:
    letters = filter(str.isalpha, title.casefold())
    return "".join(letters)


def _read_names(
    cells: Sequence[str], columns: Sequence[Column | None]
) -> tuple[str, ...]:
    if not columns:
        return _strip_number(cells)
    parts: dict[Column, list[str]] = defaultdict(list)
    for cell, column in zip(cells, columns, strict=False):
        if column is not None and cell:
            parts[column].append(cell)
    own = [*parts["first"], *parts["name"], *parts["last"]]
    names = " ".join(own), *parts["partner"]
    return tuple(filter(None, names))


def _put_surname_last(name: str) -> str:
    """Return `Eva Meier` for `Meier, Eva`, as a quoted cell has it."""
    surname, _, first = name.partition(",")
    return f"{first.strip()} {surname}" if first.strip() else name


def _strip_number(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the names in a line's cells without its number, as in "1. Ana, Ben"."""
    first, *others = filter(None, cells)
    unnumbered = NUMBER.sub("", first)
    if unnumbered:
        return unnumbered, *others
    return tuple(others) or (first,)

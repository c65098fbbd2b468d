"""docs/variants.md names every choice of its games, and for each a test that exists and
the section that its rulings cite, with what the section rests on.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.plugin import discovery
from referee.plugin.rulebook import Rulebook
from tests.games.installed import GAMES

DOCUMENT = Path(__file__).parents[2] / "docs" / "variants.md"
ROW = re.compile(
    r"^\| (?P<variant>[^|]+) \| (?P<choice>[^|]+) \| \[(?P<test>\w+)\]\((?P<path>[^)]+)\) "
    r"\| `(?P<section>[^`]+)` \| (?P<authority>[^|]+) \|$"
)


@dataclass(frozen=True)
class Row:
    """A line of the tables."""

    variant: str
    choice: str
    test: str
    path: str
    section: str
    authority: str


def rows() -> dict[str, list[Row]]:
    """The lines by game."""
    ids = {discovery.rulebook(id).game.title: id for id in GAMES}
    found: dict[str, list[Row]] = {}
    for line in DOCUMENT.read_text("utf-8").splitlines():
        if line.startswith("## "):
            game = ids[line.removeprefix("## ")]
            found[game] = []
        if line.startswith("| ") and not line.startswith(("| variant", "| ---")):
            row = ROW.match(line)
            assert row, line
            found[game].append(Row(**row.groupdict()))
    return found


ROWS = rows()


def choices_of(book: Rulebook) -> set[str]:
    """All that a table chooses but how it is entered, which it may change."""
    options = {option.name for option in book.game.options} - {"depth"}
    return options | {*discovery.house_rules_of(book.game.id)}


@pytest.mark.parametrize("game", ROWS)
def test_every_choice_is_there(game: str) -> None:
    named = {row.choice.strip("`") for row in ROWS[game]}
    assert named - {"always"} == choices_of(discovery.rulebook(game))


@pytest.mark.parametrize("game", ROWS)
def test_each_row_names_a_test_and_a_section(game: str) -> None:
    sections = discovery.rulebook(game).sections
    house_rules = discovery.house_rules_of(game)
    for row in ROWS[game]:
        tests = (DOCUMENT.parent / row.path).read_text("utf-8")
        assert f"def {row.test}(" in tests, row
        if row.section in house_rules:
            assert row.authority.startswith("house rule"), row
            continue
        is_reading = sections[row.section].basis == "reading"
        assert is_reading == ("reading" in row.authority), row

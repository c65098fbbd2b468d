"""docs/variants.md names what no law book decides: every house rule of its games, and the
choices that rest on a reading, with the section that their rulings cite.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.plugin import discovery
from tests.games.installed import GAMES

DOCUMENT = Path(__file__).parents[2] / "docs" / "variants.md"
ROW = re.compile(
    r"^\| [^|]+ \| (?P<choice>[^|]+) \| `(?P<section>[^`]+)` \| (?P<authority>[^|]+) \|$"
)


@dataclass(frozen=True)
class Row:
    """A line of the tables."""

    choice: str
    section: str
    authority: str


def rows() -> dict[str, list[Row]]:
    """The lines by game."""
    ids = {discovery.rulebook(id).game.title: id for id in GAMES}
    found: dict[str, list[Row]] = {}
    for line in DOCUMENT.read_text("utf-8").splitlines():
        if line == "## Not yet":
            break
        if line.startswith("## "):
            game = ids[line.removeprefix("## ")]
            found[game] = []
        if line.startswith("| ") and not line.startswith(("| variant", "| ---")):
            row = ROW.match(line)
            assert row, line
            found[game].append(Row(**row.groupdict()))
    return found


ROWS = rows()


@pytest.mark.parametrize("game", ROWS)
def test_every_house_rule_is_there(game: str) -> None:
    book = discovery.rulebook(game)
    options = {option.name for option in book.game.options}
    named = {row.choice.strip("`") for row in ROWS[game]} - {"always"}
    house_rules = {*discovery.house_rules_of(game)}
    assert house_rules <= named <= options | house_rules


@pytest.mark.parametrize("game", ROWS)
def test_each_row_says_what_its_section_rests_on(game: str) -> None:
    sections = discovery.rulebook(game).sections
    house_rules = discovery.house_rules_of(game)
    for row in ROWS[game]:
        if row.section in house_rules:
            assert row.authority.startswith("house rule"), row
            continue
        is_reading = sections[row.section].basis == "reading"
        assert is_reading == ("reading" in row.authority), row

"""Games that are tried from where they stand: a file, a package, a project; and
installed beside the others.
"""

import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from referee.plugin.discovery import (
    GAMES,
    HOUSE_RULES,
    beside,
    installed,
    rulebook,
)
from referee.plugin.loose_games import NoGameError, loose_points

pytestmark = pytest.mark.usefixtures("imported_for_this_test_only")

HIGHEST_CARD = Path(__file__).parents[1] / "toy_games/highest_card.py"
RULE = """
from referee import HouseRule, hookimpl

@hookimpl
def describe_house_rule():
    return HouseRule("low-wins", "highest-card", "Low wins", "The lowest card wins.")

@hookimpl(wrapper=True)
def resolve_trick(given):
    return (yield)
"""
PYPROJECT = """
[project.entry-points.referee]
highest-card = "a_stranger.game"

[project.entry-points."referee.house_rules"]
low = "a_stranger.low_wins"
"""


def put(place: Path, text: str = "") -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text or HIGHEST_CARD.read_text("utf-8"), "utf-8")
    return place


def test_a_file_is_a_game_that_stands_beside_those_installed(tmp_path: Path) -> None:
    [point] = loose_points(put(tmp_path / "a_loose_game.py"))
    assert (point.name, point.value, point.group) == (
        "highest-card",
        "a_loose_game",
        GAMES,
    )
    before = set(installed().games)
    with beside(point):
        assert set(installed().games) == before | {"highest-card"}
        assert rulebook("highest-card").game.title == "Highest Card"
    assert set(installed().games) == before


def test_what_stands_beside_others_stays_there_while_more_is_put_beside_it(
    tmp_path: Path,
) -> None:
    with (
        beside(*loose_points(put(tmp_path / "a_loose_game.py"))),
        beside(EntryPoint("gone", "nowhere", GAMES)),
    ):
        assert "highest-card" in installed().games
        assert "gone" in installed().broken


def test_a_package_imports_its_own_modules_either_way(tmp_path: Path) -> None:
    put(
        tmp_path / "a_loose_package" / "__init__.py",
        "from .hooks import *\nfrom a_loose_package import hooks\n",
    )
    put(tmp_path / "a_loose_package" / "hooks.py")
    [point] = loose_points(tmp_path / "a_loose_package")
    assert (point.name, point.value) == ("highest-card", "a_loose_package")


@pytest.mark.parametrize("sources", [".", "src"])
def test_a_project_has_the_games_and_house_rules_of_its_entry_points(
    tmp_path: Path, sources: str
) -> None:
    put(tmp_path / "pyproject.toml", PYPROJECT)
    put(tmp_path / sources / "a_stranger" / "__init__.py", "\n")
    put(tmp_path / sources / "a_stranger" / "game.py")
    put(tmp_path / sources / "a_stranger" / "low_wins.py", RULE)
    with beside(*loose_points(tmp_path)):
        assert (
            rulebook("highest-card", ("low-wins",)).house_rules[0].title == "Low wins"
        )


def put_package(base: Path, name: str) -> Path:
    """Write a package of Highest Card with a house rule, and what belongs to that."""
    rules = base / name / "house_rules"
    put(base / name / "__init__.py")
    put(rules / "low_wins.py", RULE.replace("\n", "\nfrom ._lowest import RANKS\n", 1))
    put(rules / "_lowest.py", "RANKS = '234'\n")
    return base / name


def test_house_rules_stand_in_the_package_of_their_game(tmp_path: Path) -> None:
    with beside(*loose_points(put_package(tmp_path, "a_game_with_rules"))):
        assert set(installed().house_rules["highest-card"]) == {"low-wins"}
        assert not installed().broken


def test_a_house_rule_that_is_named_as_well_is_one(tmp_path: Path) -> None:
    package = put_package(tmp_path, "a_game_with_rules_named")
    named = EntryPoint("low", f"{package.name}.house_rules.low_wins", HOUSE_RULES)
    with beside(*loose_points(package), named):
        assert set(installed().house_rules["highest-card"]) == {"low-wins"}
        assert not installed().broken


def test_house_rules_are_found_in_a_zip_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_package(tmp_path / "packed", "a_game_in_a_zip")
    packed = shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path / "packed")
    monkeypatch.syspath_prepend(packed)
    with beside(EntryPoint("highest-card", "a_game_in_a_zip", GAMES)):
        rules = installed().house_rules["highest-card"]
        assert str(rules["low-wins"].__file__).startswith(packed)


def test_a_house_rule_that_cannot_be_imported_is_told_by_name(tmp_path: Path) -> None:
    package = put_package(tmp_path, "a_game_with_a_broken_rule")
    put(package / "house_rules" / "no_such.py", "import no_such_module\n")
    with beside(*loose_points(package)):
        [name] = installed().broken
        assert name == "highest-card-no-such"
        assert set(installed().house_rules["highest-card"]) == {"low-wins"}


def test_a_name_that_is_in_use_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoGameError, match=r"has the name of .*json.*, which is in use"):
        loose_points(put(tmp_path / "json.py"))


@pytest.mark.parametrize(
    ("there", "wrong"),
    [
        ({}, "neither a .py file nor a folder"),
        ({"game.txt": "x"}, "neither a .py file nor a folder"),
        ({"pyproject.toml": "[project"}, "cannot be read: "),
        ({"pyproject.toml": "[project]"}, "it needs a line `id"),
        ({"pyproject.toml": "project = 5"}, "names no game"),
        ({"pyproject.toml": "[project]\nentry-points = ['referee']"}, "names no game"),
        (
            {"pyproject.toml": "[project.entry-points]\nreferee = 'whist'"},
            "names no game",
        ),
        (
            {"pyproject.toml": "[project.entry-points.referee]\nwhist = ''"},
            "does not say which module is 'whist'",
        ),
        (
            {"pyproject.toml": "[project.entry-points.referee.whist]\nin = 'a'"},
            "does not say which module is 'whist'",
        ),
    ],
)
def test_where_there_is_no_game_it_says_what_it_looked_for(
    tmp_path: Path, there: dict[str, str], wrong: str
) -> None:
    for name, text in there.items():
        put(tmp_path / name, text)
    with pytest.raises(NoGameError, match=wrong):
        loose_points(tmp_path)


def test_what_a_game_raises_when_it_is_imported_comes_through_and_leaves_nothing(
    tmp_path: Path,
) -> None:
    with pytest.raises(ZeroDivisionError):
        loose_points(put(tmp_path / "a_failing_game.py", "1 / 0"))
    assert "a_failing_game" not in sys.modules

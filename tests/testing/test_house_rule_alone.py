"""A project with only a house rule for an installed game is checked as a game is."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.commandline import main

pytestmark = pytest.mark.usefixtures("imported_for_this_test_only")

PYPROJECT = """\
[project.entry-points."referee.house_rules"]
clubs-lose = "clubs_lose"
"""
RULE = """\
from referee import HouseRule, hookimpl

@hookimpl
def describe_house_rule():
    return HouseRule("clubs-lose", "spades", "Clubs lose", "The lowest club wins.")

@hookimpl(wrapper=True)
def resolve_trick(given):
    ruling = yield
    given.cards("plays")
    return ruling
"""
CATALOGUE = """\
msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Clubs lose"
msgstr "Niedrige Kreuze"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "clubs_lose" / "locale").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, "utf-8")
    (tmp_path / "clubs_lose" / "__init__.py").write_text(RULE, "utf-8")
    (tmp_path / "clubs_lose" / "locale" / "de.po").write_text(CATALOGUE, "utf-8")
    return tmp_path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def test_its_flaws_stand_in_its_own_file_and_catalogue(project: Path) -> None:
    ran = run("check", project, "--entries", "100")
    assert ran.exit_code == 1
    assert "clubs_lose/__init__.py:10: `resolve_trick`: TypeError" in ran.output
    assert "clubs_lose/locale/de.po:1: Not translated: 'The lowest club" in ran.output
    assert "1 flaw." in ran.output


DOUBLES = """\
from dataclasses import replace
from referee import HouseRule, hookimpl

@hookimpl
def describe_house_rule():
    return HouseRule("clubs-lose", "oh-hell", "Double", "Everything counts double.")

@hookimpl(wrapper=True)
def score_round():
    ruling = yield
    points = {seat: 2 * n for seat, n in ruling.verdict["points"].items()}
    return replace(ruling, verdict={**ruling.verdict, "points": points})
"""


def test_numbers_that_a_house_rule_leaves_in_words_and_reckoning_are_told(
    project: Path,
) -> None:
    (project / "clubs_lose" / "__init__.py").write_text(DOUBLES, "utf-8")
    ran = run("check", project, "--entries", "60")
    told = "clubs_lose/__init__.py:8: It changes the verdict, and its `reckoning`"
    assert told in ran.output, ran.output
    assert "Give `replace(ruling, …)` a new `reckoning` too." in ran.output


def test_its_sentences_are_gathered_into_its_own_catalogue(project: Path) -> None:
    ran = run("words", project)
    assert ran.exit_code == 0, ran.output
    text = (project / "clubs_lose" / "locale" / "de.po").read_text("utf-8")
    assert 'msgid "The lowest club wins."' in text
    assert 'msgstr "Niedrige Kreuze"' in text

"""The games in `examples/`, each a package of its own: short, right, said in every
language.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.plugin.discovery import beside, installed_languages
from referee.plugin.loose_games import loose_points
from referee.testing.catalogues import translated
from tests.words.gather import Package, known_to, wanted

EXAMPLES = Path(__file__).parents[1] / "examples"
GAMES = sorted(folder.name for folder in EXAMPLES.iterdir())


@pytest.fixture(params=GAMES)
def example(request: pytest.FixtureRequest) -> Iterator[Path]:
    """The folder of an example, whose game is there as long as the test runs."""
    folder = EXAMPLES / request.param
    with beside(*loose_points(folder)):
        yield folder


MOST_LINES = 220
MORE_LINES = {"rummy_500": 335}
"""Draws, melds and layoffs take more than tricks and climbing do."""


def test_an_example_is_short_enough_to_be_read_from_end_to_end() -> None:
    for game in GAMES:
        modules = sorted((EXAMPLES / game / game).rglob("*.py"))
        lines = [
            line for path in modules for line in path.read_text("utf-8").splitlines()
        ]
        most = MORE_LINES.get(game, MOST_LINES)
        assert len([line for line in lines if line.strip()]) <= most
        assert max(map(len, lines)) <= 88


@pytest.mark.slow
def test_all_that_it_says_is_said_in_every_language(example: Path) -> None:
    package = Package(example.name, example / example.name)
    for language in installed_languages():
        said = {
            message.id
            for message in known_to(package, language)
            if message.id and translated(message)
        }
        assert said == set(wanted(package, language))

"""The command line with games of any deck: asking in their cards."""

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from referee.commandline import main
from tests.toy_games.every_deck import all_dealt

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def dealt() -> Iterator[None]:
    """The game that deals each deck is installed beside the games that are."""
    with all_dealt():
        yield


def said(*words: str) -> str:
    """What a command says that does its work."""
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize(
    ("game", "plays", "sentence"),
    [
        ("german-32", "Ana=10E Ben=ober of leaves", "Ben wins with the ober of leaves"),
        ("spanish-40", "Ana=10o Ben=1s", "Ana wins with the knave of coins"),
        ("tarot", "Ana=21t Ben=the fool", "Ben wins with the fool"),
        ("colours", "Ana=red skip Ben=9b", "Ana wins with the red skip"),
    ],
)
def test_a_trick_is_asked_about_in_cards_of_the_deck(
    game: str, plays: str, sentence: str
) -> None:
    assert said("ask", game, "trick", "--plays", plays).startswith(sentence)

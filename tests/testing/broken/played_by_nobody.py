"""It says that nobody can play it, too."""

from referee import Game, hookimpl
from tests.toy_games.highest_card import *


@hookimpl  # wrong: its players are (0, 2), and 0 cannot play: 1 is the least
def describe_game() -> Game:
    return Game(
        id="highest-card",
        title="Highest Card",
        players=(0, 2),
        summary="The highest wins.",
        source="Made up",
    )

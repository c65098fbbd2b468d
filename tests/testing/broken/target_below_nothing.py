"""A table could choose a target that is reached before anybody has played."""

from referee import Field, Game, hookimpl, say
from tests.toy_games.highest_card import *


@hookimpl
def describe_game() -> Game:
    target = Field(
        "target",  # wrong: 'target' has no `min`
        "number",
        say("Points to win"),
        max=9,
        default=2,
    )
    return Game(
        id="highest-card",
        title="Highest Card",
        players=(2, 3, 4),
        summary="The highest wins.",
        source="Made up",
        options=(target,),
    )

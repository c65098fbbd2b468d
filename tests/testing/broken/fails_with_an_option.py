"""A hook fails where an option is not as it stands when nobody chooses."""

from __future__ import annotations

from dataclasses import replace

from referee import Field, Game, Setting, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *

WORDS = {False: "plain"}


@hookimpl
def describe_game() -> Game:
    game = highest_card.describe_game()
    return replace(
        game,
        options=(
            *game.options,
            Field("wild", "flag", say("Twos are wild"), default=False),
        ),
    )


@hookimpl
def begin(setting: Setting) -> State:
    WORDS[bool(setting.options["wild"])]  # wrong: `begin`: KeyError: True
    return highest_card.begin(setting)

"""How our own games are written: what we ask of them besides what `referee check` asks of any."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch
from tests import highest_card
from tests.games.installed import GAMES

MODULES: dict[str, ModuleType] = {**GAMES, "highest-card": highest_card}

every_game = pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)


def hooks_of(module: ModuleType) -> dict[str, Any]:
    """The hooks of a game, by the names that they have in its module."""
    return {name: value for name, value in vars(module).items() if hasattr(value, "referee_impl")}


def begun(module: ModuleType, players: int) -> PlayedMatch:
    return PlayedMatch.begun(module, [f"P{n}" for n in range(players)])


@every_game
def test_each_hook_says_what_it_takes_and_answers(module: ModuleType) -> None:
    for name, hook in hooks_of(module).items():
        signature = inspect.signature(hook)
        assert signature.return_annotation is not inspect.Signature.empty, name
        assert all(p.annotation is not inspect.Parameter.empty for p in signature.parameters.values()), name


@every_game
def test_its_options_stand_at_something_where_nobody_chooses(module: ModuleType) -> None:
    game = module.describe_game()
    assert game.source
    stand = {option.name: option.default for option in game.options if option.default is not None}
    assert {**begun(module, game.players[0]).setting.options} == stand


@every_game
@pytest.mark.parametrize("seats", [0, 21])
def test_a_number_of_players_that_cannot_play_is_refused(module: ModuleType, seats: int) -> None:
    with pytest.raises(WrongFieldsError, match="is played by"):
        begun(module, seats)


@pytest.mark.parametrize("game", GAMES)
def test_people_who_never_played_it_are_led_through_setting_up(game: str) -> None:
    for players in GAMES[game].describe_game().players:
        match = begun(GAMES[game], players)
        guide = match.rulebook.set_up(match.setting)
        assert len(guide) > 3
        for step in guide:
            assert str(step.title) and str(step.text).endswith(".")
            assert step.section in match.rulebook.sections
        assert any("pack" in str(step.text) for step in guide), "which cards to take"


def test_a_game_may_do_without_a_guide() -> None:
    match = begun(highest_card, 2)
    assert match.rulebook.set_up(match.setting) == ()


@every_game
def test_the_rules_begin_with_how_it_goes(module: ModuleType) -> None:
    first = module.rule_sections()[0]
    assert len(first.text.split()) < 130, "short: the first section stands on top of the rules"

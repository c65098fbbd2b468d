"""How our own games are written: what we ask of them besides what `referee check` asks
of any.
"""

from types import ModuleType

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch
from tests.games.installed import GAMES
from tests.toy_games import highest_card

MODULES: dict[str, ModuleType] = {**GAMES, "highest-card": highest_card}

every_game = pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)


def begun(module: ModuleType, players: int) -> PlayedMatch:
    return PlayedMatch.begun(module, [f"P{n}" for n in range(players)])


@every_game
def test_its_options_stand_at_something_where_nobody_chooses(
    module: ModuleType,
) -> None:
    game = module.describe_game()
    assert game.source
    stand = {
        option.name: option.default
        for option in game.options
        if option.default is not None
    }
    assert {**begun(module, game.players[0]).setting.options} == stand


@every_game
@pytest.mark.parametrize("seats", [0, 21])
def test_a_number_of_players_that_cannot_play_is_refused(
    module: ModuleType, seats: int
) -> None:
    with pytest.raises(WrongFieldsError, match="is for"):
        begun(module, seats)


@pytest.mark.parametrize("game", GAMES)
def test_people_who_never_played_it_are_led_through_setting_up(game: str) -> None:
    for players in GAMES[game].describe_game().players:
        match = begun(GAMES[game], players)
        guide = match.rulebook.prepare_table(match.setting)
        assert len(guide) > 3
        for step in guide:
            assert str(step.title)
            assert str(step.text).endswith(".")
            assert step.section in match.rulebook.sections
        assert any("pack" in str(step.text) for step in guide), "which cards to take"


@every_game
def test_the_rules_begin_with_how_it_goes(module: ModuleType) -> None:
    first = module.rule_sections()[0]
    assert len(first.text.split()) < 130, (
        "short: the first section stands on top of the rules"
    )

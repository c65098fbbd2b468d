"""One suite over every game that is installed: all that `referee check` knows, and what we ask of our own besides."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from referee.match.log_entry import SPECTATOR
from referee.match.match import Match
from referee.match.visibility import view_of
from referee.plugin.discovery import GAMES, HOUSE_RULES, installed
from referee.plugin.rulebook import Rulebook
from referee.testing.checks.check_hooks import HOOKS
from referee.testing.random_match import RandomMatch, played_at_random
from referee.testing.sources import hooks_of
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import most_telling
from tests import highest_card

MODULES: dict[str, ModuleType] = {**installed().games, "highest-card": highest_card}
FEW, MANY = 30, 3_000
"""Entries made at random: enough for some rounds of each game, and for many matches."""
SEEDS = range(2)

LONG = ("slapjack", "tripp-jokes")
"""Games of which even a few entries take long to check."""

every_game = pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)


def test_the_suite_has_games_and_house_rules_to_run_over() -> None:
    assert not installed().broken
    assert set(installed().house_rules) == set(installed().games)
    assert len(MODULES) > 2
    assert GAMES != HOUSE_RULES


@pytest.mark.parametrize("spec", HOOKS.values(), ids=HOOKS)
def test_every_hook_is_documented_and_typed(spec: Any) -> None:
    assert spec.__doc__
    signature = inspect.signature(spec)
    assert signature.return_annotation is not inspect.Signature.empty
    assert all(p.annotation is not inspect.Parameter.empty for p in signature.parameters.values())


@pytest.mark.parametrize("game", [*(game for game in installed().games if game not in LONG), highest_card])
def test_nothing_is_wrong_with_a_game(game_check: Callable[..., None], game: str | ModuleType) -> None:
    game_check(game, entries=FEW)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*installed().games, highest_card], ids=MODULES)
def test_nothing_is_wrong_with_a_game_after_many_entries(game_check: Callable[..., None], game: str) -> None:
    game_check(game, entries=MANY)


@every_game
def test_each_hook_says_what_it_takes_and_answers(module: ModuleType) -> None:
    for name, hook in hooks_of(module).items():
        signature = inspect.signature(hook)
        assert signature.return_annotation is not inspect.Signature.empty, name
        assert all(p.annotation is not inspect.Parameter.empty for p in signature.parameters.values()), name


@every_game
def test_its_options_stand_at_something_where_nobody_chooses(module: ModuleType) -> None:
    game = Rulebook(module).game
    assert game.source
    stand = {option.name: option.default for option in game.options if option.default is not None}
    assert Rulebook(module).options({}) == stand


@every_game
@pytest.mark.parametrize("seats", [0, 20])
def test_a_number_of_players_that_cannot_play_is_refused(module: ModuleType, seats: int) -> None:
    with pytest.raises(WrongFieldsError, match="is played by"):
        Rulebook(module).setting([f"P{n}" for n in range(seats)], None, {})


# How our own games are written


@pytest.mark.parametrize("game", installed().games)
def test_people_who_never_played_it_are_led_through_setting_up(game: str) -> None:
    rulebook = Rulebook(installed().games[game])
    for players in rulebook.game.players:
        guide = rulebook.set_up(rulebook.setting([f"P{n}" for n in range(players)], None, {}))
        assert len(guide) > 3
        for step in guide:
            assert str(step.title) and str(step.text).endswith(".")
            assert step.section in rulebook.sections
        assert any("pack" in str(step.text) for step in guide), "which cards to take"


def test_a_game_may_do_without_a_guide() -> None:
    rulebook = Rulebook(highest_card)
    assert rulebook.set_up(rulebook.setting(["Ana", "Ben"], None, {})) == ()


@every_game
def test_the_rules_begin_with_how_it_goes(module: ModuleType) -> None:
    first = hooks_of(module)["rule_sections"]()[0]
    assert len(first.text.split()) < 130, "short: the first section stands on top of the rules"


@cache
def played(name: str, seed: int) -> RandomMatch:
    rulebook = Rulebook(MODULES[name])
    return played_at_random(rulebook, rulebook.game.players[seed % len(rulebook.game.players)], seed, most=5_000)


@pytest.fixture(params=[(name, seed) for name in MODULES for seed in SEEDS], ids=lambda key: f"{key[0]}-{key[1]}")
def a_match(request: pytest.FixtureRequest) -> RandomMatch:
    return played(*request.param)


def test_prompts_alone_lead_to_the_end(a_match: RandomMatch) -> None:
    scene = a_match.history.scene
    assert scene.finished and scene.winners and scene.to_act == ()
    assert a_match.history.prompts == ()
    assert {standing.seat for standing in scene.standings} == set(a_match.history.setting.seats)


def test_who_has_won_is_the_most_telling_ruling(a_match: RandomMatch) -> None:
    last = a_match.history.steps[-1].rulings
    verdict = jsonable(last[most_telling(last)].verdict)
    assert list(view_of(Match(a_match.history), SPECTATOR, "").winners) == verdict.get(
        "winners", [verdict.get("winner")]
    )


def test_states_are_frozen(a_match: RandomMatch) -> None:
    state: Any = a_match.history.position.state
    assert is_dataclass(state)
    with pytest.raises((FrozenInstanceError, AttributeError)):
        setattr(state, fields(state)[0].name, None)

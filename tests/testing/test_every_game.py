"""One suite over every game that is installed: all that `referee check` knows, and what
we ask of our own besides.
"""

import inspect
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from referee.match.match import Match
from referee.match.showing.views import view_of
from referee.match.viewer import SPECTATOR
from referee.plugin.discovery import installed
from referee.plugin.rulebook import Rulebook
from referee.testing.checks.check_declarations import HOOKS
from referee.testing.random_match import RandomMatch, play_at_random
from referee.testing.random_options import AS_THEY_STAND
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import most_telling
from tests.games.installed import KINDS
from tests.toy_games import highest_card

MODULES: dict[str, ModuleType] = {**installed().games, "highest-card": highest_card}
MANY = 1_000
"""Entries made at random: enough for many matches."""
SEEDS = (0, pytest.param(AS_THEY_STAND, marks=pytest.mark.slow))
"""The first with the shortest options, so that it is soon over."""

every_game = pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)


def test_the_suite_has_games_and_house_rules_to_run_over() -> None:
    assert not installed().broken
    assert set(installed().house_rules) == set(installed().games)
    assert len(MODULES) > 2


@pytest.mark.parametrize("spec", HOOKS.values(), ids=HOOKS)
def test_every_hook_is_documented_and_typed(spec: Any) -> None:
    assert spec.__doc__
    signature = inspect.signature(spec)
    assert signature.return_annotation is not inspect.Signature.empty
    assert all(
        p.annotation is not inspect.Parameter.empty
        for p in signature.parameters.values()
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [*installed().games, highest_card], ids=MODULES, scope="module"
)
def test_nothing_is_wrong_with_a_game(
    game_check: Callable[..., None], game: str | ModuleType
) -> None:
    game_check(game, entries=MANY)


@cache
def played(name: str, seed: int) -> RandomMatch:
    rulebook = Rulebook(MODULES[name])
    return play_at_random(
        rulebook,
        rulebook.game.players[seed % len(rulebook.game.players)],
        seed,
        most=5_000,
    )


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(
            name, marks=() if name in (*KINDS, "highest-card") else pytest.mark.slow
        )
        for name in MODULES
    ],
)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=SEEDS)
def a_match(request: pytest.FixtureRequest, name: str) -> RandomMatch:
    return played(name, request.param)


def test_prompts_alone_lead_to_the_end(a_match: RandomMatch) -> None:
    scene = a_match.history.scene
    assert scene.finished
    assert scene.winners
    assert scene.to_act == ()
    assert a_match.history.prompts == ()
    assert {standing.seat for standing in scene.standings} == set(
        a_match.history.setting.seats
    )


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

"""A program that knows no game referees each of them to its end: it reads prompts, and
nothing else.
"""

from random import Random
from typing import Any

import pytest

from referee.plugin.discovery import installed, rulebook
from referee.testing.random_player import RandomPlayer
from tests.told_prompts import told_prompts
from tests.web.conftest import Open, Opened

pytestmark = pytest.mark.slow

GAMES = sorted(installed().games)
PATIENCE = 3_000
"""Requests before the program gives up."""


def options_at_their_least(game: dict[str, Any]) -> dict[str, int]:
    return {
        option["name"]: option["min"]
        for option in game["options"]
        if option["min"] is not None and not option["folded"]
    }


def referee(table: Opened, player: RandomPlayer, own_phones: bool) -> dict[str, Any]:
    """Plays the match to its end; every seat from its own phone, or all from the
    host's.
    """
    view = table.start()
    for _ in range(PATIENCE):
        if view["finished"]:
            return dict(view)
        kind, seat, data = player.choose(
            told_prompts(view["prompts"], player.deck), view["to_act"]
        )
        phone = table.phones[seat] if own_phones else table.host
        if own_phones and kind in {
            prompt["kind"] for prompt in view["prompts"] if prompt["secret"]
        }:
            data = mine(data, seat, table)
        answer = phone.enter(table.code, kind, seat, **data)
        if answer.status == 201:
            player.note(kind, seat, data, answer.json["rulings"])
        else:
            why = (
                answer.json["ruling"]["because"]
                if "ruling" in answer.json
                else answer.json["errors"]
            )
            assert answer.status == 422, f"a refusal says why: {answer.json}"
            assert why, f"a refusal says why: {answer.json}"
        view = table.host.look(table.code)
    raise AssertionError("the match does not end")


def mine(data: dict[str, Any], seat: str, table: Opened) -> dict[str, Any]:
    """Of secret values by seat, a seat's own: nobody enters for another seat."""
    seats = set(table.phones)
    return {
        name: {seat: value[seat]}
        if isinstance(value, dict) and set(value) <= seats
        else value
        for name, value in data.items()
    }


@pytest.mark.parametrize(
    "own_phones", [False, True], ids=["one phone for all", "a phone each"]
)
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_refereed_by_its_prompts_alone(
    open_table: Open, game: str, own_phones: bool
) -> None:
    rng = Random(f"{game} {own_phones}")
    described = open_table("highest-card").host.get(f"/games/{game}").said(200)
    names = [f"Player {n}" for n in range(1, max(described["players"]) + 1)]
    table = open_table(game, *names, options=options_at_their_least(described))
    deck = rulebook(game).game.deck
    end = referee(table, RandomPlayer(rng, names, deck=deck), own_phones)
    assert end["winners"]
    assert end["prompts"] == []

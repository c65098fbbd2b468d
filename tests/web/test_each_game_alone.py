"""Each game works where it is the only one installed, and all of them side by side."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from importlib.metadata import EntryPoint, entry_points
from random import Random

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee.plugin import discovery
from referee.testing.random_player import RandomPlayer
from tests.told_prompts import told_prompts
from tests.web.phone import Phone

pytestmark = pytest.mark.slow

BUILT_IN = sorted(
    point.name
    for point in entry_points(group=discovery.GAMES)
    if point.value.startswith("referee_")
)
TRIES = 3_000
"""A game may refuse most of what its fields allow."""
NAMES = ("Ana", "Ben", "Cy", "Di")


def only(wanted: Callable[[EntryPoint], bool]) -> AbstractContextManager[None]:
    """Nothing is installed but the plugins that are wanted."""
    return discovery.finding(
        lambda group: [point for point in entry_points(group=group) if wanted(point)]
    )


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Iterator[str]:
    """A game, installed alone: its own house rules with it."""
    module = next(
        point.value
        for point in entry_points(group=discovery.GAMES)
        if point.name == request.param
    )
    with only(lambda point: point.value.split(".")[0] == module):
        yield str(request.param)


@pytest.fixture
def all_built_in() -> Iterator[None]:
    with only(lambda point: point.value.startswith("referee_")):
        yield


each_alone = pytest.mark.parametrize("game", BUILT_IN, indirect=True)


def offered(app: Flask) -> list[str]:
    """The games for which the lobby offers a new table, or one of a variant."""
    return re.findall(r'href="/new/([^"/?]+)', page(app, "/"))


def page(app: Flask, path: str) -> str:
    answer: TestResponse = app.test_client().get(path)
    assert answer.status_code == 200, path
    return answer.get_data(as_text=True)


@each_alone
def test_it_is_the_only_one_there_is(app: Flask, spectator: Phone, game: str) -> None:
    assert not discovery.installed().broken
    assert [one["id"] for one in spectator.get("/games").said(200)] == [game]
    assert set(offered(app)) == {game}
    for other in set(BUILT_IN) - {game}:
        assert spectator.get(f"/games/{other}").status == 404
        assert spectator.post("/tables", {"game": other}).status == 422
        assert app.test_client().get(f"/new/{other}").status_code == 404


@each_alone
def test_its_pages_stand(app: Flask, spectator: Phone, game: str) -> None:
    described = spectator.get(f"/games/{game}").said(200)
    assert described["title"] in page(app, "/").replace("&#39;", "'").replace(
        "&amp;", "&"
    )
    opening = page(app, f"/new/{game}")
    assert "<form" in opening
    assert all(f'value="{rule["id"]}"' in opening for rule in described["house_rules"])
    for section in described["sections"]:
        assert f'id="{section["id"]}"' in page(app, f"/games/{game}")


@each_alone
def test_a_table_is_opened_and_a_prompt_answered(app: Flask, game: str) -> None:
    players = max(
        count for count in discovery.rulebook(game).game.players if count <= len(NAMES)
    )
    seats = list(NAMES[:players])
    made = Phone(app).post("/tables", {"game": game, "seats": seats}).said(201)
    host = Phone(app, made["host_token"])
    view = host.post(f"/tables/{made['code']}/start").said(200)
    player = RandomPlayer(Random(game), seats)
    asked = [one for one in view["prompts"] if not one["optional"]][:1]
    for _ in range(TRIES):
        kind, seat, data = player.choose(told_prompts(asked), view["to_act"])
        if (answer := host.enter(made["code"], kind, seat, **data)).status != 422:
            break
    entered = answer.said(201)
    assert (entered["seq"], entered["view"]["game"]) == (1, game)
    assert all(name in page(app, f"/t/{made['code']}?watch=1") for name in seats)


def test_side_by_side_all_are_listed(
    app: Flask, spectator: Phone, all_built_in: None
) -> None:
    assert not discovery.installed().broken
    assert [one["id"] for one in spectator.get("/games").said(200)] == BUILT_IN
    assert set(offered(app)) == set(BUILT_IN)
    for game in BUILT_IN:
        assert page(app, f"/new/{game}")
        assert page(app, f"/games/{game}")

"""What was put right since the latest ruling is told on the table's page and on the board, until the next ruling."""

from __future__ import annotations

import html
import re

import pytest

from tests.web.conftest import Opened


@pytest.fixture
def played(started: Opened) -> Opened:
    """Ana's nine has beaten Ben's eight."""
    for seat, card in (("Ana", "9S"), ("Ben", "8S")):
        started.phones[seat].enter(started.code, "lay", card=card).said(201)
    return started


def news(table: Opened, page: str = "") -> list[str]:
    """What anybody passing by is told there."""
    text = table.host.app.test_client().get(f"/t/{table.code}{page}").get_data(as_text=True)
    return [html.unescape(one) for one in re.findall(r"<p data-asked>(.*?)</p>", text)]


def correct(table: Opened, phone: str, **change: object) -> str:
    path = table.path("corrections")
    return str(table.phones[phone].post(path, {"changes": [change]}).said(201)["id"])


def test_nothing_is_told_where_nothing_was_put_right(played: Opened) -> None:
    assert news(played) == news(played, "/board") == []


def test_a_correction_is_told_with_what_is_ruled_now_until_the_next_ruling(played: Opened) -> None:
    correct(played, "Ben", seq=2, data={"card": "JS"})
    assert news(played) == news(played, "/board") == ["Ben corrected entry 2: Ben wins."]
    played.phones["Ana"].enter(played.code, "lay", card="TS").said(201)
    assert news(played) == ["Ben corrected entry 2: Ben wins."]
    played.phones["Ben"].enter(played.code, "lay", card="7S").said(201)
    assert news(played) == []


def test_the_host_is_named_as_such(played: Opened) -> None:
    played.host.post(played.path("corrections"), {"changes": [{"seq": 2, "data": {"card": "JS"}}]}).said(201)
    assert news(played) == ["The host corrected entry 2: Ben wins."]


def test_a_struck_entry_is_told(played: Opened) -> None:
    correct(played, "Ben", seq=2, strike=True)
    assert news(played) == ["Ben struck entry 2."]


def test_an_undo_is_told_when_it_is_made(played: Opened) -> None:
    id = correct(played, "Ben", seq=2, data={"card": "JS"})
    for seat, card in (("Ana", "TS"), ("Ben", "7S")):
        played.phones[seat].enter(played.code, "lay", card=card).said(201)
    assert news(played) == []
    played.host.post(played.path(f"corrections/{id}/undo")).said(201)
    assert news(played) == ["The correction of entry 2 was undone."]
    played.host.post(played.path(f"corrections/{id}/redo")).said(201)
    assert news(played) == ["Ben corrected entry 2: Ben wins."]


def test_of_a_correction_under_seal_nothing_is_told_but_that_it_was_made(played: Opened) -> None:
    played.phones["Ana"].enter(played.code, "lay", card="TS").said(201)
    correct(played, "Ana", seq=3, data={"card": "4S"})
    assert news(played) == ["Ana corrected entry 3."]


@pytest.mark.parametrize(
    ("settled_as", "more", "told"),
    [
        ("upheld", {}, "What was questioned stands: the ruling is upheld."),
        ("overruled", {"verdict": {"winner": "Ben"}}, "What was questioned is overruled, in entry 2: Overruled by"),
    ],
)
def test_what_was_questioned_is_told_when_it_is_settled(
    played: Opened, settled_as: str, more: dict[str, object], told: str
) -> None:
    id = played.phones["Ben"].post(played.path("disputes"), {"seq": 2}).said(201)["id"]
    played.host.post(played.path(f"disputes/{id}/resolve"), {"as": settled_as, **more}).said(201)
    [found] = news(played)
    assert found.startswith(told)

"""A card that is passed on in secret: who gives it and who gets it see it, and nobody else before it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from referee.plugin.discovery import GAMES, beside
from referee.testing.checking import flaws_of
from referee.testing.checks.checked_game import CheckedGame
from tests import passed_on
from tests.web.conftest import Open, Opened
from tests.web.phone import Phone

GIVEN = {"Ana": "9H", "Ben": "KC", "Cy": "2D"}
GOT = {"Ben": "9H", "Cy": "KC", "Ana": "2D"}


@pytest.fixture
def passed(open_table: Open) -> Iterator[Opened]:
    with beside(EntryPoint("passed-on", "tests.passed_on", GAMES)):
        table = open_table("passed-on", *GIVEN)
        table.start(dealer="Ana")
        for seat, card in GIVEN.items():
            table.phones[seat].enter(table.code, "pass", seat, card=card).said(201)
        yield table


def seen_by(phone: Phone, table: Opened) -> dict[str, list[str] | None]:
    """The cards that were passed, by those who got them, as this phone sees them."""
    zones: list[dict[str, Any]] = phone.look(table.code)["zones"]
    return {zone["owner"]: zone["cards"] for zone in zones}


def entered_as_seen_by(phone: Phone, table: Opened) -> dict[str, Any]:
    return {line["seat"]: line["data"] for line in phone.get(table.path("log")).said(200)["entries"]}


@pytest.mark.parametrize("seat", GIVEN)
def test_each_sees_the_card_they_gave_and_the_one_they_got(passed: Opened, seat: str) -> None:
    phone = passed.phones[seat]
    assert seen_by(phone, passed) == {one: [GOT[one]] if one == seat else None for one in GOT}
    assert entered_as_seen_by(phone, passed) == {one: {"card": GIVEN[one]} if one == seat else None for one in GIVEN}


def test_host_and_spectators_see_none_of_them(passed: Opened) -> None:
    for phone in (passed.host, Phone(passed.host.app)):
        assert seen_by(phone, passed) == dict.fromkeys(GOT)
        assert entered_as_seen_by(phone, passed) == dict.fromkeys(GIVEN)


def test_at_the_end_all_see_who_passed_what(passed: Opened) -> None:
    passed.phones["Ben"].enter(passed.code, "show").said(201)
    entered = entered_as_seen_by(Phone(passed.host.app), passed)
    assert {seat: entered[seat] for seat in GIVEN} == {seat: {"card": card} for seat, card in GIVEN.items()}
    assert passed.host.look(passed.code)["winners"] == ["Cy"]


def test_nothing_is_wrong_with_the_game() -> None:
    assert [str(flaw) for flaw in flaws_of(CheckedGame(passed_on, entries=300))] == []

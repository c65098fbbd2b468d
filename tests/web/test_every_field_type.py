"""Every type of field can be entered on a question's page and in a table's form, and so
can a new one that brings its choices.
"""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import ClassVar

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from referee.commandline import main
from referee.plugin.discovery import GAMES, beside
from referee.vocabulary.fields import FIELD_TYPES
from referee.vocabulary.fields.plain_fields import ChoiceField
from referee.vocabulary.text import say
from tests.web.plain_pages import enter, open_table, page, sit

GAME = "every-field-type"


class SuitField(ChoiceField):
    """A suit of French cards."""

    name = "suit"
    own_choices: ClassVar = {
        "C": say("Clubs"),
        "D": say("Diamonds"),
        "H": say("Hearts"),
        "S": say("Spades"),
    }
    schema: ClassVar = {"type": "string", "enum": list(own_choices)}


TYPES = (*FIELD_TYPES, SuitField.name)


@pytest.fixture(autouse=True)
def game_of_every_type(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """There is a type `suit`, and a game that asks for every type."""
    monkeypatch.setitem(FIELD_TYPES, SuitField.name, SuitField())
    with beside(EntryPoint(GAME, "tests.toy_games.every_field_type", GAMES)):
        yield


@pytest.fixture
def at_table(app: Flask) -> tuple[FlaskClient, str]:
    host = app.test_client()
    ana = app.test_client()
    code = open_table(host, GAME)
    sit(ana, code, "Ana")
    sit(app.test_client(), code, "Ben")
    assert host.post(f"/t/{code}/start", data={"dealer": "Ben"}).status_code == 303
    return ana, code


@pytest.mark.parametrize("type", TYPES)
def test_it_stands_on_the_page_of_a_question(app: Flask, type: str) -> None:
    answer = app.test_client().get(f"/ask/{GAME}/{type.replace('_', '-')}")
    assert answer.status_code == 200
    assert f'data-type="{type}"' in answer.get_data(as_text=True)


def test_all_stand_in_the_forms_of_a_table(at_table: tuple[FlaskClient, str]) -> None:
    ana, code = at_table
    answer = ana.get(f"/t/{code}")
    assert answer.status_code == 200
    html = answer.get_data(as_text=True)
    assert all(f'data-type="{type}"' in html for type in TYPES)


def test_a_choice_of_the_type_is_asked_about(app: Flask) -> None:
    asking = app.test_client()
    path = f"/ask/{GAME}/suit"
    for suit in ("Clubs", "Diamonds", "Hearts", "Spades"):
        assert suit in page(asking.get(path)).text
    answered = asking.post(path, data={"pick=it": "H"})
    assert answered.status_code == 200
    assert "It was said." in page(answered).text
    refused = asking.post(path, data={"pick=it": "stars"})
    assert refused.status_code == 422
    assert "Choose one of" in page(refused).text


def test_a_choice_of_the_type_is_entered_called_by_its_name_and_put_right(
    at_table: tuple[FlaskClient, str],
) -> None:
    ana, code = at_table
    assert enter(ana, code, "suit", pick__it="H").status_code == 303
    assert "Hearts" in page(ana.get(f"/t/{code}/log")).text
    correcting = ana.get(f"/t/{code}/correct/1").get_data(as_text=True)
    assert 'value="H" checked' in correcting
    assert "Spades" in correcting


def test_a_choice_of_the_type_is_an_option_of_a_table(app: Flask) -> None:
    host = app.test_client()
    offered = host.get(f"/new/{GAME}").get_data(as_text=True)
    assert 'value="H" checked' in offered
    assert "Spades" in offered
    code = open_table(host, GAME, **{"pick=trump": "S"})
    assert "Spades" in page(host.get(f"/t/{code}")).text


def test_choices_of_the_type_stand_on_the_command_line() -> None:
    shown = CliRunner().invoke(main, ["ask", GAME]).stdout
    assert "It (suit; one of C, D, H, S)" in shown
    ruled = CliRunner().invoke(main, ["ask", GAME, "suit", "--it", "H"]).stdout
    assert ruled.startswith("It was said.")

"""A type of field is one module and one template part: with these it can be entered
wherever anything can.
"""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader
from jsonschema_rs import Draft202012Validator

from referee.commandline import main
from referee.hosting.room import CardRoom
from referee.plugin import discovery
from referee.testing.random_player import RandomPlayer
from referee.vocabulary.fields import FIELD_TYPES
from tests.duration import sand_glass
from tests.duration.duration_field import DurationField
from tests.web.conftest import app_over
from tests.web.plain_pages import enter, open_table, page, sit

pytestmark = pytest.mark.slow

TEMPLATES = Path(sand_glass.__file__).parent / "templates"


@pytest.fixture(autouse=True)
def duration(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """There is a type `duration`, and a game that asks for one."""
    points = [EntryPoint("sand-glass", sand_glass.__name__, discovery.GAMES)]
    monkeypatch.setitem(FIELD_TYPES, DurationField.name, DurationField())
    with discovery.finding(lambda group: points if group == discovery.GAMES else ()):
        yield


@pytest.fixture
def app(room: CardRoom) -> Flask:
    app = app_over(room)
    app.jinja_loader = ChoiceLoader([app.jinja_loader, FileSystemLoader(TEMPLATES)])  # type: ignore[list-item, method-assign, misc]  # as Flask documents it
    return app


def test_it_is_entered_over_the_api(app: Flask) -> None:
    client = app.test_client()
    made = client.post(
        "/api/v1/tables", json={"game": "sand-glass", "seats": ["Ana"]}
    ).get_json()
    host = {"Authorization": f"Bearer {made['host_token']}"}
    table = f"/api/v1/tables/{made['code']}"
    view = client.post(f"{table}/start", json={}, headers=host).get_json()
    [field] = view["prompts"][0]["fields"]
    assert (field["name"], field["type"], field["max"]) == ("held", "duration", 600)

    def sent(held: object) -> tuple[int, str]:
        entry = {
            "id": "7d9f2c54-0b1e-4a36-9c8d-1f2e3d4c5b6a",
            "kind": "hold",
            "data": {"held": held},
        }
        answer = client.post(
            f"{table}/entries", json={"entries": [entry]}, headers=host
        )
        return answer.status_code, answer.get_data(as_text=True)

    assert sent("soon")[0] == 422
    assert "like 1:30" in sent("soon")[1]
    assert sent("10:01")[0] == 422
    assert "At most 10:00" in sent("10:01")[1]
    status, answer = sent("1:30")
    assert status == 201
    assert "That was 90 seconds." in answer
    log = client.get(f"{table}/log", headers=host).get_json()
    assert [line["data"] for line in log["entries"]] == [{"held": "1:30"}]


def test_it_is_entered_on_a_page_and_stands_in_the_form_that_corrects_it(
    app: Flask,
) -> None:
    host = app.test_client()
    ana = app.test_client()
    code = open_table(host, "sand-glass")
    sit(ana, code, "Ana")
    assert host.post(f"/t/{code}/start", data={"dealer": "Ana"}).status_code == 303
    asked = page(ana.get(f"/t/{code}"))
    assert "Held out for up to 600 s" in asked.text
    refused = enter(ana, code, "hold", typed__held="soon")
    assert refused.status_code == 422
    assert "Give minutes and seconds here, like 1:30." in page(refused).text
    assert enter(ana, code, "hold", typed__held="1:30").status_code == 303
    assert "Held out for 1:30" in page(host.get(f"/t/{code}/log")).text
    [typed] = [
        one
        for one in page(host.get(f"/t/{code}/correct/1")).inputs
        if one.get("name") == "typed=held"
    ]
    assert typed["value"] == "1:30"


def test_it_is_asked_about_on_the_command_line() -> None:
    shown = CliRunner().invoke(main, ["ask", "sand-glass"]).stdout
    assert "Held out for (duration)" in shown
    assert "For example: referee ask sand-glass enough --held 1:30" in shown
    assert (
        CliRunner()
        .invoke(main, ["ask", "sand-glass", "enough", "--held", "2:05"])
        .stdout.startswith("That was 125 seconds.")
    )


def test_a_player_at_random_fills_it_in_as_its_schema_says() -> None:
    player = RandomPlayer(Random(7), ["Ana"])
    book = discovery.rulebook("sand-glass")
    asked = book.prompts(sand_glass.State(("Ana",)))
    kind, seat, data = player.choose(asked, ["Ana"])
    assert (kind, seat) == ("hold", "Ana")
    Draft202012Validator(DurationField().schema).validate(data["held"])
    assert book.read(asked[0], data, book.read_setting(["Ana"], None, {})).has("held")

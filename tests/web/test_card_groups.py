"""Cards in groups, such as melds: entered by programs, on the page and by typing, shown
in rows, and put right.
"""

import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.plugin.discovery import GAMES, beside
from tests.web.conftest import Open, Opened
from tests.web.plain_pages import enter, open_table as open_on_page, page, sit

FIRST = [["7S", "8S", "9S"], ["KS", "KH", "KD"]]


@pytest.fixture(scope="module", autouse=True)
def game_of_melds() -> Iterator[None]:
    """A stranger's game of melds is installed."""
    with beside(EntryPoint("laid-melds", "tests.toy_games.laid_melds", GAMES)):
        yield


@pytest.fixture
def laying(open_table: Open) -> Opened:
    """Ana is to lay melds; Cy is her partner."""
    table = open_table("laid-melds", seats=("Ana", "Ben", "Cy", "Di"))
    table.host.post(table.path("start"), {}).said(200)
    return table


@pytest.fixture
def at_page(app: Flask) -> tuple[FlaskClient, str]:
    """Ana's page, on which she is to lay melds, and the code of the table."""
    host = app.test_client()
    ana = app.test_client()
    code = open_on_page(host, "laid-melds")
    sit(ana, code, "Ana")
    sit(app.test_client(), code, "Ben")
    assert host.post(f"/t/{code}/start", data={"dealer": "Ben"}).status_code == 303
    return ana, code


# Programs


def test_groups_are_lists_of_cards_and_may_be_typed(laying: Opened) -> None:
    [field] = laying.host.look(laying.code)["prompts"][0]["fields"]
    assert (field["name"], field["type"], field["min"]) == ("melds", "card_groups", 3)
    laying.host.enter(laying.code, "lay", melds=FIRST).said(201)
    laying.host.enter(laying.code, "lay", melds="2c 3c 4c / five of spades 5h 5d").said(
        201
    )
    log = laying.host.get(laying.path("log")).said(200)
    assert [line["data"]["melds"] for line in log["entries"]] == [
        FIRST,
        [["2C", "3C", "4C"], ["5S", "5H", "5D"]],
    ]


@pytest.mark.parametrize(
    ("melds", "said"),
    [
        ([["7S", "8S", "9S"], ["KS", "KH"]], "Enter at least 3 cards in each group."),
        (
            [["7S", "8S", "9S"], ["7S", "7H", "7D"]],
            "The seven of spades is entered too often here.",
        ),
        ("7s 8s 9s / ks kh xb", "The black joker isn’t in the deck."),
    ],
)
def test_each_group_is_held_to_bounds_and_all_of_them_to_the_deck(
    laying: Opened, melds: object, said: str
) -> None:
    refused = laying.host.enter(laying.code, "lay", melds=melds).said(422)
    assert refused["errors"] == [{"field": "melds", "message": said}]


def test_what_is_laid_stands_in_rows_which_are_kept_for_the_side(
    laying: Opened,
) -> None:
    view = laying.host.enter(laying.code, "lay", melds=FIRST).said(201)["view"]
    [melds] = [zone for zone in view["zones"] if zone["owner"] == "Ana"]
    assert melds["rows"] == FIRST
    assert melds["cards"] == [*FIRST[0], *FIRST[1]]
    assert melds["count"] == 6
    assert melds["shared"]
    assert view["rulings"][0]["summary"] == "Laid: 7♠ 8♠ 9♠ / K♠ K♥ K♦"


# Pages


def test_they_are_typed_with_a_stroke_between_them_without_scripts(
    at_page: tuple[FlaskClient, str],
) -> None:
    ana, code = at_page
    asked = page(ana.get(f"/t/{code}")).text
    assert "at least 3 cards in each group" in asked
    assert "A / starts the next group." in asked
    assert enter(ana, code, "lay", typed__melds="7s 8s / ks kh kd").status_code == 422
    assert (
        enter(ana, code, "lay", typed__melds="7s 8s 9s / ks kh kd").status_code == 303
    )
    shown = ana.get(f"/t/{code}/board").get_data(as_text=True)
    [rows] = re.findall(r'<ul class="rows"[^>]*>.*?</ul></li></ul>', shown, re.S)
    assert rows.count('<ul class="cards') == 2


def test_a_correction_begins_with_the_groups_as_they_are(
    at_page: tuple[FlaskClient, str],
) -> None:
    ana, code = at_page
    enter(ana, code, "lay", typed__melds="7s 8s 9s / ks kh kd")
    form = page(ana.get(f"/t/{code}/correct/1"))
    [typed] = [one for one in form.inputs if one.get("name") == "typed=melds"]
    assert typed["value"] == "7S 8S 9S / KS KH KD"

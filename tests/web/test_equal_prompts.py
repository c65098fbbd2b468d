"""Prompts that are equal stand in the order of the game's author."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import Open, Opened
from tests.web.plain_pages import Page

SEATS = ("Ana", "Ben", "Cy", "Dee")


def in_order(html: str) -> list[str]:
    """What a page asks: the button at the thumb, those beside it, and each fold in
    brackets.
    """
    main = re.findall(r"data-go[^>]*>\s*([^<]*[^<\s])", html)[:1]
    beside = re.findall(r'class="quiet instead"[^>]*>\s*([^<]*)</button>', html)
    folds = re.findall(
        r'data-aside id="[^"]*-aside"[^>]*>\s*<summary><span>(.*?)<', html
    )
    return [*main, *beside, *(f"[{title}]" for title in folds)]


def sits(table: Opened, seat: str) -> FlaskClient:
    """A browser without scripts, of whoever sits here."""
    browser = table.host.app.test_client()
    browser.set_cookie(f"seat_{table.code}", table.phones[seat].token or "")
    return browser


def page(table: Opened, seat: str) -> str:
    return sits(table, seat).get(f"/t/{table.code}").get_data(as_text=True)


def tap(table: Opened, seat: str, title: str) -> int:
    """Tap a button beside the main one: the status that its form is answered with."""
    html = page(table, seat)
    button = rf'class="quiet instead"[^>]*form="(\w+)"[^>]*>\s*{title}<'
    [key] = re.findall(button, html)
    [form] = [form for form in Page(html).forms if form.get("form") == key]
    action = form.pop("action")
    return sits(table, seat).post(action, data=form).status_code


@pytest.fixture
def bidding(open_table: Open) -> Opened:
    table = open_table("pass-or-bid", "Ana", "Ben")
    table.start(dealer="Ben")
    return table


def test_equal_prompts_stay_in_the_authors_order(bidding: Opened) -> None:
    prompts = bidding.host.look(bidding.code)["prompts"]
    assert [prompt["kind"] for prompt in prompts] == ["pass", "bid"]
    assert in_order(page(bidding, "Ana")) == ["Pass", "[Bid]"]

    bidding.host.enter(bidding.code, "pass", "Ana").said(201)
    prompts = bidding.host.look(bidding.code)["prompts"]
    assert [prompt["kind"] for prompt in prompts] == ["meld", "discard", "knock"]
    assert not any(prompt["optional"] for prompt in prompts)
    html = page(bidding, "Ana")
    assert in_order(html) == ["Enter", "Knock", "[Discard]"]
    assert "<li>Knock: It ends the turn.</li>" in html


def test_what_needs_no_field_is_entered_by_one_tap_beside_a_form(
    bidding: Opened,
) -> None:
    for kind in ("pass", "knock"):
        bidding.host.enter(bidding.code, kind, "Ana").said(201)
    assert in_order(page(bidding, "Ben")) == ["Enter", "Pass"]
    assert tap(bidding, "Ben", "Pass") == 303
    assert bidding.host.look(bidding.code)["phase"] == "discard"


def test_holdem_calls_folds_and_goes_all_in_by_buttons_side_by_side(
    open_table: Open,
) -> None:
    table = open_table("holdem", *SEATS)
    table.start(dealer="Dee")
    table.host.enter(table.code, "depth").said(201)
    turn = in_order(page(table, "Cy"))
    assert turn[:4] == ["Call 10", "All in: 1000", "Fold", "[Raise to]"]
    assert tap(table, "Cy", "Fold") == 303

    for kind, seat in (("call", "Dee"), ("call", "Ana")):
        table.host.enter(table.code, kind, seat).said(201)
    html = page(table, "Ben")
    assert in_order(html)[:4] == ["Check", "All in: 990", "Fold", "[Raise to]"]
    assert "<li>Fold: You could check. A fold is binding.</li>" in html


@pytest.mark.parametrize(
    ("game", "asked"),
    [("euchre", "Everyone passed"), ("spades", "[Misdeal: deal again]")],
)
def test_only_what_is_optional_is_no_button_beside_a_form(
    open_table: Open, game: str, asked: str
) -> None:
    table = open_table(game, *SEATS)
    table.start(dealer="Dee")
    assert in_order(page(table, "Ana"))[:2] == ["Enter", asked]

"""What goes wrong at a table, to be looked at: refusals, corrections, disputes."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

from playwright.sync_api import Page, expect

from .playing import open_ruling, type_cards
from .tour import House, Visit, a_trick, open_all, scene


@scene
def refusals(house: House) -> Iterator[Visit]:
    table = a_trick(house)
    yield Visit(
        "ruling-why", "table/playing.html", table.path(), table.as_seat("Ana"), why
    )
    yield Visit(
        "wrong-card",
        "table/playing.html",
        table.path(),
        table.as_seat("Ana"),
        enter_a_card_twice,
    )
    rounds = house.started("four-aces", 3)
    yield Visit(
        "refusal",
        "table/playing.html",
        rounds.path(),
        rounds.as_seat("Ana"),
        enter_a_card_in_two_hands,
    )
    twice, id = {"hidden": ["AS", "2S"], "exposed": ["AS", "5D"]}, str(uuid4())
    assert "ruling" in rounds.phones["Ana"].enter(
        rounds.code, "round", "Ana", id=id, **twice
    ).said(422)
    yield Visit(
        "question-refusal",
        "entries/dispute_form.html",
        rounds.path(f"/dispute/refused/{id}"),
        rounds.as_seat("Ana"),
    )
    yield Visit("asked", "games/ask.html", "/ask/faj/hand", then=rule_a_hand)
    wrong, template = "/ask/skat/irregularity", "games/irregularity.html"
    one = f"{wrong}?situation=lead-out-of-turn"
    yield Visit("went-wrong", template, wrong)
    yield Visit("went-wrong-asked", template, one)
    yield Visit("went-wrong-ruled", template, one, then=say_when)
    yield Visit("no-such-page", "problem.html", "/nowhere")
    yield Visit("no-such-table", "problem.html", "/t/QQQQQ")
    yield Visit(
        "no-such-entry", "problem.html", table.path("/correct/99"), table.as_host
    )


@scene
def shown_answers(house: House) -> Iterator[Visit]:
    """What the law says, shown to everybody: on their phones and on the board."""
    table = house.started("hearts", 4)
    lead = {"situation": "lead-out-of-turn", "noticed": "at-once"}
    asked = {**lead, "who": "player", "seat": "Cy"}
    table.phones["Ana"].post(f"/tables/{table.code}/answer", {"asked": asked}).said(200)
    template = "table/playing.html"
    yield Visit("answer-shown", template, table.path(), table.as_seat("Ben"))
    yield Visit("answer-shown-board", "table/board.html", table.path("/board"))


def why(page: Page) -> None:
    open_ruling(page)
    page.locator(".why > summary").first.click()


def enter_a_card_twice(page: Page) -> None:
    type_cards(page.locator("form.prompt").first, "Js Js")
    page.locator("form.prompt button[type=submit]").first.click()
    expect(page.locator("[role=alert]").first).to_be_visible()


def enter_a_card_in_two_hands(page: Page) -> None:
    type_cards(page.locator("[data-field='hidden']"), "As 2s")
    page.keyboard.press("Enter")
    type_cards(page.locator("[data-field='exposed']"), "As 5d")
    page.locator("form.prompt button[type=submit]").first.click()
    expect(page.locator(".refusal, [role=alert]").first).to_be_visible()


def say_when(page: Page) -> None:
    page.locator(".moments button").first.click()
    expect(page.locator("[data-rulings] .remedies li").first).to_be_visible()


def rule_a_hand(page: Page) -> None:
    type_cards(page.locator("form.prompt"), "2c 3c 4c 5c 6c 9h")
    page.locator("form.prompt button.go").click()
    expect(page.locator("[data-rulings] .summary")).to_be_visible()


@scene
def corrections(house: House) -> Iterator[Visit]:
    table = a_trick(house)
    yield Visit(
        "correcting", "table/playing.html", table.path(), table.as_host, tap_a_card
    )
    yield Visit(
        "correct", "entries/correct.html", table.path("/correct/1"), table.as_host
    )
    yield Visit(
        "not-yours",
        "entries/not_yours.html",
        table.path("/correct/1"),
        table.as_seat("Cy"),
    )
    changed = table.host.post(
        f"/tables/{table.code}/corrections",
        {
            "changes": [
                {
                    "seq": 2,
                    "data": {
                        "plays": {"Ana": "JH", "Ben": "XB", "Cy": "QD", "Di": "KH"}
                    },
                }
            ]
        },
    ).said(201)
    yield Visit(
        "correction",
        "entries/correction.html",
        table.path(f"/corrections/{changed['id']}"),
        table.as_host,
    )
    yield Visit(
        "object",
        "entries/dispute_form.html",
        table.path(f"/dispute/change/{changed['id']}"),
        table.as_seat("Cy"),
    )
    yield Visit(
        "correct-refused",
        "entries/correct.html",
        table.path("/correct/2"),
        table.as_host,
        strike,
    )
    yield Visit(
        "log-corrected", "entries/log.html", table.path("/log"), table.as_host, open_all
    )
    table.host.post(f"/tables/{table.code}/corrections/{changed['id']}/undo").said(201)
    yield Visit("log-undone", "entries/log.html", table.path("/log"), table.as_host)


def tap_a_card(page: Page) -> None:
    open_ruling(page)
    page.locator(".laid a.correct").first.click()
    expect(page.locator("dialog form.with-bar")).to_be_visible()


def strike(page: Page) -> None:
    page.get_by_role("button", name="Delete entry").click()
    expect(page.locator("[role=alert]").first).to_be_visible()


@scene
def disputes(house: House) -> Iterator[Visit]:
    table = a_trick(house)
    yield Visit(
        "question",
        "entries/dispute_form.html",
        table.path("/dispute/2"),
        table.as_seat("Cy"),
    )
    opened = (
        table.phones["Cy"]
        .post(
            f"/tables/{table.code}/disputes",
            {"seq": 2, "why": "A joker does not beat an ace here."},
        )
        .said(201)["id"]
    )
    dispute = f"/tables/{table.code}/disputes/{opened}"
    table.phones["Ana"].post(f"{dispute}/vote", {"uphold": True}).said(201)
    yield Visit(
        "dispute-table-seat", "table/playing.html", table.path(), table.as_seat("Di")
    )
    yield Visit(
        "dispute-table-host",
        "table/playing.html",
        table.path(),
        table.as_host,
        open_all,
    )
    yield Visit("dispute-board", "table/board.html", table.path("/board"))
    yield Visit(
        "dispute-open",
        "entries/dispute.html",
        table.path(f"/disputes/{opened}"),
        table.as_seat("Ben"),
    )
    table.host.post(
        f"{dispute}/resolve",
        {"as": "overruled", "verdict": {"winner": "Ana"}, "why": "agreed"},
    ).said(201)
    yield Visit(
        "dispute-settled",
        "entries/dispute.html",
        table.path(f"/disputes/{opened}"),
        table.as_host,
    )
    yield Visit("log-disputed", "entries/log.html", table.path("/log"), table.as_host)
    body = {"changes": [{"seq": 2, "strike": True}], "drop_unfit": True}
    path = f"/tables/{table.code}"
    struck = table.host.post(f"{path}/corrections", body).said(201)["id"]
    objection = {"correction": struck, "why": "It lies there."}
    table.phones["Cy"].post(f"{path}/disputes", objection).said(201)
    yield Visit("objection", "table/playing.html", table.path(), table.as_seat("Di"))
    yield Visit("objection-board", "table/board.html", table.path("/board"))

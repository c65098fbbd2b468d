"""A real browser's camera over a table, which a film of drawn cards plays: matches are
refereed without a tap.
"""

import json
import re
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from .filmed import FilmedTable, before, camera_at, in_middle
from .phones import PATIENCE_MS, lose_first
from .test_accessibility import found_by_axe
from .tour import House, Seated

MOST_SENT = 4_000
"""Bytes of a request of the watching page, at most: cards, and no picture."""

COUNTS_LOOKS = """
  globalThis.looks = 0;
  const { copyTo } = VideoFrame.prototype;
  VideoFrame.prototype.copyTo = function (...given) {
    looks += 1;
    return copyTo.apply(this, given);
  };
"""
"""How often the page has looked through its camera: what it saw is read by the next."""


@pytest.fixture(scope="module")
def cloth(tmp_path_factory: pytest.TempPathFactory) -> FilmedTable:
    return FilmedTable(tmp_path_factory.mktemp("film") / "table.y4m")


@pytest.fixture(scope="module")
def camera(cloth: FilmedTable, chromium: Browser) -> Iterator[Browser]:
    with camera_at(cloth, chromium) as opened:
        yield opened


class Watched:
    """A table that a camera watches, and whatever its page sent."""

    def __init__(
        self, house: House, table: Seated, cloth: FilmedTable, camera: Browser
    ) -> None:
        self.table, self.cloth = table, cloth
        self.seats = list(table.phones)
        self.sent: list[Request] = []
        cloth.clear()
        base = f"http://localhost:{house.base.rpartition(':')[2]}"
        context = camera.new_context(viewport={"width": 1000, "height": 1000})
        context.set_default_timeout(PATIENCE_MS)
        context.add_cookies(
            [
                {
                    "name": f"host_{table.code}",
                    "value": table.host.token or "",
                    "url": base,
                }
            ]
        )
        self.page: Page = context.new_page()
        self.page.add_init_script(COUNTS_LOOKS)
        self.page.on(
            "request", lambda request: self.sent.append(request)
        )  # Playwright marks its handlers
        self.page.goto(f"{base}{table.path('/watch')}")
        self.page.get_by_role("button", name="Watch with this camera").click()
        expect(self.told).to_have_text(re.compile(r"^(?!Leave the table as it is)."))

    @property
    def told(self) -> Any:
        return self.page.locator("[data-told]")

    @property
    def view(self) -> Any:
        return self.table.host.get(f"/tables/{self.table.code}").json

    def entered(self, count: int = 1) -> list[dict[str, Any]]:
        """Wait for so many entries more, and return what is in them."""
        until, wanted = time.monotonic() + PATIENCE_MS / 1000, self.seq + count
        while self.view["seq"] < wanted:
            told = self.page.locator("[data-during]").inner_text()
            assert time.monotonic() < until, f"nothing is entered: {told}"
            self.page.wait_for_timeout(50)
        log = self.table.host.get(f"/tables/{self.table.code}/log").json["entries"]
        return [entry["data"] for entry in log[self.seq : wanted]]

    def lay(
        self, *cards: tuple[str, float, float, float], entries: int = 1
    ) -> list[dict[str, Any]]:
        """Lay these cards and wait for what is entered."""
        self.seq = self.view["seq"]
        self.cloth.lay(*cards)
        return self.entered(entries)

    def sweep(self) -> None:
        """Take all away, and wait until the camera sees no card."""
        self.cloth.clear()
        expect(self.page.locator("[data-sight] canvas")).to_have_attribute(
            "data-shown", ""
        )

    def look_again(self, times: int) -> None:
        """Wait until the camera has looked at the table so many times more, and read
        what it saw.
        """
        enough = self.page.evaluate("looks") + times
        self.page.wait_for_function("(enough) => looks > enough", arg=enough)

    def choices(self, kind: str) -> list[str]:
        prompt = next(
            prompt for prompt in self.view["prompts"] if prompt["kind"] == kind
        )
        return list(prompt["fields"][0]["choices"])


@pytest.fixture
def watched(house: House, cloth: FilmedTable, camera: Browser) -> Iterator[Any]:
    """Opens a match that is watched: `watched(game, seats)`. In the end no request of
    its page had a picture.
    """
    opened: list[Watched] = []

    def open_table(game: str, seats: int, **body: Any) -> Watched:
        found = Watched(house, house.started(game, seats, **body), cloth, camera)
        opened.append(found)
        return found

    yield open_table
    for found in opened:
        found.page.context.close()
        for request in found.sent:
            assert request.url.startswith(
                ("http://localhost:", "blob:http://localhost:")
            )
            if request.method == "GET":
                continue
            assert len(request.post_data or "") < MOST_SENT
            assert json.loads(request.post_data or "{}").keys() <= {
                "id",
                "entries",
                "seconds",
                "after",
            }, request.url


@pytest.mark.slow
def test_two_cards_that_lie_still_are_entered_and_ruled_on(watched: Any) -> None:
    table = watched("faj", 2)
    table.table.enter("board", cards=["7H"])
    assert table.lay(before(0, 2, "QS"), before(1, 2, "AD")) == [
        {"plays": {"Ana": "QS", "Ben": "AD"}}
    ]
    expect(table.page.locator("[data-ruled]")).to_contain_text("Ben")
    expect(table.page.locator(".places .place")).to_have_text("board")
    table.page.evaluate(
        "document.querySelector('video').srcObject.getTracks()[0].dispatchEvent(new "
        "Event('ended'))"
    )
    expect(table.page.get_by_role("alert")).to_contain_text("The camera is gone.")
    expect(
        table.page.get_by_role("button", name="Watch with this camera")
    ).to_be_enabled()


@pytest.mark.slow
def test_cards_are_entered_once_though_the_referee_could_not_be_reached_at_first(
    watched: Any,
) -> None:
    table = watched("faj", 2)
    lose_first(table.page, "**/watch/draft", "POST")
    assert table.lay(*in_middle("7H")) == [{"cards": ["7H"]}]
    expect(table.told).to_contain_text("Place a card")
    posted = [
        request.url.rpartition("/")[2]
        for request in table.sent
        if request.method == "POST"
    ]
    assert posted == ["watch", "draft", "draft", "enter"]


@pytest.mark.slow
def test_a_card_that_cannot_be_there_is_named_by_somebody_or_is_none(
    watched: Any,
) -> None:
    table = watched("faj", 2)
    table.table.enter("board", cards=["7H"])
    table.cloth.lay(before(0, 2, "QS"), before(1, 2, "3C"))
    doubt = table.page.locator("[data-doubts] figure")
    expect(doubt).to_contain_text("Can’t be here now")
    assert not found_by_axe(table.page, {})
    doubt.get_by_label("Which card is this?").select_option(label="No card")
    expect(doubt).to_have_count(0)
    expect(table.told).to_contain_text(
        "Nothing is read until everybody has turned it up."
    )
    table.cloth.lay(before(1, 2, "4D", 1))
    table.seq = table.view["seq"]
    doubt.get_by_label("Which card is this?").select_option(label="A♦")
    assert table.entered() == [{"plays": {"Ana": "QS", "Ben": "AD"}}]


@pytest.mark.long
@pytest.mark.slow
def test_a_whole_match_of_faj_is_refereed_without_a_tap(watched: Any) -> None:
    table, chance = watched("faj", 3), Random(2)
    while not table.view["finished"]:
        wanted = next(
            field for prompt in table.view["prompts"] for field in prompt["fields"]
        )
        board = chance.sample(table.choices("board"), wanted["max"])
        assert table.lay(*in_middle(*board)) == [{"cards": board}]
        plays = dict(
            zip(table.seats, chance.sample(table.choices("play"), 3), strict=True)
        )
        laid = [before(seat, 3, code) for seat, code in enumerate(plays.values())]
        table.cloth.lay(laid[0], laid[1])
        table.look_again(5)
        expect(table.told).to_contain_text(
            "Nothing is read until everybody has turned it up."
        )
        assert table.lay(laid[2]) == [{"plays": plays}]
        table.sweep()


@pytest.mark.slow
def test_a_contest_of_jizara_is_refereed_once_all_have_decided(watched: Any) -> None:
    table = watched("jizara", 2)
    assert table.lay(*in_middle("7H")) == [{"card": "7H"}]
    table.cloth.lay(before(0, 2, "9C"), before(1, 2, "8D"), before(1, 2, "2S", 1))
    expect(table.told).to_contain_text("Everyone has decided")
    table.seq = table.view["seq"]
    table.page.get_by_role("button", name="Everyone has decided").click()
    # Whether somebody bids no camera can see, so a phone says that it is right.
    seen = table.page.locator("[data-seen]")
    expect(seen).to_have_text(re.compile("Ana.yes, Ben.yes"))
    expect(table.told).to_contain_text("tap “Enter” on a phone")
    draft = table.view["watch"]["draft"]
    named = {"id": draft["id"], "content": draft["content"]}
    table.table.phones["Ben"].post(
        f"/tables/{table.table.code}/watch/enter", named
    ).said(201)
    decided = table.entered(4)
    assert decided[:2] == [{"bid": True}, {"bid": True}]
    assert [sorted(entry["cards"]) for entry in decided[2:]] == [["9C"], ["2S", "8D"]]


@pytest.mark.slow
def test_a_pile_of_slapjack_is_refereed_without_a_tap(watched: Any) -> None:
    table = watched("slapjack", 2)
    for number, code in enumerate(("7H", "QS", "3D", "TC", "5S", "AH")):
        x, y, degrees = 640 + 14 * number, 360 - 9 * number, 25 * (number % 3) - 20
        assert table.lay((code, x, y, degrees)) == [{"card": code}]


@pytest.mark.slow
def test_a_hand_over_the_table_is_no_entry(watched: Any) -> None:
    table = watched("faj", 2)
    table.cloth.reach()
    table.look_again(8)
    assert table.view["seq"] == 0
    expect(table.told).to_contain_text("lay the cards open")
    assert table.lay(*in_middle("9S")) == [{"cards": ["9S"]}]


@pytest.mark.slow
def test_a_moved_camera_is_noticed_and_what_lies_there_is_not_entered_again(
    watched: Any,
) -> None:
    table = watched("spades", 4, options={"depth": "tricks"})
    table.table.enter("bids", bids=dict.fromkeys(table.seats, 3))
    trick = dict(zip(table.seats, ("9C", "QC", "2C", "5C"), strict=True))
    laid = [before(seat, 4, code) for seat, code in enumerate(trick.values())]
    table.cloth.lay(*laid[:2])
    expect(table.told).to_contain_text("Waiting for Cy, Di.")
    table.cloth.move_camera(90, -40)
    expect(table.told).to_contain_text("The camera seems to have moved.")
    expect(table.told).to_contain_text("Waiting for Cy, Di.")
    moved = [(code, x + 90, y - 40, degrees) for code, x, y, degrees in laid]
    assert table.lay(*moved[2:]) == [{"plays": trick}]
    table.cloth.move_camera(-90, 40)
    expect(table.told).to_contain_text("The camera seems to have moved.")
    expect(table.told).to_have_text("Pick up the cards that lie there. Next: Trick 2")
    assert table.view["seq"] == 2


@pytest.mark.slow
def test_jokers_are_entered_as_the_table_calls_them(watched: Any) -> None:
    table = watched("faj", 2, options={"jokers": "colour-grey"})
    table.table.enter("board", cards=["7H"])
    assert table.lay(before(0, 2, "QS"), before(1, 2, "XR")) == [
        {"plays": {"Ana": "QS", "Ben": "XB"}}
    ]
    table.sweep()
    table.table.enter("board", cards=["8H", "9H"])
    table.cloth.lay(before(0, 2, "KS"), before(1, 2, "XB"))
    doubt = table.page.locator("[data-doubts] figure")
    expect(doubt).to_contain_text("Hard to read")
    table.seq = table.view["seq"]
    doubt.get_by_label("Which card is this?").select_option(label="grey joker")
    assert table.entered() == [{"plays": {"Ana": "KS", "Ben": "XR"}}]


@pytest.mark.slow
def test_of_two_decks_each_card_may_lie_there_twice(watched: Any) -> None:
    table = watched("tripp-jokes", 4)
    rows = {
        "Ana": ("9H", "9H", "4D"),
        "Ben": ("5C", "KD", "2S"),
        "Cy": ("4D", "6C", "7S"),
        "Di": ("TS", "8S", "QH"),
    }
    laid = [
        before(seat, 4, code, number)
        for seat, row in enumerate(rows.values())
        for number, code in enumerate(row)
    ]
    entered = table.lay(*laid, entries=4)
    assert {
        seat: sorted(each["cards"]) for seat, each in zip(rows, entered, strict=True)
    } == {seat: sorted(row) for seat, row in rows.items()}


@pytest.mark.slow
def test_where_the_board_was_dragged_to_its_cards_are_read(watched: Any) -> None:
    table = watched("faj", 2)
    board = table.page.locator(".places").get_by_role("button", name="board")
    for _ in range(10):
        board.press("ArrowRight")
    table.cloth.lay(("9S", 400, 360, 0))
    expect(table.page.locator("[data-sight] canvas")).to_have_attribute(
        "data-shown", re.compile("9S")
    )
    assert table.lay(("7H", 1024, 360, 0)) == [{"cards": ["7H"]}]
    table.page.reload()
    expect(table.told).to_have_text(re.compile("Place a card"))
    assert board.evaluate("board => parseFloat(board.style.left)") == pytest.approx(80)


def in_spades(watched: Any) -> Watched:
    """A trick of Spades, which Ben has to lead."""
    table: Watched = watched("spades", 4)
    table.table.enter("depth")
    table.table.enter("bids", bids=dict.fromkeys(table.seats, 3))
    expect(table.told).to_contain_text("Trick 1")
    return table


@pytest.mark.slow
@pytest.mark.parametrize(("tapped", "leader"), [("Di", "Di"), ("Ben", None)])
def test_where_cards_come_down_in_another_order_the_page_asks_who_led(
    watched: Any, tapped: str, leader: str | None
) -> None:
    table = in_spades(watched)
    table.cloth.lay(before(3, 4, "4D"))
    expect(table.told).to_have_text("Trick 1. Waiting for Ben, Cy, Ana.")
    table.seq = table.view["seq"]
    table.cloth.lay(
        *(before(seat, 4, code) for seat, code in ((0, "TC"), (1, "6D"), (2, "2D")))
    )
    expect(table.told).to_have_text("Di’s card came down before Ben’s. Who led?")
    assert table.view["watch"]["draft"] is None
    table.page.locator("[data-leaders]").get_by_role(
        "button", name=tapped, exact=True
    ).click()
    if leader:
        # No camera has seen that: it waits for a finger.
        expect(table.page.locator("[data-seen]")).to_have_text(re.compile("Di led$"))
        draft = table.view["watch"]["draft"]
        table.table.host.post(
            f"/tables/{table.table.code}/watch/enter", {"id": draft["id"]}
        ).said(201)
    plays = {"Ana": "TC", "Ben": "6D", "Cy": "2D", "Di": "4D"}
    assert table.entered() == [
        {"plays": plays, **({"leader": leader} if leader else {})}
    ]
    expect(table.page.locator("[data-leaders]")).to_be_hidden()


@pytest.mark.slow
def test_where_whoever_has_to_leads_nothing_is_asked(watched: Any) -> None:
    table = in_spades(watched)
    table.cloth.lay(before(1, 4, "6D"))
    expect(table.told).to_have_text("Trick 1. Waiting for Cy, Di, Ana.")
    laid = table.lay(
        *(before(seat, 4, code) for seat, code in ((0, "TC"), (2, "2D"), (3, "4D")))
    )
    assert laid == [{"plays": {"Ana": "TC", "Ben": "6D", "Cy": "2D", "Di": "4D"}}]


@pytest.mark.slow
def test_a_trick_that_is_swept_away_at_once_is_entered_and_a_card_taken_back_is_not(
    watched: Any,
) -> None:
    table = in_spades(watched)
    plays = {"Ana": "TC", "Ben": "6D", "Cy": "2D", "Di": "4D"}
    first, *others = (before(n, 4, code) for n, code in enumerate(plays.values()))
    table.cloth.lay(*others)
    expect(table.told).to_have_text("Trick 1. Waiting for Ana.")
    table.seq = table.view["seq"]
    asks = table.page.get_by_label("Ask before anything is entered")
    asks.check()
    table.cloth.lay(first)
    expect(table.page.locator("[data-draft]")).to_be_visible()
    table.look_again(2)
    with table.page.expect_response("**/watch/drop"):
        table.cloth.lay_only(*others)
    expect(table.told).to_have_text("Trick 1. Waiting for Ana.")
    assert table.view["watch"]["draft"] is None
    asks.uncheck()
    table.cloth.lay(first)
    expect(table.page.locator("[data-draft]")).to_be_visible()
    table.look_again(2)
    table.sweep()
    assert table.entered() == [{"plays": plays}]


@pytest.mark.slow
def test_the_view_is_tested_with_one_card_before_the_match_depends_on_it(
    watched: Any,
) -> None:
    table = watched("faj", 2)
    test = table.page.get_by_role("button", name="Test the view")
    test.click()
    expect(table.told).to_contain_text("Lay one card open at the far end of the table")
    table.cloth.lay(("KS", 1150, 120, 20))
    expect(table.told).to_have_text(
        re.compile(r"Yes, it is read well there, 1[23]\d pixels wide")
    )
    table.cloth.clear()
    expect(table.told).to_contain_text("lay the cards open")
    expect(test).to_have_attribute("aria-pressed", "false")
    assert table.view["seq"] == 0
    assert table.lay(*in_middle("7H")) == [{"cards": ["7H"]}]


@pytest.mark.slow
def test_a_hand_laid_open_is_no_trick_and_is_played_card_by_card(watched: Any) -> None:
    table = in_spades(watched)
    dummy = [f"{rank}H" for rank in "23456"]
    laid = [(code, 300 + 130 * n, 95, 180) for n, code in enumerate(dummy)]
    table.cloth.lay(*laid)
    expect(table.page.locator("[data-sight] canvas")).to_have_attribute(
        "data-shown", re.compile("6H.*true")
    )
    expect(table.told).to_have_text("Trick 1. Waiting for Ben, Cy, Di, Ana.")
    table.seq = table.view["seq"]
    plays = {"Ana": "TC", "Ben": "6D", "Cy": "2D", "Di": "4D"}
    cards = [before(seat, 4, code) for seat, code in enumerate(plays.values())]
    moved = [
        (code, x, y + (150 if code == "2D" else 0), by) for code, x, y, by in cards
    ]
    table.cloth.lay(*moved)
    assert table.entered() == [{"plays": plays}]


def test_places_that_come_with_the_match_have_names_in_the_pages_language(
    watched: Any,
) -> None:
    table = watched("faj", 2)

    def without_places(route: Route) -> None:
        """The page as it is before the match has begun; its scripts ask it again."""
        if route.request.resource_type != "document":
            return route.fallback()
        page = re.sub(r'data-zones="[^"]*"', 'data-zones=""', route.fetch().text())
        return route.fulfill(body=page, content_type="text/html")

    table.page.context.set_extra_http_headers({"Accept-Language": "de"})
    table.page.route(table.page.url, without_places)
    table.page.reload()
    expect(table.page.locator(".places .place")).to_have_text("Auslage")

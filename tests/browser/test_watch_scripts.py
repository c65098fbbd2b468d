"""The scripts of the watching page by themselves: what they make of pictures, and of cards that were read in them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

STATIC = Path(__file__).parents[2] / "web/referee_web/static"
ORIGIN = "http://scripts.test"


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """A page that can import any script."""
    opened = chromium.new_page()
    opened.route("**/*", _answer)
    opened.goto(f"{ORIGIN}/")
    yield opened
    opened.close()


def _answer(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN).lstrip("/")
    if path:
        route.fulfill(body=(STATIC / path).read_bytes(), content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html><title>Scripts</title>", content_type="text/html")


MOVED = """async ([before, now]) => {
  const { wasMoved } = await import("/watch/moved.js");
  const [width, height] = [128, 72];
  const drawn = ({ cards = [], hand, light = 0 }) => {
    const picture = Float32Array.from({ length: width * height }, (_, i) => 80 + light * (i % width));
    const fill = (x, y, w, h, grey) => {
      for (let v = y; v < y + h; v++) for (let u = x; u < x + w; u++) picture[v * width + u] = grey;
    };
    for (const [x, y, pips] of cards) {
      fill(x, y, 10, 14, 220);
      for (let pip = 0; pip < pips; pip++) fill(x + 2 + 4 * (pip % 2), y + 2 + 3 * (pip >> 1), 2, 2, 60);
    }
    if (hand) fill(...hand, 30);
    return picture;
  };
  return wasMoved(drawn(before), drawn(now), width, height);
}"""
THREE = [(20, 20, 7), (60, 45, 4), (90, 10, 2)]


def shifted(across: int, down: int) -> list[tuple[int, int, int]]:
    return [(x + across, y + down, pips) for x, y, pips in THREE]


@pytest.mark.parametrize("by", [(6, 0), (0, -5), (-9, 7), (20, 10)])
def test_a_camera_was_moved_where_all_cards_are_shifted_alike(page: Page, by: tuple[int, int]) -> None:
    assert page.evaluate(MOVED, [{"cards": THREE}, {"cards": shifted(*by)}])


@pytest.mark.parametrize(
    "now",
    [
        {"cards": []},  # Swept away
        {"cards": [(26, 20, 5), (57, 40, 8), (90, 14, 1)]},  # And the next trick lies there
        {"cards": [*THREE[:2], (98, 16, 2)]},  # One is pushed
        {"cards": THREE, "hand": (40, 20, 30, 52)},
        {"cards": THREE, "light": 0.4},  # A lamp on one side
        {"cards": shifted(1, 1)},  # The table shakes
    ],
)
def test_no_camera_was_moved_by_what_people_do(page: Page, now: dict[str, Any]) -> None:
    assert not page.evaluate(MOVED, [{"cards": THREE}, now])


def test_nor_by_a_pile_that_somebody_pushes(page: Page) -> None:
    pile = [(50, 30, 7), (56, 34, 2), (60, 28, 4)]
    pushed = [(x + 8, y + 5, pips) for x, y, pips in pile]
    assert not page.evaluate(MOVED, [{"cards": pile}, {"cards": pushed}])


KNOWN = """async ({ moves, lies }) => {
  const { KnownCards } = await import("/watch/known.js");
  const view = { prompts: [{ fields: [{ type: "card", choices: ["9S", "8D"] }] }], zones: [] };
  const known = new KnownCards();
  known.add(["9S"], [{ code: "9S", x: 100, y: 100, size: 10 }]);
  if (moves) known.findAnew();
  return known.newsOf(lies, view).map(({ code }) => code);
}"""


@pytest.mark.parametrize(("moves", "news"), [(False, ["9S", "8D"]), (True, ["8D"])])
def test_what_lay_there_when_the_camera_was_moved_is_no_news(page: Page, moves: bool, news: list[str]) -> None:
    lies = [{"code": "9S", "x": 300, "y": 180, "size": 10}, {"code": "8D", "x": 500, "y": 180, "size": 10}]
    assert page.evaluate(KNOWN, {"moves": moves, "lies": lies}) == news

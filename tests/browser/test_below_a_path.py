"""Behind a proxy that serves the referee below a path, everything stays below it,
whether the proxy strips the path or leaves it.
"""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.commandline.running import Running, free_port, run, running

from .phones import NAME, Phones, read_qr
from .playing import (
    enter,
    form,
    open_table,
    pick,
    place,
    sit_down,
    the_trick_is_bens,
    wait_until_live,
)
from .proxy import Below

PATH = "/games-night/referee"

FETCH = "async (address) => (await fetch(address)).json()"


@pytest.fixture(params=[True, False], ids=["strips the path", "leaves the path"])
def below(request: pytest.FixtureRequest) -> Iterator[Below]:
    with Below(free_port(), PATH, request.param) as proxy:
        yield proxy
        proxy.shutdown()


@pytest.fixture
def referee(below: Below, tmp_path: Path) -> Iterator[Running]:
    """The daemon behind the proxy."""
    shown = ("--advertise", address_of(below), "--qr", "always")
    at = ("--host", "127.0.0.1", "--port", str(below.to_port), "--data", tmp_path)
    with running(*shown, *at, COLUMNS="100", REFEREE_LIMITS="off") as daemon:
        yield daemon


def address_of(below: Below) -> str:
    return f"http://{NAME}:{below.server_port}{PATH}"


def paths_fetched(page: Page) -> list[str]:
    """The addresses of all that this page has fetched."""
    fetched: list[str] = page.evaluate(
        "() => performance.getEntriesByType('resource').map(({ name }) => name)"
    )
    return fetched


@pytest.mark.slow
def test_two_phones_play_a_trick(below: Below, referee: Running, phone: Phones) -> None:
    ana = phone(f"{address_of(below)}/")
    table = open_table(ana, "Faces, Aces, & Jokers")
    assert table.startswith(f"{address_of(below)}/t/")
    scanned = read_qr(ana)
    assert scanned.startswith(f"{address_of(below)}/t/")

    sit_down(ana, "Ana")
    ben = phone(scanned)
    sit_down(ben, "Ben")
    ana.get_by_role("button", name="Start the match").tap()
    for page in (ana, ben):
        wait_until_live(page)
    board = form(ana, "Turn one trick card")
    pick(board, ["3C"])
    enter(board)
    place(ben, "KC")
    the_trick_is_bens(ana, ben, referee.port)

    ben.reload()
    expect(ben.get_by_text("Ben wins the trick").first).to_be_visible()
    for page in (ana, ben):
        fetched = paths_fetched(page)
        assert fetched
        assert not [url for url in fetched if not url.startswith(address_of(below))]
        for cookie in page.context.cookies():
            assert cookie["path"] == PATH
    assert below.strayed == []


@pytest.mark.slow
def test_a_page_has_no_link_that_leads_elsewhere(
    below: Below, referee: Running, phone: Phones
) -> None:
    ana = phone(f"{address_of(below)}/")
    open_table(ana, "Hearts")
    for path in (
        "",
        "/ask",
        "/docs",
        "/docs/http",
        "/api",
        "/games/hearts",
        "/nowhere",
    ):
        ana.goto(f"{address_of(below)}{path or '/'}")
        links = ana.eval_on_selector_all(
            "[href], [src], [action]",
            "all => all.map((each) => each.href ?? each.src ?? each.action)",
        )
        assert links
        for link in links:
            assert link.startswith(f"{address_of(below)}/"), path
    ana.get_by_role("link", name="Preferences").tap()
    ana.locator("#theme-dark").tap()
    ana.get_by_role("button", name="Save").tap()
    expect(ana.locator("html")).to_have_attribute("data-theme", "dark")
    assert ana.url == f"{address_of(below)}/nowhere"

    described = ana.evaluate(FETCH, f"{address_of(below)}/api/v1/openapi.json")
    assert described["servers"] == [{"url": f"{PATH}/api/v1"}]
    manifest = ana.locator("link[rel=manifest]").evaluate("(link) => link.href")
    start = ana.evaluate(FETCH, manifest)["start_url"]
    assert urljoin(manifest, start) == f"{address_of(below)}/"
    assert below.strayed == []


def test_a_path_that_the_referee_has_itself_is_refused(tmp_path: Path) -> None:
    at = ("--port", "0", "--data", tmp_path, "--no-browser")
    ended = run("serve", *at, "--advertise", "https://cards.example/games")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "/games is an address of the referee’s own" in ended.stderr

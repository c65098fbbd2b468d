"""The menu of a table's pages, on phones of every engine, and on those that know no
popover.
"""

import pytest

from tests.commandline.running import Running

from ..phones import NAME
from ..tables import Table
from .conftest import IOS_16, IOS_16_WITHOUT_SCRIPTS, Phones
from .phone import Phone
from .tables import sit_down, wait_until_live

pytestmark = pytest.mark.slow

TALLEST_BAR = 64
MENU = "header :is(button, summary).more:not(.bell)"
LINK = "header .ways a"
ON_IOS_16 = pytest.mark.parametrize("engine", [IOS_16], indirect=True)


@pytest.fixture
def table(daemon: Running) -> Table:
    return Table.started(daemon, "score-pad", "Ana", "Ben", dealer="Ben")


def shows_menu(phone: Phone) -> bool:
    """Whether a link of the menu can be seen and tapped."""
    return bool(phone.find(LINK, "Scores"))


@pytest.mark.parametrize(
    "engine",
    ["chromium", "webkit", "firefox", IOS_16, IOS_16_WITHOUT_SCRIPTS],
    indirect=True,
)
def test_the_bar_is_low_and_its_menu_leads_on(table: Table, phone: Phones) -> None:
    ana = phone(table.address)
    assert ana.sees("header")["height"] < TALLEST_BAR
    assert not shows_menu(ana)
    ana.tap(MENU)
    ana.sees(LINK, "Scores")
    assert ana.sees("header")["height"] < TALLEST_BAR
    ana.tap(LINK, "Log")
    ana.until("location.pathname.endsWith('/log')")


@pytest.mark.parametrize(
    "engine", ["chromium", "webkit", "firefox", IOS_16], indirect=True
)
def test_a_tap_beside_the_menu_closes_it_and_so_does_leaving_the_page(
    table: Table, phone: Phones
) -> None:
    ana = phone(table.address)
    wait_until_live(ana)
    ana.tap(MENU)
    ana.sees(LINK)
    ana.tap(".standing tr:last-child .name")
    assert not shows_menu(ana)
    ana.tap(MENU)
    ana.tap(LINK, "Scores")
    ana.until("location.pathname.endsWith('/scores')")
    ana.go_back()
    wait_until_live(ana)
    assert not shows_menu(ana)


NO_STREAM_ANSWERS = """
globalThis.EventSource = class { addEventListener() {} close() {} };
document.dispatchEvent(new Event("resume"));
// It is never given up: no time passes.
const now = Date.now();
Date.now = () => now;
"""


@pytest.mark.parametrize("engine", ["webkit"], indirect=True)
def test_a_page_that_comes_back_fetches_its_news_before_its_stream_is_there(
    table: Table, phone: Phones
) -> None:
    """Safari shows the page as it was left, and a crowded network may answer no stream
    for a while.
    """
    ana = phone(table.address)
    wait_until_live(ana)
    ana.run(NO_STREAM_ANSWERS)
    ana.tap(MENU)
    ana.tap(LINK, "Scores")
    ana.until("location.pathname.endsWith('/scores')")
    table.enter("round", points={"Ana": 3, "Ben": 8})
    ana.go_back()
    ana.sees("#rulings", "Ben leads with 8")


@pytest.mark.parametrize("engine", ["firefox"], indirect=True)
def test_the_menu_stays_in_sight_while_another_window_has_the_focus(
    table: Table, phone: Phones
) -> None:
    ana, other = phone(table.address), phone(f"{table.address}/board")
    ana.tap(MENU)
    ana.sees(LINK, "Log")
    other.tap("main")
    ana.until("!document.hasFocus()")
    assert shows_menu(ana)


@ON_IOS_16
def test_escape_closes_the_fold_and_tab_leaves_it(table: Table, phone: Phones) -> None:
    ana = phone(table.address)
    wait_until_live(ana)
    ana.tap(MENU)
    ana.sees(LINK)
    ana.press_key("Escape")
    ana.until("document.activeElement.matches('summary.more')")
    assert not shows_menu(ana)
    ana.press_key("Enter")
    ana.sees(LINK)
    while ana.run("return document.activeElement.closest('header') !== null"):
        ana.press_key("Tab")
    assert not shows_menu(ana)


@ON_IOS_16
def test_a_match_that_begins_has_its_links_in_the_fold(
    daemon: Running, phone: Phones
) -> None:
    table = Table.opened(daemon, "score-pad", "Ana", "Ben")
    ana = phone(table.address)
    wait_until_live(ana)
    table.post("start", {})
    ana.sees("main", "Ana deals")
    ana.tap(MENU)
    ana.sees(LINK, "Scores")


@pytest.mark.parametrize(
    "engine", ["chromium", "webkit", "firefox", IOS_16], indirect=True
)
def test_a_host_ends_the_match_from_the_menu(daemon: Running, phone: Phones) -> None:
    host = phone(f"http://{NAME}:{daemon.port}/")
    host.tap(".new-table a[href$='/new/score-pad']")
    host.tap("button", "Others join by phone: show the code")
    host.sees("#main .way-in img.qr")
    sit_down(host, "Ana")
    host.tap("button", "Start the match")
    host.sees("[data-field='points']")
    host.tap(MENU)
    host.tap("header .ways :is(button, summary)", "End the match")
    host.tap("header .ways form button", "End the match early")
    host.until("document.querySelector('main[data-finished]')")


@ON_IOS_16
def test_the_code_of_a_board_is_large_at_a_tap(table: Table, phone: Phones) -> None:
    board = phone(f"{table.address}/board", wide=True)
    # Until its scripts have fitted it to the screen, what is tapped may still move.
    wait_until_live(board)
    board.tap("header summary.scannable")
    assert board.sees("header .to-scan img.qr")["width"] > 300

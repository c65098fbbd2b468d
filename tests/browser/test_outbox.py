"""What was entered without a connection outlives a reload, and counts once."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Error, Page, expect
from referee_web import streams
from referee_web.guards.service_set import services_of

from referee.hosting.room import CardRoom
from referee.hosting.store import DatabaseAwayError, DiskFullError
from referee.hosting.tables import entering
from referee.plugin.game_faults import GameFaultError, GameFlaw
from referee.vocabulary.errors import RefereeError
from tests.commandline.running import Running

from .conftest import keep_picture
from .phones import Phones, lose_first
from .playing import enter, entry, form, log, pick, place, rulings, send
from .proxy import Wire
from .tables import Table
from .tour import House, Visit


def enter_without_a_connection(ben: Page, wire: Wire, card: str) -> None:
    wire.cut()
    expect(ben.get_by_text("No connection", exact=True)).to_be_visible()
    mine = form(ben, "Place a card")
    pick(mine, [card])
    enter(mine)
    expect(ben.get_by_text("1 entry waits to be sent")).to_be_visible()
    expect(mine.locator("button.go")).to_be_disabled()


def reload_without_a_connection(ben: Page) -> None:
    with pytest.raises(Error):
        ben.reload()
    ben.wait_for_url("chrome-error://**")


def test_an_entry_outlives_a_reload_and_is_made_once(
    daemon: Running, wire: Wire, ana_and_ben: tuple[Page, Page]
) -> None:
    ana, ben = ana_and_ben
    address = ben.url
    enter_without_a_connection(ben, wire, "KC")
    reload_without_a_connection(ben)
    wire.mend()
    ben.goto(address)
    expect(ben.get_by_text("Entered now that the connection is back")).to_be_visible()
    keep_picture(ben, "sent-after-reload")
    expect(form(ben, "Place a card")).to_have_count(0)
    mine = form(ana, "Place a card")
    pick(mine, ["JS"])
    enter(mine)
    for page in (ana, ben):
        expect(rulings(page).first).to_contain_text(
            "Ben wins the trick with the king of clubs"
        )
    ben.reload()
    expect(ben.get_by_text("Live", exact=True)).to_be_visible()
    assert [entry["kind"] for entry in log(daemon.port, ana)] == [
        "board",
        "play",
        "play",
    ]


@pytest.mark.slow
def test_an_entry_that_no_longer_fits_is_said_and_not_made(
    daemon: Running, wire: Wire, ana_and_ben: tuple[Page, Page]
) -> None:
    ana, ben = ana_and_ben
    address = ben.url
    enter_without_a_connection(ben, wire, "KC")
    reload_without_a_connection(ben)
    ana.locator("#more > summary").tap()
    ana.locator("#more summary", has_text="Place a card").first.tap()
    others = ana.locator("#more form.prompt").first
    pick(others, ["QC"])
    enter(others)
    mine = form(ana, "Place a card").first
    pick(mine, ["JS"])
    enter(mine)
    expect(rulings(ana).first).to_contain_text("wins the trick")
    wire.mend()
    ben.goto(address)
    expect(ben.get_by_text("it no longer fits")).to_be_visible()
    expect(rulings(ben).first).to_contain_text(
        "Ben wins the trick with the queen of clubs"
    )
    assert len(log(daemon.port, ana)) == 3


@pytest.mark.slow
@pytest.mark.parametrize("reloads", [False, True])
def test_what_was_entered_in_its_place_is_said(
    daemon: Running, phone: Phones, wire: Wire, reloads: bool
) -> None:
    table = Table.started(daemon, "hearts", "Ana", "Ben", "Cy", "Di", depth="tricks")
    table.sit("Ben")
    ben = table.page(phone, "Ben")
    ben.goto(table.through(wire.port))
    wire.cut()
    expect(ben.get_by_text("No connection", exact=True)).to_be_visible()
    mine = entry(ben, "trick")
    pick(mine, ["4D"])
    enter(mine)
    expect(ben.get_by_text("1 entry waits to be sent")).to_be_visible()
    if reloads:
        reload_without_a_connection(ben)
    table.enter("trick", plays={"Ben": "9D"})
    wire.mend()
    if reloads:
        ben.goto(table.through(wire.port))
        told = ben.get_by_text("Not entered, it no longer fits: Trick 1, 4♦")
        expect(told.locator("xpath=..")).to_contain_text("The host for Ben: 9♦")
    else:
        told = ben.get_by_role("alert").get_by_text("The host for Ben: 9♦")
        expect(told).to_contain_text("(You had: 4♦")


LOSES_AN_ANSWER = """() => {
  Storage.prototype.setItem = () => { throw new Error("storage is off"); };
  const [real, lost] = [fetch, new Error("lost")];
  let isLost = false;
  globalThis.fetch = async (address, how) => {
    if (how?.method !== "POST") throw lost;
    const answer = await real(address, how);
    if (isLost) return answer;
    isLost = true;
    throw lost;
  };
}"""
"""On a phone that stores nothing, what is sent first arrives, and its answer does not.
"""


@pytest.mark.slow
def test_what_is_changed_after_its_answer_was_lost_is_another_entry(
    ana_and_ben: tuple[Page, Page],
) -> None:
    ana, ben = ana_and_ben
    ben.evaluate(LOSES_AN_ANSWER)
    mine = form(ben, "Place a card")
    pick(mine, ["KC"])
    send(mine)
    expect(mine.locator("[data-sending]")).to_contain_text(
        "The referee isn’t answering"
    )
    pick(mine, ["QC"])
    send(mine)
    expect(form(ben, "Place a card")).to_have_count(0)
    place(ana, "JS", send)
    expect(rulings(ana).first).to_contain_text(
        "Ben wins the trick with the queen of clubs"
    )


@pytest.fixture
def host(house: House, chromium: Browser) -> Iterator[Page]:
    """The host's phone at a match of two, whose first board is asked for."""
    table = house.started("faj", 2, sit=False)
    context, page = house.view(
        chromium, Visit("unsent", "table/playing.html", table.path(), table.as_host)
    )
    expect(page.locator("[data-bar]").first).to_be_attached()
    yield page
    context.close()


def failing(error: RefereeError) -> Callable[..., object]:
    def fail(*_: object, **__: object) -> object:
        raise error

    return fail


def test_what_fails_once_the_connection_is_back_is_sent_again_though_nobody_else_enters_anything(
    house: House, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.5)
    table = house.started("faj", 2, sit=False)
    context, page = house.view(
        chromium, Visit("unsent", "table/playing.html", table.path(), table.as_host)
    )
    lay = form(page, "Turn one trick card")
    lost = lose_first(page, "**/*", "POST")
    pick(lay, ["3C"])
    send(lay)
    expect(form(page, "Turn one trick card")).to_have_count(0)
    assert lost
    context.close()


@pytest.mark.slow
def test_why_the_referee_takes_nothing_now_is_said_and_the_same_goes_through_later(
    host: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay = form(host, "Turn one trick card")
    pick(lay, ["3C"])
    with monkeypatch.context() as full:
        full.setattr(entering, "enter", failing(DiskFullError()))
        enter(lay)
        expect(lay.locator("[data-sending]")).to_contain_text(
            "Not entered yet: The referee’s disk is full"
        )
    enter(lay)
    expect(form(host, "Place a card").first).to_be_visible()


@pytest.mark.slow
def test_while_the_database_is_away_the_phone_says_so_and_goes_on_by_itself_after(
    host: Page, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.5)
    lay, strip, room = (
        form(host, "Turn one trick card"),
        host.locator("#connection"),
        services_of(house.app).room,
    )
    pick(lay, ["3C"])
    with monkeypatch.context() as away:
        away.setattr(CardRoom, "snapshot", failing(DatabaseAwayError()))
        room.listeners.ring(host.url.rpartition("/")[2])
        expect(strip).to_contain_text("Not live The referee’s database isn’t answering")
        enter(lay)
        expect(lay.locator("[data-sending]")).to_contain_text(
            "Not entered yet: The referee’s database isn’t"
        )
        assert "onnection" not in strip.inner_text()
        another = host.context.new_page()
        another.goto(host.url)
        expect(
            another.get_by_role("heading", name="The database is away")
        ).to_be_visible()
    for page in (host, another):
        expect(form(page, "Place a card").first).to_be_visible()
    expect(strip).not_to_contain_text("database")


@pytest.mark.slow
def test_a_game_that_fails_is_named_and_what_failed_is_not_sent_again(
    host: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay = form(host, "Turn one trick card")
    pick(lay, ["3C"])
    with monkeypatch.context() as fault:
        fault.setattr(
            entering,
            "enter",
            failing(
                GameFaultError(
                    "Faces, Aces, & Jokers", "faj", GameFlaw("accept", "", "")
                )
            ),
        )
        enter(lay)
        expect(lay.get_by_text("Faces, Aces, & Jokers has a fault")).to_be_visible()
        expect(
            lay.get_by_role("checkbox", name="three of clubs", checked=True)
        ).to_have_count(1)
    host.reload()
    expect(form(host, "Turn one trick card")).to_be_visible()
    expect(host.get_by_text("Entered now")).to_have_count(0)

"""What a player does on a phone: scan, sit down, tap cards, read the ruling."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from playwright.sync_api import Locator, Page, StorageState, expect

from .phones import NAME, Phones

DECK = [*(rank + suit for rank in "23456789TJQKA" for suit in "CDHS"), "XB", "XR"]
"""The cards that these games are played with."""


def open_table(page: Page, game: str, **options: int) -> str:
    """From the first page: open a table for this game, with these numbers for its
    options. Returns its address.
    """
    tile_of(page, game).tap()
    if options:
        page.get_by_text("Options and house rules").tap()
    for option, number in options.items():
        page.locator(f"[data-field='{option}'] input").fill(str(number))
    page.get_by_role("button", name="Others join by phone").tap()
    expect(page.locator("#main").get_by_text("Scan to join")).to_be_visible()
    return page.url


def tile_of(page: Page, game: str) -> Locator:
    """What leads to a new table of this game on the first page."""
    title = page.locator("strong", has_text=re.compile(f"^{re.escape(game)}$"))
    return page.locator(".new-table .tile").filter(has=title)


def sit_down(page: Page, name: str) -> None:
    """Take a seat under this name."""
    page.wait_for_load_state()
    asked = page.get_by_label("Your name")
    if not asked.is_visible():
        page.get_by_text("Play on this device too").tap()
    asked.fill(name)
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator("#join-name")).to_have_count(0)


def turn_to(page: Page, name: str) -> None:
    """Go to this page of the table by the menu in its header."""
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("navigation", name="This table").get_by_role(
        "link", name=name, exact=True
    ).tap()


def seat_two(
    phone: Phones, lobby: str, game: str, **options: int
) -> tuple[Page, Page, Page]:
    """Ana's phone and Ben's dark one, sitting at a started table which Ana has opened,
    and its board view.
    """
    address, ana_keeps, ben_keeps = begin_match(lobby, game, options)
    pages = (
        phone(address, kept=ana_keeps),
        phone(address, kept=ben_keeps, dark=True),
        phone(f"{address}/board", wide=True),
    )
    for page in pages:
        expect(page.locator("[data-next]")).to_be_attached()
        wait_until_live(page)
    return pages


def begin_match(
    lobby: str, game: str, options: Mapping[str, int] | None = None
) -> tuple[str, StorageState, StorageState]:
    """A table where Ana, its host, and Ben have begun to play: its address, and what
    their phones have kept of it.

    Programs sit down much faster than people; how these do it is what whole evenings go
    through.
    """
    address, host_token, *keeps = seat_before_match(lobby, game, options)
    call_api(
        urlsplit(lobby).port,
        f"/tables/{address.rpartition('/')[2]}/start",
        {},
        host_token,
    )
    return address, keeps[0], keeps[1]


def seat_before_match(
    lobby: str, game: str, options: Mapping[str, int] | None = None
) -> tuple[str, str, StorageState, StorageState]:
    """A table where Ana, its host, and Ben sit before their match: its address, the
    host's token, and what their phones have kept of it.
    """
    port = urlsplit(lobby).port
    [id] = [one["id"] for one in call_api(port, "/games") if one["title"] == game]
    opened = call_api(port, "/tables", {"game": id, "options": dict(options or {})})
    code, host_token = opened["code"], opened["host_token"]
    ana, ben = (
        call_api(port, f"/tables/{code}/join", {"name": name})["seat_token"]
        for name in ("Ana", "Ben")
    )
    keeps = (
        storage_with(**{f"host_{code}": host_token, f"seat_{code}": ana}),
        storage_with(**{f"seat_{code}": ben}),
    )
    return f"{lobby}t/{code}", host_token, *keeps


def call_api(port: int | None, path: str, body: object = None, token: str = "") -> Any:
    """What the API answers, which must be that it is done."""
    headers = {"Content-Type": "application/json"} | (
        {"Authorization": f"Bearer {token}"} if token else {}
    )
    sent = None if body is None else json.dumps(body).encode()
    with urlopen(
        Request(f"http://127.0.0.1:{port}/api/v1{path}", sent, headers)
    ) as answer:
        return json.load(answer)


def storage_with(**cookies: str) -> StorageState:
    """What a phone has kept that was given these cookies."""
    given = {
        "domain": NAME,
        "path": "/",
        "expires": -1,
        "httpOnly": True,
        "secure": False,
        "sameSite": "Lax",
    }
    return {
        "cookies": [
            {"name": name, "value": value, **given} for name, value in cookies.items()
        ],
        "origins": [],
    }


LOAD_NEEDED_SCRIPTS = """async () => {
  const hasScripts = !matchMedia("(scripting: none)").matches;
  if (!hasScripts || !document.querySelector("[data-needs]")) return true;
  const shared = document.querySelector("[src$='/shared.js'], [href$='/shared.js']");
  const { all, FOLDED, load } = await import(shared.src ?? shared.href);
  const open = all("[data-needs]").filter((part) => !part.closest(FOLDED));
  const loaded = await Promise.all(open.map((part) => load(part.dataset.needs)));
  if (loaded.includes(null)) throw new Error("A script was not to be had");
  return true;
}"""


def load_needed_scripts(page: Page) -> None:
    """Wait until the scripts are there that the open parts of a page need."""
    page.wait_for_function(LOAD_NEEDED_SCRIPTS)


def wait_until_live(page: Page) -> None:
    """Wait until the page hears of what happens at its table, and all scripts that it
    needs for it are there.
    """
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    load_needed_scripts(page)


def together(pages: Iterable[Page]) -> None:
    """Wait until all these pages show the same moment of the match, the latest that any
    of them shows.
    """
    mains = [page.locator("#main") for page in pages]
    latest = max(
        (int(main.get_attribute("data-seq") or 0) for main in mains), default=0
    )
    for main in mains:
        expect(main).to_have_attribute("data-seq", str(latest))


def form(page: Page, title: str) -> Locator:
    """The form under this heading."""
    return page.locator(
        "form.prompt",
        has=page.get_by_role("heading", name=re.compile(re.escape(title))),
    )


def entry(page: Page, kind: str, seat: str = "") -> Locator:
    """The form for an entry of this kind, of this seat where one is named; opened where
    it is folded away. Not the one in which one person enters for all.
    """
    whose = f":has(input[name='seat'][value='{seat}'])" if seat else ""
    own = "form.prompt:not([data-for-all])"
    found = page.locator(f"{own}:has(input[name='kind'][value='{kind}']){whose}")
    expect(found).to_have_count(1)
    unfold(found)
    others = page.locator("details.aside[open]").filter(has_not=found)
    if others.count() and not go_button(found).count():
        # What is unfolded has the only button: folded away, it leaves it to this form.
        others.first.locator("summary").first.tap()
    expect(go_button(found)).to_be_visible()
    return found


def unfold(form: Locator) -> None:
    """Open what this form is folded away in, from without."""
    folds = form.page.locator("details.aside:not([open])", has=form)
    while folds.count():
        folds.first.locator("summary").first.tap()


def go_button(within: Locator) -> Locator:
    """The button that sends this form: its own, or that at the thumb where something
    else can be done instead.
    """
    key = within.get_attribute("id")
    return within.page.locator(
        f"#{key} button.go, button.instead[form='{key}']"
    ).locator("visible=true")


def choose(within: Locator, label: str) -> None:
    """Tap this choice."""
    within.locator("label.choice", has_text=re.compile(f"^{re.escape(label)}$")).tap()


def choose_leader(within: Locator, seat: str) -> None:
    """Tap the name of whoever led, where that was not whoever had to."""
    leader = within.locator("label.leader").filter(
        has_text=re.compile(f"^{re.escape(seat)}$")
    )
    leader.tap()
    expect(leader.locator("input")).to_be_checked()


def pick(within: Locator, codes: Iterable[str]) -> None:
    """Tap these cards, in this form or in the place that this locator names."""
    wait_for_second_taps(within.page)
    for code in codes:
        card = within.locator(f"label.pick:has(input[data-card='{code}'])")
        card.first.wait_for(state="attached")
        # Scripts fold away all places but one, and draw the bar of what is picked then.
        within.page.locator("[data-bar]").first.wait_for(state="attached")
        if not card.locator("visible=true").count():
            open_place(within)
        card.locator("visible=true").first.tap()
        # A tap becomes a click a little later.
        expect(card.locator("input:checked")).not_to_have_count(0)


def names_its_cards(chips: Locator, *cards: str) -> None:
    """Each chip of a picked card is called by it, in this order."""
    expect(chips).to_have_count(len(cards))
    for nth, card in enumerate(cards):
        expect(chips.nth(nth)).to_have_accessible_name(re.compile(f" {card}$"))


def type_cards(within: Locator, text: str) -> None:
    """Type cards in this form or place, in whose place they count; the field to type in
    is folded away.
    """
    typing = within.locator("details.typing").locator("visible=true").first
    if typing.get_attribute("open") is None:
        typing.locator("summary").click()
    typing.locator("[data-typed]").fill(text)


def open_place(within: Locator) -> None:
    """Have the next card go to this place of the form's picker."""
    place = within.locator("[data-picker]").first.get_attribute("id")
    within.page.locator(f"[data-open='{place}']").click()


def slapped(within: Locator, *seats: str) -> None:
    """Tap these names in the form's order field; a second tap takes one out."""
    for seat in seats:
        press(
            within.locator(".in-turn button").filter(
                has=within.page.get_by_text(seat, exact=True)
            )
        )


def press(button: Locator) -> None:
    """Tap a button that is pressed or not, and wait until it is the other: a tap
    becomes a click a little later.
    """
    before = button.get_attribute("aria-pressed")
    button.tap()
    expect(button).to_have_attribute(
        "aria-pressed", "false" if before == "true" else "true"
    )


def order_of(within: Locator) -> dict[str, str]:
    """The place that the form's order field gives to each seat that has one."""
    lists = within.locator("[data-field='order'] select").all()
    return {
        (one.get_attribute("name") or "").rsplit("=", 1)[1]: place
        for one in lists
        if (place := one.input_value())
    }


def offered(within: Locator) -> list[str]:
    """The choices that can be tapped there."""
    return within.locator("label.choice").locator("visible=true").all_inner_texts()


NOTE_SUBMIT = """() => {
  const { dataset } = document.documentElement;
  dataset.unsent = "";
  addEventListener("submit", () => delete dataset.unsent, { capture: true, once: true });
}"""


IS_SENT = """() => new Promise((done) => {
  setTimeout(() => done(!("unsent" in document.documentElement.dataset)));
})"""
"""Whether a form was sent since, also by the tap just before."""


def send(within: Locator) -> None:
    """Tap the button that sends the form, and wait until it is sent: a tap becomes a
    click a little later.
    """
    wait_for_second_taps(within.page)
    within.page.evaluate(NOTE_SUBMIT)
    go_button(within).tap()
    expect(within.page.locator("html[data-unsent]")).to_have_count(0)
    if within.locator("xpath=self::*[@data-sure]").count():
        # Without any cards it is sent by a second tap.
        go_button(within).tap()
        expect(within.locator("xpath=self::*[@data-sure]")).to_have_count(0)


def wait_for_second_taps(page: Page) -> None:
    """Wait until a tap is none of two on the button that has just entered."""
    # The script that lets buttons rest runs before the page is loaded.
    page.wait_for_load_state("load")
    expect(page.locator("html[data-just-entered]")).to_have_count(0)


def end_moment(page: Page) -> None:
    """Tap away what is rare, where it stands over the page for a moment."""
    page.evaluate("document.querySelector('.rare-moment')?.click()")


def enter(within: Locator) -> None:
    """Send the form; wait until it is answered, or kept as there is no connection, and
    all phones show the same moment.

    Whatever is entered draws the pages of its table again, and moves what stands on
    them.
    """
    send(within)
    wait_until_answered(within.page)


def enter_trick(within: Locator, codes: Sequence[str]) -> None:
    """Tap these cards, of which the last one enters the trick."""
    *first, last = codes
    pick(within, first)
    within.page.evaluate(NOTE_SUBMIT)
    card = within.locator(f"label.pick:has(input[data-card='{last}'])")
    card.locator("visible=true").first.tap()
    expect(within.page.locator("html[data-unsent]")).to_have_count(0)
    wait_until_answered(within.page)


def wait_until_answered(page: Page) -> None:
    """Wait until what was sent is answered or kept, and all phones show the same."""
    expect(page.locator("form[data-busy]")).to_have_count(0)
    table = page.locator("#main").get_attribute("data-live")
    following = (
        f"body:has(#main[data-live='{table}']):has(#connection[data-state='live'])"
    )
    phones = [
        phone for context in page.context.browser.contexts for phone in context.pages
    ]
    following_phones = [phone for phone in phones if phone.locator(following).count()]
    together(following_phones)
    for phone in following_phones:
        end_moment(phone)


def rulings(page: Page) -> Locator:
    """The sentences of the latest rulings."""
    return page.locator("[data-rulings] .summary, .rulings .summary")


def open_ruling(page: Page) -> None:
    """Open the latest ruling where it stands in a line, as it does while something is
    entered.
    """
    end_moment(page)
    line = page.locator(".ruling-line:not([open]) > summary")
    if line.count():
        line.tap()
        expect(line).to_have_count(0)


def first_board(phone: Phones, direct: int, wired: int) -> tuple[Page, Page]:
    """Ana's phone, and Ben's, which reaches the daemon over the wire; the first board
    lies there.
    """
    address, ana_keeps, ben_keeps = begin_match(
        f"http://{NAME}:{direct}/", "Faces, Aces, & Jokers"
    )
    ana, ben = (
        phone(address, kept=ana_keeps),
        phone(address.replace(f":{direct}/", f":{wired}/"), kept=ben_keeps),
    )
    board = form(ana, "Turn one trick card")
    pick(board, ["3C"])
    enter(board)
    expect(form(ben, "Place a card")).to_be_visible()
    return ana, ben


def state(page: Page) -> Locator:
    """What the strip at the thumb says first."""
    return page.locator("#connection [role=status] strong")


def place(page: Page, card: str, by: Callable[[Locator], None] = enter) -> None:
    """Place this card in the trick; with `send`, without waiting for what comes of it."""
    mine = form(page, "Place a card")
    pick(mine, [card])
    by(mine)


def the_trick_is_bens(ana: Page, ben: Page, port: int) -> None:
    """Ana places her card too: each card counted once."""
    expect(form(ben, "Place a card")).to_have_count(0)
    place(ana, "JS")
    for page in (ana, ben):
        expect(rulings(page).first).to_contain_text(
            "Ben wins the trick with the king of clubs"
        )
    assert [entry["kind"] for entry in log(port, ana)] == ["board", "play", "play"]


def log(port: int, page: Page) -> list[dict[str, Any]]:
    """The entries of this page's table, as the daemon at this port tells them to a
    spectator.
    """
    code = page.url.rstrip("/").rsplit("/", 1)[1]
    entries: list[dict[str, Any]] = call_api(port, f"/tables/{code}/log")["entries"]
    return entries

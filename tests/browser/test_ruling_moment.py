"""The moment of a ruling on phones and the board: seen, heard, felt, announced; and
what is put right afterwards.
"""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones, keep_picture
from .playing import (
    enter,
    entry,
    go_button,
    open_ruling,
    pick,
    place,
    rulings,
    seat_two,
    send,
    turn_to,
    wait_until_live,
)
from .tables import Table
from .tour import House, Visit

STUBS = """
const heard = [], felt = [];
const voice = { speak: (said) => heard.push({ text: said.text, lang: said.lang }), cancel: () => {} };
Object.defineProperty(window, "speechSynthesis", { value: voice });
window.SpeechSynthesisUtterance = class extends EventTarget { constructor(text) { super(); this.text = text; } };
navigator.vibrate = (pattern) => { felt.push(pattern); return true; };
Object.assign(window, { heard, felt });
"""
"""What a phone says and how it vibrates is noted instead."""

NOTES = """
window.notes = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { notes.push(this.frequency.value); return start.call(this, at); };
"""
"""The pitches of what a device sounds are noted."""


def listen(page: Page, **preferences: bool) -> None:
    """From now on this phone notes what it says and how it vibrates; it prefers this."""
    value = "&".join(
        f"{name}={'yes' if wanted else 'no'}" for name, wanted in preferences.items()
    )
    page.context.add_cookies([{"name": "preferences", "value": value, "url": page.url}])
    page.add_init_script(STUBS)
    page.reload()
    page.locator("body").click(position={"x": 3, "y": 58})


def stop_clock(page: Page) -> None:
    """From now on nothing on this phone ends by itself."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)


def lay_board(page: Page, *cards: str) -> None:
    board = entry(page, "board")
    pick(board, cards)
    enter(board)


@pytest.fixture
def table(daemon: Running, phone: Phones) -> tuple[Page, Page, Page]:
    """Ana's and Ben's phones and the board, before the first board is laid."""
    ana, ben, board = seat_two(
        phone, f"http://{NAME}:{daemon.port}/", "Faces, Aces, & Jokers"
    )
    expect(entry(ana, "board")).to_be_visible()
    return ana, ben, board


@pytest.mark.slow
def test_a_ruling_is_seen_heard_felt_and_announced(
    table: tuple[Page, Page, Page],
) -> None:
    ana, ben, board = table
    listen(ana, speak=False, vibrate=False)
    listen(ben, speak=True, vibrate=True)
    listen(board, speak=True, vibrate=True)
    lay_board(ana, "3C")
    place(ben, "JS")
    place(ana, "KC")

    for page in (ana, ben, board):
        ruling = page.locator("article.ruling").first
        expect(ruling.locator(".winners")).to_have_text("AAna")
        expect(ruling.locator(".about")).to_have_text("Round 1, trick 1")
        expect(ruling.locator(".laid .marked .unseen")).to_have_text(
            ["three of clubs", "king of clubs"]
        )
        expect(
            ruling.locator(".laid > div", has_text="Ben").locator(".card .unseen")
        ).to_have_text("jack of spades")
        expect(page.locator("#announce")).to_contain_text(
            "Ana wins the trick with the king of clubs"
        )
    keep_picture(ben, "ruling-moment")
    keep_picture(board, "board-ruling-moment")

    said = {"text": "Ana wins the trick with the king of clubs.", "lang": "en"}
    assert ana.evaluate("heard") == []
    assert ana.evaluate("felt") == []
    assert ben.evaluate("heard") == board.evaluate("heard") == [said]
    assert ben.evaluate("felt").count(40) == 1
    open_ruling(ana)
    ana.get_by_role("button", name="Read aloud").tap()
    ana.wait_for_function("() => heard.length")
    [read] = ana.evaluate("heard")
    assert read["text"].startswith(
        "Ana wins the trick with the king of clubs. No joker, and"
    )


@pytest.mark.slow
def test_a_ruling_of_one_line_covers_nothing_and_tells_its_winner_so(
    table: tuple[Page, Page, Page],
) -> None:
    ana, ben, _ = table
    lay_board(ana, "3C")
    place(ben, "JS")
    place(ana, "KC", send)
    won = "Ana wins the trick with the king of clubs"
    # Ana, who deals, enters the next card; Ben has only the ruling to read.
    brief = ana.locator(".ruling-line:not([open]) .brief")
    expect(brief.locator("[aria-hidden]")).to_have_text(
        "Ana wins the trick with the K♣"
    )
    expect(brief.locator(".unseen")).to_have_text(won)
    expect(ben.get_by_role("heading", name=won)).to_be_visible()
    for page in (ana, ben):
        expect(page.locator(".rare-moment")).to_have_count(0)
    expect(ben.locator(".rulings > .yours")).to_have_count(0)
    expect(ana.locator(".rulings > .yours")).to_have_text("This one is yours!")
    pick(entry(ana, "board"), ["4C"])


def hearts(daemon: Running, phone: Phones) -> tuple[Page, Page, Table]:
    """A phone that looks on at four who play Hearts, the board, and whoever enters."""
    host = Table.started(daemon, "hearts", "Ana", "Ben", "Cy", "Di")
    pages = host.page(phone), phone(f"{host.address}/board", wide=True)
    for page in pages:
        wait_until_live(page)
    return *pages, host


def deal(hearts: Sequence[int], queen: str) -> dict[str, object]:
    names = ("Ana", "Ben", "Cy", "Di")
    return {"hearts": dict(zip(names, hearts, strict=True)), "queen": queen}


@pytest.mark.slow
def test_numbers_open_first_on_the_page_and_fold_when_somebody_acts(
    daemon: Running, phone: Phones
) -> None:
    """Then their line says what changed."""
    page, board, host = hearts(daemon, phone)
    host.enter("deal", **deal((3, 0, 8, 2), "Ben"))
    opened, line = page.locator(".ruling-line[open]"), page.locator(".ruling-line")
    expect(opened.get_by_role("table")).to_be_in_viewport()
    expect(board.locator(".ruling-line")).to_have_count(0)

    opened.get_by_role("link", name="Dispute this ruling").tap()
    expect(page.get_by_label("Why?")).to_be_focused()
    page.go_back()
    wait_until_live(page)
    host.enter("deal", **deal((3, 0, 8, 2), "Cy"))
    heads = opened.get_by_role("columnheader")
    expect(heads).to_have_text(["Hearts taken", "Q♠", "Round", "Total"])
    line.locator("summary").first.tap()
    changes = line.locator(".changes > span")
    expect(changes).to_have_text(["AAna +3 → 6", "CCy +8 +Q♠ 13 → 29", "DDi +2 → 4"])
    line.locator("summary").first.tap()
    host.enter("misdeal")
    expect(opened).to_have_count(0)


def test_whoever_enters_folds_the_ruling_with_the_first_tap_which_counts(
    daemon: Running, phone: Phones
) -> None:
    host = Table.started(daemon, "hearts", "Ana", "Ben", "Cy", "Di")
    page = host.page(phone)
    wait_until_live(page)
    host.enter("deal", **deal((3, 0, 8, 2), "Ben"))
    expect(page.locator(".ruling-line[open]")).to_be_in_viewport()
    page.wait_for_function("() => scrollY === 0")
    page.locator(".number-pad [data-press='5']").tap()
    expect(page.locator(".ruling-line[open]")).to_have_count(0)
    first, second = (page.get_by_role("spinbutton").nth(place) for place in (0, 1))
    expect(first).to_have_value("5")
    expect(first).to_be_in_viewport()
    expect(second).to_be_in_viewport()


@pytest.mark.slow
def test_revealed_hands_open_on_all_phones_until_somebody_acts(
    daemon: Running, phone: Phones
) -> None:
    """Why each hand scored what it did stands there too."""
    host = Table.started(daemon, "four-aces", "Ana", "Ben", "Cy")
    watcher = phone(host.address)
    host.sit("Ana", "Ben", "Cy")
    player = host.page(phone, "Ana")
    for page in (watcher, player):
        wait_until_live(page)
    for seat, ranks in (("Ana", "A23"), ("Ben", "457"), ("Cy", "TJQ")):
        hidden, exposed = ([f"{rank}{suit}" for rank in ranks] for suit in "SD")
        host.enter("round", seat, hidden=hidden, exposed=exposed)
    for page in (watcher, player):
        ruling = page.locator(".rulings article").first
        expect(ruling.locator(".reckoning").first).to_be_in_viewport()
        sentence = ruling.locator(".summary").first
        expect(sentence).to_have_text("Ana gets 6, Cy 4 and Ben 0")
    opened = player.locator(".ruling-line[open]")
    keep_picture(player, "four-aces-revealed")
    opened.locator(".ask-why").first.tap()
    first = opened.locator(".because").first.locator("li").first
    expect(first).to_contain_text("Ana, hidden: a three-card straight flush, A♠ 2♠ 3♠")
    expect(first.get_by_role("link", name="Straight flush")).to_be_visible()
    keep_picture(player, "four-aces-why")

    form = entry(player, "round")
    player.get_by_role("link", name="Continue").tap()
    expect(opened).to_have_count(0)
    card = form.locator("label.pick").first
    expect(card).to_be_in_viewport(ratio=1)
    card.tap()
    line = player.locator(".ruling-line:not([open])")
    changes = line.locator(".changes > span")
    expect(changes).to_have_text(["AAna +6", "CCy +4"])
    tops = {change.evaluate("found => found.offsetTop") for change in changes.all()}
    assert len(tops) == 1, "side by side"
    expect(go_button(form)).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_all_of_an_opened_ruling_is_reached_by_keys(
    house: House, chromium: Browser
) -> None:
    """Also the way to correct the entry, which opens."""
    table = house.started("hearts", 4, options={"depth": "deals"}, sit=False)
    visit = Visit("keys", "", table.path(), table.as_host)
    context, page = house.view(chromium, visit, has_touch=False, is_mobile=False)
    wait_until_live(page)
    table.enter("deal", **deal((3, 0, 8, 2), "Ben"))
    line = page.locator(".ruling-line[open]")
    expect(line).to_be_visible()
    expect(
        page.locator("[aria-hidden=true] a, [aria-hidden=true] button")
    ).to_have_count(0)
    line.locator(":scope > summary").focus()
    reached = list[str]()
    # An engine may stop at whatever scrolls, too.
    while "Dispute this ruling" not in reached:
        assert len(reached) < 20, reached
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent.trim()"))
        if reached[-1].startswith("Why?"):
            page.keyboard.press("Enter")
    assert "Correct this entry" in reached
    line.get_by_text("Correct this entry").click()
    expect(page.locator("dialog.correcting[open]")).to_be_visible()
    context.close()


@pytest.mark.slow
def test_what_breaking_a_rule_costs_stands_above_the_cards_and_opened_it_stays(
    house: House, chromium: Browser
) -> None:
    """The card that proves it has no tick."""
    table = house.started("hearts", 4, options={"depth": "tricks"})
    first = {"Ana": "2C", "Ben": "KC", "Cy": "8S", "Di": "7C"}
    table.enter("trick", plays=first, leader="Ana")
    visit = Visit("revoke", "table/playing.html", table.path(), table.as_seat("Di"))
    context, page = house.view(chromium, visit)
    wait_until_live(page)
    page.clock.install()
    then = {"Ben": "5D", "Cy": "8C", "Di": "9D", "Ana": "AD"}
    table.enter("trick", plays=then, leader="Ben")
    line = page.locator(".ruling-line.broken")
    expect(line.locator(".brief")).to_contain_text("26 points")
    cards = entry(page, "trick").locator("label.pick").locator("visible=true")
    expect(cards.first).to_be_in_viewport(ratio=1)
    line.locator("summary").first.tap()
    ruling = page.locator(".ruling-line[open] .ruling.broken")
    expect(ruling.locator(".cost")).to_contain_text("26 points")
    expect(ruling.locator(".card.marked")).to_contain_text("eight of clubs")
    mark = "card => getComputedStyle(card, '::after').content"
    assert ruling.locator(".card.marked").evaluate(mark) == '"!"'
    page.clock.run_for(60_000)
    expect(ruling).to_be_visible()
    context.close()


@pytest.mark.slow
def test_an_overturned_ruling_has_its_moment_though_others_followed(
    house: House, chromium: Browser
) -> None:
    table = house.started("faj", 4)
    table.enter("board", cards=["7H"])
    table.enter("play", plays={"Ana": "AS", "Ben": "JH", "Cy": "QD", "Di": "KH"})
    table.enter("board", cards=["3C", "TC"])
    table.enter("play", plays={"Ana": "KC", "Ben": "AC", "Cy": "KS", "Di": "QC"})
    tables = f"/tables/{table.code}/disputes"
    id = table.phones["Ben"].post(tables, {"seq": 2}).said(201)["id"]
    pages = []
    for path in (table.path(), table.path("/board")):
        visit = Visit("overturned", "", path, table.as_seat("Cy"))
        pages.append(house.view(chromium, visit)[1])
        wait_until_live(pages[-1])
        stop_clock(pages[-1])
    ruled = {"as": "overruled", "verdict": {"winner": "Ben"}}
    table.host.post(f"{tables}/{id}/resolve", ruled).said(201)
    for page in pages:
        moment = page.locator(".rare-moment")
        expect(moment.locator(".rarity")).to_have_text("Overturned")
        told = "Round 1, trick 1: Ben wins"
        expect(moment.locator(".summary")).to_contain_text(told)
        page.clock.resume()
        page.reload()
        wait_until_live(page)
        expect(moment).to_have_count(0)
        page.context.close()


@pytest.mark.slow
def test_what_is_rare_has_a_moment_of_its_own_once_on_phones_and_the_board(
    daemon: Running, phone: Phones
) -> None:
    page, board, host = hearts(daemon, phone)
    stop_clock(page)
    stop_clock(board)
    host.enter("deal", **deal((13, 0, 0, 0), "Ana"))
    for each in (page, board):
        moment = each.locator(".rare-moment > p")
        expect(moment).to_have_text("Ana shot the moon")
        expect(moment).to_contain_class("rarity")
    page.locator(".rare-moment").tap()
    expect(page.locator(".rare-moment")).to_have_count(0)
    expect(page.locator(".ruling-line.rare .brief")).to_have_text("Ana shot the moon")
    board.clock.run_for(3_000)
    expect(board.locator(".rare-moment")).to_have_count(0)
    page.clock.resume()
    page.reload()
    wait_until_live(page)
    host.enter("misdeal")
    expect(page.locator(".ruling-line")).to_have_count(1)
    expect(page.locator(".rare-moment")).to_have_count(0)

    page.emulate_media(reduced_motion="reduce")
    stop_clock(page)
    host.enter("deal", **deal((0, 13, 0, 0), "Ben"))
    still = page.locator(".rare-moment > .rarity")
    expect(still).to_have_css("animation-name", "none")


@pytest.mark.slow
def test_a_tap_on_the_bell_turns_sounds_on_and_the_device_remembers_it(
    table: tuple[Page, Page, Page],
) -> None:
    ana, ben, board = table
    for page in table:
        page.add_init_script(NOTES)
        page.reload()
    lay_board(ana, "3C")
    assert ana.evaluate("notes") == []
    for page in (ana, board):
        page.get_by_role("button", name="Sounds").click()
        expect(page.get_by_role("button", name="Sounds", pressed=True)).to_be_visible()
        page.reload()
        expect(page.get_by_role("button", name="Sounds", pressed=True)).to_be_visible()
    place(ben, "JS")
    place(ana, "KC")
    for page, sounds in ((ana, 3), (board, 2)):
        page.wait_for_function("() => notes.length")
        assert len(page.evaluate("notes")) == sounds
    assert ben.evaluate("notes") == []


@pytest.mark.slow
def test_a_correction_is_told_to_everybody_at_the_table(
    table: tuple[Page, Page, Page],
) -> None:
    ana, ben, board = table
    lay_board(ana, "3C")
    place(ben, "QC")
    place(ana, "KC")
    expect(rulings(ben).first).to_contain_text("Ana wins the trick")

    turn_to(ana, "Log")
    ana.get_by_role("link", name="Correct: Ana, king of clubs").tap()
    again = ana.locator("form.prompt")
    pick(again, ["JC"])
    ana.get_by_role("button", name="Change").tap()

    told = "Now: Ben wins the trick with the queen of clubs"
    for page in (ana, ben, board):
        expect(page.locator(".news")).to_contain_text(told)
    for page in (ben, board):
        expect(rulings(page).first).to_contain_text("Ben wins the trick")
        expect(page.locator("#announce")).to_contain_text(told)
    keep_picture(ben, "corrected-by-ana")
    ben.locator(".news").get_by_role("link", name="Details").tap()
    expect(ben.get_by_role("heading", name="Corrected")).to_be_visible()
    ben.get_by_role("link", name="Go to the table").tap()

    lay_board(ana, "2D", "9D")
    place(ben, "AD")
    place(ana, "KD")
    expect(ben.locator(".news")).to_have_count(0)

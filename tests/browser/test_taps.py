"""How many taps an entry takes: by a thumb that sees only what is on the screen, and by
a keyboard alone.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones
from .phones import PHONE
from .playing import (
    begin_match,
    choose,
    enter,
    entry,
    go_button,
    log,
    names_its_cards,
    open_ruling,
    pick,
    rulings,
    slapped,
    type_cards,
    wait_until_live,
)
from .tables import Table
from .thumb import Thumb

SEATS = ("Ana", "Ben", "Cy", "Di")
PLACED = ("jack of spades", "queen of spades", "king of spades", "black joker")
SMALL = {"width": 360, "height": 640}
TO_SPARE = 3
"""An entry may take so many taps more than it has cards."""


def entry_seen(page: Page, kind: str, seat: str = "") -> Locator:
    """The form for an entry of this kind, which nobody had to open."""
    whose = f":has(input[name='seat'][value='{seat}'])" if seat else ""
    found = page.locator(
        f".prompts > form.prompt:has(input[name='kind'][value='{kind}']){whose}"
    )
    expect(found).to_be_visible()
    return found


def open_input(form: Locator) -> Locator:
    """The field to type in of the place that the next card goes to, once it is opened."""
    return form.locator("[data-typed]").locator("visible=true")


def tab(form: Locator, name: str) -> Locator:
    """The tab for a seat or a field."""
    return form.locator("[data-tabs]").get_by_role("group", name=re.compile(f"^{name}"))


def bar(form: Locator) -> Locator:
    """What is picked in the open place, at the thumb."""
    return form.locator("[data-bar]")


def top_of(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["y"]


def lie_in(place: Locator, *cards: str) -> None:
    """These cards, and no others, are in a tab or in the bar."""
    names_its_cards(place.locator(".chip"), *cards)


@pytest.mark.slow
def test_a_trick_of_four_players(daemon: Running, phone: Phones) -> None:
    host = Table.started(daemon, "faj", *SEATS)
    host.enter_tricks(
        SEATS, {"2C": "JC QC KC AC", "2D 3D": "JD QD KD AD", "2H 3H 4H": "JH QH KH AH"}
    )
    page = host.page(phone)
    thumb = Thumb(page)
    board = entry(page, "board")
    thumb.look_at(board)
    thumb.cards(board, "3C 4S 5D 6H")
    thumb.enter(board)
    # From here on, the page is where the thumb needs it.
    plays = entry(page, "play")
    thumb.cards(plays, "JS QS KS")
    for seat, card in zip(SEATS[:3], PLACED, strict=False):
        lie_in(tab(plays, seat), card)
    thumb.card(plays, "XB")
    expect(rulings(page).filter(has_text="wins the trick")).to_have_count(1)
    assert thumb.taps <= len(SEATS) + 4 + TO_SPARE
    assert thumb.taps == 9


@pytest.mark.slow
def test_no_cards_at_all_are_entered_by_a_second_tap(
    daemon: Running, phone: Phones
) -> None:
    host = Table.started(daemon, "four-aces", *SEATS[:3])
    for seat, hidden, exposed in (
        ("Ben", "2C 3C 4C", "5C 6C 7C"),
        ("Cy", "2D 3D 4D", "5D 6D 7D"),
    ):
        host.enter("round", seat, hidden=hidden.split(), exposed=exposed.split())
    page = host.page(phone)
    hands = entry(page, "round", "Ana")
    button, asked = (
        hands.locator("button.go"),
        hands.get_by_role("status").filter(has_text="none? Tap again."),
    )
    expect(button).to_have_text("Enter (no cards)")
    # As quiet as one that cannot be sent yet.
    expect(button).to_have_class(re.compile("not-yet"))
    button.tap()
    expect(asked).to_be_visible()
    # A card in between is an answer too.
    pick(hands, ["AS"])
    expect(button).to_have_text("Enter (1 card)")
    expect(button).not_to_have_class(re.compile("not-yet"))
    button.tap()
    expect(asked).to_contain_text("Exposed hand")
    hands.get_by_role("button", name="Take back the ace of spades").tap()
    button.tap()
    expect(asked).to_be_visible()
    assert page.locator("#main").get_attribute("data-seq") == "2"
    button.tap()
    expect(page.locator("#main")).to_have_attribute("data-seq", "3")


@pytest.mark.slow
def test_that_one_field_has_no_cards_is_entered_by_a_second_tap_too(
    daemon: Running, phone: Phones
) -> None:
    """Who forgets the trumps that the declarer still has does not say that there are
    none.
    """
    host = Table.started(daemon, "skat", *SEATS[:3])
    host.enter("depth")
    host.enter("contract", declarer="Ana", game="grand", announced="nothing", bid=18)
    host.enter("concede", seat="Ben")
    page = host.page(phone)
    cards = entry(page, "skat")
    button, asked = (
        cards.locator("button.go"),
        cards.get_by_role("status").filter(has_text="none?"),
    )
    pick(cards, ["7S", "8S"])
    button.tap()
    expect(asked).to_have_text("Trumps the declarer still has: none? Tap again.")
    assert page.locator("#main").get_attribute("data-seq") == "3"
    button.tap()
    expect(page.locator("#main")).to_have_attribute("data-seq", "4")


@pytest.mark.slow
def test_enter_is_ready_exactly_when_nothing_needed_is_missing(
    daemon: Running, phone: Phones
) -> None:
    """What may be left out never counts, and what is missing is named on the button."""
    host = Table.started(daemon, "slapjack", *SEATS[:2])
    host.enter("play", "Ben", card="JH")
    page = host.page(phone)
    slap = entry(page, "slap")
    button = slap.locator("button.go")
    expect(button).to_have_class("go not-yet")
    expect(button).to_have_text("Enter (Who slapped, from first to last)")
    slapped(slap, "Ana")
    expect(button).to_have_class("go")
    expect(button).to_have_text("Enter")
    slapped(slap, "Ana")
    expect(button).to_have_class("go not-yet")


@pytest.mark.slow
def test_what_may_be_done_instead_is_one_tap_beside_the_button(
    daemon: Running, phone: Phones
) -> None:
    host = Table.started(daemon, "holdem", *SEATS)
    host.enter("depth")
    page = host.page(phone)
    call = entry_seen(page, "call")
    expect(go_button(call)).to_have_text("Call 10")
    for other in ("Fold", "All in: 1000"):
        button = page.get_by_role("button", name=other)
        expect(button).to_be_in_viewport(ratio=1)
        assert top_of(button) > top_of(call)

    page.get_by_role("button", name="Fold").tap()
    expect(page.locator(".prompts").get_by_role("heading").first).to_contain_text("Ana")
    assert [line["kind"] for line in log(daemon.port, page)] == ["depth", "fold"]


@pytest.mark.slow
def test_a_wrong_tap_is_undone_by_one(daemon: Running, phone: Phones) -> None:
    host = Table.started(daemon, "faj", *SEATS)
    host.enter("board", cards=["3C"])
    page = host.page(phone)
    plays = entry(page, "play")
    thumb = Thumb(page)
    thumb.look_at(plays)
    thumb.card(plays, "JS")
    # The bar has the place whose tab is open; what went wrong goes back by a second tap
    # there.
    expect(tab(plays, "Ben")).to_have_class("place one here")
    expect(bar(plays).locator(".whose")).to_have_text("Ben")
    thumb.tap(tab(plays, "Ana").get_by_role("button", name="Ana"))
    thumb.tap(bar(plays).get_by_role("button", name="Take back the jack of spades"))
    lie_in(tab(plays, "Ana"))
    expect(tab(plays, "Ana")).to_have_class("place one here")
    thumb.card(plays, "QS")
    thumb.card(plays, "JS")
    lie_in(tab(plays, "Ana"), "queen of spades")
    lie_in(tab(plays, "Ben"), "jack of spades")
    tab(plays, "Cy").get_by_role("button", name="Cy").tap()
    expect(bar(plays).locator(".whose")).to_have_text("Cy")
    # One picked here goes back by a second tap.
    tab(plays, "Ben").get_by_role("button", name="Ben").tap()
    thumb.card(plays, "JS")
    lie_in(tab(plays, "Ben"))


@pytest.mark.slow
def test_the_last_entry_is_taken_back_and_put_back(
    daemon: Running, phone: Phones
) -> None:
    page = Table.started(daemon, "faj", *SEATS).page(phone)
    board = entry(page, "board")
    thumb = Thumb(page)
    thumb.look_at(board)
    thumb.card(board, "3C")
    thumb.enter(board)
    expect(entry(page, "play")).to_be_visible()
    thumb.tap(page.get_by_role("button", name="Undo: the three of clubs", exact=True))
    expect(
        page.locator(".news").get_by_text("Taken back: Round 1: 3♣")
    ).to_be_in_viewport()
    again = entry(page, "board")
    lie_in(bar(again), "three of clubs")
    thumb.tap(page.get_by_role("button", name="Restore", exact=True))
    expect(entry(page, "play")).to_be_visible()
    assert thumb.taps == 4
    # After a ruling, which is read first, it is in reach too.
    plays = entry(page, "play")
    thumb.look_at(plays)
    thumb.cards(plays, "JS QS KS XB")
    expect(page.locator("[data-rulings]")).to_be_in_viewport()
    thumb.tap(page.get_by_role("button", name="Undo: Ana"))
    again = entry(page, "play")
    for seat, card in zip(SEATS, PLACED, strict=True):
        lie_in(tab(again, seat), card)


HOLD_REST = """() => {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (act, milliseconds, ...rest) =>
    milliseconds === 1000 ? (globalThis.wake = () => act(...rest), 0) : wait(act, milliseconds, ...rest);
}"""
"""What takes back rests until `wake` is called, however long the test takes."""


@pytest.mark.slow
def test_a_second_tap_takes_nothing_back(daemon: Running, phone: Phones) -> None:
    """A yes or no goes in with its tap. What undoes it rests first."""
    address, keeps, _ = begin_match(f"http://{NAME}:{daemon.port}/", "Ji'zara")
    page = phone(address, kept=keeps)
    wait_until_live(page)
    page.evaluate(HOLD_REST)
    turned = entry(page, "turn")
    pick(turned, ["7D"])
    enter(turned)
    choose(entry_seen(page, "decide", "Ana"), "Bid")
    undo = page.get_by_role("button", name="Undo: Bid for")
    expect(undo).to_be_disabled()
    box = undo.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    Thumb(page).tap(page.locator(".scores caption"))
    page.evaluate("wake()")
    assert [entry["kind"] for entry in log(daemon.port, page)] == ["turn", "decide"]
    Thumb(page).tap(undo)
    expect(page.get_by_role("button", name="Restore", exact=True)).to_be_visible()


@pytest.mark.slow
def test_what_is_picked_is_cleared_before_an_entry_is_undone(
    daemon: Running, phone: Phones
) -> None:
    """In all places, in whichever the next card goes; then the entry before can be
    undone again.
    """
    host = Table.started(daemon, "faj", *SEATS)
    host.enter("board", cards=["3C"])
    page = host.page(phone)
    plays = entry(page, "play")
    undo = page.get_by_role("button", name="Undo: the three of clubs", exact=True)
    expect(undo).to_be_visible()
    pick(plays, ["JS", "QS"])
    expect(undo).to_be_hidden()
    page.get_by_role("button", name="Clear", exact=True).tap()
    expect(plays.locator("[data-card]:checked")).to_have_count(0)
    expect(tab(plays, "Ana")).to_have_class("place one here")
    expect(undo).to_be_visible()
    expect(page.get_by_role("button", name="Clear", exact=True)).to_be_hidden()
    page.reload()
    expect(undo).to_be_visible()
    expect(plays.locator("[data-card]:checked")).to_have_count(0)


@pytest.mark.slow
def test_a_trick_by_keyboard_alone(daemon: Running, phone: Phones) -> None:
    host = Table.started(daemon, "faj", *SEATS)
    host.enter_tricks(SEATS, {"2C": "JC QC KC AC"})
    page = host.page(phone, wide=True)
    entry_seen(page, "board")
    expect(open_input(page.locator("form.prompt").first)).to_have_count(0)
    # The script that reads keys shows that it is there by going to a card.
    expect(entry_seen(page, "board").locator("[data-card]:focus")).to_be_attached()
    page.keyboard.type("3c 4s")
    expect(open_input(entry_seen(page, "board"))).to_have_value("3c 4s")
    page.keyboard.press("Enter")
    plays = entry_seen(page, "play")
    for cards in ("js", "xb", "kd"):
        page.keyboard.type(cards)
        page.keyboard.press("Enter")
    for seat, cards in zip(
        SEATS,
        (["jack of spades"], ["black joker"], ["king of diamonds"], []),
        strict=True,
    ):
        lie_in(tab(plays, seat), *cards)
    # Backspace takes back the last card, Escape what is typed; arrows go to a card, and
    # the space bar picks it.
    page.keyboard.press("Backspace")
    expect(tab(plays, "Cy")).not_to_contain_text("king of diamonds")
    page.keyboard.type("kh")
    page.keyboard.press("Escape")
    expect(open_input(plays)).to_have_value("")
    for key in ("Escape", "ArrowDown", "ArrowRight", "Space"):
        page.keyboard.press(key)
    lie_in(tab(plays, "Cy"), "queen of hearts")
    page.keyboard.press("Enter")
    page.keyboard.type("ad")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Turn 3 trick cards")).to_be_visible()
    page.keyboard.type("7d")
    expect(open_input(entry_seen(page, "board"))).to_have_value("7d")


@pytest.mark.slow
def test_without_scripts_every_place_stands_on_the_page(
    daemon: Running, phone: Phones
) -> None:
    page = Table.started(daemon, "four-aces", *SEATS).page(phone, scripts=False)
    hands = entry(page, "round", "Ana")
    for place, codes in (("hidden--0", "AS 2S 3S"), ("exposed--0", "2C 3H 4D")):
        for code in codes.split():
            hands.locator(
                f"[data-field='{place}'] label.pick:has(input[data-card='{code}'])"
            ).tap()
    hands.locator("[data-field='locked--0'] summary").first.tap()
    type_cards(hands.locator("[data-field='locked--0']"), "ah")
    hands.locator("button.go").tap()
    asides = page.locator("details.aside:not(:has(details.aside))")
    changed = asides.filter(has_text="Change your entry").locator("form")
    expect(changed.locator("input:checked")).to_have_count(7)


def after_two_tricks(daemon: Running, phone: Phones) -> Page:
    """The host's page once two tricks are ruled on, the ruling open."""
    host = Table.started(daemon, "faj", *SEATS)
    host.enter_tricks(SEATS, {"2C": "JC QC KC AC", "2D 3D": "JD QD KD AD"})
    page = host.page(phone)
    wait_until_live(page)
    open_ruling(page)
    return page


@pytest.mark.slow
def test_a_card_of_a_ruling_is_put_right_where_it_is_seen(
    daemon: Running, phone: Phones
) -> None:
    """Three taps: the card, what it was, and the button; nothing is scrolled, and no
    page is loaded.
    """
    page = after_two_tricks(daemon, phone)
    [_, before] = page.evaluate("[globalThis.loaded = 1, scrollY]")
    thumb, dialog = Thumb(page), page.get_by_role("dialog")
    thumb.tap(page.get_by_role("link", name="Correct Di’s ace of diamonds"))
    thumb.card(dialog, "AH")
    lie_in(tab(dialog, "Di"), "ace of hearts")
    thumb.tap(dialog.locator("button.go"))
    expect(dialog).to_be_hidden()
    expect(rulings(page).first).to_contain_text("Cy wins the trick")
    assert thumb.taps == 3
    assert page.evaluate("[globalThis.loaded, scrollY]") == [1, before]
    # Of several cards the tapped one gives way; Escape leaves all as it is, and the
    # focus is where it was.
    board = page.get_by_role("link", name="Correct the three of diamonds")
    thumb.tap(board)
    thumb.card(dialog, "9S")
    lie_in(bar(dialog), "two of diamonds", "nine of spades")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(board).to_be_focused()


@pytest.mark.slow
def test_a_card_is_put_right_by_keyboard_alone(daemon: Running, phone: Phones) -> None:
    host = Table.started(daemon, "faj", *SEATS)
    host.enter_tricks(SEATS, {"2C": "JC QC KC AC"})
    page = host.page(phone, wide=True)
    wait_until_live(page)
    line, card = (
        page.locator(".ruling-line > summary"),
        page.get_by_role("link", name="Correct Cy’s king of clubs"),
    )
    line.focus()
    page.keyboard.press("Enter")
    card.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-card='KC']:focus")).to_be_attached()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    lie_in(tab(dialog, "Cy"), "king of diamonds")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(
        page.get_by_role("link", name="Correct Cy’s king of diamonds")
    ).to_be_focused()


@pytest.mark.slow
def test_a_score_is_put_right_on_the_sheet(daemon: Running, phone: Phones) -> None:
    """Three taps too: the cell, the digit that it was, and the button."""
    host = Table.started(daemon, "score-pad", *SEATS[:2])
    for ana, ben in ((5, 7), (1, 0)):
        host.enter("round", points={"Ana": ana, "Ben": ben})
    page = host.page(phone)
    page.goto(f"{page.url}/scores")
    wait_until_live(page)
    page.evaluate("globalThis.loaded = 1")
    thumb, dialog = Thumb(page), page.get_by_role("dialog")
    thumb.tap(page.get_by_role("link", name="Correct Ben’s 0: 7 in all"))
    thumb.tap(dialog.locator("[data-press='4']"))
    thumb.tap(dialog.locator("button.go"))
    expect(page.get_by_role("link", name="Correct Ben’s +4: 11 in all")).to_be_focused()
    assert thumb.taps == 3
    assert page.evaluate("[globalThis.loaded, scrollY]") == [1, 0]


HOLD_ANSWERS = """
() => {
  const send = fetch;
  globalThis.fetch = async (address, options) => {
    const answer = await send(address, options);
    if (options?.method === "POST") await new Promise((done) => { globalThis.release = done; });
    return answer;
  };
}
"""
"""What is posted is answered, but the page hears it only once it calls `release()`."""


@pytest.mark.slow
def test_the_focus_returns_to_what_was_put_right_where_its_news_comes_before_the_answer(
    daemon: Running, phone: Phones
) -> None:
    host = Table.started(daemon, "score-pad", *SEATS[:2])
    host.enter("round", points={"Ana": 5, "Ben": 7})
    page = host.page(phone)
    page.goto(f"{page.url}/scores")
    wait_until_live(page)
    page.get_by_role("link", name="Correct Ben’s +7: 7 in all").tap()
    dialog = page.get_by_role("dialog")
    dialog.locator("[data-press='4']").tap()
    page.evaluate(HOLD_ANSWERS)
    dialog.locator("button.go").tap()
    corrected = page.locator("a.correct[aria-label='Correct Ben’s +4: 4 in all']")
    expect(corrected).to_have_count(1)
    page.wait_for_function("() => globalThis.release")
    page.evaluate("release()")
    expect(corrected).to_be_focused()


@pytest.mark.slow
def test_why_a_card_cannot_be_put_right_is_said_where_it_was_tapped(
    daemon: Running, phone: Phones
) -> None:
    """Whoever has won a trick lays no cards less: later entries no longer fit, and the
    dialog says what to do.
    """
    page = after_two_tricks(daemon, phone)
    dialog = page.get_by_role("dialog")
    page.get_by_role("link", name="Correct the three of diamonds").tap()
    dialog.get_by_role("button", name="Take back the three of diamonds").tap()
    dialog.locator("button.go").tap()
    expect(dialog.get_by_role("alert").first).to_be_in_viewport()
    expect(dialog.locator("[data-card]:checked")).to_have_count(1)


def test_the_menu_of_a_table_needs_no_scripts_and_closes_by_a_tap_beside_it(
    daemon: Running, phone: Phones
) -> None:
    page = Table.started(daemon, "faj", *SEATS).page(phone, scripts=False)
    log = page.get_by_role("link", name="Log", exact=True)
    page.get_by_role("button", name="Menu").tap()
    expect(log).to_be_in_viewport(ratio=1)
    page.touchscreen.tap(20, 500)
    expect(log).to_be_hidden()
    page.get_by_role("button", name="Menu").tap()
    log.tap()
    expect(page.get_by_role("heading", name="Log")).to_be_visible()


IS_FREE = """button => {
  const { left, right, top, bottom, width } = button.getBoundingClientRect();
  const isUppermost = (y) => button.contains(document.elementFromPoint(left + width / 2, y));
  return left >= 0 && right <= innerWidth && [top + 2, (top + bottom) / 2, bottom - 2].every(isUppermost);
}"""


@pytest.mark.parametrize("game", ["four-aces", "score-pad"])
def test_without_scripts_nothing_lies_over_enter(
    daemon: Running, phone: Phones, game: str
) -> None:
    page = Table.started(daemon, game, *SEATS).page(phone, scripts=False)
    for size in (PHONE, SMALL):
        page.set_viewport_size(size)
        for top in (0, 120):
            page.evaluate("top => scrollTo(0, top)", top)
            assert page.locator("form.prompt button.go").first.evaluate(IS_FREE), (
                size,
                top,
            )


@pytest.mark.slow
def test_a_card_is_moved_to_another_place_by_two_taps(
    daemon: Running, phone: Phones
) -> None:
    page = Table.started(daemon, "four-aces", *SEATS).page(phone)
    hands = entry(page, "round", "Ana")
    pick(hands, ["AS", "2S"])
    tab(hands, "Hidden hand").get_by_role("button", name="Move the ace of spades").tap()
    expect(hands.locator("[data-told]")).to_contain_text("tap where it goes")
    tab(hands, "Locked cards").get_by_role("button", name="Locked cards").tap()
    expect(hands.locator("[data-told]")).to_be_empty()
    lie_in(tab(hands, "Hidden hand"), "two of spades")
    lie_in(tab(hands, "Locked cards"), "ace of spades")


@pytest.mark.slow
def test_a_card_is_dragged_to_another_place(daemon: Running, phone: Phones) -> None:
    page = Table.started(daemon, "four-aces", *SEATS).page(phone, wide=True)
    hands = entry_seen(page, "round", "Ana")
    hands.locator("label.pick:has(input[data-card='AS'])").locator(
        "visible=true"
    ).click()
    tab(hands, "Hidden hand").locator(".chip").drag_to(tab(hands, "Exposed hand"))
    lie_in(tab(hands, "Hidden hand"))
    lie_in(tab(hands, "Exposed hand"), "ace of spades")


@pytest.mark.slow
def test_a_card_that_cannot_be_picked_says_why(daemon: Running, phone: Phones) -> None:
    host = Table.started(daemon, "faj", *SEATS)
    host.enter_tricks(SEATS, {"2C": "JC QC KC AC"})
    host.enter("board", cards=["2D", "3D"])
    plays = entry(host.page(phone), "play")
    told = plays.locator("[data-told]")
    pick(plays, ["JS"])
    plays.locator("label.pick:has(input[data-card='JS'])").locator("visible=true").tap(
        force=True
    )
    expect(told).to_contain_text("The jack of spades is in “Ana”.")
    told.get_by_role("button", name="Move it here").tap()
    lie_in(tab(plays, "Ana"))
    lie_in(tab(plays, "Ben"), "jack of spades")
    plays.locator("[data-out='queen of clubs']").locator("visible=true").tap()
    expect(told).to_contain_text(
        "By the entries so far, the queen of clubs can’t be played here."
    )


@pytest.mark.slow
def test_enter_waits_for_the_script_that_reads_keys(
    daemon: Running, phone: Phones
) -> None:
    """Sent at once, the form would go with only its first place filled in; news may
    draw it again meanwhile.
    """
    host = Table.started(daemon, "four-aces", *SEATS[:3])
    page = host.page(phone)
    held: list[Route] = []
    page.route(
        "**/cards/typing.js",
        lambda route: route.continue_() if held else held.append(route),
    )
    hand = entry(page, "round", "Ana")
    with page.expect_request("**/cards/typing.js"):
        type_cards(hand.locator("[data-field='hidden--0']"), "As 2s")
    page.keyboard.press("Enter")
    page.evaluate(
        "document.querySelector('[data-field=\"hidden--0\"]').dataset.before = ''"
    )
    host.enter("round", "Ben", hidden="9H KC", exposed="4D 5C")
    expect(hand.locator("[data-before]")).to_have_count(0)
    expect(hand.locator("[data-field='hidden--0'] [data-typed]")).to_have_value("As 2s")
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.method))
    held[0].continue_()
    expect(hand.locator("[data-field='hidden--0'] input:checked")).to_have_count(2)
    expect(open_input(hand)).to_be_focused()
    expect(open_input(hand)).to_have_attribute("name", "typed=exposed--0")
    expect(hand.locator("[role=alert]")).to_have_count(0)
    assert "POST" not in sent


@pytest.mark.slow
def test_what_is_begun_before_the_script_for_turns_comes_stays_open(
    daemon: Running, phone: Phones
) -> None:
    """Whoever holds the phone has filled it in just now: only what the next one could
    see is covered.
    """
    page = Table.started(daemon, "four-aces", *SEATS[:3]).page(phone)
    held: list[Route] = []
    page.route(
        "**/forms/turns.js",
        lambda route: route.continue_() if held else held.append(route),
    )
    with page.expect_request("**/forms/turns.js"):
        page.reload()
    hands = entry(page, "round", "Ana")
    pick(hands, ["AS"])
    held[0].continue_()
    turns = hands.locator("[data-turns]")
    expect(turns.get_by_role("button", name="Ana")).to_have_attribute(
        "aria-expanded", "true"
    )
    expect(hands.locator("[data-veil='Ana']")).to_be_hidden()
    lie_in(bar(hands), "ace of spades")
    turns.get_by_role("button", name="Ben").tap()
    turns.get_by_role("button", name="Ana").tap()
    expect(hands.locator("[data-veil='Ana']")).to_be_visible()


def test_a_card_that_the_rules_forbid_is_refused_with_its_rule(
    daemon: Running, phone: Phones
) -> None:
    """A greyed card answers as a typed one does: with the rule, and the refusal can be
    questioned.
    """
    host = Table.started(daemon, "tripp-jokes", *SEATS[:2])
    host.enter("flip", card="9H")
    for seat, cards in zip(SEATS[:2], ("4S 6S 7S", "8S 9S JS"), strict=True):
        host.enter("lay", seat, cards=cards)
    page = host.page(phone)
    plays = page.locator("form.prompt:has(input[value='play'])").first
    # The script of the pads has come.
    expect(plays.locator("input[aria-disabled]").first).to_be_attached()
    plays.locator("[data-out='five of hearts']").locator("visible=true").tap()
    plays.get_by_role("button", name="Ask the referee why").tap()
    expect(page.locator(".refusal")).to_contain_text("neither equals nor beats")
    expect(page.get_by_text("Dispute this refusal")).to_be_visible()
    # Nobody typed anything: neither is it there, nor does it take the place of what
    # else can be done.
    expect(plays.locator(".typing[open]")).to_have_count(0)
    expect(plays.locator("[data-typed]").first).to_have_value("")
    expect(page.get_by_role("button", name="Take the pile")).to_be_visible()
    plays.locator("[data-out='four of hearts']").locator("visible=true").tap()
    expect(page.locator(".refusal")).to_have_count(0)
    pick(plays, ["QC"])
    go_button(plays).tap()
    expect(page.locator(".refusal")).to_have_count(0)


def swipe(page: Page, by: int) -> None:
    """Draw a thumb over the cards to the side."""
    session = page.context.new_cdp_session(page)
    x, y = 200, 500
    for kind, at in (
        ("touchStart", x),
        ("touchMove", x + by // 2),
        ("touchMove", x + by),
        ("touchEnd", None),
    ):
        points = [] if at is None else [{"x": at, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.slow
def test_a_swipe_opens_the_latest_ruling_while_the_next_entry_is_made(
    daemon: Running, phone: Phones
) -> None:
    host = Table.started(daemon, "faj", *SEATS)
    host.enter_tricks(SEATS, {"2C": "JC QC KC AC"})
    page = host.page(phone)
    board = entry(page, "board")
    pick(board, ["3C"])
    line = page.locator(".ruling-line")
    expect(line).not_to_have_attribute("open", "")
    swipe(page, -120)
    expect(line).to_have_attribute("open", "")
    expect(rulings(page).first).to_be_in_viewport()
    swipe(page, 30)
    expect(line).to_have_attribute("open", "")
    swipe(page, 120)
    expect(line).not_to_have_attribute("open", "")
    lie_in(bar(board), "three of clubs")

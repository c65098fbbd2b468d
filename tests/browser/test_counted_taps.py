"""How many taps people need for what they do all evening, none of them after scrolling."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .playing import pick, rulings, send, tile_of, type_cards
from .test_taps import entry_seen, lie_in, tab
from .thumb import Thumb
from .tour import NAMES, House, Seated, Visit, play_at_random

FOUR = NAMES[:4]


def thumb_at(house: House, chromium: Browser, table: Seated, seat: str = "") -> Thumb:
    """A thumb at the table's page: the host's who enters for all, or a seat's."""
    cookies = table.as_seat(seat) if seat else table.as_host
    visit = Visit("taps", "table/playing.html", table.path(), cookies)
    _, page = house.view(chromium, visit)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return Thumb(page)


def keys(thumb: Thumb, names: str) -> None:
    """Tap these keys of the pad for numbers."""
    for name in names.split():
        thumb.tap(thumb.page.locator(f".number-pad [data-press='{name}']"))


def choice(form: Locator, field: str, value: str) -> Locator:
    """What is tapped to choose this."""
    return form.locator(f"[data-field='{field}'] label.choice:has([value='{value}'])")


@pytest.mark.slow
def test_a_deal_of_hearts_takes_five_taps(house: House, chromium: Browser) -> None:
    table = house.started("hearts", 4, options={"depth": "deals"}, sit=False)
    thumb = thumb_at(house, chromium, table)
    form = entry_seen(thumb.page, "deal")
    keys(thumb, "5 4 4")
    thumb.tap(choice(form, "queen", "Ana"))
    thumb.enter(form)
    expect(thumb.page.locator(".scores tr", has_text="Ana")).to_contain_text("18")
    assert thumb.taps == 5
    thumb.page.context.close()


@pytest.mark.slow
def test_a_deal_of_skat_takes_eight_taps(house: House, chromium: Browser) -> None:
    """With who plays what, and the bid."""
    table = house.started("skat", 3, options={"depth": "deals"}, sit=False)
    thumb = thumb_at(house, chromium, table)
    form = entry_seen(thumb.page, "contract")
    thumb.tap(choice(form, "declarer", "Ana"))
    thumb.tap(choice(form, "game", "grand"))
    # Nobody has bid until somebody says so.
    expect(form.get_by_role("spinbutton", name="Bid")).to_have_value("")
    keys(thumb, "23")
    thumb.enter(form)
    form = entry_seen(thumb.page, "deal")
    keys(thumb, "1 7 4")
    thumb.enter(form)
    expect(rulings(thumb.page).first).to_contain_text("Ana")
    assert thumb.taps == 8
    thumb.page.context.close()


@pytest.mark.slow
def test_a_deal_that_all_pass_takes_one_tap(house: House, chromium: Browser) -> None:
    table = house.started("skat", 3, options={"depth": "deals"}, sit=False)
    thumb = thumb_at(house, chromium, table)
    all_pass = thumb.page.get_by_role("button", name="All pass", exact=True)
    thumb.tap(choice(entry_seen(thumb.page, "contract"), "declarer", "Ana"))
    expect(all_pass).to_be_hidden()
    thumb.tap(thumb.page.get_by_role("button", name="Clear", exact=True))
    thumb.taps = 0
    thumb.tap(all_pass)
    expect(rulings(thumb.page).first).to_contain_text("nobody scores")
    assert thumb.taps == 1
    thumb.page.context.close()


@pytest.mark.slow
def test_a_null_is_asked_about_in_words(house: House, chromium: Browser) -> None:
    """Its two answers alone would say nothing."""
    table = house.started("skat", 3, options={"depth": "deals"}, sit=False)
    contract = {"declarer": "Ana", "game": "null", "announced": "nothing", "bid": 23}
    table.enter("contract", **contract)
    thumb = thumb_at(house, chromium, table)
    form = entry_seen(thumb.page, "deal")
    box = form.locator("legend", has_text="Declarer’s tricks").bounding_box()
    assert box
    assert box["height"] > 10
    assert box["width"] > 50
    thumb.page.context.close()


@pytest.mark.slow
def test_a_deal_of_cribbage_takes_eight_taps(house: House, chromium: Browser) -> None:
    table = house.started("cribbage", 2, options={"depth": "deals"}, sit=False)
    thumb = thumb_at(house, chromium, table)
    form = entry_seen(thumb.page, "deal")
    keys(thumb, "5 on 8 on 12")
    # No four cards make these with a starter.
    for count, times in (("19", 0), ("24", 1), ("25", 0), ("27", 0), ("28", 1)):
        key = thumb.page.locator(f".number-pad [data-press='{count}']")
        expect(key).to_have_count(times)
    keys(thumb, "4 6")
    thumb.enter(form)
    # Ben, who does not deal, comes first.
    expect(thumb.page.locator(".scores tr", has_text="Ben")).to_contain_text("17")
    expect(thumb.page.locator(".scores tr", has_text="Ana")).to_contain_text("18")
    assert thumb.taps == 8
    thumb.page.context.close()


@pytest.mark.parametrize("seats", [pytest.param(3, marks=pytest.mark.slow), 4])
def test_a_trick_takes_a_tap_a_card(
    house: House, chromium: Browser, seats: int
) -> None:
    """On one phone for all it begins with the leader: whoever took the last one. The
    last card enters it, and the bar says so before.
    """
    table = house.started("hearts", seats, options={"depth": "tricks"}, sit=False)
    low = "2D" if seats == 3 else "3D"
    first = dict(zip(FOUR[:seats], ("9C", "2C", "KC", "8C"), strict=False))
    table.enter("trick", plays=first, leader="Ben")
    thumb = thumb_at(house, chromium, table)
    form = entry_seen(thumb.page, "trick")
    in_turn = ["Cy", *FOUR[3:seats], "Ana", "Ben"]
    for seat, card in zip(
        in_turn, ("9D", "KD", low.replace("2", "3"), "AD"), strict=False
    ):
        expect(tab(form, seat)).to_have_class(re.compile("here"))
        is_last = seat == in_turn[seats - 1]
        expect(form.locator(".picked", has_text="then it’s entered")).to_have_count(
            int(is_last)
        )
        thumb.card(form, card)
    expect(thumb.page.locator("#main")).to_have_attribute("data-seq", "2")
    assert thumb.taps == seats
    # Whoever taps the button too means this trick: the next one is not refused.
    form.locator("button.go").tap()
    expect(form.locator("button.go")).to_contain_text("0 of")
    expect(thumb.page.locator("[data-trouble]")).to_have_count(0)
    thumb.tap(thumb.page.get_by_role("button", name="Undo"))
    expect(thumb.page.locator("#main")).to_have_attribute("data-seq", "3")
    thumb.page.context.close()


@pytest.mark.slow
def test_a_trick_in_which_a_card_is_put_right_waits_for_the_button(
    house: House, chromium: Browser
) -> None:
    """Whoever puts one right may mean another card: after keys, which send nothing by
    themselves, and after a refusal.
    """
    table = house.started("hearts", 4, options={"depth": "tricks"}, sit=False)
    thumb = thumb_at(house, chromium, table)
    form = entry_seen(thumb.page, "trick")
    pick(form, ["9C", "2C", "KC"])
    form.locator("input[data-card='8C']").locator("visible=true").focus()
    thumb.page.keyboard.press("Space")
    lying = form.locator("[data-tabs]")
    expect(lying).to_contain_text("8♣")
    form.locator("label.pick:has(input:checked)").locator("visible=true").tap()
    expect(lying).not_to_contain_text("8♣")
    pick(form, ["7C"])
    expect(lying).to_contain_text("7♣")
    assert thumb.page.locator("#main").get_attribute("data-seq") == "0"
    send(form)
    expect(thumb.page.locator("#main")).to_have_attribute("data-seq", "1")

    # The two of clubs again, which was played, cannot be.
    type_cards(form, "3d 4d 5d 2c")
    send(form)
    expect(form.locator("[data-trouble]")).to_be_visible()
    pick(form, ["6D"])
    expect(form.locator(".picked", has_text="then it’s entered")).to_have_count(0)
    assert thumb.page.locator("#main").get_attribute("data-seq") == "1"
    thumb.page.context.close()


@pytest.mark.slow
def test_the_next_game_takes_three_taps(house: House, chromium: Browser) -> None:
    """With the question whether all phones shall move."""
    table, _ = play_at_random(house, "faj", 3)
    thumb = thumb_at(house, chromium, table, "Cy")
    thumb.tap(thumb.page.locator("summary", has_text="Another game"))
    thumb.tap(thumb.page.get_by_role("link", name="Hearts", exact=True))
    expect(thumb.page.get_by_text("Shall all phones move to Hearts?")).to_be_visible()
    thumb.tap(thumb.page.get_by_role("button", name="Start the match"))
    expect(thumb.page).to_have_url(re.compile(rf"/t/(?!{table.code})\w{{5}}$"))
    expect(thumb.page.get_by_role("heading", name="Hearts")).to_be_attached()
    expect(thumb.page.locator("form.prompt").first).to_be_visible()
    assert thumb.taps == 3
    thumb.page.context.close()


def test_a_new_table_takes_three_taps_where_people_played_before(
    unused_house: House, chromium: Browser
) -> None:
    """None of them after scrolling: the game, its table, the match."""
    table, _ = play_at_random(unused_house, "faj", 3)
    cookies = {**table.as_seat("Ana"), **table.as_host}
    _, page = unused_house.view(chromium, Visit("new", "lobby.html", "/", cookies))
    thumb = Thumb(page)
    thumb.tap(tile_of(page, "Faces, Aces, & Jokers"))
    page.wait_for_url("**/new/**")
    thumb.tap(page.get_by_role("button", name="Others join by phone"))
    page.wait_for_url("**/t/*")
    thumb.tap(page.get_by_role("button", name="Start the match"))
    expect(page.locator("input[name='kind']").first).to_be_attached()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    assert page.evaluate("scrollY") == 0
    assert thumb.taps == 3
    page.context.close()


@pytest.mark.slow
def test_a_new_table_takes_three_taps_on_a_phone_that_never_played(
    unused_house: House, chromium: Browser
) -> None:
    """With everybody's name: the game, the first name, and the match begins."""
    _, page = unused_house.view(chromium, Visit("new", "lobby.html", "/"))
    thumb = Thumb(page)
    thumb.tap(tile_of(page, "Hearts"))
    page.wait_for_url("**/new/**")
    thumb.tap(page.get_by_label("Seat 1"))
    for name in FOUR:
        page.keyboard.type(name)
        page.keyboard.press("Tab")
    thumb.tap(page.get_by_role("button", name="Start the match"))
    expect(page.locator("input[name='kind']").first).to_be_attached()
    assert page.evaluate("scrollY") == 0
    assert thumb.taps == 3
    page.context.close()


@pytest.mark.parametrize(
    ("language", "typed", "found", "opened"),
    [
        ("en", "mau mau", "Mau-Mau", "New table: Mau-Mau"),
        ("de", "rommé", "Rommé", "Neuer Tisch: Rommé"),
        ("es", "poquer", "Texas hold’em", "Mesa nueva: Texas hold’em"),
    ],
)
def test_a_searched_game_opens_by_two_taps(
    unused_house: House,
    chromium: Browser,
    language: str,
    typed: str,
    found: str,
    opened: str,
) -> None:
    visit = Visit("search", "lobby.html", "/")
    _, page = unused_house.view(chromium, visit, locale=language)
    thumb = Thumb(page)
    thumb.tap(page.locator("[type=search]"))
    page.keyboard.type(typed)
    expect(page.locator(".new-table .tile:visible strong").first).to_have_text(found)
    thumb.tap(page.locator(".new-table .tile:visible").first)
    expect(page.get_by_role("heading", level=1)).to_have_text(opened)
    assert thumb.taps == 2
    page.context.close()


def test_a_latecomer_sits_down_by_one_tap_and_a_name(
    house: House, chromium: Browser
) -> None:
    """Where names are known already, by one tap."""
    table = house.started("holdem", 3)
    late = Visit("late", "table/playing.html", table.path())
    _, page = house.view(chromium, late)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    thumb = Thumb(page)
    thumb.tap(page.get_by_label("Your name"))
    page.keyboard.type("Eli")
    page.keyboard.press("Enter")
    expect(page.locator("#join-name")).to_have_count(0)
    assert thumb.taps == 1
    page.context.close()

    named = house.started("hearts", 4, sit=False)
    late = Visit("late", "table/playing.html", named.path())
    _, page = house.view(chromium, late)
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("button", name="Di"))
    expect(page.get_by_text("free seat")).to_have_count(0)
    assert thumb.taps == 1
    page.context.close()


def test_a_tap_on_the_code_shows_how_to_join_on_any_phone(
    house: House, chromium: Browser
) -> None:
    table = house.started("hearts", 4)
    for cookies in (table.as_seat("Ben"), {}):
        visit = Visit("code", "table/playing.html", table.path(), cookies)
        _, page = house.view(chromium, visit)
        thumb = Thumb(page)
        code = page.get_by_role("button", name="how to join")
        thumb.tap(code)
        way_in = page.locator("#way-in")
        expect(way_in.locator(".qr")).to_be_in_viewport(ratio=1)
        loaded = "picture => picture.complete && picture.naturalWidth > 0"
        page.wait_for_function(loaded, arg=way_in.locator(".qr").element_handle())
        expect(way_in).to_contain_text(table.code)
        assert thumb.taps == 1
        page.context.close()


@pytest.mark.slow
def test_the_same_people_play_again_by_two_taps(
    unused_house: House, chromium: Browser
) -> None:
    table, _ = play_at_random(unused_house, "faj", 3)
    cookies = table.as_seat("Ana")
    _, page = unused_house.view(chromium, Visit("again", "lobby.html", "/", cookies))
    thumb = Thumb(page)
    thumb.tap(tile_of(page, "Faces, Aces, & Jokers"))
    page.wait_for_url("**/new/**")
    thumb.tap(page.get_by_role("button", name="Start the match"))
    expect(page.locator("input[name='kind']").first).to_be_attached()
    expect(page.locator(".scores")).to_contain_text("Ben")
    assert thumb.taps == 2
    page.context.close()


@pytest.mark.slow
def test_four_aces_are_called_by_two_taps(house: House, chromium: Browser) -> None:
    """The aces can be no other cards: which hand is all that is left to say."""
    table = house.started("four-aces", 3)
    thumb = thumb_at(house, chromium, table, "Ana")
    fold = thumb.page.locator("details.aside > summary", has_text="Call four aces")
    fold.scroll_into_view_if_needed()
    thumb.tap(fold)
    call = thumb.page.locator("form.prompt:has(input[value='four_aces'])")
    thumb.tap(choice(call, "hand", "hidden"))
    expect(thumb.page.locator("#main")).to_contain_text("Ana calls four aces and wins")
    assert thumb.taps == 2
    thumb.page.context.close()


@pytest.mark.slow
def test_what_a_call_holds_finds_room_under_each_name(
    house: House, chromium: Browser
) -> None:
    table = house.started("four-aces", 3, sit=False)
    thumb = thumb_at(house, chromium, table)
    thumb.page.locator("details.aside > summary", has_text="Call four aces").tap()
    marks = thumb.page.locator("form:has(input[value='four_aces']) [data-mark]")
    expect(marks).to_have_text(["4 cards"] * 3)
    thumb.page.context.close()


@pytest.mark.slow
def test_keys_go_through_the_choices_of_a_call_before_one_sends_it(
    house: House, chromium: Browser
) -> None:
    table = house.started("four-aces", 3)
    cookies = table.as_seat("Ana")
    visit = Visit("keys", "table/playing.html", table.path(), cookies)
    _, page = house.view(chromium, visit, has_touch=False, is_mobile=False)
    page.locator("details.aside > summary", has_text="Call four aces").focus()
    page.keyboard.press("Enter")
    call = page.locator("form.prompt:has(input[value='four_aces'])")
    call.locator("input[value='hidden']").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(call.locator("input[value='exposed']")).to_be_checked()
    assert page.locator("#main").get_attribute("data-seq") == "0"
    call.locator("button.go").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_contain_text("Ana calls four aces and wins")
    page.context.close()


@pytest.mark.slow
def test_cards_typed_in_a_row_go_to_the_players_in_their_order(
    house: House, chromium: Browser
) -> None:
    table = house.started("hearts", 4, options={"depth": "tricks"}, sit=False)
    thumb = thumb_at(house, chromium, table)
    form = entry_seen(thumb.page, "trick")
    # Whoever led is named before a card is there: the first card is theirs.
    form.locator("label.leader", has_text="Cy").tap()
    expect(tab(form, "Cy")).to_have_class(re.compile("here"))
    type_cards(form, "2c ac")
    thumb.page.keyboard.press("Enter")
    lie_in(tab(form, "Di"), "ace of clubs")
    expect(tab(form, "Ana")).to_have_class(re.compile("here"))
    type_cards(form, "kc qc")
    thumb.page.keyboard.press("Enter")
    expect(thumb.page.locator("#main")).to_have_attribute("data-seq", "1")
    [trick] = table.host.get(f"/tables/{table.code}/log").said(200)["entries"]
    plays = {"Cy": "2C", "Di": "AC", "Ana": "KC", "Ben": "QC"}
    assert trick["data"] == {"plays": plays, "leader": "Cy"}
    thumb.page.context.close()


def asks_to_play(late: Page, button: str) -> Thumb:
    """Eve types her name on this phone and taps this button."""
    expect(late.locator("#connection")).to_have_attribute("data-state", "live")
    thumb = Thumb(late)
    thumb.tap(late.get_by_label("Your name"))
    late.keyboard.type("Eve")
    thumb.tap(late.get_by_role("button", name=button))
    return thumb


def test_whoever_comes_too_late_plays_in_the_rematch_by_a_name_and_a_tap(
    house: House, chromium: Browser
) -> None:
    """Her phone follows into her seat once somebody who played begins it."""
    table, _ = play_at_random(house, "hearts", 4)
    ben = thumb_at(house, chromium, table, "Ben")
    _, late = house.view(chromium, Visit("late", "table/final.html", table.path()))
    thumb = asks_to_play(late, "Play in the next match")
    expect(late.get_by_text("You play in the next match.")).to_be_visible()
    assert thumb.taps == 2
    ben.tap(ben.page.get_by_role("button", name="Same again, with Eve"))
    expect(late).to_have_url(re.compile(rf"/t/(?!{table.code})\w{{5}}$"))
    expect(late.locator(".scores tr", has_text="Eve")).to_contain_text("you")
    assert ben.taps == 1
    late.context.close()
    ben.page.context.close()


def test_whoever_comes_late_sees_where_to_give_a_name_without_scrolling(
    house: House, chromium: Browser
) -> None:
    options = {"depth": "deals"}
    table = house.started("hearts", 4, options=options)
    deal = {"Ana": 5, "Ben": 5, "Cy": 3, "Di": 0}
    table.enter("deal", hearts=deal, queen="Ana")
    visit = Visit("late", "table/playing.html", table.path())
    small = {"width": 320, "height": 568}
    context, late = house.view(chromium, visit, viewport=small)
    button = late.get_by_role("button", name="Play in the next match").bounding_box()
    bar = late.locator("#connection").bounding_box()
    assert button is not None
    assert bar is not None
    assert button["y"] + button["height"] < bar["y"]
    context.close()


def test_whoever_comes_before_the_first_entry_is_dealt_in_by_a_tap(
    house: House, chromium: Browser
) -> None:
    """Her phone gets her seat by itself."""
    table = house.started("hearts", 3)
    host = thumb_at(house, chromium, table)
    _, late = house.view(chromium, Visit("late", "table/playing.html", table.path()))
    thumb = asks_to_play(late, "Ask to be dealt in")
    expect(late.get_by_text("The host sees that you want to play.")).to_be_visible()
    host.tap(host.page.get_by_role("button", name="Deal again, with Eve"))
    expect(late.locator(".scores tr", has_text="Eve")).to_contain_text("you")
    assert (thumb.taps, host.taps) == (2, 1)
    late.context.close()
    host.page.context.close()


def test_a_misspelt_game_is_suggested(unused_house: House, chromium: Browser) -> None:
    _, page = unused_house.view(chromium, Visit("search", "lobby.html", "/"))
    thumb = Thumb(page)
    thumb.tap(page.locator("[type=search]"))
    page.keyboard.type("hertas")
    thumb.tap(page.locator("[data-suggestion]").get_by_role("link", name="Hearts"))
    expect(page.get_by_role("heading", level=1)).to_have_text("New table: Hearts")
    assert thumb.taps == 2
    page.context.close()


def test_whoever_opens_a_table_sits_down_by_one_tap(
    unused_house: House, chromium: Browser
) -> None:
    _, page = unused_house.view(chromium, Visit("new", "lobby.html", "/"))
    tile_of(page, "Hearts").tap()
    page.get_by_label("Seat 1").fill("Ana")
    page.get_by_role("button", name="Others join by phone").tap()
    sit = page.get_by_role("button", name="I’m Ana")
    expect(sit).to_be_visible()
    thumb = Thumb(page)
    thumb.tap(sit)
    expect(page.locator(".you")).to_contain_text("Ana")
    assert thumb.taps == 1
    page.context.close()

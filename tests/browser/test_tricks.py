"""A trick on phones: each opens it at its own place, whoever enters for all begins with
the leader, and a tap says that somebody else led.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.commandline.running import Running

from .conftest import Phones, keep_picture
from .playing import (
    choose_leader,
    enter,
    enter_trick,
    entry,
    go_button,
    pick,
    send,
    unfold,
    wait_until_live,
)
from .tables import Table
from .test_taps import SEATS


@pytest.mark.slow
def test_each_phone_enters_its_own_card_and_the_host_all_from_the_leader_on(
    daemon: Running, phone: Phones
) -> None:
    host = Table.started(daemon, "hearts", *SEATS)
    host.enter("depth")
    host.sit("Ben")
    ben = host.page(phone, "Ben")
    first = entry(ben, "trick")
    expect(first.locator(".tabs .here")).to_contain_text("Ben")
    pick(first, ["2C"])
    go_button(first).tap()
    laptop = entry(host.page(phone), "trick")
    expect(laptop.locator(".tabs .place").first).to_contain_text("Cy")
    expect(laptop.locator(".tabs .here")).to_contain_text("Cy")


@pytest.mark.slow
def test_of_many_seats_each_has_its_cards_though_the_page_brings_them_once(
    daemon: Running, phone: Phones
) -> None:
    host = Table.started(daemon, "holdem", "Ana", "Ben", "Cy", "Di", "Eva", "Fay")
    page = host.page(phone)
    hands = entry(page, "showdown")
    place = hands.locator("[data-field='hands'] [data-picker]").nth(4)
    page.locator(f"[data-open='{place.get_attribute('id')}']").tap()
    pick(place, ["AS", "KD"])
    picked = hands.locator("[data-field='hands'] input[data-card]:checked")
    expect(picked).to_have_count(2)
    assert {*picked.evaluate_all("found => found.map(({ name }) => name)")} == {
        "pick=hands=Fay"
    }


@pytest.mark.slow
def test_a_raise_is_made_larger_and_smaller_by_taps_and_said_by_its_button(
    daemon: Running, phone: Phones
) -> None:
    host = Table.started(daemon, "holdem", "Ana", "Ben", "Cy")
    host.enter("depth")
    page = seated(host, phone, "Ana")
    wait_until_live(page)
    page.locator("summary", has_text="Raise to").first.tap()
    bet = page.locator("form", has=page.get_by_role("button", name="20 more"))
    button = bet.locator("[data-go]")
    expect(button).to_have_text("Raise to 20")
    bet.get_by_role("button", name="20 less").tap()
    expect(button).to_have_text("Raise to 20")
    bet.get_by_role("button", name="20 more").tap()
    expect(button).to_have_text("Raise to 40")
    button.tap()
    expect(page.locator(".ruling").first).to_contain_text("raises to 40")


@pytest.fixture
def spades(daemon: Running) -> Table:
    """A table at which Ben has to lead, and tricks are entered."""
    host = Table.started(daemon, "spades", *SEATS)
    host.enter("depth")
    host.enter("bids", bids=dict.fromkeys(SEATS, 3))
    return host


def seated(host: Table, phone: Phones, seat: str, **how: Any) -> Page:
    """The phone of this seat at the table."""
    host.sit(seat)
    return host.page(phone, seat, **how)


def entered(host: Table) -> list[dict[str, Any]]:
    """What the log has of tricks."""
    log = json.loads(host.daemon.get(f"/api/v1/tables/{host.code}/log", host.token))
    return [line["data"] for line in log["entries"] if line["kind"] == "trick"]


def question(form: Locator) -> Locator:
    return form.locator("[data-told]").get_by_text("Did you lead?")


@pytest.mark.slow
def test_a_tap_says_that_somebody_else_led(spades: Table, phone: Phones) -> None:
    page = spades.page(phone)
    form = entry(page, "trick")
    leaders = form.locator("[data-field='leader']")
    expect(leaders.locator("input:checked + span")).to_have_text("Ben")
    choose_leader(form, "Cy")
    keep_picture(page, "who-led")
    enter_trick(form, ["2D", "TC", "4D", "6D"])
    [data] = entered(spades)
    assert data["leader"] == "Cy"
    view = json.loads(spades.daemon.get(f"/api/v1/tables/{spades.code}", spades.token))
    assert view["rulings"][0]["because"][-1]["rule"] == "spades#out-of-turn"


@pytest.mark.slow
def test_who_leads_is_left_out_where_nobody_says_otherwise(
    spades: Table, phone: Phones
) -> None:
    form = entry(spades.page(phone), "trick")
    enter_trick(form, ["4D", "6D", "2D", "TC"])
    [data] = entered(spades)
    assert "leader" not in data


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "leader"), [("Yes", "Di"), ("No", None)])
def test_whoever_enters_first_and_had_not_to_lead_is_asked_once(
    spades: Table, phone: Phones, answer: str, leader: str | None
) -> None:
    seated(spades, phone, "Ben")
    di = seated(spades, phone, "Di")
    form = entry(di, "trick")
    pick(form, ["4D"])
    send(form)
    expect(question(form)).to_be_visible()
    assert entered(spades) == []
    keep_picture(di, "did-you-lead")
    form.locator("[data-told]").get_by_role("button", name=answer, exact=True).tap()
    # Ana and Cy, who have no phones, are asked for here.
    expect(form.locator("[data-tabs] .place")).to_have_count(2)
    [data] = entered(spades)
    assert data == {"plays": {"Di": "4D"}, **({"leader": leader} if leader else {})}


@pytest.mark.slow
def test_whoever_is_asked_enters_nothing_before_they_answer(
    spades: Table, phone: Phones
) -> None:
    seated(spades, phone, "Ben")
    form = entry(seated(spades, phone, "Di"), "trick")
    pick(form, ["4D"])
    send(form)
    expect(question(form)).to_be_visible()
    # A second tap soon after the first means nothing in any case.
    expect(form.page.locator("html")).not_to_have_attribute("data-just-entered", "")
    send(form)
    expect(question(form)).to_be_visible()
    assert entered(spades) == []
    form.locator("[data-told]").get_by_role("button", name="Yes", exact=True).tap()
    # Ana and Cy, who have no phones, are asked for here.
    expect(form.locator("[data-tabs] .place")).to_have_count(2)
    assert entered(spades) == [{"plays": {"Di": "4D"}, "leader": "Di"}]


@pytest.mark.slow
def test_a_second_tap_on_enter_opens_nothing(spades: Table, phone: Phones) -> None:
    spades.sit("Ana", "Ben", "Cy", "Di")
    page = spades.page(phone, "Ben")
    form = entry(page, "trick")
    pick(form, ["4D"])
    box = go_button(form).bounding_box()
    assert box is not None
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(TAP_AGAIN, spot)
    page.touchscreen.tap(*spot)
    page.wait_for_function("() => globalThis.tappedAgain")
    expect(page.locator("details.aside[open]")).to_have_count(0)
    expect(page.locator("details.aside").first).to_be_attached()


TAP_AGAIN = """([clientX, clientY]) => {
  const how = { clientX, clientY, detail: 1, bubbles: true, cancelable: true };
  document.addEventListener("referee-entry-taken", () => {
    for (const fold of document.querySelectorAll("details.aside > summary")) {
      fold.dispatchEvent(new MouseEvent("click", how));
    }
    globalThis.tappedAgain = true;
  });
}"""
"""Taps where Enter was once an entry is taken, on whatever folds may have come there."""


@pytest.mark.slow
def test_who_begins_to_enter_for_all_keeps_what_they_picked(
    spades: Table, phone: Phones
) -> None:
    spades.sit("Ana", "Ben", "Cy", "Di")
    page = spades.page(phone, "Ben")
    pick(entry(page, "trick"), ["4D"])
    everybody = for_all(page)
    everybody.locator("label.pick:has([data-card='6D'])").first.tap()
    page.reload()
    own = page.locator("form.prompt:not([data-for-all]) [data-card='4D']")
    expect(own).to_be_checked()


@pytest.mark.slow
def test_whoever_enters_for_all_has_one_form_and_undoes_it_there(
    spades: Table, phone: Phones
) -> None:
    spades.sit("Ana", "Ben", "Cy", "Di")
    page = spades.page(phone, "Cy")
    own = page.locator("form.prompt:not([data-for-all])").first
    expect(own).to_be_visible()
    everybody = for_all(page)
    expect(own).not_to_be_visible()
    expect(everybody.locator(".tabs .here")).to_contain_text("Ben")
    enter_trick(everybody, ["2C", "3C", "4C", "5C"])
    undo = everybody.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    undo.tap()
    expect(page.get_by_role("button", name="Restore")).to_be_visible()


@pytest.mark.slow
def test_neither_the_leader_is_asked_nor_whoever_comes_later(
    spades: Table, phone: Phones
) -> None:
    ben, cy = seated(spades, phone, "Ben"), seated(spades, phone, "Cy")
    for page, card in ((ben, "4D"), (cy, "6D")):
        form = entry(page, "trick")
        pick(form, [card])
        enter(form)
    assert entered(spades) == [{"plays": {"Ben": "4D"}}, {"plays": {"Cy": "6D"}}]


@pytest.mark.slow
def test_whoever_has_named_a_leader_is_not_asked(spades: Table, phone: Phones) -> None:
    seated(spades, phone, "Ben")
    form = entry(seated(spades, phone, "Di"), "trick")
    pick(form, ["4D"])
    choose_leader(form, "Cy")
    enter(form)
    assert entered(spades) == [{"plays": {"Di": "4D"}, "leader": "Cy"}]


def test_without_scripts_the_names_stand_there_too(
    spades: Table, phone: Phones
) -> None:
    page = spades.page(phone, scripts=False)
    form = page.locator("form.prompt:has(input[name='kind'][value='trick'])")
    for seat, card in zip(
        ("Ben", "Cy", "Di", "Ana"), ("4D", "6D", "2D", "TC"), strict=True
    ):
        form.locator(f"[name='typed=plays={seat}']").evaluate(
            "(field, card) => { field.value = card; }", card
        )
    choose_leader(form, "Di")
    seq = int(page.locator("#main").get_attribute("data-seq") or 0)
    go_button(form).tap()
    expect(page.locator("#main")).to_have_attribute("data-seq", str(seq + 1))
    [data] = entered(spades)
    assert data["leader"] == "Di"


@pytest.mark.slow
def test_a_card_that_is_there_twice_is_tapped_for_two_and_no_third(
    daemon: Running, phone: Phones
) -> None:
    agreed = {"dealer": SEATS[-1], "depth": "tricks"}
    host = Table.started(daemon, "doppelkopf", *SEATS, **agreed)
    page = host.page(phone)
    form = entry(page, "trick")
    seq = int(page.locator("#main").get_attribute("data-seq") or 0)
    pick(form, ["AS"])
    # The first card has led on to the next place.
    expect(form.locator("[data-tabs] .chip")).to_have_count(1)
    pick(form, ["AS"])
    ace = "label.pick:has(input[data-card='AS'][data-taken])"
    expect(form.locator(ace).locator("visible=true")).not_to_have_count(0)
    pick(form, ["9S", "KS"])
    expect(page.locator("#main")).to_have_attribute("data-seq", str(seq + 1))
    cards = dict(zip(SEATS, ("AS", "AS", "9S", "KS"), strict=True))
    assert entered(host)[0]["plays"] == cards


@pytest.mark.slow
def test_a_second_tap_on_the_picked_card_plays_it_and_its_chip_takes_it_out(
    spades: Table, phone: Phones
) -> None:
    spades.sit("Ana", "Cy", "Di")
    page = seated(spades, phone, "Ben")
    form = entry(page, "trick")
    pick(form, ["6D"])
    expect(go_button(form)).to_contain_text("Play 6♦")
    form.locator("[data-take]").tap()
    expect(go_button(form)).to_contain_text("Enter")
    pick(form, ["4D"])
    form.locator("label.pick:has([data-card='4D'])").tap()
    expect(page.locator("form.prompt:not([data-for-all]) .pick")).to_have_count(0)
    assert entered(spades) == [{"plays": {"Ben": "4D"}}]


@pytest.mark.slow
def test_the_trick_stands_on_phones_and_on_the_board_as_it_is_laid(
    spades: Table, phone: Phones
) -> None:
    spades.sit("Ana", "Di")
    ben, cy = seated(spades, phone, "Ben"), seated(spades, phone, "Cy")
    board = phone(f"{spades.address}/board", wide=True)
    first = cy.locator(".trick-laid li").first
    expect(first).to_contain_text("leads")
    spades.enter("trick", plays={"Ben": "4D"})
    for laid in (first, ben.locator(".trick-laid.large li").first):
        expect(laid).to_contain_text("four of diamonds")
        expect(laid).to_contain_text("ahead")
    spades.enter("trick", plays={"Di": "9D"})
    third = cy.locator(".trick-laid li").nth(2)
    expect(third).to_contain_text("nine of diamonds")
    expect(third).to_contain_text("ahead")
    on_board = board.locator(".trick-around .card").first
    expect(on_board).to_be_visible()
    assert on_board.bounding_box()["height"] >= 150
    spades.enter("trick", plays={"Cy": "5D", "Ana": "6D"})
    expect(board.locator(".trick-around")).to_have_count(0)
    expect(board.locator(".ruling .summary")).to_contain_text("Di wins the trick")
    expect(cy.locator(".trick-laid li").nth(2)).to_contain_text("wins")


@pytest.mark.slow
def test_a_card_of_another_leaves_the_others_cards_as_they_are(
    spades: Table, phone: Phones
) -> None:
    """Nothing moves under a thumb, and a pick stays."""
    spades.sit("Ana", "Ben", "Di")
    cy = seated(spades, phone, "Cy")
    form = entry(cy, "trick")
    pick(form, ["KC"])
    king = form.locator("label.pick:has([data-card='KC'])").element_handle()
    spades.enter("trick", plays={"Ben": "4D"})
    expect(form.locator("[data-out='four of diamonds']")).to_be_visible()
    assert king.evaluate(
        "label => label.isConnected && label.querySelector('input').checked"
    )


def for_all(page: Page) -> Locator:
    """The form in which one person enters for all, unfolded."""
    form = page.locator("form[data-for-all]")
    unfold(form)
    return form


@pytest.mark.slow
def test_whoever_enters_for_one_seat_goes_on_with_their_own(
    spades: Table, phone: Phones
) -> None:
    spades.sit("Ana", "Di")
    ben, cy = seated(spades, phone, "Ben"), seated(spades, phone, "Cy")
    pick(entry(ben, "trick"), ["4D"])
    everybody = for_all(cy)
    pick(everybody, ["9D"])
    enter(everybody)
    expect(cy.locator("details.aside[open] > form[data-for-all]")).to_have_count(0)
    expect(entry(cy, "trick").locator("legend").first).to_contain_text("Cy")
    told = ben.get_by_role("alert")
    expect(told).to_contain_text("Cy for Ben: 9♦")
    expect(told).to_contain_text("(You had: 4♦")
    told.get_by_role("link", name="Wrong?").tap()
    expect(ben.locator("form[data-prompt]")).to_be_visible()


@pytest.mark.slow
def test_of_what_somebody_entered_for_several_each_puts_their_own_part_right(
    spades: Table, phone: Phones
) -> None:
    spades.sit("Ana", "Di")
    ben, cy = seated(spades, phone, "Ben"), seated(spades, phone, "Cy")
    pick(entry(cy, "trick"), ["4D"])
    enter_trick(for_all(ben), ["2D", "3D", "5D", "6D"])
    told = cy.get_by_role("alert")
    expect(told).to_contain_text("Ben for Cy: 3♦")
    told.get_by_role("link", name="Wrong?").tap()
    form = cy.locator("form[data-prompt]")
    expect(form.locator("[data-card]:checked")).to_have_value("3D")
    expect(cy.get_by_role("button", name="Delete entry")).to_have_count(0)
    pick(form, ["4D"])
    cy.get_by_role("button", name="Change").tap()
    expect(ben.locator(".news")).to_contain_text("3♦")
    plays = {"Ben": "2D", "Cy": "4D", "Di": "5D", "Ana": "6D"}
    assert entered(spades)[-1]["plays"] == plays


@pytest.mark.slow
def test_what_was_to_be_played_goes_in_once_the_lead_is_known(
    spades: Table, phone: Phones
) -> None:
    spades.sit("Ana", "Ben", "Di")
    cy = seated(spades, phone, "Cy")
    form = entry(cy, "trick")
    pick(form, ["4D"])
    send(form)
    expect(question(form)).to_be_visible()
    spades.enter("trick", plays={"Ben": "9D"})
    expect(cy.locator(".trick-laid li").nth(1)).to_contain_text("four of diamonds")
    assert [data["plays"] for data in entered(spades)] == [{"Ben": "9D"}, {"Cy": "4D"}]


@pytest.mark.slow
def test_whoever_is_entered_for_reads_it_without_having_picked(
    spades: Table, phone: Phones
) -> None:
    spades.sit("Ana")
    ben = seated(spades, phone, "Ben")
    expect(ben.get_by_text("Live", exact=True)).to_be_visible()
    spades.enter("trick", plays={"Ben": "9D"})
    told = ben.get_by_role("alert")
    expect(told).to_contain_text("The host for Ben: 9♦")
    told.get_by_role("link", name="Wrong?").tap()
    expect(ben.locator("form[data-prompt]")).to_be_visible()


TRICK = {"Ben": "4D", "Cy": "TC", "Di": "9D", "Ana": "6D"}


@pytest.mark.slow
def test_a_tap_on_another_s_card_says_who_corrects_it_and_leads_to_a_dispute(
    spades: Table, phone: Phones
) -> None:
    ben = seated(spades, phone, "Ben")
    spades.enter("trick", plays=TRICK)
    ben.locator(".trick-laid").get_by_label("Correct Di’s nine of diamonds").tap()
    sheet = ben.get_by_role("dialog")
    expect(sheet).to_contain_text("The host can correct it.")
    keep_picture(ben, "whose-card")
    sheet.get_by_role("link", name="Dispute this ruling").tap()
    expect(ben.get_by_role("heading", name="Dispute this ruling")).to_be_visible()


@pytest.mark.slow
def test_what_was_picked_is_there_again_once_a_dispute_is_settled(
    spades: Table, phone: Phones
) -> None:
    spades.sit("Ana", "Cy")
    di = seated(spades, phone, "Di")
    spades.enter("trick", plays=TRICK)
    form = entry(di, "trick")
    pick(form, ["KH"])
    id = spades.post("disputes", {"seq": 3})["id"]
    expect(form).to_be_hidden()
    spades.post(f"disputes/{id}/resolve", {"as": "upheld"})
    expect(form).to_be_visible()
    expect(form.locator("[data-card='KH']:checked")).not_to_have_count(0)


@pytest.mark.slow
def test_two_cards_are_swapped_in_the_sheet_that_corrects(
    spades: Table, phone: Phones
) -> None:
    for seat, card in TRICK.items():
        spades.enter("trick", plays={seat: card})
    host = spades.page(phone)
    wait_until_live(host)
    host.locator(".trick-laid").get_by_label("Correct Ben’s four of diamonds").tap()
    sheet = host.get_by_role("dialog")
    pick(sheet, ["9D"])
    sheet.get_by_role("button", name="Change").tap()
    sheet.get_by_role("button", name="Swap four of diamonds").tap()
    expect(sheet).to_be_hidden()
    expect(host.locator(".news")).to_contain_text("9♦")
    now = {
        seat: card for data in entered(spades) for seat, card in data["plays"].items()
    }
    assert now == {**TRICK, "Ben": "9D", "Di": "4D"}

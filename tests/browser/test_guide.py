"""The guide through setting up, step by step, remembered; and searching the rules
beside it.
"""

import pytest
from playwright.sync_api import expect

from tests.commandline.running import Running

from .conftest import NAME, Phones, keep_picture
from .playing import enter, entry, open_table, pick, seat_two, wait_until_live
from .tables import Table

pytestmark = pytest.mark.slow


def test_it_goes_step_by_step_and_is_remembered(daemon: Running, phone: Phones) -> None:
    page = phone(f"http://{NAME}:{daemon.port}/")
    open_table(page, "Four Aces")
    guide = page.locator("[data-guide]")
    expect(guide.locator(".step:visible")).to_have_count(1)
    expect(guide.get_by_role("heading", name="The pack")).to_be_visible()
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_disabled()
    wide = "step => step.offsetWidth > step.closest('details').clientWidth * 0.85"
    assert guide.locator(".step:visible").evaluate(wide)
    guide.get_by_role("button", name="Next step").tap()
    expect(guide.get_by_role("heading", name="The first dealer")).to_be_focused()
    expect(guide.locator(".step:visible .card .unseen")).to_have_text("ace of spades")
    keep_picture(page, "guide")
    # Whoever looks into the rules comes back to the step that led there, on the same
    # page.
    guide.get_by_role("button", name="Next step").tap()
    heading = guide.locator(".step:visible h2").inner_text()
    guide.locator(".step:visible .more").tap()
    page.get_by_role("link", name="Back to the table", exact=True).tap()
    expect(guide.locator(".step:visible h2")).to_have_text(heading)
    assert len(page.context.pages) == 1
    for _ in range(2):
        guide.get_by_role("button", name="Next step").tap()
    expect(guide.get_by_role("button", name="Next step")).to_be_hidden()
    guide.get_by_role("button", name="All ready").tap()
    # Also when it is drawn again, folded for all.
    expect(page.locator("#guide-folded")).to_be_visible()
    expect(guide.locator("summary")).to_be_focused()
    page.reload()
    expect(guide).not_to_have_attribute("open", "")
    expect(guide.locator("summary")).to_be_visible()


def test_it_opens_once_all_named_are_there_but_for_who_knows_the_game(
    daemon: Running, phone: Phones
) -> None:
    table = Table.opened(daemon, "hearts", "Ana", "Ben", "Cy")
    knows = table.page(phone)
    knows.evaluate("localStorage.setItem('guide hearts', 'done')")
    pages = (knows, table.page(phone))
    for page in pages:
        expect(page.locator("#guide-folded:not([open])")).to_be_attached()
        wait_until_live(page)
    table.sit("Ana", "Ben", "Cy")
    expect(pages[0].locator("#guide:not([open])")).to_be_attached()
    expect(pages[1].locator("#guide[open]")).to_be_attached()


def test_once_the_match_has_begun_its_steps_stand_behind_what_to_do(
    daemon: Running, phone: Phones
) -> None:
    ana, ben, _ = seat_two(
        phone, f"http://{NAME}:{daemon.port}/", "Faces, Aces, & Jokers"
    )
    expect(ana.get_by_role("heading", name="Turn one trick card")).to_be_visible()
    for page in (ana, ben):
        steps = page.locator("[data-next] li")
        expect(steps.first).to_be_hidden()
        page.locator("[data-next] > summary").tap()
        expect(steps.first).to_contain_text("Take one pack of 52 cards")
        keep_picture(page, "guide-behind-a-tap")
        page.locator("[data-next] > summary").tap()
    board = entry(ana, "board")
    expect(board.locator("button.go")).to_be_in_viewport(ratio=1)
    pick(board, ["3C"])
    enter(board)
    expect(ben.locator("[data-next] li", has_text="Take one pack")).to_have_count(0)


def test_without_scripts_all_steps_stand_there(daemon: Running, phone: Phones) -> None:
    page = phone(f"http://{NAME}:{daemon.port}/", scripts=False)
    open_table(page, "Four Aces")
    # How many cards the stock has depends on who is still to come.
    expect(page.locator("[data-guide] .step:visible")).to_have_count(5)
    expect(page.get_by_role("button", name="Next step")).to_be_hidden()


def test_rules_are_searched_while_one_types(daemon: Running, phone: Phones) -> None:
    page = phone(f"http://{NAME}:{daemon.port}/games/tripp-jokes")
    everything = page.locator(".section:visible").count()
    page.get_by_label("Search the rules").fill("see-through three")
    expect(page.get_by_text("No section has all of these words.")).to_be_visible()
    page.get_by_label("Search the rules").fill("seen through")
    expect(page.get_by_role("heading", name="A 3 is seen through")).to_be_visible()
    assert 0 < page.locator(".section:visible").count() < everything
    page.get_by_role("button", name="Search").tap()
    expect(page.locator("mark").first).to_be_visible()
    keep_picture(page, "rules-search")
    page.get_by_role("link", name="All sections").tap()
    expect(page.locator(".section:visible")).to_have_count(everything)
    page.get_by_label("Search the rules").fill("seen through")
    page.get_by_text("Contents").tap()
    page.get_by_role("link", name="A joker picks up").tap()
    expect(page.locator("#joker")).to_be_visible()

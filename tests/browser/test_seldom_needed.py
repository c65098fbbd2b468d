"""What is seldom needed stands folded away on a form until somebody opens it: with
scripts and without.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import keep_picture
from .tour import NAMES, House, Seated, Visit

SEATS = NAMES[:4]
FOLD = "Anything unusual in this deal?"


def at(table: Seated) -> Visit:
    """The table's page as its host sees it."""
    return Visit("seldom", "table/playing.html", table.path(), table.as_host)


def chosen(page: Page, field: str, name: str) -> None:
    """Tap a choice of a field."""
    page.locator(f"[data-field='{field}'] label.choice", has_text=name).tap()


@pytest.mark.slow
def test_who_broke_a_rule_is_a_fold_a_tap_and_enter(
    house: House, chromium: Browser
) -> None:
    table = house.started("hearts", 4, options={"depth": "deals"})
    context, page = house.view(chromium, at(table))
    offenders = page.locator("[data-field='offenders']")
    expect(page.get_by_text(FOLD)).to_be_visible()
    expect(offenders).to_be_hidden()
    keep_picture(page, "deal-folded")
    page.get_by_text(FOLD).tap()
    expect(offenders).to_be_visible()
    chosen(page, "offenders", SEATS[1])
    keep_picture(page, "deal-unfolded")
    # Who took what need not be known then.
    expect(page.locator("form.prompt[data-in-use] button.go")).to_have_text("Enter")
    page.locator("form.prompt[data-in-use] button.go").tap()
    expect(page.locator(".scores tr", has_text=SEATS[1])).to_contain_text("26")
    # The next deal begins with it folded away.
    expect(page.locator("[data-field='offenders']")).to_be_hidden()
    context.close()


@pytest.mark.slow
def test_numbers_of_what_was_played_will_do_where_somebody_takes_the_rest(
    house: House, chromium: Browser
) -> None:
    """The pad is there at once, and takes back the number that had followed from the
    others.
    """
    table = house.started("spades", 4, options={"depth": "deals"})
    table.enter("bids", bids=dict(zip(SEATS, (3, 2, 4, 2), strict=True)))
    context, page = house.view(chromium, at(table))
    expect(page.locator(".number-pad")).to_be_visible()
    for key in ("2", "1", "3"):
        page.locator(f".number-pad [data-press='{key}']").tap()
    numbers = page.locator("[data-field='tricks'] input")
    expect(numbers.last).to_have_value("7")
    expect(page.locator(".number-pad")).to_have_count(0)
    page.get_by_text(FOLD).tap()
    chosen(page, "rest", f"{SEATS[0]} & {SEATS[2]}")
    expect(numbers.last).to_have_value("")
    keep_picture(page, "deal-rest")
    page.locator("form.prompt[data-in-use] button.go").tap()
    expect(page.locator(".scores tr", has_text=SEATS[0])).to_contain_text("75")
    context.close()


@pytest.mark.slow
def test_what_is_begun_in_the_fold_is_there_after_a_reload(
    house: House, chromium: Browser
) -> None:
    table = house.started("hearts", 4, options={"depth": "deals"})
    context, page = house.view(chromium, at(table))
    page.get_by_text(FOLD).tap()
    chosen(page, "given_up", SEATS[2])
    page.reload()
    expect(page.locator("[data-field='given_up']")).to_be_visible()
    expect(
        page.locator("[data-field='given_up'] label.choice", has_text=SEATS[2]).locator(
            "input"
        )
    ).to_be_checked()
    context.close()


def test_it_opens_and_counts_without_scripts_and_says_there_what_is_wrong(
    house: House, chromium: Browser
) -> None:
    table = house.started("hearts", 4, options={"depth": "deals"})
    context, page = house.view(chromium, at(table), java_script_enabled=False)
    page.get_by_text(FOLD).click()
    chosen(page, "rest", SEATS[0])
    chosen(page, "given_up", SEATS[1])
    page.locator("form.prompt button.go").first.click()
    expect(page.locator("[data-field='rest'] .error")).to_have_text(
        "Whoever gave up takes the rest."
    )
    expect(page.locator("[data-field='rest']")).to_be_visible()
    chosen(page, "rest", "–")
    page.locator("form.prompt button.go").first.click()
    expect(page.locator(".scores tr", has_text=SEATS[1])).to_contain_text("26")
    context.close()


@pytest.mark.slow
def test_a_side_that_gives_up_is_two_taps_in_bridge(
    house: House, chromium: Browser
) -> None:
    """Where many fields are asked for, what is folded away stands last."""
    table = house.started("bridge", 4, options={"depth": "deals"})
    context, page = house.view(chromium, at(table))
    page.get_by_text(FOLD).tap()
    for field, choice in (
        ("declarer", SEATS[0]),
        ("level", "3"),
        ("strain", "NT"),
        ("given_up", f"{SEATS[1]} & {SEATS[3]}"),
    ):
        chosen(page, field, choice)
    page.locator("[data-field='others'] input").fill("4")
    keep_picture(page, "deal-bridge")
    page.locator("form.prompt[data-in-use] button.go").tap()
    expect(page.locator(".scores tr", has_text=SEATS[0])).to_contain_text("400")
    context.close()


@pytest.mark.slow
def test_skat_folds_away_what_opponents_had_by_then(
    house: House, chromium: Browser
) -> None:
    table = house.started("skat", 3, options={"depth": "deals"})
    table.enter(
        "contract", declarer=SEATS[0], game="spades", announced="nothing", bid=18
    )
    context, page = house.view(chromium, at(table))
    page.get_by_text(FOLD).tap()
    page.locator("[data-field='matadors'] input").fill("1")
    chosen(page, "given_up", f"{SEATS[1]} & {SEATS[2]}")
    page.locator("form.prompt[data-in-use] button.go").tap()
    # Tricks were taken on both sides, so it matters what the opponents had.
    expect(page.locator("[data-field='against'] .error")).to_be_visible()
    page.locator("[data-field='against'] input").fill("20")
    keep_picture(page, "deal-skat")
    page.locator("form.prompt[data-in-use] button.go").tap()
    expect(page.locator(".scores tr", has_text=SEATS[0])).to_contain_text("22")
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("height", [640, 844])
def test_what_is_only_a_button_is_tapped_where_it_was_unfolded(
    house: House, chromium: Browser, height: int
) -> None:
    table = house.started("hearts", 4, options={"depth": "deals"})
    small = {"width": 320 if height == 640 else 390, "height": height}
    context, page = house.view(chromium, at(table), viewport=small)
    page.locator("#more > summary").tap()
    fold = page.locator("details.aside details.aside", has_text="Enter every trick")
    fold.locator("summary").tap()
    button = fold.get_by_role("button", name="Enter every trick")
    expect(button).to_be_in_viewport(ratio=1)
    # What is entered by most keeps its button at the thumb.
    at_thumb = page.locator("form.prompt[data-in-use] button.go")
    expect(at_thumb).to_contain_text("Hearts taken")
    button.tap()
    by_deal = page.locator("details.aside > summary", has_text="Score by deal")
    expect(by_deal).to_be_visible()
    context.close()

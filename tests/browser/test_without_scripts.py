"""A whole evening by pages without scripts: a match on four phones, then an event."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.commandline.running import Running

from .conftest import Phones

SEATS = ("Ana", "Ben", "Cy", "Di")


def name_oneself(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").tap()
    expect(page.get_by_label("Your name")).to_have_count(0)


def open_fold(page: Page, name: str) -> None:
    folds = page.locator("details:not([open]) > summary").filter(has_text=name)
    folds.first.tap()


def prompt_of(page: Page, kind: str) -> Locator:
    return page.locator(f"form.prompt:has(input[name='kind'][value='{kind}'])").first


def fill_in(form: Locator, numbers: dict[str, int]) -> None:
    for seat, number in numbers.items():
        form.locator(f"input[name$='={seat}']").first.fill(str(number))


@pytest.mark.slow
def test_four_phones_play_a_match_to_its_end_and_another(
    daemon: Running, phone: Phones
) -> None:
    ana = phone(f"http://table.test:{daemon.port}/new/hearts", scripts=False)
    open_fold(ana, "Options and house rules")
    ana.locator("[data-field='target'] input").fill("30")
    ana.get_by_role("button", name="Others join by phone").tap()
    expect(ana.get_by_role("region", name="How to join")).to_be_visible()
    address = ana.url
    phones = {name: phone(address, scripts=False) for name in SEATS[1:]}
    name_oneself(ana, "Ana")
    for name, page in phones.items():
        name_oneself(page, name)
    ana.goto(address)
    ana.get_by_role("button", name="Start").tap()
    for page in phones.values():
        page.goto(address)

    while not ana.locator("main").get_by_text("Same again").count():
        form = prompt_of(ana, "deal")
        fill_in(form, {"Ana": 0, "Ben": 13, "Cy": 0, "Di": 0})
        form.locator("label:has(input[name='pick=queen'][value='Cy'])").tap()
        form.locator("button.go").tap()
        expect(ana.get_by_role("alert")).to_have_count(0)
    assert "won" in ana.locator("main").inner_text()
    ben = phones["Ben"]
    ben.goto(address)
    expect(ben.locator("main")).to_contain_text("won")
    ana.get_by_role("button", name=re.compile("^Same again")).tap()
    expect(prompt_of(ana, "deal")).to_be_visible()
    assert ana.url != address


@pytest.mark.slow
def test_an_event_is_opened_played_confirmed_and_ended(
    daemon: Running, phone: Phones
) -> None:
    director = phone(
        f"http://table.test:{daemon.port}/events/new/score-pad", scripts=False
    )
    director.get_by_label("What is it called?").fill("Friday")
    director.get_by_label("How many rounds?").fill("1")
    director.locator("[data-field='rounds'] input").fill("1")
    director.locator("label:has(input[name='confirm'])").tap()
    director.get_by_role("button", name="Open the event").tap()
    expect(director.locator("main")).to_contain_text("Scan to enter")
    address = director.url
    phones = {}
    for name in SEATS:
        phones[name] = phone(address, scripts=False)
        phones[name].get_by_label("Your name").fill(name)
        phones[name].get_by_role("button", name="Enter").tap()
        expect(phones[name].locator("main")).to_contain_text(name)
    director.goto(address)
    director.get_by_role("button", name="Begin round 1").tap()
    expect(director.locator("main")).to_contain_text("Round 1")
    for name, page in phones.items():
        page.goto(address)
        expect(page.locator("main")).to_contain_text(name)
    for number, page in enumerate(phones.values(), start=1):
        form = prompt_of(page, "round")
        form.get_by_role("spinbutton").first.fill(str(number))
        form.locator("button.go").tap()
        expect(page.get_by_role("alert")).to_have_count(0)
    for page in phones.values():
        page.goto(address)
        confirm = page.get_by_role("button", name="Confirm the result")
        if confirm.count():
            confirm.tap()
            expect(confirm).to_have_count(0)
    director.goto(address)
    main = director.locator("main")
    expect(main).not_to_contain_text("to be confirmed")
    director.goto(f"{address}/standings")
    rows = director.get_by_role("row").filter(has_text=re.compile("|".join(SEATS)))
    expect(rows).to_have_count(len(SEATS))
    for row, place in zip(rows.all(), "1133", strict=True):
        expect(row.get_by_role("cell").first).to_have_text(place)

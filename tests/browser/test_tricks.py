"""A trick on phones: each opens it at its own place, and whoever enters for all begins with the leader."""

from playwright.sync_api import expect

from tests.commandline.running import Running

from .conftest import NAME, Phones
from .playing import entry, go, pick
from .test_taps import SEATS, Host


def test_each_phone_enters_its_own_card_and_the_host_all_from_the_leader_on(daemon: Running, phone: Phones) -> None:
    host = Host(daemon, "hearts", SEATS)
    host.enter("depth", {})
    _, seated = daemon.post(f"/tables/{host.code}/join", {"name": "Ben"})
    address = f"http://{NAME}:{daemon.port}/t/{host.code}"
    ben = phone(f"http://{NAME}:{daemon.port}/")
    ben.context.add_cookies([{"name": f"seat_{host.code}", "value": seated["seat_token"], "url": address}])
    ben.goto(address)
    first = entry(ben, "trick")
    expect(first.locator(".tabs .here")).to_contain_text("Ben")
    pick(first, ["2C"])
    go(first).tap()
    laptop = entry(host.page(phone), "trick")
    expect(laptop.locator(".tabs .place").first).to_contain_text("Cy")
    expect(laptop.locator(".tabs .here")).to_contain_text("Cy")


def test_of_many_seats_each_has_its_cards_though_the_page_brings_them_once(daemon: Running, phone: Phones) -> None:
    host = Host(daemon, "holdem", ("Ana", "Ben", "Cy", "Di", "Eva", "Fay"))
    page = host.page(phone)
    hands = entry(page, "showdown")
    place = hands.locator("[data-field='hands'] [data-picker]").nth(4)
    page.locator(f"[data-open='{place.get_attribute('id')}']").tap()
    pick(place, ["AS", "KD"])
    picked = hands.locator("[data-field='hands'] input[data-card]:checked")
    expect(picked).to_have_count(2)
    assert {*picked.evaluate_all("found => found.map(({ name }) => name)")} == {"pick=hands=Fay"}

"""A camera watches the table: what stands on the phones meanwhile, and a device that
goes on by itself all evening.
"""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.commandline.running import Running, free_port, running
from tests.web.phone import Phone

from .phones import PATIENCE_MS, PHONE, launched, read_qr
from .test_accessibility import found_by_axe
from .tour import House, Seated, Visit, a_phone

pytestmark = pytest.mark.slow

A_CAMERA = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
SCREENS = [PHONE, {"width": 360, "height": 740}, {"width": 844, "height": 390}]
PLACES = """
() => [...document.querySelectorAll("form.prompt, form.prompt [data-card], .take-backs, .rulings, .standing")]
  .map(found => { const { x, y, width, height } = found.getBoundingClientRect(); return [x, y, width, height].join(); })
"""
SIGN = "A camera watches this table."


def camera_of(house: House, table: Seated) -> Phone:
    return Phone(
        house.app,
        table.host.post(f"/tables/{table.code}/watch").said(201)["watch_token"],
    )


def sees(
    camera: Phone,
    code: str,
    seconds: float | None,
    *entries: tuple[str, str | None, dict[str, Any]],
) -> None:
    made = [
        {"id": str(uuid4()), "kind": kind, "seat": seat, "data": data}
        for kind, seat, data in entries
    ]
    after = camera.look(code)["seq"]
    draft = {"id": str(uuid4()), "entries": made, "seconds": seconds, "after": after}
    camera.post(f"/tables/{code}/watch/draft", draft).said(201)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen["width"])
def test_nothing_moves_while_the_camera_is_about_to_enter(
    house: House, chromium: Browser, screen: Any
) -> None:
    table = house.started("faj", 4)
    camera = camera_of(house, table)
    ben = a_phone(chromium, viewport=screen, reduced_motion="no-preference")
    house.show(ben, Visit("", "", table.path(), table.as_seat("Ben")))
    expect(ben.get_by_text(SIGN)).to_be_visible()
    before = ben.evaluate(PLACES)
    sees(camera, table.code, 30, ("board", None, {"cards": ["7H"]}))
    about_to = ben.locator(".about-to")
    expect(about_to).to_contain_text("The camera saw: 7♥")
    assert ben.evaluate(PLACES) == before
    assert not found_by_axe(ben, {})
    bar = ben.locator(".countdown rect")
    full = bar.evaluate("bar => bar.width.animVal.value")
    ben.wait_for_function(
        "full => document.querySelector('.countdown rect').width.animVal.value < full",
        arg=full,
    )
    for button in about_to.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= screen["height"]
    about_to.get_by_role("button", name="Stop").tap()
    expect(about_to).to_have_count(0)
    expect(ben.get_by_text(SIGN)).to_be_visible()
    ben.context.close()


def test_what_the_camera_entered_is_taken_back_by_one_tap_of_anybody(
    house: House, chromium: Browser
) -> None:
    table = house.started("faj", 4)
    camera = camera_of(house, table)
    cy = a_phone(chromium)
    house.show(cy, Visit("", "", table.path(), table.as_seat("Cy")))
    sees(camera, table.code, None, ("board", None, {"cards": ["7H"]}))
    cy.locator(".about-to").get_by_role("button", name="Enter").tap()
    expect(cy.locator(".about-to")).to_have_count(0)
    assert camera.look(table.code)["seq"] == 1
    cy.get_by_role("button", name="Undo: what the camera saw").tap()
    expect(cy.get_by_role("button", name="Restore")).to_be_visible()
    [entry] = table.host.get(f"/tables/{table.code}/log").json["entries"]
    assert (entry["struck"], entry["seen"]) == (True, True)
    cy.context.close()


# A device that watches, over HTTPS


@pytest.fixture(scope="module")
def with_camera(chromium: Browser) -> Iterator[Browser]:
    """A browser whose devices have a camera, which shows a test picture."""
    opened = launched(chromium.browser_type, *A_CAMERA)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    options = (
        "--data",
        tmp_path_factory.mktemp("https"),
        "--host",
        "127.0.0.1",
        "--port",
        str(free_port()),
        "--https",
    )
    with running(*options, REFEREE_LIMITS="off") as daemon:
        yield daemon


def device(chromium: Browser, **cookies: str) -> Page:
    """A page that has gone on in spite of the certificate."""
    context = chromium.new_context(
        viewport=PHONE, ignore_https_errors=True, locale="en-GB"
    )
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


def watches(page: Page) -> None:
    expect(page.locator("[data-during]")).to_be_visible()


def test_another_device_watches_all_evening(
    encrypted: Running, with_camera: Browser
) -> None:
    _, opened = encrypted.post(
        "/tables",
        {"game": "score-pad", "options": {"target": 10}, "seats": ["Ana", "Ben"]},
    )
    code, host = opened["code"], opened["host_token"]
    laptop = device(with_camera)
    laptop.context.add_cookies(
        [{"name": f"host_{code}", "value": host, "url": encrypted.url}]
    )
    laptop.goto(f"{encrypted.url}/t/{code}/watch")
    laptop.get_by_role("button", name="Show its QR code").click()
    address = read_qr(laptop.locator(".other .qr"))
    assert address.startswith(f"{encrypted.url}/t/{code}")

    phone = device(with_camera)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(address)
    assert "#" not in phone.url, "nobody reads the right over a shoulder"
    phone.get_by_role("button", name="Watch with this camera").click()
    watches(phone)
    assert not [url for url in asked if address.partition("#")[2] in url]
    laptop.goto(f"{encrypted.url}/t/{code}")
    expect(laptop.get_by_text(SIGN)).to_be_visible()

    phone.reload()
    watches(phone)
    encrypted.post(f"/tables/{code}/start", {"dealer": "Ben"}, host)
    points = {
        "id": str(uuid4()),
        "kind": "round",
        "seat": None,
        "data": {"points": {"Ana": 12, "Ben": 5}},
    }
    assert encrypted.post(f"/tables/{code}/entries", points, host)[0] == 201
    laptop.goto(
        "about:blank"
    )  # It would go there by itself, perhaps while it is sent there.
    _, rematch = encrypted.post(f"/tables/{code}/rematch", {}, host)
    phone.wait_for_url(f"{encrypted.url}/t/{rematch['code']}/watch")
    watches(phone)
    laptop.goto(f"{encrypted.url}/t/{rematch['code']}")
    expect(laptop.get_by_text(SIGN)).to_be_visible()

    laptop.get_by_role("button", name="Stop watching").click()
    expect(phone.get_by_role("button", name="Watch with this camera")).to_be_visible()
    expect(phone.locator("video")).to_be_hidden()
    phone.reload()
    expect(phone.locator("[data-why]")).to_contain_text(
        "The host has to let this device watch"
    )

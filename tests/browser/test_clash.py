"""Two have entered one card: they are asked again, what they had entered stands there,
and one tap confirms it.
"""

import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones, keep_picture
from .playing import call_api, enter, entry, pick, rulings, storage_with

SEATS = ("Ana", "Ben", "Cy")


@pytest.mark.slow
def test_one_tap_confirms_and_everybody_is_told_who_enters_again(
    daemon: Running, phone: Phones
) -> None:
    opened = call_api(daemon.port, "/tables", {"game": "faj"})
    at, address = (
        f"/tables/{opened['code']}",
        f"http://{NAME}:{daemon.port}/t/{opened['code']}",
    )
    tokens = {
        name: call_api(daemon.port, f"{at}/join", {"name": name})["seat_token"]
        for name in SEATS
    }
    call_api(daemon.port, f"{at}/start", {}, opened["host_token"])

    def play(token: str, kind: str, **data: Any) -> None:
        call_api(
            daemon.port,
            f"{at}/entries",
            {"id": str(uuid.uuid4()), "kind": kind, "data": data},
            token,
        )

    def page_of(name: str) -> Page:
        return phone(
            address, kept=storage_with(**{f"seat_{opened['code']}": tokens[name]})
        )

    play(opened["host_token"], "board", cards=["3C"])
    ana, ben, cy, board = (
        page_of("Ana"),
        page_of("Ben"),
        page_of("Cy"),
        phone(f"{address}/board", wide=True),
    )
    for name, card in (("Ben", "KC"), ("Cy", "KC"), ("Ana", "AD")):
        play(tokens[name], "play", plays={name: card})
    for page in (ana, ben, board):
        expect(rulings(page).first).to_contain_text(
            "Ben and Cy: check, and enter again."
        )
    form = entry(ben, "play")
    expect(form.locator("button[type=submit].go")).not_to_contain_text("of 3")
    expect(form.locator("input[value='KC']:checked")).to_have_count(1)
    expect(ana.locator("form.prompt")).to_have_count(0)
    for page, name in (
        (ben, "one-of-the-two"),
        (ana, "an-innocent-third"),
        (board, "board"),
    ):
        keep_picture(page, f"clash-{name}")
    keep_picture(phone(f"{address}/log"), "clash-log")
    # Whoever taps the card that is picked means it: it stays, and the page says how to
    # go on.
    form.locator("label.pick:has(input[value='KC'])").tap()
    expect(form.locator("[data-told]")).to_contain_text(
        "confirm it, or tap the right one"
    )
    expect(form.locator("input[value='KC']:checked")).to_have_count(1)
    expect(form.locator(".beside button")).to_have_count(0)
    form.get_by_role("button", name="Confirm").tap()
    for page in (ben, cy, ana):
        expect(page.locator("[data-next]")).to_contain_text(
            "Entered again: Ben. Still to enter again: Cy."
        )
    keep_picture(ben, "clash-confirmed")
    whoever_is_second_is_told_what_to_do(ben, cy)


def whoever_is_second_is_told_what_to_do(ben: Page, cy: Page) -> None:
    """Ben confirmed what was Cy's: Cy is refused, and free as soon as Ben has put his
    own right.
    """
    second = entry(cy, "play")
    second.get_by_role("button", name="Confirm").tap()
    refusal = cy.locator(".refusal")
    expect(refusal).to_contain_text("Ben can fix it under “Change your entry”")
    keep_picture(cy, "clash-refused")
    change = entry(ben, "play")
    pick(change, ["QC"])
    enter(change)
    expect(refusal).to_have_count(0)
    second.get_by_role("button", name="Confirm").tap()
    expect(rulings(cy).first).to_contain_text(
        "Cy wins the trick with the king of clubs"
    )

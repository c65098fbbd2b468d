"""Pages and their scripts in the language of each phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones, keep_picture

WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def tap_card(page: Page, code: str) -> None:
    page.locator(f"label.pick:has(input[data-card='{code}'])").first.tap()


@pytest.mark.slow
def test_a_german_and_a_spanish_phone_speak_to_their_owners(
    daemon: Running, phone: Phones
) -> None:
    address = f"http://{NAME}:{daemon.port}/ask/faj/hand"
    for language, counted, ruled in (
        ("de-DE", "Entscheiden (1 Karte)", "Die beste Hand ist hohe Karte: Herz-Zehn"),
        (
            "es-ES",
            "Consultar (1 carta)",
            "La mejor mano es carta alta: el diez de corazones",
        ),
    ):
        page = phone(address, language=language)
        expect(page.locator("html")).to_have_attribute("lang", language[:2])
        tap_card(page, "TH")
        button = page.locator("button.go").last
        expect(button).to_have_text(re.compile(re.escape(counted)))
        button.tap()
        expect(page.locator("[data-rulings]")).to_contain_text(ruled)
        assert page.evaluate(WIDTH) == 0
        keep_picture(page, f"language-{language[:2]}")


@pytest.mark.slow
def test_cards_are_typed_in_german(daemon: Running, phone: Phones) -> None:
    page = phone(f"http://{NAME}:{daemon.port}/ask/faj/hand", language="de-DE")
    hint = page.locator(".types")
    expect(hint).to_be_hidden()
    page.get_by_text("Mehr: tippen oder fotografieren").tap()
    expect(hint).to_contain_text("Kreuz-Zwei")
    field = page.locator("[data-typed]")
    field.fill("Herz 10, pik 9")
    field.press("Enter")
    expect(page.locator("[data-rulings]")).to_contain_text(
        "Die beste Hand ist hohe Karte: Herz-Zehn"
    )

"""Pages and their scripts in the language of each phone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones, keep_picture

WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def tap_card(page: Page, code: str) -> None:
    page.locator(f"label.pick:has(input[data-card='{code}'])").first.tap()


def test_a_german_and_a_spanish_phone_speak_to_their_owners(daemon: Running, phone: Phones) -> None:
    address = f"http://{NAME}:{daemon.port}/ask/faj/hand"
    for language, counted, ruled in (
        ("de-DE", "Entscheiden (1 Karte)", "Die beste Hand ist hohe Karte: Herz-Zehn"),
        ("es-ES", "Decidir (1 carta)", "La mejor mano es carta alta: el diez de corazones"),
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

"""The examples beside the built wheel, in an environment of their own: checked, tested,
and played in a browser.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import test_packaging
from tests.commandline.running import Running
from tests.test_examples import EXAMPLES, GAMES
from tests.test_packaging import environment_with, install, run

from .conftest import keep_picture, serving_at
from .phones import NAME, Phones
from .playing import (
    begin_match,
    enter,
    enter_trick,
    entry,
    pick,
    unfold,
    wait_until_live,
)

pytestmark = [pytest.mark.slow, pytest.mark.long]

built, wheel = test_packaging.built, test_packaging.wheel

TURNED = "7O"
DECK = [
    rank + suit for rank in "A3KNJ76542" for suit in "OCSB" if rank + suit != TURNED
]
TRICKS = [*zip(DECK[:38:2], DECK[1:38:2], strict=True), (TURNED, DECK[38])]
"""A card of Ana's and one of Ben's each; Ana draws the card turned with the last of the
stock.
"""


def test_the_examples_beside_the_wheel_pass_their_tests_and_are_played(
    wheel: Path, tmp_path: Path, phone: Phones
) -> None:
    programs = environment_with(wheel, tmp_path / "environment")
    install(programs, *[f"{EXAMPLES / game}[testing]" for game in GAMES])
    for game in GAMES:
        id = game.replace("_", "-")
        assert "Nothing is wrong" in run(
            programs / "referee", "check", id, cwd=tmp_path
        )
        told = run(
            programs / "python",
            "-m",
            "pytest",
            "-v",
            "-p",
            "no:cacheprovider",
            cwd=EXAMPLES / game,
        )
        assert f"test_{game}.py::test_a_card_is_played_once PASSED" in told
        assert ".toml::" in told
    daemon = serving_at(tmp_path, program=(programs / "referee",))
    try:
        play_briscola(daemon, phone)
    finally:
        daemon.end()


def play_briscola(installed: Running, phone: Phones) -> None:
    """To its end, on two phones."""
    address, ana_keeps, ben_keeps = begin_match(
        f"http://{NAME}:{installed.port}/", "Briscola", {"games": 1}
    )
    phones = phone(address, kept=ana_keeps), phone(address, kept=ben_keeps)
    for page in phones:
        wait_until_live(page)
    turned = entry(phones[0], "turn")
    pick(turned, [TURNED])
    enter(turned)
    for page in phones:
        unfold(page.locator("form[data-for-all]"))
    for number, cards in enumerate(TRICKS):
        everybody = phones[number % 2].locator("form[data-for-all]")
        enter_trick(everybody, cards)
    for page in phones:
        result = page.get_by_role("region", name=re.compile("winner|You won!"))
        expect(result).to_contain_text("Ana")
        keep_picture(page, "briscola-won")

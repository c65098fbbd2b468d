"""A daemon that dies and is started again: what phones have entered meanwhile is
neither lost nor counts twice.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.commandline.running import Running

from .conftest import keep_picture, serving_at
from .playing import place, send, state, the_trick_is_bens
from .proxy import Wire

pytestmark = pytest.mark.slow


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Running]:
    """One of its own, which may be killed."""
    found = serving_at(tmp_path)
    yield found
    found.end()


def test_an_entry_outlives_a_daemon_that_is_killed(
    daemon: Running, wire: Wire, ana_and_ben: tuple[Page, Page], tmp_path: Path
) -> None:
    ana, ben = ana_and_ben
    wire.deaf = True
    place(ben, "KC", send)
    expect(ana.locator("[data-seq='2']")).to_be_attached()
    daemon.process.kill()
    daemon.process.wait()
    expect(state(ana)).to_have_text("No connection")
    keep_picture(ana, "no-connection")
    again = serving_at(tmp_path, daemon.port)
    try:
        wire.mend()
        for page in (ana, ben):
            expect(state(page)).to_have_text("Live")
        the_trick_is_bens(ana, ben, again.port)
    finally:
        again.end()


def test_an_entry_that_never_arrived_is_sent_when_the_daemon_is_back(
    daemon: Running, ana_and_ben: tuple[Page, Page], tmp_path: Path
) -> None:
    ana, ben = ana_and_ben
    daemon.process.kill()
    daemon.process.wait()
    place(ben, "KC")
    expect(ben.get_by_text("1 entry waits to be sent")).to_be_visible()
    again = serving_at(tmp_path, daemon.port)
    try:
        expect(ben.get_by_text("1 entry waits")).to_have_count(0)
        expect(state(ana)).to_have_text("Live")
        the_trick_is_bens(ana, ben, again.port)
    finally:
        again.end()

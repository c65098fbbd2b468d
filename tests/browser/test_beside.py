"""Pages beside a running match follow it too."""

import pytest
from playwright.sync_api import expect

from tests.commandline.running import Running

from .conftest import Phones
from .tables import Table


@pytest.mark.slow
def test_a_log_says_that_something_has_changed_since_it_was_opened(
    daemon: Running, phone: Phones
) -> None:
    table = Table.started(daemon, "score-pad", "Ana", "Ben")
    table.sit("Ben")
    table.enter("round", points={"Ana": 3, "Ben": 5})
    ben = table.page(phone, "Ben")
    ben.goto(f"{table.address}/log")
    note = ben.locator("[data-moved]")
    expect(note).to_be_hidden()
    edit = {"seq": 1, "data": {"points": {"Ana": 4, "Ben": 5}}}
    table.post("corrections", {"changes": [edit]})
    expect(note).to_be_visible()
    note.get_by_role("link", name="Look again").tap()
    expect(ben.locator(".note-line").first).to_contain_text("3 → 4")
    expect(note).to_be_hidden()

"""A game that goes counter-clockwise says so where people sit down, and on the board."""

import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from referee_web.pages.table.board import BoardPage

from referee.hosting.room import CardRoom
from referee.match.viewer import SPECTATOR
from referee.plugin.discovery import GAMES, beside
from tests.web.conftest import Open

LAY_AND_BID = Path(__file__).parents[1] / "toy_games/lay_and_bid.py"


@pytest.fixture(params=["counter-clockwise", "clockwise"])
def way(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Install the toy game, played this way round."""
    way: str = request.param
    module = f"lay_and_bid_{way.replace('-', '_')}"
    text = LAY_AND_BID.read_text("utf-8")
    if way == "counter-clockwise":
        described = "deck=FIFTY_TWO,"
        assert described in text
        text = text.replace(described, f"{described}\n        counter_clockwise=True,")
    Path(tmp_path, f"{module}.py").write_text(text, "utf-8")
    sys.path.insert(0, str(tmp_path))
    invalidate_caches()
    try:
        with beside(EntryPoint("lay-and-bid", module, GAMES)):
            yield way
    finally:
        sys.path.remove(str(tmp_path))
        sys.modules.pop(module, None)


def test_people_sit_down_that_way_round_and_the_board_shows_them_so(
    way: str, open_table: Open, room: CardRoom
) -> None:
    table = open_table("lay-and-bid", seats=("Ana", "Ben", "Cy"))
    shown = table.host.app.test_client().get(f"/t/{table.code}?watch=1")
    assert f'<span class="need">{way}</span>' in shown.get_data(as_text=True)
    table.start(dealer="Cy")
    with table.host.app.test_request_context():
        page = BoardPage.of(room.snapshot(table.code, SPECTATOR))
        seen = [seat for edge in page.edges.values() for seat in edge]
    if way == "clockwise":
        assert seen == ["Ana", "Ben", "Cy"]
    else:
        assert seen == ["Cy", "Ben", "Ana"]

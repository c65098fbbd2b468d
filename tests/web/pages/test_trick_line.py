"""The trick on a phone's page, and the cards on the table that people decide by."""

from referee_web.pages.table.zones import split_zones

from referee import EVERYBODY, Zone, card
from tests.web.conftest import Open, Opened
from tests.web.test_taking_back import opened

FOUR = ("Ana", "Ben", "Cy", "Dee")
LINE = 'class="trick-laid'


def page_of(table: Opened, seat: str) -> str:
    return opened(table.phones[seat], f"/t/{table.code}").get_data(as_text=True)


def test_it_stands_where_its_cards_are_asked_for(open_table: Open) -> None:
    table = open_table("euchre", *FOUR, options={"depth": "tricks"})
    table.start(dealer="Dee")
    assert LINE not in page_of(table, "Ana"), "nobody plays before trump is made"
    made = {"turned": "QS", "maker": "Ben"}
    table.host.enter(table.code, "contract", **made).said(201)
    assert LINE in page_of(table, "Ana")
    table.phones["Ana"].enter(table.code, "trick", plays={"Ana": "AS"}).said(201)
    assert LINE in page_of(table, "Ana"), "whoever is done sees it too"


def test_hands_that_lie_open_are_seen_with_the_board() -> None:
    lying = card("7H"), card("KD")
    board = Zone("board", None, 2, lying, EVERYBODY)
    shown = Zone("hand", "Ana", 2, lying, EVERYBODY)
    assert split_zones([board, shown]) == ([board, shown], [])
    closed = Zone("hand", "Ben", 5)
    assert split_zones([board, shown, closed]) == ([board], [shown, closed])

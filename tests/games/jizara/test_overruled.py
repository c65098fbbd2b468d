"""What the table decides otherwise: the game goes on from it."""

import pytest

from tests.games.jizara.conftest import Seated, Table


@pytest.fixture
def contested(seated: Seated) -> Table:
    """Ana and Ben bid for the eight of clubs."""
    table = seated("Ana", "Ben")
    table.turn("8C")
    table.decide(Ana=True, Ben=True)
    return table


def summaries(table: Table) -> list[str]:
    return [str(ruling.summary) for ruling in table.history.steps[-1].rulings]


def test_chain__a_bid_that_the_table_calls_legal_is_added_up_with_the_others(
    contested: Table,
) -> None:
    contested.let_pass("bid", "Ana", cards="9C TC")
    contested.bid(Ben="KC 2C")
    assert summaries(contested)[0] == "Ben takes the card with 27 against 19"
    assert (contested.zone("burn").count, contested.codes("burn")) == (4, "9C TC KC 2C")


def test_chance__the_table_gives_the_key_to_the_other_side(seated: Seated) -> None:
    table = seated("Ana", "Ben")
    table.turn("AS")
    table.show(Ana="2C 3C 5C 6C 7C", Ben="2D 3D 5D 6D 7D")
    toss = table.enter("coin", winner="Ana").entry.seq
    table.overrule(toss, {"winner": "Ben"}, place=0)
    assert (table.zone("keys", "Ana").count, table.codes("keys", "Ben")) == (0, "AS")
    assert table.scores == {"Ana": 0, "Ben": 1}


def test_both_bid__the_table_gives_the_card_to_the_other_side(contested: Table) -> None:
    contested.bid(Ana="9C")
    bid = contested.enter("bid", "Ben", cards="TC").entry.seq
    contested.overrule(bid, {"winner": "Ana"}, place=0)
    assert (contested.zone("hand", "Ana").count, contested.known("Ana")) == (5, "8C")
    told = "Ana takes 8♣; all bids go into the burn. Ben draws"
    assert contested.next.startswith(told)


def test_chain__what_the_table_decided_stands_behind_and_moves_no_other_ruling(
    contested: Table,
) -> None:
    contested.bid(Ana="KC")
    contested.let_pass("bid", "Ben", cards="9C TC")
    bid = contested.history.steps[-1].entry.seq
    ruled = summaries(contested)
    assert ruled[0] == "Ana takes the card with 25 against 19"
    assert ruled[2].startswith("Overturned: it is allowed.")
    contested.overrule(bid, {"winner": "Ben"}, place=0)
    assert (contested.zone("hand", "Ben").count, contested.known("Ben")) == (5, "8C")
    assert contested.overrule(bid, {"legal": False}, place=2).in_force
    assert contested.history.step(bid) is None
    assert contested.next.startswith("Waiting for Ben.")

"""What the table decides otherwise: the game goes on from it."""

from __future__ import annotations

import pytest
import referee_jizara

from referee.testing.court import Court


@pytest.fixture
def court() -> Court:
    return Court.of(referee_jizara, "Ana", "Ben")


def test_chain__a_bid_that_the_table_calls_legal_is_added_up_with_the_others(court: Court) -> None:
    court.put("turn", card="8C")
    court.put("decide", "Ana", bid=True)
    court.put("decide", "Ben", bid=True)
    court.settle(court.put_refused("bid", "Ana", cards="9C TC"), "overruled", verdict={"legal": True})
    bid = court.put("bid", "Ben", cards="KC 2C")
    assert court.summaries(bid)[0] == "Ben takes the card with 27 against 19"
    assert court.zone("burn") == "4 9C TC KC 2C"


def test_chance__the_table_gives_the_key_to_the_other_side(court: Court) -> None:
    court.put("turn", card="AS")
    court.put("hand", "Ana", cards="2C 3C 5C 6C 7C")
    court.put("hand", "Ben", cards="2D 3D 5D 6D 7D")
    toss = court.put("coin", winner="Ana")
    court.settle(court.question(toss, 0), "overruled", verdict={"winner": "Ben"})
    assert (court.zone("keys", "Ana"), court.zone("keys", "Ben")) == ("0", "1 AS")
    assert court.scores == {"Ana": 0, "Ben": 1}


def test_both_bid__the_table_gives_the_card_to_the_other_side(court: Court) -> None:
    court.put("turn", card="8C")
    court.put("decide", "Ana", bid=True)
    court.put("decide", "Ben", bid=True)
    court.put("bid", "Ana", cards="9C")
    bid = court.put("bid", "Ben", cards="TC")
    court.settle(court.question(bid, 0), "overruled", verdict={"winner": "Ana"})
    assert court.zone("hand", "Ana") == "5 8C"
    assert court.next.startswith("Ana takes the eight of clubs into hand; all cards bid go into the burn. Ben draws")


def test_chain__what_the_table_decided_stands_behind_and_moves_no_other_ruling(court: Court) -> None:
    court.put("turn", card="8C")
    court.put("decide", "Ana", bid=True)
    court.put("decide", "Ben", bid=True)
    court.put("bid", "Ana", cards="KC")
    court.settle(court.put_refused("bid", "Ben", cards="9C TC"), "overruled", verdict={"legal": True})
    bid = court.match.seq
    ruled = court.summaries(bid)
    assert ruled[0] == "Ana takes the card with 25 against 19"
    assert ruled[2].startswith("Overruled by the table. It is allowed: yes.")
    court.settle(court.question(bid, 0), "overruled", verdict={"winner": "Ben"})
    assert court.zone("hand", "Ben") == "5 8C"
    court.settle(court.question(bid, 2), "overruled", verdict={"legal": False}, why="It is no bid after all.")
    assert court.lines[-1].in_force
    assert court.summaries(bid) == []
    assert court.next.startswith("Still awaited: Ben.")

"""What the table decides otherwise: the game goes on from it."""

from __future__ import annotations

import json

import pytest
import referee_tripp_jokes

from referee.match.corrections import Change, UnfitEntriesError
from referee.match.export import document, ruled_again
from referee.match.log_entry import Viewer
from referee.match.match import Match
from referee.testing.court import Court


@pytest.fixture
def court() -> Court:
    """Ben is to play on the five of clubs."""
    found = Court.of(referee_tripp_jokes, "Ana", "Ben", dealer="Ana")
    found.put("flip", card="5C")
    found.put("lay", "Ana", cards="4S 6S 7S")
    found.put("lay", "Ben", cards="8S 9S JS")
    return found


@pytest.mark.parametrize(
    ("hand", "verdict", "pile", "discard"),
    [
        ("4C", {"legal": True}, "2 5C 4C", "0"),
        ("4C 4D 4H", {"legal": True}, "0", "4 5C 4C 4D 4H"),
        ("4C", {"legal": True, "pile": ["4C"]}, "1 4C", "1 5C"),
    ],
)
def test_turn__a_play_that_the_table_calls_legal_lies_on_the_pile(
    court: Court, hand: str, verdict: dict[str, object], pile: str, discard: str
) -> None:
    court.settle(court.put_refused("play", "Ben", hand=hand), "overruled", verdict=verdict)
    assert (court.zone("pile"), court.zone("discard")) == (pile, discard)
    assert court.lines[0].in_force


def test_turn__a_play_that_the_table_calls_illegal_is_taken_back(court: Court) -> None:
    played = court.put("play", "Ben", hand="9C")
    court.settle(court.question(played), "overruled", verdict={"legal": False}, why="Nines are out.")
    assert (court.zone("pile"), court.zone("hand", "Ben")) == ("1 5C", "3")
    [line] = court.lines
    assert line.in_force
    assert str(line.ruled.summary) == "Ben plays 9♣"  # type: ignore[union-attr]  # a ruling was questioned
    assert line.resolution is not None
    assert (line.resolution.dropped, line.resolution.why) == ((played,), "Nines are out.")
    again = court.put("play", "Ben", hand="KC")
    history = court.match.history
    folded = Match.folded(history.rulebook, history.setting, court.records)
    assert folded.history.steps == history.steps
    assert ruled_again(json.loads(json.dumps(document(court.match, Viewer(), "CODE")))) == (4, ())
    court.correct(Change(2, {"cards": "4S 6S 7D"}))
    assert [step.entry.seq for step in court.match.history.steps] == [1, 2, 3, again]
    assert court.lines[0].in_force


def test_turn__what_was_played_after_it_is_struck_with_it_where_the_table_says_so(court: Court) -> None:
    nine, jack = court.put("play", "Ben", hand="9C"), court.put("play", "Ana", hand="JC")
    id = court.question(nine)
    with pytest.raises(UnfitEntriesError) as unfit:
        court.settle(id, "overruled", verdict={"legal": False})
    assert [one.entry.seq for one in unfit.value.unfit] == [jack]
    settled = court.settle(id, "overruled", verdict={"legal": False}, drop_unfit=True)
    assert settled.records[0].body["dropped"] == [nine, jack]
    assert court.zone("pile") == "1 5C"


def test_turn__what_was_taken_back_may_be_put_right_and_stands_then(court: Court) -> None:
    played = court.put("play", "Ben", hand="9C")
    court.settle(court.question(played), "overruled", verdict={"legal": False})
    court.correct(Change(played, {"hand": ["JC"]}))
    assert court.zone("pile") == "2 5C JC"
    assert not court.lines[0].in_force
    court.settle(court.question(played), "overruled", verdict={"legal": False})
    assert court.zone("pile") == "1 5C"


def test_must_play__the_table_lets_somebody_take_the_pile_who_could_play(court: Court) -> None:
    court.put("play", "Ben", hand="XB")
    court.put("play", "Ana", hand="4C")
    id = court.put_refused("pickup", "Ben")
    court.settle(id, "overruled", verdict={"legal": True})
    assert court.zone("hand", "Ben") == "5"
    [ruling] = court.match.history.steps[-1].rulings
    assert str(ruling.summary).startswith("Overruled by the table. It is allowed: yes.")
    # Nothing was said of the hidden cards: that one of them can be played is no surprise.
    court.put("play", "Ana", hand="5D")
    court.put("play", "Ben", hand="6D")
    assert [str(ruling.summary) for ruling in court.match.history.steps[-1].rulings] == ["Ben plays 6♦"]


@pytest.mark.parametrize(("row", "card", "left"), [("penultimate", "8S", "2 9S JS"), ("final", "KC", "3 8S 9S JS")])
def test_which_pile__the_table_opens_the_end_of_the_game_earlier(court: Court, row: str, card: str, left: str) -> None:
    id = court.put_refused("play", "Ben", **{row: card})
    court.settle(id, "overruled", verdict={"legal": True})
    assert court.zone("pile") == f"2 5C {card}"
    assert court.zone("penultimate", "Ben") == left
    assert court.zone("hand", "Ben") == "3"

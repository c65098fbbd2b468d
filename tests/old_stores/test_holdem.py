"""Hold'em begun before the referee knew the dead button: the button goes on as it did.

`holdem.sql` is a store as it was written then, with a match under way and a finished
one.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.hosting.history.exports import match_document
from referee.hosting.tables.seats import start
from referee.match.export import rule_again
from referee.match.log_entry import SPECTATOR
from tests.at_table import change

from .old_room import OldRoom, scores_at, write_store

UNDER_WAY = "UNDER"
HOST_TOKEN = "o6PEHLZk-fMcJsJlZdKxO2YjkcqaPS1T"
FINISHED = "ENDED"
BLINDS = {"chip": 1, "small": 5, "big": 10, "stack": 100}


class Referee(OldRoom):
    """What is asked of hold'em."""

    def form(self, code: str, token: str) -> object:
        """What the form of a hand begins with."""
        put_in, *_ = (
            self.table(code, self.room.viewer(code, [token])).view.prompts[0].fields
        )
        return put_in.default


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Referee]:
    place = tmp_path / "referee.sqlite"
    write_store("holdem", place)
    opened = Referee(place)
    yield opened
    opened.room.close()


def test_what_was_entered_folds_as_it_stood(referee: Referee) -> None:
    table = referee.table(UNDER_WAY)
    assert (table.unfit, table.view.phase) == ((), "deal")
    assert scores_at(table) == {"Ana": 0, "Ben": 95, "Cy": 110, "Dee": 195}
    assert str(table.view.next) == "Dee deals. Play the hand, then enter how it ended."

    table = referee.table(FINISHED)
    assert (table.unfit, table.view.winners) == ((), ("Ben",))
    assert scores_at(table) == {"Ana": 85, "Ben": 215, "Cy": 0}


def test_its_button_moves_to_the_next_who_plays_to_the_end(referee: Referee) -> None:
    assert referee.form(UNDER_WAY, HOST_TOKEN) == {"Ben": 5, "Cy": 10, "Dee": 0}
    everything = {"Ben": 95, "Cy": 95, "Dee": 0}
    referee.enter(UNDER_WAY, HOST_TOKEN, "deal", put_in=everything, winners=["Cy"])
    assert referee.form(UNDER_WAY, HOST_TOKEN) == {"Dee": 10, "Cy": 5}
    referee.restart()
    assert referee.form(UNDER_WAY, HOST_TOKEN) == {"Dee": 10, "Cy": 5}


def test_a_match_begun_now_has_the_dead_button(referee: Referee) -> None:
    opened = referee.room.open_table("holdem", ["Ana", "Ben", "Cy", "Dee"], BLINDS)
    code = opened.code
    token = opened.host_token
    change(referee.room, code, referee.room.viewer(code, [token]), start, dealer="Dee")
    everything = {"Ana": 100, "Ben": 10, "Cy": 0, "Dee": 100}
    referee.enter(code, token, "deal", put_in=everything, winners=["Dee"])
    for _ in range(2):
        assert referee.form(code, token) == {"Ben": 5, "Cy": 10, "Dee": 0}
        referee.restart()


def test_people_at_an_old_match_may_fold_with_nothing_to_call(referee: Referee) -> None:
    referee.enter(UNDER_WAY, HOST_TOKEN, "depth")
    for seat in ("Dee", "Ben"):
        referee.enter(UNDER_WAY, HOST_TOKEN, "call", seat)
    referee.enter(UNDER_WAY, HOST_TOKEN, "fold", "Cy")
    referee.restart()
    [ruled] = referee.table(UNDER_WAY).view.rulings
    assert str(ruled.summary) == "Cy folds with nothing to call, which is binding"


@pytest.mark.parametrize("code", [UNDER_WAY, FINISHED])
def test_its_export_is_ruled_again_as_it_was(referee: Referee, code: str) -> None:
    exported = json.loads(match_document(referee.table(code), SPECTATOR))
    assert exported["game_version"] == "1"
    ruled, differences = rule_again(exported)
    assert (ruled, differences) == (len(exported["entries"]), ())

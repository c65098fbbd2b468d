"""The bench looks at a match after each entry: a changed state, and chance, show at
once.
"""

from pathlib import Path
from random import Random

import pytest

from referee.match.match import Match
from referee.plugin.discovery import beside, rulebook
from referee.plugin.loose_games import loose_points
from referee.plugin.reloading import Failure
from referee.testing.game_bench import GameBench
from referee.testing.played_match import PlayedMatch
from referee.testing.random_player import RandomPlayer

pytestmark = pytest.mark.usefixtures("imported_for_this_test_only")

BROKEN = Path(__file__).parent / "broken"
SOUND = Path(__file__).parents[1] / "toy_games/highest_card.py"
SEATS = ("Ana", "Ben")


def found_out(file: Path, entries: int) -> list[Failure]:
    """What a bench tells of the match of this game in which so many entries are made at
    random.
    """
    told: list[Failure] = []
    bench = GameBench(tell=told.append)
    with beside(*loose_points(file)):
        rules = rulebook("highest-card")
        table = PlayedMatch(
            Match.begin(rules, rules.read_setting(SEATS, None, {"target": 9}))
        )
        bench.inspect("TABLE", table.match, lambda: table.records)
        player = RandomPlayer(Random(1), SEATS)
        for _ in range(entries):
            history = table.match.history
            kind, seat, data = player.choose(history.prompts, history.scene.to_act)
            table.enter(kind, seat, **data)
            player.note(kind, seat, data, history.steps[-1].rulings)
            bench.inspect("TABLE", table.match, lambda: table.records)
        assert tuple(told) == bench.failures
    return told


def test_a_state_that_is_changed_is_told_after_the_first_entry() -> None:
    [failure] = found_out(BROKEN / "changes_its_state.py", 1)
    assert (
        failure.what
        == "accept: the state that it was given is not what it was: it was changed"
    )
    assert failure.where.startswith("tests/testing/broken/changes_its_state.py:")
    assert "frozen dataclass" in failure.instead


def test_chance_is_told_as_soon_as_it_has_decided_something() -> None:
    [failure] = found_out(BROKEN / "by_chance.py", 2)
    assert failure.what == (
        "reveal: folded from the log again, after 'lay', entry 2, something else "
        "comes of it"
    )
    assert "no chance" in failure.instead


def test_of_a_sound_game_nothing_is_told() -> None:
    assert found_out(SOUND, 8) == []

"""A table that quarrels puts entries right with other values, also where these depend on each other."""

from contextlib import suppress
from pathlib import Path

import pytest

from referee import Prompt, Random, hookimpl
from referee.plugin.loose_games import import_loose
from referee.plugin.rulebook import Rulebook
from referee.testing.checks.check_disputes import DisputeFuzzer
from referee.vocabulary.errors import RefereeError

pytestmark = pytest.mark.slow

SUMS = Path(__file__).parent / "broken" / "cannot_be_met.py"
"""A game in which two numbers have to come to 26."""


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object]:
    ours = random.randint(0, 26)
    return {"ours": ours, "theirs": 26 - ours}


def test_entries_are_put_right_with_other_values_that_fit() -> None:
    game = import_loose(SUMS)
    game.example = example  # type: ignore[attr-defined]  # which the game itself lacks
    table = DisputeFuzzer(Rulebook(game), 2, seed=1)
    for _ in range(6):
        table.play()
    entered = {entry.seq: entry.data for entry in table.match.entries}
    for _ in range(12):
        with suppress(RefereeError):
            table.correct()
    stands = {step.entry.seq: step.entry.data for step in table.match.history.steps}
    assert any(data != entered[seq] for seq, data in stands.items())

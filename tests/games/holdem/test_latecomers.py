"""A seat that is taken late changes nothing of what was played before, wherever it is."""

from dataclasses import replace
from random import Random

import pytest

from referee.match.history import replay
from referee.plugin.discovery import rulebook
from referee.testing.random_match import play_at_random

LATE = "Zoe"
SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_comes_out_as_it_was(seed: int) -> None:
    book = rulebook("holdem", ())
    match = play_at_random(book, 2 + seed % 5, seed, 40)
    assert match.fault is None
    before = match.history
    seats = [*before.setting.seats]
    seats.insert(Random(seed).randint(0, len(seats)), LATE)
    setting = replace(before.setting, seats=tuple(seats), late=(LATE,))
    entries = [step.entry for step in before.steps]
    after, unfit = replay(book, setting, entries)
    assert not unfit
    for was, now in zip(before.steps, after.steps, strict=True):
        summaries = [str(ruling.summary) for ruling in was.rulings]
        assert [str(ruling.summary) for ruling in now.rulings] == summaries
    scores = {each.seat: each.score for each in after.scene.standings}
    assert scores.pop(LATE) == 0
    assert scores == {each.seat: each.score for each in before.scene.standings}
    assert after.scene.to_act == before.scene.to_act

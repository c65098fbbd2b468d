"""A table that quarrels: rulings and refusals overruled at random, entries corrected, that undone and made again.

Whatever it decides, the match goes on, and its records give the same match,
whether they are folded again or exported and ruled again.
"""

import json
from collections.abc import Sequence

import pytest

from referee.match.earlier_entries import prompts_answered
from referee.match.export import document, rule_again, table_of_entries
from referee.match.log_entry import SPECTATOR
from referee.match.match import Match
from referee.match.record import Record
from referee.plugin.discovery import installed
from referee.plugin.rulebook import Rulebook
from referee.testing.court import HOST
from referee.testing.quarrel import Quarrel

pytestmark = pytest.mark.slow

TURNS = 60


def quarrelling(game: str, seed: int) -> Quarrel:
    rulebook = Rulebook(installed().games[game])
    return Quarrel.over(rulebook, 3 if 3 in rulebook.game.players else 2, seed)


def folded(court: Quarrel, records: Sequence[Record]) -> Match:
    return Match.from_records(court.match.history.rulebook, court.match.history.setting, records)


def folded_one_by_one(court: Quarrel, records: Sequence[Record]) -> Match:
    match = folded(court, ())
    for record in records:
        match.fold([record])
    return match


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", installed().games)
def test_a_quarrelling_table_plays_on(game: str, seed: int) -> None:
    court = quarrelling(game, seed)
    for _ in range(TURNS):
        court.turn()
        history = court.match.history
        scene = history.rulebook.scene(history.position.state)
        assert scene.finished or any(not prompt.optional for prompt in history.prompts)
        assert all(zone.count >= len(zone.cards or ()) for zone in scene.zones)
    assert court.match.disputes
    assert rule_again(json.loads(document(court.match, HOST, "CODE")))[1] == ()
    assert table_of_entries(court.match, SPECTATOR)
    numbers = {step.entry.seq for step in history.steps}
    assert prompts_answered(court.match, numbers).keys() == numbers


def check_folded_at_once(game: str, seed: int) -> None:
    court = quarrelling(game, seed)
    for _ in range(TURNS):
        court.turn()
    records = court.records
    assert court.match.history.opened_at == court.opened_at
    assert folded(court, records) == court.match
    for length in court.rng.sample(range(len(records)), 3):
        some = records[:length]
        slowly = folded_one_by_one(court, some)
        assert folded(court, some) == slowly
        ahead = folded(court, some[: length // 2])
        ahead.fold(some[length // 2 :])
        assert ahead == slowly


@pytest.mark.parametrize("game", installed().games)
def test_a_match_folded_at_once_is_the_one_that_was_replayed_for_each_correction(game: str) -> None:
    for seed in range(2):
        check_folded_at_once(game, seed)


@pytest.mark.parametrize("seed", range(2, 10))
@pytest.mark.parametrize("game", installed().games)
def test_many_matches_folded_at_once(game: str, seed: int) -> None:
    check_folded_at_once(game, seed)

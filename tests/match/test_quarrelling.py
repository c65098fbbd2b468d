"""A table that quarrels: rulings and refusals overruled at random, entries corrected,
that undone and made again.

Whatever it decides, the match goes on, and its records give the same match,
whether they are folded again or exported and ruled again.
"""

import json
from collections.abc import Sequence

import pytest

from referee.match.log_entry import LogEntry, Record
from referee.match.match import Match
from referee.match.showing.export import document, rule_again
from referee.match.showing.round_table import round_table
from referee.match.trying.earlier_entries import prompts_answered
from referee.match.viewer import Viewer
from referee.plugin.discovery import installed
from referee.plugin.rulebook import Rulebook
from referee.testing.checks.check_disputes import DisputeFuzzer

pytestmark = pytest.mark.slow

TURNS = 60
WITH_SECRETS = ("faj", "four-aces", "jizara", "slapjack")
"""Games with secrets or races: there corrections open what was sealed, and close it
again.
"""


def quarrelling(game: str, seed: int) -> DisputeFuzzer:
    rulebook = Rulebook(installed().games[game])
    return DisputeFuzzer(
        rulebook, 3 if 3 in rulebook.game.players else min(rulebook.game.players), seed
    )


def folded(match: Match, records: Sequence[Record]) -> Match:
    return Match.from_records(match.history.rulebook, match.history.setting, records)


def folded_one_by_one(
    match: Match, records: Sequence[Record]
) -> tuple[Match, dict[int, int]]:
    """The match, and by which record each entry was opened, as whoever watched all the
    time has seen it.
    """
    watched = folded(match, ())
    opened_at = dict[int, int]()
    for record in records:
        watched.fold([record])
        for seq in watched.history.open_to_all:
            opened_at.setdefault(seq, record.seq)
    return watched, opened_at


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", installed().games)
def test_a_quarrelling_table_plays_on(game: str, seed: int) -> None:
    table = quarrelling(game, seed)
    for _ in range(TURNS):
        table.take_turn()
        history = table.match.history
        scene = history.rulebook.scene(history.position.state)
        assert scene.finished or any(not prompt.optional for prompt in history.prompts)
        assert all(zone.count >= len(zone.cards or ()) for zone in scene.zones)
    assert table.match.disputes
    assert (
        rule_again(
            json.loads(document(table.match, Viewer("Player 1", host=True), "CODE"))
        )[1]
        == ()
    )
    assert round_table(table.match)
    numbers = {step.entry.seq for step in history.steps}
    assert prompts_answered(table.match, numbers).keys() == numbers


def check_folded_at_once(game: str, seed: int) -> None:
    table = quarrelling(game, seed)
    for _ in range(TURNS):
        table.take_turn()
    match = table.match
    records = table.table.records
    assert folded(match, records) == match
    watched, opened_at = folded_one_by_one(match, records)
    assert watched == match
    assert match.history.opened_at == opened_at
    for length in table.rng.sample(range(len(records)), 3):
        some = records[:length]
        slowly, _ = folded_one_by_one(match, some)
        assert folded(match, some) == slowly
        ahead = folded(match, some[: length // 2])
        ahead.fold(some[length // 2 :])
        assert ahead == slowly


@pytest.mark.parametrize("game", installed().games)
def test_a_match_folded_at_once_is_the_one_that_was_replayed_for_each_correction(
    game: str,
) -> None:
    for seed in range(2):
        check_folded_at_once(game, seed)


@pytest.mark.parametrize("seed", range(2, 10))
@pytest.mark.parametrize("game", WITH_SECRETS)
def test_many_matches_folded_at_once(game: str, seed: int) -> None:
    check_folded_at_once(game, seed)


class Stopping(DisputeFuzzer):
    """A table that also ends its match now and then, and thinks better of it."""

    ended = 0

    def take_turn(self) -> None:
        if not self.match.history.scene.finished and self.rng.random() < 0.1:
            self.table.enter("stop", by=None)
            self.ended += 1
        elif self.match.history.stop is not None and self.rng.random() < 0.3:
            self.table.strike(self.match.history.stop.entry.seq)
        else:
            super().take_turn()

    def _other_data(self, entry: LogEntry) -> dict[str, object] | None:
        return {} if entry.kind == "stop" else super()._other_data(entry)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", installed().games)
def test_so_is_one_that_was_ended_early_and_went_on(game: str, seed: int) -> None:
    rulebook = Rulebook(installed().games[game])
    table = Stopping(
        rulebook, 3 if 3 in rulebook.game.players else min(rulebook.game.players), seed
    )
    for _ in range(2 * TURNS):
        was_open = {*table.match.history.open_to_all}
        had_ended = table.match.history.stop is not None
        table.take_turn()
        history = table.match.history
        if history.stop is not None:
            assert not history.prompts
            assert history.scene.finished
            waited = {held.entry.seq for held in history.stop.before.sealed}
            assert not waited & history.open_to_all - was_open, (
                "what waited was revealed"
            )
        elif had_ended:
            assert not history.position.sealed, "what waited counts again"
    assert table.ended or len(table.match.entries) < TURNS
    match = table.match
    records = table.table.records
    assert folded(match, records) == match
    watched, opened_at = folded_one_by_one(match, records)
    assert watched == match
    assert match.history.opened_at == opened_at
    assert (
        rule_again(json.loads(document(match, Viewer("Player 1", host=True), "CODE")))[
            1
        ]
        == ()
    )

"""A table that quarrels: rulings and refusals overruled at random, entries corrected, that undone and made again.

Whatever it decides, the match goes on, and its records give the same match,
whether they are folded again or exported and ruled again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.match.corrections import Change
from referee.match.disputes import open_dispute
from referee.match.export import document, ruled_again, table_of_entries
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import SPECTATOR, LogEntry
from referee.match.match import Match
from referee.match.past_prompts import answered
from referee.match.record import Record
from referee.match.revisions import try_undo
from referee.plugin.discovery import installed
from referee.testing.random_play import RandomPlayer
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable
from tests.court import HOST, NUMBERS, Court, made

TURNS = 60


class Quarrel(Court):
    """A match whose table is of many minds."""

    rng: Random
    player: RandomPlayer
    opened_at: dict[int, int]
    """By which record each entry was opened, as whoever watched all the time has seen it."""

    @property
    def seats(self) -> tuple[str, ...]:
        return self.match.history.setting.seats

    def follow(self, records: Sequence[Record]) -> None:
        for record in records:
            super().follow([record])
            for seq in self.match.history.open_to_all:
                self.opened_at.setdefault(seq, record.seq)

    def play(self) -> None:
        prompts = jsonable(self.match.history.position.prompts)
        if not prompts:
            return
        to_act = self.match.history.rulebook.scene(self.match.history.position.state).to_act
        kind, seat, data = self.player.choose(prompts, to_act)
        prompt = next(one for one in prompts if one["kind"] == kind)
        tosses = {one["name"]: one["choices"][0] for one in prompt["fields"] if one["type"] == "toss"}
        data = {name: tosses.get(name, value) for name, value in data.items()}
        entry = replace(made(kind, seat if prompt["own"] else None, data), seq=self.match.seq + 1, by=None, host=True)
        try:
            self.enter(entry)
        except RefusedMoveError as refused:
            self.overrule_refusal(entry, jsonable(refused.ruling.verdict))
        else:
            self.player.note(kind, seat, data, self.match.history.steps[-1].rulings)

    def overrule_refusal(self, entry: LogEntry, verdict: dict[str, Any]) -> None:
        dispute = self.question_refused(entry)
        legal = {"legal": True} if "legal" in verdict else {}
        try:
            self.settle(dispute, "overruled", verdict=legal)
        except RefereeError as error:
            assert error.status < 500, error
            self.settle(dispute, "overruled")

    def quarrel(self) -> None:
        ruled = [step for step in self.match.history.steps if step.rulings]
        ruled = [step for step in ruled if step.entry.seq in self.match.history.open_to_all]
        if not ruled:
            return
        step = self.rng.choice(ruled[-5:])
        place = self.rng.randrange(len(step.rulings))
        verdict = jsonable(step.rulings[place].verdict)
        name = self.rng.choice(list(verdict))
        dispute = self.question(step.entry.seq, place)
        try:
            self.settle(dispute, "overruled", verdict={name: self.otherwise(verdict[name])}, drop_unfit=True)
        except RefereeError as error:
            assert error.status < 500, error
            self.settle(dispute, self.rng.choice(("overruled", "upheld")))

    def otherwise(self, value: Any) -> Any:
        """Something else of about the same shape."""
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + self.rng.choice((-1, 1))
        if isinstance(value, list):
            return self.rng.choice(([], value[1:], [*value, "JH"], [*value, self.rng.choice(self.seats)]))
        if isinstance(value, dict):
            return {name: self.otherwise(inner) for name, inner in value.items()}
        return self.rng.choice((None, "JH", *self.seats))

    def put_right(self) -> None:
        entry = self.rng.choice(self.match.entries[-8:])
        data = self.rng.choice((None, dict(entry.data)))
        self.correct(Change(entry.seq, data), drop_unfit=True)

    def think_again(self) -> None:
        one = self.rng.choice([one for one in self.match.corrections if one.changes])
        id = f"u{next(NUMBERS)}"
        self.revise(try_undo(self.match, HOST, id, 1.0, one.id, redo=one.undone, drop_unfit=True))

    def turn(self) -> None:
        may = [self.play] * 12 + [self.quarrel] * 3
        may += [self.put_right] if self.match.entries else []
        may += [self.think_again] if any(one.changes for one in self.match.corrections) else []
        try:
            self.rng.choice(may)()
        except RefereeError as error:
            assert error.status < 500, error
            assert open_dispute(self.match.disputes) is None


def quarrelling(game: str, seed: int) -> Quarrel:
    module = installed().games[game]
    court = Quarrel.of(module, "Ana", "Ben", *(("Cy",) if 3 in module.describe_game().players else ()))
    court.rng, court.opened_at = Random(seed), {}
    court.player = RandomPlayer(court.rng, court.seats)
    return court


def folded(court: Quarrel, records: Sequence[Record]) -> Match:
    return Match.folded(court.match.history.rulebook, court.match.history.setting, records)


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
        assert scene.finished or any(not prompt.optional for prompt in history.position.prompts)
        assert all(zone.count >= len(zone.cards or ()) for zone in scene.zones)
    assert court.match.disputes
    assert ruled_again(json.loads(json.dumps(document(court.match, HOST, "CODE"))))[1] == ()
    assert table_of_entries(court.match, SPECTATOR)
    assert set(answered(court.match)) >= {step.entry.seq for step in history.steps}


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


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 60))
@pytest.mark.parametrize("game", installed().games)
def test_many_matches_folded_at_once(game: str, seed: int) -> None:
    check_folded_at_once(game, seed)

"""A table that quarrels: rulings and refusals overruled at random, entries corrected, that undone and made again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from referee.match.corrections import Change
from referee.match.disputes import open_dispute
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import LogEntry, Viewer
from referee.match.match import Match
from referee.match.record import Record
from referee.match.revisions import try_undo
from referee.plugin.rulebook import Rulebook
from referee.testing.court import HOST, NUMBERS, Court, made
from referee.testing.random_match import data_for, drawn_options, example_of
from referee.testing.random_play import RandomPlayer
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable

NAMES = ("Ana", "Ben", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lea")
"""Those who quarrel: Ana is the host. Where a game needs more, they are numbered."""


class Quarrel(Court):
    """A match whose table is of many minds.

    `opened_at` says by which record each entry was opened, as whoever watched all the time has seen it.
    """

    def __init__(self, match: Match, seed: int) -> None:
        super().__init__(match)
        self.rng = Random(seed)  # noqa: S311  # nothing secret
        self.player = RandomPlayer(self.rng, self.seats, self._example, match.history.rulebook.game.deck)
        self.opened_at: dict[int, int] = {}
        self.asker = Viewer(self.seats[-1], host=len(self.seats) == 1)

    @classmethod
    def over(cls, rulebook: Rulebook, players: int, seed: int) -> Quarrel:
        """A match of this many players that has just begun; the same seed goes the same way."""
        seats = [*NAMES, *(f"Player {n}" for n in range(len(NAMES) + 1, players + 1))][:players]
        return cls(Match.begin(rulebook, rulebook.setting(seats, None, drawn_options(rulebook, seed))), seed)

    def _example(self, kind: str, seat: str) -> Mapping[str, object] | None:
        return example_of(self.match.history, self.rng, kind, seat)

    @property
    def seats(self) -> tuple[str, ...]:
        """Those at the table."""
        return self.match.history.setting.seats

    def follow(self, records: Sequence[Record]) -> None:
        """Make these records part of the match, one after the other."""
        for record in records:
            super().follow([record])
            for seq in self.match.history.open_to_all:
                self.opened_at.setdefault(seq, record.seq)

    def play(self) -> None:
        """Enter something at random; a refusal is overruled."""
        prompts = jsonable(self.match.history.prompts)
        if not prompts:
            return
        to_act = self.match.history.scene_in(self.match.history.position).to_act
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
        """Let pass what the rules forbid, if the game can go on from there."""
        dispute = self.question_refused(entry, self.asker)
        legal = {"legal": True} if "legal" in verdict else {}
        try:
            self.settle(dispute, "overruled", verdict=legal)
        except RefereeError as error:
            _is_no_fault(error)
            self.settle(dispute, "overruled")

    def quarrel(self) -> None:
        """Question one of the last rulings, and decide otherwise."""
        ruled = [step for step in self.match.history.steps if step.rulings]
        ruled = [step for step in ruled if step.entry.seq in self.match.history.open_to_all]
        if not ruled:
            return
        step = self.rng.choice(ruled[-5:])
        place = self.rng.randrange(len(step.rulings))
        verdict = jsonable(step.rulings[place].verdict)
        dispute = self.question(step.entry.seq, place, self.asker)
        if not verdict:
            self.settle(dispute, "upheld")
            return
        name = self.rng.choice(list(verdict))
        try:
            self.settle(dispute, "overruled", verdict={name: self.otherwise(verdict[name])}, drop_unfit=True)
        except RefereeError as error:
            _is_no_fault(error)
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
        """Strike one of the last entries, enter it again as it was, or with something else."""
        entry = self.rng.choice(self.match.entries[-8:])
        data = self.rng.choice((None, dict(entry.data), self._something_else(entry)))
        self.correct(Change(entry.seq, data), drop_unfit=True)

    def _something_else(self, entry: LogEntry) -> dict[str, object] | None:
        """What else might have been entered, with tosses as they came out; None where it does not count."""
        history = self.match.history
        if (step := history.step(entry.seq)) is None:
            return None
        data = data_for(history.prompt_of(step), entry.seat, history, self.rng)
        return {name: entry.data.get(name) if value is None else value for name, value in data.items()}

    def think_again(self) -> None:
        """Undo a correction, or redo it."""
        one = self.rng.choice([one for one in self.match.corrections if one.changes])
        id = f"u{next(NUMBERS)}"
        self.revise(try_undo(self.match, HOST, id, 1.0, one.id, redo=one.undone, drop_unfit=True))

    def turn(self) -> None:
        """Do one of these things; GameFaultError where the game fails over it."""
        may = [self.play] * 12 + [self.quarrel] * 3
        may += [self.put_right] if self.match.entries else []
        may += [self.think_again] if any(one.changes for one in self.match.corrections) else []
        try:
            self.rng.choice(may)()
        except RefereeError as error:
            _is_no_fault(error)
            if (left := open_dispute(self.match.disputes)) is not None:
                raise AssertionError(f"nobody could settle {left}") from error


def _is_no_fault(error: RefereeError) -> None:
    if error.status >= 500:
        raise error

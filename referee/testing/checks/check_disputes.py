"""The check of disputes and corrections: a match goes on, and replays equally."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.match.changes import Change, Edit
from referee.match.disputes import ResolvedAs
from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.trying.correcting import try_undo
from referee.match.trying.record_head import RecordHead
from referee.match.viewer import Viewer
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.flaw import Flaws
from referee.testing.played_match import PlayedMatch
from referee.testing.random_match import data_for, example_of, name_players
from referee.testing.random_options import draw_options
from referee.testing.random_player import RandomPlayer
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable

TURNS = 60

GOES_ON = (
    "A table may question every ruling and correct every entry: it goes on from what "
    "it decides."
)


def flaws(game: CheckedGame) -> Flaws:
    """Yield the first failing table's flaws, of one for each number of players."""
    for seed, players in enumerate(game.rulebook.game.players):
        flaws = list(_check_table(game, players, seed))
        if flaws:
            yield from flaws
            return


def _check_table(game: CheckedGame, players: int, seed: int) -> Flaws:
    try:
        fuzzer = DisputeFuzzer(game.rulebook, players, seed)
        for _ in range(TURNS):
            fuzzer.take_turn()
            yield from _check_goes_on(game, fuzzer.match)
        match = fuzzer.match
        records = fuzzer.table.records
        again = Match.from_records(game.rulebook, match.history.setting, records)
        is_same = again == match
    except GameFaultError as fault:
        yield game.flaw_of(fault)
        return
    except AssertionError:
        is_same = False
    if not is_same:
        what = (
            "After disputes and corrections, the records folded again come to another "
            "match."
        )
        why = "A match is loaded from its records."
        instead = (
            "Let states be equal where they hold the same, frozen dataclasses of "
            "tuples, and each hook go by its arguments alone."
        )
        yield game.flaw_at("accept", what, why, instead)


def _check_goes_on(game: CheckedGame, match: Match) -> Flaws:
    scene = match.history.scene
    if _goes_on(match.history):
        return
    if not all(_goes_on(played.history) for played in game.matches):
        return  # told with the matches that nobody disputed
    what = (
        f"After what the table decided, in the phase {scene.phase!r} nothing has to be "
        "entered."
    )
    instead = "Go on from what `ask` said, and work nothing out a second time."
    yield game.flaw_at("prompts", what, GOES_ON, instead, scene.phase)


def _goes_on(history: History) -> bool:
    """Return whether a match is over, or asks for an entry."""
    is_asking = any(not prompt.optional for prompt in history.prompts)
    return is_asking or history.scene.finished


class DisputeFuzzer:
    """A match whose table plays and quarrels at random, the same for a seed."""

    def __init__(self, rulebook: Rulebook, players: int, seed: int) -> None:
        self.seats = name_players(players)
        options = draw_options(rulebook, seed, len(self.seats))
        setting = rulebook.read_setting(self.seats, None, options)
        self.table = PlayedMatch(Match.begin(rulebook, setting))
        self.rng = Random(seed)  # nothing secret  # noqa: S311
        self.player = RandomPlayer(
            self.rng,
            self.seats,
            lambda prompt, seat: example_of(self.match.history, self.rng, prompt, seat),
            rulebook.game.deck,
        )
        self.host = Viewer(self.seats[0], host=True)
        self.asker = Viewer(self.seats[-1], host=players == 1)

    @property
    def match(self) -> Match:
        """Return the current match."""
        return self.table.match

    def take_turn(self) -> None:
        """Play, dispute, correct, undo or redo.

        Raise GameFaultError if the game fails at it.
        """
        turns = [self.play] * 12 + [self.quarrel] * 3
        if self.match.entries:
            turns.append(self.correct)
        if self._corrections():
            turns.append(self.undo_or_redo)
        try:
            self.rng.choice(turns)()
        except RefereeError as error:
            _raise_fault(error)
            dispute = self.match.current_dispute
            if dispute is not None:
                raise AssertionError(f"nobody could settle {dispute}") from error

    def play(self) -> None:
        """Make a random entry; overrule a refusal."""
        history = self.match.history
        prompts = history.prompts
        if not prompts:
            return
        kind, seat, data = self.player.choose(prompts, history.scene.to_act)
        [prompt, *_] = [prompt for prompt in prompts if prompt.kind == kind]
        for field in prompt.fields:
            if field.type == "toss" and field.name in data:
                data[field.name] = field.words[0]
        whose = seat if prompt.own else None
        entry = self.table.draft_entry(kind, whose, None, data)
        try:
            step = self.table.add_entry(entry)
        except RefusedMoveError as refused:
            verdict = jsonable(refused.ruling.verdict)
            dispute = self.table.dispute_refused(entry, self.asker)
            legal = {"legal": True} if "legal" in verdict else {}
            try:
                self.table.settle(dispute, "overruled", self.host, verdict=legal)
            except RefereeError as error:
                _raise_fault(error)
                self.table.settle(dispute, "overruled", self.host)
        else:
            self.player.note(kind, seat, data, step.rulings)

    def quarrel(self) -> None:
        """Question a recent ruling and overrule it."""
        history = self.match.history
        ruled = []
        for step in history.steps:
            if step.rulings and step.entry.seq in history.open_to_all:
                ruled.append(step)
        if not ruled:
            return
        step = self.rng.choice(ruled[-5:])
        index = self.rng.randrange(len(step.rulings))
        verdict = jsonable(step.rulings[index].verdict)
        dispute = self.table.dispute_ruling(step.entry.seq, index, self.asker)
        if not verdict:
            self.table.settle(dispute, "upheld", self.host)
            return
        name = self.rng.choice(list(verdict))
        decided = {name: self._something_else(verdict[name])}
        try:
            self.table.settle(
                dispute, "overruled", self.host, verdict=decided, drop_unfit=True
            )
        except RefereeError as error:
            _raise_fault(error)
            self._settle_without_verdict(dispute)

    def _settle_without_verdict(self, dispute: str) -> None:
        choices: tuple[ResolvedAs, ...] = ("overruled", "upheld")
        try:
            self.table.settle(dispute, self.rng.choice(choices), self.host)
        except RefereeError as error:
            _raise_fault(error)
            # The table's earlier verdict on this ruling may no longer fit.
            self.table.settle(dispute, "upheld", self.host)

    def _something_else(self, value: Any) -> Any:
        """Return a different value of about the same shape."""
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + self.rng.choice((-1, 1))
        if isinstance(value, list):
            return self.rng.choice(
                ([], value[1:], [*value, "JH"], [*value, self.rng.choice(self.seats)])
            )
        if isinstance(value, dict):
            return {name: self._something_else(inner) for name, inner in value.items()}
        return self.rng.choice((None, "JH", *self.seats))

    def correct(self) -> None:
        """Strike a recent entry, or enter it again, unchanged or changed."""
        entry = self.rng.choice(self.match.entries[-8:])
        data = self.rng.choice((None, dict(entry.data), self._other_data(entry)))
        self.table.revise_entry(Edit(entry.seq, data), True, self.host)

    def _other_data(self, entry: LogEntry) -> dict[str, object] | None:
        """Return other data for an entry, with its tosses; None if they don't count."""
        history = self.match.history
        step = history.step(entry.seq)
        if step is None:
            return None
        prompt = history.prompt_of(step)
        state = step.before.state
        data = data_for(prompt, entry.seat, history, self.rng, state)
        for name, value in data.items():
            if value is None:
                data[name] = entry.data.get(name)
        return data

    def _corrections(self) -> list[Change]:
        return [change for change in self.match.changes if change.edits]

    def undo_or_redo(self) -> None:
        """Undo or redo a correction."""
        target = self.rng.choice(self._corrections())
        redo = self.match.is_undone(target)
        id = self.table.next_id()
        self.table.revise(
            try_undo(
                RecordHead(self.match, self.host, id, 0.0),
                target.id,
                redo,
                drop_unfit=True,
            )
        )


def _raise_fault(error: RefereeError) -> None:
    if error.status >= 500:
        raise error

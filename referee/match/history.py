"""A match's history, folded entry by entry or from a whole log."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from operator import attrgetter
from types import MappingProxyType
from typing import TypeVar

from referee.match.log_entry import LogEntry
from referee.match.taking.entry_reading import (
    NotOpenError,
    is_in_own_words,
    open_prompt,
    prompt_met,
    read_strictly,
    seats_answering,
    seats_named,
)
from referee.match.taking.entry_step import EntryStep, Overrule, Overrules
from referee.match.taking.entry_taker import EntryTaker, Knows, RefusedMoveError
from referee.match.taking.parts import own_fields
from referee.match.taking.position import Position, WaitingEntry
from referee.match.taking.stopping import take_stop
from referee.plugin.rulebook import Rulebook, blaming_large_numbers
from referee.vocabulary.errors import NotYoursError, WrongFieldsError
from referee.vocabulary.game import Setting
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import STOP, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.view import Scene

AskedAfter = Mapping[int, int | None]
"""By number of a sealed entry, the entry after which it was asked for.

None: it answers no question any more, so it does not count.
"""


@dataclass(slots=True)
class History:
    """A match folded so far. A step costs the same at any length."""

    rulebook: Rulebook
    setting: Setting
    position: Position
    steps: list[EntryStep] = field(default_factory=list)
    open_to_all: set[int] = field(default_factory=set)
    """The numbers of the entries that everybody may read."""
    opened_at: dict[int, int] = field(default_factory=dict)
    """By number, the record that opened each entry; earlier data stay secret."""
    answers_of: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many public entries answered each seat's own questions: those that were
    needed under "", others by kind.
    """
    table_answers: Counter[str] = field(default_factory=Counter)
    """How many public entries answered the table's questions, by kind."""
    deals_anew: int = 0
    """How often a deal began anew."""
    latest: tuple[Ruling, ...] = ()
    """The latest public rulings."""
    finish: PhotoFinish | None = None
    """The finish of the race in their entry."""
    latest_seq: int = 0
    """The number of their entry."""
    overrules: Overrules = field(default_factory=dict)
    """The table's overrules, by entry number."""
    _latest_scene: tuple[object, Scene] | None = field(
        default=None, compare=False, repr=False
    )
    """The latest scene. With it a trick of four takes 142 ms, without it 159."""

    @classmethod
    def begin(
        cls,
        rulebook: Rulebook,
        setting: Setting,
        overrules: Overrules | None = None,
    ) -> History:
        """Return the history of a match without entries."""
        state = rulebook.begin(setting)
        position = Position(state, rulebook.prompts(state, setting.seats))
        return cls(rulebook, setting, position, overrules=overrules or {})

    @property
    def new_version(self) -> str:
        """Return the game's version for a new entry; empty if it is the match's."""
        now = self.rulebook.game.version
        return "" if self.setting.version in ("", now) else now

    @property
    def began(self) -> Position:
        """Return the position in which the match began."""
        if not self.steps:
            return self.position
        return self.steps[0].before

    @property
    def positions(self) -> list[Position]:
        """Return all positions, in order."""
        return [self.began, *(step.after for step in self.steps)]

    def step(self, seq: int | None) -> EntryStep | None:
        """Return the step of the entry with this number; None if struck or unfit."""
        if seq is None:
            return None
        index = self._index_of(seq)
        if index == len(self.steps) or self.steps[index].entry.seq != seq:
            return None
        return self.steps[index]

    def position_at(self, seq: int) -> Position:
        """Return the position at the turn of entry `seq`, struck or not."""
        index = self._index_of(seq)
        if index == len(self.steps):
            return self.position
        return self.steps[index].before

    def steps_to_decide(self, seq: int) -> list[EntryStep]:
        """Return the steps from that of entry `seq` to the one that ruled on it.

        They differ if it waited. There are none if it is struck.
        """
        steps = []
        if self.step(seq) is not None:
            for step in self.steps[self._index_of(seq) :]:
                steps.append(step)
                if seq not in step.after.waiting_numbers:
                    break
        return steps

    def steps_after(self, seq: int) -> list[EntryStep]:
        """Return the steps of the entries after this number."""
        return self.steps[self._index_of(seq + 1) :]

    def _index_of(self, seq: int) -> int:
        """Return the index of the first step with this number or a later one."""
        return bisect_left(self.steps, seq, key=attrgetter("entry.seq"))

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """Return the prompts that are open now."""
        return self.position.prompts

    @property
    def stop(self) -> EntryStep | None:
        """Return the step by which the host ended the match early, or None."""
        if self.position.ended_early is None:
            return None
        return self.steps[-1]

    @property
    def scene(self) -> Scene:
        """Return the current scene, with awaited seats."""
        return self.position.with_awaited(self.scene_in(self.position))

    def scene_in(self, position: Position) -> Scene:
        """Return the scene of one of the match's positions, as the game shows it.

        The game is asked once for all viewers. New entries were checked to be showable
        when made, but loading a log does not repeat that: if an upgraded game fails to
        show a position, this raises GameFaultError.
        """
        state = position.state
        latest = self._latest_scene
        if latest is None or latest[0] is not state:
            latest = (state, self.rulebook.scene(state, self.setting.seats))
            self._latest_scene = latest
        scene = latest[1]
        if position.ended_early is None:
            return scene
        return position.ended_early.end(scene)

    def prompt_of(self, step: EntryStep) -> Prompt:
        """Return the prompt that an entry of the match answered."""
        prompt, _ = open_prompt(step.before.answerable, step.entry)
        return prompt

    def question(self, prompt: Prompt, seat: str | None) -> tuple[object, ...]:
        """Return the identity of what a prompt asks this seat; None: the table.

        It is the same while the round and the number of standing answers are, and no
        deal began anew, whatever others enter. People's own words are asked all along.
        """
        if is_in_own_words(prompt):
            return (prompt.kind,)
        named: tuple[object, ...]
        if seat is not None:
            index = self.setting.seats.index(seat)
            count = self.answers_of[_counted_as(prompt), seat]
            named = (prompt.kind, prompt.again, index, count)
        elif own_fields(prompt):
            # What is the table's beside the parts of one trick is asked with them.
            named = (prompt.kind, str(prompt.title))
        else:
            named = (prompt.kind, self.table_answers[prompt.kind])
        return *named, self.scene.round, self.deals_anew

    def answers_in(self, step: EntryStep) -> Iterator[tuple[str, str]]:
        """Yield each seat that a step openly answered for, after `_counted_as`."""
        entries = [waiting.entry for waiting in step.before.waiting]
        for entry in (*entries, step.entry):
            prompt = prompt_met(step.before.open_prompts, entry)
            if entry.seq in step.opens and prompt is not None:
                for seat in seats_answering(prompt, entry):
                    yield _counted_as(prompt), seat

    def take_logged(self, position: Position, entry: LogEntry) -> EntryStep:
        """Return the step of this log entry here; raise as `EntryTaker.take`."""
        overrules = self.overrules.get(entry.seq, ())
        taker = EntryTaker(self.rulebook, self.setting, position)
        if entry.kind == STOP:
            earlier = self._positions_before(entry.seq)
            return take_stop(taker, entry, earlier, overrules)
        return taker.take(entry, overrules)

    def take_new(
        self,
        position: Position,
        entry: LogEntry,
        overrules: Sequence[Overrule] = (),
        knows: Knows | None = None,
        beside: Sequence[EntryStep] = (),
    ) -> EntryStep:
        """Return the step of a new entry here; raise as `EntryTaker.take`.

        `beside` are the steps of entries sent with it before it. The new position is
        checked to be showable.
        """
        taker = EntryTaker(self.rulebook, self.setting, position, knows)
        if entry.kind == STOP:
            earlier = self._positions_before(entry.seq, beside)
            return take_stop(taker, entry, earlier, overrules)
        with blaming_large_numbers(self._numbers_before(position, entry)):
            step = taker.take(entry, overrules, is_new=True)
            self.scene_in(step.after)
        return step

    def _numbers_before(self, position: Position, entry: LogEntry) -> Iterator[object]:
        """Yield sources of a new entry's numbers: its data, waiting entries, scores."""
        yield entry.data
        for waiting in position.waiting:
            yield waiting.entry.data
        for standing in self.scene_in(position).standings:
            yield standing.score

    def _positions_before(
        self, seq: int, beside: Sequence[EntryStep] = ()
    ) -> Iterator[Position]:
        """Yield the positions before the entry with this number, latest first."""
        for step in (*reversed(beside), *reversed(self.steps)):
            if step.entry.seq < seq:
                yield step.after
        yield self.began

    def reseal(self, new: LogEntry, knows: Knows) -> LogEntry:
        """Return a sealed entry with other data; raise as `EntryTaker.check`."""
        others = self.position.without_entry(new.seq)
        return EntryTaker(self.rulebook, self.setting, others, knows).check(new)

    def with_entry(self, position: Position, entry: LogEntry) -> Position:
        """Return the position with a new waiting entry; unchanged for nonsense."""
        try:
            prompt, entry = open_prompt(position.prompts, entry)
            entry = read_strictly(self, prompt, entry)
        except (NotOpenError, WrongFieldsError):
            return position
        return position.with_entry(WaitingEntry(entry, seats_named(prompt, entry)))

    def copy(self) -> History:
        """Return a copy that later entries to this one do not change."""
        return replace(
            self,
            steps=[*self.steps],
            open_to_all={*self.open_to_all},
            opened_at={**self.opened_at},
            answers_of=self.answers_of.copy(),
            table_answers=self.table_answers.copy(),
        )

    def add(self, step: EntryStep) -> None:
        """Add the step of a tried entry."""
        entry = step.entry
        seq = step.entry.seq
        self.steps.append(step)
        self.position = step.after
        self.open_to_all.update(step.opens)
        for opened in step.opens:
            self.opened_at.setdefault(opened, seq)
        answers = [*self.answers_in(step)]
        self.answers_of.update(answers)
        if seq in step.opens and not answers:
            self.table_answers[entry.kind] += 1
        self.deals_anew += step.before.begins_anew(entry)
        if step.rulings and seq in self.open_to_all:
            self.latest = step.rulings
            self.latest_seq = seq
            self.finish = entry.finish


def _counted_as(prompt: Prompt) -> str:
    """Return the name under which answers count: an optional prompt's kind, or ""."""
    return prompt.kind if prompt.optional else ""


@dataclass(frozen=True, slots=True)
class Unfit:
    """An entry that does not fit, and the reason."""

    entry: LogEntry
    why: Text

    @property
    def seq(self) -> int:
        """Return the number of the entry."""
        return self.entry.seq


def fit(history: History, entry: LogEntry) -> EntryStep | Unfit:
    """Return an entry's step after this history, or why it does not fit."""
    return try_to_fit(entry, lambda: history.take_logged(history.position, entry))


_NOT_ASKED = say("The game no longer asks for this there.")

T = TypeVar("T")


def try_to_fit(entry: LogEntry, make: Callable[[], T]) -> T | Unfit:
    """Return an entry's step, or why it does not fit."""
    try:
        return make()
    except NotOpenError:
        return Unfit(entry, _NOT_ASKED)
    except NotYoursError:
        return Unfit(entry, say("This entry is for another seat."))
    except RefusedMoveError as error:
        why = error.message
        if error.ruling.because:
            reason = error.ruling.because[0].text
            why = say("{what}. {why}", what=why, why=reason)
        return Unfit(entry, why)
    except WrongFieldsError as error:
        return Unfit(entry, error.message)


def replay(
    rulebook: Rulebook,
    setting: Setting,
    entries: Iterable[LogEntry],
    overrules: Overrules | None = None,
    asked_after: AskedAfter = MappingProxyType({}),
    known: Sequence[EntryStep] = (),
) -> tuple[History, tuple[Unfit, ...]]:
    """Return the history of a whole log, and the entries that do not fit.

    An entry in `asked_after` is not public. It fits only a secret question that is
    asked after the same entry as before. `known` are steps to keep for the first
    entries. Only the last position is checked to be showable.
    """
    history = History.begin(rulebook, setting, overrules)
    for step in known:
        history.add(step)
    unfit = []
    for entry in islice(entries, len(known), None):
        fitted: EntryStep | Unfit = Unfit(entry, _NOT_ASKED)
        if entry.seq not in asked_after or _is_open_since(
            asked_after[entry.seq], history.position, entry
        ):
            fitted = fit(history, entry)
        if isinstance(fitted, Unfit):
            unfit.append(fitted)
        else:
            history.add(fitted)
    history.scene_in(history.position)
    return history, tuple(unfit)


def _is_open_since(seq: int | None, position: Position, entry: LogEntry) -> bool:
    """Return whether a sealed entry still answers the prompt that it was sealed for.

    That prompt was asked for after the entry `seq`; None stands for a prompt that is
    gone for good.
    """
    if not position.asks_in_secret(entry.kind):
        return False
    prompt = prompt_met(position.prompts, entry)
    return prompt is not None and prompt.secret and position.since == seq

"""A match folded so far, and a whole log folded from its start."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from types import MappingProxyType
from typing import TypeVar

from referee.match.entry_reading import (
    NotOpenError,
    canonical_entry,
    is_in_own_words,
    open_prompt,
    prompt_met,
    seats_named,
    version_of,
)
from referee.match.fold import Knows, RefusedMoveError, check_entry, take, take_new
from referee.match.log_entry import LogEntry
from referee.match.position import Held, Overrule, Position, Step
from referee.match.stopping import take_stop
from referee.plugin.rulebook import Rulebook, blaming_large_numbers
from referee.vocabulary.errors import NotYoursError, WrongFieldsError
from referee.vocabulary.game import Setup
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import STOP, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.view import Scene


@dataclass(slots=True)
class History:
    """A match folded so far. Grown by one step an entry, at a cost that does not depend
    on its length.

    `open_to_all` holds the numbers of the entries that everybody may read: what is not
    in it stays hidden. `opened_at` tells by which record each was opened: what a
    correction put there earlier stays as secret as it was. `stored_reveals` is what of
    that stands in the log, since the entries as they are now would not show it.
    `answered` holds for each kind of entry, and for each with a seat, the number of the
    last that everybody may read. `latest` are the last rulings that all may see,
    `latest_seq` the number of their entry, and `finish` the race that it was made of.
    `overrules` are the table's, by the number of the entry.
    """

    rulebook: Rulebook
    setting: Setup
    position: Position
    steps: list[Step] = field(default_factory=list)
    open_to_all: set[int] = field(default_factory=set)
    opened_at: dict[int, int] = field(default_factory=dict)
    stored_reveals: dict[int, int] = field(default_factory=dict)
    answered: dict[tuple[str, str | None], int] = field(default_factory=dict)
    latest: tuple[Ruling, ...] = ()
    finish: PhotoFinish | None = None
    latest_seq: int = 0
    overrules: Mapping[int, tuple[Overrule, ...]] = field(default_factory=dict)
    _shown: tuple[object, Scene] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def begin(
        cls,
        rulebook: Rulebook,
        setting: Setup,
        overrules: Mapping[int, tuple[Overrule, ...]] | None = None,
    ) -> History:
        """Return the history of a match in which nothing was entered yet."""
        state = rulebook.begin(setting)
        position = Position(state, rulebook.prompts_to_fold(state, setting.seats))
        return cls(rulebook, setting, position, overrules=overrules or {})

    @property
    def new_version(self) -> str:
        """The game's version of a new entry; empty where the match began with the same."""
        now = self.rulebook.game.version
        return "" if self.setting.version in ("", now) else now

    @property
    def began(self) -> Position:
        """The position in which the match began."""
        return self.steps[0].before if self.steps else self.position

    @property
    def positions(self) -> list[Position]:
        """All that the match went through, in order."""
        return [self.began, *(step.after for step in self.steps)]

    def step(self, seq: int | None) -> Step | None:
        """Return what the entry of this number did; None where it is struck or does not
        fit, and for no number.
        """
        place = len(self.steps) if seq is None else self._place(seq)
        found = self.steps[place] if place < len(self.steps) else None
        return found if found is not None and found.entry.seq == seq else None

    def position_at(self, seq: int) -> Position:
        """Return the position in which the entry of this number had its turn, also
        where it is struck.
        """
        place = self._place(seq)
        return self.steps[place].before if place < len(self.steps) else self.position

    def steps_to_decide(self, seq: int) -> list[Step]:
        """Return the steps from that of the entry of this number to the one that
        decided on it: that is its own, or the one for which it waited. None where it is
        struck.
        """
        found = []
        for place in range(
            self._place(seq) if self.step(seq) else len(self.steps), len(self.steps)
        ):
            found.append(self.steps[place])
            if all(held.entry.seq != seq for held in found[-1].after.held):
                break
        return found

    def steps_after(self, seq: int) -> list[Step]:
        """Return what the entries after this number did."""
        return self.steps[self._place(seq + 1) :]

    def _place(self, seq: int) -> int:
        """Return where among the steps the first of this number or a later one stands."""
        return bisect_left(self.steps, seq, key=lambda step: step.entry.seq)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """What may be entered now."""
        return self.position.prompts

    @property
    def stop(self) -> Step | None:
        """The step by which the host has ended the match early, which is the last one;
        None where they have not.
        """
        return self.steps[-1] if self.position.ended_early is not None else None

    @property
    def scene(self) -> Scene:
        """Where the match stands now, with whose entries are awaited."""
        return self.position.with_awaited(self.scene_in(self.position))

    def scene_in(self, position: Position) -> Scene:
        """Return where the match stands in a position of it, as the game tells it:
        asked once for all who look at it.

        What was entered with this program was looked at then. Loading a log does not do
        that again: a game that fails to show a position of it, or what it asks for
        there, since it has changed, does so here, with GameFaultError.
        """
        if self._shown is None or self._shown[0] is not position.state:
            self.rulebook.check_prompts(position.asked, self.setting.seats)
            self._shown = (
                position.state,
                self.rulebook.scene(position.state, self.setting.seats),
            )
        scene = self._shown[1]
        return (
            scene if position.ended_early is None else position.ended_early.end(scene)
        )

    def prompt_of(self, step: Step) -> Prompt:
        """Return the prompt that an entry of the match answered."""
        prompt, _ = open_prompt(step.before.answerable, step.entry)
        if prompt.kind != STOP:
            self.rulebook.check_prompts((prompt,), self.setting.seats)
        return prompt

    def last_answer(self, prompt: Prompt, seats: Sequence[str]) -> int:
        """Return the number of the last entry that answered this prompt for these
        seats; 0 where none did.

        What is asked in secret, or again, is awaited of each, and what people write is
        their own: there nobody answers in another's place.
        """
        if prompt.secret or prompt.again or is_in_own_words(prompt):
            return 0
        return self.answered.get((prompt.kind, seats[0] if prompt.own else None), 0)

    def take(self, position: Position, entry: LogEntry) -> Step:
        """Return what this entry of the log does in this position of the match; raises
        as `take` does.
        """
        overrules = self.overrules.get(entry.seq, ())
        if entry.kind == STOP:
            return self._stop(position, entry, overrules)
        return take(self.rulebook, self.setting, position, entry, overrules)

    def enter(
        self,
        position: Position,
        entry: LogEntry,
        overrules: Sequence[Overrule] = (),
        knows: Knows | None = None,
        beside: Sequence[Step] = (),
    ) -> Step:
        """Return what a new entry does in this position of the match; raises as
        `take_new` does.

        `beside` are the steps of what was sent with it before it. Nothing that could
        not be shown comes of it: the position after it is looked at.
        """
        if entry.kind == STOP:
            return self._stop(position, entry, overrules, beside)
        with blaming_large_numbers(self._numbers_before(position, entry)):
            step = take_new(
                self.rulebook, self.setting, position, entry, overrules, knows
            )
            self.scene_in(step.after)
        return step

    def _numbers_before(self, position: Position, entry: LogEntry) -> Iterator[object]:
        """Yield what a new entry may make numbers of: what it holds, what waits for it,
        and the scores before.
        """
        yield entry.data
        yield from (held.entry.data for held in position.held)
        yield from (standing.score for standing in self.scene_in(position).standings)

    def _stop(
        self,
        position: Position,
        entry: LogEntry,
        overrules: Sequence[Overrule],
        beside: Sequence[Step] = (),
    ) -> Step:
        earlier = self._positions_before(entry.seq, beside)
        return take_stop(
            self.rulebook, self.setting, position, entry, earlier, overrules
        )

    def _positions_before(self, seq: int, beside: Sequence[Step]) -> Iterator[Position]:
        """Yield the positions before the entry of this number, the latest first."""
        for step in (*reversed(beside), *reversed(self.steps)):
            if step.entry.seq < seq:
                yield step.after
        yield self.began

    def reseal(self, new: LogEntry, knows: Knows) -> LogEntry:
        """Return a sealed entry with other data, in canonical form; raises as
        `check_entry` does.
        """
        held = tuple(
            other for other in self.position.held if other.entry.seq != new.seq
        )
        return check_entry(
            self.rulebook, self.setting, replace(self.position, held=held), new, knows
        )

    def with_entry(self, position: Position, entry: LogEntry) -> Position:
        """Return the position with a new entry held in it, whatever it holds; as it was
        where its sender sent nonsense.
        """
        try:
            prompt, entry = open_prompt(position.prompts, entry)
            given = self.rulebook.read(
                prompt, entry.data, self.setting, version_of(entry, self.setting)
            )
        except (NotOpenError, WrongFieldsError):
            return position
        entry = canonical_entry(prompt, entry, given)
        return position.with_entry(Held(entry, seats_named(prompt, entry)))

    def copy(self) -> History:
        """Return the history as it stands now, whatever is added to this one from now
        on.
        """
        return replace(
            self,
            steps=[*self.steps],
            open_to_all={*self.open_to_all},
            opened_at={**self.opened_at},
            answered={**self.answered},
        )

    def add(self, step: Step) -> None:
        """Make an entry that was tried out part of the history."""
        self.steps.append(step)
        self.position = step.after
        self.open_to_all.update(step.opens)
        for seq in step.opens:
            self.opened_at.setdefault(seq, step.entry.seq)
        entry = step.entry
        if entry.seq in step.opens:
            self.answered[entry.kind, None] = self.answered[entry.kind, entry.seat] = (
                entry.seq
            )
        if step.rulings and entry.seq in self.open_to_all:
            self.latest, self.latest_seq, self.finish = (
                step.rulings,
                entry.seq,
                entry.finish,
            )


@dataclass(frozen=True, slots=True)
class Unfit:
    """An entry that cannot be taken where it stands, and why."""

    entry: LogEntry
    why: Text


def fit(history: History, entry: LogEntry) -> Step | Unfit:
    """Return the entry as it is taken after this history, or why it does not fit there."""
    return try_to_fit(entry, lambda: history.take(history.position, entry))


_NOT_ASKED = say("Nothing of this kind is asked for there any more.")

T = TypeVar("T")


def try_to_fit(entry: LogEntry, made: Callable[[], T]) -> T | Unfit:
    """Return what is made of an entry, or why it does not fit."""
    try:
        return made()
    except NotOpenError:
        return Unfit(entry, _NOT_ASKED)
    except NotYoursError:
        return Unfit(entry, say("This entry is for another seat."))
    except (RefusedMoveError, WrongFieldsError) as error:
        return Unfit(entry, error.message)


def replay(
    rulebook: Rulebook,
    setting: Setup,
    entries: Iterable[LogEntry],
    overrules: Mapping[int, tuple[Overrule, ...]] | None = None,
    sealed: Mapping[int, int] = MappingProxyType({}),
    known: Sequence[Step] = (),
) -> tuple[History, tuple[Unfit, ...]]:
    """Return the history of a whole log, and the entries that had to be left out of it
    because they do not fit.

    `sealed` says of those that not all may read after which entry each was asked for.
    It fits where it is asked for after the same one, in secret as well, and nowhere
    else. `known` are the steps that the first entries are known to be: they are kept as
    they are. Of the positions only the last one is looked at.
    """
    history = History.begin(rulebook, setting, overrules)
    for step in known:
        history.add(step)
    unfit = []
    for entry in islice(entries, len(known), None):
        asked = _is_asked_still(history.position, entry, sealed)
        fitted_in = fit(history, entry) if asked else Unfit(entry, _NOT_ASKED)
        if isinstance(fitted_in, Unfit):
            unfit.append(fitted_in)
        else:
            history.add(fitted_in)
    history.scene_in(history.position)
    return history, tuple(unfit)


def _is_asked_still(
    position: Position, entry: LogEntry, sealed: Mapping[int, int]
) -> bool:
    """Return whether what is sealed meets the question that it was sealed for; what is
    open may meet any.
    """
    if entry.seq not in sealed:
        return True
    if not position.asks_in_secret(entry.kind):
        return False
    prompt = prompt_met(position.prompts, entry)
    return prompt is not None and prompt.secret and position.since == sealed[entry.seq]

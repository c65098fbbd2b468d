"""A match between two entries: its state, its prompts, and the sealed entries.

Entries to a secret prompt stay here, and the game sees them only when all are in: so
none of its earlier answers can depend on them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass, replace
from operator import attrgetter

from referee.match.log_entry import Data, LogEntry, Numbers
from referee.match.taking.parts import (
    own_fields,
    seats_asked,
    waits_for_all_parts,
    without_parts,
)
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import STOP, Field, Prompt, Prompts
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import say
from referee.vocabulary.values import Seats, written_score
from referee.vocabulary.view import Fact, Scene, Step

Decisions = tuple[tuple[Ruling, Ruling], ...]
"""Overruled rulings, each with the table's decision."""

Due = tuple[str, str]
"""A kind of entry, and the seat that has to make it."""


@dataclass(frozen=True, slots=True)
class WaitingEntry:
    """An entry that waits for the others."""

    entry: LogEntry
    seats: frozenset[str]
    """The seats for which the entry counts; a later one for some replaces it there."""
    decisions: Decisions = ()
    """The rulings against it that the table has overruled, each with what was decided
    instead.
    """
    over_cards: bool = False
    """Whether it is asked for again because of real cards, which people can look at."""

    def within(self, dues: Collection[Due]) -> WaitingEntry:
        """Return the waiting entry for these dues alone."""
        kind = self.entry.kind
        seats = frozenset([seat for seat in self.seats if (kind, seat) in dues])
        if seats == self.seats:
            return self
        return replace(self, seats=seats)


WaitingEntries = tuple[WaitingEntry, ...]

STOP_PROMPT = Prompt(
    STOP,
    (),
    say("End the match early"),
    say("The scores decide as they stand. What is still secret stays secret."),
)
"""The kind of the host's entry that ends a match early. No seat is asked for it."""


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The state of a match when the host ended it.

    `round` is the last that counts, 0 before the end of the first. `has_result`: there
    are scores, or winners named by the table.
    """

    round: int
    winners: Seats
    has_result: bool

    def end(self, scene: Scene) -> Scene:
        """Return the scene after an early end, from the game's last scene."""
        return replace(
            scene,
            phase="finished",
            round=self.round,
            to_act=(),
            steps=(Step((), say("The match ended early.")),),
            dealer=None,
            facts=(),
            finished=True,
            winners=self.winners,
        )


@dataclass(frozen=True, slots=True)
class Position:
    """A match between two entries."""

    state: object
    """The game's own."""
    game_prompts: Prompts
    """`History.scene_in` checks that they can be shown."""
    waiting: WaitingEntries = ()
    """The entries that wait for the others. They are sealed, unless some of those that
    were revealed have clashed.
    """
    to_reenter: WaitingEntries = ()
    """The entries that clashed. Each is asked for again, openly, in a form that begins
    with what it held, until the last of them is in.
    """
    parts: WaitingEntries = ()
    """The open entries that wait for the other parts of their prompt."""
    since: int = 0
    """The number of the entry after which this is asked for."""
    decisions: Decisions = ()
    """The table's decisions on refusals of this round's open entries."""
    ended_early: EarlyEnd | None = None
    """How the host has ended the match here: nothing is asked for any more."""

    @property
    def sealed(self) -> WaitingEntries:
        """Return the waiting entries that only their authors and seats may read."""
        if self.to_reenter:
            return ()
        return self.waiting

    @property
    def sealed_numbers(self) -> Numbers:
        """Return the numbers of the sealed entries."""
        return tuple([waiting.entry.seq for waiting in self.sealed])

    @property
    def waiting_numbers(self) -> Numbers:
        """Return the numbers of the entries that wait for others, sealed or open."""
        entries = (*self.waiting, *self.parts)
        return tuple([waiting.entry.seq for waiting in entries])

    def sealed_entry(self, seq: int) -> LogEntry | None:
        """Return the sealed entry with this number, or None."""
        for waiting in self.sealed:
            if waiting.entry.seq == seq:
                return waiting.entry
        return None

    @property
    def all_waiting(self) -> WaitingEntries:
        """Return waiting entries, and clashed ones not replaced yet."""
        return (*self.waiting, *_without(self.to_reenter, self.waiting))

    @property
    def prompts(self) -> Prompts:
        """Return the open prompts: awaited, changeable, or allowed besides."""
        if not self.waiting and not self.to_reenter and not self.parts:
            return self.game_prompts
        if self.to_reenter:
            open_now, changes = self._reentry_prompts()
        else:
            open_now, changes = self._prompts_beside_waiting()
        # What is awaited stands first, then the changes, all of which are optional.
        return tuple(sorted((*changes, *open_now), key=attrgetter("optional")))

    @property
    def open_prompts(self) -> Prompts:
        """Return the prompts that entries answer; a change answers as a first entry."""
        if self.to_reenter:
            return self.prompts
        return self._asked

    @property
    def _asked(self) -> Prompts:
        """Return the game's prompts without the parts that are in."""
        if not self.parts:
            return self.game_prompts
        asked = []
        for prompt in self.game_prompts:
            asked.append(without_parts(prompt, self.parts_of(prompt)))
        return tuple(asked)

    def parts_of(self, prompt: Prompt) -> list[Data]:
        """Return the parts of a game's prompt that wait for the others."""
        asked = {*seats_asked(prompt)}
        parts = []
        for part in self.parts:
            if part.entry.kind == prompt.kind and not asked.isdisjoint(part.seats):
                parts.append(part.entry.data)
        return parts

    @property
    def answerable(self) -> Prompts:
        """Return the prompts, and those of the host alone."""
        return (*self.prompts, STOP_PROMPT)

    @property
    def missing(self) -> tuple[Due, ...]:
        """Return the dues before the reveal, in order."""
        entered = _by_due(self.waiting)
        to_reenter = _by_due(self.to_reenter)
        missing = []
        for prompt, due in _secret_dues(self.game_prompts):
            is_due = not prompt.optional
            if to_reenter:
                is_due = due in to_reenter
            if is_due and due not in entered:
                missing.append(due)
        return tuple(missing)

    @property
    def _entered_again(self) -> Seats:
        """Return the seats that have answered since they were asked again."""
        again = _by_due(self.waiting).keys() & _by_due(self.to_reenter).keys()
        return _seats(
            [due for _, due in _secret_dues(self.game_prompts) if due in again]
        )

    def asks_in_secret(self, kind: str) -> bool:
        """Return whether entries of this kind are sealed."""
        return any(
            prompt.secret and prompt.kind == kind for prompt in self.game_prompts
        )

    def with_entry(self, new: WaitingEntry) -> Position:
        """Return the position with this entry, which replaces its predecessors."""
        waiting = (*_without(self.waiting, [new]), new)
        return replace(self, waiting=waiting)

    def without_entry(self, seq: int) -> Position:
        """Return the position without the waiting entry with this number."""
        waiting = [other for other in self.waiting if other.entry.seq != seq]
        return replace(self, waiting=tuple(waiting))

    def after_move(self, state: object, prompts: Prompts, entry: LogEntry) -> Position:
        """Return the position with the game's next state after this entry.

        Waiting entries, and parts of other prompts, stay if they are still asked for.
        """
        before = _secret_prompts(self.game_prompts)
        goes_on = self.waiting or before == _secret_prompts(prompts)
        since = self.since if goes_on else entry.seq
        parts = self.parts_beside(entry, prompts)
        after = Position(state, prompts, parts=parts, since=since)
        if not self.waiting and not self.to_reenter:
            return after
        secrets = {due for _, due in _secret_dues(prompts)}
        to_reenter = _within(self.to_reenter, secrets)
        return replace(
            after, waiting=_within(self.waiting, secrets), to_reenter=to_reenter
        )

    def parts_beside(self, entry: LogEntry, prompts: Prompts) -> WaitingEntries:
        """Return the parts that still wait after an entry to another prompt."""
        if not self.parts or self.begins_anew(entry):
            return ()
        asked = {prompt.kind for prompt in prompts if waits_for_all_parts(prompt)}
        asked.discard(entry.kind)
        return tuple([part for part in self.parts if part.entry.kind in asked])

    def begins_anew(self, entry: LogEntry) -> bool:
        """Return whether the deal begins anew with this entry."""
        return any(
            prompt.anew and prompt.kind == entry.kind for prompt in self.game_prompts
        )

    def after_clash(self, seats: Set[str], over_cards: Set[str]) -> Position:
        """Return the position with all entries open and these seats asked again.

        Some of them are asked because of cards.
        """
        waiting = []
        to_reenter = []
        for before in self.waiting:
            concerned = before.seats & seats
            others = before.seats - seats
            if others:
                waiting.append(replace(before, seats=others))
            if concerned:
                has_cards = not before.seats.isdisjoint(over_cards)
                again = replace(before, seats=concerned, over_cards=has_cards)
                to_reenter.append(again)
        return replace(self, waiting=tuple(waiting), to_reenter=tuple(to_reenter))

    def with_decisions(self, seq: int, decisions: Decisions) -> Position:
        """Return the position with the table's decisions on refusals of entry `seq`."""
        several = []
        for waiting in self.waiting:
            if waiting.entry.seq == seq:
                waiting = replace(waiting, decisions=decisions)
            several.append(waiting)
        return replace(self, waiting=tuple(several))

    def prompt_for(self, waiting: WaitingEntry) -> Prompt:
        """Return the game's prompt that an entry answers."""
        kind = waiting.entry.kind
        for prompt in self.game_prompts:
            is_its_kind = prompt.secret and prompt.kind == kind
            if is_its_kind and not waiting.seats.isdisjoint(prompt.seats):
                return prompt
        raise LookupError(kind)

    @property
    def awaited(self) -> tuple[Step, ...]:
        """Return the awaited seats; empty if none waits for the others."""
        seats = _seats(self.missing)
        if self.to_reenter:
            over_cards = any(waiting.over_cards for waiting in self.to_reenter)
            return (_reentry_step(seats, self._entered_again, over_cards),)
        if not self.waiting:
            seats = self._missing_parts
        if self.waiting or seats:
            return (Step(seats, say("Waiting for {seats}.", seats=seats)),)
        return ()

    @property
    def _missing_parts(self) -> Seats:
        """Return the seats that others wait for, since their own parts are in."""
        begun = {part.entry.kind for part in self.parts}
        missing: dict[str, None] = {}
        for prompt in self._asked:
            if prompt.kind in begun:
                missing |= dict.fromkeys(seats_asked(prompt))
        return tuple(missing)

    def with_awaited(self, scene: Scene) -> Scene:
        """Return the game's scene with the awaited seats."""
        if not self.waiting and not self.to_reenter and not self.parts:
            return scene
        missing = _seats(self.missing)
        if self.to_reenter:
            return replace(scene, to_act=missing, steps=self.awaited)
        entered = {*_seats(_by_due(self.waiting))}.difference(missing)
        entered |= self.seats_of_parts.difference(self._missing_parts)
        to_act = tuple([seat for seat in scene.to_act if seat not in entered])
        return replace(
            scene,
            to_act=to_act,
            steps=(*self.awaited, *scene.steps),
            facts=(*scene.facts, *self._facts_of_parts),
        )

    @property
    def _facts_of_parts(self) -> tuple[Fact, ...]:
        """Return the parts that seats have entered while others have not."""
        facts = []
        for prompt in self.game_prompts:
            for data in self.parts_of(prompt):
                for field in own_fields(prompt):
                    by_seat = data.get(field.name)
                    if isinstance(by_seat, Mapping):
                        facts += [_fact_of(field, *part) for part in by_seat.items()]
        return tuple(facts)

    @property
    def seats_of_parts(self) -> frozenset[str]:
        """Return the seats whose parts wait for the others."""
        return frozenset(_seats(_by_due(self.parts)))

    def _prompts_beside_waiting(self) -> tuple[list[Prompt], list[Prompt]]:
        """Return the open prompts beside sealed entries, and how to change those."""
        entered = _by_due(self.waiting)
        open_now = []
        changes = []
        for prompt in self._asked:
            done = []
            missing = []
            for seat in prompt.seats:
                if prompt.secret and (prompt.kind, seat) in entered:
                    done.append(seat)
                else:
                    missing.append(seat)
            if not done:
                open_now.append(prompt)
                continue
            if missing:
                open_now.append(replace(prompt, seats=tuple(missing)))
            change = replace(
                prompt,
                seats=tuple(done),
                title=_CHANGE,
                help=_UNTIL_ALL_ARE_IN,
                optional=True,
            )
            changes.append(change)
        return open_now, changes

    def _reentry_prompts(self) -> tuple[list[Prompt], list[Prompt]]:
        """Return the open prompts after a clash, and changes to their answers."""
        before = _by_due(self.to_reenter)
        entered = _by_due(self.waiting)
        open_now = [prompt for prompt in self._asked if not prompt.secret]
        changes = []
        for prompt, due in _secret_dues(self.game_prompts):
            if due not in before:
                continue
            seat = due[1]
            over_cards = before[due].over_cards
            if due in entered:
                reopened = _reopen(prompt, seat, over_cards, entered[due].entry)
                changes.append(replace(reopened, title=_CHANGE, optional=True))
            else:
                entry = before[due].entry
                open_now.append(_reopen(prompt, seat, over_cards, entry))
        return open_now, changes


_CHANGE = say("Change your entry")
_UNTIL_ALL_ARE_IN = say("Only to fix a mistake, and only until all are in.")
_LIES_OPEN = say(
    "Enter what’s on the table. Your earlier entry is filled in: if it’s right, just "
    "send it."
)


def _reentry_step(awaited: Seats, entered: Seats, over_cards: bool) -> Step:
    if entered:
        template = "Entered again: {entered}. Still to enter again: {seats}."
        return Step((*entered, *awaited), say(template, entered=entered, seats=awaited))
    template = "Enter again, {seats}."
    if over_cards:
        template = "Check your cards, {seats}."
    return Step(awaited, say(template, seats=awaited))


def _reopen(prompt: Prompt, seat: str, over_cards: bool, entry: LogEntry) -> Prompt:
    """Return the prompt for one seat, open, beginning with this entry.

    Cards on the table show who was right; an impossible choice has to change, as the
    game says.
    """
    fields = []
    for field in prompt.fields:
        fields.append(replace(field, default=_value_for(seat, field, entry.data)))
    return replace(
        prompt,
        seats=(seat,),
        help=_LIES_OPEN if over_cards else prompt.help,
        fields=tuple(fields),
        own=True,
        again=True,
        secret=False,
        optional=False,
        race=None,
    )


def _value_for(seat: str, field: Field, data: Data) -> object:
    value = data.get(field.name)
    if not type_of(field).by_seat or not isinstance(value, Mapping):
        return value
    if seat not in value:
        return None
    return {seat: value[seat]}


def _fact_of(field: Field, seat: str, value: object) -> Fact:
    """Return a part as a fact: a number, or cards."""
    if isinstance(value, (int, float)):
        value = written_score(value)
    elif isinstance(value, list):
        value = tuple(value)
    return Fact(field.label, say("{value}", value=value), seat)


def _secret_prompts(prompts: Iterable[Prompt]) -> Prompts:
    return tuple([prompt for prompt in prompts if prompt.secret])


def _secret_dues(prompts: Iterable[Prompt]) -> list[tuple[Prompt, Due]]:
    """Return each secret due, seat by seat."""
    dues = []
    for prompt in prompts:
        if prompt.secret:
            dues += [(prompt, (prompt.kind, seat)) for seat in prompt.seats]
    return dues


def _seats(dues: Iterable[Due]) -> Seats:
    return tuple(dict.fromkeys([seat for _, seat in dues]))


def _by_due(several: Iterable[WaitingEntry]) -> dict[Due, WaitingEntry]:
    by_due = {}
    for waiting in several:
        kind = waiting.entry.kind
        for seat in waiting.seats:
            by_due[kind, seat] = waiting
    return by_due


def _within(several: Iterable[WaitingEntry], dues: Collection[Due]) -> WaitingEntries:
    """Return the waiting entries that answer these dues, each for these alone."""
    narrowed = []
    for waiting in several:
        waiting = waiting.within(dues)
        if waiting.seats:
            narrowed.append(waiting)
    return tuple(narrowed)


def _without(
    several: Iterable[WaitingEntry], others: Iterable[WaitingEntry]
) -> WaitingEntries:
    """Return the waiting entries for the dues that no later one answers."""
    return _within(several, _by_due(several).keys() - _by_due(others))

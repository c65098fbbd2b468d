"""The fold: from one position and one entry to the next position, or to why it cannot
be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from referee.match.entry_reading import (
    NotOpenError,
    canonical_entry,
    check_names_its_seat,
    check_seat,
    hold,
    open_prompt,
    read_leniently,
    seats_named,
    values_of,
    version_of,
)
from referee.match.log_entry import LogEntry
from referee.match.overrules import Decide, TableVerdict, decide_overruled, stands_after
from referee.match.position import Held, Overrule, Position, Step
from referee.match.revealing import find_clash, resume_after_clash, reveal
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.fields.field_type import ReadingContext
from referee.vocabulary.game import Accepted, Ask, Refused, Setup
from referee.vocabulary.prompt import Entry, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import say
from referee.vocabulary.values import Values

Knows = Callable[[LogEntry], bool]
"""Whether a sealed entry may be read by whoever asks."""


class RefusedMoveError(RefereeError):
    """The rules forbid the entry. `ruling` says why."""

    status = 422
    title = say("The rules forbid this")

    def __init__(self, ruling: Ruling, entry: LogEntry) -> None:
        super().__init__(ruling.summary, ruling=ruling)
        self.ruling = ruling
        self.entry = entry

    def __str__(self) -> str:
        reasons = [f"{reason.text} ({reason.rule})" for reason in self.ruling.because]
        if not reasons:
            return str(self.message)
        return f"{self.message}: {'; '.join(reasons)}"


@dataclass(frozen=True, slots=True)
class Book:
    """The rules in force in a position: what an entry comes to, by kind of prompt."""

    rulebook: Rulebook
    setting: Setup
    position: Position

    @property
    def context(self) -> ReadingContext:
        """What a table's verdicts are read by."""
        return self.rulebook.context(self.setting)

    def take(self, entry: LogEntry, overrules: Sequence[Overrule] = ()) -> Step:
        """Return what this entry of the log does, under these overrules of the table.

        The position after it is not looked at: whether it can be shown is for the
        caller to find out.

        A sealed entry counts as entered, whatever it holds, and is not checked against
        the game until all are revealed. Raises NotOpenError, NotYoursError,
        WrongFieldsError or RefusedMoveError for an entry that cannot be taken.
        """
        prompt, entry = self._answered(entry)
        if not prompt.secret:
            return self._take_openly(prompt, entry, overrules, is_new=False)
        entry = read_leniently(self.rulebook, self.setting, prompt, entry)
        return self._take_sealed(hold(self.position, prompt, entry), overrules)

    def take_new(
        self,
        entry: LogEntry,
        overrules: Sequence[Overrule] = (),
        knows: Knows | None = None,
    ) -> Step:
        """Return what a new entry does; raises as `take` and `check` do.

        One that is to be sealed is checked too, but beside others of its sender's only
        where the table overruled nothing.
        """
        prompt, entry = self._answered(entry)
        if not prompt.secret:
            return self._take_openly(prompt, entry, overrules, is_new=True)
        held = self._checked(prompt, entry)
        if not overrules:
            self._check_beside_own(held, knows)
        return self._take_sealed(held, overrules)

    def check(self, entry: LogEntry, knows: Knows | None = None) -> LogEntry:
        """Return a new entry, with its data in canonical form where it is to be sealed.

        Raises WrongFieldsError, NotYoursError or RefusedMoveError for what its sender
        may be told: what is wrong with it by itself, against what everybody knows, and
        against what they have sealed themselves. `knows` says which sealed entries that
        are; those of the same author, unless given.
        """
        prompt, entry = self._answered(entry)
        if not prompt.secret:
            return entry
        held = self._checked(prompt, entry)
        self._check_beside_own(held, knows)
        return held.entry

    def _answered(self, entry: LogEntry) -> tuple[Prompt, LogEntry]:
        """Return the open prompt that an entry answers, and the entry with its seat."""
        check_seat(entry.seat, self.setting)
        return open_prompt(self.position.prompts, entry)

    def _checked(self, prompt: Prompt, entry: LogEntry) -> Held:
        """Return a new entry as it waits for others, with nothing wrong by itself."""
        given = values_of(self.rulebook, self.setting, prompt, entry, is_new=True)
        entry = canonical_entry(prompt, entry, given)
        held = hold(self.position, prompt, entry)
        beyond = seats_named(prompt, entry) - held.seats
        if beyond:
            raise NotOpenError(entry.kind, min(beyond), self.position.prompts)
        return held

    def _check_beside_own(self, held: Held, knows: Knows | None) -> None:
        clash = self.clash_with_own(held, self.rulebook.put, knows)
        if clash is not None:
            raise RefusedMoveError(clash, held.entry)

    def _take_sealed(self, held: Held, overrules: Sequence[Overrule]) -> Step:
        refused_once = None in [overrule.ruling for overrule in overrules]
        decide = partial(self.seal, held, refused_once)
        return self._decide(held.entry, decide, overrules)

    def _take_openly(
        self,
        prompt: Prompt,
        entry: LogEntry,
        overrules: Sequence[Overrule],
        is_new: bool,
    ) -> Step:
        given = values_of(self.rulebook, self.setting, prompt, entry, is_new)
        entry = canonical_entry(prompt, entry, given)
        if not prompt.again:
            return self._decide(entry, partial(self.accept, entry, given), overrules)
        check_names_its_seat(prompt, given)
        held = Held(entry, frozenset(prompt.seats))
        return self._decide(entry, partial(self.lay_open, held), overrules)

    def _decide(
        self, entry: LogEntry, decide: Decide, overrules: Sequence[Overrule]
    ) -> Step:
        rulebook = self.rulebook
        stands: list[tuple[Ruling, Ruling]] = []
        for held in self.position.held:
            stands += held.stands
        overruled: tuple[Overrule, ...] = ()
        if overrules or stands:
            outcome, overruled = decide_overruled(
                rulebook, self.context, decide, overrules, tuple(stands)
            )
        else:
            outcome = decide(rulebook.put)
        if isinstance(outcome, Refused):
            raise RefusedMoveError(outcome.ruling, entry)
        if not overruled:
            return outcome

        after = outcome.after
        if entry.seq in [held.entry.seq for held in after.held]:
            let_pass = stands_after(overruled, self.context, rulebook.game)
            after = after.with_stands(entry.seq, let_pass)
        return replace(outcome, after=after, overruled=overruled)

    def accept(self, entry: LogEntry, given: Values, ask: Ask) -> TableVerdict:
        """Take an open entry: the game looks at it at once."""
        position, setting = self.position, self.setting
        offered = Entry(entry.kind, entry.seat, given, version_of(entry, setting))
        outcome = self.rulebook.accept(position.state, offered, ask)
        if isinstance(outcome, Refused):
            return outcome
        if outcome.reveals and position.entered:
            return self._reveal_by(entry, outcome, ask)
        asked = self.rulebook.prompts_to_fold(outcome.state, setting.seats)
        after = position.after_move(outcome.state, asked, entry.seq)
        if after.held and not after.missing:
            return _follow(outcome, entry, self._open(entry, after, ask))
        return Step(entry, position, after, outcome.rulings, (entry.seq,))

    def _reveal_by(self, entry: LogEntry, outcome: Accepted, ask: Ask) -> Step:
        """Take an open entry by which all that waits is revealed, though not all is in.

        Nothing of it is compared.
        """
        position = self.position
        waiting = replace(position, state=outcome.state, held=position.entered)
        last = Step(entry, position, waiting)
        revealed = resume_after_clash(self.rulebook, self.setting, last, ask)
        after = replace(revealed.after, since=entry.seq)
        return _follow(outcome, entry, replace(revealed, after=after))

    def seal(self, held: Held, refused_once: bool, ask: Ask) -> TableVerdict:
        """Take an entry that waits for others; with the last of them all is opened."""
        if refused_once:
            clash = self.clash_with_own(held, ask)
            if clash is not None:
                return Refused(clash)
        return self._hold(held, self.position.with_entry(held), ask)

    def lay_open(self, held: Held, ask: Ask) -> TableVerdict:
        """Take an entry asked for again after a clash, beside all that lies open."""
        after = self.position.with_entry(held)
        clash = find_clash(
            self.rulebook, self.setting, after, after.held, held.seats, ask
        )
        if clash is not None:
            return Refused(clash)
        step = self._hold(held, after, ask)
        return replace(step, opens=(*step.opens, held.entry.seq))

    def clash_with_own(
        self, held: Held, ask: Ask, knows: Knows | None = None
    ) -> Ruling | None:
        """Return why this cannot be beside what else its sender knows, or None.

        That is what they know of what is sealed.
        """
        knows = knows or partial(_has_same_author, held.entry)
        after = self.position.with_entry(held)
        own = [other for other in after.held if other is held or knows(other.entry)]
        return find_clash(self.rulebook, self.setting, after, own, held.seats, ask)

    def _hold(self, held: Held, after: Position, ask: Ask) -> Step:
        if after.missing:
            return Step(held.entry, self.position, after)
        return self._open(held.entry, after, ask)

    def _open(self, entry: LogEntry, complete: Position, ask: Ask) -> Step:
        """Take the last of the entries that waited for each other: all are in now."""
        last = Step(entry, self.position, complete)
        if complete.to_reenter:
            return resume_after_clash(self.rulebook, self.setting, last, ask)
        return reveal(self.rulebook, self.setting, last, ask)


def _follow(outcome: Accepted, entry: LogEntry, revealed: Step) -> Step:
    """Return what an open entry reveals, after what the game made of the entry."""
    return replace(
        revealed,
        rulings=(*outcome.rulings, *revealed.rulings),
        opens=(*revealed.opens, entry.seq),
    )


def _has_same_author(entry: LogEntry, other: LogEntry) -> bool:
    return entry.by == other.by

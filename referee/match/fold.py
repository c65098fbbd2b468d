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
        reasons = "; ".join(
            f"{reason.text} ({reason.rule})" for reason in self.ruling.because
        )
        return f"{self.message}: {reasons}" if reasons else str(self.message)


def take(
    rulebook: Rulebook,
    setting: Setup,
    position: Position,
    entry: LogEntry,
    overrules: Sequence[Overrule] = (),
) -> Step:
    """Return what this entry of the log does in this position, where the table
    overruled some of its rulings.

    The position after it is not looked at: whether it can be shown is for the caller to
    find out.

    A sealed entry counts as entered, whatever it holds, and is not checked against the
    game until all are revealed. Raises NotOpenError, NotYoursError, WrongFieldsError or
    RefusedMoveError for an entry that cannot be taken.
    """
    book, prompt, entry = _answered(rulebook, setting, position, entry)
    if not prompt.secret:
        return _take_openly(book, prompt, entry, overrules, is_new=False)
    held = hold(position, prompt, read_leniently(rulebook, setting, prompt, entry))
    return _seal(book, held, overrules)


def take_new(
    rulebook: Rulebook,
    setting: Setup,
    position: Position,
    entry: LogEntry,
    overrules: Sequence[Overrule] = (),
    knows: Knows | None = None,
) -> Step:
    """Return what a new entry does in this position.

    Raises as `take` and `check_entry` do.

    One that is to be sealed is checked too, but beside others of its sender's only
    where the table overruled nothing.
    """
    book, prompt, entry = _answered(rulebook, setting, position, entry)
    if not prompt.secret:
        return _take_openly(book, prompt, entry, overrules, is_new=True)
    held = _checked(book, prompt, entry)
    if not overrules:
        _check_beside_own(book, held, knows)
    return _seal(book, held, overrules)


def check_entry(
    rulebook: Rulebook,
    setting: Setup,
    position: Position,
    entry: LogEntry,
    knows: Knows | None = None,
) -> LogEntry:
    """Return a new entry, with its data in canonical form where it is to be sealed.

    Raises WrongFieldsError, NotYoursError or RefusedMoveError for what its sender may
    be told: what is wrong with it by itself, against what everybody knows, and against
    what they have sealed themselves. `knows` says which sealed entries that are; those
    of the same author, unless given.
    """
    book, prompt, entry = _answered(rulebook, setting, position, entry)
    if not prompt.secret:
        return entry
    held = _checked(book, prompt, entry)
    _check_beside_own(book, held, knows)
    return held.entry


def _answered(
    rulebook: Rulebook, setting: Setup, position: Position, entry: LogEntry
) -> tuple[_Book, Prompt, LogEntry]:
    """Return the rules in force, the open prompt that this entry answers, and the entry
    as it answers that.
    """
    check_seat(entry.seat, setting)
    prompt, entry = open_prompt(position.prompts, entry)
    return _Book(rulebook, setting, position), prompt, entry


def _checked(book: _Book, prompt: Prompt, entry: LogEntry) -> Held:
    """Return a new entry as it waits for the others, with nothing wrong with it by
    itself.
    """
    given = values_of(book.rulebook, book.setting, prompt, entry, is_new=True)
    entry = canonical_entry(prompt, entry, given)
    held = hold(book.position, prompt, entry)
    if beyond := seats_named(prompt, entry) - held.seats:
        raise NotOpenError(entry.kind, min(beyond), book.position.prompts)
    return held


def _check_beside_own(book: _Book, held: Held, knows: Knows | None) -> None:
    if (clash := book.clash_with_own(held, book.rulebook.put, knows)) is not None:
        raise RefusedMoveError(clash, held.entry)


def _seal(book: _Book, held: Held, overrules: Sequence[Overrule]) -> Step:
    refused_once = any(overrule.ruling is None for overrule in overrules)
    return _step(book, held.entry, partial(book.seal, held, refused_once), overrules)


def _take_openly(
    book: _Book,
    prompt: Prompt,
    entry: LogEntry,
    overrules: Sequence[Overrule],
    is_new: bool,
) -> Step:
    given = values_of(book.rulebook, book.setting, prompt, entry, is_new)
    entry = canonical_entry(prompt, entry, given)
    if not prompt.again:
        return _step(book, entry, partial(book.accept, entry, given), overrules)
    check_names_its_seat(prompt, given)
    held = Held(entry, frozenset(prompt.seats))
    return _step(book, entry, partial(book.lay_open, held), overrules)


def _step(
    book: _Book, entry: LogEntry, decide: Decide, overrules: Sequence[Overrule]
) -> Step:
    stands = tuple(stand for held in book.position.held for stand in held.stands)
    overruled: tuple[Overrule, ...] = ()
    outcome: TableVerdict
    if overrules or stands:
        outcome, overruled = decide_overruled(
            book.rulebook, book.context, decide, overrules, stands
        )
    else:
        outcome = decide(book.rulebook.put)
    if isinstance(outcome, Refused):
        raise RefusedMoveError(outcome.ruling, entry)
    if not overruled:
        return outcome
    after = outcome.after
    if any(held.entry.seq == entry.seq for held in after.held):
        after = after.with_stands(
            entry.seq, stands_after(overruled, book.context, book.rulebook.game)
        )
    return replace(outcome, after=after, overruled=overruled)


@dataclass(frozen=True, slots=True)
class _Book:
    """The rules in force in a position: what an entry comes to, by what kind of prompt
    it answers.
    """

    rulebook: Rulebook
    setting: Setup
    position: Position

    @property
    def context(self) -> ReadingContext:
        """What a table's verdicts are read by."""
        return self.rulebook.context(self.setting)

    def accept(self, entry: LogEntry, given: Values, ask: Ask) -> TableVerdict:
        """Return an open entry: the game looks at it at once."""
        offered = Entry(entry.kind, entry.seat, given, version_of(entry, self.setting))
        outcome = self.rulebook.accept(self.position.state, offered, ask)
        if isinstance(outcome, Refused):
            return outcome
        if outcome.reveals and self.position.entered:
            return self._revealed_by(entry, outcome, ask)
        asked = self.rulebook.prompts_to_fold(outcome.state, self.setting.seats)
        after = self.position.after_move(outcome.state, asked, entry.seq)
        if after.held and not after.missing:
            then = self._opened(entry, after, ask)
            return replace(
                then,
                rulings=(*outcome.rulings, *then.rulings),
                opens=(*then.opens, entry.seq),
            )
        return Step(entry, self.position, after, outcome.rulings, (entry.seq,))

    def _revealed_by(self, entry: LogEntry, outcome: Accepted, ask: Ask) -> Step:
        """Return an open entry by which all that waits is revealed, though not all is
        in: nothing of it is compared.
        """
        waiting = replace(
            self.position, state=outcome.state, held=self.position.entered
        )
        then = resume_after_clash(
            self.rulebook, self.setting, Step(entry, self.position, waiting), ask
        )
        after = replace(then.after, since=entry.seq)
        return replace(
            then,
            after=after,
            rulings=(*outcome.rulings, *then.rulings),
            opens=(*then.opens, entry.seq),
        )

    def seal(self, held: Held, refused_once: bool, ask: Ask) -> TableVerdict:
        """Return an entry that waits for the others; with the last of them all is
        opened.
        """
        if refused_once and (clash := self.clash_with_own(held, ask)) is not None:
            return Refused(clash)
        after = self.position.with_entry(held)
        return (
            Step(held.entry, self.position, after)
            if after.missing
            else self._opened(held.entry, after, ask)
        )

    def lay_open(self, held: Held, ask: Ask) -> TableVerdict:
        """Return an entry asked for again after a clash: it is compared with all that
        lies open.
        """
        after = self.position.with_entry(held)
        clash = find_clash(
            self.rulebook, self.setting, after, after.held, held.seats, ask
        )
        if clash is not None:
            return Refused(clash)
        step = (
            Step(held.entry, self.position, after)
            if after.missing
            else self._opened(held.entry, after, ask)
        )
        return replace(step, opens=(*step.opens, held.entry.seq))

    def clash_with_own(
        self, held: Held, ask: Ask, knows: Knows | None = None
    ) -> Ruling | None:
        """Return why this cannot be beside what else its sender knows of what is
        sealed; None where it can.
        """
        knows = knows or partial(_same_author, held.entry)
        after = self.position.with_entry(held)
        own = [
            waiting for waiting in after.held if waiting is held or knows(waiting.entry)
        ]
        return find_clash(self.rulebook, self.setting, after, own, held.seats, ask)

    def _opened(self, entry: LogEntry, complete: Position, ask: Ask) -> Step:
        """Return what the last of the entries that waited for each other does: all of
        them are in now.
        """
        last = Step(entry, self.position, complete)
        return (resume_after_clash if complete.to_reenter else reveal)(
            self.rulebook, self.setting, last, ask
        )


def _same_author(one: LogEntry, other: LogEntry) -> bool:
    return one.by == other.by

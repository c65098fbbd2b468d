"""The fold: from a position and an entry to the next position, or to a refusal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from referee.match.log_entry import LogEntry
from referee.match.taking.entry_reading import (
    NotOpenError,
    canonical_entry,
    open_prompt,
    read_leniently,
    read_values,
    require_own_seats,
    require_parts_open,
    require_seat_here,
    require_seats_asked,
    require_tosses,
    seats_named,
    waiting_entry,
)
from referee.match.taking.entry_step import EntryStep, Overrule, OverruleInForce
from referee.match.taking.overrules import (
    EntryAttempt,
    EntryOutcome,
    decide_overruled,
    decisions_on_refusals,
)
from referee.match.taking.parts import (
    join_parts,
    own_fields,
    seats_asked,
    seats_in_parts,
    waits_for_all_parts,
)
from referee.match.taking.position import Decisions, Position, WaitingEntry
from referee.match.taking.revealing import (
    find_clash,
    resume_after_clash,
    reveal,
)
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Accepted, Ask, Refused, Setting
from referee.vocabulary.prompt import Entry, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import say
from referee.vocabulary.values import Values

Knows = Callable[[LogEntry], bool]
"""Says whether a viewer may read a sealed entry."""


def knows_own(author: str | None) -> Knows:
    """Return a test that only this author's sealed entries pass."""
    return lambda sealed: sealed.by == author


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
class EntryTaker:
    """Takes entries in a position, by the rules of its match.

    `knows` tells which sealed entries the sender of a new one may read; by default
    those of the same author.
    """

    rulebook: Rulebook
    setting: Setting
    position: Position
    knows: Knows | None = None

    def take(
        self,
        entry: LogEntry,
        overrules: Sequence[Overrule] = (),
        is_new: bool = False,
    ) -> EntryStep:
        """Return the step of an entry, under these overrules of the table.

        A sealed entry from the log counts as entered, whatever it holds, and is not
        checked against the game until all are revealed; a new one is checked as by
        `check`, but no more against the sender's other ones once the table has
        overruled a refusal of it.

        The caller checks that the new position can be shown. Raise NotOpenError,
        NotYoursError, WrongFieldsError or RefusedMoveError for an entry that cannot be
        taken.
        """
        prompt, entry = self._match_prompt(entry)
        attempt: EntryAttempt
        if prompt.secret:
            if is_new:
                waiting = self._seal_new(prompt, entry, beside_own=not overrules)
            else:
                entry = read_leniently(self, prompt, entry)
                waiting = waiting_entry(self.position, prompt, entry)
            recheck = any(overrule.is_of_refusal for overrule in overrules)
            attempt = partial(self._seal_if_no_clash, waiting, recheck)
            return self.under_overrules(waiting.entry, attempt, overrules)

        entry, given = self._read(prompt, entry, is_new)
        if prompt.again:
            require_seats_asked(prompt, given)
            waiting = WaitingEntry(entry, frozenset(prompt.seats))
            attempt = partial(self._take_reentered, waiting)
        elif waits_for_all_parts(prompt):
            attempt = partial(self._take_part, prompt, entry, given)
        else:
            attempt = partial(self._accept, entry, given)
        step = self.under_overrules(entry, attempt, overrules)
        return _name_dead_heat(step, prompt, given)

    def check(self, entry: LogEntry) -> LogEntry:
        """Return a new entry, in canonical form if it will be sealed.

        Raise WrongFieldsError, NotYoursError or RefusedMoveError only for what its
        sender may know: faults in the entry itself, against public entries, or against
        the sender's own sealed ones.
        """
        prompt, entry = self._match_prompt(entry)
        if not prompt.secret:
            return entry
        return self._seal_new(prompt, entry).entry

    def _match_prompt(self, entry: LogEntry) -> tuple[Prompt, LogEntry]:
        """Return the open prompt that an entry answers, and the entry with its seat."""
        require_seat_here(entry.seat, self.setting)
        prompts = self.position.open_prompts
        prompt, entry = open_prompt(prompts, entry)
        if own_fields(prompt):
            whole, _ = open_prompt(self.position.game_prompts, entry)
            require_parts_open(prompt, whole, entry, prompts)
        return prompt, entry

    def _seal_new(
        self, prompt: Prompt, entry: LogEntry, beside_own: bool = True
    ) -> WaitingEntry:
        """Return a new entry as waiting; raise as `check`.

        With `beside_own` it may not clash with the sender's other sealed entries.
        """
        entry, _ = self._read(prompt, entry, is_new=True)
        waiting = waiting_entry(self.position, prompt, entry)
        beyond = seats_named(prompt, entry) - waiting.seats
        if beyond:
            raise NotOpenError(entry.kind, min(beyond), self.position.prompts)
        if beside_own:
            clash = self._find_own_clash(waiting, self.rulebook.rule)
            if clash is not None:
                raise RefusedMoveError(clash, entry)
        return waiting

    def _read(
        self, prompt: Prompt, entry: LogEntry, is_new: bool
    ) -> tuple[LogEntry, Values]:
        """Return the entry in canonical form, and its values; raise as `take`."""
        given = read_values(self, prompt, entry, is_new)
        require_tosses(prompt, given)
        require_own_seats(prompt, entry, given)
        return canonical_entry(prompt, entry, given), given

    def under_overrules(
        self, entry: LogEntry, attempt: EntryAttempt, overrules: Sequence[Overrule]
    ) -> EntryStep:
        """Return the step of an attempt to take an entry, under the table's verdicts.

        Raise RefusedMoveError if it is refused.
        """
        decisions = [*self.position.decisions]
        for waiting in self.position.waiting:
            decisions += waiting.decisions
        in_force: tuple[OverruleInForce, ...] = ()
        if overrules or decisions:
            outcome, in_force = decide_overruled(self, attempt, overrules, decisions)
        else:
            outcome = attempt(self.rulebook.rule)
        if isinstance(outcome, Refused):
            raise RefusedMoveError(outcome.ruling, entry)
        decided = decisions_on_refusals(in_force)
        if not decided and not self.position.decisions:
            return replace(outcome, overruled=in_force)
        after = self._keep_decisions(outcome.after, entry, decided)
        return replace(outcome, after=after, overruled=in_force)

    def _keep_decisions(
        self, after: Position, entry: LogEntry, decided: Decisions
    ) -> Position:
        """Return the position after an entry with the table's decisions on refusals.

        Those on a sealed entry wait with it; others hold for the rest of the round,
        where the game might refuse the same again.
        """
        standing = self.position.decisions
        if any(waiting.entry.seq == entry.seq for waiting in after.waiting):
            after = after.with_decisions(entry.seq, decided)
        else:
            standing = (*standing, *decided)
        begins_anew = self.position.begins_anew(entry)
        if begins_anew or self._round(after) != self._round(self.position):
            standing = ()
        return replace(after, decisions=standing)

    def _round(self, position: Position) -> int:
        return self.rulebook.scene(position.state, self.setting.seats).round

    def _take_part(
        self, prompt: Prompt, entry: LogEntry, given: Values, ask: Ask
    ) -> EntryOutcome:
        """Take some seats' parts; with the last of them, the game gets the entry."""
        position = self.position
        named = seats_in_parts(prompt, entry.data)
        if not {*seats_asked(prompt)} <= {*named}:
            part = WaitingEntry(entry, frozenset(named))
            after = replace(position, parts=(*position.parts, part))
            return EntryStep(entry, position, after, opens=(entry.seq,))
        whole, _ = open_prompt(position.game_prompts, entry)
        earlier = position.parts_of(whole)
        if earlier:
            data = join_parts(whole, [*earlier, entry.data])
            given = read_values(self, whole, replace(entry, data=data))
        return self._accept(entry, given, ask)

    def _accept(self, entry: LogEntry, given: Values, ask: Ask) -> EntryOutcome:
        """Take an open entry: show it to the game at once."""
        position = self.position
        setting = self.setting
        version = entry.version or setting.version
        offered = Entry(entry.kind, entry.seat, given, version, int(entry.at))
        outcome = self.rulebook.accept(position.state, offered, ask)
        if isinstance(outcome, Refused):
            return outcome
        if outcome.reveals and position.all_waiting:
            return self._reveal_early(entry, outcome, ask)
        prompts = self.rulebook.prompts(outcome.state, setting.seats)
        after = position.after_move(outcome.state, prompts, entry)
        if after.waiting and not after.missing:
            return _join_reveal(outcome, entry, self._reveal_all(entry, after, ask))
        return EntryStep(entry, position, after, outcome.rulings, (entry.seq,))

    def _reveal_early(self, entry: LogEntry, outcome: Accepted, ask: Ask) -> EntryStep:
        """Take an open entry that reveals all waiting ones early, clashes or not."""
        position = self.position
        after = replace(position, state=outcome.state, waiting=position.all_waiting)
        last = EntryStep(entry, position, after)
        revealed = resume_after_clash(self, last, ask)
        after = replace(revealed.after, since=entry.seq)
        return _join_reveal(outcome, entry, replace(revealed, after=after))

    def _seal_if_no_clash(
        self, waiting: WaitingEntry, recheck: bool, ask: Ask
    ) -> EntryOutcome:
        """Take a sealed entry; the last one reveals all.

        With `recheck` the table has overruled a refusal of it: refuse it if it clashes
        with the sender's other sealed entries all the same.
        """
        if recheck:
            clash = self._find_own_clash(waiting, ask)
            if clash is not None:
                return Refused(clash)
        return self._wait_or_reveal(waiting, ask)

    def _take_reentered(self, waiting: WaitingEntry, ask: Ask) -> EntryOutcome:
        """Take an open entry asked for after a clash, unless it clashes again."""
        after = self.position.with_entry(waiting)
        clash = find_clash(self, after, after.waiting, waiting.seats, ask)
        if clash is not None:
            return Refused(clash)
        step = self._wait_or_reveal(waiting, ask)
        return replace(step, opens=(*step.opens, waiting.entry.seq))

    def _find_own_clash(self, waiting: WaitingEntry, ask: Ask) -> Ruling | None:
        """Return a clash with sealed entries that its sender knows, or None."""
        after = self.position.with_entry(waiting)
        knows = self.knows or knows_own(waiting.entry.by)
        own = []
        for other in after.waiting:
            if other is waiting or knows(other.entry):
                own.append(other)
        return find_clash(self, after, own, waiting.seats, ask)

    def _wait_or_reveal(self, waiting: WaitingEntry, ask: Ask) -> EntryStep:
        """Return the step: the entry waits, or as the last one reveals all."""
        after = self.position.with_entry(waiting)
        if after.missing:
            return EntryStep(waiting.entry, self.position, after)
        return self._reveal_all(waiting.entry, after, ask)

    def _reveal_all(self, entry: LogEntry, complete: Position, ask: Ask) -> EntryStep:
        """Return the step of the last waiting entry: it reveals all."""
        last = EntryStep(entry, self.position, complete)
        if complete.to_reenter:
            return resume_after_clash(self, last, ask)
        return reveal(self, last, ask)


def _name_dead_heat(step: EntryStep, prompt: Prompt, given: Values) -> EntryStep:
    """Return the step, its first ruling marked rare if several won the race."""
    for field in prompt.fields:
        if prompt.race is None or not type_of(field).raced:
            continue
        first, *_ = given.order(field.name) or ((),)
        if len(first) > 1 and step.rulings:
            ruling, *others = step.rulings
            named = replace(ruling, rare=ruling.rare or say("Dead heat"))
            return replace(step, rulings=(named, *others))
    return step


def _join_reveal(outcome: Accepted, entry: LogEntry, revealed: EntryStep) -> EntryStep:
    """Return one step for an open entry and the reveal that it causes."""
    return replace(
        revealed,
        rulings=(*outcome.rulings, *revealed.rulings),
        opens=(*revealed.opens, entry.seq),
    )

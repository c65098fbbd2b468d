"""Trying a change of what stands, without changing the match.

The match is replayed under it, and entries are dropped until all fit.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter

from referee.match.changes import (
    Change,
    Edit,
    RevealedEntry,
    keep_open,
    replay_changed,
)
from referee.match.disputes import overrules_of, with_resolution
from referee.match.history import AskedAfter, History, Unfit, try_to_fit
from referee.match.log_entry import LogEntry, Numbers, Record
from referee.match.match import Match
from referee.match.records import record_of
from referee.match.secrecy import may_read
from referee.match.taking.entry_reading import open_prompt, read_strictly
from referee.match.taking.entry_step import EntryStep, Overrules
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.taking.parts import own_fields, seats_in_parts
from referee.match.taking.revealing import seats_of
from referee.match.tosses import tosses_in_use
from referee.match.trying.effects import (
    NOTHING_CHANGED,
    Effect,
    compare,
    map_asked_after,
)
from referee.match.viewer import Viewer
from referee.plugin.rulebook import blaming_large_numbers
from referee.vocabulary.errors import ConflictError, RefereeError
from referee.vocabulary.text import say, say_count


@dataclass(frozen=True, slots=True)
class Revision:
    """A tried change of a match, or a settled dispute.

    `records` make it, `match` is the result, and `effect` is what it did.
    """

    records: tuple[Record, ...]
    match: Match
    effect: Effect = NOTHING_CHANGED


class UnfitEntriesError(RefereeError):
    """Later entries no longer fit after a correction: `unfit`, each with the reason."""

    status = 422
    title = say("Later entries no longer fit")

    def __init__(self, unfit: Sequence[Unfit]) -> None:
        one = "Entry {numbers} would no longer fit. Correct it too, or strike it."
        many = (
            "Entries {numbers} would no longer fit. Correct them too, or strike them."
        )
        numbers = []
        errors = []
        members = []
        for misfit in unfit:
            seq = misfit.seq
            why = misfit.why
            numbers.append(str(seq))
            errors.append({"field": f"entry {seq}", "message": why})
            members.append({"seq": seq, "message": why})
        message = say_count(one, many, len(unfit), numbers=tuple(numbers))
        super().__init__(message, errors=errors, unfit=members)
        self.unfit = tuple(unfit)

    def __str__(self) -> str:
        sentences = [str(self.message)]
        for misfit in self.unfit:
            sentences.append(f"Entry {misfit.seq}: {misfit.why}")
        return " ".join(sentences)


def try_change(
    match: Match,
    viewer: Viewer,
    change: Change,
    drop_unfit: bool = False,
) -> Revision:
    """Return the match after this change, which may be a verdict of the table.

    Entries that then do not fit are dropped. Raise UnfitEntriesError for edited ones,
    and for later ones unless `drop_unfit`. Raise RefusedMoveError if an edited entry
    clashes with open ones, and ConflictError if others' sealed entries would be opened.
    """
    trial = _Trial(match, viewer, change)
    history, dropped, unfit = trial.run(drop_unfit)
    before = match.history
    opened = _openings_to_store(match, history)
    keep_open(before, history, opened)

    edits = _canonize(history, change.edits)
    made = replace(change, edits=edits, dropped=dropped, opened=opened)
    if made.resolution is not None:
        made = replace(made, resolution=replace(made.resolution, dropped=dropped))
    after = match.with_change(made, history, unfit)
    return Revision((record_of(made),), after, compare(before, history))


def _openings_to_store(match: Match, again: History) -> tuple[RevealedEntry, ...]:
    """Return the openings that the match replayed again would date otherwise or lack.

    So a later reader need not replay the match before the change.
    """
    old = match.history.opened_at
    stored: set[int] = set()
    for change in match.changes:
        stored.update(seq for seq, _ in change.opened)
    openings = []
    for seq in again.opened_at:
        if seq not in old:
            openings.append((seq, match.seq + 1))
    for seq, at in old.items():
        if again.opened_at.get(seq) != at and seq not in stored:
            openings.append((seq, at))
    return tuple(openings)


def _canonize(history: History, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    canonical = []
    data = {step.entry.seq: step.entry.data for step in history.steps}
    for edit in edits:
        if edit.data is not None:
            edit = replace(edit, data=data[edit.seq])
        canonical.append(edit)
    return tuple(canonical)


@dataclass(frozen=True, slots=True)
class _Trial:
    """A change to try."""

    match: Match
    viewer: Viewer
    change: Change

    @property
    def edits(self) -> tuple[Edit, ...]:
        """Return the edits that the viewer makes, undoes or redoes; these must fit."""
        return self.match.edits_of(self.change)

    @property
    def restores(self) -> bool:
        """Return whether the match is only restored to a former state.

        Otherwise sealed entries that others had replaced or struck do not count again.
        """
        undone = self.change.target
        if undone is None:
            return False
        return self.match.change(undone).seq == self.match.last_played_seq

    def run(self, drop_unfit: bool) -> tuple[History, Numbers, tuple[Unfit, ...]]:
        """Return the match replayed, the entries dropped for it, and those left out.

        Raise as `try_change`. When an early end is taken back, entries sealed at that
        end are dropped without asking, and so is one with the table's verdict on it.
        """
        match = self.match
        without_asking = set[int | None]()
        overrules = None
        resolution = self.change.resolution
        if resolution is not None:
            without_asking.add(match.dispute(resolution.dispute).entry)
            disputes = with_resolution(match.disputes, resolution)
            overrules = overrules_of(disputes, match.history.setting.seats)
        asked = map_asked_after(match, self.viewer, struck_too=not self.restores)
        dropped: list[Unfit] = []
        while True:
            # Left out: entries that nobody is asked for, or that the rules now refuse.
            history, left_out = self._replay(dropped, overrules, asked)
            waiting = _find_waiting_at_end(match, history)
            without_asking |= _numbers(waiting)
            unfit = waiting or self._first_unfit(history)
            self._require_edits_fit(unfit or left_out)
            if not unfit:
                break
            dropped += unfit

        unfit_before = _numbers(match.unfit)
        still_unfit = []
        for misfit in left_out:
            if misfit.seq in unfit_before:
                still_unfit.append(misfit)
            else:
                dropped.append(misfit)
        if not drop_unfit:
            self._require_consent(dropped, without_asking)
        return history, tuple(sorted(_numbers(dropped))), tuple(still_unfit)

    def _replay(
        self,
        dropped: Iterable[Unfit],
        overrules: Overrules | None,
        asked: AskedAfter,
    ) -> tuple[History, tuple[Unfit, ...]]:
        match = self.match
        before = self.match.history
        change = replace(self.change, dropped=tuple(_numbers(dropped)))
        changes = [*match.changes, change]
        known = set(map(id, before.steps))
        with blaming_large_numbers(_numbers_before(match, changes)):
            history, left_out = replay_changed(
                before, match.entries, changes, overrules, asked
            )
            for step in history.steps:
                if id(step) not in known:
                    # GameFaultError if the new position cannot be shown.
                    history.scene_in(step.after)
        return history, left_out

    def _first_unfit(self, after: History) -> list[Unfit]:
        """Return the first misfits to drop."""
        unfit = (
            # The correction itself made these unreadable.
            _find_unreadable(after, self.change.edits)
            # These were open, and clash with earlier or simultaneous entries.
            or self._find_clashing(after)
            # These reused the toss of a struck entry that counts again.
            or _find_holders_of_others_tosses(after)
            # A struck part would let these move up to its question.
            or self._find_moved(after)
        )
        if unfit or self.restores:
            return unfit
        # Their authors replaced these while they were sealed, and they would wait
        # again.
        return self._find_replaced(after)

    def _find_moved(self, after: History) -> list[Unfit]:
        """Return the parts that would answer another question than they did.

        Without Ben's card in trick 4, his card in trick 5 would count there.
        """
        struck = self._struck_parts()
        if not struck:
            return []
        before = self.match.history
        moved = []
        for step in after.steps_after(min(struck)):
            old = before.step(step.entry.seq)
            if old is None:
                continue
            then = before.prompt_of(old)
            if own_fields(then) and then.title != after.prompt_of(step).title:
                why = say("It was entered for “{title}”.", title=then.title)
                moved.append(Unfit(step.entry, why))
        return moved

    def _struck_parts(self) -> list[int]:
        """Return the numbers of the parts that are struck, unless all seats' are."""
        history = self.match.history
        numbers: dict[str, list[int]] = {}
        seats: dict[str, set[str]] = {}
        for edit in self.change.edits:
            step = history.step(edit.seq)
            if edit.data is not None or step is None:
                continue
            prompt = history.prompt_of(step)
            if own_fields(prompt):
                title = str(prompt.title)
                left = seats.setdefault(title, {*prompt.seats})
                left -= {*seats_in_parts(prompt, step.entry.data)}
                numbers.setdefault(title, []).append(edit.seq)
        parts = []
        for title, left in seats.items():
            if left:
                parts += numbers[title]
        return parts

    def _require_edits_fit(self, unfit: Iterable[Unfit]) -> None:
        wrong = [misfit for misfit in unfit if self._edits(misfit.seq)]
        if wrong:
            raise UnfitEntriesError(wrong)

    def _edits(self, seq: int) -> bool:
        return any(edit.seq == seq for edit in self.edits)

    def _require_consent(
        self, dropped: Iterable[Unfit], without_asking: Collection[int | None]
    ) -> None:
        # What is sealed hinders nobody, whoever may read it.
        before = self.match.history.open_to_all
        to_ask = []
        for misfit in dropped:
            if misfit.seq not in without_asking and misfit.seq in before:
                to_ask.append(misfit)
        if to_ask:
            raise UnfitEntriesError(sorted(to_ask, key=attrgetter("seq")))

    def _may_read(self, entry: LogEntry) -> bool:
        return may_read(self.match.history, self.viewer, entry)

    def _find_clashing(self, after: History) -> list[Unfit]:
        """Return the first open entries that now clash with others.

        Raise RefusedMoveError if an edited entry clashes, unless only since it is
        unreadable. Raise ConflictError if somebody else's sealed entry would be opened:
        any message about the consequences would reveal it.
        """
        match = self.match
        hidden = {entry.seq for entry in match.entries if not self._may_read(entry)}
        before = {step.entry.seq: step.clashes for step in match.history.steps}
        for step in after.steps:
            if not hidden.isdisjoint(step.opens):
                raise ConflictError(
                    say(
                        "This would reveal what others have entered in secret. Wait "
                        "until that is revealed."
                    )
                )
            if step.clashes != before.get(step.entry.seq, ()):
                unfit = self._find_clashing_in(step)
                if unfit:
                    return unfit
        return []

    def _find_clashing_in(self, step: EntryStep) -> list[Unfit]:
        unfit = {}
        for clash in step.clashes:
            seats = seats_of(clash)
            for waiting in step.to_reenter:
                entry = waiting.entry
                if waiting.seats.isdisjoint(seats):
                    continue
                if clash.because and self._edits(entry.seq):
                    raise RefusedMoveError(clash, step.entry)
                if entry.seq in self.match.history.open_to_all:
                    unfit[entry.seq] = Unfit(entry, clash.summary)
        return list(unfit.values())

    def _find_replaced(self, after: History) -> list[Unfit]:
        """Return entries that their authors replaced unseen, and that would recount."""
        history = self.match.history
        counted = history.open_to_all.union(history.position.sealed_numbers)
        why = say("It was replaced while it was secret, so it can’t count again.")
        unfit = []
        for waiting in after.position.sealed:
            entry = waiting.entry
            if entry.seq not in counted and not self._may_read(entry):
                unfit.append(Unfit(entry, why))
        return unfit


def _numbers(unfit: Iterable[Unfit]) -> set[int]:
    return {misfit.seq for misfit in unfit}


def _numbers_before(match: Match, changes: Iterable[Change]) -> Iterator[object]:
    """Yield the sources of these changes' numbers: their data, earlier scores."""
    for change in changes:
        for edit in change.edits:
            yield edit.data
    for standing in match.history.scene.standings:
        yield standing.score


def _find_unreadable(after: History, edits: Iterable[Edit]) -> list[Unfit]:
    """Return the edited entries with unreadable data.

    Otherwise a sealed one would count.
    """
    unfit = []
    for edit in edits:
        step = after.step(edit.seq)
        if step is None:
            continue
        prompt, entry = open_prompt(step.before.answerable, step.entry)
        read = partial(read_strictly, after, prompt, entry, is_new=True)
        misfit = try_to_fit(entry, read)
        if isinstance(misfit, Unfit):
            unfit.append(misfit)
    return unfit


def numbers_sealed_at_end(match: Match) -> set[int]:
    """Return the numbers of the entries sealed at an early end, if it ended so."""
    stop = match.history.stop
    if stop is None:
        return set()
    return {*stop.before.sealed_numbers}


def _find_waiting_at_end(match: Match, after: History) -> list[Unfit]:
    """Return the entries waiting at an early end that is taken back."""
    if match.history.stop is None or after.stop is not None:
        return []
    # Otherwise replaced entries would count instead of their replacements.
    waiting = numbers_sealed_at_end(match).union(after.position.sealed_numbers)
    why = say("It was still secret when the match ended early: enter it again.")
    return [Unfit(step.entry, why) for step in after.steps if step.entry.seq in waiting]


def _find_holders_of_others_tosses(after: History) -> list[Unfit]:
    """Return the entries that reused a toss whose first entry counts again.

    Each toss counts once.
    """
    holders: dict[int, int] = {}
    unfit = []
    why = say("Its toss belongs to another entry, which counts again.")
    for step in after.steps:
        entry = step.entry
        has_others = False
        for toss in tosses_in_use(after, step):
            if holders.setdefault(toss.number, entry.seq) != entry.seq:
                has_others = True
        if has_others:
            unfit.append(Unfit(entry, why))
    return unfit

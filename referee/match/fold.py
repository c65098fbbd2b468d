"""The fold: from one position and one entry to the next position, or to why it cannot be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import TypeVar

from referee.match.log_entry import LogEntry
from referee.match.overrules import Decide, Overrule, Overruled, Ruled, TableVerdict, decide_overruled, stands_after
from referee.match.position import Held, Position
from referee.match.revealing import clash_of, entries_held, gone_on, revealed
from referee.plugin.field_values import written_fields
from referee.plugin.hookspecs import Ask
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import ConflictError, FieldError, NotYoursError, RefereeError, WrongFieldsError
from referee.vocabulary.fields import is_by_seat, type_of
from referee.vocabulary.game import Refused, Setup
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Entry, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import Values
from referee.vocabulary.view import Scene


@dataclass(frozen=True, slots=True)
class Taken:
    """An entry that was taken: the position after it, the entry with its data in canonical form, its rulings,
    the numbers of the entries that everybody may read from now on, and what the table overruled.

    `clashes` say why what it opened cannot all be so.
    """

    position: Position
    entry: LogEntry
    rulings: tuple[Ruling, ...]
    opens: tuple[int, ...]
    overruled: tuple[Overruled, ...] = ()
    clashes: tuple[Ruling, ...] = ()


class NotOpenError(ConflictError):
    """No prompt of this kind is open for this seat now. `open_kinds` are those that are."""

    title = say("Not open now")

    def __init__(self, kind: str, seat: str | None, prompts: Sequence[Prompt]) -> None:
        self.open_kinds = tuple(dict.fromkeys(prompt.kind for prompt in prompts))
        super().__init__(_what_is_open(kind, seat, self.open_kinds))

    @property
    def members(self) -> Mapping[str, object]:
        """What can be entered now."""
        return {"open": self.open_kinds}


def _what_is_open(kind: str, seat: str | None, open_kinds: Sequence[str]) -> Text:
    if not open_kinds:
        return say("The match is over: nothing more can be entered, though it can still be corrected.")
    if seat is None or kind not in open_kinds:
        template = "“{kind}” cannot be entered now. What can be: {open_kinds}."
        return say(template, kind=kind, open_kinds=open_kinds)
    return say("“{kind}” cannot be entered for {seat} now.", kind=kind, seat=seat)


class RefusedMoveError(RefereeError):
    """The rules forbid the entry: the ruling that says why, and which entry it was."""

    status = 422
    title = say("The rules forbid this")

    def __init__(self, ruling: Ruling, entry: LogEntry) -> None:
        super().__init__(ruling.summary)
        self.ruling = ruling
        self.entry = entry

    @property
    def members(self) -> Mapping[str, object]:
        """The ruling."""
        return {"ruling": self.ruling}


def opening(rulebook: Rulebook, setting: Setup) -> Position:
    """The position in which a match begins."""
    state = rulebook.begin(setting)
    return Position(state, rulebook.prompts(state, setting.seats))


def take(
    rulebook: Rulebook,
    setting: Setup,
    position: Position,
    entry: LogEntry,
    overrules: Sequence[Overrule] = (),
    anew: bool = False,
) -> Taken:
    """What this entry of the log does in this position, where the table overruled some of its rulings.

    What is sealed is not looked into: it counts as entered, whatever it holds, until all is opened. Only what is put
    there `anew` must be such that it can be read.
    Raises NotOpenError, NotYoursError, WrongFieldsError or RefusedMoveError for an entry that cannot be taken.
    """
    _check_seat(entry.seat, setting)
    prompt, entry = open_prompt(position.prompts, entry)
    book = _Book(rulebook, setting, position)
    if prompt.secret:
        refused_once = any(one.ruling is None for one in overrules)
        entry = (_as_read if anew else _as_far_as_readable)(rulebook, setting, prompt, entry)
        held = _held(position, prompt, entry)
        return _taken(book, entry, partial(book.seal, held, refused_once), overrules)
    given = _given(rulebook, setting, prompt, entry)
    entry = _canonical(prompt, entry, given)
    if prompt.again:
        _check_names_its_seat(prompt, given)
        return _taken(book, entry, partial(book.lay_open, Held(entry, frozenset(prompt.seats))), overrules)
    return _taken(book, entry, partial(book.accept, entry, given), overrules)


def enter(
    rulebook: Rulebook,
    setting: Setup,
    position: Position,
    entry: LogEntry,
    overrules: Sequence[Overrule] = (),
    knows: Callable[[LogEntry], bool] | None = None,
) -> Taken:
    """What a new entry does: as `take`, once its sender was told what is wrong with it of what they know themselves.

    Nothing that could not be shown comes of it: the scene after it is looked at. `knows` says which sealed entries the
    sender may read; those of the same author, unless given.
    """
    _check_seat(entry.seat, setting)
    prompt, entry = open_prompt(position.prompts, entry)
    if prompt.secret:
        entry = checked(rulebook, setting, position, entry, knows, within_overrules=bool(overrules))
    taken = take(rulebook, setting, position, entry, overrules)
    rulebook.scene(taken.position.state, setting.seats)
    return taken


def checked(
    rulebook: Rulebook,
    setting: Setup,
    position: Position,
    entry: LogEntry,
    knows: Callable[[LogEntry], bool] | None = None,
    within_overrules: bool = False,
) -> LogEntry:
    """An entry to be sealed, with its data in canonical form.

    Raises WrongFieldsError, NotYoursError or RefusedMoveError for what its sender may be told: what is wrong with it
    by itself, against what everybody knows, and against what they have sealed themselves.
    """
    prompt, entry = open_prompt(position.prompts, entry)
    entry = _canonical(prompt, entry, _given(rulebook, setting, prompt, entry))
    book = _Book(rulebook, setting, position)
    held = _held(position, prompt, entry)
    if beyond := seats_named(prompt, entry) - held.seats:
        raise NotOpenError(entry.kind, min(beyond), position.prompts)
    if not within_overrules and (clash := book.clash_with_own(held, rulebook.put, knows)) is not None:
        raise RefusedMoveError(clash, entry)
    return entry


def _taken(book: _Book, entry: LogEntry, decide: Decide, overrules: Sequence[Overrule]) -> Taken:
    stands = tuple(stand for held in book.position.held for stand in held.stands)
    overruled: tuple[Overruled, ...] = ()
    outcome: TableVerdict
    if overrules or stands:
        seats = book.setting.seats
        outcome, overruled = decide_overruled(book.rulebook, seats, decide, overrules, stands)
    else:
        outcome = decide(book.rulebook.put)
    if isinstance(outcome, Refused):
        raise RefusedMoveError(outcome.ruling, entry)
    position = outcome.position
    if overruled and any(held.entry.seq == entry.seq for held in position.held):
        position = position.with_stands(entry.seq, stands_after(overrules, overruled, book.setting.seats))
    return Taken(position, entry, outcome.rulings, outcome.opens, overruled, outcome.clashes)


@dataclass(frozen=True, slots=True)
class _Book:
    """The rules in force in a position: what an entry comes to, by what kind of prompt it answers."""

    rulebook: Rulebook
    setting: Setup
    position: Position

    def accept(self, entry: LogEntry, given: Values, ask: Ask) -> TableVerdict:
        """An open entry: the game looks at it at once."""
        offered = Entry(entry.kind, entry.seat, given)
        outcome = self.rulebook.accept(self.position.state, offered, ask)
        if isinstance(outcome, Refused):
            return outcome
        asked = self.rulebook.prompts(outcome.state, self.setting.seats)
        if outcome.discards:
            return Ruled(Position(outcome.state, asked, since=entry.seq), outcome.rulings, (entry.seq,))
        after = self.position.moved(outcome.state, asked, entry.seq)
        if after.held and not after.missing:
            then = self._opened(after, ask)
            return replace(then, rulings=(*outcome.rulings, *then.rulings), opens=(*then.opens, entry.seq))
        return Ruled(after, outcome.rulings, (entry.seq,))

    def seal(self, held: Held, refused_once: bool, ask: Ask) -> TableVerdict:
        """An entry that waits for the others; with the last of them all is opened."""
        if refused_once and (clash := self.clash_with_own(held, ask)) is not None:
            return Refused(clash)
        after = self.position.with_entry(held)
        return Ruled(after) if after.missing else self._opened(after, ask)

    def lay_open(self, held: Held, ask: Ask) -> TableVerdict:
        """An entry asked for again after a clash: with all open, it is compared with all."""
        after = self.position.with_entry(held)
        clash = clash_of(self.rulebook, self.setting, after, after.held, held.seats, ask)
        if clash is not None:
            return Refused(clash)
        opens = (held.entry.seq,)
        return Ruled(after, (), opens) if after.missing else replace(self._opened(after, ask), opens=opens)

    def clash_with_own(self, held: Held, ask: Ask, knows: Callable[[LogEntry], bool] | None = None) -> Ruling | None:
        """Why this cannot be beside what else its sender knows of what is sealed; None where it can."""
        knows = knows or partial(_same_author, held.entry)
        after = self.position.with_entry(held)
        own = [one for one in after.held if one is held or knows(one.entry)]
        return clash_of(self.rulebook, self.setting, after, own, held.seats, ask)

    def _opened(self, after: Position, ask: Ask) -> Ruled:
        if after.again:
            entries = entries_held(self.rulebook, self.setting, after)
            return gone_on(self.rulebook, self.setting, after, entries, ask)
        return revealed(self.rulebook, self.setting, after, ask)


def _same_author(one: LogEntry, other: LogEntry) -> bool:
    return one.by == other.by


def _given(rulebook: Rulebook, setting: Setup, prompt: Prompt, entry: LogEntry) -> Values:
    given = rulebook.read(prompt, entry.data, setting)
    _check_tosses(prompt, given)
    _may_enter(prompt, entry, given)
    return given


def _as_far_as_readable(rulebook: Rulebook, setting: Setup, prompt: Prompt, entry: LogEntry) -> LogEntry:
    try:
        return _as_read(rulebook, setting, prompt, entry)
    except WrongFieldsError:
        return entry


def _as_read(rulebook: Rulebook, setting: Setup, prompt: Prompt, entry: LogEntry) -> LogEntry:
    return _canonical(prompt, entry, rulebook.read(prompt, entry.data, setting))


def _canonical(prompt: Prompt, entry: LogEntry, given: Values) -> LogEntry:
    data = written_fields(prompt.fields, given)
    return entry if entry.data == data else replace(entry, data=data)


def _held(position: Position, prompt: Prompt, entry: LogEntry) -> Held:
    """The entry as it waits for the others, for those of its seats that are asked."""
    asked = {seat for one in position.asked if one.secret and one.kind == entry.kind for seat in one.seats}
    named = seats_named(prompt, entry)
    if not named:
        raise WrongFieldsError(FieldError("", say("Name at least one seat here.")))
    if not entry.host and named != {entry.by}:
        raise _not_yours()
    if not named & asked:
        raise NotOpenError(entry.kind, min(named), position.prompts)
    return Held(entry, named & asked)


def seats_named(prompt: Prompt, entry: LogEntry) -> frozenset[str]:
    """The seats that a secret entry speaks for."""
    by_seat = [entry.data.get(field.name) for field in prompt.fields if is_by_seat(field)]
    if prompt.own or not by_seat:
        return frozenset() if entry.seat is None else frozenset({entry.seat})
    return frozenset(seat for value in by_seat if isinstance(value, Mapping) for seat in value)


def _check_seat(seat: str | None, setting: Setup) -> None:
    if seat is not None and seat not in setting.seats:
        message = say("Nobody is called {name} here. There are {seats}.", name=seat, seats=setting.seats)
        raise WrongFieldsError(FieldError("seat", message))


def open_prompt(prompts: Sequence[Prompt], entry: LogEntry) -> tuple[Prompt, LogEntry]:
    """The prompt that an entry answers, and the entry with its seat: an own one is its author's, unless said.

    NotOpenError where there is none that its author may answer, WrongFieldsError where the seat has to be said.
    """
    for prompt in prompts:
        if prompt.kind == entry.kind:
            own = is_of_one_seat(prompt)
            seat = _seat_meant(prompt, entry) if own and entry.seat is None else entry.seat
            if own and seat is None:
                raise WrongFieldsError(FieldError("seat", say("Say which seat this is for.")))
            # What is the table's any of those asked may enter; the host may for everybody.
            may_answer = seat in prompt.seats if own else entry.host or entry.by in prompt.seats
            if may_answer:
                return prompt, entry if entry.seat == seat else replace(entry, seat=seat)
    raise NotOpenError(entry.kind, entry.by if entry.seat is None else entry.seat, prompts)


def is_of_one_seat(prompt: Prompt) -> bool:
    """Whether an entry to it is that of one seat: what is sealed is always somebody's."""
    return prompt.own or (prompt.secret and not any(is_by_seat(field) for field in prompt.fields))


def _seat_meant(prompt: Prompt, entry: LogEntry) -> str | None:
    """The seat of an entry that does not say it: the one that it names in its fields, or its author's."""
    named = {seat for field in prompt.fields if is_by_seat(field) for seat in _keys(entry.data.get(field.name))}
    return named.pop() if len(named) == 1 else entry.by


def _keys(value: object) -> Iterable[str]:
    return value if isinstance(value, Mapping) else ()


def _check_tosses(prompt: Prompt, given: Values) -> None:
    for one in prompt.fields:
        if type_of(one).tossed and not one.optional and not given.has(one.name):
            raise WrongFieldsError(FieldError(one.name, say("Say how the toss came out.")))


def _may_enter(prompt: Prompt, entry: LogEntry, given: Values) -> None:
    if not entry.host:
        if entry.seat not in (None, entry.by) or (prompt.secret and not _named(prompt, given) <= {entry.by}):
            raise _not_yours()
    elif prompt.secret and entry.seat is not None and entry.seat not in (_named(prompt, given) or {entry.seat}):
        template = "This is for {seat}, and names only others: name {seat} in it, or send it for no seat."
        raise WrongFieldsError(FieldError("seat", say(template, seat=entry.seat)))


def _not_yours() -> NotYoursError:
    return NotYoursError(say("Nobody enters for another seat, but the host. Ask them, or the seat itself."))


def _check_names_its_seat(prompt: Prompt, given: Values) -> None:
    for one in prompt.fields:
        if is_by_seat(one) and given.has(one.name) and _named(prompt, given) != {*prompt.seats}:
            message = say("This is for {seats}, and for nobody else.", seats=prompt.seats)
            raise WrongFieldsError(FieldError(one.name, message))


def _named(prompt: Prompt, given: Values) -> frozenset[str]:
    by_seat = [given.values.get(field.name) for field in prompt.fields if is_by_seat(field)]
    return frozenset(seat for seats in by_seat if isinstance(seats, dict) for seat in seats)


@dataclass(frozen=True, slots=True)
class Step:
    """An entry as it was taken, what it decided, which of that the table overruled, and what was asked for.

    `opens` are the numbers of the entries that everybody may read since. `clashes` say why what it opened cannot all
    be so; `again` are the entries that are asked for again. `since` is the number of the entry after which it was
    asked for.
    """

    entry: LogEntry
    rulings: tuple[Ruling, ...]
    overruled: tuple[Overruled, ...] = ()
    title: Text = NOTHING
    opens: tuple[int, ...] = ()
    clashes: tuple[Ruling, ...] = ()
    again: tuple[Held, ...] = ()
    since: int = 0

    @property
    def _added(self) -> tuple[Overruled, ...]:
        return tuple(one for one in self.overruled if one.added)

    def place_of(self, shown: int) -> int | None:
        """At which place the game ruled what is shown at this one; None: it refused the entry, and was overruled."""
        own = len(self.rulings) - len(self._added)
        return shown if shown < own else self._added[shown - own].ruling

    def ruling_of(self, place: int | None) -> Ruling | None:
        """The ruling that stands now for what the game ruled at this place (None: for its refusal), or None."""
        own = len(self.rulings) - len(self._added)
        for shown, one in enumerate(self._added, own):
            if one.ruling == place:
                return self.rulings[shown]
        refused = any(one.ruling is None for one in self.overruled)
        at = 0 if place is None and refused else place
        return self.rulings[at] if at is not None and at < own else None


@dataclass(slots=True)
class History:
    """A match folded so far. Grown by one step an entry, at a cost that does not depend on its length.

    `open_to_all` holds the numbers of the entries that everybody may read: what is not in it stays hidden.
    `opened_at` tells by which record each was opened: what a correction put there before is no more than it was.
    `said` is what of that stands in the log, since the entries as they are now would not show it.
    `latest` are the last rulings that all may see, `latest_seq` the number of their entry, and `finish` the race
    that it was made of. `overrules` are the table's, by the number of the entry.
    """

    rulebook: Rulebook
    setting: Setup
    position: Position
    steps: list[Step] = field(default_factory=list)
    open_to_all: set[int] = field(default_factory=set)
    opened_at: dict[int, int] = field(default_factory=dict)
    said: dict[int, int] = field(default_factory=dict)
    latest: tuple[Ruling, ...] = ()
    finish: PhotoFinish | None = None
    latest_seq: int = 0
    overrules: Mapping[int, tuple[Overrule, ...]] = field(default_factory=dict)

    @classmethod
    def begun(
        cls, rulebook: Rulebook, setting: Setup, overrules: Mapping[int, tuple[Overrule, ...]] | None = None
    ) -> History:
        """The history of a match in which nothing was entered yet."""
        return cls(rulebook, setting, opening(rulebook, setting), overrules=overrules or {})

    @property
    def scene(self) -> Scene:
        """Where the match stands now, with whose entries are awaited."""
        return self.position.told(self.scene_in(self.position))

    def scene_in(self, position: Position) -> Scene:
        """Where the match stands in a position of it, as the game tells it.

        What was entered with this program was looked at then. Loading a log does not do that again: a game that fails
        to show a position of it, since it has changed, does so here, with GameFaultError.
        """
        return self.rulebook.scene(position.state, self.setting.seats)

    def take(self, position: Position, entry: LogEntry, anew: bool = False) -> Taken:
        """What this entry of the log does in this position of the match; raises as `take` does."""
        return take(self.rulebook, self.setting, position, entry, self.overrules.get(entry.seq, ()), anew)

    def enter(self, position: Position, entry: LogEntry, knows: Callable[[LogEntry], bool] | None = None) -> Taken:
        """What a new entry does in this position of the match; raises as `enter` does."""
        return enter(self.rulebook, self.setting, position, entry, knows=knows)

    def sealed_anew(self, new: LogEntry, knows: Callable[[LogEntry], bool]) -> LogEntry:
        """A sealed entry with other data, in canonical form; raises as `checked` does."""
        held = tuple(one for one in self.position.held if one.entry.seq != new.seq)
        return checked(self.rulebook, self.setting, replace(self.position, held=held), new, knows)

    def with_entry(self, position: Position, entry: LogEntry) -> Position:
        """The position with a new entry held in it, whatever it holds; as it was where its sender sent nonsense."""
        try:
            prompt, entry = open_prompt(position.prompts, entry)
            given = self.rulebook.read(prompt, entry.data, self.setting)
        except (NotOpenError, WrongFieldsError):
            return position
        entry = _canonical(prompt, entry, given)
        return position.with_entry(Held(entry, seats_named(prompt, entry)))

    def copied(self) -> History:
        """The history as it stands now, whatever is added to this one from now on."""
        return replace(self, steps=[*self.steps], open_to_all={*self.open_to_all}, opened_at={**self.opened_at})

    def add(self, taken: Taken) -> None:
        """Make an entry that was tried out part of the history."""
        asked = (prompt.title for prompt in self.position.prompts if prompt.kind == taken.entry.kind)
        again = taken.position.again if taken.clashes else ()
        made = (taken.entry, taken.rulings, taken.overruled)
        opened = (taken.opens, taken.clashes, again)
        self.steps.append(Step(*made, next(asked, NOTHING), *opened, self.position.since))
        self.position = taken.position
        self.open_to_all.update(taken.opens)
        for seq in taken.opens:
            self.opened_at.setdefault(seq, taken.entry.seq)
        if taken.rulings and taken.entry.seq in self.open_to_all:
            self.latest, self.latest_seq = taken.rulings, taken.entry.seq
            self.finish = taken.entry.finish


@dataclass(frozen=True, slots=True)
class Unfit:
    """An entry that cannot be taken where it stands, and why."""

    entry: LogEntry
    why: Text


def fit(history: History, entry: LogEntry, anew: bool = False) -> Taken | Unfit:
    """The entry as it is taken after this history, or why it does not fit there; `anew` as in `take`."""
    return fitted(entry, lambda: history.take(history.position, entry, anew))


_NOT_ASKED = say("Nothing of this kind is asked for there any more.")

T = TypeVar("T")


def fitted(entry: LogEntry, made: Callable[[], T]) -> T | Unfit:
    """What is made of an entry, or why it does not fit."""
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
    rewritten: Collection[int] = (),
    to_keep: bool = False,
) -> tuple[History, tuple[Unfit, ...]]:
    """The history of a whole log, and the entries that had to be left out of it because they do not fit.

    `sealed` says of those that not all may read after which entry each was asked for. It fits where it is asked for
    after the same one, in secret as well, and nowhere else. `rewritten` are the numbers of those that
    hold something new. `to_keep`: it is none that was kept already, so each scene in it is looked at.
    """
    history = History.begun(rulebook, setting, overrules)
    unfit: list[Unfit] = []
    for entry in entries:
        asked = _is_asked_still(history.position, entry, sealed)
        taken = fit(history, entry, entry.seq in rewritten) if asked else Unfit(entry, _NOT_ASKED)
        if isinstance(taken, Unfit):
            unfit.append(taken)
        else:
            history.add(taken)
            if to_keep:
                history.scene_in(history.position)
    return history, tuple(unfit)


def _is_asked_still(position: Position, entry: LogEntry, sealed: Mapping[int, int]) -> bool:
    """Whether what is sealed meets the question that it was sealed for; what is open may meet any."""
    if entry.seq not in sealed:
        return True
    try:
        prompt, _ = open_prompt(position.prompts, entry)
    except (NotOpenError, WrongFieldsError):
        return False
    return prompt.secret and position.since == sealed[entry.seq]

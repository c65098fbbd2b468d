"""The fold: from one position and one entry to the next position, or to why it cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.match.logged import Logged
from referee.match.overruling import Overrule, Overruled, accept_overruled
from referee.plugin.fields import unread
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import ConflictError, FieldError, NotYoursError, RefereeError, WrongFieldsError
from referee.vocabulary.finish import Finish
from referee.vocabulary.game import Refused, Setting
from referee.vocabulary.given import Given
from referee.vocabulary.prompt import BY_SEAT, Entry, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import NOTHING, Text, say


@dataclass(frozen=True, slots=True)
class Sealed:
    """An entry that only its author and its seat may read yet; `covers` are the seats it speaks for."""

    seq: int
    kind: str
    covers: frozenset[str | None]


@dataclass(frozen=True, slots=True)
class Position:
    """A match between two entries: the game's state, what may be entered now, and what lies sealed."""

    state: object
    prompts: tuple[Prompt, ...]
    sealed: tuple[Sealed, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """An entry that was taken: the position after it, the entry with its data in canonical form, its rulings,
    the numbers of the entries that everybody may read from now on, and what the table overruled.
    """

    position: Position
    entry: Logged
    rulings: tuple[Ruling, ...]
    opens: tuple[int, ...]
    overruled: tuple[Overruled, ...] = ()


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

    def __init__(self, ruling: Ruling, entry: Logged) -> None:
        super().__init__(ruling.summary)
        self.ruling = ruling
        self.entry = entry

    @property
    def members(self) -> Mapping[str, object]:
        """The ruling."""
        return {"ruling": self.ruling}


def opening(rulebook: Rulebook, setting: Setting) -> Position:
    """The position in which a match begins."""
    state = rulebook.begin(setting)
    return Position(state, rulebook.prompts(state))


def take(
    rulebook: Rulebook, setting: Setting, position: Position, entry: Logged, overrules: Sequence[Overrule] = ()
) -> Taken:
    """What this entry does in this position, where the table overruled some of its rulings.

    Raises NotOpenError, NotYoursError, WrongFieldsError or RefusedMoveError for an entry that cannot be taken.
    """
    _check_seat(entry.seat, setting)
    prompt, entry = open_prompt(position.prompts, entry)
    given = rulebook.read(prompt, entry.data, setting)
    _check_tosses(prompt, given)
    _may_enter(prompt, entry, given)
    offered = Entry(entry.kind, entry.seat, given, entry.by)
    overruled: tuple[Overruled, ...] = ()
    if overrules:
        outcome, overruled = accept_overruled(rulebook, setting.seats, position.state, offered, overrules)
    else:
        outcome = rulebook.accept(position.state, offered, seats=setting.seats)
    if isinstance(outcome, Refused):
        raise RefusedMoveError(outcome.ruling, entry)
    after = Position(outcome.state, rulebook.prompts(outcome.state))
    data = unread(prompt.fields, given)
    logged = entry if entry.data == data else replace(entry, data=data)
    if prompt.secret and not outcome.reveals:
        seal = Sealed(entry.seq, entry.kind, _covers(prompt, entry, given))
        after = replace(after, sealed=_sealed_with(position.sealed, seal))
        return Taken(after, logged, outcome.rulings, (), overruled)
    if outcome.reveals:
        revealed = tuple(seal.seq for seal in position.sealed if not _withdrawn(seal, prompt, entry, given))
        return Taken(after, logged, outcome.rulings, (*revealed, entry.seq), overruled)
    still = replace(after, sealed=position.sealed) if position.sealed else after
    return Taken(still, logged, outcome.rulings, (entry.seq,), overruled)


def _check_seat(seat: str | None, setting: Setting) -> None:
    if seat is not None and seat not in setting.seats:
        message = say("Nobody is called {name} here. There are {seats}.", name=seat, seats=setting.seats)
        raise WrongFieldsError(FieldError("seat", message))


def open_prompt(prompts: Sequence[Prompt], entry: Logged) -> tuple[Prompt, Logged]:
    """The prompt that an entry answers, and the entry with its seat: an own one is its author's, unless said.

    NotOpenError where there is none, WrongFieldsError where the seat has to be said.
    """
    for prompt in prompts:
        if prompt.kind == entry.kind:
            seat = entry.by if prompt.own and entry.seat is None else entry.seat
            if prompt.own and seat is None:
                raise WrongFieldsError(FieldError("seat", say("Say which seat this is for.")))
            if not prompt.own or seat in prompt.seats:
                return prompt, entry if entry.seat == seat else replace(entry, seat=seat)
    raise NotOpenError(entry.kind, entry.seat, prompts)


def _check_tosses(prompt: Prompt, given: Given) -> None:
    for one in prompt.fields:
        if one.type == "toss" and not one.optional and not given.has(one.name):
            raise WrongFieldsError(FieldError(one.name, say("Say how the toss came out.")))


def _may_enter(prompt: Prompt, entry: Logged, given: Given) -> None:
    if not entry.host:
        if entry.seat not in (None, entry.by) or (prompt.secret and not _named(prompt, given) <= {entry.by}):
            raise NotYoursError(say("Nobody enters for another seat, but the host. Ask them, or the seat itself."))
    elif prompt.secret and entry.seat is not None and entry.seat not in (_named(prompt, given) or {entry.seat}):
        template = "This is for {seat}, and names only others: name {seat} in it, or send it for no seat."
        raise WrongFieldsError(FieldError("seat", say(template, seat=entry.seat)))


def _named(prompt: Prompt, given: Given) -> frozenset[str]:
    by_seat = [given.values.get(field.name) for field in prompt.fields if field.type in BY_SEAT]
    return frozenset(seat for seats in by_seat if isinstance(seats, dict) for seat in seats)


def _covers(prompt: Prompt, entry: Logged, given: Given) -> frozenset[str | None]:
    return frozenset(_named(prompt, given)) or frozenset({entry.seat})


def _sealed_with(sealed: Sequence[Sealed], new: Sealed) -> tuple[Sealed, ...]:
    kept = (old for old in sealed if old.kind != new.kind or not old.covers <= new.covers)
    return (*kept, new)


def _withdrawn(old: Sealed, prompt: Prompt, entry: Logged, given: Given) -> bool:
    return prompt.secret and old.kind == entry.kind and old.covers <= _covers(prompt, entry, given)


@dataclass(frozen=True, slots=True)
class Step:
    """An entry as it was taken, what it decided, which of that the table overruled, and what was asked for."""

    entry: Logged
    rulings: tuple[Ruling, ...]
    overruled: tuple[Overruled, ...] = ()
    title: Text = NOTHING

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
    `latest` are the last rulings that all may see, `latest_seq` the number of their entry, and `finish` the race
    that it was made of. `overrules` are the table's, by the number of the entry.
    """

    rulebook: Rulebook
    setting: Setting
    position: Position
    steps: list[Step] = field(default_factory=list)
    open_to_all: set[int] = field(default_factory=set)
    opened_at: dict[int, int] = field(default_factory=dict)
    latest: tuple[Ruling, ...] = ()
    finish: Finish | None = None
    latest_seq: int = 0
    overrules: Mapping[int, tuple[Overrule, ...]] = field(default_factory=dict)

    @classmethod
    def begun(
        cls, rulebook: Rulebook, setting: Setting, overrules: Mapping[int, tuple[Overrule, ...]] | None = None
    ) -> History:
        """The history of a match in which nothing was entered yet."""
        return cls(rulebook, setting, opening(rulebook, setting), overrules=overrules or {})

    def take(self, position: Position, entry: Logged) -> Taken:
        """What this entry does in this position of the match; raises as `take` does."""
        return take(self.rulebook, self.setting, position, entry, self.overrules.get(entry.seq, ()))

    def copied(self) -> History:
        """The history as it stands now, whatever is added to this one from now on."""
        return replace(self, steps=[*self.steps], open_to_all={*self.open_to_all}, opened_at={**self.opened_at})

    def add(self, taken: Taken) -> None:
        """Make an entry that was tried out part of the history."""
        asked = (prompt.title for prompt in self.position.prompts if prompt.kind == taken.entry.kind)
        self.steps.append(Step(taken.entry, taken.rulings, taken.overruled, next(asked, NOTHING)))
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

    entry: Logged
    why: Text


def fit(history: History, entry: Logged) -> Taken | Unfit:
    """The entry as it is taken after this history, or why it does not fit there."""
    try:
        return history.take(history.position, entry)
    except NotOpenError:
        return Unfit(entry, say("Nothing of this kind is asked for there any more."))
    except NotYoursError:
        return Unfit(entry, say("This entry is for another seat."))
    except (RefusedMoveError, WrongFieldsError) as error:
        return Unfit(entry, error.message)


def replay(
    rulebook: Rulebook,
    setting: Setting,
    entries: Iterable[Logged],
    overrules: Mapping[int, tuple[Overrule, ...]] | None = None,
) -> tuple[History, tuple[Unfit, ...]]:
    """The history of a whole log, and the entries that had to be left out of it because they do not fit."""
    history = History.begun(rulebook, setting, overrules)
    unfit: list[Unfit] = []
    for entry in entries:
        fitted = fit(history, entry)
        if isinstance(fitted, Unfit):
            unfit.append(fitted)
        else:
            history.add(fitted)
    return history, tuple(unfit)

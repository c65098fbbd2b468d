"""Reading an entry: its prompt, its seat, and its fields."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, cast

from referee.match.log_entry import Data, LogEntry
from referee.match.taking.parts import (
    own_fields,
    part_asked,
    seats_asked,
    seats_in_parts,
)
from referee.match.taking.position import Position, WaitingEntry
from referee.plugin.field_values import require_reach, written_fields
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import (
    ConflictError,
    NotYoursError,
    WrongFieldsError,
    wrong_field,
)
from referee.vocabulary.fields import FIELD_TYPES, type_of
from referee.vocabulary.game import Setting
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Seats, Values


class NotOpenError(ConflictError):
    """No prompt of this kind is open for this seat; `open` names open kinds."""

    title = say("Not open now")

    def __init__(
        self,
        kind: str,
        seat: str | None,
        prompts: Sequence[Prompt],
        why: Text | None = None,
    ) -> None:
        open_kinds = tuple(dict.fromkeys(prompt.kind for prompt in prompts))
        why = why or _what_is_open(kind, seat, open_kinds)
        super().__init__(why, open=open_kinds)
        self.open_kinds = open_kinds


def _what_is_open(kind: str, seat: str | None, open_kinds: Sequence[str]) -> Text:
    if not open_kinds:
        return say("The match is over. You can still correct it, but not add to it.")
    if seat is None or kind not in open_kinds:
        return say(
            "“{kind}” can’t be entered now. You can enter: {open_kinds}.",
            kind=kind,
            open_kinds=open_kinds,
        )
    return say("“{kind}” can’t be entered for {seat} now.", kind=kind, seat=seat)


class RulesOfMatch(Protocol):
    """What has the rules of a match: its history, or an entry taker."""

    @property
    def rulebook(self) -> Rulebook:
        """Return the game with the table's house rules."""

    @property
    def setting(self) -> Setting:
        """Return the match's set-up."""


def read_values(
    rules: RulesOfMatch, prompt: Prompt, entry: LogEntry, is_new: bool = False
) -> Values:
    """Return the field values of an entry to a prompt.

    Raise WrongFieldsError if they are unreadable, or not allowed in a new entry.
    """
    setting = rules.setting
    version = entry.version or setting.version
    prompt = part_asked(prompt, entry.data)
    given = rules.rulebook.read(prompt, entry.data, setting, version)
    if is_new:
        require_reach(prompt.fields, given)
    return given


def read_leniently(rules: RulesOfMatch, prompt: Prompt, entry: LogEntry) -> LogEntry:
    """Return the entry with canonical data; unchanged if it is unreadable."""
    try:
        return read_strictly(rules, prompt, entry)
    except WrongFieldsError:
        return entry


def read_strictly(
    rules: RulesOfMatch, prompt: Prompt, entry: LogEntry, is_new: bool = False
) -> LogEntry:
    """Return the entry with canonical data; raise WrongFieldsError as `read_values`."""
    return canonical_entry(prompt, entry, read_values(rules, prompt, entry, is_new))


def canonical_entry(prompt: Prompt, entry: LogEntry, given: Values) -> LogEntry:
    """Return the entry with these values as its data."""
    data = written_fields(prompt.fields, given)
    if entry.data == data:
        return entry
    return replace(entry, data=data)


def waiting_entry(position: Position, prompt: Prompt, entry: LogEntry) -> WaitingEntry:
    """Return a secret entry as waiting for those of its seats that are asked.

    Raise WrongFieldsError if the entry names no seat, NotYoursError if a seat enters
    for another, NotOpenError if none of its seats is asked.
    """
    due: set[str] = set()
    for other in position.game_prompts:
        if other.secret and other.kind == entry.kind:
            due.update(other.seats)
    named = seats_named(prompt, entry)
    if not named:
        raise wrong_field("", say("Name at least one seat."))
    if not entry.host and named != {entry.by}:
        raise _not_yours()
    seats = named & due
    if not seats:
        raise NotOpenError(entry.kind, min(named), position.prompts)
    return WaitingEntry(entry, seats)


def seats_named(prompt: Prompt, entry: LogEntry) -> frozenset[str]:
    """Return the seats that a secret entry covers."""
    if not prompt.own and asks_by_seat(prompt):
        return _seats_in(prompt, entry.data)
    if entry.seat is None:
        return _NOBODY
    return frozenset({entry.seat})


def require_seat_here(seat: str | None, setting: Setting) -> None:
    """Raise WrongFieldsError for a seat that is not at this table."""
    if seat is not None and seat not in setting.seats:
        raise wrong_field(
            "seat",
            say(
                "Nobody here is called {name}. There are {seats}.",
                name=seat,
                seats=setting.seats,
            ),
        )


def open_prompt(prompts: Sequence[Prompt], entry: LogEntry) -> tuple[Prompt, LogEntry]:
    """Return the prompt that an entry answers, and the entry with its seat.

    If the prompt is for one seat and the entry names none, the author's seat counts.
    Raise NotOpenError if no prompt is open for the author, WrongFieldsError if the
    entry has to name a seat.
    """
    seat = entry.seat
    for prompt in prompts:
        if prompt.kind != entry.kind:
            continue
        if not is_of_one_seat(prompt):
            # Any seat asked may enter for the table; the host for everybody.
            if entry.host or entry.by in prompt.seats:
                return prompt, entry
            continue
        own = _seat_meant(prompt, entry) if seat is None else seat
        if own is None:
            raise wrong_field("seat", say("Say which seat this is for."))
        if own in prompt.seats:
            if own != seat:
                entry = replace(entry, seat=own)
            return prompt, entry
    raise NotOpenError(entry.kind, entry.by if seat is None else seat, prompts)


def require_parts_open(
    asked: Prompt, whole: Prompt, entry: LogEntry, prompts: Sequence[Prompt]
) -> None:
    """Raise NotOpenError if the entry names a part or field that is already entered.

    `asked` is what is left of the `whole` prompt, which is one of the open `prompts`.
    """
    left = seats_asked(asked)
    why = None
    for seat in seats_in_parts(whole, entry.data):
        if seat in whole.seats and seat not in left:
            template = "“{title}” isn’t asked of {seat} now: it may already be entered."
            why = say(template, title=whole.title, seat=seat)
    names = [field.name for field in asked.fields]
    for field in whole.fields:
        if field.name in entry.data and field.name not in names:
            why = say("“{label}” has already been entered.", label=field.label)
    if why is not None:
        raise NotOpenError(entry.kind, None, prompts, why)


def seats_answering(prompt: Prompt, entry: LogEntry) -> Seats:
    """Return the seats for which an entry answers a prompt; () for the whole table.

    If a prompt asks one seat alone, the entry answers for that seat.
    """
    if prompt.secret:
        return tuple(seats_named(prompt, entry))
    if own_fields(prompt):
        return seats_in_parts(prompt, entry.data)
    if prompt.own:
        return () if entry.seat is None else (entry.seat,)
    return prompt.seats if len(prompt.seats) == 1 else ()


def prompt_met(prompts: Sequence[Prompt], entry: LogEntry) -> Prompt | None:
    """Return the open prompt that an entry answers; None if there is none."""
    try:
        return open_prompt(prompts, entry)[0]
    except (NotOpenError, WrongFieldsError):
        return None


def is_of_one_seat(prompt: Prompt) -> bool:
    """Return whether each entry to this prompt belongs to one seat."""
    return prompt.own or (prompt.secret and not asks_by_seat(prompt))


def asks_by_seat(prompt: Prompt) -> bool:
    """Return whether the prompt has a field that takes a value from each seat."""
    return any(type_of(field).by_seat for field in prompt.fields)


def is_in_own_words(prompt: Prompt) -> bool:
    """Return whether an optional prompt takes only people's own words, as a note does.

    Nobody answers such a prompt for others. A prompt for numbers with a remark is not
    one: if two people answered it, the numbers would count twice.
    """
    if not prompt.optional or not prompt.fields:
        return False
    return all(type_of(field).own_words for field in prompt.fields)


def _seat_meant(prompt: Prompt, entry: LogEntry) -> str | None:
    """Return the only seat named in an entry's fields, or else its author's."""
    named = _seats_in(prompt, entry.data)
    return min(named) if len(named) == 1 else entry.by


def require_tosses(prompt: Prompt, given: Values) -> None:
    """Raise WrongFieldsError if a needed toss is left out."""
    for field in prompt.fields:
        is_needed = FIELD_TYPES[field.type].tossed and not field.optional
        if is_needed and not given.has(field.name):
            raise wrong_field(field.name, say("Say how the toss came out."))


_NOBODY: frozenset[str] = frozenset()


def require_own_seats(prompt: Prompt, entry: LogEntry, given: Values) -> None:
    """Raise NotYoursError or WrongFieldsError if the entry may not name its seats."""
    named = _seats_in(prompt, given.values) if prompt.secret else _NOBODY
    seat = entry.seat
    by = entry.by
    if not entry.host:
        named |= _giving_up(prompt, given)
        if seat not in (None, by) or not named <= {by}:
            raise _not_yours()
    elif named and seat is not None and seat not in named:
        raise wrong_field(
            "seat",
            say(
                "This is for {seat} but only names others: name {seat} in it, or send "
                "it for no seat.",
                seat=seat,
            ),
        )


def _giving_up(prompt: Prompt, given: Values) -> frozenset[str]:
    """Return the seats for which the entry shows no cards in their own part."""
    seats: set[str] = set()
    for field in own_fields(prompt):
        if type_of(field).of_cards and given.has(field.name):
            by_seat = cast("Mapping[str, object]", given.values[field.name])
            seats.update(seat for seat, cards in by_seat.items() if not cards)
    return frozenset(seats)


def _not_yours() -> NotYoursError:
    return NotYoursError(
        say("Only the host may enter for another seat. Ask them, or the seat itself.")
    )


def require_seats_asked(prompt: Prompt, given: Values) -> None:
    """Raise WrongFieldsError unless values are given for exactly the seats asked."""
    seats = prompt.seats
    for field in prompt.fields:
        if not FIELD_TYPES[field.type].by_seat or not given.has(field.name):
            continue
        if _seats_in(prompt, given.values) != {*seats}:
            raise wrong_field(
                field.name,
                say("This is for {seats} only.", seats=seats),
            )


def _seats_in(prompt: Prompt, values: Data) -> frozenset[str]:
    """Return the seats for which a prompt's fields hold values."""
    seats: set[str] = set()
    for field in prompt.fields:
        if FIELD_TYPES[field.type].by_seat:
            value = values.get(field.name)
            if isinstance(value, Mapping):
                seats.update(value)
    return frozenset(seats)

"""What the calls of the API take: the description of each body, and reading it so that every wrong field is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any, get_args

from referee.frozen import frozen
from referee.hosting.tables.entering import read_uuid
from referee.hosting.tables.player_names import LONGEST_NAME
from referee.match.disputes import ResolvedAs
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.game import MOST_SEATS
from referee.vocabulary.text import Text, say

MOST_AT_ONCE = 200
"""Entries in one call, or changes in one correction."""

LONGEST_WORD = 100
LONGEST_TOKEN = 200
LONGEST_WHY = 500

LONGEST_MS = 1e15
"""A phone's clock shows milliseconds since some moment of its own; no clock shows more than these."""

NEEDED = object()
"""In place of a default: the member must be there."""
ABSENT = object()
"""In place of a default: a member that is not there is not read as anything."""

Check = Callable[[Mapping[str, Any]], Iterator[FieldError]]


@frozen
class Member:
    """A member of a body: its JSON Schema, and `read`, which takes a value and its path. One without a value is its
    default, and may be null where that is None.
    """

    schema: Mapping[str, Any]
    read: Callable[[Any, str], Any]
    default: object = NEEDED

    def described(self) -> dict[str, Any]:
        """Return the JSON Schema with the default."""
        null = {"type": [self.schema["type"], "null"]} if self.default is None else {}
        default = {} if self.default in (NEEDED, ABSENT) else {"default": self.default}
        return {**self.schema, **null, **default}

    def read_given(self, given: Any, path: str) -> Any:
        """Return the value that was given; raise WrongFieldsError where it cannot be one."""
        if given is None and self.default is not None:
            raise _wrong(path, say("This is needed."))
        return None if given is None else self.read(given, path)


@frozen
class Body:
    """An object that is sent: what it is `about`, its members, and which go `together` (in JSON Schema); `check` says
    what is wrong with that, once each member is right. `takes_all`: it may have any others too.
    """

    about: str
    members: Mapping[str, Member] = field(default_factory=dict)
    together: Mapping[str, Any] = field(default_factory=dict)
    check: Check = lambda _values: iter(())
    takes_all: bool = False

    def described(self) -> dict[str, Any]:
        """Return the JSON Schema."""
        needed = [name for name, member in self.members.items() if member.default is NEEDED]
        return {
            "type": "object",
            "description": self.about,
            "properties": {name: member.described() for name, member in self.members.items()},
            **({"required": needed} if needed else {}),
            "additionalProperties": self.takes_all,
            **self.together,
        }

    def read(self, given: Any, path: str = "") -> dict[str, Any]:
        """Return the members that were given, with defaults; WrongFieldsError names every field that is wrong."""
        if not isinstance(given, dict):
            raise _wrong(path, say("Send a JSON object here."))
        within = f"{path}." if path else ""
        parts: dict[str, Callable[[], Any]] = {}
        for name, member in self.members.items():
            if name in given or member.default is NEEDED:
                parts[name] = partial(member.read_given, given.get(name), within + name)
        for name in () if self.takes_all else given.keys() - self.members.keys():
            parts[name] = partial(self._refuse, within + name)
        defaults = {name: member.default for name, member in self.members.items() if member.default is not ABSENT}
        values = {**(given if self.takes_all else {}), **defaults, **_read_each(parts)}
        if errors := [replace(error, field=within + error.field) for error in self.check(values)]:
            raise WrongFieldsError(*errors)
        return values

    def _refuse(self, path: str) -> None:
        if not self.members:
            raise _wrong(path, say("Nothing can be given here."))
        raise _wrong(path, say("There is no such field here; there are: {known}.", known=", ".join(self.members)))


def _wrong(path: str, message: Text) -> WrongFieldsError:
    return WrongFieldsError(FieldError(path, message))


def _read_each(parts: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """Return what each of these reads; raise one WrongFieldsError with all that is wrong."""
    values: dict[str, Any] = {}
    errors: list[FieldError] = []
    for name, read in parts.items():
        try:
            values[name] = read()
        except WrongFieldsError as wrong:
            errors += wrong.errors
    if errors:
        raise WrongFieldsError(*errors)
    return values


def _member(
    schema: Mapping[str, Any], about: str, default: object, told: Text, fits: Callable[[Any], bool], *more: Any
) -> Member:
    """Return a member whose values fit the first test (else they are `told` of that), and each further one."""
    tests = [(fits, told), *more]

    def read(given: Any, path: str) -> Any:
        for fits, message in tests:
            if not fits(given):
                raise _wrong(path, message)
        return given

    return Member({**schema, **({"description": about} if about else {})}, read, default)


def _is_number(given: Any) -> bool:
    return isinstance(given, (int, float)) and not isinstance(given, bool)


def _text(about: str = "", default: object = NEEDED, most: int = LONGEST_WORD, least: int = 1, told: int = 0) -> Member:
    """Return a member for a text; it is `told` of fewer letters where some of them may be dropped later."""
    wanted = "Give between 1 and {most} letters here." if least else "Give at most {most} letters here."
    length = (lambda given: least <= len(given) <= most), say(wanted, most=told or most)
    schema = {"type": "string", "minLength": least, "maxLength": most}
    return _member(schema, about, default, say("Give a text here."), lambda given: isinstance(given, str), length)


def _seat(about: str = "", default: object = NEEDED) -> Member:
    return _text(about, default, told=LONGEST_NAME)


def _why() -> Member:
    return _text("", "", LONGEST_WHY, 0)


def _whole(least: int, about: str, default: object = NEEDED) -> Member:
    def fits(given: Any) -> bool:
        return isinstance(given, int) and not isinstance(given, bool) and given >= least

    told = say("Give a whole number here, {least} or more.", least=least)
    return _member({"type": "integer", "minimum": least}, about, default, told, fits)


def _flag(about: str = "", default: object = NEEDED) -> Member:
    told = say("Give true or false here.")
    return _member({"type": "boolean"}, about, default, told, lambda given: isinstance(given, bool))


def _milliseconds(about: str, default: object = NEEDED) -> Member:
    told = say("Give a number of milliseconds here.")
    return _member(
        {"type": "number"}, about, default, told, lambda given: _is_number(given) and abs(given) <= LONGEST_MS
    )


def _object(about: str = "", default: object = NEEDED) -> Member:
    told = say("Give a JSON object here.")
    return _member({"type": "object"}, about, default, told, lambda given: isinstance(given, dict))


def _list(inner: Member, least: int, most: int, about: str = "", default: object = NEEDED) -> Member:
    length = say("Give between {least} and {most} here.", least=least, most=most)

    def read(given: Any, path: str) -> Sequence[Any]:
        if not isinstance(given, list):
            raise _wrong(path, say("Give a list here."))
        if not least <= len(given) <= most:
            raise _wrong(path, length)
        parts = {str(at): partial(inner.read_given, value, f"{path}.{at}") for at, value in enumerate(given)}
        return list(_read_each(parts).values())

    schema = {"type": "array", "items": inner.described(), "minItems": least, "maxItems": most}
    return Member({**schema, **({"description": about} if about else {})}, read, default)


def _several(name: str, body: Body, least: int = 1, about: str = "", default: object = NEEDED) -> Member:
    return _list(Member({"$ref": f"#/components/schemas/{name}"}, body.read), least, MOST_AT_ONCE, about, default)


def _uuid(given: Any, path: str) -> str:
    uuid = read_uuid(given) if isinstance(given, str) else None
    if uuid is None:
        told = say("Make a UUID here, a new one for each new entry, like 7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70.")
        raise _wrong(path, told)
    return uuid


def _check_ids(body: Mapping[str, Any]) -> Iterator[FieldError]:
    ids = [entry["id"] for entry in body["entries"]]
    for at, id in enumerate(ids):
        if id in ids[:at]:
            yield FieldError(f"entries.{at}.id", say("Give each entry an id of its own."))


def _check_change(change: Mapping[str, Any]) -> Iterator[FieldError]:
    if change.get("strike", False) == ("data" in change):
        yield FieldError("data", say("Give either the entry's new data, or strike: true."))


def _check_probe(body: Mapping[str, Any]) -> Iterator[FieldError]:
    if (body["nonce"] is None) != (body["t"] is None):
        missing = "nonce" if body["nonce"] is None else "t"
        yield FieldError(missing, say("Give the nonce and the time of its receipt, or neither."))


def _check_question(body: Mapping[str, Any]) -> Iterator[FieldError]:
    if (body["seq"] is None) == (body["entry"] is None):
        yield FieldError("seq", say("Give either the number of an entry, or the id of a refused one as entry."))


_DROP_UNFIT = _flag("Strike later entries that no longer fit.", False)

_ENTRY = Body(
    "What happened at the table, or what a seat decides. Sent again with the same id, it is answered as before.",
    {
        "id": Member(
            {
                "type": "string",
                "format": "uuid",
                "description": "A UUID that the sender makes, a new one for each new entry.",
            },
            _uuid,
        ),
        "kind": _text("A prompt's kind."),
        "seat": _seat("Whose it is; null: the table's, or the sender's own.", None),
        "data": _object("The prompt's fields.", {}),
        "after": _whole(0, "The `seq` that the sender had seen.", None),
        "heat": _whole(1, "Which of the `finishes` it is made of, by its heat. Else that in `finish`.", None),
    },
)

_CHANGE = Body(
    "An entry's new data, or `strike`: one of the two.",
    {"seq": _whole(1, "The entry's number."), "data": _object("", ABSENT), "strike": _flag("", ABSENT)},
    {
        "oneOf": [
            {"required": ["data"], "properties": {"strike": {"const": False}}},
            {"required": ["strike"], "properties": {"strike": {"const": True}, "data": {"not": {}}}},
        ]
    },
    _check_change,
)

BODIES: Mapping[str, Body] = {
    "Nothing": Body("Nothing is needed."),
    "Asking": Body("The question's fields, which the game itself reads.", takes_all=True),
    "Opening": Body(
        "A table to be opened.",
        {
            "game": _text("The game's id."),
            "seats": _list(_seat(), 0, MOST_SEATS, "Names, clockwise. More can join.", None),
            "options": _object("The game's options, by name.", None),
            "house_rules": _list(_text(), 0, MOST_SEATS, "Ids.", None),
        },
    ),
    "Joining": Body("The name under which somebody sits.", {"name": _seat("At most 30 letters.")}),
    "Admitting": Body("The answer to a claim.", {"admit": _flag()}),
    "LinkTaking": Body(
        "A seat's link taken by a program.", {"token": _text("The end of the link's address.", most=LONGEST_TOKEN)}
    ),
    "NamingSeat": Body("A seat.", {"seat": _seat()}),
    "Leaving": Body("A seat to be freed.", {"seat": _seat("As host, another's; else one's own.", None)}),
    "Starting": Body(
        "How the match is set up.",
        {
            "order": _list(_seat(), 1, MOST_SEATS, "Every seat once, clockwise. Else as they came.", None),
            "dealer": _seat("The seat that deals first. Else the first one.", None),
            "toss_dealer": _flag("The referee draws who deals first.", False),
        },
    ),
    "OneEntry": _ENTRY,
    "SeveralEntries": Body(
        "Entries taken as one.",
        {"entries": _several("OneEntry", _ENTRY, about="Each with an id of its own.")},
        check=_check_ids,
    ),
    "OneChange": _CHANGE,
    "Correcting": Body("Changes taken as one.", {"changes": _several("OneChange", _CHANGE), "drop_unfit": _DROP_UNFIT}),
    "Probing": Body(
        "The answer to a probe of the phone's clock; for the first, nothing.",
        {
            "nonce": _text("Of the probe that was received.", None),
            "t": _milliseconds("What the phone's own monotonic clock showed at its receipt, in milliseconds.", None),
        },
        {"dependentRequired": {"nonce": ["t"], "t": ["nonce"]}},
        _check_probe,
    ),
    "Buzzing": Body(
        "A slap.",
        {
            "race": _text("As a prompt names it."),
            "t": _milliseconds("What the phone's own monotonic clock showed when the finger fell, in milliseconds."),
            "nonce": _text(
                "The last one given to this page: by its clock the slap is timed. Else by that which answered last.",
                None,
            ),
        },
    ),
    "Questioning": Body(
        "A ruling questioned: by the number of its entry, or, of a refused move, by the entry's id.",
        {
            "seq": _whole(1, "The entry's number.", None),
            "ruling": _whole(0, "Which of its rulings, counted from 0. Else the last one.", None),
            "entry": _text("The id of a move that was refused to the bearer. Everybody sees it then.", None),
            "why": _why(),
        },
        {
            "oneOf": [
                {"required": ["seq"], "properties": {"seq": {"type": "integer"}, "entry": {"type": "null"}}},
                {"required": ["entry"], "properties": {"entry": {"type": "string"}, "seq": {"type": "null"}}},
            ]
        },
        _check_question,
    ),
    "Voting": Body("A vote.", {"uphold": _flag("The ruling should stand.")}),
    "Resolving": Body(
        "How a dispute is settled.",
        {
            "as": _member(
                {"type": "string", "enum": list(get_args(ResolvedAs))},
                "",
                NEEDED,
                say("Say upheld, corrected or overruled."),
                lambda given: given in get_args(ResolvedAs),
            ),
            "changes": _several("OneChange", _CHANGE, 0, "When corrected.", None),
            "verdict": _object("When overruled: what the table decides otherwise, by the verdict's names.", None),
            "why": _why(),
            "drop_unfit": _DROP_UNFIT,
        },
    ),
    "Undoing": Body("How a correction is undone, or made again.", {"drop_unfit": _DROP_UNFIT}),
}
"""By name, what the calls take."""

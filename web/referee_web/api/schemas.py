"""What the API's calls take in their bodies, and reading it: every wrong field is named, with what to do.

Imported with the first body that is read: the library behind it would slow every start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args
from uuid import UUID

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from referee.match.disputes import SettledAs
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.text import Text, say

MOST_AT_ONCE = 200
"""Entries in one call, or changes in one correction."""

MOST_SEATS = 50
LONGEST_WORD = 100
LONGEST_TOKEN = 200
LONGEST_WHY = 500

LONGEST_MS = 1e15
"""A phone's clock shows milliseconds since some moment of its own; no clock shows more than these."""

_TEXTS: dict[str, Text] = {}
"""What is told of wrong fields, by how it is said in English: the library passes plain strings on."""


def _told(template: str, **values: object) -> str:
    text = say(template, **values)
    return str(_TEXTS.setdefault(str(text), text))


_NEEDED: dict[str, Any] = {"required": _told("This is needed."), "null": _told("This is needed.")}


class Shape(Schema):
    """The shape of a body. A field that it does not know is an error, which names those it knows."""

    def __init__(self) -> None:
        super().__init__()
        unknown = _told("Nothing can be given here.")
        if self.fields:
            unknown = _told("There is no such field here; there are: {known}.", known=", ".join(self.fields))
        self.error_messages |= {"type": _told("Send a JSON object here."), "unknown": unknown}


class Whole(fields.Integer):
    """A whole number that JSON has as one."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid")
        return value


class Flag(fields.Boolean):
    """True or false, as JSON has them."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Number(fields.Float):
    """A number that JSON has as one; no infinity."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > LONGEST_MS:
            raise self.make_error("invalid")
        return float(value)


def _words(most: int = LONGEST_WORD, **more: Any) -> fields.String:
    length = validate.Length(1, most, error=_told("Give between 1 and {most} letters here.", most=most))
    return fields.String(validate=length, error_messages=_NEEDED | {"invalid": _told("Give a text here.")}, **more)


def _text(most: int) -> fields.String:
    length = validate.Length(0, most, error=_told("Give at most {most} letters here.", most=most))
    return fields.String(
        validate=length, load_default="", error_messages=_NEEDED | {"invalid": _told("Give a text here.")}
    )


def _whole(least: int, **more: Any) -> Whole:
    bound = validate.Range(min=least, error=_told("Give a whole number here, {least} or more.", least=least))
    message = {"invalid": _told("Give a whole number here, {least} or more.", least=least)}
    return Whole(validate=bound, error_messages=_NEEDED | message, **more)


def _flag(**more: Any) -> Flag:
    return Flag(error_messages=_NEEDED | {"invalid": _told("Give true or false here.")}, **more)


def _milliseconds(**more: Any) -> Number:
    return Number(error_messages=_NEEDED | {"invalid": _told("Give a number of milliseconds here.")}, **more)


def _object(**more: Any) -> fields.Dict:
    return fields.Dict(error_messages=_NEEDED | {"invalid": _told("Give a JSON object here.")}, **more)


def _list(inner: fields.Field[Any] | Shape, least: int, most: int, **more: Any) -> fields.List[Any]:
    each = fields.Nested(inner, error_messages=_NEEDED) if isinstance(inner, Shape) else inner
    length = validate.Length(least, most, error=_told("Give between {least} and {most} here.", least=least, most=most))
    return fields.List(each, validate=length, error_messages=_NEEDED | {"invalid": _told("Give a list here.")}, **more)


class Nothing(Shape):
    """A call that needs nothing."""


class Opening(Shape):
    """Opening a table."""

    game = _words(required=True)
    seats = _list(_words(), 0, MOST_SEATS, load_default=list, allow_none=True)
    options = _object(load_default=dict, allow_none=True)
    house_rules = _list(_words(), 0, MOST_SEATS, load_default=list, allow_none=True)


class Joining(Shape):
    """Sitting down."""

    name = _words(required=True)


class Admitting(Shape):
    """Answering a claim."""

    admit = _flag(required=True)


class LinkTaking(Shape):
    """Taking a seat by its link."""

    token = _words(LONGEST_TOKEN, required=True)


class NamingSeat(Shape):
    """Naming a seat."""

    seat = _words(required=True)


class Leaving(Shape):
    """Freeing a seat."""

    seat = _words(load_default=None, allow_none=True)


class Starting(Shape):
    """Starting the match."""

    order = _list(_words(), 1, MOST_SEATS, load_default=None, allow_none=True)
    dealer = _words(load_default=None, allow_none=True)
    toss_dealer = _flag(load_default=False)


class Uuid(fields.String):
    """An id that its sender makes up, in the usual form of a UUID; read in small letters."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        try:
            uuid = str(UUID(value))
        except (ValueError, AttributeError, TypeError):
            raise self.make_error("invalid") from None
        if uuid != value.lower():
            raise self.make_error("invalid")
        return uuid


class OneEntry(Shape):
    """An entry."""

    id = Uuid(
        required=True,
        error_messages=_NEEDED
        | {
            "invalid": _told(
                "Make a UUID here, a new one for each new entry, like 7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70."
            )
        },
    )
    kind = _words(required=True)
    seat = _words(load_default=None, allow_none=True)
    data = _object(load_default=dict)
    after = _whole(0, load_default=None, allow_none=True)


class SeveralEntries(Shape):
    """Entries taken as one."""

    entries = _list(OneEntry(), 1, MOST_AT_ONCE, required=True)

    @validates_schema
    def _ids_differ(self, body: Mapping[str, Any], **_more: Any) -> None:
        ids = [entry["id"] for entry in body["entries"]]
        wrong = {"id": [_told("Give each entry an id of its own.")]}
        twice = {place: wrong for place, id in enumerate(ids) if id in ids[:place]}
        if twice:
            raise ValidationError({"entries": twice})


class OneChange(Shape):
    """A change to an entry: new data, or struck."""

    seq = _whole(1, required=True)
    data = _object()
    strike = _flag()

    @validates_schema
    def _one_of_both(self, change: Mapping[str, Any], **_more: Any) -> None:
        if change.get("strike", False) == ("data" in change):
            raise ValidationError(_told("Give either the entry's new data, or strike: true."), "data")


class Correcting(Shape):
    """A correction."""

    changes = _list(OneChange(), 1, MOST_AT_ONCE, required=True)
    drop_unfit = _flag(load_default=False)


class Probing(Shape):
    """The answer to a probe of a phone's clock; empty for the first."""

    nonce = _words(load_default=None, allow_none=True)
    t = _milliseconds(load_default=None, allow_none=True)

    @validates_schema
    def _both_or_none(self, body: Mapping[str, Any], **_more: Any) -> None:
        if (body["nonce"] is None) != (body["t"] is None):
            missing = "nonce" if body["nonce"] is None else "t"
            raise ValidationError(_told("Give the nonce and the time of its receipt, or neither."), missing)


class Buzzing(Shape):
    """A slap."""

    race = _words(required=True)
    t = _milliseconds(required=True)
    nonce = _words(load_default=None, allow_none=True)


class Questioning(Shape):
    """Questioning a ruling of an entry, or a refused move."""

    seq = _whole(1, load_default=None, allow_none=True)
    ruling = _whole(0, load_default=None, allow_none=True)
    entry = _words(load_default=None, allow_none=True)
    why = _text(LONGEST_WHY)

    @validates_schema
    def _one_of_both(self, body: Mapping[str, Any], **_more: Any) -> None:
        if (body.get("seq") is None) == (body.get("entry") is None):
            raise ValidationError(
                _told("Give either the number of an entry, or the id of a refused one as entry."), "seq"
            )


class Voting(Shape):
    """A vote on a questioned ruling."""

    uphold = _flag(required=True)


class Resolving(Shape):
    """Settling what was questioned."""

    settled_as = fields.String(
        data_key="as",
        required=True,
        validate=validate.OneOf(get_args(SettledAs), error=_told("Say upheld, corrected or overruled.")),
        error_messages=_NEEDED | {"invalid": _told("Say upheld, corrected or overruled.")},
    )
    changes = _list(OneChange(), 0, MOST_AT_ONCE, load_default=list, allow_none=True)
    verdict = _object(load_default=dict, allow_none=True)
    why = _text(LONGEST_WHY)
    drop_unfit = _flag(load_default=False)


class Undoing(Shape):
    """A correction undone, or made again."""

    drop_unfit = _flag(load_default=False)


NOTHING = Nothing()
OPENING = Opening()
JOINING = Joining()
ADMITTING = Admitting()
LINK_TAKING = LinkTaking()
NAMING_SEAT = NamingSeat()
LEAVING = Leaving()
STARTING = Starting()
ONE_ENTRY = OneEntry()
SEVERAL_ENTRIES = SeveralEntries()
CORRECTING = Correcting()
PROBING = Probing()
BUZZING = Buzzing()
QUESTIONING = Questioning()
VOTING = Voting()
RESOLVING = Resolving()
UNDOING = Undoing()


def read(shape: Shape, body: object) -> dict[str, Any]:
    """The body in this shape, what was left out filled in; WrongFieldsError names every field that is wrong."""
    try:
        loaded: dict[str, Any] = shape.load(body)  # type: ignore[arg-type]  # that it is no object is found here too
    except ValidationError as wrong:
        messages = wrong.messages if isinstance(wrong.messages, dict) else {"_schema": wrong.messages}
        raise WrongFieldsError(*_errors(messages)) from None
    return loaded


def _errors(messages: Mapping[Any, Any], within: str = "") -> Iterator[FieldError]:
    for name, inner in messages.items():
        path = within if name == "_schema" else f"{within}.{name}".lstrip(".")
        if isinstance(inner, Mapping):
            yield from _errors(inner, path)
        else:
            yield FieldError(path, _TEXTS.get(inner[0]) or say("{message}", message=inner[0]))

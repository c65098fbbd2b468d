"""What the API's calls take in their bodies, and reading it: every wrong field is
named, with what to do.

Imported with the first body that is read: the library behind it would slow every start.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, get_args

from marshmallow import (
    INCLUDE,
    Schema,
    ValidationError,
    fields,
    validate,
    validates_schema,
)

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
"""A phone's clock shows milliseconds since some moment of its own; no clock shows more
than these.
"""

_TEXTS: dict[str, Text] = {}
"""What is told of wrong fields, by how it is said in English: the library passes plain
strings on.
"""


def _told(template: str, **values: object) -> str:
    text = say(template, **values)
    return str(_TEXTS.setdefault(str(text), text))


_NEEDED: dict[str, Any] = {
    "required": _told("This is needed."),
    "null": _told("This is needed."),
}


class Shape(Schema):
    """The shape of a body. A field that it does not know is an error, which names those
    it knows.

    `together` is what JSON Schema says of which fields go together.
    """

    together: ClassVar[dict[str, Any]] = {}

    def __init__(self) -> None:
        super().__init__()
        unknown = _told("Nothing can be given here.")
        if self.fields:
            unknown = _told(
                "There is no such field here; there are: {known}.",
                known=", ".join(self.fields),
            )
        self.error_messages |= {
            "type": _told("Send a JSON object here."),
            "unknown": unknown,
        }


class Flag(fields.Boolean):
    """True or false, as JSON has them."""

    def _deserialize(
        self,
        value: Any,
        attr: str | None,
        data: Mapping[str, Any] | None,
        **kwargs: Any,
    ) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Uuid(fields.String):
    """An id that its sender makes up, in the usual form of a UUID; read in small
    letters.
    """

    def _deserialize(
        self,
        value: Any,
        attr: str | None,
        data: Mapping[str, Any] | None,
        **kwargs: Any,
    ) -> str:
        uuid = read_uuid(value) if isinstance(value, str) else None
        if uuid is None:
            raise self.make_error("invalid")
        return uuid


class Number(fields.Float):
    """A number that JSON has as one; no infinity."""

    def _deserialize(
        self,
        value: Any,
        attr: str | None,
        data: Mapping[str, Any] | None,
        **kwargs: Any,
    ) -> float:
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float))
            or abs(value) > LONGEST_MS
        ):
            raise self.make_error("invalid")
        return float(value)


def _told_of(invalid: str, about: str, **more: str) -> dict[str, Any]:
    """What every field tells: what is wrong where it cannot be read, and to readers of
    the description what it is.
    """
    return {
        "error_messages": _NEEDED | {"invalid": invalid},
        "metadata": ({"description": about} if about else {}) | more,
    }


def _words(
    about: str = "", most: int = LONGEST_WORD, to_keep: int | None = None, **more: Any
) -> fields.String:
    """A text of so many letters; it is told of those `to_keep` where some of them may
    be dropped later.
    """
    length = validate.Length(
        1,
        most,
        error=_told("Give between 1 and {most} letters here.", most=to_keep or most),
    )
    return fields.String(
        validate=length, **_told_of(_told("Give a text here."), about), **more
    )


def _seat(about: str = "", **more: Any) -> fields.String:
    return _words(about, to_keep=LONGEST_NAME, **more)


def _text(most: int) -> fields.String:
    length = validate.Length(
        0, most, error=_told("Give at most {most} letters here.", most=most)
    )
    return fields.String(
        validate=length, load_default="", **_told_of(_told("Give a text here."), "")
    )


def _whole(least: int, about: str, **more: Any) -> fields.Integer:
    message = _told("Give a whole number here, {least} or more.", least=least)
    at_least = validate.Range(min=least, error=message)
    return fields.Integer(
        strict=True, validate=at_least, **_told_of(message, about), **more
    )


def _flag(about: str = "", **more: Any) -> Flag:
    return Flag(**_told_of(_told("Give true or false here."), about), **more)


def _milliseconds(about: str, **more: Any) -> Number:
    return Number(
        **_told_of(_told("Give a number of milliseconds here."), about), **more
    )


def _object(about: str = "", **more: Any) -> fields.Dict:
    return fields.Dict(**_told_of(_told("Give a JSON object here."), about), **more)


def _list(
    inner: fields.Field[Any] | Shape,
    least: int,
    most: int,
    about: str = "",
    **more: Any,
) -> fields.List[Any]:
    each = (
        fields.Nested(inner, error_messages=_NEEDED)
        if isinstance(inner, Shape)
        else inner
    )
    length = validate.Length(
        least,
        most,
        error=_told("Give between {least} and {most} here.", least=least, most=most),
    )
    return fields.List(
        each, validate=length, **_told_of(_told("Give a list here."), about), **more
    )


_UNSAID: dict[str, Any] = {"load_default": None, "allow_none": True}


def _drop_unfit() -> Flag:
    return _flag("Strike later entries that no longer fit.", load_default=False)


class Nothing(Shape):
    """Nothing is needed."""


class Asking(Shape):
    """The question's fields, which the game itself reads."""

    class Meta:
        """Whatever the question asks for."""

        unknown = INCLUDE


class NextGame(Shape):
    """The game that is played next."""

    game = _words("The game's id.", required=True)
    options = _object(
        "The game's options, by name.", load_default=dict, allow_none=True
    )
    house_rules = _list(
        _words(), 0, MOST_SEATS, "Ids.", load_default=list, allow_none=True
    )


class Opening(NextGame):
    """A table to be opened."""

    seats = _list(
        _seat(),
        0,
        MOST_SEATS,
        "Names, clockwise. More can join.",
        load_default=list,
        allow_none=True,
    )


class Joining(Shape):
    """The name under which somebody sits."""

    name = _seat("At most 30 letters.", required=True)


class Admitting(Shape):
    """The answer to a claim."""

    admit = _flag(required=True)


class LinkTaking(Shape):
    """A seat's link taken by a program."""

    token = _words("The end of the link's address.", LONGEST_TOKEN, required=True)


class NamingSeat(Shape):
    """A seat."""

    seat = _seat(required=True)


class Leaving(Shape):
    """A seat to be freed."""

    seat = _seat("As host, another's; else one's own.", **_UNSAID)


class Starting(Shape):
    """How the match is set up."""

    order = _list(
        _seat(),
        1,
        MOST_SEATS,
        "Every seat once, clockwise. Else as they came.",
        **_UNSAID,
    )
    dealer = _seat("The seat that deals first. Else the first one.", **_UNSAID)
    toss_dealer = _flag("The referee draws who deals first.", load_default=False)


class OneEntry(Shape):
    """What happened at the table, or what a seat decides. Sent again with the same id,
    it is answered as before.
    """

    id = Uuid(
        required=True,
        **_told_of(
            _told(
                "Make a UUID here, a new one for each new entry, like "
                "7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70."
            ),
            "A UUID that the sender makes, a new one for each new entry.",
            format="uuid",
        ),
    )
    kind = _words("A prompt's kind.", required=True)
    seat = _seat("Whose it is; null: the table's, or the sender's own.", **_UNSAID)
    data = _object("The prompt's fields.", load_default=dict)
    after = _whole(0, "The `seq` that the sender had seen.", **_UNSAID)
    heat = _whole(
        1,
        "Which of the `finishes` it is made of, by its heat. Else that in `finish`.",
        **_UNSAID,
    )


class SeenEntries(Shape):
    """What a camera has seen: entries taken as one, which stand on all phones before."""

    id = Uuid(
        required=True,
        **_told_of(
            _told("Make a UUID here, a new one for each new draft."), "Of this draft."
        ),
    )
    entries = _list(
        OneEntry(), 1, MOST_AT_ONCE, "Each with an id of its own.", required=True
    )
    seconds = Number(
        validate=validate.Range(
            2,
            60,
            error=_told("Give between {least} and {most} here.", least=2, most=60),
        ),
        **_told_of(
            _told("Give a number of seconds here."),
            "How long it stands there; null: until somebody says so.",
        ),
        **_UNSAID,
    )
    after = _whole(0, "The `seq` that the camera had seen.", required=True)


class NamingDraft(Shape):
    """What a camera is about to enter."""

    id = Uuid(required=True, **_told_of(_told("Give the draft's id here."), "Its id."))


class EnteringDraft(NamingDraft):
    """What a camera is about to enter, as its sender saw it."""

    content = _words("Its `content`, as the sender saw it.", **_UNSAID)


class SeveralEntries(Shape):
    """Entries taken as one."""

    entries = _list(
        OneEntry(), 1, MOST_AT_ONCE, "Each with an id of its own.", required=True
    )

    @validates_schema
    def _ids_differ(self, body: Mapping[str, Any], **_more: Any) -> None:
        ids = [entry["id"] for entry in body["entries"]]
        wrong = {"id": [_told("Give each entry an id of its own.")]}
        twice = {place: wrong for place, id in enumerate(ids) if id in ids[:place]}
        if twice:
            raise ValidationError({"entries": twice})


class OneChange(Shape):
    """An entry's new data, or `strike`: one of the two."""

    seq = _whole(1, "The entry's number.", required=True)
    data = _object()
    strike = _flag()

    together = {  # the base class says that it is the class's  # noqa: RUF012
        "oneOf": [
            {"required": ["data"], "properties": {"strike": {"const": False}}},
            {
                "required": ["strike"],
                "properties": {"strike": {"const": True}, "data": {"not": {}}},
            },
        ]
    }

    @validates_schema
    def _one_of_both(self, change: Mapping[str, Any], **_more: Any) -> None:
        if change.get("strike", False) == ("data" in change):
            raise ValidationError(
                _told("Give either the entry's new data, or strike: true."), "data"
            )


class Correcting(Shape):
    """Changes taken as one."""

    changes = _list(OneChange(), 1, MOST_AT_ONCE, required=True)
    drop_unfit = _drop_unfit()


class Probing(Shape):
    """The answer to a probe of the phone's clock; for the first, nothing."""

    nonce = _words("Of the probe that was received.", **_UNSAID)
    t = _milliseconds(
        "What the phone's own monotonic clock showed at its receipt, in milliseconds.",
        **_UNSAID,
    )

    together = {"dependentRequired": {"nonce": ["t"], "t": ["nonce"]}}  # noqa: RUF012

    @validates_schema
    def _both_or_none(self, body: Mapping[str, Any], **_more: Any) -> None:
        if (body["nonce"] is None) != (body["t"] is None):
            missing = "nonce" if body["nonce"] is None else "t"
            raise ValidationError(
                _told("Give the nonce and the time of its receipt, or neither."),
                missing,
            )


class Buzzing(Shape):
    """A slap."""

    race = _words("As a prompt names it.", required=True)
    t = _milliseconds(
        "What the phone's own monotonic clock showed when the finger fell, in "
        "milliseconds.",
        required=True,
    )
    nonce = _words(
        "The last one given to this page: by its clock the slap is timed. Else by that "
        "which answered last.",
        **_UNSAID,
    )


class Questioning(Shape):
    """A ruling questioned: by the number of its entry, or, of a refused move, by the
    entry's id.
    """

    seq = _whole(1, "The entry's number.", **_UNSAID)
    ruling = _whole(
        0, "Which of its rulings, counted from 0. Else the last one.", **_UNSAID
    )
    entry = _words(
        "The id of a move that was refused to the bearer. Everybody sees it then.",
        **_UNSAID,
    )
    why = _text(LONGEST_WHY)

    together = {  # noqa: RUF012
        "oneOf": [
            {
                "required": ["seq"],
                "properties": {"seq": {"type": "integer"}, "entry": {"type": "null"}},
            },
            {
                "required": ["entry"],
                "properties": {"entry": {"type": "string"}, "seq": {"type": "null"}},
            },
        ]
    }

    @validates_schema
    def _one_of_both(self, body: Mapping[str, Any], **_more: Any) -> None:
        if (body.get("seq") is None) == (body.get("entry") is None):
            raise ValidationError(
                _told(
                    "Give either the number of an entry, or the id of a refused one as "
                    "entry."
                ),
                "seq",
            )


class Voting(Shape):
    """A vote."""

    uphold = _flag("The ruling should stand.", required=True)


class Resolving(Shape):
    """How a dispute is settled."""

    resolved_as = fields.String(
        data_key="as",
        required=True,
        validate=validate.OneOf(
            get_args(ResolvedAs), error=_told("Say upheld, corrected or overruled.")
        ),
        **_told_of(_told("Say upheld, corrected or overruled."), ""),
    )
    changes = _list(
        OneChange(),
        0,
        MOST_AT_ONCE,
        "When corrected.",
        load_default=list,
        allow_none=True,
    )
    verdict = _object(
        "When overruled: what the table decides otherwise, by the verdict's names.",
        load_default=dict,
        allow_none=True,
    )
    why = _text(LONGEST_WHY)
    drop_unfit = _drop_unfit()


class Undoing(Shape):
    """How a correction is undone, or made again."""

    drop_unfit = _drop_unfit()


@cache
def _shape(name: str) -> Shape:
    shape: type[Shape] = globals()[name]
    return shape()


def read(name: str, body: object) -> dict[str, Any]:
    """The body in the shape of this name, what was left out filled in; WrongFieldsError
    names every wrong field.
    """
    try:
        loaded: dict[str, Any] = _shape(name).load(body)  # type: ignore[arg-type]  # that it is no object is found here too
    except ValidationError as wrong:
        messages = (
            wrong.messages
            if isinstance(wrong.messages, dict)
            else {"_schema": wrong.messages}
        )
        raise WrongFieldsError(*_errors(messages)) from None
    return loaded


def _errors(messages: Mapping[Any, Any], within: str = "") -> Iterator[FieldError]:
    for name, inner in messages.items():
        path = within if name == "_schema" else f"{within}.{name}".lstrip(".")
        if isinstance(inner, Mapping):
            yield from _errors(inner, path)
        else:
            yield FieldError(
                path, _TEXTS.get(inner[0]) or say("{message}", message=inner[0])
            )

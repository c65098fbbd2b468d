"""The shapes of the API's bodies, and reading them with all faults named.

Imported with the first body, since its library would slow every start.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, ClassVar, TypeVar, get_args

from marshmallow import (
    INCLUDE,
    Schema,
    ValidationError,
    fields,
    validate,
    validates_schema,
)
from werkzeug.datastructures import MultiDict

from referee.events.event import (
    LONGEST_LIST,
    LONGEST_REASON,
    LONGEST_TITLE,
    MOST_GROUPS,
    MOST_POINTS,
    MOST_ROUNDS,
    TIE_BREAKS,
    USUAL_TIES,
    CallReason,
    Counting,
)
from referee.hosting.tables.entering import read_uuid
from referee.hosting.tables.player_names import LONGEST_NAME
from referee.match.disputes import ResolvedAs
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.game import MOST_SEATS
from referee.vocabulary.text import Text, say
from referee_web.json_objects import NoJSONError, read_object

MOST_AT_ONCE = 200
"""The most entries in a call, or changes in a correction."""

LONGEST_WORD = 100
LONGEST_TOKEN = 200

LONGEST_MS = 1e15
"""The most milliseconds that a phone's clock may show."""

_TEXTS: dict[str, Text] = {}
"""Messages about wrong fields by their English text, since the library passes plain
strings.
"""


def _complaint(template: str, **values: object) -> str:
    text = say(template, **values)
    return str(_TEXTS.setdefault(str(text), text))


_NEEDED: dict[str, Any] = dict.fromkeys(("required", "null"), _complaint("Required."))


class Shape(Schema):
    """The shape of a body; unknown fields are errors, which list the known ones.

    `together` is JSON Schema's statement on fields that go together.
    """

    together: ClassVar[dict[str, Any]] = {}

    def __init__(self) -> None:
        super().__init__()
        unknown = _complaint("Leave this out.")
        if self.fields:
            names = [field.data_key or name for name, field in self.fields.items()]
            unknown = _complaint(
                "No such field. There are: {known}.", known=", ".join(names)
            )
        self.error_messages["unknown"] = unknown
        self.error_messages["type"] = _complaint("Send a JSON object.")


class Flag(fields.Boolean):
    """True or false, as JSON has them."""

    def _deserialize(self, value: Any, *_: Any, **_more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Uuid(fields.String):
    """An id that its sender makes up, a UUID in its usual form; lower case counts."""

    def _deserialize(self, value: Any, *_: Any, **_more: Any) -> str:
        uuid = read_uuid(value) if isinstance(value, str) else None
        if uuid is None:
            raise self.make_error("invalid")
        return uuid


class Number(fields.Float):
    """A number that JSON has as one; no infinity."""

    def _deserialize(self, value: Any, *_: Any, **_more: Any) -> float:
        # A truth is a number to Python.
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.make_error("invalid")
        if abs(value) > LONGEST_MS:
            raise self.make_error("invalid")
        return float(value)


class Score(Number):
    """A whole number, or one with a half."""

    def _deserialize(self, value: Any, *_: Any, **_more: Any) -> float:
        number = super()._deserialize(value)
        if number % 0.5:
            raise self.make_error("invalid")
        return number


FieldType = TypeVar("FieldType", bound=fields.Field[Any])


def _field(
    kind: type[FieldType], invalid: str, about: str, format: str = "", **more: Any
) -> FieldType:
    """Return a field with its message when invalid, and its description.

    It is required unless it has a default.
    """
    more.setdefault("required", "load_default" not in more)
    metadata = {}
    if about:
        metadata["description"] = about
    if format:
        metadata["format"] = format
    messages = _NEEDED | {"invalid": invalid}
    return kind(error_messages=messages, metadata=metadata, **more)


_NO_TEXT = _complaint("Must be text.")


def _words(
    about: str = "", most: int = LONGEST_WORD, to_keep: int | None = None, **more: Any
) -> fields.String:
    """Return a text field of limited length; messages may give another limit."""
    error = _complaint("Must be 1 to {most} letters.", most=to_keep or most)
    length = validate.Length(1, most, error=error)
    return _field(fields.String, _NO_TEXT, about, validate=length, **more)


def _seat(about: str = "", **more: Any) -> fields.String:
    return _words(about, to_keep=LONGEST_NAME, **more)


def _reason() -> fields.String:
    most = LONGEST_REASON
    error = _complaint("Must be at most {most} letters.", most=most)
    length = validate.Length(0, most, error=error)
    return _field(fields.String, _NO_TEXT, "", validate=length, load_default="")


def _whole(
    least: int, about: str, most: int | None = None, **more: Any
) -> fields.Integer:
    error = _complaint("Must be a whole number, {least} or more.", least=least)
    if most is not None:
        message = "Must be a whole number from {least} to {most}."
        error = _complaint(message, least=least, most=most)
    at_least = validate.Range(min=least, max=most, error=error)
    return _field(fields.Integer, error, about, strict=True, validate=at_least, **more)


def _flag(about: str = "", **more: Any) -> Flag:
    return _field(Flag, _complaint("Must be true or false."), about, **more)


def _milliseconds(about: str, **more: Any) -> Number:
    invalid = _complaint("Must be a number of milliseconds.")
    return _field(Number, invalid, about, **more)


def _object(about: str = "", **more: Any) -> fields.Dict:
    invalid = _complaint("Must be a JSON object.")
    return _field(fields.Dict, invalid, about, **more)


def _list(
    each: fields.Field[Any], least: int, most: int, about: str = "", **more: Any
) -> fields.List[Any]:
    error = _complaint("Must be from {least} to {most}.", least=least, most=most)
    length = validate.Length(least, most, error=error)
    invalid = _complaint("Must be a list.")
    return _field(
        fields.List, invalid, about, cls_or_instance=each, validate=length, **more
    )


def _list_of(
    shape: Shape, least: int, about: str = "", **more: Any
) -> fields.List[Any]:
    """Return a field for as many bodies of this shape as a call may hold."""
    each = fields.Nested(shape, error_messages=_NEEDED)
    return _list(each, least, MOST_AT_ONCE, about, **more)


_UNSAID: dict[str, Any] = {"load_default": None, "allow_none": True}


def _drop_unfit() -> Flag:
    return _flag("Strike later entries that no longer fit.", load_default=False)


def _number(about: str = "") -> Number:
    return _field(Number, _complaint("Must be a number."), about)


def _points(about: str = "") -> Score:
    message = "Must be a number from {least} to {most}."
    error = _complaint(message, least=-MOST_POINTS, most=MOST_POINTS)
    in_bounds = validate.Range(min=-MOST_POINTS, max=MOST_POINTS, error=error)
    invalid = _complaint("Must be a number, whole or with a half.")
    return _field(Score, invalid, about, validate=in_bounds)


def _rounds(**more: Any) -> fields.Integer:
    return _whole(1, "How many rounds.", MOST_ROUNDS, **more)


def _groups(**more: Any) -> fields.Integer:
    return _whole(1, "In how many groups people meet.", MOST_GROUPS, **more)


def _one_of(choices: tuple[str, ...], about: str, **more: Any) -> fields.String:
    error = _complaint("Choose one of {choices}.", choices=choices)
    one_of = validate.OneOf(choices, error=error)
    return _field(fields.String, _NO_TEXT, about, validate=one_of, **more)


def _count_field(**more: Any) -> fields.String:
    return _one_of(get_args(Counting), "How results count.", **more)


def _ties(**more: Any) -> fields.List[Any]:
    each = _one_of(tuple(TIE_BREAKS), "")
    about = "What parts equal totals, the first of these first."
    return _list(each, 0, len(TIE_BREAKS), about, **more)


class Nothing(Shape):
    """An empty body."""


class Asking(Shape):
    """A question's fields, which the game itself reads."""

    class Meta:
        """Whatever the question asks for."""

        unknown = INCLUDE


class NextGame(Shape):
    """The game that is played next."""

    game = _words("The game's id.")
    options = _object(
        "The game's options, by name.", load_default=dict, allow_none=True
    )
    house_rules = _list(
        _words(), 0, MOST_SEATS, "Ids.", load_default=list, allow_none=True
    )


class Opening(NextGame):
    """A new table."""

    confirm = _flag("The other side confirms the result.", load_default=False)

    seats = _list(
        _seat(),
        0,
        MOST_SEATS,
        "Names, clockwise. More can join.",
        load_default=list,
        allow_none=True,
    )


class EventOpening(NextGame):
    """A new event."""

    name = _words("What it is called.", LONGEST_TITLE)
    movement = _words("How people meet: a movement's id.")
    rounds = _rounds()
    counts = _count_field(load_default="points")
    ties = _ties(load_default=USUAL_TIES)
    groups = _groups(data_key="sections", load_default=1)
    pairs = _flag("Entrants are pairs that stay together.", load_default=False)
    confirm = _flag("The other side confirms each result.", load_default=False)


class Planning(Shape):
    """What of an event's plan changes."""

    rounds = _rounds(required=False)
    counts = _count_field(required=False)
    ties = _ties(required=False)
    groups = _groups(data_key="sections", required=False)


class Entering(Shape):
    """Who enters an event."""

    names = _list(_seat(), 1, 2, "One person, or both partners.")


class Listing(Shape):
    """Who enters an event, as a list."""

    csv = _words("A line each; partners in two columns.", LONGEST_LIST)


class Beginning(Shape):
    """The next round."""

    anyway = _flag("Though results are missing.", load_default=False)
    number = _whole(1, "The round to begin: 409 if it has begun.", **_UNSAID)


class Adjusting(Shape):
    """Points that the director gives or takes."""

    entrant = _words("Its id.")
    points = _points("May be below zero, or have a half.")
    why = _words("Everybody reads it.", LONGEST_REASON)
    after = _whole(
        0,
        "How many adjustments were seen: the same one since then is sent twice.",
        **_UNSAID,
    )


class Scoring(Shape):
    """A table's scores, by the director."""

    table = _words("The table's code.")
    scores = _field(
        fields.Dict,
        _complaint("Must be a JSON object."),
        "Each entrant's score, by id; with none the table's own result counts again.",
        keys=fields.String(),
        values=_points(),
    )


class Calling(Shape):
    """A call for the director."""

    why = _reason()
    reason = _one_of(get_args(CallReason), "What is wrong, if one of these.", **_UNSAID)
    asked = _object("What the table asked its game about an irregularity.", **_UNSAID)
    at = _words(
        "The code of the caller's table, if the call is of an earlier round.",
        data_key="table",
        **_UNSAID,
    )


class Confirming(Shape):
    """A result, as its confirmer saw it."""

    seq = _whole(1, "The number of the log's last line.")
    agreed = _flag(
        "For whoever holds the only phone of a table: the other side agrees.",
        load_default=False,
    )


class Naming(Shape):
    """A player's name."""

    name = _seat("At most 30 letters.")


class Joining(Naming):
    """Somebody who sits down."""

    left_of = _seat(
        "The seat on their right, for who comes after the match has begun; else the "
        "last.",
        **_UNSAID,
    )


class Admitting(Shape):
    """The answer to a claim."""

    admit = _flag()


class LinkTaking(Shape):
    """A seat's link taken by a program."""

    token = _words("The end of the link's address.", LONGEST_TOKEN)


class AnsweringCall(Shape):
    """A call's answer."""

    admit = _flag("The phone that asks is theirs.", load_default=False)


class PlayingOn(Shape):
    """A rematch."""

    alone = _flag("Without newcomers.", load_default=False)


class NamingSeat(Shape):
    """A seat."""

    seat = _seat()


class Leaving(Shape):
    """A seat to free."""

    seat = _seat("As host, another's; else one's own.", **_UNSAID)


class Starting(Shape):
    """A match's set-up."""

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
    """An entry or a seat's decision. The same id sent again gets the same answer."""

    id = _field(
        Uuid,
        _complaint(
            "Must be a UUID, a new one for each entry, like "
            "7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70."
        ),
        "A UUID that the sender makes, a new one for each new entry.",
        "uuid",
    )
    kind = _words("A prompt's kind.")
    seat = _seat("Whose it is; null: the table's, or the sender's own.", **_UNSAID)
    data = _object("The prompt's fields.", load_default=dict)
    after = _whole(0, "The `seq` that the sender had seen.", **_UNSAID)
    heat = _whole(
        1,
        "Which of the `finishes` it is made of, by its heat. Else that in `finish`.",
        **_UNSAID,
    )


class SeenEntries(Shape):
    """Entries that a camera saw together; all phones show them before they count."""

    id = _field(
        Uuid,
        _complaint("Must be a UUID, a new one for each draft."),
        "Of this draft.",
    )
    entries = _list_of(OneEntry(), 1, "Each with an id of its own.")
    seconds = _field(
        Number,
        _complaint("Must be a number of seconds."),
        "How long it stands there; null: until somebody says so.",
        validate=validate.Range(
            2,
            60,
            error=_complaint("Must be from {least} to {most}.", least=2, most=60),
        ),
        **_UNSAID,
    )
    after = _whole(0, "The `seq` that the camera had seen.")


class NamingDraft(Shape):
    """A camera's draft."""

    id = _field(Uuid, _complaint("Must be the draft’s id."), "Its id.")


class EnteringDraft(NamingDraft):
    """A camera's draft, as its sender saw it."""

    content = _words("Its `content`, as the sender saw it.", **_UNSAID)


class SeveralEntries(Shape):
    """Entries made together."""

    entries = _list_of(OneEntry(), 1, "Each with an id of its own.")

    @validates_schema
    def _ids_differ(self, body: Mapping[str, Any], **_more: Any) -> None:
        wrong = {"id": [_complaint("Give each entry its own id.")]}
        ids = set()
        twice = {}
        for index, entry in enumerate(body["entries"]):
            if entry["id"] in ids:
                twice[index] = wrong
            ids.add(entry["id"])
        if twice:
            raise ValidationError({"entries": twice})


class OneChange(Shape):
    """An entry's new data, or `strike`: one of the two."""

    seq = _whole(1, "The entry's number.")
    data = _object(required=False)
    strike = _flag(required=False)

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
    def _require_strike_or_data(self, change: Mapping[str, Any], **_more: Any) -> None:
        if change.get("strike", False) == ("data" in change):
            raise ValidationError(
                _complaint("Send either the entry’s new data, or strike: true."), "data"
            )


class Correcting(Shape):
    """Changes made together."""

    changes = _list_of(OneChange(), 1)
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
        missing = [name for name in ("nonce", "t") if body[name] is None]
        if len(missing) == 1:
            message = _complaint("Send both the nonce and when it arrived, or neither.")
            raise ValidationError(message, missing[0])


class Buzzing(Shape):
    """A slap."""

    race = _words("As a prompt names it.")
    t = _milliseconds(
        "What the phone's own monotonic clock showed when the finger fell, in "
        "milliseconds."
    )
    nonce = _words(
        "The last one given to this page: by its clock the slap is timed. Else by that "
        "which answered last.",
        **_UNSAID,
    )


def _exactly_one(**types: str) -> dict[str, Any]:
    """Return the JSON schema of exactly one of these members."""
    ways = []
    for name in types:
        members = {}
        for other, kind in types.items():
            members[other] = {"type": kind if other == name else "null"}
        ways.append({"required": [name], "properties": members})
    return {"oneOf": ways}


class Disputing(Shape):
    """What is disputed: an entry's ruling, a refused entry, or a correction."""

    seq = _whole(1, "The entry's number.", **_UNSAID)
    ruling = _whole(
        0, "Which of its rulings, counted from 0. Else the last one.", **_UNSAID
    )
    entry = _words(
        "The id of a move that was refused to the bearer. Everybody sees it then.",
        **_UNSAID,
    )
    correction = _words(
        "The id of a correction: it, or its last undo or redo, is disputed.", **_UNSAID
    )
    seat = _seat("As host, the seat that disputes a ruling or correction.", **_UNSAID)
    verdict = _object("What should count instead, as in a vote.", **_UNSAID)
    why = _reason()

    together = _exactly_one(seq="integer", entry="string", correction="string")

    @validates_schema
    def _require_one(self, body: Mapping[str, Any], **_more: Any) -> None:
        asked = [body.get(name) for name in ("seq", "entry", "correction")]
        if asked.count(None) != len(asked) - 1:
            raise ValidationError(
                _complaint(
                    "Send the number of an entry, the id of a refused one as entry, or "
                    "the id of a correction."
                ),
                "seq",
            )


class ShowingAnswer(Shape):
    """An answer that the table sees."""

    asked = _object("The fields of the question `irregularity`.")


class Voting(Shape):
    """A vote."""

    uphold = _flag("The ruling or correction should stand.")
    verdict = _object(
        "When it should not: the only verdict in a ruling's place that this is for, by "
        "its names; empty: that it is overturned. Else whoever settles it says.",
        **_UNSAID,
    )
    settle = _flag(
        "Settle it at once if more than half have voted like this.", load_default=False
    )


_UNSETTLED = _complaint("Must be upheld, corrected or overruled.")


class Resolving(Shape):
    """A dispute's resolution."""

    resolved_as = _field(
        fields.String,
        _UNSETTLED,
        "",
        data_key="as",
        validate=validate.OneOf(get_args(ResolvedAs), error=_UNSETTLED),
    )
    changes = _list_of(
        OneChange(), 0, "When corrected.", load_default=list, allow_none=True
    )
    verdict = _object(
        "When overruled: what the table decides otherwise, by the verdict's names.",
        load_default=dict,
        allow_none=True,
    )
    why = _reason()
    drop_unfit = _drop_unfit()


class Undoing(Shape):
    """An undo or redo of a correction."""

    drop_unfit = _drop_unfit()


def _shape(name: str) -> Shape:
    shape: type[Shape] = globals()[name]
    return shape()


def read(name: str, body: object) -> dict[str, Any]:
    """Return the body in the shape with this name, with defaults.

    Raise WrongFieldsError for every wrong field.
    """
    try:
        loaded: dict[str, Any] = _shape(name).load(body)  # type: ignore[arg-type]  # that it is no object is found here too
    except ValidationError as wrong:
        messages = wrong.messages
        if not isinstance(messages, dict):
            messages = {"_schema": messages}
        raise WrongFieldsError(*_errors(messages)) from None
    return loaded


def form_body(name: str, inputs: MultiDict[str, str]) -> dict[str, object]:
    """Return a form's inputs as the body of this shape, as far as they can be.

    Empty ones are left out, and those that the shape does not know.
    """
    body: dict[str, object] = {}
    for field_name, shaped in _shape(name).fields.items():
        key = shaped.data_key or field_name
        sent = [text for text in inputs.getlist(key) if text.strip()]
        if isinstance(shaped, fields.List):
            if key in inputs:
                body[key] = sent
        elif sent:
            body[key] = _read_input(shaped, sent[0])
    return body


def _read_input(shaped: fields.Field[Any], text: str) -> object:
    """Return an input as JSON would have it; as it stands where it is no such thing."""
    if isinstance(shaped, Flag):
        return text == "yes"
    if isinstance(shaped, fields.Dict):
        with suppress(NoJSONError, WrongFieldsError):
            return read_object(text.encode(errors="surrogatepass"))
    if isinstance(shaped, (fields.Integer, Number)):
        with suppress(ValueError):
            return int(text.replace("−", "-"))
    return text


def _errors(messages: Mapping[Any, Any], within: str = "") -> Iterator[FieldError]:
    for name, inner in messages.items():
        path = within
        if name != "_schema":
            path = f"{within}.{name}".lstrip(".")
        if isinstance(inner, Mapping):
            yield from _errors(inner, path)
            continue
        message = inner[0]
        yield FieldError(path, _TEXTS.get(message) or say("{message}", message=message))

"""Form values to the JSON-like data of an entry or a question, and back again to fill a form in.

The names of inputs are `pick=FIELD` and `typed=FIELD`, or `pick=FIELD=SEAT` and so on where a value belongs to a
seat (no seat's name holds a `=`). What is picked and what is typed count together, except where typing replaces
the picks (see `read`). `none=FIELD=SEAT` says that the seat has no cards. Where sides name each partner's cards,
the typed text separates them by a `/`, and so it does groups of cards; among what is picked, a `/` ends a group.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from werkzeug.datastructures import MultiDict

from referee.cards.card import Card
from referee.cards.deck import FIFTY_FOUR
from referee.cards.localized_input import in_codes
from referee.hosting.tables.player_names import LONGEST_NAME
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.field_type import Inputs
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import PLAIN, Wording, say
from referee_web.wording import wording

FormValues = MultiDict[str, str]
"""Values of inputs by name, as a browser sends them."""

MOST_ROWS = 12
"""How many players a question can be asked about at once."""

MOST_TYPED = 4_000
"""Cards are looked for by their names, which takes time, while a form holds at most this many characters."""


def read(
    fields: Sequence[Field],
    filled: FormValues,
    typed_replaces: bool = False,
    told: Wording = PLAIN,
    deck: tuple[Card, ...] = FIFTY_FOUR,
) -> dict[str, object]:
    """What was filled in, as the data of an entry: a field with nothing in it is left out.

    Cards of the deck may be typed by the names they have in the wording `told`.
    A card typed where one card is asked for replaces the picked one. With `typed_replaces`, cards typed do so
    where several are asked for too: their picks stood there already.
    """
    replaced = {field.name for field in fields if _typing_replaces(field, typed_replaces)}
    meant = _without_replaced(_in_codes(fields, filled, told, deck), replaced)
    values = ((field.name, type_of(field).from_inputs(field, _inputs(field, meant))) for field in fields)
    return {name: value for name, value in values if value is not None}


def _in_codes(fields: Sequence[Field], filled: FormValues, told: Wording, deck: tuple[Card, ...]) -> FormValues:
    """The same values, with cards that are typed by their names as codes."""
    names = {f"typed={field.name}" for field in fields if type_of(field).of_cards}

    def holds_cards(name: str) -> bool:
        return "=".join(name.split("=")[:2]) in names

    def in_code(name: str, value: str) -> str:
        if not value.strip() or not holds_cards(name):
            return value
        return "/".join(in_codes(part, told.language.gettext, told.jokers, deck) for part in value.split("/"))

    if sum(len(value) for name, value in filled.items(multi=True) if holds_cards(name)) > MOST_TYPED:
        return filled
    return MultiDict((name, in_code(name, value)) for name, value in filled.items(multi=True))


def _typing_replaces(field: Field, several: bool) -> bool:
    type = type_of(field)
    # What is in parts, by partner or by group, is filled in as text, to which picks are added.
    return type.one_card or (several and type.of_cards and not (field.partners or type.in_groups))


def _without_replaced(filled: FormValues, fields: Collection[str]) -> FormValues:
    """The same values without the picks in whose place something is typed, in the fields of these names."""

    def stays(name: str) -> bool:
        kind, _, whose = name.partition("=")
        of_these = kind == "pick" and whose.partition("=")[0] in fields
        return not (of_these and filled.get(f"typed={whose}", "").strip())

    return MultiDict((name, value) for name, value in filled.items(multi=True) if stays(name))


def written(fields: Sequence[Field], data: Mapping[str, object]) -> FormValues:
    """The values of inputs that give this data (in canonical form) when read."""
    filled: FormValues = MultiDict()
    for field in fields:
        value = data.get(field.name)
        if value is not None:
            _fill(filled, field.name, type_of(field).to_inputs(field, value))
    return filled


def _fill(filled: FormValues, whose: str, inputs: Inputs) -> None:
    for kind, values in (("pick", inputs.picked), ("typed", inputs.typed), ("none", ("yes",) if inputs.none else ())):
        if values:
            filled.setlist(f"{kind}={whose}", list(values))
    for seat, of_seat in inputs.by_seat.items():
        _fill(filled, f"{whose}={seat}", of_seat)


def _inputs(field: Field, filled: FormValues) -> Inputs:
    """What stands in the inputs of this field, and, in a question, in those of every player named.

    Such a player has nothing where nothing is filled in, unless there must be something.
    """
    named = [part[2] for part in _parts(filled) if part[1] == field.name]
    rows = [name.removeprefix("row=") for name in filled if name.startswith("row=")]
    seats = dict.fromkeys([*rows, *named])
    empty = () if field.min else rows
    by_seat = {seat: _inputs_of(f"{field.name}={seat}", filled, seat in empty) for seat in seats}
    return replace(_inputs_of(field.name, filled), by_seat=by_seat)


def _inputs_of(whose: str, filled: FormValues, none: bool = False) -> Inputs:
    """What stands in the inputs of a field, or in those of one of its seats."""
    picked, typed = _listed(f"pick={whose}", filled), _listed(f"typed={whose}", filled)
    return Inputs(picked, typed, none or f"none={whose}" in filled)


def _listed(name: str, filled: FormValues) -> tuple[str, ...]:
    return tuple(value.strip() for value in filled.getlist(name) if value.strip())


def name_rows(filled: FormValues) -> FormValues:
    """The same values with each row's number replaced by the player's name given for it (`name=1` and so on).

    A row without a name that holds something is called `Player 1` and so on, in the language of whoever asks.
    WrongFieldsError when a name stands twice, holds a `=`, or is too long.
    """
    used = {part[2] for part in _parts(filled) if any(filled.getlist("=".join(part)))}
    names: dict[str, str] = {}
    for row in map(str, range(1, MOST_ROWS + 1)):
        name = " ".join(filled.get(f"name={row}", "").split())
        if name or row in used:
            names[row] = name or say("Player {n}", n=row).word(wording())
    if len(set(names.values())) < len(names) or any("=" in name for name in names.values()):
        raise WrongFieldsError(FieldError("players", say("Give every player a different name, without “=”.")))
    if any(len(name) > LONGEST_NAME for name in names.values()):
        raise WrongFieldsError(FieldError("players", say("Take a name of at most {n} letters.", n=LONGEST_NAME)))
    return _renamed(filled, names)


def _parts(filled: FormValues) -> list[list[str]]:
    parts = (name.split("=") for name in filled)
    return [part for part in parts if len(part) == 3]


def _renamed(filled: FormValues, names: Mapping[str, str]) -> FormValues:
    named: FormValues = MultiDict((name, value) for name, value in filled.items(multi=True) if name.count("=") < 2)
    for kind, field, row in _parts(filled):
        if row in names:
            named.setlist(f"{kind}={field}={names[row]}", filled.getlist(f"{kind}={field}={row}"))
    for row, name in names.items():
        named[f"row={name}"] = row
    return named

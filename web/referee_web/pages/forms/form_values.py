"""Form values to the JSON-like data of an entry or a question, and back again to fill a form in.

The names of inputs are `pick=FIELD` and `typed=FIELD`, or `pick=FIELD=SEAT` and so on where a value belongs to a
seat (no seat's name holds a `=`). What is picked and what is typed count together, except where typing replaces
the picks (see `read`). `none=FIELD=SEAT` says that the seat has no cards. Where sides name each partner's cards,
the typed text parts them by a `/`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, cast

from werkzeug.datastructures import MultiDict

from referee.cards.localized_input import in_codes
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import PLAIN, Wording, say
from referee_web.wording import wording

Filled = MultiDict[str, str]
"""Values of inputs by name, as a browser sends them."""

ONE_CARD = ("card", "card_by_seat")
SEVERAL_CARDS = ("cards", "cards_by_seat")

MOST_ROWS = 12
"""How many players a question can be asked about at once."""

MOST_TYPED = 4_000
"""In so many characters of a form, all fields together, cards are looked for by their names: that takes its time."""


def read(
    fields: Sequence[Field], filled: Filled, typed_replaces: bool = False, told: Wording = PLAIN
) -> dict[str, object]:
    """What was filled in, as the data of an entry: a field with nothing in it is left out.

    Cards may be typed by the names by which they are `told` to whoever asks.
    A card typed where one card is asked for replaces the picked one. With `typed_replaces`, cards typed do so
    where several are asked for too: their picks stood there already.
    """
    replaced = {field.name for field in fields if _typing_replaces(field, typed_replaces)}
    meant = _without_replaced(_in_codes(fields, filled, told), replaced)
    values = ((field.name, _READERS[field.type](field, meant)) for field in fields)
    return {name: value for name, value in values if value is not None}


def _in_codes(fields: Sequence[Field], filled: Filled, told: Wording) -> Filled:
    """The same values, with cards that are typed by their names as codes."""
    names = {f"typed={field.name}" for field in fields if field.type in (*ONE_CARD, *SEVERAL_CARDS)}

    def holds_cards(name: str) -> bool:
        return "=".join(name.split("=")[:2]) in names

    def in_code(name: str, value: str) -> str:
        if not value.strip() or not holds_cards(name):
            return value
        return "/".join(in_codes(part, told.language.gettext, told.jokers) for part in value.split("/"))

    if sum(len(value) for name, value in filled.items(multi=True) if holds_cards(name)) > MOST_TYPED:
        return filled
    return MultiDict((name, in_code(name, value)) for name, value in filled.items(multi=True))


def _typing_replaces(field: Field, several: bool) -> bool:
    # Partners' cards are written back as text, and picks go on from it.
    return field.type in ONE_CARD or (several and field.type in SEVERAL_CARDS and not field.partners)


def _without_replaced(filled: Filled, fields: Collection[str]) -> Filled:
    """The same values without the picks in whose place something is typed, in the fields of these names."""

    def stays(name: str) -> bool:
        kind, _, whose = name.partition("=")
        of_these = kind == "pick" and whose.partition("=")[0] in fields
        return not (of_these and filled.get(f"typed={whose}", "").strip())

    return MultiDict((name, value) for name, value in filled.items(multi=True) if stays(name))


def written(fields: Sequence[Field], data: Mapping[str, object]) -> Filled:
    """The values of inputs that give this data (in canonical form) when read."""
    filled: Filled = MultiDict()
    for field in fields:
        value = data.get(field.name)
        if value is not None:
            _WRITERS.get(field.type, _write_one)(field, value, filled)
    return filled


def name_rows(filled: Filled) -> Filled:
    """The same values with each row's number replaced by the player's name given for it (`name=1` and so on).

    A row without a name that holds something is called `Player 1` and so on, in the language of whoever asks.
    WrongFieldsError when a name stands twice or holds a `=`.
    """
    used = {part[2] for part in _parts(filled) if any(filled.getlist("=".join(part)))}
    names: dict[str, str] = {}
    for row in map(str, range(1, MOST_ROWS + 1)):
        name = " ".join(filled.get(f"name={row}", "").split())
        if name or row in used:
            names[row] = name or say("Player {n}", n=row).word(wording())
    if len(set(names.values())) < len(names) or any("=" in name for name in names.values()):
        raise WrongFieldsError(FieldError("players", say("Give every player another name, without “=”.")))
    return _renamed(filled, names)


def _parts(filled: Filled) -> list[list[str]]:
    parts = (name.split("=") for name in filled)
    return [part for part in parts if len(part) == 3]


def _renamed(filled: Filled, names: Mapping[str, str]) -> Filled:
    named: Filled = MultiDict((name, value) for name, value in filled.items(multi=True) if name.count("=") < 2)
    for kind, field, row in _parts(filled):
        if row in names:
            named.setlist(f"{kind}={field}={names[row]}", filled.getlist(f"{kind}={field}={row}"))
    for row, name in names.items():
        named[f"row={name}"] = row
    return named


def _listed(field: Field, filled: Filled, seat: str = "") -> list[str]:
    """What was picked and typed: for a seat, or for the field as a whole."""
    whose = f"{field.name}={seat}" if seat else field.name
    values = [*filled.getlist(f"pick={whose}"), *filled.getlist(f"typed={whose}")]
    return [value.strip() for value in values if value.strip()]


def _seats_with(field: Field, filled: Filled) -> list[str]:
    """The seats that inputs of this field are named for, and, in a question, every player named."""
    named = [part[2] for part in _parts(filled) if part[1] == field.name]
    rows = [name.removeprefix("row=") for name in filled if name.startswith("row=")]
    return list(dict.fromkeys([*rows, *named]))


def _one(field: Field, filled: Filled) -> object:
    values = _listed(field, filled)
    return values[0] if values else None


def _one_card(field: Field, filled: Filled) -> object:
    return _listed(field, filled) or None


def _several_cards(field: Field, filled: Filled) -> object:
    values = _listed(field, filled)
    may_be_empty = not field.optional and not field.min
    return values if values or may_be_empty else None


def _by_seat(field: Field, filled: Filled) -> object:
    return {seat: values for seat in _seats_with(field, filled) if (values := _listed(field, filled, seat))} or None


def _cards_by_seat(field: Field, filled: Filled) -> object:
    if field.partners:
        return {side: _hands(_listed(field, filled, side)) for side in _seats_with(field, filled)} or None
    found: dict[str, list[str]] = {}
    for seat in _seats_with(field, filled):
        values = _listed(field, filled, seat)
        nothing = f"none={field.name}={seat}" in filled or (f"row={seat}" in filled and not field.min)
        if values or nothing:
            found[seat] = values
    return found or None


def _hands(values: Sequence[str]) -> list[list[str]] | None:
    """A side's cards, partner by partner, where what is typed parts them by a `/`; None for no cards."""
    hands: list[list[str]] = [[]]
    for value in values:
        first, *others = value.split("/")
        hands[-1].append(first)
        hands.extend([other] for other in others)
    return [[part.strip() for part in hand if part.strip()] for hand in hands] if values else None


def _numbers_by_seat(field: Field, filled: Filled) -> object:
    seats = _seats_with(field, filled)
    return {seat: values[0] for seat in seats if (values := _listed(field, filled, seat))} or None


def _several(field: Field, filled: Filled) -> object:
    picked = filled.getlist(f"pick={field.name}")
    typed = filled.get(f"typed={field.name}", "").split(",")
    values = [value.strip() for value in (*picked, *typed) if value.strip()]
    return values if values or not (field.optional or field.min) else None


def _order(field: Field, filled: Filled) -> object:
    """Seats by the place given to each; equal places are a dead heat. Typed: seats in order, `=` for a dead heat."""
    groups: dict[int, list[str]] = {}
    for seat in _seats_with(field, filled):
        place = "".join(_listed(field, filled, seat))
        if place.isdecimal():
            groups.setdefault(int(place[:4]), []).append(seat)
    order = [groups[place] for place in sorted(groups)]
    for part in filled.get(f"typed={field.name}", "").split(","):
        order.append([seat.strip() for seat in part.split("=") if seat.strip()])
    return [group[0] if len(group) == 1 else group for group in order if group] or None


_READERS: Mapping[str, Callable[[Field, Filled], object]] = {
    "card": _one_card,
    "cards": _several_cards,
    "card_by_seat": _by_seat,
    "cards_by_seat": _cards_by_seat,
    "number": _one,
    "numbers_by_seat": _numbers_by_seat,
    "seat": _one,
    "seats": _several,
    "order": _order,
    "choice": _one,
    "flag": _one,
    "toss": _one,
}


def _write_one(field: Field, value: object, filled: Filled) -> None:
    kind = "typed" if field.type == "number" else "pick"
    filled[f"{kind}={field.name}"] = ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _write_list(field: Field, value: object, filled: Filled) -> None:
    filled.setlist(f"pick={field.name}", [str(inner) for inner in cast("list[Any]", value)])


def _write_by_seat(field: Field, value: object, filled: Filled) -> None:
    for seat, inner in cast("dict[str, Any]", value).items():
        if field.partners:
            filled[f"typed={field.name}={seat}"] = " / ".join(" ".join(hand) for hand in inner or ())
        elif inner == []:
            filled[f"none={field.name}={seat}"] = "yes"
        elif isinstance(inner, list):
            filled.setlist(f"pick={field.name}={seat}", inner)
        else:
            kind = "typed" if field.type == "numbers_by_seat" else "pick"
            filled[f"{kind}={field.name}={seat}"] = str(inner)


def _write_order(field: Field, value: object, filled: Filled) -> None:
    for place, group in enumerate(cast("list[Any]", value), start=1):
        for seat in group if isinstance(group, list) else [group]:
            filled[f"pick={field.name}={seat}"] = str(place)


_WRITERS: Mapping[str, Callable[[Field, object, Filled], None]] = {
    "cards": _write_list,
    "seats": _write_list,
    "card_by_seat": _write_by_seat,
    "cards_by_seat": _write_by_seat,
    "numbers_by_seat": _write_by_seat,
    "order": _write_order,
}

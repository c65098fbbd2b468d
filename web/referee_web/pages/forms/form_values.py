"""Form values to the JSON-like data of an entry or a question, and back again to fill a
form in.

The names of inputs are `pick=FIELD` and `typed=FIELD`, or `pick=FIELD=SEAT` and so on
where a value belongs to a seat (no seat's name holds a `=`). What is picked and what is
typed count together, except where typing replaces the picks (see `read`).
`none=FIELD=SEAT` says that the seat has no cards. Where sides name each partner's
cards, the typed text separates them by a `/`, and so it does groups of cards; among
what is picked, a `/` ends a group.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from werkzeug.datastructures import MultiDict

from referee.cards.card import Card
from referee.cards.decks import FIFTY_FOUR
from referee.cards.localized_input import in_codes
from referee.cards.naming import as_it_is
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
"""Cards are looked for by their names, which takes time, while a form holds at most
this many characters.
"""


def read(
    fields: Sequence[Field],
    filled: FormValues,
    typed_replaces: bool = False,
    told: Wording = PLAIN,
    deck: tuple[Card, ...] = FIFTY_FOUR,
    players: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Return what was filled in, as the data of an entry: a field with nothing in it is
    left out.

    Cards of the deck may be typed by the names they have in the wording `told`.
    A card typed where one card is asked for replaces the picked one. With
    `typed_replaces`, cards typed do so where several are asked for too: their picks
    stood there already. In a question the `players` are those of `players_in`.
    """
    length = sum(
        len(value)
        for name, value in filled.items(multi=True)
        if name.startswith("typed=")
    )
    translate = told.language.gettext if length <= MOST_TYPED else as_it_is

    def code(text: str) -> str:
        return "/".join(
            in_codes(part, translate, told.jokers, deck) for part in text.split("/")
        )

    data: dict[str, object] = {}
    for field in fields:
        type = type_of(field)
        # What is in parts, by partner or by group, is filled in as text, to which picks
        # are added.
        several_replaced = (
            typed_replaces and type.of_cards and not (field.partners or type.in_groups)
        )
        replaces = type.one_card or several_replaced
        inputs = _inputs(
            field, filled, code if type.of_cards else str, replaces, players
        )
        if (value := type.from_inputs(field, inputs)) is not None:
            data[field.name] = value
    return data


def _inputs(
    field: Field,
    filled: FormValues,
    code: Callable[[str], str],
    typed_replaces: bool,
    players: Mapping[str, str] | None,
) -> Inputs:
    """Return what stands in the inputs of this field, for each seat, or in a question
    for each player.

    Such a player has nothing where nothing is filled in, unless there must be
    something.
    """

    def inputs_of(whose: str, none: bool = False) -> Inputs:
        typed = tuple(map(code, _listed(f"typed={whose}", filled)))
        picked = () if typed and typed_replaces else _listed(f"pick={whose}", filled)
        return Inputs(picked, typed, none or f"none={whose}" in filled)

    empty = players is not None and not field.min
    seats = (
        {part[2]: part[2] for part in _parts(filled) if part[1] == field.name}
        if players is None
        else players
    )
    by_seat = {
        seat: inputs_of(f"{field.name}={row}", empty) for row, seat in seats.items()
    }
    return replace(inputs_of(field.name), by_seat=by_seat)


def written(fields: Sequence[Field], data: Mapping[str, object]) -> FormValues:
    """Return the values of inputs that give this data (in canonical form) when read."""
    filled: FormValues = MultiDict()
    for field in fields:
        if (value := data.get(field.name)) is None:
            continue
        inputs = type_of(field).to_inputs(field, value)
        for seat, of_seat in [("", inputs), *inputs.by_seat.items()]:
            whose = f"{field.name}={seat}" if seat else field.name
            filled.setlist(f"pick={whose}", list(of_seat.picked))
            filled.setlist(f"typed={whose}", list(of_seat.typed))
            if of_seat.none:
                filled[f"none={whose}"] = "yes"
    return filled


def _listed(name: str, filled: FormValues) -> tuple[str, ...]:
    return tuple(value.strip() for value in filled.getlist(name) if value.strip())


def players_in(filled: FormValues) -> dict[str, str]:
    """Return the names of the players in a question, by the numbers of their rows
    (`name=1` and so on).

    A row without a name that holds something is called `Player 1` and so on, in the
    language of whoever asks. WrongFieldsError when a name stands twice, holds a `=`, or
    is too long.
    """
    used = {part[2] for part in _parts(filled) if any(filled.getlist("=".join(part)))}
    names: dict[str, str] = {}
    for row in map(str, range(1, MOST_ROWS + 1)):
        name = " ".join(filled.get(f"name={row}", "").split())
        if name or row in used:
            names[row] = name or say("Player {n}", n=row).word(wording())
    if len(set(names.values())) < len(names) or any(
        "=" in name for name in names.values()
    ):
        raise WrongFieldsError(
            FieldError(
                "players", say("Give every player a different name, without “=”.")
            )
        )
    if any(len(name) > LONGEST_NAME for name in names.values()):
        raise WrongFieldsError(
            FieldError(
                "players", say("Take a name of at most {n} letters.", n=LONGEST_NAME)
            )
        )
    return names


def _parts(filled: FormValues) -> list[list[str]]:
    parts = (name.split("=") for name in filled)
    return [part for part in parts if len(part) == 3]

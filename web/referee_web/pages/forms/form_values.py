"""Form values to the JSON-like data of an entry or a question, and back again to fill a
form in.

The names of inputs are `pick=FIELD` and `typed=FIELD`, or `pick=FIELD=SEAT` and so on
where a value belongs to a seat (no seat's name holds a `=`). What is picked and what is
typed count together, except where typing replaces the picks (see `read`).
`none=FIELD=SEAT` says that the seat has no cards. Where sides name each partner's
cards, the typed text separates them by a `/`, and so it does groups of cards; among
what is picked, a `/` ends a group.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from werkzeug.datastructures import MultiDict

from referee.cards.localized_input import in_codes
from referee.cards.naming import as_it_is
from referee.hosting.tables.player_names import LONGEST_NAME
from referee.lazy_dataclass import frozen
from referee.vocabulary.errors import wrong_field
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.field_type import Inputs
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say
from referee_web.wording import deck, wording

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
    players: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Return what was filled in, as the data of an entry: a field with nothing in it is
    left out.

    Cards may be typed by the names that they have in the wording of this request.
    A card typed where one card is asked for replaces the picked one. With
    `typed_replaces`, cards typed do so where several are asked for too: their picks
    stood there already. In a question the `players` are those of `players_in`.
    """
    length = 0
    for name, value in filled.items(multi=True):
        if name.startswith("typed="):
            length += len(value)
    jokers = wording().jokers
    cards = deck()
    translate = wording().language.gettext
    if length > MOST_TYPED:
        translate = as_it_is

    def code(text: str) -> str:
        parts = text.split("/")
        return "/".join(in_codes(part, translate, jokers, cards) for part in parts)

    data = {}
    for field in fields:
        type = type_of(field)
        # What is in parts, by partner or by group, is filled in as text, to which picks
        # are added.
        is_in_parts = field.partners or type.in_groups
        is_replaced = typed_replaces and type.of_cards and not is_in_parts
        coded = code if type.of_cards else str
        form = _Inputs(filled, coded, type.one_card or is_replaced)
        value = type.from_inputs(field, form.of_field(field, players))
        if value is not None:
            data[field.name] = value
    return data


@frozen
class _Inputs:
    """The inputs of a form, in which text is read as `code`; or only typed values count
    where there are some.
    """

    filled: FormValues
    code: Callable[[str], str]
    is_replaced: bool

    def of_field(self, field: Field, players: Mapping[str, str] | None) -> Inputs:
        """Return what stands in the inputs of a field, for each seat, or in a question
        for each player.

        Such a player has nothing where nothing is filled in, unless there must be
        something.
        """
        name = field.name
        by_seat = {}
        if players is None:
            for _, of, seat in _parts(self.filled):
                if of == name:
                    by_seat[seat] = self._at(f"{name}={seat}")
        else:
            for row, player in players.items():
                by_seat[player] = self._at(f"{name}={row}", none=not field.min)
        return replace(self._at(name), by_seat=by_seat)

    def _at(self, whose: str, none: bool = False) -> Inputs:
        typed = tuple(map(self.code, self._listed(f"typed={whose}")))
        picked = self._listed(f"pick={whose}")
        if typed and self.is_replaced:
            picked = ()
        return Inputs(picked, typed, none or f"none={whose}" in self.filled)

    def _listed(self, name: str) -> tuple[str, ...]:
        values = map(str.strip, self.filled.getlist(name))
        return tuple(filter(None, values))


def number_in(values: Mapping[str, str], name: str) -> int | None:
    """Return the number that stands under this name; None where none does."""
    text = values.get(name, "")
    if not text.isdecimal():
        return None
    return int(text[:12])


def written(fields: Sequence[Field], data: Mapping[str, object]) -> FormValues:
    """Return the values of inputs that give this data (in canonical form) when read."""
    filled: FormValues = MultiDict()
    for field in fields:
        value = data.get(field.name)
        if value is None:
            continue
        inputs = type_of(field).to_inputs(field, value)
        for seat, each in [("", inputs), *inputs.by_seat.items()]:
            whose = f"{field.name}={seat}" if seat else field.name
            filled.setlist(f"pick={whose}", list(each.picked))
            filled.setlist(f"typed={whose}", list(each.typed))
            if each.none:
                filled[f"none={whose}"] = "yes"
    return filled


def players_in(filled: FormValues) -> dict[str, str]:
    """Return the names of the players in a question, by the numbers of their rows
    (`name=1` and so on).

    A row without a name that holds something is called `Player 1` and so on, in the
    language of whoever asks. WrongFieldsError when a name stands twice, holds a `=`, or
    is too long.
    """
    used = set()
    for part in _parts(filled):
        if any(filled.getlist("=".join(part))):
            used.add(part[2])
    names = {}
    for n in range(1, MOST_ROWS + 1):
        row = str(n)
        name = " ".join(filled.get(f"name={row}", "").split())
        if name or row in used:
            names[row] = name or say("Player {n}", n=row).word(wording())

    all_names = [*names.values()]
    if len(set(all_names)) < len(names) or "=" in "".join(all_names):
        message = say("Give every player a different name, without “=”.")
        raise wrong_field("players", message)
    if max(map(len, all_names), default=0) > LONGEST_NAME:
        message = say("Take a name of at most {n} letters.", n=LONGEST_NAME)
        raise wrong_field("players", message)
    return names


def _parts(filled: FormValues) -> Iterator[list[str]]:
    for name in filled:
        parts = name.split("=")
        if len(parts) == 3:
            yield parts

"""From form inputs to JSON-like data of entries and questions, and back.

Inputs are named `pick=FIELD` and `typed=FIELD`, or `pick=FIELD=SEAT` for values of
seats (no seat's name contains a `=`). Picked and typed values count together, unless
typing replaces picks (see `read`). `none=FIELD=SEAT` says that a seat has no cards. In
typed text, `/` separates partners' cards, and groups of cards; among picks, `/` ends a
group.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flask import request
from werkzeug.datastructures import MultiDict

from referee.cards.localized_input import in_codes
from referee.cards.reading import cards_alone
from referee.hosting.tables.player_names import LONGEST_NAME
from referee.vocabulary.errors import wrong_field
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.inputs import Inputs
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import MINUS
from referee_web.wording import deck, typed_names, wording

FormValues = MultiDict[str, str]
"""A browser's input values by name."""

MOST_ROWS = 12
"""The most players in a question."""

MOST_TYPED = 4_000
"""The most characters in a form for recognizing cards' names, which is slow."""


def read(
    fields: Sequence[Field],
    filled: FormValues,
    typed_replaces: bool = False,
    players: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Return a form's inputs as an entry's data, without empty fields.

    Card names are read in the request's wording. A typed card replaces the picked one
    in a field of one card; with `typed_replaces` also in fields of several, since these
    were filled in already. In a question `players` come from `players_in`.
    """
    length = 0
    for name, value in filled.items(multi=True):
        if name.startswith("typed="):
            length += len(value)
    code: Callable[[str], str] = _in_codes
    if length > MOST_TYPED:
        code = str

    data = {}
    for field in fields:
        type = type_of(field)
        # Fields with parts, by partner or group, are filled in as text, and picks add
        # to them.
        is_in_parts = field.partners or type.in_groups
        is_replaced = typed_replaces and type.of_cards and not is_in_parts
        coded = code if type.of_cards else str
        form = _Inputs(filled, coded, type.one_card or is_replaced)
        inputs = form.of_field(field, players)
        if type.one_card:
            inputs = replace(inputs, by_seat=_deal_out(inputs.by_seat))
        value = type.from_inputs(field, inputs)
        if value is not None:
            data[field.name] = value
    return data


def _in_codes(text: str) -> str:
    """Return a text with the names of cards as codes, in the request's wording."""
    jokers = wording().jokers
    cards = deck()
    parts = text.split("/")
    for translate in typed_names():
        parts = [in_codes(part, translate, jokers, cards) for part in parts]
    return "/".join(parts)


@dataclass(frozen=True, slots=True)
class _Inputs:
    """A form's inputs, with text converted by `code`.

    Typed values replace others if asked.
    """

    filled: FormValues
    code: Callable[[str], str]
    is_replaced: bool

    def of_field(self, field: Field, players: Mapping[str, str] | None) -> Inputs:
        """Return a field's inputs, for each seat or a question's players.

        A player with empty inputs has none, unless the field needs a value.
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


def _deal_out(by_seat: Mapping[str, Inputs]) -> Mapping[str, Inputs]:
    """Return the inputs; cards typed at one seat go round, to seats without any."""
    jokers = wording().jokers
    cards_here = deck()
    seats = [*by_seat]
    for index, seat in enumerate(seats):
        cards = cards_alone(" ".join(by_seat[seat].typed), jokers, cards_here)
        in_turn = [seat]
        for other in seats[index + 1 :] + seats[:index]:
            if not (by_seat[other].picked or by_seat[other].typed):
                in_turn.append(other)
        if 1 < len(cards) <= len(in_turn):
            dealt = dict(by_seat)
            for other, card in zip(in_turn, cards, strict=False):
                dealt[other] = Inputs((), (card.code,))
            return dealt
    return by_seat


def number_in(values: Mapping[str, str], name: str) -> int | None:
    """Return the number in this input, or None."""
    text = values.get(name, "")
    if not text.isdecimal():
        return None
    return int(text[:12])


def written(fields: Sequence[Field], data: Mapping[str, object]) -> FormValues:
    """Return the inputs that give these canonical data when read."""
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
    """Return a question's players by row number (`name=1` and so on).

    An unnamed row with values is called `Player 1` and so on, in the asker's language.
    Raise WrongFieldsError for repeated or long names, or a `=`.
    """
    used = {part[2] for part in _parts(filled) if any(filled.getlist("=".join(part)))}
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
        message = say("A name can have at most {n} letters.", n=LONGEST_NAME)
        raise wrong_field("players", message)
    return names


def _parts(filled: FormValues) -> Iterator[list[str]]:
    for name in filled:
        parts = name.split("=")
        if len(parts) == 3:
            yield parts


def whole_number(name: str, least: int, most: int) -> int:
    """Return a whole number of the form; raise WrongFieldsError for anything else."""
    typed = request.form.get(name, "").strip().replace(MINUS, "-")
    if re.fullmatch(r"-?[0-9]{1,9}", typed) and least <= int(typed) <= most:
        return int(typed)
    message = say(
        "Must be a whole number from {least} to {most}.", least=least, most=most
    )
    raise wrong_field(name, message)


def require_tick(message: Text) -> None:
    """Raise WrongFieldsError with this message unless a form's box is ticked."""
    if request.form.get("sure") != "yes":
        raise wrong_field("sure", message)

"""`card_by_seat`, `cards_by_seat` and `numbers_by_seat`: something for each seat."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from referee.cards.card import Card
from referee.vocabulary.fields.card_fields import CardField, CardsField, read_lists, read_several, too_few_or_many_cards
from referee.vocabulary.fields.field_type import Chance, FieldType, Inputs, Misread, ReadingContext
from referee.vocabulary.fields.seat_fields import read_seat
from referee.vocabulary.fields.word_fields import NumberField
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values

T = TypeVar("T")

Cards = tuple[Card, ...] | tuple[tuple[Card, ...], ...] | None
"""A seat's cards; of a side None, or the cards of each partner."""

_HANDS = {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}


class FieldBySeat(FieldType[Mapping[str, T]]):
    """A value for each seat: an object with the seats as its keys. `one` is the type of what each seat has."""

    one: ClassVar[FieldType[Any]]
    by_seat = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Mapping[str, T]:
        """What each seat has, which is named once."""
        if not isinstance(value, Mapping):
            raise Misread(say("Give this by seat: each seat's name with its value."))
        found = {read_seat(seat, context): self.read_one(field, one, context) for seat, one in value.items()}
        if len(found) < len(value):
            raise Misread(say("Name each seat once."))
        return found

    def read_one(self, field: Field, value: object, context: ReadingContext) -> T:
        """What is given for one seat, or, where keys are sides, for one side; Misread."""
        return self.one.read(field, value, context)  # type: ignore[no-any-return]  # `one` reads just this

    def seats_in(self, value: Mapping[str, T]) -> Iterable[str]:
        """The seats that have something."""
        return value

    def faults(self, field: Field, given: Values, seats: Sequence[str] | None) -> Iterator[Text]:
        """Also which seats are missing."""
        yield from _without_seats(field, given.values[field.name], seats)
        yield from super().faults(field, given, seats)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Those seats for which anything is filled in."""
        found = {seat: self.one.from_inputs(field, one) for seat, one in inputs.by_seat.items()}
        return {seat: one for seat, one in found.items() if one is not None} or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Inputs for each seat."""
        return Inputs(by_seat={seat: self.one.to_inputs(field, one) for seat, one in value.items()})

    def from_words(self, text: str) -> Any:
        """What one seat has."""
        return self.one.from_words(text)

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        """`Ana=… Ben=…`."""
        return " ".join(f"{seat}={self.one.example(field, cards)}" for seat in ("Ana", "Ben"))

    def random(self, field: Field, chance: Chance) -> dict[str, Any]:
        """Something for every seat."""
        return {seat: self.one.random(field, chance) for seat in chance.seats}


def seats_asked(field: Field, seats: Sequence[str]) -> tuple[str, ...]:
    """Of these seats those that a field by seat asks about; or its choices, where these are seats or sides."""
    return field.words or tuple(seat for seat in seats if not field.seats or seat in field.seats)


def _without_seats(field: Field, by_seat: Any, seats: Sequence[str] | None) -> Iterator[Text]:
    if not by_seat:
        yield say("Name at least one seat here.")
    elif field.seats and not {*by_seat} <= {*field.seats}:
        yield say("This is for {seats}, and for nobody else.", seats=field.seats)
    elif field.some or seats is None:
        return
    elif missing := tuple(seat for seat in seats_asked(field, seats) if seat not in by_seat):
        yield say("This is needed for every seat. Still missing: {missing}.", missing=missing)


class CardBySeatField(FieldBySeat[Card]):
    """One card of each seat."""

    name = "card_by_seat"
    control = "cards_by_seat"
    schema: ClassVar = {"type": "object", "additionalProperties": CardField.schema}
    one = CardField()
    of_cards = True
    one_card = True


class CardsBySeatField(FieldBySeat[Cards]):
    """Some cards of each seat. With `partners` a side has None, cards, or a list of each partner's cards."""

    name = "cards_by_seat"
    control = "cards_by_seat"
    schema: ClassVar = {
        "type": "object",
        "additionalProperties": {"anyOf": [CardsField.schema, _HANDS, {"type": "null"}]},
    }
    one = CardsField()
    of_cards = True

    def read_one(self, field: Field, value: object, context: ReadingContext) -> Cards:
        """A seat's cards; with `partners` None, or the cards of each partner."""
        if not field.partners:
            return read_several(value, context)
        if value is None:
            return None
        hands = value if isinstance(value, list) and value and all(isinstance(one, list) for one in value) else [value]
        return read_lists(hands, context)

    def beyond(self, field: Field, value: Mapping[str, Cards]) -> Iterator[Text]:
        """Also whether a seat, or a partner, has too few cards or too many, or one side more partners than another."""
        sides: dict[str, tuple[Any, ...]] = {seat: cards for seat, cards in value.items() if cards is not None}
        hands = [(seat, hand) for seat, side in sides.items() for hand in (side if field.partners else (side,))]
        yield from too_few_or_many_cards(field, [(seat, len(hand)) for seat, hand in hands])
        if field.partners and len(set(map(len, sides.values()))) > 1:
            yield say("Name the cards of as many partners on each side.")
        yield from super().beyond(field, value)

    def random(self, field: Field, chance: Chance) -> dict[str, Any]:
        """Cards of every seat, in all as many as the field's total says, where it has one."""
        if field.total is None:
            return super().random(field, chance)
        numbers = _parts_of(field.total, field, chance)
        return {seat: self.one.random(replace(field, min=n, max=n), chance) for seat, n in numbers.items()}

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Those seats that have cards, or are said to have none; with `partners` every side."""
        if field.partners:
            return {side: _hands(one.values) for side, one in inputs.by_seat.items()} or None
        found = {seat: one.values for seat, one in inputs.by_seat.items() if one.values or one.none}
        return found or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """The cards of each seat as picked; with `partners` as typed, with a `/` between partners."""
        if field.partners:
            hands = {side: " / ".join(" ".join(hand) for hand in one or ()) for side, one in value.items()}
            return Inputs(by_seat={side: Inputs(typed=(text,)) for side, text in hands.items()})
        lists = {seat: [one] if isinstance(one, str) else one for seat, one in value.items()}
        return Inputs(by_seat={seat: Inputs(picked=tuple(cards), none=not cards) for seat, cards in lists.items()})


def _hands(values: Sequence[str]) -> list[list[str]] | None:
    """A side's cards, partner by partner, where what is typed separates them by a `/`; None for no cards."""
    hands: list[list[str]] = [[]]
    for value in values:
        first, *others = value.split("/")
        hands[-1].append(first)
        hands.extend([other] for other in others)
    return [[part.strip() for part in hand if part.strip()] for hand in hands] if values else None


class NumbersBySeatField(FieldBySeat[float]):
    """A number for each seat, as in a `number` field. Its choices are the seats it asks about."""

    name = "numbers_by_seat"
    control = "numbers_by_seat"
    schema: ClassVar = {"type": "object", "additionalProperties": NumberField.schema}
    one = NumberField()
    of_seats = True

    def amount(self, value: Mapping[str, float]) -> float:
        """The sum of the numbers."""
        return sum(value.values())

    def random(self, field: Field, chance: Chance) -> dict[str, Any]:
        """Numbers that come to the field's total, where it has one."""
        return super().random(field, chance) if field.total is None else _parts_of(field.total, field, chance)


def _parts_of(total: int, field: Field, chance: Chance) -> dict[str, int]:
    """For each seat a number within the bounds of the field, which come to the total where they can."""
    least, rest, parts = field.min or 0, total, {}
    most = total if field.max is None else field.max
    drawn = chance.rng.sample(chance.seats, len(chance.seats))
    for left, seat in zip(range(len(drawn) - 1, -1, -1), drawn, strict=True):
        low, high = max(least, rest - most * left), min(most, rest - least * left)
        parts[seat] = chance.rng.randint(min(low, high), high)
        rest -= parts[seat]
    return {seat: parts[seat] for seat in chance.seats}

"""Prompts as forms: identity, place and content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from typing import Any, cast
from uuid import uuid4

from referee.cards import naming
from referee.cards.card import Card
from referee.cards.reading import typed
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.field_type import FieldType
from referee.vocabulary.fields.plain_fields import seats_to_name
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import GROUP_END, Text
from referee.vocabulary.values import Score, Seats, Side
from referee_web.pages.forms.card_picker import Pad, pads
from referee_web.pages.forms.form_values import FormValues, written
from referee_web.pages.forms.seat_parts import SeatPart
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.template_filters import say_here, word
from referee_web.script_catalogues import PHOTO, address
from referee_web.wording import deck, draws_more, wording


@dataclass(frozen=True, slots=True)
class FormTag:
    """A form's identity, and what it asks."""

    key: str
    """The form's unique key on its page."""
    shape: str
    """A mark of what the form asks."""
    question: str = ""
    """A mark of the form's question: people's picks stay while it is the same."""
    after: int = 0
    """The latest log line that its viewer has seen."""
    id: str = field(default_factory=lambda: str(uuid4()))
    """The id of the entry that the form makes."""


@dataclass(frozen=True, slots=True)
class FormRole:
    """A form's place on the page."""

    aside: bool = False
    """Whether most people do not need it now."""
    for_others: bool = False
    """Whether the form is aside because it is for other seats."""
    for_all: bool = False
    """Whether one person enters every seat's own part in the form."""
    waits: bool = False
    """Whether an open dispute keeps this viewer from entering."""
    already_entered: Sequence[str] = ()
    """The seats that have entered in secret, shown beside the parts."""
    own: str | None = None
    """The viewer's seat, if others have phones."""
    sides: Sequence[Side] = ()
    """The sides, of which the viewer's own is asked for first."""
    speaks_for: str | None = None
    """The only seat whose hand the form may give up; None: any, as for the host."""
    asks_lead: str = ""
    """The viewer's seat, if the form asks whether it led the trick; else ""."""
    whom: str | None = None
    """The only seat that the form is for, if another than the viewer's."""


@dataclass(frozen=True, slots=True)
class InitialContent:
    """A form's initial content."""

    filled: FormValues = field(default_factory=FormValues)
    is_replaced: bool = False
    """Whether typed cards replace picked ones (see `form_values.read`)."""
    clashing: Sequence[Card] = ()
    """The cards that clashed with other seats', for a repeated entry."""
    finish: PhotoFinish | None = None
    """The chosen heat, if the race ran several times."""
    totals: Mapping[str, Score] = field(default_factory=dict)
    """Each seat's score, shown beside additions to it."""


@dataclass(frozen=True, slots=True)
class UnseatedPlayers:
    """The players of a question, who type their names."""

    copies: int = 1
    """How many of each card they may have."""
    fewest: Mapping[str, int] = field(default_factory=dict)
    """How many players at least have something in a field, by its name."""


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that belong together: open, or folded under a title."""

    title: str
    fields: tuple[Field, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class PromptForm:
    """A form on a page."""

    prompt: Prompt
    tag: FormTag
    by_seat: tuple[str, ...]
    """The seats that the form asks about."""
    seat: str | None = None
    """The entry's seat; None: the table, or the seats of its parts."""
    questions: Mapping[str, str] = field(default_factory=dict)
    """By seat, a mark of what the form asks this seat for itself."""
    parts: tuple[SeatPart, ...] = ()
    role: FormRole = FormRole()
    initial: InitialContent = field(default_factory=InitialContent)
    trouble: Trouble | None = None
    """Why the form was refused; the page shows it again as it was sent."""
    grids_above: Sequence[FormField] = ()
    """The card grids in the forms above it."""
    unseated: UnseatedPlayers | None = None
    """The players of a question; None at a table, where seats are known."""
    taken: Mapping[str, str] = field(default_factory=dict)
    """Who has lately entered which card, by its code."""

    @property
    def key(self) -> str:
        """Return the form's key, which no other on the page has."""
        return self.tag.key

    @property
    def filled(self) -> FormValues:
        """Return the form's inputs: at first, or as they were sent."""
        if self.trouble is None:
            return self.initial.filled
        return self.trouble.filled

    @property
    def errors(self) -> Mapping[str, Text]:
        """Return the faults of the sent form, by field."""
        if self.trouble is None:
            return {}
        return self.trouble.errors

    @property
    def errors_elsewhere(self) -> list[Text]:
        """Return the faults that belong to no field of the form."""
        names = [field.name for field in self.prompt.fields]
        return [text for name, text in self.errors.items() if name not in names]

    @property
    def refused_of(self) -> str | None:
        """Return the seat of the forbidden part, or None."""
        if not self.parts or self.trouble is None or self.trouble.refused is None:
            return None
        return self.trouble.refused.seat

    @property
    def others_named(self) -> list[str]:
        """Return who else has to repeat a clashing entry."""
        if not self.prompt.again or self.trouble is None or not self.trouble.refusal:
            return []
        seats = cast("Sequence[str]", self.trouble.refusal.verdict.get("seats", ()))
        return [seat for seat in seats if seat != self.seat]

    @property
    def is_own_part(self) -> bool:
        """Return whether one seat enters its own part, beside other phones."""
        own = any(each.own for each in self.prompt.fields)
        return own and len(self.by_seat) == 1 and self.role.own is not None

    @property
    def asks_one_card(self) -> bool:
        """Return whether one seat is asked for one card, and for nothing else."""
        needed = [field for field in self.prompt.fields if not field.optional]
        if self.prompt.again or len(needed) != 1:
            return False
        if not type_of(needed[0]).one_card:
            return False
        is_of_seat = self.seat is not None or needed[0].own
        return is_of_seat and len(self.by_seat) == 1

    @property
    def is_covered(self) -> bool:
        """Return whether one seat's inputs hide while another's part is open."""
        return bool(self.parts) and self.prompt.secret

    @property
    def is_named_by_button(self) -> bool:
        """Return whether the form's button says everything, as it needs no input."""
        fields = self.prompt.fields
        return not fields or (len(fields) == 1 and fields[0].optional)

    @property
    def is_of_number(self) -> bool:
        """Return whether the form asks for one number alone, under the same name."""
        fields = self.prompt.fields
        if len(fields) != 1 or fields[0].type != "number":
            return False
        return fields[0].label == self.prompt.title

    @property
    def sent_by(self) -> str:
        """Return the only field to fill in, if a tap on a choice sends the form, or "".

        A tap sends a yes or no of one seat. In an optional form that is aside, a tap on
        any choice sends it.
        """
        open_fields = [each for each in self.prompt.fields if not is_determined(each)]
        if len(open_fields) != 1 or open_fields[0].optional or self.parts:
            return ""
        [choice] = open_fields
        taps = ["flag"] if self.seat is not None else []
        if self.role.aside and self.prompt.optional:
            taps = ["choice", "seat", "flag"]
        return choice.name if choice.type in taps else ""

    @property
    def helps(self) -> list[tuple[str | None, Text]]:
        """Return the help for filling in the form, by seat if different."""
        helps: list[tuple[str | None, Text]] = []
        for part in self.parts:
            if part.help is not None:
                helps.append((part.seat, part.help))
        if not helps and word(self.prompt.help):
            helps.append((None, self.prompt.help))
        return helps

    def at(
        self, field: Field, table_seats: Sequence[str] = (), whose: str = ""
    ) -> FormField:
        """Return a field as its template draws it, in the part of the seat `whose`."""
        return FormField(self, field, table_seats, whose)

    def name_of(self, seat: str) -> str:
        """Return a seat's name; or what a player of a question typed, or a number."""
        if self.unseated is None:
            return seat
        return self.filled.get(f"name={seat}") or say_here("Player {n}", n=seat)

    @property
    def photo_words(self) -> str | None:
        """Return the address of what reads photos says; None if it reads none here.

        It knows only the French suits.
        """
        return None if draws_more() else address(PHOTO)

    def groups(self, fields: Sequence[Field]) -> list[FieldGroup]:
        """Return these fields in groups by their fold titles, open ones first.

        A folded group opens at first if it has values or faults.
        """
        in_order = sorted(fields, key=lambda each: bool(word(each.folded)))
        groups = []
        for title, group in groupby(in_order, lambda each: word(each.folded)):
            together = tuple(group)
            is_open = bool(title) and any(map(self._is_changed, together))
            groups.append(FieldGroup(title, together, is_open))
        return groups

    def _is_changed(self, field: Field) -> bool:
        """Return whether a field differs from its initial value, or is wrong."""
        if field.name in self.errors:
            return True
        begun = written((field,), {field.name: field.default})
        for name in (f"pick={field.name}", f"typed={field.name}"):
            filled = [*filter(None, self.filled.getlist(name))]
            if filled != begun.getlist(name):
                return True
        return False

    @property
    def grids(self) -> list[FormField]:
        """Return the fields in which people pick cards.

        Of a form in parts, they are those of the first part, since one is open at a
        time.
        """
        fields = self.parts[0].fields if self.parts else self.prompt.fields
        return [self.at(field) for field in fields if _has_places(field)]


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form, as its template draws it."""

    form: PromptForm
    field: Field
    table_seats: Sequence[str] = ()
    whose: str = ""
    """The seat of the part that it stands in, or ""."""

    @property
    def type(self) -> FieldType[Any]:
        """Return the type of the field."""
        return type_of(self.field)

    @property
    def id(self) -> str:
        """Return the id of the field, with which its parts' ids begin."""
        return f"{self.form.key}-{self.field.name}"

    @property
    def some(self) -> object:
        """Return how many of its parts are enough, "" for any; None if all count."""
        field = self.field
        form = self.form
        if form.unseated is not None:
            return form.unseated.fewest.get(field.name, "")
        is_part = field.own and form.role.own is not None
        return "" if field.some or is_part else None

    @property
    def question(self) -> str | None:
        """Return the mark of what it asks a seat, or None."""
        form = self.form
        whose = self.whose
        if self.field.own and len(form.by_seat) == 1:
            whose = form.by_seat[0]
        return form.questions.get(whose)

    @property
    def seats(self) -> Seats:
        """Return the seats to name: by seat those of the form, else the table's."""
        seats = self.form.by_seat if self.type.by_seat else self.table_seats
        return seats_to_name(self.field, seats)

    @property
    def options(self) -> list[tuple[str, object]]:
        """Return the choices with their labels."""
        if self.type.of_seats:
            return [(seat, seat) for seat in self.seats]
        return [*self.type.choices(self.field).items()]

    @property
    def asks_names(self) -> bool:
        """Return whether players type their names in this field, the first by seat."""
        if self.form.unseated is None:
            return False
        fields = self.form.prompt.fields
        of_players = [each for each in fields if type_of(each).by_seat]
        return self.field is of_players[0]

    @property
    def pads(self) -> list[Pad]:
        """Return the pads to tap its cards on."""
        form = self.form
        copies = 1 if form.unseated is None else form.unseated.copies
        is_whole = self.field.own and not form.prompt.secret
        return pads(self.field, deck() * copies, is_whole)

    @property
    def example(self) -> str:
        """Return possible cards as people type them, for a hint."""
        field = self.field
        cards = field.cards or deck()
        card = cards[0]
        alike = cards[len(cards) // 2]
        # Two of one rank if possible, since they fit fields for any cards and for equal
        # ones.
        for other in cards:
            if other.rank == card.rank and other != card:
                alike = other
                break
        first = typed(card)
        second = typed(alike)
        type = self.type
        if type.one_card or field.max == 1 or first == second:
            return first
        if type.in_groups:
            return f"{first} {second} {GROUP_END} …"
        if field.partners:
            return f"{first} / {second}"
        return f"{first} {second}"

    @property
    def written_ways(self) -> str:
        """Return the ways to type a possible card, and a joker if possible."""
        jokers = wording().jokers
        gettext = wording().language.gettext
        cards = self.field.cards or deck()
        # The first with a suit, and the first without.
        firsts = {card.suit is None: card for card in reversed(cards)}
        ways = []
        if False in firsts:
            ways = [typed(firsts[False]), naming.write_card(firsts[False])]
        for _, card in sorted(firsts.items()):
            ways.append(naming.speak_card(card, jokers, gettext))
        return ", ".join(dict.fromkeys(ways))

    @property
    def grid_id(self) -> str:
        """Return the id of the field's grid; by seat, that of the first seat's grid."""
        first = "-s1" if self.type.by_seat else ""
        return f"{self.id}{first}-cards"

    @property
    def tabs_before(self) -> list[bool]:
        """Return a tab for each place for cards: True if it takes a single card.

        The tabs stand before the first field with cards; other fields have none, and a
        form with one place needs none.
        """
        grids = self.form.grids
        if not grids or self.field is not grids[0].field:
            return []
        tabs = []
        for grid in grids:
            places = len(grid.seats) if grid.type.by_seat else 1
            tabs += [grid.type.one_card] * places
        return tabs if len(tabs) > 1 else []

    @property
    def like(self) -> str:
        """Return the id of an earlier grid with the same cards as this field's; or "".

        The field shares that grid, since many grids make a page heavy. Without scripts
        people pick cards for the first field, and type cards in the others.
        """
        form = self.form
        field = self.field
        own = self.grid_id
        grids = form.grids
        above = [*form.grids_above]
        if field.optional or form.role.aside or own not in [g.grid_id for g in grids]:
            above += grids
        for grid in above:
            if grid.grid_id == own:
                return ""
            other = grid.field
            if (other.type, other.choices) == (field.type, field.choices):
                return grid.grid_id
        return ""


def is_determined(field: Field) -> bool:
    """Return whether a field needs all cards that it offers."""
    type = type_of(field)
    if type.by_seat or not type.of_cards or field.optional or not field.min:
        return False
    return field.min == len(field.cards)


def _has_places(field: Field) -> bool:
    return type_of(field).of_cards and not (field.optional and field.max == 0)


def single_form(
    prompt: Prompt,
    seats: tuple[str, ...],
    filled: FormValues,
    trouble: Trouble | None,
    unseated: UnseatedPlayers | None = None,
) -> PromptForm:
    """Return the form of a prompt that is alone on its page.

    It is filled in with `filled`, or as it was sent if `trouble` is about it.
    """
    tag = FormTag("only", shape_of("", prompt, seats, {}))
    if trouble is not None and trouble.key != tag.key:
        trouble = None
    initial = InitialContent(filled)
    return PromptForm(
        prompt, tag, seats, initial=initial, trouble=trouble, unseated=unseated
    )


def shape_of(
    question: str,
    prompt: Prompt,
    seats: tuple[str, ...],
    before: Mapping[str, object],
) -> str:
    """Return a mark that changes when a form asks for something else."""
    fields = []
    for each in prompt.fields:
        choices = [getattr(choice, "code", choice) for choice in each.choices]
        default = each.default
        fields.append((each.name, each.type, each.min, each.max, choices, default))
    asked = (prompt.kind, prompt.race, str(prompt.title), seats, fields)
    return digest(question, *asked, before)


def digest(*parts: object) -> str:
    """Return a short digest of these parts."""
    return "f" + sha256(repr(parts).encode()).hexdigest()[:10]

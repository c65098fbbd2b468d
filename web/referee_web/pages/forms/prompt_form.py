"""Prompts as forms: identity, place and content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from typing import cast
from uuid import uuid4

from referee.cards.card import Card
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.plain_fields import seats_to_name
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import Text
from referee.vocabulary.values import Score
from referee_web.pages.blueprint import blueprint
from referee_web.pages.forms.form_values import FormValues, written
from referee_web.pages.forms.seat_parts import SeatPart
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.template_filters import say_here, word


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
    entered: Sequence[str] = ()
    """The seats that have entered in secret, shown beside the parts."""
    own: str | None = None
    """The viewer's seat, if others have phones."""
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
    grids_above: Sequence[tuple[str, Field]] = ()
    """The ids and fields of the card grids in the forms above it."""
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

    def id_of(self, field: Field) -> str:
        """Return the id of a field, with which its parts' ids begin."""
        return f"{self.key}-{field.name}"

    def attributes(self, field: Field, whose: str) -> dict[str, object]:
        """Return a field's HTML attributes, which scripts read: see dom.js.

        The page leaves out attributes that are None. `whose` is the seat of the part.
        """
        is_part = field.own and self.role.own is not None
        some: object = "" if field.some or is_part else None
        if self.unseated is not None:
            some = self.unseated.fewest.get(field.name) or ""
        is_wrong = field.name in self.errors
        asks_lead = self.role.asks_lead if field.leads else ""
        question = self.questions.get(whose)
        if field.own and len(self.by_seat) == 1:
            question = self.questions.get(self.by_seat[0])
        return {
            "data-wrong": "" if is_wrong else None,
            "data-field": field.name,
            "data-type": field.type,
            "data-of": whose or None,
            "data-question": question,
            "data-optional": "" if field.optional else None,
            "data-unless": " ".join(field.unless) or None,
            "data-some": some,
            "data-among": field.among,
            "data-leads": field.leads,
            "data-asks-lead": asks_lead or None,
            "data-needs": "forms/who_led.js" if asks_lead else None,
            "data-min": field.min,
            "data-max": field.max,
            "data-skips": " ".join(map(str, field.skips or ())) or None,
            "data-total": field.total,
            "aria-describedby": f"{self.id_of(field)}-error" if is_wrong else None,
        }

    def name_of(self, seat: str) -> str:
        """Return a seat's name; or what a player of a question typed, or a number."""
        if self.unseated is None:
            return seat
        return self.filled.get(f"name={seat}") or say_here("Player {n}", n=seat)

    @property
    def copies(self) -> int:
        """Return how many of each card there may be."""
        return 1 if self.unseated is None else self.unseated.copies

    def asks_names(self, field: Field) -> bool:
        """Return whether players type their names in this field, the first by seat."""
        if self.unseated is None:
            return False
        of_players = [each for each in self.prompt.fields if type_of(each).by_seat]
        return field is of_players[0]

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
    def card_grids(self) -> CardGrids:
        """Return the grids in which people pick its cards."""
        return CardGrids(self)


@dataclass(frozen=True, slots=True)
class CardGrids:
    """The card grids of a form.

    Of a form in parts, they are those of the first part, since one is open at a time.
    """

    form: PromptForm

    @property
    def fields(self) -> list[Field]:
        """Return the fields that have a grid."""
        form = self.form
        fields = form.parts[0].fields if form.parts else form.prompt.fields
        return [*filter(_has_places, fields)]

    @property
    def by_id(self) -> list[tuple[str, Field]]:
        """Return the id of each grid that others may share, with its field."""
        return [(self._id_of(field), field) for field in self.fields]

    def _id_of(self, field: Field) -> str:
        """Return the id of a field's grid; by seat, that of the first seat's grid."""
        first = "-s1" if type_of(field).by_seat else ""
        return f"{self.form.id_of(field)}{first}-cards"

    def tabs_before(self, field: Field) -> list[bool]:
        """Return a tab for each place for cards: True if it takes a single card.

        The tabs stand before the first field with cards; other fields have none, and a
        form with one place needs none.
        """
        fields = self.fields
        if not fields or field is not fields[0]:
            return []
        tabs = []
        for each in fields:
            type = type_of(each)
            places = 1
            if type.by_seat:
                places = len(seats_to_name(each, self.form.by_seat))
            tabs += [type.one_card] * places
        if len(tabs) < 2:
            return []
        return tabs

    def find_like(self, field: Field) -> str:
        """Return the id of an earlier grid with the same cards as this field's; or "".

        The field shares that grid, since many grids make a page heavy. Without scripts
        people pick cards for the first field, and type cards in the others.
        """
        form = self.form
        own = self._id_of(field)
        grids = self.by_id
        above = list(form.grids_above)
        if field.optional or form.role.aside or own not in dict(grids):
            above += grids
        for id, other in above:
            if id == own:
                return ""
            if (other.type, other.choices) == (field.type, field.choices):
                return id
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
    title = str(prompt.title)
    kind = prompt.kind
    race = prompt.race
    return digest(question, kind, race, title, seats, fields, before)


def digest(*parts: object) -> str:
    """Return a short digest of these parts."""
    return "f" + sha256(repr(parts).encode()).hexdigest()[:10]


blueprint.add_app_template_filter(type_of)
blueprint.add_app_template_filter(seats_to_name)


@blueprint.app_template_filter()
def seat_options(seats: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return seats as options with labels."""
    return [(seat, seat) for seat in seats]


@blueprint.app_template_filter()
def word_options(field: Field) -> list[tuple[str, object]]:
    """Return a field's choices as options with labels."""
    return [*type_of(field).choices(field).items()]

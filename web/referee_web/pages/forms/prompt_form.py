"""A prompt as a form on a page: what tells it from others, where it stands, and what is
filled in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from hashlib import sha256
from itertools import groupby
from typing import cast
from uuid import uuid4

from referee.cards.card import Card
from referee.lazy_dataclass import frozen
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.plain_fields import seats_asked
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import Text
from referee.vocabulary.values import Score
from referee_web.pages.blueprint import blueprint
from referee_web.pages.forms.form_values import FormValues, written
from referee_web.pages.forms.seat_parts import SeatPart
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.template_filters import word


@frozen
class Moment:
    """When a form asks: at another moment nothing picked before is carried over."""

    round: int
    phase: str
    answer: int | None = None
    """The number of the last entry that answered its prompt, 0 before the first; None:
    answers do not count.
    """
    race: str | None = None
    """The race that fills it."""
    heat: int | None = None
    """The one of several heats whose finish stands in it."""

    def write(self) -> str:
        """Return it as a page has it: equal for equal moments only."""
        parts = [str(self.round), self.phase]
        for part in (self.answer, self.race, self.heat):
            if part is not None:
                parts.append(str(part))
        return " ".join(parts)


@frozen
class FormTag:
    """What tells a form from others, and from itself at another moment."""

    key: str
    """It tells the form from the others on its page."""
    shape: str
    """It changes when the form asks for something else."""
    moment: str = ""
    """As `Moment` writes it: picks are carried over within a moment only."""
    after: int = 0
    """The latest line of the log that its viewer has seen."""
    id: str = field(default_factory=lambda: str(uuid4()))
    """That of the entry it makes."""


@frozen
class FormPlace:
    """Where a form stands on the page, and for whom."""

    aside: bool = False
    """Most people will not need it now."""
    for_others: bool = False
    """It stands aside since it is for other seats than the viewer's."""
    waits: bool = False
    """A ruling is questioned, and until that is settled this viewer can enter nothing.
    """
    entered: Sequence[str] = ()
    """Who has entered in secret already: they stand beside the parts."""
    own: str | None = None
    """The viewer's seat, whose place is open first where others have phones of their
    own.
    """


@frozen
class Begun:
    """What stands in a form from the start."""

    filled: FormValues = field(default_factory=FormValues)
    is_replaced: bool = False
    """Cards typed take the place of those picked (see `form_values.read`)."""
    clashing: Sequence[Card] = ()
    """The cards that cannot be where they were entered, since others named them too: it
    is asked again.
    """
    finish: PhotoFinish | None = None
    """That of the heat it is filled with, where the race was run several times."""
    totals: Mapping[str, Score] = field(default_factory=dict)
    """The score of each seat, which stands beside what adds to it."""


@frozen
class FieldGroup:
    """Fields that stand together on a form: open, or folded away under a title."""

    title: str
    fields: tuple[Field, ...]
    is_open: bool


@frozen
class PromptForm:
    """A form on a page."""

    prompt: Prompt
    tag: FormTag
    by_seat: tuple[str, ...]
    """The seats it asks about."""
    seat: str | None = None
    """The seat the entry is for; None: the table, or the seats of its parts."""
    parts: tuple[SeatPart, ...] = ()
    place: FormPlace = FormPlace()
    begun: Begun = field(default_factory=Begun)
    trouble: Trouble | None = None
    """With it the form is shown as it was sent."""
    grids_above: Sequence[tuple[str, Field]] = ()
    """Those of another form of its page."""

    @property
    def key(self) -> str:
        """What tells it from the others on its page."""
        return self.tag.key

    @property
    def filled(self) -> FormValues:
        """What stands in it."""
        if self.trouble is None:
            return self.begun.filled
        return self.trouble.filled

    @property
    def errors(self) -> Mapping[str, Text]:
        """What is wrong, by field."""
        if self.trouble is None:
            return {}
        return self.trouble.errors

    @property
    def errors_elsewhere(self) -> list[Text]:
        """What is wrong, and stands at no field of it."""
        names = [field.name for field in self.prompt.fields]
        return [text for name, text in self.errors.items() if name not in names]

    @property
    def refused_of(self) -> str | None:
        """Whose of several parts the rules forbid."""
        if not self.parts or self.trouble is None or self.trouble.refused is None:
            return None
        return self.trouble.refused.seat

    @property
    def others_named(self) -> list[str]:
        """Who can put right what is asked again, beside the seat of this form."""
        if not self.prompt.again or self.trouble is None or not self.trouble.refusal:
            return []
        seats = cast("Sequence[str]", self.trouble.refusal.verdict.get("seats", ()))
        return [seat for seat in seats if seat != self.seat]

    @property
    def is_covered(self) -> bool:
        """Whether what one seat fills in is hidden while another's part is open."""
        return bool(self.parts) and self.prompt.secret

    @property
    def is_named_by_button(self) -> bool:
        """Whether its button says what it does: nothing is to fill in, or need be."""
        fields = self.prompt.fields
        return not fields or (len(fields) == 1 and fields[0].optional)

    @property
    def helps(self) -> list[tuple[str | None, Text]]:
        """How it is filled in: what each seat is told, where that is not the same."""
        helps: list[tuple[str | None, Text]] = []
        for part in self.parts:
            if part.help is not None:
                helps.append((part.seat, part.help))
        if not helps and word(self.prompt.help):
            helps.append((None, self.prompt.help))
        return helps

    def groups(self, fields: Sequence[Field]) -> list[FieldGroup]:
        """Return these fields by where they stand folded away; empty title: nowhere.

        What is folded away stands last, and begins open where something was filled in
        there, or is wrong.
        """
        in_order = sorted(fields, key=lambda each: bool(word(each.folded)))
        groups = []
        for title, group in groupby(in_order, lambda each: word(each.folded)):
            together = tuple(group)
            is_open = any(map(self._is_changed, together))
            groups.append(FieldGroup(title, together, is_open))
        return groups

    def _is_changed(self, asked: Field) -> bool:
        """Whether something else stands in a field than at the start, or is wrong."""
        if asked.name in self.errors:
            return True
        begun = written((asked,), {asked.name: asked.default})
        for name in (f"pick={asked.name}", f"typed={asked.name}"):
            filled = [*filter(None, self.filled.getlist(name))]
            if filled != begun.getlist(name):
                return True
        return False

    def tabs_before(self, asked: Field) -> list[bool]:
        """Return the tabs that stand before this field; of each, whether its place
        takes a single card only.

        Scripts make tabs of all places for cards, where there are several, before the
        first field that has one.
        """
        # Of several parts only one is open at a time.
        fields = self.prompt.fields
        if self.parts:
            fields = self.parts[0].fields
        with_places = list(filter(_has_places, fields))
        if not with_places or with_places[0] is not asked:
            return []
        tabs = []
        for each in with_places:
            type = type_of(each)
            places = 1
            if type.by_seat:
                places = len(seats_asked(each, self.by_seat))
            tabs += [type.one_card] * places
        if len(tabs) < 2:
            return []
        return tabs

    @property
    def grids(self) -> list[tuple[str, Field]]:
        """The places of its first part that may stand for others, by their ids."""
        fields = self.parts[0].fields if self.parts else self.prompt.fields
        places = []
        for each in fields:
            if _has_places(each) and not type_of(each).by_seat:
                places.append((f"{self.key}-{each.name}-cards", each))
        return places

    def grid_like(self, asked: Field) -> str:
        """Return the id of a place before this one whose grid has the same cards; empty
        where there is none.

        There the grid stands once: a page with one for each of many places would be
        heavy. Without scripts cards are picked where they have to be named first, and
        typed elsewhere.
        """
        own = f"{self.key}-{asked.name}-cards"
        above = list(self.grids_above)
        if asked.optional or own not in dict(self.grids):
            above += self.grids
        for place, other in above:
            if place == own:
                return ""
            if (other.type, other.cards) == (asked.type, asked.cards):
                return place
        return ""

    def asks_whether_led(self, asked: Field) -> str:
        """Return the viewer's seat, if its phone is to ask whether it led; else empty.

        That is where the cards of a trick may come one by one from several phones, none
        is there, and another seat has to lead.
        """
        own = self.place.own
        due = asked.default
        if own is None or due is None or own == due:
            return ""
        for cards in self.prompt.fields:
            if cards.name == asked.leads:
                is_first = cards.some and set(cards.seats) == set(asked.words)
                if is_first and own in cards.seats:
                    return own
        return ""


def _has_places(asked: Field) -> bool:
    return type_of(asked).of_cards and not (asked.optional and asked.max == 0)


def single_form(
    prompt: Prompt,
    seats: tuple[str, ...],
    filled: FormValues,
    trouble: Trouble | None,
) -> PromptForm:
    """Return the form of one prompt on a page of its own, filled in, or as it was sent
    where that did not work.
    """
    tag = FormTag("only", shape_of(0, prompt, seats, {}))
    if trouble is not None and trouble.key != tag.key:
        trouble = None
    return PromptForm(prompt, tag, seats, begun=Begun(filled), trouble=trouble)


def shape_of(
    round: int,
    prompt: Prompt,
    seats: tuple[str, ...],
    before: Mapping[str, object],
    answered: int = 0,
) -> str:
    """Return what changes when a form asks for something else."""
    fields = []
    for each in prompt.fields:
        choices = [getattr(choice, "code", choice) for choice in each.choices]
        default = each.default
        fields.append((each.name, each.type, each.min, each.max, choices, default))
    title = str(prompt.title)
    kind = prompt.kind
    race = prompt.race
    return digest(round, kind, race, title, seats, fields, before, answered)


def digest(*parts: object) -> str:
    """Return a short name for these parts, the same for the same ones."""
    return "f" + sha256(repr(parts).encode()).hexdigest()[:10]


blueprint.add_app_template_filter(type_of)
blueprint.add_app_template_filter(seats_asked)


@blueprint.app_template_filter()
def seat_options(seats: tuple[str, ...]) -> list[tuple[str, str]]:
    """Seats to choose from, as values with their labels."""
    return [(seat, seat) for seat in seats]


@blueprint.app_template_filter()
def word_options(asked: Field) -> list[tuple[str, object]]:
    """Return what a field lets choose from, as values with their labels."""
    return [*type_of(asked).choices(asked).items()]

"""Prompts as forms: which forms a viewer gets, which come first, and what stands in
them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import groupby
from typing import cast
from uuid import uuid4

from flask import request

from referee.cards.card import Card
from referee.hosting.tables.table import SeatState
from referee.match.entry_reading import is_in_own_words
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import LogEntry, Viewer
from referee.vocabulary.errors import RefereeError, StaleViewError, WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.plain_fields import seats_asked
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Score
from referee.vocabulary.view import View
from referee_web.pages.blueprint import blueprint
from referee_web.pages.forms.form_values import FormValues, written
from referee_web.pages.forms.seat_parts import (
    SeatPart,
    fields_for_seat,
    may_be_part,
    name_for_seat,
)
from referee_web.pages.template_filters import word

_GARBLED = say(
    "The form arrived garbled. Here it is as you filled it in: send it again."
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why something that was sent did not work, and what was sent, so that it can be
    shown again.

    `key` names the form it came from; `errors` are by field; `refusal` is the ruling
    where the rules forbid the entry `refused`. `is_answered`: somebody else has entered
    it already, so no form is shown with it again.
    """

    message: Text
    key: str = ""
    filled: FormValues = field(default_factory=FormValues)
    errors: Mapping[str, Text] = field(default_factory=dict)
    refusal: Ruling | None = None
    refused: LogEntry | None = None
    is_answered: bool = False

    @classmethod
    def of(cls, error: RefereeError, key: str = "") -> Trouble:
        """Why the form of this request was refused, with what was filled in."""
        if isinstance(error, StaleViewError) and error.is_answered:
            return cls(error.message, is_answered=True)
        errors = (
            {one.field: one.message for one in error.errors}
            if isinstance(error, WrongFieldsError)
            else {}
        )
        ruling, refused = (
            (error.ruling, error.entry)
            if isinstance(error, RefusedMoveError)
            else (None, None)
        )
        # Nobody fills in an id: the form is shown again with a good one.
        message = error.message if errors.pop("id", None) is None else _GARBLED
        return cls(message, key, FormValues(request.form), errors, ruling, refused)


@dataclass(frozen=True, slots=True)
class PromptForm:
    """A form on a page.

    `key` tells it from the others on its page, `shape` changes when it asks for
    something else, and `moment` with the round and the phase of the match, with each
    race where one fills it, and with each answer to its prompt: picks are carried over
    within a moment only. `seat` is the seat the entry is for (None: the table, or the
    seats of its `parts`), `by_seat` the seats it asks about. Beside the parts stand
    those who have `entered` in secret already. `aside`: most people will not need it
    now. `for_others`: it stands aside since it is for other seats than the viewer's.
    `typed_replaces`: cards typed take the place of those picked (see
    `form_values.read`). `clashing`: the cards that cannot be where they were entered,
    since others named them too: it is asked again. `waits`: a ruling is questioned, and
    until that is settled this viewer can enter nothing. `finish`: that of the heat it
    is filled with, where the race was run several times. `totals`: the score of each
    seat, which stands beside what adds to it. `own_place`: the viewer's seat, whose
    place is open first where others have phones of their own.
    """

    prompt: Prompt
    key: str
    shape: str
    id: str
    after: int
    seat: str | None
    by_seat: tuple[str, ...]
    moment: str
    parts: tuple[SeatPart, ...] = ()
    entered: tuple[str, ...] = ()
    aside: bool = False
    for_others: bool = False
    filled: FormValues = field(default_factory=FormValues)
    errors: Mapping[str, Text] = field(default_factory=dict)
    refusal: Ruling | None = None
    refused: LogEntry | None = None
    message: Text | None = None
    typed_replaces: bool = False
    clashing: tuple[Card, ...] = ()
    waits: bool = False
    finish: PhotoFinish | None = None
    totals: Mapping[str, Score] = field(default_factory=dict)
    own_place: str | None = None


_FormShare = tuple[tuple[str, ...], bool, bool]
"""The seats that a form is for; whether it stands aside, since most will not need it
now; and whether none of the seats is the viewer's.
"""

Answered = Callable[[Prompt, Sequence[str]], int]
"""By the entry of which number a prompt was last answered for these seats; 0 where it
never was.
"""


def forms_for(
    view: View,
    viewer: Viewer,
    seats: Sequence[SeatState],
    trouble: Trouble | None,
    entered: Sequence[LogEntry],
    answered: Answered,
    questioned: bool,
) -> tuple[PromptForm, ...]:
    """The forms of everything this viewer may enter now, what matters most first.

    `entered` is what the viewer entered before and may enter again: it stands in the
    forms that ask for it again. `answered` says by which entry a prompt was last
    answered for some seats: after that its form is another one. `questioned`: a ruling
    is, and until that is settled only the host can enter.
    """
    waits = questioned and not viewer.host
    others = any(seat.claimed for seat in seats if seat.name != viewer.seat)
    own_place = viewer.seat if others else None
    forms = [
        replace(
            _with(trouble, _form(view, prompts, share, entered, answered, waits)),
            own_place=own_place,
        )
        for prompts in _put_together(view.prompts)
        for share in _shares(prompts, viewer, seats)
    ]
    return tuple(sorted(forms, key=lambda form: (form.aside, not _raced(form.prompt))))


def _put_together(prompts: Sequence[Prompt]) -> Iterator[tuple[Prompt, ...]]:
    """Return the prompts that make forms: what is asked of several seats in the same
    way makes one.
    """
    for _, alike in groupby(
        prompts, lambda prompt: (prompt.kind, prompt.optional, prompt.again)
    ):
        together = tuple(alike)
        if all(may_be_part(prompt) for prompt in together):
            yield together
        else:
            yield from ((prompt,) for prompt in together)


def _shares(
    prompts: Sequence[Prompt], viewer: Viewer, seats: Sequence[SeatState]
) -> Iterator[_FormShare]:
    """Return for which seats there is a form each: what the table enters has one.

    Where each answers for themselves, or in secret, the viewer and the seats without a
    phone are in one form, since nobody else enters for them; those with a phone stand
    aside.
    """
    prompt, asked = (
        prompts[0],
        tuple(seat for prompt in prompts for seat in prompt.seats),
    )
    if not prompt.own and (not prompt.secret or viewer.seat is None):
        yield asked, prompt.optional, False
        return
    phones = {seat.name for seat in seats if seat.claimed} - {viewer.seat}
    first = tuple(
        sorted(
            (seat for seat in asked if seat not in phones),
            key=lambda seat: seat != viewer.seat,
        )
    )
    if not first and viewer.seat is None and len(phones) == len(seats):
        # Whoever hosts without a seat has nothing else to enter.
        first = asked
    others = tuple(seat for seat in asked if seat not in first)
    in_one = not prompt.own or may_be_part(prompt)
    for share in (first, others) if in_one else [(seat,) for seat in (*first, *others)]:
        if share:
            is_first = share[0] in first[:1]
            yield share, prompt.optional or not is_first, viewer.seat not in share


def _form(
    view: View,
    prompts: Sequence[Prompt],
    share: _FormShare,
    entered: Sequence[LogEntry],
    answered: Answered,
    waits: bool,
) -> PromptForm:
    seats, aside, for_others = share
    prompt = (
        next(prompt for prompt in prompts if seats[0] in prompt.seats)
        if seats
        else prompts[0]
    )
    if len(seats) > 1 and may_be_part(prompt):
        return _form_in_parts(view, prompts, share, entered, waits)
    alone = seats[0] if len(seats) == 1 else None
    for_seats = seats if prompt.own or prompt.secret else view.seats
    by_seat = seats if prompt.secret or prompt.again else view.seats
    raced = _raced(prompt)
    finish = (
        view.finish
        if len(view.finishes) > 1 and view.finish and view.finish.race == prompt.race
        else None
    )
    before = _entered(prompt, for_seats, entered)
    # People write on while the match goes on.
    round, phase = (0, "") if is_in_own_words(prompt) else (view.round, view.phase)
    last = answered(prompt, seats)
    return PromptForm(
        prompt,
        key=_digest(prompt.kind, prompt.optional, seats),
        shape=_shape(round, prompt, by_seat, before, last),
        id=str(uuid4()),
        after=view.seq,
        seat=alone if prompt.own or prompt.secret else None,
        by_seat=by_seat,
        moment=(
            f"{round} {phase} {last} {prompt.race or ''} "
            f"{finish.heat if finish else ''}"
        ).strip(),
        aside=aside and not raced,
        for_others=for_others,
        filled=written(prompt.fields, {**_known(prompt), **before, **raced}),
        typed_replaces=prompt.again or bool(before),
        clashing=_clashing(view, seats) if prompt.again else (),
        waits=waits,
        finish=finish,
        totals={standing.seat: standing.score for standing in view.standings},
    )


def _form_in_parts(
    view: View,
    prompts: Sequence[Prompt],
    share: _FormShare,
    entered: Sequence[LogEntry],
    waits: bool,
) -> PromptForm:
    """Return one form for what each of several seats is asked.

    When one of them enters elsewhere, it goes on with the others: neither its key nor
    its moment depends on them.
    """
    seats, aside, for_others = share
    asked = {seat: prompt for prompt in prompts for seat in prompt.seats}
    prompt = asked[seats[0]]
    parts: list[SeatPart] = []
    begun: dict[str, object] = {}
    for seat in seats:
        place = view.seats.index(seat)
        own_help = (
            asked[seat].help
            if any(other.help != prompt.help for other in asked.values())
            else None
        )
        parts.append(
            SeatPart(seat, fields_for_seat(asked[seat].fields, place), own_help)
        )
        of_seat = begun_with(asked[seat], (seat,), entered)
        begun |= {name_for_seat(name, place): value for name, value in of_seat.items()}
    is_entered = any(_entered(asked[seat], (seat,), entered) for seat in seats)
    fields = tuple(field for part in parts for field in part.fields)
    whole = replace(prompt, fields=fields, seats=seats)
    return PromptForm(
        whole,
        key=_digest(prompt.kind, prompt.optional, prompt.again, for_others),
        shape=_shape(view.round, whole, seats, begun),
        id=str(uuid4()),
        after=view.seq,
        seat=None,
        by_seat=seats,
        moment=f"{view.round} {view.phase}",
        parts=tuple(parts),
        entered=_entered_in_secret(view, prompt),
        aside=aside,
        for_others=for_others,
        filled=written(fields, begun),
        typed_replaces=prompt.again or is_entered,
        clashing=_clashing(view, seats) if prompt.again else (),
        waits=waits,
    )


def _entered_in_secret(view: View, prompt: Prompt) -> tuple[str, ...]:
    """Return the seats that have answered this prompt, and may only change it now."""
    if prompt.optional:
        return ()
    changes = [
        other
        for other in view.prompts
        if other.kind == prompt.kind and other.optional and other.secret
    ]
    return tuple(seat for other in changes for seat in other.seats)


def _clashing(view: View, seats: Collection[str]) -> tuple[Card, ...]:
    """The cards that the latest rulings say several have named, these seats among them."""
    verdicts = [ruling.verdict for ruling in view.rulings if "clash" in ruling.verdict]
    concerning = [
        one
        for one in verdicts
        if not set(seats).isdisjoint(cast("Sequence[str]", one["seats"]))
    ]
    return tuple(
        dict.fromkeys(
            card for one in concerning for card in cast("Sequence[Card]", one["clash"])
        )
    )


def _with(trouble: Trouble | None, form: PromptForm) -> PromptForm:
    """The form as it was sent, with why that did not work, where that is so."""
    if trouble is None or trouble.key != form.key:
        return form
    return replace(
        form,
        filled=trouble.filled,
        errors=trouble.errors,
        refusal=trouble.refusal,
        refused=trouble.refused,
        message=trouble.message,
    )


def _entered(
    prompt: Prompt, seats: Sequence[str], entered: Sequence[LogEntry]
) -> dict[str, object]:
    """What was entered before to this prompt for these seats."""
    data: dict[str, object] = {}
    for entry in entered:
        if entry.kind != prompt.kind or (prompt.own and entry.seat not in seats):
            continue
        for name, value in entry.data.items():
            if not isinstance(value, Mapping):
                data[name] = value
            elif of_seats := {
                seat: inner for seat, inner in value.items() if seat in seats
            }:
                data[name] = {
                    **cast("Mapping[str, object]", data.get(name, {})),
                    **of_seats,
                }
    return data


def begun_with(
    prompt: Prompt, seats: Sequence[str], entered: Sequence[LogEntry]
) -> dict[str, object]:
    """What the fields of a prompt begin with for these seats, where the viewer
    `entered` this before.
    """
    return {**_known(prompt), **_entered(prompt, seats, entered)}


def _raced(prompt: Prompt) -> dict[str, object]:
    """The order of the race that was run for this prompt; nothing where none was."""
    raced = {one.name for one in prompt.fields if type_of(one).raced}
    return {
        name: order
        for name, order in _known(prompt).items()
        if prompt.race and name in raced
    }


def _known(prompt: Prompt) -> dict[str, object]:
    """What the fields of a prompt begin with."""
    return {one.name: one.default for one in prompt.fields if one.default is not None}


def single_form(
    prompt: Prompt,
    seats: tuple[str, ...],
    filled: FormValues,
    trouble: Trouble | None = None,
) -> PromptForm:
    """The form of one prompt on a page of its own, filled in, or as it was sent where
    that did not work.
    """
    shape = _shape(0, prompt, seats, {})
    return _with(
        trouble,
        PromptForm(
            prompt, "only", shape, str(uuid4()), 0, None, seats, "", filled=filled
        ),
    )


def _shape(
    round: int,
    prompt: Prompt,
    seats: tuple[str, ...],
    before: Mapping[str, object],
    answered: int = 0,
) -> str:
    fields = [
        (one.name, one.type, one.min, one.max, one.choices, one.default)
        for one in prompt.fields
    ]
    return _digest(
        round,
        prompt.kind,
        prompt.race,
        str(prompt.title),
        seats,
        fields,
        before,
        answered,
    )


def _digest(*parts: object) -> str:
    return "f" + sha256(repr(parts).encode()).hexdigest()[:10]


@dataclass(frozen=True, slots=True)
class Fold:
    """Fields that stand together on a form: open, or folded away under a title."""

    title: str
    fields: tuple[Field, ...]
    is_open: bool


@blueprint.app_template_filter("folds")
def folds(fields: Sequence[Field], form: PromptForm) -> list[Fold]:
    """Return the fields of a form by where they stand folded away; empty title:
    nowhere.

    What is folded away stands last, and begins open where something was filled in
    there, or is wrong.
    """
    in_order = sorted(fields, key=lambda one: bool(word(one.folded)))
    found = []
    for title, group in groupby(in_order, lambda one: word(one.folded)):
        together = tuple(group)
        found.append(Fold(title, together, any(_holds(form, one) for one in together)))
    return found


def _holds(form: PromptForm, one: Field) -> bool:
    """Whether something stands in this field that did not stand there from the start,
    or is wrong.
    """
    begun = written((one,), {one.name: one.default})
    if one.name in form.errors:
        return True
    for name in (f"pick={one.name}", f"typed={one.name}"):
        filled = [value for value in form.filled.getlist(name) if value]
        if filled != begun.getlist(name):
            return True
    return False


@blueprint.app_template_filter("tabs_before")
def tabs_before(asked: Field, form: PromptForm) -> tuple[bool, ...]:
    """The tabs that stand before this field of a form; of each, whether its place takes
    a single card only.

    Scripts make tabs of all places for cards, where there are several, before the first
    field that has one.
    """
    with_places = [field for field in _fields_at_once(form) if _has_places(field)]
    if not with_places or with_places[0] is not asked:
        return ()
    places = [
        type_of(field).one_card
        for field in with_places
        for _ in (
            seats_asked(field, form.by_seat)
            if type_of(field).by_seat
            else (field.name,)
        )
    ]
    return tuple(places) if len(places) > 1 else ()


def _fields_at_once(form: PromptForm) -> tuple[Field, ...]:
    """Return the fields that the form shows at a time: of several parts only one is
    open.
    """
    return form.parts[0].fields if form.parts else form.prompt.fields


@blueprint.app_template_filter("grid_like")
def grid_like(asked: Field, form: PromptForm) -> str:
    """The id of the place in the first part of a form whose grid has the same cards;
    empty where there is none.

    There the grid stands once: a page with one for each of many seats would be heavy.
    """
    if not form.parts or asked in form.parts[0].fields:
        return ""
    part = next(part for part in form.parts if asked in part.fields)
    first = form.parts[0].fields
    place = part.fields.index(asked)
    alike = place < len(first) and (first[place].type, first[place].cards) == (
        asked.type,
        asked.cards,
    )
    return f"{form.key}-{first[place].name}-cards" if alike else ""


@blueprint.app_template_filter("asks_whether_led")
def asks_whether_led(asked: Field, form: PromptForm) -> str:
    """Return the viewer's seat, if its phone is to ask whether it led; empty where it
    is not.

    That is where the cards of a trick may come one by one from several phones, none is
    there, and another seat has to lead.
    """
    cards = next(
        (field for field in form.prompt.fields if field.name == asked.leads), None
    )
    if (
        cards is None
        or not cards.some
        or form.own_place is None
        or asked.default is None
    ):
        return ""
    is_first = set(cards.seats) == set(asked.words)
    return (
        form.own_place
        if is_first
        and form.own_place in cards.seats
        and form.own_place != asked.default
        else ""
    )


def _has_places(field: Field) -> bool:
    return type_of(field).of_cards and not (field.optional and field.max == 0)


blueprint.add_app_template_filter(type_of)
blueprint.add_app_template_filter(seats_asked)


@blueprint.app_template_filter("seat_options")
def seat_options(seats: tuple[str, ...]) -> list[tuple[str, str]]:
    """Seats to choose from, as values with their labels."""
    return [(seat, seat) for seat in seats]


@blueprint.app_template_filter("word_options")
def word_options(asked: Field) -> list[tuple[str, object]]:
    """Return what a field lets choose from, as values with their labels."""
    return [*type_of(asked).choices(asked).items()]

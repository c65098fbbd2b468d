"""Prompts as forms: which forms a viewer gets, which come first, and what stands in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
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

_GARBLED = say("The form arrived garbled. Here it is as you filled it in: send it again.")


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why something that was sent did not work, and what was sent, so that it can be shown again.

    `key` names the form it came from; `errors` are by field; `refusal` is the ruling where the rules forbid it.
    `is_answered`: somebody else has entered it already, so no form is shown with it again.
    """

    message: Text
    key: str = ""
    filled: FormValues = field(default_factory=FormValues)
    errors: Mapping[str, Text] = field(default_factory=dict)
    refusal: Ruling | None = None
    is_answered: bool = False

    @classmethod
    def of(cls, error: RefereeError, key: str = "") -> Trouble:
        """Why the form of this request was refused, with what was filled in."""
        if isinstance(error, StaleViewError) and error.is_answered:
            return cls(error.message, is_answered=True)
        errors = {one.field: one.message for one in error.errors} if isinstance(error, WrongFieldsError) else {}
        ruling = error.ruling if isinstance(error, RefusedMoveError) else None
        # Nobody fills in an id: the form is shown again with a good one.
        message = error.message if errors.pop("id", None) is None else _GARBLED
        return cls(message, key, FormValues(request.form), errors, ruling)


@dataclass(frozen=True, slots=True)
class PromptForm:
    """A form on a page.

    `key` tells it from the others on its page, `shape` changes when it asks for something else, and `moment`
    with the round and the phase of the match, with each race where one fills it, and with each answer to its prompt:
    picks are carried over within a moment only. `seat` is the seat the entry is for (None: the table), `by_seat` the
    seats it asks about. `aside`: most people will not need it now.
    `for_others`: it stands aside since it is for other seats than the viewer's.
    `typed_replaces`: cards typed take the place of those picked (see `form_values.read`).
    `clashing`: the cards that cannot be where they were entered, since others named them too: it is asked again.
    `waits`: a ruling is questioned, and until that is settled this viewer can enter nothing.
    `finish`: that of the heat it is filled with, where the race was run several times.
    `totals`: the score of each seat, which stands beside what adds to it.
    """

    prompt: Prompt
    key: str
    shape: str
    id: str
    after: int
    seat: str | None
    by_seat: tuple[str, ...]
    moment: str
    aside: bool = False
    for_others: bool = False
    filled: FormValues = field(default_factory=FormValues)
    errors: Mapping[str, Text] = field(default_factory=dict)
    refusal: Ruling | None = None
    message: Text | None = None
    typed_replaces: bool = False
    clashing: tuple[Card, ...] = ()
    waits: bool = False
    finish: PhotoFinish | None = None
    totals: Mapping[str, Score] = field(default_factory=dict)


_FormShare = tuple[tuple[str, ...], bool, bool]
"""A part of a prompt that makes a form of its own: for these seats; aside where most will not need it now; and whether
none of the seats is the viewer's.
"""

Answered = Callable[[Prompt, Sequence[str]], int]
"""By the entry of which number a prompt was last answered for these seats; 0 where it never was."""


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

    `entered` is what the viewer entered before and may enter again: it stands in the forms that ask for it again.
    `answered` says by which entry a prompt was last answered for some seats: after that its form is another one.
    `questioned`: a ruling is, and until that is settled only the host can enter.
    """
    waits = questioned and not viewer.host
    forms = [
        _with(trouble, _form(view, prompt, share, entered, answered(prompt, share[0]), waits))
        for prompt in view.prompts
        for share in _shares(prompt, viewer, seats)
    ]
    return tuple(sorted(forms, key=lambda form: (form.aside, not _raced(form.prompt))))


def _shares(prompt: Prompt, viewer: Viewer, seats: Sequence[SeatState]) -> Iterator[_FormShare]:
    """One form for the table's prompts; one a seat where each answers for itself.

    Where several phones are at the table, a host who sits at it has their own form first, the others' aside. Where
    each answers for itself, a host has the seats without a phone first: nobody else enters for them.
    """
    mine = viewer.seat if viewer.seat in prompt.seats else None
    with_phones = {seat.name for seat in seats if seat.claimed}
    others_have_phones = bool(with_phones - {viewer.seat})
    if prompt.own:
        first = mine or _first_to_enter_for(prompt, viewer, seats, with_phones)
        for seat in sorted(prompt.seats, key=lambda name: name in with_phones):
            yield (seat,), prompt.optional or seat != first, seat != mine
    elif prompt.secret and viewer.seat is not None and others_have_phones:
        if mine:
            yield (mine,), prompt.optional, False
        if others := tuple(seat for seat in prompt.seats if seat != mine):
            yield others, True, True
    else:
        yield prompt.seats, prompt.optional, False


def _first_to_enter_for(
    prompt: Prompt, viewer: Viewer, seats: Sequence[SeatState], with_phones: Collection[str]
) -> str | None:
    """Whose form stands open first where none is the viewer's own; none where only phones have yet to enter."""
    if without := [seat for seat in prompt.seats if seat not in with_phones]:
        return without[0]
    is_left_to_phones = viewer.seat is not None or len(with_phones) < len(seats)
    return None if with_phones and is_left_to_phones else next(iter(prompt.seats), None)


def _form(
    view: View, prompt: Prompt, share: _FormShare, entered: Sequence[LogEntry], answered: int, waits: bool
) -> PromptForm:
    seats, aside, for_others = share
    alone = seats[0] if len(seats) == 1 else None
    for_seats = seats if prompt.own or prompt.secret else view.seats
    by_seat = seats if prompt.secret or prompt.again else view.seats
    raced = _raced(prompt)
    finish = view.finish if len(view.finishes) > 1 and view.finish and view.finish.race == prompt.race else None
    before = _entered(prompt, for_seats, entered)
    # People write on while the match goes on.
    round, phase = (0, "") if is_in_own_words(prompt) else (view.round, view.phase)
    return PromptForm(
        prompt,
        key=_digest(prompt.kind, prompt.optional, seats),
        shape=_shape(round, prompt, by_seat, before, answered),
        id=str(uuid4()),
        after=view.seq,
        seat=alone if prompt.own or prompt.secret else None,
        by_seat=by_seat,
        moment=f"{round} {phase} {answered} {prompt.race or ''} {finish.heat if finish else ''}".strip(),
        aside=aside and not raced,
        for_others=for_others,
        filled=written(prompt.fields, {**_known(prompt), **before, **raced}),
        typed_replaces=prompt.again or bool(before),
        clashing=_clashing(view, seats) if prompt.again else (),
        waits=waits,
        finish=finish,
        totals={standing.seat: standing.score for standing in view.standings},
    )


def _clashing(view: View, seats: Collection[str]) -> tuple[Card, ...]:
    """The cards that the latest rulings say several have named, these seats among them."""
    verdicts = [ruling.verdict for ruling in view.rulings if "clash" in ruling.verdict]
    concerning = [one for one in verdicts if not set(seats).isdisjoint(cast("Sequence[str]", one["seats"]))]
    return tuple(dict.fromkeys(card for one in concerning for card in cast("Sequence[Card]", one["clash"])))


def _with(trouble: Trouble | None, form: PromptForm) -> PromptForm:
    """The form as it was sent, with why that did not work, where that is so."""
    if trouble is None or trouble.key != form.key:
        return form
    return replace(form, filled=trouble.filled, errors=trouble.errors, refusal=trouble.refusal, message=trouble.message)


def _entered(prompt: Prompt, seats: Sequence[str], entered: Sequence[LogEntry]) -> dict[str, object]:
    """What was entered before to this prompt for these seats."""
    data: dict[str, object] = {}
    for entry in entered:
        if entry.kind != prompt.kind or (prompt.own and entry.seat not in seats):
            continue
        for name, value in entry.data.items():
            if not isinstance(value, Mapping):
                data[name] = value
            elif of_seats := {seat: inner for seat, inner in value.items() if seat in seats}:
                data[name] = {**cast("Mapping[str, object]", data.get(name, {})), **of_seats}
    return data


def _raced(prompt: Prompt) -> dict[str, object]:
    """The order of the race that was run for this prompt; nothing where none was."""
    raced = {one.name for one in prompt.fields if type_of(one).raced}
    return {name: order for name, order in _known(prompt).items() if prompt.race and name in raced}


def _known(prompt: Prompt) -> dict[str, object]:
    """What the fields of a prompt begin with."""
    return {one.name: one.default for one in prompt.fields if one.default is not None}


def single_form(
    prompt: Prompt, seats: tuple[str, ...], filled: FormValues, trouble: Trouble | None = None
) -> PromptForm:
    """The form of one prompt on a page of its own, filled in, or as it was sent where that did not work."""
    shape = _shape(0, prompt, seats, {})
    return _with(trouble, PromptForm(prompt, "only", shape, str(uuid4()), 0, None, seats, "", filled=filled))


def _shape(round: int, prompt: Prompt, seats: tuple[str, ...], before: Mapping[str, object], answered: int = 0) -> str:
    fields = [(one.name, one.type, one.min, one.max, one.choices, one.default) for one in prompt.fields]
    return _digest(round, prompt.kind, prompt.race, str(prompt.title), seats, fields, before, answered)


def _digest(*parts: object) -> str:
    return "f" + sha256(repr(parts).encode()).hexdigest()[:10]


@blueprint.app_template_filter("tabs_before")
def tabs_before(asked: Field, form: PromptForm) -> tuple[bool, ...]:
    """The tabs that stand before this field of a form; of each, whether its place takes a single card only.

    Scripts make tabs of all places for cards, where there are several, before the first field that has one.
    """
    with_places = [field for field in form.prompt.fields if _has_places(field)]
    if not with_places or with_places[0] is not asked:
        return ()
    places = [
        type_of(field).one_card
        for field in with_places
        for _ in (seats_asked(field, form.by_seat) if type_of(field).by_seat else (field.name,))
    ]
    return tuple(places) if len(places) > 1 else ()


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
    """The words that a field lets choose from, as values with their labels."""
    return [(str(choice), asked.labels.get(str(choice), choice)) for choice in asked.choices]

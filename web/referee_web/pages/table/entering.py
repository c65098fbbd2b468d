"""Entries from the table's forms: single ones, or several seats' at once."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID, uuid4, uuid5

from flask import Response, request

from referee.hosting.tables import entering
from referee.hosting.tables.entering import SentEntry, read_uuid
from referee.hosting.tables.snapshot import Snapshot
from referee.match.trying.answers_since import answers_since
from referee.match.trying.taking_back import entries_to_repeat
from referee.vocabulary.errors import FieldError, WrongFieldsError, wrong_field
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import say
from referee_web.pages.blueprint import blueprint
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues, number_in
from referee_web.pages.forms.prompt_forms import initial_values
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.seat_parts import (
    errors_in_shared_form,
    fields_for_seat,
    is_filled_in,
    own_data,
)
from referee_web.pages.request_table import changing_as_seen, look, to_table
from referee_web.pages.table.finish_picture import heat_chosen
from referee_web.pages.table.table import table


@blueprint.post("/t/<code>/enter")
@redisplay(table)
def enter(code: str) -> Response:
    """Enter a form's data; on refusal show the form again."""
    snapshot = look(code)
    filled = FormValues(request.form)
    seats = filled.getlist("seat")
    if snapshot.match is not None and len(seats) > 1:
        sent = _entries_in_parts(snapshot, filled, seats)
    else:
        sent = [_sent_entry(snapshot, filled, next(iter(seats), ""))]
    with changing_as_seen(snapshot) as held:
        entering.enter(held, sent, with_view=False)
    return to_table(snapshot.code)


def _sent_entry(snapshot: Snapshot, filled: FormValues, seat: str) -> SentEntry:
    kind = filled.get("kind", "")
    after = number_in(filled, "after")
    # Hand-made requests without an id work, but are not safe to repeat.
    id = filled.get("id", "").strip() or str(uuid4())
    data = {}
    prompt = _prompt(snapshot, kind, after, seat)
    if prompt is not None:
        data = _read(prompt.fields, filled)
    heat = heat_chosen(snapshot, filled.get("heat"))
    if heat is None and filled.get("heat"):
        # No heat has this number: this is refused, unless it was entered already.
        heat = 0
    return SentEntry(
        id=id, kind=kind, seat=seat or None, data=data, after=after, heat=heat
    )


def _entries_in_parts(
    snapshot: Snapshot, filled: FormValues, seats: Sequence[str]
) -> list[SentEntry]:
    """Return the entries of a shared form, one for each part with inputs.

    Initial values count only if they are asked for and complete. Raise WrongFieldsError
    with the form's field names.
    """
    kind = filled.get("kind", "")
    after = number_in(filled, "after")
    id = UUID(read_uuid(filled.get("id", "").strip()) or str(uuid4()))
    sent = []
    errors: list[FieldError] = []
    for seat in seats:
        sent_entry = SentEntry(
            id=str(uuid5(id, seat)), kind=kind, seat=seat, data={}, after=after
        )
        try:
            data = _data_of_seat(snapshot, filled, sent_entry)
        except WrongFieldsError as error:
            errors += error.errors
            continue
        if data is not None:
            sent.append(replace(sent_entry, data=data))
    if errors:
        raise WrongFieldsError(*errors)
    if not sent:
        raise wrong_field("", say("Nothing filled in yet."))
    return sent


def _data_of_seat(
    snapshot: Snapshot, filled: FormValues, sent_entry: SentEntry
) -> dict[str, object] | None:
    """Return the inputs of an entry's seat; None if they make no entry."""
    match = snapshot.begun_match
    seat = sent_entry.seat or ""
    prompt = _prompt(snapshot, sent_entry.kind, sent_entry.after, seat)
    if prompt is None or seat not in snapshot.view.seats:
        return {}
    index = snapshot.view.seats.index(seat)
    fields = fields_for_seat(prompt.fields, index)
    if not is_filled_in(fields, filled):
        return None

    data = own_data(_read(fields, filled))
    entered = entries_to_repeat(match, snapshot.viewer)
    is_untouched = data == initial_values(prompt, (seat,), entered)
    if match.entry_with_id(sent_entry.id) is not None:
        return data
    try:
        if seat in prompt.seats:
            snapshot.rulebook.read(prompt, data, match.history.setting)
    except WrongFieldsError as error:
        if is_untouched:
            return None
        wrong = errors_in_shared_form(error, prompt.fields, index)
        raise WrongFieldsError(*wrong) from error
    if is_untouched and prompt.optional:
        return None
    return data


def _read(fields: Sequence[Field], filled: FormValues) -> dict[str, object]:
    return form_values.read(fields, filled, "replaces" in filled)


def _prompt(
    snapshot: Snapshot, kind: str, after: int | None, seat: str
) -> Prompt | None:
    """Return a form's prompt, or another seat's, so that the match refuses it.

    It may have been answered since the page was drawn.
    """
    of_kind = [prompt for prompt in snapshot.view.prompts if prompt.kind == kind]
    for prompt in of_kind:
        if not prompt.own or seat in prompt.seats:
            return prompt
    if of_kind:
        return of_kind[0]
    if snapshot.match is None or after is None:
        return None

    answers = []
    for step, prompt in answers_since(snapshot.match.history, snapshot.viewer, after):
        if prompt.kind != kind:
            continue
        if prompt.own and step.entry.seat == seat:
            return prompt
        answers.append(prompt)
    return answers[0] if answers else None

"""The page that corrects an entry."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from flask import Response, request, url_for

from referee.cards.reading import cards_alone
from referee.hosting.tables import correcting, disputing
from referee.hosting.tables.snapshot import Snapshot
from referee.match.changes import Edit
from referee.match.history import Unfit
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.showing.log_lines import LogLine
from referee.match.taking.parts import ask_seats, seats_in_parts
from referee.match.trying.correcting import (
    covers,
    may_correct,
    say_who_corrects,
    try_correction,
)
from referee.match.trying.disputing import SentResolution
from referee.match.trying.earlier_entries import (
    prompts_answered,
    reread,
)
from referee.match.trying.record_head import RecordHead
from referee.match.trying.taking_back import seen_together
from referee.match.trying.trial import UnfitEntriesError
from referee.vocabulary.errors import ConflictError, NotFoundError, RefereeError
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say
from referee_web.api.calls.match import answer_about_score
from referee_web.pages.blueprint import blueprint, go_to, render
from referee_web.pages.entries.correct_links import dispute_ruling_on
from referee_web.pages.entries.entry_words import (
    EntryName,
    entry_name,
    name_line,
    place_in_round,
)
from referee_web.pages.entries.swapping import Swap, find_swap
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.forms.prompt_form import PromptForm, single_form
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.request_table import changing_as_seen, look
from referee_web.pages.template_filters import say_here
from referee_web.wording import deck


@dataclass(frozen=True, slots=True)
class NotYoursPage:
    """What somebody else entered: who corrects it, and how to dispute it."""

    snapshot: Snapshot
    name: Text
    advice: Text
    """Who corrects it."""
    dispute_at: str
    """Where to dispute what was ruled on it; or ""."""
    is_refusal: bool
    """Whether a refusal led here, which can be disputed."""
    error: RefereeError | None


@dataclass(frozen=True, slots=True)
class NamedLead:
    """The entry that names who led a trick: no other entry of it can."""

    text: Text
    """Who was entered, and who corrects that."""
    correct_at: str
    """Where this viewer corrects it; or ""."""
    dispute_at: str
    """Where this viewer disputes what was ruled on it; or ""."""


@dataclass(frozen=True, slots=True)
class CorrectPage:
    """The form that corrects an entry, filled in with it, or with what was refused."""

    snapshot: Snapshot
    line: LogLine
    name: Text
    form: PromptForm | None
    """None if the game no longer asks for it."""
    trouble: Trouble | None
    later: Sequence[tuple[Text, Text]]
    """The later entries that would no longer fit."""
    swap: Swap | None
    """What changes places with the entry, if that is likely."""
    strike: bool
    """Whether it was to be deleted."""
    own: bool
    """Whether only a part of it is corrected."""
    dispute: str | None
    """The id of the dispute that this settles."""
    seen: int
    """The number of the entry's last change."""
    lead: NamedLead | None
    """Who was entered as the leader with another card of the trick, or None."""


@blueprint.get("/t/<code>/correct/<int:seq>")
def correct(code: str, seq: int, error: RefereeError | None = None) -> Response:
    """Show an entry's form again, filled in with the entry.

    Who may not correct it reads who may, and how to dispute what was ruled on it.
    """
    snapshot = look(code)
    match = snapshot.begun_match
    line = snapshot.line(seq)
    entry = match.entry(seq)
    if entry is None or line is None:
        raise NotFoundError(say("There’s no such entry."))
    right = correction_right(snapshot, entry)
    name = name_line(snapshot, line)
    _, _, whose = request.args.get("at", "").partition("=")
    is_of_another = right == "own part" and whose not in ("", snapshot.viewer.seat)
    if right == "none" or is_of_another:
        shown = NotYoursPage(
            snapshot=snapshot,
            name=name.text,
            advice=say_who_corrects(entry),
            dispute_at=_dispute_at(snapshot, entry),
            is_refusal="refused" in request.args,
            error=error,
        )
        return render("entries/not_yours.html", shown)
    trouble, later = _trouble_of(seq, error)
    swap = None
    if (trouble or later) and request.form.get("do") != "strike":
        edit = Edit(seq, _read_data(snapshot, seq, FormValues(request.form)))
        swap = find_swap(snapshot, edit)
    lead = _find_named_lead(snapshot, line)
    form = CorrectPage(
        snapshot=snapshot,
        line=line,
        name=_name_form(name, whose),
        form=_correction_form(snapshot, line, right, trouble, asks_lead=lead is None),
        trouble=trouble,
        later=name_unfit(snapshot, later),
        swap=swap,
        strike=request.form.get("do") == "strike",
        own=right == "own part" or "lead" in request.args,
        dispute=request.args.get("dispute"),
        seen=_last_change(match, seq),
        lead=lead,
    )
    return render("entries/correct.html", form)


def _find_named_lead(snapshot: Snapshot, line: LogLine) -> NamedLead | None:
    """Return who another entry of the same trick names as its leader, or None."""
    match = snapshot.begun_match
    prompt = _find_asked(match, line.seq)
    names = [field.name for field in prompt.fields if field.leads] if prompt else []
    where = place_in_round(snapshot, line)
    seats = len(snapshot.view.seats)
    for seq in range(line.seq - seats, line.seq + seats):
        other = snapshot.line(seq)
        step = match.history.step(seq)
        if not names or other is None or step is None or seq == line.seq:
            continue
        entry = step.entry
        leader = entry.data.get(names[0])
        if leader and place_in_round(snapshot, other) == where:
            template = "{seat} was entered as the leader. {who_corrects}"
            who = say_who_corrects(entry)
            at = ""
            if may_correct(snapshot.viewer, entry):
                at = url_for("pages.correct", code=snapshot.code, seq=seq, lead=1)
            text = say(template, seat=leader, who_corrects=who)
            return NamedLead(text, at, dispute_ruling_on(snapshot, entry))
    return None


def _name_form(name: EntryName, whose: str) -> Text:
    """Return the form's name, with the seat whose card was tapped."""
    if name.seat is None and whose in name.snapshot.view.seats:
        return say("{where}, {seat}", where=name.where, seat=whose)
    return name.heading


def _dispute_at(snapshot: Snapshot, entry: LogEntry) -> str:
    """Return where to dispute the refusal that led here, or what rests on the entry."""
    refused = request.args.get("refused")
    if refused:
        return url_for(
            "pages.dispute_refusal",
            code=snapshot.code,
            entry=refused,
            why=_say_wrong(entry),
        )
    return dispute_ruling_on(snapshot, entry)


def _say_wrong(entry: LogEntry) -> str | None:
    """Return that the tapped card of an entry was wrong; None without one of a seat."""
    _, _, whose = request.args.get("at", "").partition("=")
    cards = cards_alone(request.args.get("card", ""), deck=deck())
    seat = whose or entry.seat
    if len(cards) != 1 or seat is None:
        return None
    return say_here("{seat}’s {card} was wrong", seat=seat, card=cards[0])


CorrectionRight = Literal["all", "own part", "none"]
"""How much of an entry a viewer may correct; "own part" is that of their seat."""


def correction_right(snapshot: Snapshot, entry: LogEntry) -> CorrectionRight:
    """Return how much of an entry the viewer may correct.

    They may correct all of it, too, if the table's votes on a dispute let them.
    """
    viewer = snapshot.viewer
    if may_correct(viewer, entry) or _may_by_votes(snapshot):
        return "all"
    return "own part" if covers(viewer, entry) else "none"


def _trouble_of(
    seq: int, error: RefereeError | None
) -> tuple[Trouble | None, tuple[Unfit, ...]]:
    """Return why a correction was refused, and the later entries in its way.

    If the new data of the entry itself do not fit, the page shows that alone.
    """
    trouble = Trouble.of(error, "only")
    later = unfit_after(error)
    if trouble is not None:
        for unfit in later:
            if unfit.entry.seq == seq:
                return replace(trouble, message=unfit.why), ()
    return trouble, later


def _correction_form(
    snapshot: Snapshot,
    line: LogLine,
    right: CorrectionRight,
    trouble: Trouble | None,
    asks_lead: bool,
) -> PromptForm | None:
    """Return the form to correct an entry; None if the game no longer asks for it."""
    prompt = _find_asked(snapshot.begun_match, line.seq)
    if prompt is None:
        return None
    if not asks_lead:
        fields = tuple([field for field in prompt.fields if field.leads is None])
        prompt = replace(prompt, fields=fields)
    data = line.data or {}
    parts = seats_in_parts(prompt, data)
    if parts:
        prompt = ask_seats(prompt, parts)
    seats = _find_seats(snapshot, prompt, line)
    own = snapshot.viewer.seat
    if right == "own part" and own is not None:
        prompt = _ask_own(prompt, own)
        seats = (own,)
    form = single_form(prompt, seats, form_values.written(prompt.fields, data), trouble)
    return replace(form, initial=replace(form.initial, is_replaced=True))


def _find_asked(match: Match, seq: int) -> Prompt | None:
    """Return the prompt that an entry's form asks, or None; with `?lead` who led."""
    prompt = prompts_answered(match, [seq]).get(seq)
    if prompt is None or "lead" not in request.args:
        return prompt
    leads = tuple([field for field in prompt.fields if field.leads])
    return replace(prompt, fields=leads)


def _ask_own(prompt: Prompt, seat: str) -> Prompt:
    """Return a prompt for this seat's part alone."""
    by_seat = [field for field in prompt.fields if type_of(field).by_seat]
    parts = tuple([replace(field, own=True) for field in by_seat])
    return ask_seats(replace(prompt, fields=parts), (seat,))


@blueprint.post("/t/<code>/correct/<int:seq>")
@redisplay(correct)
def make_correction(code: str, seq: int) -> Response:
    """Change or strike an entry, and go back to the table, which names the correction.

    If later entries no longer fit, ask before striking them. If the form changes
    nothing, record no correction.
    """
    snapshot = look(code)
    filled = FormValues(request.form)
    _require_as_seen(snapshot, seq, filled)
    if filled.get("do") != "strike":
        edit = Edit(seq, _read_data(snapshot, seq, filled))
        if _changes_nothing(snapshot, edit):
            return go_to("table", code=snapshot.code)
        edits = [edit]
        if "swap" in filled:
            swap = find_swap(snapshot, edit)
            if swap is not None:
                edits = [*swap.edits]
    elif _is_struck(snapshot, seq):
        # The button was tapped twice.
        return go_to("table", code=snapshot.code)
    else:
        numbers = {seq}
        if "together" in filled:
            numbers |= {entry.seq for entry in seen_together(snapshot.begun_match, seq)}
        edits = []
        for number in sorted(numbers):
            if not _is_struck(snapshot, number):
                edits.append(Edit(number))

    # The correction may resolve a dispute.
    dispute = request.args.get("dispute")
    drop_unfit = "drop_unfit" in filled
    with changing_as_seen(snapshot) as held:
        if dispute:
            draft = SentResolution(
                resolved_as="corrected",
                why="",
                edits=tuple(edits),
                verdict={},
                drop_unfit=drop_unfit,
            )
            disputing.settle_dispute(held, dispute, draft)
        else:
            correcting.correct(held, edits, drop_unfit)
    answer_about_score(held)
    return go_to("table", code=snapshot.code)


def _require_as_seen(snapshot: Snapshot, seq: int, filled: FormValues) -> None:
    """Raise ConflictError if the entry was changed since its form was opened."""
    seen = filled.get("seen")
    if seen and seen != str(_last_change(snapshot.begun_match, seq)):
        name = entry_name(snapshot, seq)
        template = "This was changed meanwhile: {entry}. Look again before you go on."
        raise ConflictError(say(template, entry=name))


def _last_change(match: Match, seq: int) -> int:
    """Return the number of the last change of an entry, undos included, or 0."""
    last = 0
    of_entry = set()
    for change in match.changes:
        numbers = [*[edit.seq for edit in change.edits], *change.dropped]
        if seq in numbers or change.target in of_entry:
            of_entry.add(change.id)
            last = change.seq
    return last


def _is_struck(snapshot: Snapshot, seq: int) -> bool:
    line = snapshot.line(seq)
    return line is not None and line.struck


def _read_data(snapshot: Snapshot, seq: int, filled: FormValues) -> dict[str, object]:
    """Return the form's data for this entry; empty if nothing is asked any more."""
    match = snapshot.begun_match
    prompt = _find_asked(match, seq)
    entry = match.entry(seq)
    if prompt is None or entry is None:
        return {}
    own = snapshot.viewer.seat
    data = dict(match.entry_now(seq).data)
    if "lead" in request.args:
        for field in prompt.fields:
            data.pop(field.name, None)
        return {**data, **form_values.read(prompt.fields, filled)}
    if own is None or correction_right(snapshot, entry) != "own part":
        return form_values.read(prompt.fields, filled, typed_replaces=True)
    part = form_values.read(_ask_own(prompt, own).fields, filled, typed_replaces=True)
    for name, value in part.items():
        before = data.get(name)
        if isinstance(before, Mapping) and isinstance(value, Mapping):
            data[name] = {**before, **value}
    return data


def _changes_nothing(snapshot: Snapshot, edit: Edit) -> bool:
    """Return whether the entry already says what the form says.

    The same cards may stand in another order, unless a verdict depends on it.
    """
    match = snapshot.begun_match
    entry = match.entry(edit.seq)
    line = snapshot.line(edit.seq)
    if entry is None or line is None or line.struck or line.data is None:
        return False
    sent = reread(match, replace(entry, data=edit.data or {}))
    now = match.entry_now(edit.seq)
    if sent.data == now.data:
        return True
    if _sort_lists(sent.data) != _sort_lists(now.data):
        return False
    return not _would_change_verdict(snapshot, edit)


def _sort_lists(value: Any) -> Any:
    """Return a value with its cards in one order, and without what was left out."""
    if isinstance(value, Mapping):
        parts = {}
        for name, part in value.items():
            if part is not None:
                parts[name] = _sort_lists(part)
        return parts
    if isinstance(value, (list, tuple)):
        return sorted(map(_sort_lists, value), key=str)
    return value


def _would_change_verdict(snapshot: Snapshot, edit: Edit) -> bool:
    """Return whether a verdict would change, or the correction be refused."""
    try:
        revision = try_correction(
            RecordHead(snapshot.begun_match, snapshot.viewer), [edit]
        )
    except RefereeError:
        return True
    for each in revision.effect.changed:
        old = [ruling.verdict for ruling in each.old]
        new = [ruling.verdict for ruling in each.new]
        if old != new:
            return True
    return False


def _may_by_votes(snapshot: Snapshot) -> bool:
    """Return whether the table's votes let this viewer correct for `?dispute=`."""
    dispute = snapshot.current_dispute
    if dispute is None or dispute.id != request.args.get("dispute"):
        return False
    return snapshot.court(dispute).may_settle(snapshot.viewer, "corrected")


def unfit_after(error: RefereeError | None) -> tuple[Unfit, ...]:
    """Return the later entries that no longer fit after a correction."""
    return error.unfit if isinstance(error, UnfitEntriesError) else ()


def name_unfit(snapshot: Snapshot, later: Iterable[Unfit]) -> list[tuple[Text, Text]]:
    """Return the names of entries that no longer fit, and why not."""
    return [(entry_name(snapshot, unfit.entry.seq), unfit.why) for unfit in later]


def _find_seats(snapshot: Snapshot, prompt: Prompt, line: LogLine) -> tuple[str, ...]:
    """Return the entry's seats: its own, those named in it, or all."""
    seats = snapshot.view.seats
    if not prompt.secret and not prompt.own:
        return seats
    named: set[str] = set()
    for field in prompt.fields:
        value = (line.data or {}).get(field.name)
        if type_of(field).by_seat and isinstance(value, dict):
            named.update(value)
    if not named and line.seat is not None:
        return (line.seat,)
    return tuple(seat for seat in seats if seat in named) or seats

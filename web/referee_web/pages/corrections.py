"""Corrections: change or strike an earlier entry, and see what that changed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Response, make_response, render_template, request

from referee.match.corrections import Change, Changed, UnfitEntriesError, may_correct
from referee.match.disputes import open_dispute
from referee.match.earlier import prompt_at, what_changed
from referee.match.match import Match
from referee.match.settling import Settling, may_settle
from referee.match.sight import LogLine, may_read
from referee.vocabulary.errors import NotFoundError, NotYoursError, RefereeError
from referee.vocabulary.prompt import BY_SEAT, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import say
from referee_web import forms
from referee_web.bearer import room
from referee_web.forms import Filled
from referee_web.pages.at import Seen, look
from referee_web.pages.frame import blueprint, go_to
from referee_web.pages.prompts import Form, Trouble, single_form
from referee_web.wording import wording

_NOT_ASKED = say(
    "The match was corrected meanwhile, and what this entry answered is not asked any more where it stands."
)


@blueprint.get("/t/<code>/correct/<int:seq>")
def correct(code: str, seq: int) -> Response:
    """The entry's form again, as it stands filled in."""
    seen = look(code)
    return _show(seen, seq)


@blueprint.post("/t/<code>/correct/<int:seq>")
def make_correction(code: str, seq: int) -> Response:
    """Change the entry, or strike it; later entries that no longer fit are named first, then struck too."""
    seen = look(code)
    filled = Filled(request.form)
    strike = filled.get("do") == "strike"
    if strike and "to" in filled and _line(seen, seq).struck:
        # Tapped twice.
        return go_to("table", code=seen.code)
    prompt = None if strike else prompt_at(_match(seen), seq)
    if prompt is None and not strike:
        return _show(seen, seq, Trouble(_NOT_ASKED, "only", filled), status=409)
    data = forms.read(prompt.fields, filled, True, wording()) if prompt else None
    try:
        correction = _correct(seen, Change(seq, data), "drop_unfit" in filled)
    except UnfitEntriesError as unfit:
        return _show(seen, seq, _unfit_trouble(unfit, seq, filled), unfit, strike)
    except RefereeError as cannot:
        return _show(seen, seq, Trouble(cannot.message, "only", filled))
    return _on_to(seen, correction)


def _on_to(seen: Seen, correction: str) -> Response:
    """Where it was made: back to the table, which says it in a line, or on to what it changed."""
    if request.form.get("to") == "table":
        return go_to("table", code=seen.code)
    return go_to("correction", code=seen.code, id=correction)


def _correct(seen: Seen, change: Change, drop_unfit: bool) -> str:
    """Make the correction, which settles the dispute that `?dispute=` names; the correction's id."""
    dispute = request.args.get("dispute", "")
    if not dispute:
        return room().correct(seen.code, seen.viewer, [change], drop_unfit).id
    room().resolve(seen.code, seen.viewer, dispute, Settling("corrected", "", (change,), {}, drop_unfit))
    settled = next(line.resolution for line in look(seen.code).table.disputes if line.id == dispute)
    return str(settled["correction"]) if settled else ""


def _unfit_trouble(unfit: UnfitEntriesError, seq: int, filled: Filled) -> Trouble:
    own = next((one.why for one in unfit.unfit if one.entry.seq == seq), None)
    return Trouble(own or say("After this, later entries would no longer fit."), "only", filled)


def _match(seen: Seen) -> Match:
    if seen.match is None:
        raise NotFoundError(say("The match has not begun yet: there is nothing to correct."))
    return seen.match


def _line(seen: Seen, seq: int) -> LogLine:
    found = next((line for line in seen.table.log if line.seq == seq), None)
    if found is None:
        raise NotFoundError(say("There is no entry number {seq}.", seq=seq))
    return found


def _table_lets(seen: Seen, match: Match) -> bool:
    """Whether the table has voted so that this viewer may settle the dispute that `?dispute=` names by a correction."""
    dispute = open_dispute(match.disputes)
    if dispute is None or dispute.id != request.args.get("dispute"):
        return False
    return may_settle(seen.viewer, dispute.votes, "corrected", match.history.setting.seats)


def _show(
    seen: Seen,
    seq: int,
    trouble: Trouble | None = None,
    unfit: UnfitEntriesError | None = None,
    strike: bool = False,
    status: int = 422,
) -> Response:
    match = _match(seen)
    line = _line(seen, seq)
    entry = match.entry(seq)
    if entry is None or not (may_correct(seen.viewer, entry) or _table_lets(seen, match)):
        raise NotYoursError(say("This entry is somebody else's: ask them or the host to correct it."))
    prompt = prompt_at(match, seq)
    later = [one for one in unfit.unfit if one.entry.seq != seq] if unfit else []
    own = bool(unfit) and len(later) < len(unfit.unfit if unfit else ())
    page = render_template(
        "correct.html",
        seen=seen,
        line=line,
        form=_form(seen, prompt, line, trouble) if prompt else None,
        trouble=trouble,
        later=[] if own else later,
        strike=strike,
    )
    return make_response(page, status if trouble else 200)


def _form(seen: Seen, prompt: Prompt, line: LogLine, trouble: Trouble | None) -> Form:
    filled = forms.written(prompt.fields, line.data or {})
    return replace(single_form(prompt, _seats(seen, prompt, line), filled, trouble), typed_replaces=True)


def _seats(seen: Seen, prompt: Prompt, line: LogLine) -> tuple[str, ...]:
    """The seats that the entry speaks for: its own, or those named in it, or all."""
    by_seat = [(line.data or {}).get(field.name) for field in prompt.fields if field.type in BY_SEAT]
    named = {seat for value in by_seat if isinstance(value, dict) for seat in value}
    if not prompt.secret and not prompt.own:
        return seen.view.seats
    if not named and line.seat is not None:
        return (line.seat,)
    return tuple(seat for seat in seen.view.seats if seat in named) or seen.view.seats


@dataclass(frozen=True, slots=True)
class Apart:
    """The rulings of an entry that a correction changed, without it and with it, and how many stayed as they were."""

    seq: int
    old: tuple[Ruling, ...]
    new: tuple[Ruling, ...]
    same: int


def apart(changed: Changed) -> Apart:
    """What of an entry's rulings was changed."""
    old = tuple(ruling for ruling in changed.old if ruling not in changed.new)
    new = tuple(ruling for ruling in changed.new if ruling not in changed.old)
    return Apart(changed.seq, old, new, len(changed.new) - len(new))


@blueprint.get("/t/<code>/corrections/<id>")
def correction(code: str, id: str) -> Response:
    """What a correction changed, side by side, and how to undo it."""
    return _show_correction(look(code), id)


def _show_correction(seen: Seen, id: str, unfit: UnfitEntriesError | None = None) -> Response:
    match = _match(seen)
    found = next((one for one in match.corrections if one.id == id), None)
    if found is None:
        raise NotFoundError(say("There is no such correction."))
    by_seq = {entry.seq: entry for entry in match.entries}
    differing = what_changed(match, id)
    changed = [apart(one) for one in differing if may_read(match.history, seen.viewer, by_seq[one.seq])]
    may_undo = all(may_correct(seen.viewer, by_seq[change.seq]) for change in found.changes)
    page = render_template(
        "correction.html",
        seen=seen,
        correction=found,
        changed=changed,
        may_undo=may_undo,
        later=unfit.unfit if unfit else (),
    )
    return make_response(page, 422 if unfit else 200)


@blueprint.post("/t/<code>/corrections/<id>/undo")
def undo(code: str, id: str) -> Response:
    """Undo a correction; later entries that no longer fit are named first, then struck too."""
    return _undo(code, id)


@blueprint.post("/t/<code>/corrections/<id>/redo")
def redo(code: str, id: str) -> Response:
    """Make an undone correction again; later entries that no longer fit are named first, then struck too."""
    return _undo(code, id, redo=True)


def _undo(code: str, id: str, redo: bool = False) -> Response:
    seen = look(code)
    try:
        room().undo(seen.code, seen.viewer, id, redo=redo, drop_unfit="drop_unfit" in request.form)
    except UnfitEntriesError as unfit:
        return _show_correction(seen, id, unfit)
    return _on_to(seen, id)

"""Corrections: change or strike an earlier entry, and see what that changed."""

from dataclasses import replace

from flask import Response, request

from referee.hosting.tables import amending
from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import Change, UnfitEntriesError, may_correct
from referee.match.disputes import open_dispute
from referee.match.earlier_entries import compare_without, prompts_answered
from referee.match.match import Match
from referee.match.replay import Unfit
from referee.match.resolution import ResolutionDraft, may_resolve
from referee.match.visibility import LogLine, may_read
from referee.vocabulary.errors import NotFoundError, NotYoursError, RefereeError
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import say
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.forms.prompt_forms import PromptForm, Trouble, single_form
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.request_table import change, changing, look
from referee_web.wording import deck, wording


@blueprint.get("/t/<code>/correct/<int:seq>")
def correct(code: str, seq: int, error: RefereeError | None = None) -> Response:
    """The entry's form again, filled in with the entry."""
    seen = look(code)
    match, line = _match(seen), seen.line(seq)
    entry = match.entry(seq)
    if entry is None or line is None:
        raise NotFoundError(say("There is no entry number {seq}.", seq=seq))
    if not (may_correct(seen.by, entry) or _table_lets(seen, match)):
        raise NotYoursError(say("This entry is somebody else's: ask them or the host to correct it."))
    prompt, trouble, later = prompts_answered(match, [seq]).get(seq), _trouble(error, seq), _later(error)
    own = any(unfit.entry.seq == seq for unfit in later)
    return page(
        "entries/correct.html",
        seen=seen,
        line=line,
        form=_form(seen, prompt, line, trouble) if prompt else None,
        trouble=trouble,
        later=() if own else later,
        strike=request.form.get("do") == "strike",
    )


@blueprint.post("/t/<code>/correct/<int:seq>")
@redisplay(correct)
def make_correction(code: str, seq: int) -> Response:
    """Change the entry, or strike it; later entries that no longer fit are named first, then struck too.

    It leads back to the table, which says in a line what was corrected.
    """
    seen = look(code)
    filled = FormValues(request.form)
    strike = filled.get("do") == "strike"
    # It is struck where the button was tapped twice.
    if not (strike and (line := seen.line(seq)) and line.struck):
        _correct(seen, Change(seq, None if strike else _data(seen, seq, filled)), "drop_unfit" in filled)
    return go_to("table", code=seen.code)


def _data(seen: Snapshot, seq: int, filled: FormValues) -> dict[str, object]:
    """What was filled in for this entry; nothing if nothing is asked for any more, which the match then says itself."""
    prompt = prompts_answered(seen.match, [seq]).get(seq) if seen.match else None
    return form_values.read(prompt.fields, filled, True, wording(), deck()) if prompt else {}


def _correct(seen: Snapshot, change: Change, drop_unfit: bool) -> None:
    """Make the correction, which settles the dispute that `?dispute=` names."""
    dispute = request.args.get("dispute", "")
    with changing(seen) as held:
        if dispute:
            amending.resolve(held, dispute, ResolutionDraft("corrected", "", (change,), {}, drop_unfit))
        else:
            amending.correct(held, [change], drop_unfit)


def _match(seen: Snapshot) -> Match:
    if seen.match is None:
        raise NotFoundError(say("The match has not begun yet: there is nothing to correct."))
    return seen.match


def _table_lets(seen: Snapshot, match: Match) -> bool:
    """Whether the table has voted so that this viewer may settle the dispute that `?dispute=` names by a correction."""
    dispute = open_dispute(match.disputes)
    if dispute is None or dispute.id != request.args.get("dispute"):
        return False
    return may_resolve(seen.by, dispute.votes, "corrected", match.history.setting.seats)


def _later(error: RefereeError | None) -> tuple[Unfit, ...]:
    """The later entries that a correction would no longer let fit."""
    return error.unfit if isinstance(error, UnfitEntriesError) else ()


def _trouble(error: RefereeError | None, seq: int) -> Trouble | None:
    """Why this entry was not corrected; if its own new data do not fit, only that."""
    if error is None:
        return None
    trouble = Trouble.of(error, "only")
    own = next((unfit.why for unfit in _later(error) if unfit.entry.seq == seq), None)
    return replace(trouble, message=own) if own else trouble


def _form(seen: Snapshot, prompt: Prompt, line: LogLine, trouble: Trouble | None) -> PromptForm:
    filled = form_values.written(prompt.fields, line.data or {})
    return replace(single_form(prompt, _seats(seen, prompt, line), filled, trouble), typed_replaces=True)


def _seats(seen: Snapshot, prompt: Prompt, line: LogLine) -> tuple[str, ...]:
    """The seats that the entry speaks for: its own, or those named in it, or all."""
    by_seat = [(line.data or {}).get(field.name) for field in prompt.fields if type_of(field).by_seat]
    named = {seat for value in by_seat if isinstance(value, dict) for seat in value}
    if not prompt.secret and not prompt.own:
        return seen.view.seats
    if not named and line.seat is not None:
        return (line.seat,)
    return tuple(seat for seat in seen.view.seats if seat in named) or seen.view.seats


@blueprint.get("/t/<code>/corrections/<id>")
def correction(code: str, id: str, error: RefereeError | None = None) -> Response:
    """What a correction changed, side by side, and how to undo it."""
    seen = look(code)
    match = _match(seen)
    found = next((made for made in match.corrections if made.id == id), None)
    if found is None:
        raise NotFoundError(say("There is no such correction."))
    by_seq = {entry.seq: entry for entry in match.entries}
    differing = compare_without(match, id)
    changed = [change for change in differing if may_read(match.history, seen.by, by_seq[change.seq])]
    may_undo = all(may_correct(seen.by, by_seq[change.seq]) for change in found.changes)
    told = {"changed": changed, "may_undo": may_undo, "later": _later(error), "error": error}
    return page("entries/correction.html", seen=seen, correction=found, **told)


@blueprint.post("/t/<code>/corrections/<id>/undo")
@redisplay(correction)
def undo(code: str, id: str) -> Response:
    """Undo a correction; later entries that no longer fit are named first, then struck too."""
    return change(code, lambda held: amending.undo(held, id, False, "drop_unfit" in request.form))


@blueprint.post("/t/<code>/corrections/<id>/redo")
@redisplay(correction)
def redo(code: str, id: str) -> Response:
    """Make an undone correction again; later entries that no longer fit are named first, then struck too."""
    return change(code, lambda held: amending.undo(held, id, True, "drop_unfit" in request.form))

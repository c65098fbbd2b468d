"""The pages of entries: log, corrections and disputes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Literal

from flask import Response, request

from referee.frozen import frozen
from referee.hosting.tables import amending
from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import Change, UnfitEntriesError, may_correct
from referee.match.disputes import Refusal
from referee.match.earlier_entries import (
    compare_without,
    prompts_answered,
    seen_together,
)
from referee.match.history import Unfit
from referee.match.log_entry import SPECTATOR
from referee.match.match import Match
from referee.match.resolution import ResolutionDraft, may_resolve
from referee.match.revisions import why_unchangeable
from referee.match.visibility import (
    CorrectionLine,
    DisputeLine,
    LogLine,
    LogPage,
    correction_lines,
    may_read,
    page_before,
)
from referee.vocabulary.errors import NotFoundError, NotYoursError, RefereeError
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling, most_telling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import winners_in
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues, number_in
from referee_web.pages.forms.prompt_form import single_form
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.parts.disputed_ruling import (
    DisputedRuling,
    changes_of,
    disputed_ruling,
)
from referee_web.pages.parts.entry_words import (
    EnteredValue,
    entry_name,
    name_line,
    values_entered,
    where_stands,
)
from referee_web.pages.parts.request_table import change, changing, look
from referee_web.pages.parts.verdict_parts import verdict_differences, verdict_of

LINES_OF_A_PAGE = 100


@frozen
class LogPart:
    """A line of the log that is no entry: a `correction` or a `dispute`."""

    kind: Literal["entry", "correction", "dispute"]
    line: LogLine | CorrectionLine | DisputeLine
    may_undo: bool = False


@frozen
class EntryPart:
    """A line of the log for an entry."""

    line: LogLine
    name: Text
    seat: str | None
    heading: Text
    values: Sequence[EnteredValue]
    was: Sequence[EnteredValue]
    """Its first values."""
    uncorrectable: Text | None
    """Why this viewer may not correct it; None if they may."""
    kind: Literal["entry"] = "entry"


# The log


@blueprint.get("/t/<code>/log")
def log(code: str) -> Response:
    """Show the latest entries and corrections, newest first, or those before
    `?before=`.
    """
    snapshot = look(code)
    match = snapshot.match
    shown = LogPage()
    parts = []
    if match is not None:
        before = number_in(request.args, "before")
        shown = page_before(match, snapshot.viewer, before, LINES_OF_A_PAGE)
        parts = _parts_of(snapshot, match, shown)
    dealer_toss = None
    if match is not None and not shown.next:
        dealer_toss = match.dealer_toss
    return page(
        "entries/log.html",
        snapshot=snapshot,
        lines=parts,
        older=shown.next,
        shown={line_part.line.seq for line_part in parts},
        dealer_toss=dealer_toss,
        may_question=snapshot.viewer != SPECTATOR and snapshot.open_dispute is None,
    )


def _parts_of(
    snapshot: Snapshot, match: Match, shown: LogPage
) -> list[LogPart | EntryPart]:
    """Return the lines of a log page, newest first."""
    prompts = prompts_answered(match, [line.seq for line in shown.entries])
    parts: list[LogPart | EntryPart] = []
    for line in shown.entries:
        entry = match.entry(line.seq)
        assert entry is not None
        name = name_line(snapshot, line)
        prompt = prompts.get(line.seq)
        # The lines below show the entry itself.
        heading = name.where
        if name.form == "title":
            heading = replace(name, seat=None).text
        values = values_entered(prompt, line.data)
        was = values_entered(prompt, line.was)
        uncorrectable = why_unchangeable(snapshot.viewer, entry)
        line_part = EntryPart(
            line, name.text, name.seat, heading, values, was, uncorrectable
        )
        parts.append(line_part)

    for correction in shown.corrections:
        numbers = [change.seq for change in correction.changes]
        may_undo = bool(numbers) and _may_correct_all(snapshot, match, numbers)
        parts.append(LogPart("correction", correction, may_undo))
    for dispute in shown.disputes:
        parts.append(LogPart("dispute", dispute))
    parts.sort(key=lambda part: part.line.seq, reverse=True)
    return parts


def _may_correct_all(snapshot: Snapshot, match: Match, numbers: Iterable[int]) -> bool:
    for entry in map(match.entry, numbers):
        if entry is None or not may_correct(snapshot.viewer, entry):
            return False
    return True


# Corrections


@blueprint.get("/t/<code>/correct/<int:seq>")
def correct(code: str, seq: int, error: RefereeError | None = None) -> Response:
    """Show an entry's form again, filled in with the entry."""
    snapshot = look(code)
    match = _match(snapshot)
    line = snapshot.line(seq)
    entry = match.entry(seq)
    if entry is None or line is None:
        raise NotFoundError(say("There’s no such entry."))
    if not (may_correct(snapshot.viewer, entry) or _table_lets(snapshot)):
        raise NotYoursError(
            say("That's somebody else's entry: ask them or the host to correct it.")
        )
    prompt = prompts_answered(match, [seq]).get(seq)
    trouble = Trouble.of(error, "only")
    later = _later(error)
    # If its own new data do not fit, the page only says so.
    for unfit in later:
        if trouble is not None and unfit.entry.seq == seq:
            trouble = replace(trouble, message=unfit.why)
            later = ()
            break
    form = None
    if prompt is not None:
        filled = form_values.written(prompt.fields, line.data or {})
        form = single_form(prompt, _seats(snapshot, prompt, line), filled, trouble)
        form = replace(form, initial=replace(form.initial, is_replaced=True))
    return page(
        "entries/correct.html",
        snapshot=snapshot,
        line=line,
        name=name_line(snapshot, line).text,
        form=form,
        trouble=trouble,
        later=later,
        strike=request.form.get("do") == "strike",
    )


@blueprint.post("/t/<code>/correct/<int:seq>")
@redisplay(correct)
def make_correction(code: str, seq: int) -> Response:
    """Change or strike the entry; if later entries no longer fit, ask before striking
    them.

    It leads back to the table, which tells the correction in a line.
    """
    snapshot = look(code)
    filled = FormValues(request.form)
    if filled.get("do") != "strike":
        changes = [Change(seq, _data(snapshot, seq, filled))]
    elif _is_struck(snapshot, seq):
        # The button was tapped twice.
        return go_to("table", code=snapshot.code)
    else:
        numbers = {seq}
        if "together" in filled:
            numbers |= {entry.seq for entry in seen_together(_match(snapshot), seq)}
        changes = []
        for number in sorted(numbers):
            if not _is_struck(snapshot, number):
                changes.append(Change(number, None))

    # The correction may resolve a dispute.
    dispute = request.args.get("dispute")
    drop_unfit = "drop_unfit" in filled
    with changing(snapshot) as held:
        if dispute:
            draft = ResolutionDraft("corrected", "", tuple(changes), {}, drop_unfit)
            amending.resolve(held, dispute, draft)
        else:
            amending.correct(held, changes, drop_unfit)
    return go_to("table", code=snapshot.code)


def _is_struck(snapshot: Snapshot, seq: int) -> bool:
    line = snapshot.line(seq)
    return line is not None and line.struck


def _data(snapshot: Snapshot, seq: int, filled: FormValues) -> dict[str, object]:
    """Return the form's data for this entry; empty if nothing is asked any more."""
    prompt = None
    if snapshot.match is not None:
        prompt = prompts_answered(snapshot.match, [seq]).get(seq)
    if prompt is None:
        return {}
    return form_values.read(prompt.fields, filled, typed_replaces=True)


def _match(snapshot: Snapshot) -> Match:
    if snapshot.match is None:
        raise NotFoundError(
            say("The match hasn’t started, so there’s nothing to correct.")
        )
    return snapshot.match


def _table_lets(snapshot: Snapshot) -> bool:
    """Return whether the table's votes let this viewer resolve `?dispute=` by a
    correction.
    """
    dispute = snapshot.open_dispute
    if dispute is None or dispute.id != request.args.get("dispute"):
        return False
    return may_resolve(snapshot.viewer, dispute.votes, "corrected", snapshot.view.seats)


def _later(error: RefereeError | None) -> tuple[Unfit, ...]:
    """Return the later entries that no longer fit after a correction."""
    return error.unfit if isinstance(error, UnfitEntriesError) else ()


def _seats(snapshot: Snapshot, prompt: Prompt, line: LogLine) -> tuple[str, ...]:
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


@blueprint.get("/t/<code>/corrections/<id>")
def correction(code: str, id: str, error: RefereeError | None = None) -> Response:
    """Show a correction's changes side by side, and its undo."""
    snapshot = look(code)
    match = _match(snapshot)
    corrections = [each for each in match.corrections if each.id == id]
    if not corrections:
        raise NotFoundError(say("There's no such correction."))
    [line] = correction_lines(match, snapshot.viewer, corrections)
    numbers = [change.seq for change in corrections[0].changes]
    is_changed = False
    decided: list[DecidedOtherwise] = []
    for each in compare_without(match, id):
        entry = match.entry(each.seq)
        if entry is None or not may_read(match.history, snapshot.viewer, entry):
            continue
        is_changed = True
        old = each.old
        new = each.new
        if corrections[0].undone:
            old, new = new, old
        # The correction's sentence already tells these.
        telling = None
        if each.seq in numbers and new:
            telling = new[most_telling(new)]
        where = where_stands(snapshot, each.seq)
        for before, now in zip_longest(old, new):
            decided += _decided_otherwise(snapshot, where, before, now, now is telling)
    return page(
        "entries/correction.html",
        snapshot=snapshot,
        correction=line,
        changed=is_changed,
        decided=decided,
        may_undo=_may_correct_all(snapshot, match, numbers),
        later=_later(error),
        error=error,
    )


@frozen
class DecidedOtherwise:
    """Rulings whose decision a correction changed, with two `sides` if necessary."""

    where: Text
    sides: tuple[Ruling | None, ...]
    differs: list[Text]


def _decided_otherwise(
    snapshot: Snapshot,
    where: Text,
    before: Ruling | None,
    now: Ruling | None,
    is_known: bool,
) -> Iterator[DecidedOtherwise]:
    """Yield an entry's rulings whose decisions differ, unless told already."""
    if before is None or now is None:
        yield DecidedOtherwise(where, (before, now), [])
    elif before.verdict != now.verdict:
        differs = verdict_differences(before, now, snapshot)
        if _outcome(before, snapshot) != _outcome(now, snapshot):
            yield DecidedOtherwise(where, (before, now), differs)
        elif differs and not is_known:
            yield DecidedOtherwise(where, (), differs)


def _outcome(ruling: Ruling, snapshot: Snapshot) -> object:
    verdict = ruling.verdict
    return winners_in(verdict, snapshot.view.seats), verdict.get("legal")


@blueprint.post("/t/<code>/corrections/<id>/<any(undo, redo):way>")
@redisplay(lambda code, id, way, error: correction(code, id, error))
def turn(code: str, id: str, way: str) -> Response:
    """Undo or redo a correction; if later entries no longer fit, ask before striking
    them.
    """
    redo = way == "redo"
    drop_unfit = "drop_unfit" in request.form
    return change(
        code,
        lambda held: amending.undo(held, id, redo=redo, drop_unfit=drop_unfit),
    )


# Questioning


@blueprint.get("/t/<code>/question/<int:seq>")
def question(code: str, seq: int, error: RefereeError | None = None) -> Response:
    """Show the form that questions a ruling: `?ruling=` (from 0), or the last."""
    snapshot = look(code)
    line = snapshot.line(seq)
    if line is None or not line.rulings:
        raise NotFoundError(say("There’s no ruling here to dispute."))
    index = number_in(request.args, "ruling")
    if index is None or index >= len(line.rulings):
        index = -1
    return _question_page(snapshot, line.rulings[index], None, error)


def _question_page(
    snapshot: Snapshot,
    ruling: Ruling,
    refused: Refusal | None,
    error: RefereeError | None,
) -> Response:
    return page(
        "entries/question.html",
        snapshot=snapshot,
        ruling=ruling,
        refused=refused,
        trouble=Trouble.of(error),
    )


@blueprint.post("/t/<code>/question/<int:seq>")
@redisplay(question)
def ask_table(code: str, seq: int) -> Response:
    """Question a ruling; then the table's page shows it to all."""
    index = number_in(request.args, "ruling")
    return change(code, lambda held: amending.question(held, seq, index, _why()))


def _why() -> str:
    return " ".join(request.form.get("why", "").split())[:500]


@blueprint.get("/t/<code>/refused/<id>")
def refused(code: str, id: str, error: RefereeError | None = None) -> Response:
    """Show the form that questions the refusal of this phone's move."""
    snapshot = look(code)
    with room().held(snapshot.code, snapshot.viewer) as held:
        refusal = amending.find_refusal(held, id)
    return _question_page(snapshot, refusal.ruling, refusal, error)


@blueprint.post("/t/<code>/refused/<id>")
@redisplay(refused)
def ask_table_of_refusal(code: str, id: str) -> Response:
    """Question a refusal; then the table's page shows it to all."""
    return change(code, lambda held: amending.question_refusal(held, id, _why()))


# Voting and settling


@blueprint.get("/t/<code>/disputes/<id>")
def dispute(code: str, id: str, error: RefereeError | None = None) -> Response:
    """Show a dispute, its votes, and its resolution."""
    snapshot = look(code)
    line = snapshot.dispute(id)
    if line is None:
        raise NotFoundError(say("There's no such dispute."))
    trouble = Trouble.of(error)
    later = _later(error)
    if trouble and later:
        names = tuple(entry_name(snapshot, unfit.entry.seq) for unfit in later)
        template = "Later entries would no longer fit: {entries:;}"
        trouble = replace(trouble, message=say(template, entries=names))
    questioned = disputed_ruling(snapshot, line)
    if trouble and trouble.filled.get("as") == "overruled":
        questioned = _overturn(questioned, filled=trouble.filled, errors=trouble.errors)
    return page(
        "entries/dispute.html", snapshot=snapshot, dispute=questioned, trouble=trouble
    )


def _overturn(questioned: DisputedRuling, **sent: Any) -> DisputedRuling:
    """Return the dispute with what was sent in the form that overturns it."""
    return replace(questioned, overturn=replace(questioned.overturn, **sent))


@blueprint.post("/t/<code>/disputes/<id>/vote")
@redisplay(dispute)
def vote(code: str, id: str) -> Response:
    """Record a seat's vote."""
    is_upheld = request.form.get("uphold") == "yes"
    return change(code, lambda held: amending.vote(held, id, is_upheld))


@blueprint.post("/t/<code>/disputes/<id>/settle")
@redisplay(dispute)
def settle(code: str, id: str) -> Response:
    """Uphold or overrule; corrections are made with the entry's own form."""
    filled = FormValues(request.form)
    snapshot = look(code)
    verdict = {}
    how: Literal["upheld", "overruled"] = "upheld"
    line = snapshot.dispute(id)
    questioned = disputed_ruling(snapshot, line) if line is not None else None
    if filled.get("as") == "overruled":
        how = "overruled"
        if questioned is not None:
            verdict = verdict_of(questioned.overturn.decisions, filled)
    draft = ResolutionDraft(how, _why(), (), verdict, "drop_unfit" in filled)
    if "preview" not in filled or questioned is None:
        return change(code, lambda held: amending.resolve(held, id, draft))
    with changing(snapshot) as held:
        revision = amending.try_resolution(held, id, draft)
    assert snapshot.match is not None
    changes = changes_of(snapshot.match, revision.match)
    questioned = _overturn(questioned, filled=filled, changes=changes)
    return page("entries/dispute.html", snapshot=snapshot, dispute=questioned)

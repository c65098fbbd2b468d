"""What was entered: the log, corrections, and rulings that are questioned."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from flask import Response, request

from referee.hosting.tables import amending
from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import Change, Changed, UnfitEntriesError, may_correct
from referee.match.disputes import Refusal, open_dispute
from referee.match.earlier_entries import (
    compare_without,
    prompts_answered,
    seen_together,
)
from referee.match.log_entry import SPECTATOR
from referee.match.match import Match
from referee.match.replay import Unfit
from referee.match.resolution import ResolutionDraft, may_resolve
from referee.match.revisions import why_unchangeable
from referee.match.visibility import (
    CorrectionLine,
    LogLine,
    correction_lines,
    may_read,
    page_before,
)
from referee.vocabulary.errors import NotFoundError, NotYoursError, RefereeError
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling, most_telling
from referee.vocabulary.text import say
from referee.vocabulary.values import winners_in
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.forms.prompt_form import PromptForm, single_form
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.parts.disputed_ruling import (
    disputed_ruling,
    verdict_differences,
    verdict_of,
)
from referee_web.pages.parts.entry_words import (
    entry_name,
    name_line,
    values_entered,
    where_stands,
)
from referee_web.pages.parts.request_table import change, changing, look
from referee_web.wording import deck, wording

LINES_OF_A_PAGE = 100


LogPart = dict[str, Any]
"""What `entries/log.html` shows of a `line`, by its `kind`: an entry, a correction or a
dispute.
"""


# The log


@blueprint.get("/t/<code>/log")
def log(code: str) -> Response:
    """Entries and corrections, newest first: the latest, or with `?before=` those
    before that number.
    """
    seen = look(code)
    lines, older = _part(seen, _before())
    dealer_toss = seen.match.dealer_toss if seen.match and not older else None
    shown = {part["line"].seq for part in lines}
    may_question = seen.by != SPECTATOR and seen.open_dispute is None
    told = {
        "older": older,
        "shown": shown,
        "dealer_toss": dealer_toss,
        "may_question": may_question,
    }
    return page("entries/log.html", seen=seen, lines=lines, **told)


def _before() -> int | None:
    asked = request.args.get("before", "")
    return int(asked[:12]) if asked.isdecimal() else None


def _part(seen: Snapshot, before: int | None) -> tuple[list[LogPart], int | None]:
    """The part of the log before this number, newest first, and the number to continue
    before (None: it ends here).
    """
    match = seen.match
    if match is None:
        return [], None
    found = page_before(match, seen.by, before, LINES_OF_A_PAGE)
    prompts = prompts_answered(match, [line.seq for line in found.entries])

    def entry(line: LogLine) -> LogPart:
        first, prompt, name = (
            match.entry(line.seq),
            prompts.get(line.seq),
            name_line(seen, line),
        )
        assert first is not None
        return {
            "kind": "entry",
            "line": line,
            "name": name.text,
            "seat": name.seat,
            # What was entered stands below.
            "heading": replace(name, seat=None).text
            if name.form == "title"
            else name.where,
            "values": values_entered(prompt, line.data),
            "was": values_entered(prompt, line.was),
            # Why this viewer may not correct it; None where they may.
            "uncorrectable": why_unchangeable(seen.by, first),
        }

    def may_undo(line: CorrectionLine) -> bool:
        entries = [match.entry(change.seq) for change in line.changes]
        return bool(entries) and all(
            entry is not None and may_correct(seen.by, entry) for entry in entries
        )

    lines: list[LogPart] = [
        *map(entry, found.entries),
        *(
            {"kind": "correction", "line": line, "may_undo": may_undo(line)}
            for line in found.corrections
        ),
        *({"kind": "dispute", "line": line} for line in found.disputes),
    ]
    return sorted(lines, key=lambda part: part["line"].seq, reverse=True), found.next


# Corrections


@blueprint.get("/t/<code>/correct/<int:seq>")
def correct(code: str, seq: int, error: RefereeError | None = None) -> Response:
    """The entry's form again, filled in with the entry."""
    seen = look(code)
    match, line = _match(seen), seen.line(seq)
    entry = match.entry(seq)
    if entry is None or line is None:
        raise NotFoundError(say("There is no such entry."))
    if not (may_correct(seen.by, entry) or _table_lets(seen, match)):
        raise NotYoursError(
            say("This entry is somebody else's: ask them or the host to correct it.")
        )
    prompt, trouble, later = (
        prompts_answered(match, [seq]).get(seq),
        _trouble(error, seq),
        _later(error),
    )
    own = any(unfit.entry.seq == seq for unfit in later)
    return page(
        "entries/correct.html",
        seen=seen,
        line=line,
        name=name_line(seen, line).text,
        form=_form(seen, prompt, line, trouble) if prompt else None,
        trouble=trouble,
        later=() if own else later,
        strike=request.form.get("do") == "strike",
    )


@blueprint.post("/t/<code>/correct/<int:seq>")
@redisplay(correct)
def make_correction(code: str, seq: int) -> Response:
    """Change the entry, or take it out; later entries that no longer fit are named
    first, then taken out too.

    It leads back to the table, which says in a line what was corrected.
    """
    seen = look(code)
    filled = FormValues(request.form)
    strike = filled.get("do") == "strike"
    # It is struck where the button was tapped twice.
    if not (strike and (line := seen.line(seq)) and line.struck):
        changes = [Change(seq, None if strike else _data(seen, seq, filled))]
        if strike and "together" in filled:
            numbers = [entry.seq for entry in seen_together(_match(seen), seq)]
            changes = [
                Change(n, None)
                for n in numbers
                if (line := seen.line(n)) and not line.struck
            ] or changes
        _correct(seen, changes, "drop_unfit" in filled)
    return go_to("table", code=seen.code)


def _data(seen: Snapshot, seq: int, filled: FormValues) -> dict[str, object]:
    """What was filled in for this entry; nothing if nothing is asked for any more,
    which the match then says itself.
    """
    prompt = prompts_answered(seen.match, [seq]).get(seq) if seen.match else None
    return (
        form_values.read(prompt.fields, filled, True, wording(), deck())
        if prompt
        else {}
    )


def _correct(seen: Snapshot, changes: list[Change], drop_unfit: bool) -> None:
    """Make the correction, which settles the dispute that `?dispute=` names."""
    dispute = request.args.get("dispute", "")
    with changing(seen) as held:
        if dispute:
            amending.resolve(
                held,
                dispute,
                ResolutionDraft("corrected", "", tuple(changes), {}, drop_unfit),
            )
        else:
            amending.correct(held, changes, drop_unfit)


def _match(seen: Snapshot) -> Match:
    if seen.match is None:
        raise NotFoundError(
            say("The match has not begun yet: there is nothing to correct.")
        )
    return seen.match


def _table_lets(seen: Snapshot, match: Match) -> bool:
    """Whether the table has voted so that this viewer may settle the dispute that
    `?dispute=` names by a correction.
    """
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


def _form(
    seen: Snapshot, prompt: Prompt, line: LogLine, trouble: Trouble | None
) -> PromptForm:
    filled = form_values.written(prompt.fields, line.data or {})
    form = single_form(prompt, _seats(seen, prompt, line), filled, trouble)
    return replace(form, begun=replace(form.begun, is_replaced=True))


def _seats(seen: Snapshot, prompt: Prompt, line: LogLine) -> tuple[str, ...]:
    """The seats that the entry speaks for: its own, or those named in it, or all."""
    by_seat = [
        (line.data or {}).get(field.name)
        for field in prompt.fields
        if type_of(field).by_seat
    ]
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
    [line] = correction_lines(match, seen.by, [found])
    differing = compare_without(match, id)
    changed = [
        change
        for change in differing
        if may_read(match.history, seen.by, by_seq[change.seq])
    ]
    may_undo = all(may_correct(seen.by, by_seq[change.seq]) for change in found.changes)
    told = {"may_undo": may_undo, "later": _later(error), "error": error}
    own = {change.seq for change in found.changes}
    decided = [
        pair
        for one in changed
        for pair in _decided_otherwise(seen, one, found.undone, one.seq in own)
    ]
    return page(
        "entries/correction.html",
        seen=seen,
        correction=line,
        changed=changed,
        decided=decided,
        **told,
    )


def _decided_otherwise(
    seen: Snapshot, changed: Changed, undone: bool, corrected: bool
) -> Iterator[dict[str, Any]]:
    """Yield the rulings on an entry of which a correction changed what they decide,
    with what differs: two `sides`, of which the last counts, only where others win, or
    something is legal no more. Of the corrected entry, what the sentence of the
    correction tells stands there alone.
    """
    old, new = (changed.new, changed.old) if undone else (changed.old, changed.new)
    told = new[most_telling(new)] if corrected and new else None
    for before, now in zip_longest(old, new):
        if before is None or now is None:
            yield {
                "where": where_stands(seen, changed.seq),
                "sides": (before, now),
                "differs": [],
            }
        elif before.verdict != now.verdict:
            won = [
                (winners_in(one.verdict, seen.view.seats), one.verdict.get("legal"))
                for one in (before, now)
            ]
            differs = verdict_differences(before, now, seen)
            if won[0] != won[1]:
                yield {
                    "where": where_stands(seen, changed.seq),
                    "sides": (before, now),
                    "differs": differs,
                }
            elif now is not told and differs:
                yield {
                    "where": where_stands(seen, changed.seq),
                    "sides": (),
                    "differs": differs,
                }


@blueprint.post("/t/<code>/corrections/<id>/undo")
@redisplay(correction)
def undo(code: str, id: str) -> Response:
    """Undo a correction; later entries that no longer fit are named first, then taken
    out too.
    """
    return change(
        code, lambda held: amending.undo(held, id, False, "drop_unfit" in request.form)
    )


@blueprint.post("/t/<code>/corrections/<id>/redo")
@redisplay(correction)
def redo(code: str, id: str) -> Response:
    """Make an undone correction again; later entries that no longer fit are named
    first, then taken out too.
    """
    return change(
        code, lambda held: amending.undo(held, id, True, "drop_unfit" in request.form)
    )


# Questioning


@blueprint.get("/t/<code>/question/<int:seq>")
def question(code: str, seq: int, error: RefereeError | None = None) -> Response:
    """The form that questions a ruling of an entry: the one that `?ruling=` names (0
    first), else the last.
    """
    seen = look(code)
    line = seen.line(seq)
    if line is None or not line.rulings:
        raise NotFoundError(say("There is no ruling here that could be questioned."))
    place = _place()
    found = line.rulings[
        place if place is not None and place < len(line.rulings) else -1
    ]
    return _question_page(seen, found, None, error)


def _question_page(
    seen: Snapshot, ruling: Ruling, refused: Refusal | None, error: RefereeError | None
) -> Response:
    trouble = Trouble.of(error) if error else None
    return page(
        "entries/question.html",
        seen=seen,
        ruling=ruling,
        refused=refused,
        trouble=trouble,
    )


@blueprint.post("/t/<code>/question/<int:seq>")
@redisplay(question)
def ask_table(code: str, seq: int) -> Response:
    """Question it; the table's page then shows it to all."""
    return change(code, lambda held: amending.question(held, seq, _place(), _why()))


def _place() -> int | None:
    asked = request.args.get("ruling", "")
    return int(asked[:6]) if asked.isdecimal() else None


def _why() -> str:
    return " ".join(request.form.get("why", "").split())[:500]


@blueprint.get("/t/<code>/refused/<id>")
def refused(code: str, id: str, error: RefereeError | None = None) -> Response:
    """The form that questions the refusal of a move that this phone sent."""
    seen = look(code)
    with room().held(seen.code, seen.by) as held:
        found = amending.find_refusal(held, id)
    return _question_page(seen, found.ruling, found, error)


@blueprint.post("/t/<code>/refused/<id>")
@redisplay(refused)
def ask_table_of_refusal(code: str, id: str) -> Response:
    """Question it; the table's page then shows it to all."""
    return change(code, lambda held: amending.question_refusal(held, id, _why()))


# Voting and settling


@blueprint.get("/t/<code>/disputes/<id>")
def dispute(code: str, id: str, error: RefereeError | None = None) -> Response:
    """A dispute: what was questioned, what the table said, and how it was settled."""
    seen = look(code)
    line = seen.dispute(id)
    if line is None:
        raise NotFoundError(say("There is no such dispute."))
    trouble = Trouble.of(error) if error else None
    if trouble and (later := _later(error)):
        names = tuple(entry_name(seen, unfit.entry.seq) for unfit in later)
        trouble = replace(
            trouble,
            message=say(
                "After this, later entries would no longer fit: {entries:;}",
                entries=names,
            ),
        )
    return page(
        "entries/dispute.html",
        seen=seen,
        dispute=disputed_ruling(seen, line),
        trouble=trouble,
    )


@blueprint.post("/t/<code>/disputes/<id>/vote")
@redisplay(dispute)
def vote(code: str, id: str) -> Response:
    """A seat's vote."""
    return change(
        code, lambda held: amending.vote(held, id, request.form.get("uphold") == "yes")
    )


@blueprint.post("/t/<code>/disputes/<id>/settle")
@redisplay(dispute)
def settle(code: str, id: str) -> Response:
    """Uphold or overrule; the table's page tells of it. A correction is made with the
    entry's own form.
    """
    filled = FormValues(request.form)
    overruled = filled.get("as") == "overruled"
    seen = look(code)
    line = seen.dispute(id) if overruled else None
    verdict = verdict_of(disputed_ruling(seen, line).decisions, filled) if line else {}
    draft = ResolutionDraft(
        "overruled" if overruled else "upheld",
        _why(),
        (),
        verdict,
        "drop_unfit" in filled,
    )
    return change(code, lambda held: amending.resolve(held, id, draft))

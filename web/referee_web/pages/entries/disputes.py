"""The pages that dispute a ruling, and settle the dispute."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from flask import Response, request
from werkzeug.exceptions import BadRequest

from referee.hosting.tables import disputing
from referee.hosting.tables.snapshot import Snapshot
from referee.match.disputes import Dispute, Refusal
from referee.match.trying.disputing import (
    SentResolution,
    begin_change_dispute,
    begin_refusal_dispute,
    begin_ruling_dispute,
)
from referee.match.trying.effects import compare
from referee.match.trying.record_head import RecordHead
from referee.vocabulary.errors import NotFoundError, RefereeError, wrong_field
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee_web.api.calls import match as calls
from referee_web.guards.services import room
from referee_web.json_objects import NoJSONError, read_object
from referee_web.pages.blueprint import blueprint, go_to, render
from referee_web.pages.entries.correct import unfit_after
from referee_web.pages.entries.entry_words import entry_name, say_scores
from referee_web.pages.entries.news import tell_change
from referee_web.pages.entries.ruling_card import RulingCard
from referee_web.pages.entries.shown_dispute import (
    OverruleForm,
    ShownDispute,
    overrule_form,
    say_judges,
    say_verdict,
    show_dispute,
)
from referee_web.pages.entries.verdict_parts import verdict_of
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.forms.form_values import FormValues, number_in
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.request_table import change, look


@dataclass(frozen=True, slots=True)
class DisputeForm:
    """The form that disputes a ruling, a refusal, or a change."""

    snapshot: Snapshot
    ruling: Ruling | None
    """The ruling, or that of the refusal; None for a change."""
    card: RulingCard | None
    refused: Refusal | None
    changed: Sequence[Text]
    """What the change did, as sentences."""
    why: str
    trouble: Trouble | None
    overrule: OverruleForm | None = None
    """What counts instead of the ruling, if one thing is to be said; else None."""
    opened: Dispute | None = None
    """The dispute as it would be opened; None if it cannot be."""

    @property
    def who_decides(self) -> Text:
        """Return who decides on the dispute once it is opened."""
        if self.opened is not None and self.opened.judges:
            return say_judges(self.snapshot, self.opened)
        if self.snapshot.viewer.host:
            return say("You decide, as the host")
        return say("The host decides, unless more than half of the table vote alike.")


@dataclass(frozen=True, slots=True)
class DisputePage:
    """A dispute, its votes, and its resolution."""

    dispute: ShownDispute
    trouble: Trouble | None = None

    @property
    def snapshot(self) -> Snapshot:
        """Return its table."""
        return self.dispute.snapshot


@blueprint.get("/t/<code>/dispute/<int:seq>")
def dispute_ruling(code: str, seq: int, error: RefereeError | None = None) -> Response:
    """Show the form that disputes a ruling: `?ruling=` (from 0), or the last."""
    snapshot = look(code)
    ruling = _find_ruling(snapshot, seq)
    index = number_in(request.args, "ruling")
    opened = _try_opening(snapshot, begin_ruling_dispute, seq, index)
    return _form_page(snapshot, seq, ruling, error, opened)


def _try_opening(
    snapshot: Snapshot, begin: Callable[..., Dispute], *what: object
) -> Dispute | None:
    """Return the dispute that this viewer is about to open; None if they cannot."""
    viewer = snapshot.viewer
    present = snapshot.attendance(viewer)
    head = RecordHead(snapshot.begun_match, viewer, present=present)
    with suppress(RefereeError):
        return begin(head, *what)
    return None


def _find_ruling(snapshot: Snapshot, seq: int) -> Ruling:
    line = snapshot.line(seq)
    if line is None or not line.rulings:
        raise NotFoundError(say("There’s no ruling here to dispute."))
    index = number_in(request.args, "ruling")
    if index is None or index >= len(line.rulings):
        index = -1
    return line.rulings[index]


def _ask_instead(snapshot: Snapshot, ruling: Ruling | None) -> OverruleForm | None:
    """Return the form in which a voter may say what counts instead; or None."""
    if ruling is None or not ruling.origin or snapshot.viewer.seat is None:
        return None
    form = overrule_form(snapshot, ruling)
    is_of_points = "legal" not in ruling.verdict and bool(form.decisions)
    for part in form.decisions:
        is_of_points &= part.kind == "number" or part.is_flag
    return form if is_of_points or len(form.decisions) == 1 else None


def _read_instead(code: str, seq: int) -> dict[str, object]:
    snapshot = look(code)
    verdict: dict[str, Any] = {}
    with suppress(NotFoundError):
        form = _ask_instead(snapshot, _find_ruling(snapshot, seq))
        if form is not None:
            verdict = verdict_of(form.decisions, FormValues(request.form))
    return {"verdict": verdict} if verdict else {}


def _form_page(
    snapshot: Snapshot,
    subject: int | str,
    about: Ruling | Refusal | None,
    error: RefereeError | None,
    opened: Dispute | None,
    changed: Sequence[Text] = (),
) -> Response:
    """Return the form that disputes a ruling, a refusal, or what was `changed`.

    Where the same `subject` is disputed already, as after a second tap, lead to that.
    """
    dispute = snapshot.current_dispute
    if dispute is not None and subject in (dispute.entry, dispute.correction):
        is_own = dispute.by == snapshot.viewer.seat
        if error is None or is_own:
            return go_to("table", code=snapshot.code)
    refused = about if isinstance(about, Refusal) else None
    ruling = about.ruling if isinstance(about, Refusal) else about
    shown = DisputeForm(
        snapshot=snapshot,
        ruling=ruling,
        card=RulingCard(ruling) if ruling else None,
        refused=refused,
        changed=changed,
        why=request.args.get("why", ""),
        trouble=Trouble.of(error),
        overrule=None if refused else _ask_instead(snapshot, ruling),
        opened=opened,
    )
    return render("entries/dispute_form.html", shown)


@blueprint.get("/t/<code>/dispute/change/<correction>")
def object_to(
    code: str, correction: str, error: RefereeError | None = None
) -> Response:
    """Show the form that disputes a correction."""
    snapshot = look(code)
    match = snapshot.match
    if match is None or not match.change(correction).edits:
        raise NotFoundError(say("There’s no such correction."))
    viewer = snapshot.viewer
    if error is None and viewer.seat is not None:
        # This raises its refusal.
        begin_change_dispute(RecordHead(match, viewer), correction)
    told = tell_change(snapshot, match.change(correction))
    opened = _try_opening(snapshot, begin_change_dispute, correction)
    return _form_page(snapshot, correction, None, error, opened, told)


by_form(
    calls.open_dispute,
    "/t/<code>/dispute/change/<correction>",
    object_to,
    name="open_dispute_on_change",
)


by_form(
    calls.open_dispute,
    "/t/<code>/dispute/<int:seq>",
    dispute_ruling,
    name="open_dispute",
    reads=_read_instead,
)


def _why() -> str:
    return " ".join(request.form.get("why", "").split())[:500]


@blueprint.get("/t/<code>/dispute/refused/<entry>")
def dispute_refusal(
    code: str, entry: str, error: RefereeError | None = None
) -> Response:
    """Show the form that disputes the refusal of this phone's move."""
    snapshot = look(code)
    with room().held(snapshot.code, snapshot.viewer) as held:
        refusal = disputing.find_refusal(held, entry)
    opened = _try_opening(snapshot, begin_refusal_dispute, refusal)
    return _form_page(snapshot, entry, refusal, error, opened)


by_form(
    calls.open_dispute,
    "/t/<code>/dispute/refused/<entry>",
    dispute_refusal,
    name="open_dispute_on_refusal",
)


@blueprint.get("/t/<code>/disputes/<dispute>")
def dispute(code: str, dispute: str, error: RefereeError | None = None) -> Response:
    """Show a dispute, its votes, and its resolution."""
    snapshot = look(code)
    line = snapshot.dispute(dispute)
    if line is None:
        raise NotFoundError(say("There’s no such dispute."))
    trouble = Trouble.of(error)
    later = unfit_after(error)
    if trouble and later:
        names = tuple(entry_name(snapshot, unfit.entry.seq) for unfit in later)
        template = "Later entries would no longer fit: {entries:;}"
        trouble = replace(trouble, message=say(template, entries=names))
    disputed = show_dispute(snapshot, line)
    if trouble and trouble.filled.get("as") == "overruled":
        disputed = _with_overrule(
            disputed, filled=trouble.filled, named={}, errors=trouble.errors
        )
    return render("entries/dispute.html", DisputePage(disputed, trouble))


def _with_overrule(disputed: ShownDispute, **sent: Any) -> ShownDispute:
    """Return the dispute with what was sent in the form that overturns it."""
    return replace(disputed, overrule=replace(disputed.overrule, **sent))


by_form(calls.vote, "/t/<code>/disputes/<dispute>/vote", dispute)
by_form(calls.withdraw, "/t/<code>/disputes/<dispute>/withdraw", dispute)


@blueprint.post("/t/<code>/disputes/<dispute>/settle")
@redisplay(dispute)
def settle(code: str, dispute: str) -> Response:
    """Uphold or overrule; corrections are made with the entry's own form."""
    filled = FormValues(request.form)
    snapshot = look(code)
    verdict: Mapping[str, Any] = {}
    how: Literal["upheld", "overruled"] = "upheld"
    line = snapshot.dispute(dispute)
    disputed = show_dispute(snapshot, line) if line is not None else None
    if filled.get("as") == "overruled":
        how = "overruled"
        if "verdict" in filled:
            # What votes are for already.
            try:
                verdict = read_object(filled["verdict"].encode())
            except NoJSONError:
                raise BadRequest from None
        elif disputed is not None and "only" not in filled:
            sent = replace(disputed.overrule, filled=filled, named={})
            if sent.unsaid and "preview" not in filled:
                what = say("Choose what counts instead.")
                raise wrong_field(f"verdict.{sent.unsaid}", what)
            verdict = verdict_of(sent.decisions, filled)
    draft = SentResolution(
        resolved_as=how,
        why=_why(),
        verdict=verdict,
        drop_unfit="drop_unfit" in filled,
    )
    if "preview" not in filled or disputed is None:
        return change(code, lambda held: disputing.settle_or_vote(held, dispute, draft))
    with room().held(snapshot.code, snapshot.viewer) as held:
        revision = disputing.preview(held, dispute, draft)
        is_vote = disputing.is_vote(held, dispute, draft)
    disputed = replace(disputed, preview=how, is_vote=is_vote)
    if how == "upheld":
        return render("entries/dispute.html", DisputePage(disputed))
    before = snapshot.begun_match.history
    changes = say_scores(compare(before, revision.match.history))
    decided: Sequence[Text] = say_verdict(snapshot, disputed.line, verdict)
    if verdict and verdict == disputed.overrule.only_verdict:
        decided = [disputed.overrule.only]
    disputed = _with_overrule(
        disputed, filled=filled, named={}, decided=decided, changes=changes
    )
    return render("entries/dispute.html", DisputePage(disputed))

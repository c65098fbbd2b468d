"""Disputes: question a ruling or a refusal, see what is questioned, vote on it, and settle it."""

from flask import Response, request

from referee.hosting.tables import amending
from referee.hosting.tables.snapshot import Snapshot
from referee.match.disputes import Refusal
from referee.match.resolution import ResolutionDraft
from referee.vocabulary.errors import NotFoundError, RefereeError
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import say
from referee_web.guards.auth import room
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.forms.prompt_forms import Trouble
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.disputed_ruling import disputed_ruling, verdict_of
from referee_web.pages.parts.request_table import change, look

# Questioning


@blueprint.get("/t/<code>/question/<int:seq>")
def question(code: str, seq: int, error: RefereeError | None = None) -> Response:
    """The form that questions a ruling of an entry: the one that `?ruling=` names (0 first), else the last."""
    seen = look(code)
    line = seen.line(seq)
    if line is None or not line.rulings:
        raise NotFoundError(say("Entry number {seq} has no ruling that could be questioned.", seq=seq))
    place = _place()
    found = line.rulings[place if place is not None and place < len(line.rulings) else -1]
    return _form(seen, found, None, error)


def _form(seen: Snapshot, ruling: Ruling, refused: Refusal | None, error: RefereeError | None) -> Response:
    trouble = Trouble.of(error) if error else None
    return page("entries/question.html", seen=seen, ruling=ruling, refused=refused, trouble=trouble)


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
    return _form(seen, found.ruling, found, error)


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
    return page("entries/dispute.html", seen=seen, dispute=disputed_ruling(seen, line), trouble=trouble)


@blueprint.post("/t/<code>/disputes/<id>/vote")
@redisplay(dispute)
def vote(code: str, id: str) -> Response:
    """A seat's vote."""
    return change(code, lambda held: amending.vote(held, id, request.form.get("uphold") == "yes"))


@blueprint.post("/t/<code>/disputes/<id>/settle")
@redisplay(dispute)
def settle(code: str, id: str) -> Response:
    """Uphold or overrule; the table's page tells of it. A correction is made with the entry's own form."""
    filled = FormValues(request.form)
    overruled = filled.get("as") == "overruled"
    seen = look(code)
    line = seen.dispute(id) if overruled else None
    verdict = verdict_of(disputed_ruling(seen, line).decisions, filled) if line else {}
    draft = ResolutionDraft("overruled" if overruled else "upheld", _why(), (), verdict, "drop_unfit" in filled)
    return change(code, lambda held: amending.resolve(held, id, draft))

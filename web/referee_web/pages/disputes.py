"""Disputes: question a ruling or a refusal, see what is questioned, vote on it, and settle it."""

from __future__ import annotations

from flask import Response, make_response, render_template, request

from referee.match.corrections import UnfitEntriesError
from referee.match.fold import NotOpenError
from referee.match.settling import Settling
from referee.vocabulary.errors import NotFoundError, RefereeError, WrongFieldsError
from referee.vocabulary.text import Text, say
from referee_web.bearer import room
from referee_web.forms import Filled
from referee_web.pages.at import Seen, look
from referee_web.pages.frame import blueprint, go_to
from referee_web.pages.prompts import Trouble
from referee_web.pages.questioned import Questioned, questioned, verdict_label, verdict_of
from referee_web.pages.table import show
from referee_web.wording import translated

# Questioning


@blueprint.get("/t/<code>/question/<int:seq>")
def question(code: str, seq: int) -> Response:
    """The form that questions a ruling of an entry: the one that `?ruling=` names (0 first), else the last."""
    seen = look(code)
    line = next((one for one in seen.table.log if one.seq == seq and one.rulings), None)
    if line is None:
        raise NotFoundError(say("Entry number {seq} has no ruling that could be questioned.", seq=seq))
    place = _place()
    found = line.rulings[place if place is not None and place < len(line.rulings) else -1]
    return make_response(render_template("question.html", seen=seen, ruling=found, refused=None))


@blueprint.post("/t/<code>/question/<int:seq>")
def ask_table(code: str, seq: int) -> Response:
    """Question it; the table's page then shows it to all."""
    seen = look(code)
    try:
        room().question(seen.code, seen.viewer, seq, _place(), _why())
    except RefereeError as hindrance:
        return show(look(code), Trouble(hindrance.message), 409)
    return go_to("table", code=seen.code)


def _place() -> int | None:
    asked = request.args.get("ruling", "")
    return int(asked[:6]) if asked.isdecimal() else None


def _why() -> str:
    return " ".join(request.form.get("why", "").split())[:500]


@blueprint.get("/t/<code>/refused/<id>")
def refused(code: str, id: str) -> Response:
    """The form that questions the refusal of a move that this phone sent."""
    seen = look(code)
    found = room().refused(seen.code, seen.viewer, id)
    return make_response(render_template("question.html", seen=seen, ruling=found.ruling, refused=found))


@blueprint.post("/t/<code>/refused/<id>")
def ask_table_of_refusal(code: str, id: str) -> Response:
    """Question it; the table's page then shows it to all."""
    seen = look(code)
    try:
        room().question_refusal(seen.code, seen.viewer, id, _why())
    except RefereeError as hindrance:
        return show(look(code), Trouble(hindrance.message), 409)
    return go_to("table", code=seen.code)


# Voting and settling


@blueprint.get("/t/<code>/disputes/<id>")
def dispute(code: str, id: str) -> Response:
    """A dispute: what was questioned, what the table said, and how it was settled."""
    seen = look(code)
    return make_response(render_template("dispute.html", seen=seen, dispute=_found(seen, id)))


def _found(seen: Seen, id: str) -> Questioned:
    line = next((line for line in seen.table.disputes if line.id == id), None)
    if line is None:
        raise NotFoundError(say("There is no such dispute."))
    return questioned(seen, line)


@blueprint.post("/t/<code>/disputes/<id>/vote")
def vote(code: str, id: str) -> Response:
    """A seat's vote."""
    seen = look(code)
    try:
        room().vote(seen.code, seen.viewer, id, request.form.get("uphold") == "yes")
    except RefereeError as hindrance:
        return show(look(code), Trouble(hindrance.message), 409)
    return go_to("table", code=seen.code)


@blueprint.post("/t/<code>/disputes/<id>/settle")
def settle(code: str, id: str) -> Response:
    """Uphold or overrule; corrected it is by the form of the entry."""
    seen = look(code)
    filled = Filled(request.form)
    overruled = filled.get("as") == "overruled"
    verdict = verdict_of(_found(seen, id).decisions, filled) if overruled else {}
    settling = Settling("overruled" if overruled else "upheld", _why(), (), verdict, "drop_unfit" in filled)
    try:
        room().resolve(seen.code, seen.viewer, id, settling)
    except WrongFieldsError as wrong:
        return show(look(code), Trouble(_first(wrong)), 422)
    except UnfitEntriesError as unfit:
        return show(look(code), Trouble(_later(unfit)), 422)
    except NotOpenError as closed:
        return show(look(code), Trouble(closed.message), 409)
    except RefereeError as hindrance:
        return show(look(code), Trouble(hindrance.message), 409)
    return go_to("dispute", code=seen.code, id=id)


def _first(wrong: WrongFieldsError) -> Text:
    first = wrong.errors[0]
    name = translated(verdict_label(first.field.rpartition(".")[2]))
    return say("{name}: {message}", name=name, message=first.message)


def _later(unfit: UnfitEntriesError) -> Text:
    numbers = tuple(str(one.entry.seq) for one in unfit.unfit)
    return say(
        "After this, entries number {numbers} would no longer fit. Say below that they are struck with it.",
        numbers=numbers,
    )

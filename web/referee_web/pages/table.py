"""The table: who sits there, the latest ruling, what to do now, and the forms to enter it with."""

from __future__ import annotations

from uuid import uuid4

from flask import Response, make_response, render_template, request, url_for

from referee.hosting.entering import Draft
from referee.match.fold import NotOpenError, RefusedMoveError
from referee.match.logged import SPECTATOR, wrote
from referee.vocabulary.errors import (
    ConflictError,
    FieldError,
    NotYoursError,
    RefereeError,
    UnauthorizedError,
    WrongFieldsError,
)
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, count, say
from referee_web import forms
from referee_web.bearer import room
from referee_web.forms import Filled
from referee_web.pages.at import Seen, look
from referee_web.pages.finish import buzzer_for, still_to_enter
from referee_web.pages.frame import blueprint, go_to, word_counts
from referee_web.pages.fresh import following
from referee_web.pages.guide import guide
from referee_web.pages.news import news
from referee_web.pages.prompts import Trouble, forms_for
from referee_web.pages.questioned import open_now
from referee_web.pages.scores import final
from referee_web.pages.taking_back import entered_so_far, take_backs, taken_back
from referee_web.reach import join_url
from referee_web.wording import wording

JOIN, START = "join", "start"
"""The keys of the forms to join with and to start with."""


@blueprint.get("/t/<code>")
def table(code: str) -> Response:
    """The table as the viewer sees it: to join, to set up, to play, or to look back at."""
    seen = look(code)
    if code != seen.code:
        return go_to("table", code=seen.code)
    return show(seen)


def show(seen: Seen, trouble: Trouble | None = None, status: int = 200) -> Response:
    """The table's page, and on it what did not work."""
    template, shown = _playing(seen, trouble) if seen.started else _setting_up(seen, trouble)
    page = render_template(template, seen=seen, trouble=trouble, **shown)
    return following(page) if trouble is None else make_response(page, status)


def _playing(seen: Seen, trouble: Trouble | None) -> tuple[str, dict[str, object]]:
    """The template of a match that has begun, and what it shows."""
    shown = forms_for(seen.view, seen.viewer, seen.seats, trouble, entered_so_far(seen))
    questioned = open_now(seen)
    placed = trouble is not None and any(form.key == trouble.key for form in shown)
    return "final.html" if seen.view.finished else "table.html", {
        "forms": shown,
        "claims": room().open_claims(seen.code, seen.viewer),
        "stray": None if placed else trouble,
        "free": [seat for seat in seen.seats if not seat.claimed],
        "watching": seen.viewer == SPECTATOR,
        "buzzer": buzzer_for(seen),
        "to_enter": still_to_enter(seen),
        "toss": seen.table.next_toss if _may_toss(seen) else None,
        "dispute": questioned,
        "news": news(seen),
        "steps": guide(seen),
        "take_backs": take_backs(seen),
        "taken": taken_back(seen),
        "question": _question_of(seen) if questioned is None else "",
        **(final(seen) if seen.view.finished else {}),
    }


def _question_of(seen: Seen) -> str:
    """Where the latest ruling can be questioned; nothing for who may not."""
    asks = seen.ruled and seen.viewer != SPECTATOR
    return url_for("pages.question", code=seen.code, seq=seen.ruled) if asks else ""


def _may_toss(seen: Seen) -> bool:
    prompts = seen.match.history.position.prompts if seen.match else ()
    return any(field.type == "toss" for prompt in prompts for field in prompt.fields)


def _setting_up(seen: Seen, trouble: Trouble | None) -> tuple[str, dict[str, object]]:
    """The template of a table before its match, and what it shows."""
    return "setting_up.html", {
        "claims": room().open_claims(seen.code, seen.viewer),
        "missing": _missing(seen),
        "steps": guide(seen),
        "join_url": join_url(seen.code),
        "joining": seen.viewer.seat is None and "watch" not in request.args,
        "house_rules": seen.table.rulebook.house_rules,
        "options": _options(seen),
        "dealer": request.form.get("dealer", "") if trouble else "",
        "toss": seen.table.next_toss,
    }


def _missing(seen: Seen) -> Text | None:
    """What has to happen before the match can start; None when nothing has."""
    counts, sitting = seen.table.rulebook.game.players, len(seen.seats)
    if sitting in counts:
        return None
    title, players = seen.title, word_counts(counts)
    if sitting == 0:
        return count(
            "{title} is for {players} players: one is needed.",
            "{title} is for {players} players: {n} are needed.",
            min(counts),
            title=title,
            players=players,
        )
    more = next((wanted - sitting for wanted in counts if wanted > sitting), None)
    if more is None:
        return count(
            "{title} is for {players} players: free one of the seats.",
            "{title} is for {players} players: free {n} of the seats.",
            sitting - max(counts),
            title=title,
            players=players,
        )
    return count(
        "{title} is for {players} players: one more is needed.",
        "{title} is for {players} players: {n} more are needed.",
        more,
        title=title,
        players=players,
    )


def _options(seen: Seen) -> list[tuple[Text, object]]:
    """The options of this table, with their labels."""
    chosen = seen.table.row.options
    fields = (option for option in seen.table.rulebook.game.options if option.name in chosen)
    return [(option.label, option.labels.get(str(chosen[option.name]), chosen[option.name])) for option in fields]


@blueprint.post("/t/<code>/enter")
def enter(code: str) -> Response:
    """Enter what a form of the table holds; what does not work stands at the form, which stays filled."""
    seen = look(code)
    filled = Filled(request.form)
    kind, seat, key = filled.get("kind", ""), filled.get("seat") or None, filled.get("form", "")
    prompt = _prompt(seen, kind, seat)
    # Every form of ours has an id. One that was made by hand and has none loses only that it may be sent twice.
    id = filled.get("id", "").strip() or str(uuid4())
    if prompt is None and _entered_before(seen, id):
        return go_to("table", code=seen.code)
    data = forms.read(prompt.fields, filled, "replaces" in filled, wording()) if prompt else {}
    try:
        room().enter(seen.code, seen.viewer, [Draft(id, kind, data, seat, _after(filled))])
    except WrongFieldsError as wrong:
        return _again(code, _trouble(wrong, key, filled))
    except RefusedMoveError as refused:
        return _again(code, Trouble(refused.ruling.summary, key, filled, refusal=refused.ruling))
    except NotOpenError as closed:
        return _again(code, Trouble(closed.message, key, filled), 409)
    except NotYoursError:
        return _again(code, Trouble(say("Only the host enters for another seat."), key, filled), 403)
    except UnauthorizedError as unknown:
        return _again(code, Trouble(unknown.message, key, filled), 401)
    except RefereeError as hindrance:
        return _again(code, Trouble(hindrance.message, key, filled), 409)
    return go_to("table", code=seen.code)


def _trouble(wrong: WrongFieldsError, key: str, filled: Filled) -> Trouble:
    errors = {error.field: error.message for error in wrong.errors}
    if "id" in errors:
        # Nobody fills it in: the form stands there again with a good one.
        return Trouble(say("The form came garbled. Here it stands as it was filled in: send it again."), key, filled)
    return Trouble(wrong.errors[0].message, key, filled, errors)


def _again(code: str, trouble: Trouble, status: int = 422) -> Response:
    return show(look(code), trouble, status)


def _prompt(seen: Seen, kind: str, seat: str | None) -> Prompt | None:
    for prompt in seen.view.prompts:
        if prompt.kind == kind and (not prompt.own or seat in prompt.seats):
            return prompt
    return None


def _after(filled: Filled) -> int | None:
    after = filled.get("after", "")
    return int(after[:12]) if after.isdecimal() else None


def _entered_before(seen: Seen, id: str) -> bool:
    """Whether this viewer sent the entry of this id before: it was taken then, and nothing is to be done."""
    known = seen.match.entry_with_id(id) if seen.match else None
    return known is not None and wrote(seen.viewer, known)


@blueprint.post("/t/<code>/start")
def start(code: str) -> Response:
    """Begin the match in the order of the seats' places, with the dealer chosen or tossed."""
    seen = look(code)
    names = [seat.name for seat in seen.seats]
    dealer = request.form.get("dealer", "")
    try:
        order = _in_places(names)
        toss = dealer == "" and "toss" in request.form.getlist("how")
        room().start(seen.code, seen.viewer, order, dealer or None, toss)
    except (ConflictError, WrongFieldsError) as error:
        return show(look(code), Trouble(error.message, START), error.status)
    return go_to("table", code=seen.code)


def _in_places(names: list[str]) -> list[str]:
    """The seats by the places chosen for them; WrongFieldsError where two chose the same."""
    places = {name: _place(names, name) for name in names}
    if len(set(places.values())) < len(names):
        raise WrongFieldsError(
            FieldError("order", say("Two seats have the same place: give every seat its own, clockwise."))
        )
    return sorted(names, key=lambda name: places[name])


def _place(names: list[str], name: str) -> int:
    """Where a seat goes: the place chosen for it, or as it came where none was."""
    chosen = request.form.get(f"place={name}", "")
    return int(chosen[:4]) if chosen.isdecimal() else names.index(name) + 1

"""The table: who sits there, the latest ruling, what to do now, and the forms for it;
and the board for all to see.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise
from uuid import UUID, uuid4, uuid5

from flask import Response, request, url_for

from referee.hosting.tables import entering, seats
from referee.hosting.tables.claims import OpenClaim, open_claims
from referee.hosting.tables.entering import Draft, read_uuid
from referee.hosting.tables.permissions import full_match
from referee.hosting.tables.snapshot import Snapshot
from referee.match.earlier_entries import (
    answers_since,
    entries_to_repeat,
    latest_strike,
)
from referee.match.log_entry import SPECTATOR
from referee.match.match import Match
from referee.match.stopping import host_entries
from referee.vocabulary.errors import (
    FieldError,
    RefereeError,
    UnauthorizedError,
    WrongFieldsError,
)
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say
from referee_web.guards import auth
from referee_web.guards.base_url import join_url
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.forms.prompt_forms import AskedOfViewer, begun_with
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.seat_parts import (
    data_of_part,
    errors_in_part,
    fields_for_seat,
    is_filled_in,
)
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.parts.beside import (
    entered_in_secret,
    guide,
    latest_by_another,
    news,
    next_for_all,
    next_step,
    partners,
    take_backs,
)
from referee_web.pages.parts.disputed_ruling import open_disputed_ruling
from referee_web.pages.parts.entry_words import worded_value
from referee_web.pages.parts.finish_picture import (
    buzzer_for,
    heat_chosen,
    is_for_toss,
    is_to_enter,
    is_tossed_at_once,
    with_heat_chosen,
)
from referee_web.pages.parts.putting_right import correct_at
from referee_web.pages.parts.request_table import change, changing, following, look
from referee_web.pages.scores import end_of, final, shown_scores
from referee_web.wording import deck, wording

JOIN, START = "join", "start"
"""The keys of the forms to join with and to start with."""


@blueprint.get("/t/<code>")
def table(code: str, error: RefereeError | None = None, key: str = "") -> Response:
    """The table as the viewer sees it: to join, to set up, to play, or to look back at.

    With an error: why something sent from it was refused, at the form with this key, or
    the one that was sent.
    """
    seen = with_heat_chosen(look(code), request.values.get("heat"))
    if error is None and code not in (seen.code, room().keyed(seen.code)):
        return go_to("table", code=seen.code)
    if (
        error is None
        and seen.by == SPECTATOR
        and (other := auth.seated_as_at(seen.code))
    ):
        return _seated_again(seen.code, other)
    trouble = Trouble.of(error, key or request.form.get("form", "")) if error else None
    template, shown = (
        _setting_up(seen, trouble)
        if seen.match is None
        else _playing(seen, seen.match, trouble)
    )
    answer = page if trouble else following
    return answer(template, seen=seen, trouble=trouble, **shown)


def _seated_again(code: str, other: str) -> Response:
    """The same page, with this phone keeping the tokens of the match before: whoever
    opens a rematch by its address instead of by the link that leads there has their
    seat all the same.
    """
    response = go_to("table", code=code)
    auth.keep_as(response, code, other)
    return response


def _playing(
    seen: Snapshot, match: Match, trouble: Trouble | None
) -> tuple[str, dict[str, object]]:
    """The template of a match that has begun, and what it shows."""
    questioned = open_disputed_ruling(seen)
    entered, answered = entries_to_repeat(match, seen.by), match.history.last_answer
    asked = AskedOfViewer(
        seen.view,
        seen.by,
        seen.seat_states,
        entered,
        answered,
        questioned is not None,
    )
    shown = asked.forms(trouble)
    full = match.full and not seen.view.finished
    if full:
        shown = ()
    keys = [form.key for form in shown] + (
        [] if seen.by.seat or seen.view.finished else [JOIN]
    )
    may_toss = any(
        type_of(field).tossed
        for prompt in match.history.prompts
        for field in prompt.fields
    )
    return "table/final.html" if seen.view.finished else "table/playing.html", {
        "forms": shown,
        "claims": _claims(seen),
        "stray": _stray(trouble, keys),
        "free": [seat for seat in seen.seat_states if not seat.claimed],
        "watching": seen.by == SPECTATOR,
        "buzzer": buzzer_for(seen),
        "to_enter": is_to_enter(seen),
        "is_for_toss": is_for_toss(seen),
        "is_tossed_at_once": is_tossed_at_once(seen),
        "toss": seen.next_toss if may_toss else None,
        "dispute": questioned,
        "news": news(seen),
        "next": None if full else next_step(seen),
        "full": full_match() if full and not trouble else None,
        "in_secret": entered_in_secret(seen),
        "entered": latest_by_another(seen),
        "steps": guide(seen),
        "take_backs": take_backs(seen),
        "taken": latest_strike(match, seen.by),
        "question": _question_of(seen) if questioned is None else "",
        "correct_at": correct_at(seen, seen.ruled),
        **(final(seen) if seen.view.finished else {}),
    }


def _claims(seen: Snapshot) -> tuple[OpenClaim, ...]:
    with room().looking(seen.code, seen.by) as held:
        return open_claims(held)


def _stray(trouble: Trouble | None, keys: Collection[str]) -> Trouble | None:
    """What did not work, if its form is not on the page, which has the forms with these
    keys.
    """
    return None if trouble is None or trouble.key in keys else trouble


def _question_of(seen: Snapshot) -> str:
    """Where the latest ruling can be questioned; empty for viewers who may not."""
    asks = seen.ruled and seen.by != SPECTATOR
    return url_for("pages.question", code=seen.code, seq=seen.ruled) if asks else ""


def _setting_up(
    seen: Snapshot, trouble: Trouble | None
) -> tuple[str, dict[str, object]]:
    """The template of a table before its match, and what it shows."""
    joining = seen.by.seat is None and "watch" not in request.args
    keys = [key for key, there in ((JOIN, joining), (START, seen.by.host)) if there]
    return "table/setting_up.html", {
        "stray": _stray(trouble, keys),
        "claims": _claims(seen),
        "steps": guide(seen),
        "join_url": join_url(room().keyed(seen.code)),
        "joining": joining,
        "house_rules": seen.rulebook.house_rules,
        "options": _options(seen),
        "sides": partners(seen.rulebook, len(seen.seat_states), seen.row.options),
        "toss": seen.next_toss,
    }


def _options(seen: Snapshot) -> list[tuple[Text, object, bool]]:
    """The options of this table, with their labels, and whether somebody wrote the
    value.
    """
    chosen = seen.row.options
    fields = (option for option in seen.rulebook.game.options if option.name in chosen)
    return [
        (field.label, worded_value(chosen[field.name], field), type_of(field).own_words)
        for field in fields
    ]


@blueprint.post("/t/<code>/enter")
@redisplay(table)
def enter(code: str) -> Response:
    """Enter what a form of the table holds; what does not work is shown at the form,
    which stays filled in.
    """
    seen = look(code)
    filled = FormValues(request.form)
    seats = filled.getlist("seat")
    if seen.match is not None and len(seats) > 1:
        drafts = _drafts_in_parts(seen, seen.match, filled, seats)
    else:
        drafts = [_draft(seen, filled, next(iter(seats), ""))]
    with changing(seen) as held:
        entering.enter(held, drafts, with_view=False)
    if "board" in request.args:
        return go_to(
            "board",
            code=seen.code,
            sides=request.args.get("sides"),
            type=request.args.get("type"),
        )
    return go_to("table", code=seen.code)


@blueprint.app_template_global()
def ways_to_end(seen: Snapshot) -> tuple[Prompt, ...]:
    """How whoever holds this device may end the match by a tap: on a board too, which
    shows only what all may see.
    """
    if seen.match is None:
        return ()
    holder = seen.by
    if holder == SPECTATOR:
        with suppress(UnauthorizedError):
            holder = auth.viewer(seen.code)
    ways = host_entries(holder, seen.match.history.position, seen.view.finished)
    return tuple(way for way in ways if not way.fields)


def _draft(seen: Snapshot, filled: FormValues, seat: str) -> Draft:
    """Return what a form makes an entry of."""
    kind, after = filled.get("kind", ""), _after(filled)
    # All our forms have an id. One made by hand without an id works too, but is not
    # safe to send twice.
    id = filled.get("id", "").strip() or str(uuid4())
    prompt = _prompt(seen, kind, seat or None) or _answered_prompt(
        seen, kind, after, seat
    )
    data = (
        form_values.read(prompt.fields, filled, "replaces" in filled, wording(), deck())
        if prompt
        else {}
    )
    heat = heat_chosen(seen, filled.get("heat"))
    if heat is None and filled.get("heat"):
        # No heat has this number: it is refused, unless the entry was made already.
        heat = 0
    return Draft(id, kind, seat or None, data, after, heat)


def _drafts_in_parts(
    seen: Snapshot, match: Match, filled: FormValues, seats: Sequence[str]
) -> list[Draft]:
    """Return the entries that a form for several seats makes, taken as one: of each
    part that somebody has filled in.

    What a part began with counts only where it is asked for and complete.
    WrongFieldsError for what cannot be read, by the names that the fields have in the
    form.
    """
    kind, after = filled.get("kind", ""), _after(filled)
    id = UUID(read_uuid(filled.get("id", "").strip()) or str(uuid4()))
    drafts: list[Draft] = []
    errors: list[FieldError] = []
    for seat in seats:
        draft = Draft(str(uuid5(id, seat)), kind, seat, {}, after)
        is_repeated = match.entry_with_id(draft.id) is not None
        prompt = _prompt(seen, kind, seat) or _answered_prompt(seen, kind, after, seat)
        if prompt is None or seat not in seen.view.seats:
            drafts.append(draft)
            continue
        place = seen.view.seats.index(seat)
        fields = fields_for_seat(prompt.fields, place)
        if not is_filled_in(fields, filled):
            continue
        data = data_of_part(
            form_values.read(fields, filled, "replaces" in filled, wording(), deck())
        )
        is_untouched = data == begun_with(
            prompt, (seat,), entries_to_repeat(match, seen.by)
        )
        try:
            if not is_repeated and seat in prompt.seats:
                seen.rulebook.read(prompt, data, match.history.setting)
        except WrongFieldsError as error:
            errors += (
                [] if is_untouched else errors_in_part(error, prompt.fields, place)
            )
        else:
            if is_repeated or not (is_untouched and prompt.optional):
                drafts.append(replace(draft, data=data))
    if errors:
        raise WrongFieldsError(*errors)
    if not drafts:
        raise WrongFieldsError(FieldError("", say("Nothing is filled in yet.")))
    return drafts


def _prompt(seen: Snapshot, kind: str, seat: str | None) -> Prompt | None:
    """The prompt that this form answers; if that seat has none, that of others: the
    match then says why not.
    """
    of_kind = [prompt for prompt in seen.view.prompts if prompt.kind == kind]
    return next(
        (prompt for prompt in of_kind if not prompt.own or seat in prompt.seats),
        next(iter(of_kind), None),
    )


def _answered_prompt(
    seen: Snapshot, kind: str, after: int | None, seat: str
) -> Prompt | None:
    """The prompt of a form that was answered since the page was drawn, and is asked no
    more.
    """
    if seen.match is None or after is None:
        return None
    answers = [*answers_since(seen.match.history, seen.by, kind, after)]
    of_seat = (
        prompt for step, prompt in answers if prompt.own and step.entry.seat == seat
    )
    return next(of_seat, next((prompt for _, prompt in answers), None))


def _after(filled: FormValues) -> int | None:
    after = filled.get("after", "")
    return int(after[:12]) if after.isdecimal() else None


@blueprint.post("/t/<code>/start")
@redisplay(partial(table, key=START))
def start(code: str) -> Response:
    """Begin the match in the order of the seats' places, with the dealer chosen or
    tossed.
    """
    dealer = request.form.get("dealer", "")
    toss = dealer == "" and "toss" in request.form.getlist("how")
    order = _in_places([seat.name for seat in look(code).seat_states])
    return change(code, lambda held: seats.start(held, order, dealer or None, toss))


@blueprint.post("/t/<code>/cards-ready")
@redisplay(table)
def cards_ready(code: str) -> Response:
    """Have the guide to setting up fold for everybody at the table."""
    return change(code, seats.have_cards_ready)


def _in_places(names: list[str]) -> list[str]:
    """The seats by the places chosen for them; WrongFieldsError where two chose the
    same.
    """
    places = {name: _place(names, name) for name in names}
    if len(set(places.values())) < len(names):
        raise WrongFieldsError(
            FieldError(
                "order",
                say(
                    "Two seats have the same place: give every seat its own, clockwise."
                ),
            )
        )
    return sorted(names, key=lambda name: places[name])


def _place(names: list[str], name: str) -> int:
    """The place chosen for a seat; without one, its place so far."""
    chosen = request.form.get(f"place={name}", "")
    return int(chosen[:4]) if chosen.isdecimal() else names.index(name) + 1


EDGES = ("top", "right", "bottom", "left")


@blueprint.get("/t/<code>/board")
def board(code: str) -> Response:
    """The table as a spectator sees it, large, whoever opens it.

    With `sides=2` it is read from two sides; with `type=large` its type is larger.
    """
    seen = look(code, watching=True)
    two_sided = request.args.get("sides") == "2"
    seated = around([seat.name for seat in seen.seat_states], two_sided)
    ended = end_of(seen, shown_scores(seen)) if seen.view.finished else {}
    return following(
        "table/board.html",
        seen=seen,
        edges=seated,
        two_sided=two_sided,
        large=request.args.get("type") == "large",
        join_url=join_url(room().keyed(seen.code)),
        dispute=open_disputed_ruling(seen),
        news=news(seen),
        steps=guide(seen),
        to_enter=is_to_enter(seen),
        is_for_toss=is_for_toss(seen),
        is_tossed_at_once=is_tossed_at_once(seen),
        next=next_for_all(seen),
        **ended,
    )


def around(seats: Sequence[str], two_sided: bool = False) -> dict[str, Sequence[str]]:
    """The seats by the edge of the screen at which they are drawn, clockwise from the
    top left, as people sit.

    Screens are wide: most seats stand above and below. `two_sided`: all do.

    >>> around(["Ana", "Ben", "Cy"])
    {'top': ['Ana'], 'right': ['Ben'], 'bottom': [], 'left': ['Cy']}
    """
    aside = 0 if two_sided or len(seats) < 3 else 1 if len(seats) < 9 else 2
    beyond = len(seats) - 2 * aside
    top = (beyond + 1) // 2
    ends = accumulate((top, aside, beyond - top, aside), initial=0)
    return {
        edge: seats[first:last]
        for edge, (first, last) in zip(EDGES, pairwise(ends), strict=True)
    }

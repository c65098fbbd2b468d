"""The door, the phone between rounds, and the director's page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response, request

from referee.events.event import LONGEST_LIST, MOST_POINTS, REASONS, EventTable
from referee.events.lists import decode_list
from referee.hosting.events import entering, planning
from referee.hosting.events.desk import EventDesk
from referee.hosting.events.entrants import (
    LeftOut,
    list_perhaps_meant,
    list_without_phone,
)
from referee.hosting.events.event_now import EventNow
from referee.hosting.tables.player_names import same_name
from referee.hosting.tables.tokens import hashed, new_token, read_code
from referee.vocabulary.errors import (
    FieldError,
    RefereeError,
    WrongFieldsError,
    wrong_field,
)
from referee.vocabulary.text import say
from referee_web.api.calls import events as calls
from referee_web.guards import auth, cookies
from referee_web.guards.base_url import base_url
from referee_web.guards.services import count_request, room
from referee_web.pages.blueprint import blueprint, draw_qr, go_to, render
from referee_web.pages.event.between import BetweenPage
from referee_web.pages.event.director import DirectorPage
from referee_web.pages.event.event_results import list_scorers
from referee_web.pages.event.showing import EventPage, lead_director, take_place
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.forms.form_values import require_tick, whole_number
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.games.next_week import NextWeek


class LinesLeftOutError(WrongFieldsError):
    """Nobody could be entered from lines of a list; `text` has these, to correct.

    The first of its errors says how many were entered.
    """

    def __init__(self, entered: int, left_out: Sequence[LeftOut]) -> None:
        wrong: list[str] = []
        errors = []
        for left in left_out:
            lines = [", ".join(row.names) for row in left.rows]
            message = say(
                "Line {n}, {names}: {why}", n=left.line, names=lines[0], why=left.why
            )
            errors.append(FieldError("", message))
            wrong += lines
        summary = say(
            "Entered: {n}. Not entered: {left}, which stay in the list below to be "
            "corrected.",
            n=entered,
            left=len(wrong),
        )
        super().__init__(FieldError("", summary), *errors)
        self.text = "\n".join(wrong)


# The pages


@dataclass(frozen=True, slots=True)
class DoorPage(EventPage):
    """The door: who enters, and under which name."""

    error: RefereeError | None
    """Why somebody could not enter."""
    typed: Sequence[str]
    """The names that they typed."""
    meant: Sequence[str] = ()
    """The names on the list that they perhaps meant."""

    @property
    def taken(self) -> str | None:
        """Return the typed name if it has a phone, which may be theirs."""
        if self.error is None or not self.typed:
            return None
        return same_name(self.typed[0], self.event.names)

    @property
    def own(self) -> str | None:
        """Return this phone's own name if it is on the list without a phone."""
        known = same_name(cookies.stored_name(), self.event.names)
        return known if known in list_without_phone(self.event) else None

    @property
    def has_asked(self) -> bool:
        """Return whether this phone has asked the director to be somebody's."""
        own = [hashed(token) for token in cookies.cookie_tokens(self.code)]
        return any(call.is_open and call.phone in own for call in self.event.calls)


@dataclass(frozen=True, slots=True)
class CallPage(EventPage):
    """How an entrant calls the director, and whether the director knows."""

    own: EventTable | None
    """Their table in this round."""

    reasons = REASONS


# What is seen


@blueprint.get("/events/<code>")
def event(
    code: str, error: RefereeError | None = None, part: str | None = None
) -> Response:
    """Show an event: its director's page, the phone between rounds, or the door.

    A phone whose table plays is led there, unless its owner has left. `part`: what of
    the director's page is open.
    """
    now = auth.event_desk(code).look()
    if now.is_director:
        director = DirectorPage.of(now.row.code, error, request.args.get("open", part))
        return render("event/director.html", director)
    if now.entrant is None:
        typed = request.form.getlist("names")
        door = render("event/door.html", DoorPage(now, error, typed))
        if not cookies.cookie_tokens(now.row.code):
            # It has its place even if the answer to its form is lost.
            cookies.store_token(door, now.row.code, new_token())
        return door
    table = now.event.table_of(now.entrant)
    stays = request.args.get("stay") in ("1", table.code if table else None)
    stays = stays or not now.event.entrants[now.entrant].is_present
    if now.leads_to(table) and not stays and error is None:
        return _lead_to(now, table)
    between = BetweenPage.of(now, now.entrant, error)
    return render("event/between.html", between)


def _lead_to(now: EventNow, table: EventTable | None) -> Response:
    """Redirect to a table of the event, with this phone's token or the director's.

    The phone stays at a table of an earlier round until the next one begins.
    """
    if table is None:
        return go_to("event", code=now.row.code)
    latest = len(now.event.rounds)
    stays = now.event.has_gone_on(table.code)
    response = go_to("table", code=table.code, stay=latest if stays else None)
    kind = "host" if now.is_director else "seat"
    token = request.cookies.get(f"{kind}_{now.row.code}")
    if token:
        cookies.store_token(response, table.code, token, kind)
    return response


@blueprint.get("/e/<code>")
def open_door(code: str) -> Response:
    """Lead to an event from the short address of its door."""
    return go_to("event", code=code)


@blueprint.get("/events/<code>/tables/<table>")
def event_table(code: str, table: str) -> Response:
    """Go to a table of an event: as its host, at one's seat, or to watch."""
    now = auth.event_desk(code).attend()
    return _lead_to(now, now.event.tables.get(read_code(table)))


@blueprint.route("/events/<code>/as/<token>", methods=["GET", "POST"])
def take_event(code: str, token: str) -> Response:
    """Make this device the director's, the board, or an entrant's, by a token.

    It asks first if that would replace another place at the event, or if this may be
    the wrong device.
    """
    code = read_code(code)
    with auth.guessing(code):
        now = EventDesk(room(), code, (token,)).attend()
    return take_place(now, token)


@blueprint.get("/events/<code>/qr.svg")
def qr_of_event(code: str) -> Response:
    """Return the QR code of an event's door, with the code's key."""
    code = auth.event_desk(code).code
    return draw_qr(f"{base_url()}/e/{room().keyed(code)}")


# What is done


@blueprint.post("/events/<code>/enter")
@redisplay(event)
def enter_event(code: str) -> Response:
    """Enter under a name; as director, a list of names."""
    desk = auth.event_desk(code)
    now = desk.look()
    if now.is_director:
        listed = entering.enter_list(desk, _read_sent_list())
        if listed.left_out:
            raise LinesLeftOutError(len(listed.entered), listed.left_out)
        return go_to("event", code=now.row.code)
    count_request("join")
    names = [name for name in request.form.getlist("names") if name.strip()]
    own_names = now.event.entrants[now.entrant].names if now.entrant else ()
    if names and same_name(names[0], own_names):
        # Sent twice, since the first answer was lost.
        return go_to("event", code=now.row.code)
    if names and "ask" in request.form:
        token = request.cookies.get(f"seat_{now.row.code}") or new_token()
        entering.ask_for_place(desk, names[0], token)
        response = go_to("event", code=now.row.code)
        cookies.store_token(response, now.row.code, token)
        return response
    if names and now.entrant is None and "new" not in request.form:
        meant = list_perhaps_meant(now.event, names[0])
        if meant:
            return render("event/door.html", DoorPage(now, None, names, meant))
    return _enter(desk, names)


@blueprint.post("/events/<code>/next")
@redisplay(event)
def enter_next(code: str) -> Response:
    """Enter the event that follows this one, under this phone's name here."""
    count_request("join")
    following = NextWeek.after(auth.event_desk(code).attend())
    if following is None:
        return go_to("event", code=code)
    if following.name is None:
        return go_to("event", code=following.code)
    tokens = tuple(cookies.cookie_tokens(following.code))
    return _enter(EventDesk(room(), following.code, tokens), [following.name])


def _enter(desk: EventDesk, names: Sequence[str]) -> Response:
    """Enter this phone under these names, and lead it to the event."""
    own_token = request.cookies.get(f"seat_{desk.code}")
    entered = entering.enter_people(desk, names, own_token)
    response = go_to("event", code=desk.code)
    cookies.store_token(response, desk.code, entered.token or "")
    cookies.store_name(response, names[0].strip())
    return response


def _read_sent_list() -> str:
    """Return the list that was typed or uploaded.

    Raise WrongFieldsError for too long.
    """
    text = request.form.get("list", "")
    if file := request.files.get("file"):
        listed = decode_list(file.read())
        # Lines are counted as in the file, unless some were typed too.
        text = f"{text}\n{listed}" if text.strip() else listed
    text = text.rstrip()
    if len(text) > LONGEST_LIST:
        message = say("A list has at most {n} letters.", n=LONGEST_LIST)
        raise wrong_field("list", message)
    return text


@blueprint.post("/events/<code>/delete")
@redisplay(lambda code, error: event(code, error, "delete"))
def delete_event(code: str) -> Response:
    """Delete the event with its tables for good, after confirmation."""
    count_request("open")
    desk = auth.event_desk(code)
    require_tick(say("Tick the box first: a deleted event can’t be restored."))
    planning.delete_event(desk)
    response = go_to("lobby")
    cookies.drop_token(response, desk.code)
    cookies.drop_token(response, desk.code, "host")
    return response


def _go_back(code: str, part: str | None, forgotten: str | None = None) -> Response:
    """Go back to the event's page, to the part that somebody had opened."""
    # The page's top says whose name was `forgotten`.
    anchor = None if forgotten else part
    return go_to("event", code=code, open=part, forgotten=forgotten, _anchor=anchor)


@blueprint.get("/events/<code>/call")
def call_director(code: str) -> Response:
    """Show how an entrant calls the director, and whether the director knows."""
    now = auth.event_desk(code).attend()
    if now.entrant is None:
        return go_to("event", code=now.row.code)
    table = now.event.table_of(now.entrant)
    return render("event/call.html", CallPage(now, table))


def _read_scores(code: str) -> Mapping[str, object]:
    """Return a table's scores, one for those who score together; none takes them back.

    Raise WrongFieldsError for what is no score.
    """
    event = auth.event_desk(code).direct().event
    table = event.tables.get(read_code(request.form.get("table", "")))
    scores = {}
    if table is not None and "take_back" not in request.form:
        for side in list_scorers(event)[table.code]:
            score = whole_number(f"score-{side[0]}", -MOST_POINTS, MOST_POINTS)
            scores.update(dict.fromkeys(side, score))
    return {"scores": scores}


def _after_calling(_: object, code: str) -> Response:
    """Lead back to the table from which the director was called, or to the event."""
    if "table" in request.form:
        return go_to("event_table", code=code, table=request.form["table"])
    return _go_back(code, None)


def _back_to(part: str | None, refused: str | None = None) -> dict[str, Any]:
    """Return how a form of the event leads back to this part, and shows a refusal."""

    def show(code: str, error: RefereeError, **_: object) -> Response:
        return event(code, error, refused or part)

    return {"show": show, "then": lambda _, code, **__: _go_back(code, part)}


by_form(calls.next_round, "/events/<code>/round", **_back_to(None, "early"))
by_form(calls.end_event, "/events/<code>/end", **_back_to(None))
by_form(calls.more_tables, "/events/<code>/tables", **_back_to(None))
by_form(calls.plan_again, "/events/<code>/plan", **_back_to("plan"))
by_form(calls.call_director, "/events/<code>/call", event, _after_calling, "make_call")
by_form(calls.adjust, "/events/<code>/adjust", **_back_to("people"))
by_form(
    calls.enter_scores,
    "/events/<code>/score",
    reads=_read_scores,
    **_back_to("scores"),
)
by_form(calls.answer_call, "/events/<code>/calls/<int:call>/answer", **_back_to(None))
for _deed, _what in (
    (calls.leave_event, "leave"),
    (calls.return_to_event, "return"),
    (calls.substitute, "substitute"),
):
    by_form(_deed, f"/events/<code>/entrants/<entrant>/{_what}", **_back_to("people"))


def _after_forgetting(_: object, code: str, entrant: str) -> Response:
    return _go_back(code, "people", forgotten=entrant)


by_form(
    calls.forget_entrant,
    "/events/<code>/entrants/<entrant>/forget",
    _back_to(None)["show"],
    _after_forgetting,
)


by_form(calls.event_again, "/events/<code>/again", event, lead_director)

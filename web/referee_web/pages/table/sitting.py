"""Seats at a table: joining, claims, links with QR codes, and leaving."""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from flask import Response, request

from referee.hosting.tables import seats
from referee.hosting.tables.claims import (
    Claimed,
    ClaimStatus,
    claim_status,
    withdraw_claim,
)
from referee.hosting.tables.player_names import same_name
from referee.hosting.tables.seats import Seated
from referee.hosting.tables.snapshot import Snapshot
from referee.hosting.tables.tokens import read_code
from referee.vocabulary.errors import (
    NotFoundError,
    RefereeError,
)
from referee.vocabulary.text import say
from referee_web.api.calls import tables as calls
from referee_web.guards import auth, cookies
from referee_web.guards.base_url import base_url, join_url
from referee_web.guards.services import count_request, room, sender, services
from referee_web.pages.blueprint import blueprint, draw_qr, go_to, render
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.forms.form_values import require_tick
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.request_table import changing_as_seen, go_to_seat, look
from referee_web.pages.table.at_table import JOIN
from referee_web.pages.table.table import table
from referee_web.preferences import forget_cookie, keep_cookie

WAITING_SECONDS = 60 * 60


@dataclass(frozen=True, slots=True)
class WaitingPage:
    """A claim on a seat that waits, or that was refused."""

    snapshot: Snapshot
    seat: str
    refused: bool


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """One's own seat, and to a host all of them."""

    snapshot: Snapshot
    error: RefereeError | None
    refused: str | None
    """The seat that was refused a name."""
    typed: str
    """That name."""


@dataclass(frozen=True, slots=True)
class SeatLinkPage:
    """A link that moves a seat to another phone."""

    snapshot: Snapshot
    seat: str
    token: str

    @property
    def address(self) -> str:
        """Return the address of the link."""
        return f"{join_url(self.snapshot.code)}/link/{self.token}"


@dataclass(frozen=True, slots=True)
class TakeLinkPage:
    """The question whether to take a link's seat to this phone."""

    snapshot: Snapshot
    seat: str
    error: RefereeError | None


# Joining


@blueprint.post("/t/<code>/join")
@redisplay(partial(table, key=JOIN))
def join(code: str) -> Response:
    """Sit down under a name, or claim the seat of this name if it has an owner."""
    count_request("join")
    snapshot = look(code)
    name = request.form.get("name", "")
    if _was_let_in(snapshot.code, name):
        return go_to("waiting", code=snapshot.code)
    with changing_as_seen(snapshot) as held:
        left_of = request.form.get("left_of") or None
        joined = seats.join(held, name, sender(), left_of)
    _ask_no_more(snapshot.code)
    if isinstance(joined, Claimed):
        response = go_to("waiting", code=snapshot.code)
        keep_cookie(
            response, _claim_cookie(snapshot.code), joined.claim, WAITING_SECONDS
        )
        return response
    return go_to_seat(snapshot.code, joined.seat, joined.seat_token)


@blueprint.get("/t/<code>/waiting")
def waiting(code: str) -> Response:
    """Show that a claim waits; after admission, redirect to the table."""
    snapshot = look(code)
    state = _own_claim(snapshot.code)
    if state is None:
        return go_to("table", code=snapshot.code)
    is_answered = state.state != "waiting"
    if state.seat_token is not None:
        response = go_to_seat(snapshot.code, state.seat, state.seat_token)
    else:
        shown = WaitingPage(snapshot, state.seat, refused=is_answered)
        response = render("table/waiting.html", shown)
    if is_answered:
        forget_cookie(response, _claim_cookie(snapshot.code))
    return response


def _after_claim(_: object, code: str, claim: str) -> Response:
    """Lead to the table; if the host claimed this seat on this phone, to the claim."""
    if _claim_of_phone(code).partition(".")[0] == claim:
        return go_to("waiting", code=code)
    return go_to("table", code=code)


by_form(
    calls.settle,
    "/t/<code>/claims/<claim>",
    lambda code, claim, error: table(code, error),
    _after_claim,
    "answer_claim",
)


def _own_claim(code: str) -> ClaimStatus | None:
    """Return the state of this phone's claim; None without a known one."""
    with suppress(NotFoundError), room().held(code) as held:
        return claim_status(held, _claim_of_phone(code))
    return None


def _was_let_in(code: str, name: str) -> bool:
    """Return whether this phone was given this seat after it left the waiting page."""
    state = _own_claim(code)
    if state is None or state.seat_token is None:
        return False
    return same_name(name, [state.seat]) is not None


def _ask_no_more(code: str) -> None:
    """Withdraw this phone's claim once it sits down or claims another seat."""
    with suppress(NotFoundError), room().changing(code) as held:
        withdraw_claim(held, _claim_of_phone(code))


def _claim_of_phone(code: str) -> str:
    return request.cookies.get(_claim_cookie(code), "")


def _claim_cookie(code: str) -> str:
    return f"claim_{code}"


# Seats, and links that take them to another phone


@blueprint.get("/t/<code>/seat")
def seat(
    code: str, error: RefereeError | None = None, seat: str | None = None
) -> Response:
    """Show one's own seat, and to a host all; `seat`: which was refused a name."""
    typed = request.form.get("name", "")
    shown = SeatsPage(look(code), error, refused=seat, typed=typed)
    return render("table/seats.html", shown)


@blueprint.post("/t/<code>/seat/link")
@redisplay(seat)
def make_link(code: str) -> Response:
    """Show a single-use link, with QR code, that moves a seat to another phone."""
    count_request("join")
    snapshot = look(code)
    seat = request.form.get("seat") or snapshot.viewer.seat or ""
    with room().held(snapshot.code, snapshot.viewer) as held:
        token = seats.seat_link(held, seat)
    return render("table/seat_link.html", SeatLinkPage(snapshot, seat, token))


@blueprint.get("/t/<code>/link/<token>")
def link(code: str, token: str, error: RefereeError | None = None) -> Response:
    """Ask before using a link, since previews fetch it too."""
    snapshot = look(code)
    with room().held(snapshot.code) as held:
        linked = seats.linked_seat(held, token)
    return render("table/take_link.html", TakeLinkPage(snapshot, linked, error))


def _after_taking(seated: Seated, code: str, token: str) -> Response:
    return go_to_seat(code, seated.seat, seated.seat_token)


by_form(calls.take_link, "/t/<code>/link/<token>", link, _after_taking)


def _after_leaving(_: object, code: str) -> Response:
    if auth.identify_viewer(code).host and "seat" in request.form:
        return go_to("seat", code=code)
    response = go_to("table", code=code)
    cookies.drop_token(response, code)
    return response


def _after_handing_over(_: object, code: str) -> Response:
    response = go_to("table", code=code)
    cookies.drop_token(response, code, "host")
    return response


by_form(calls.leave, "/t/<code>/seat/leave", seat, _after_leaving)
by_form(calls.host, "/t/<code>/seat/host", seat, _after_handing_over, "hand_over")
by_form(calls.rename, "/t/<code>/seats/<path:seat>/name", seat, "seat")


@blueprint.post("/t/<code>/seat/forget")
@redisplay(seat)
def forget(code: str) -> Response:
    """Erase a player's name from the match for good, after confirmation."""
    count_request("open")
    snapshot = look(code)
    require_tick(say("Tick the box first: a forgotten name can’t be restored."))
    seat = request.form.get("seat") or snapshot.viewer.seat or ""
    services().archive.forget_name(snapshot.code, seat, snapshot.viewer)
    response = go_to("seat", code=snapshot.code)
    if seat == cookies.stored_name():
        cookies.drop_name(response)
    return response


@blueprint.post("/t/<code>/delete")
@redisplay(seat)
def delete(code: str) -> Response:
    """Delete the table for good, after confirmation."""
    count_request("open")
    viewer = auth.identify_viewer(code)
    code = read_code(code)
    require_tick(say("Tick the box first: a deleted table can’t be restored."))
    room().delete_table(code, viewer)
    response = go_to("lobby")
    cookies.drop_token(response, code)
    cookies.drop_token(response, code, "host")
    return response


# QR codes


@blueprint.get("/qr.svg")
def qr_of_referee() -> Response:
    """Return the QR code of this referee's address."""
    return draw_qr(f"{base_url()}/")


@blueprint.get("/t/<code>/qr.svg")
def qr_of_table(code: str) -> Response:
    """Return the QR code to join a table."""
    return draw_qr(join_url(room().keyed(auth.require_table(code).code)))


@blueprint.get("/t/<code>/link/<token>/qr.svg")
def qr_of_link(code: str, token: str) -> Response:
    """Return the QR code of a valid seat link."""
    there = auth.require_table(code).code
    with room().held(there) as held:
        seats.linked_seat(held, token)
    return draw_qr(f"{join_url(there)}/link/{token}")

"""The seats of a table: take one to another phone, rename it, free it, forget its name; hand the host's role over,
delete the table.
"""

from __future__ import annotations

from flask import Response, make_response, render_template, request, url_for

from referee.hosting.tables import renaming, seats
from referee.hosting.tables.tokens import read_code
from referee.vocabulary.errors import FieldError, RefereeError, WrongFieldsError
from referee.vocabulary.text import Text, say
from referee_web.guards import auth
from referee_web.guards.auth import memory, room
from referee_web.guards.limits import count_request
from referee_web.pages.blueprint import blueprint, go_to
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.table_context import TableContext, look, sat_down
from referee_web.public_url import base_url


@blueprint.get("/t/<code>/seat")
def seat(code: str) -> Response:
    """One's own seat, and for a host all of them."""
    return _show(look(code))


def _show(seen: TableContext, error: Text | None = None) -> Response:
    return make_response(render_template("table/seats.html", seen=seen, error=error))


def _seats_again(error: RefereeError, code: str) -> Response:
    return _show(look(code), error.message)


@blueprint.post("/t/<code>/seat/link")
@redisplay(_seats_again)
def make_link(code: str) -> Response:
    """A link that takes a seat to another phone, as a QR code. It can be used once."""
    count_request("join")
    seen = look(code)
    wanted = request.form.get("seat") or seen.viewer.seat or ""
    with room().held(seen.code, seen.viewer) as held:
        token = seats.seat_link(held, wanted)
    path = url_for("pages.link", code=seen.code, token=token)
    page = render_template("table/seat_link.html", seen=seen, seat=wanted, token=token, address=base_url() + path)
    return make_response(page)


@blueprint.get("/t/<code>/link/<token>")
def link(code: str, token: str) -> Response:
    """Ask before a link is used up: programs that preview links fetch this too."""
    seen = look(code)
    with room().held(seen.code) as held:
        linked = seats.linked_seat(held, token)
    return make_response(render_template("table/take_link.html", seen=seen, seat=linked))


@blueprint.post("/t/<code>/link/<token>")
def take_link(code: str, token: str) -> Response:
    """Take the seat of a link to this phone."""
    count_request("join")
    seen = look(code)
    with room().changing(seen.code) as held:
        seated = seats.take_link(held, token)
    return sat_down(seen.code, seated.seat_token)


@blueprint.post("/t/<code>/seat/leave")
@redisplay(_seats_again)
def leave(code: str) -> Response:
    """Free one's own seat, or, as host, any."""
    seen = look(code)
    wanted = request.form.get("seat") or seen.viewer.seat
    with seen.changing() as held:
        seats.leave(held, wanted)
    own = wanted == seen.viewer.seat
    response = go_to("table" if own else "seat", code=seen.code)
    if own:
        auth.let_go(response, seen.code)
    return response


@blueprint.post("/t/<code>/seat/host")
@redisplay(_seats_again)
def hand_over(code: str) -> Response:
    """Make the owner of another seat the host."""
    seen = look(code)
    with seen.changing() as held:
        seats.hand_over(held, request.form.get("seat", ""))
    response = go_to("table", code=seen.code)
    auth.let_go(response, seen.code, "host")
    return response


@blueprint.post("/t/<code>/seat/name")
@redisplay(_seats_again)
def rename(code: str) -> Response:
    """Give one's own seat, or, as host, any, another name."""
    count_request("join")
    seen = look(code)
    with seen.changing() as held:
        renaming.rename_seat(held, request.form.get("seat") or seen.viewer.seat or "", request.form.get("name"))
    return go_to("seat", code=seen.code)


def _unsure(message: Text) -> WrongFieldsError:
    return WrongFieldsError(FieldError("sure", message))


@blueprint.post("/t/<code>/seat/forget")
@redisplay(_seats_again)
def forget(code: str) -> Response:
    """Remove a player's name from the match for good, once that was confirmed."""
    count_request("open")
    seen = look(code)
    if request.form.get("sure") != "yes":
        raise _unsure(say("Tick the box first: a forgotten name cannot be restored."))
    memory().forget_name(seen.code, request.form.get("seat") or seen.viewer.seat or "", seen.viewer)
    return go_to("seat", code=seen.code)


@blueprint.post("/t/<code>/delete")
@redisplay(_seats_again)
def delete(code: str) -> Response:
    """Delete the table for good, once that was confirmed."""
    count_request("open")
    viewer, code = auth.viewer(code), read_code(code)
    if request.form.get("sure") != "yes":
        raise _unsure(say("Tick the box first: a deleted table cannot be restored."))
    room().delete_table(code, viewer)
    response = go_to("lobby")
    auth.let_go(response, code)
    auth.let_go(response, code, "host")
    return response

"""The seats of a table: take one to another phone, rename it, free it, forget its name; hand the host's role over,
delete the table.
"""

from flask import Response, request, url_for

from referee.hosting.tables import seats
from referee.hosting.tables.tokens import read_code
from referee.vocabulary.errors import FieldError, RefereeError, WrongFieldsError
from referee.vocabulary.text import Text, say
from referee_web.guards import auth
from referee_web.guards.auth import archive, room
from referee_web.guards.limits import count_request
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.request_table import change, changing, look, sat_down
from referee_web.public_url import base_url


@blueprint.get("/t/<code>/seat")
def seat(code: str, error: RefereeError | None = None) -> Response:
    """One's own seat, and for a host all of them."""
    return page("table/seats.html", seen=look(code), error=error)


@blueprint.post("/t/<code>/seat/link")
@redisplay(seat)
def make_link(code: str) -> Response:
    """A link that takes a seat to another phone, as a QR code. It can be used once."""
    count_request("join")
    seen = look(code)
    wanted = request.form.get("seat") or seen.by.seat or ""
    with room().held(seen.code, seen.by) as held:
        token = seats.seat_link(held, wanted)
    path = url_for("pages.link", code=seen.code, token=token)
    return page("table/seat_link.html", seen=seen, seat=wanted, token=token, address=base_url() + path)


@blueprint.get("/t/<code>/link/<token>")
def link(code: str, token: str) -> Response:
    """Ask before a link is used up: programs that preview links fetch this too."""
    seen = look(code)
    with room().held(seen.code) as held:
        linked = seats.linked_seat(held, token)
    return page("table/take_link.html", seen=seen, seat=linked)


@blueprint.post("/t/<code>/link/<token>")
def take_link(code: str, token: str) -> Response:
    """Take the seat of a link to this phone."""
    count_request("join")
    seen = look(code)
    with room().changing(seen.code) as held:
        seated = seats.take_link(held, token)
    return sat_down(seen.code, seated.seat_token)


@blueprint.post("/t/<code>/seat/leave")
@redisplay(seat)
def leave(code: str) -> Response:
    """Free one's own seat, or, as host, any."""
    seen = look(code)
    wanted = request.form.get("seat") or seen.by.seat
    with changing(seen) as held:
        seats.leave(held, wanted)
    own = wanted == seen.by.seat
    response = go_to("table" if own else "seat", code=seen.code)
    if own:
        auth.let_go(response, seen.code)
    return response


@blueprint.post("/t/<code>/seat/host")
@redisplay(seat)
def hand_over(code: str) -> Response:
    """Make the owner of another seat the host."""
    response = change(code, lambda held: seats.hand_over(held, request.form.get("seat", "")))
    auth.let_go(response, read_code(code), "host")
    return response


@blueprint.post("/t/<code>/seat/name")
@redisplay(seat)
def rename(code: str) -> Response:
    """Give one's own seat, or, as host, any, another name."""
    count_request("join")
    wanted, name = request.form.get("seat") or look(code).by.seat or "", request.form.get("name")
    return change(code, lambda held: seats.rename_seat(held, wanted, name), "seat")


def _unsure(message: Text) -> WrongFieldsError:
    return WrongFieldsError(FieldError("sure", message))


@blueprint.post("/t/<code>/seat/forget")
@redisplay(seat)
def forget(code: str) -> Response:
    """Remove a player's name from the match for good, once that was confirmed."""
    count_request("open")
    seen = look(code)
    if request.form.get("sure") != "yes":
        raise _unsure(say("Tick the box first: a forgotten name cannot be restored."))
    archive().forget_name(seen.code, request.form.get("seat") or seen.by.seat or "", seen.by)
    return go_to("seat", code=seen.code)


@blueprint.post("/t/<code>/delete")
@redisplay(seat)
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

"""Sitting down: joining, asking for a seat that has an owner, and answering whoever asks."""

from contextlib import suppress
from functools import partial

from flask import Response, request

from referee.hosting.tables import seats
from referee.hosting.tables.claims import Claimed, ClaimStatus, claim_status, settle_claim, withdraw_claim
from referee.hosting.tables.player_names import same_name
from referee.vocabulary.errors import NotFoundError
from referee_web.guards.auth import room
from referee_web.guards.limits import count_request, sender
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.request_table import changing, look, sat_down
from referee_web.pages.table.table_page import JOIN, table
from referee_web.preferences import keep_cookie

WAITING_SECONDS = 60 * 60


@blueprint.post("/t/<code>/join")
@redisplay(partial(table, key=JOIN))
def join(code: str) -> Response:
    """Sit down under a name, or ask for the seat of that name where it has an owner."""
    count_request("join")
    seen = look(code)
    name = request.form.get("name", "")
    if _was_let_in(seen.code, name):
        return go_to("waiting", code=seen.code)
    with changing(seen) as held:
        joined = seats.join(held, name, sender())
    _ask_no_more(seen.code)
    if isinstance(joined, Claimed):
        response = go_to("waiting", code=seen.code)
        keep_cookie(response, _claim_cookie(seen.code), joined.claim, WAITING_SECONDS)
        return response
    return sat_down(seen.code, joined.seat_token)


@blueprint.get("/t/<code>/waiting")
def waiting(code: str) -> Response:
    """Wait for the answer of the seat's owner or the host; once let in, on to the table."""
    seen = look(code)
    state = _own_claim(seen.code)
    if state is None:
        return go_to("table", code=seen.code)
    if state.state == "waiting":
        return page("table/waiting.html", seen=seen, seat=state.seat, refused=False)
    if state.seat_token is not None:
        response = sat_down(seen.code, state.seat_token)
    else:
        response = page("table/waiting.html", seen=seen, seat=state.seat, refused=True)
    response.delete_cookie(_claim_cookie(seen.code), httponly=True, samesite="Lax")
    return response


@blueprint.post("/t/<code>/claims/<claim>")
@redisplay(lambda code, claim, error: table(code, error))
def answer_claim(code: str, claim: str) -> Response:
    """Let somebody have the seat they ask for, or not."""
    count_request("join")
    seen = look(code)
    with changing(seen) as held:
        settle_claim(held, claim, request.form.get("admit") == "yes")
    # The host may have asked for a seat too, on this very phone.
    mine = _claim_of_phone(seen.code).partition(".")[0] == claim
    return go_to("waiting" if mine else "table", code=seen.code)


def _own_claim(code: str) -> ClaimStatus | None:
    """The state of this phone's claim; None if it has none, or one that is no longer known."""
    with suppress(NotFoundError), room().held(code) as held:
        return claim_status(held, _claim_of_phone(code))
    return None


def _was_let_in(code: str, name: str) -> bool:
    """Whether this phone was given the seat of this name, having left the page that waits for the answer."""
    state = _own_claim(code)
    return state is not None and state.seat_token is not None and same_name(name, [state.seat]) is not None


def _ask_no_more(code: str) -> None:
    """Withdraw this phone's claim once it sits down or claims another seat: nobody must grant it any more."""
    with suppress(NotFoundError), room().changing(code) as held:
        withdraw_claim(held, _claim_of_phone(code))


def _claim_of_phone(code: str) -> str:
    return request.cookies.get(_claim_cookie(code), "")


def _claim_cookie(code: str) -> str:
    return f"claim_{code}"

"""Calls to open, view and start a table, and to join and leave it."""

from collections.abc import Mapping
from typing import Any

from flask import Response, request

from referee.hosting.history.next_table import next_table_for, open_next_table
from referee.hosting.tables import claims, renaming, seats
from referee.hosting.tables.claims import Claimed, ClaimStatus
from referee.hosting.tables.confirming import confirm_result, confirmation_of
from referee.hosting.tables.seats import Seated
from referee.hosting.tables.watching import watch_of
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin.discovery import find_game, installed
from referee.vocabulary.errors import UnauthorizedError, wrong_field
from referee.vocabulary.text import say
from referee_web.api.answers import (
    GameFault,
    NextTable,
    RenamedSeat,
    SeatLink,
    TableOpened,
    TableView,
    You,
    extend,
    news_at,
)
from referee_web.api.call import body, changing_with_body, get, post, read_json
from referee_web.api.calls.match import answer_about_score
from referee_web.guards.at_bench import notice
from referee_web.guards.auth import guessing, identify_viewer, require_table
from referee_web.guards.base_url import base_url, join_url
from referee_web.guards.services import count_request, room, sender, services


@post("/tables", name="open", takes="Opening", status=201, problems=(409, 429))
def open_table() -> TableOpened:
    """Open a table."""
    count_request("open")
    wanted = body()
    base = base_url()
    game = _game(wanted)
    names = wanted["seats"] or ()
    house_rules = wanted["house_rules"] or ()
    opened = room().open_table(
        game, names, wanted["options"], house_rules, wanted["confirm"]
    )
    url = join_url(room().keyed(opened.code), base)
    return TableOpened(opened.code, opened.host_token, url, f"{url}/qr.svg")


@post(
    "/tables/<code>/next",
    who="whoever sits at the table",
    takes="NextGame",
    status=201,
)
def next_game(code: str) -> NextTable:
    """Play another game.

    Once the match is over. All keep their seats and tokens at the new table, where the
    match is yet to begin. Whoever comes second is given the table that there is, a
    rematch too.
    """
    count_request("open")
    base = base_url()
    with changing_with_body(code) as (held, wanted):
        game = _game(wanted)
        house_rules = wanted["house_rules"] or ()
        there = open_next_table(held, game, wanted["options"], house_rules)
    return NextTable(there, join_url(room().keyed(there), base))


def _game(wanted: Mapping[str, Any]) -> str:
    game: str = wanted["game"]
    if find_game(game) is None:
        message = say(
            "No game called “{game}” is installed. Installed: {known}.",
            game=game,
            known=tuple(installed().games),
        )
        raise wrong_field("game", message)
    return game


@get("/tables/<code>", who="anybody")
def look(code: str) -> TableView:
    """The table as the bearer may see it.

    Without a token: as a spectator sees it.
    """
    return show_table(code, identify_viewer(code))


def show_table(code: str, reader: Viewer) -> TableView:
    """Return the table as this viewer may see it."""
    now = room().snapshot(code, reader)
    # Another daemon may have changed the host since the viewer was looked up.
    current = now.viewer
    rematch = next_table_for(room(), code, current) if now.over else None
    fault = None
    if current.host and now.fault_notice is not None:
        fault = GameFault(now.row.game, now.fault_notice)
    open_claims = None
    if current != SPECTATOR:
        with room().looking(code, current) as held:
            open_claims = claims.open_claims(held)
    return extend(
        TableView,
        now.view,
        you=You(current.seat, current.host),
        seat_states=now.seat_states,
        options=now.row.options,
        house_rules=now.row.house_rules,
        toss=now.next_toss,
        rematch=rematch,
        dispute=now.current_dispute,
        news=news_at(now),
        fault=fault,
        claims=open_claims,
        lost_seat=now.lost_seat(current),
        watch=watch_of(now),
        notice=notice(),
        confirmation=confirmation_of(now) if now.finished else None,
    )


@get("/tables/<code>/live", content={"text/event-stream": str})
def live(code: str) -> Response:
    """Hear when the table changes.

    Server-Sent Events: `event: changed` with `id:` and `data: {"seq": n}`, at once and
    whenever something changed. It never says what: look at the table then.
    """
    card_room = room()
    table_code = require_table(code).code
    card_room.current_table(table_code)
    return services().streams.answer(card_room, table_code, sender())


@post("/tables/<code>/start", who="the host", takes="Starting")
def start(code: str) -> TableView:
    """Start the match."""
    with changing_with_body(code) as (held, wanted):
        seats.start(held, wanted["order"], wanted["dealer"], wanted["toss_dealer"])
    return show_table(code, identify_viewer(code))


# Sitting down, coming back, handing over and leaving


@post(
    "/tables/<code>/join",
    who="anybody",
    takes="Joining",
    status=201,
    also={Claimed: 202},
)
def join(code: str) -> Seated | Claimed:
    """Sit down.

    A new or a free seat is given at once; after the match has begun a new one where the
    game takes latecomers. For one that has an owner, the owner or the
    host is asked. With the host's token the host sits down.
    """
    count_request("join")
    with changing_with_body(code) as (held, wanted):
        return seats.join(held, wanted["name"], sender(), wanted["left_of"])


@get("/tables/<code>/claims/<claim>")
def claim(code: str, claim: str) -> ClaimStatus:
    """How a claim stands."""
    require_table(code)
    with guessing(code, claim=claim), room().held(code) as held:
        return claims.claim_status(held, claim)


@post(
    "/tables/<code>/claims/<claim>",
    who="the seat's owner or the host",
    takes="Admitting",
)
def settle(code: str, claim: str) -> ClaimStatus:
    """Admit or refuse whoever asks for a seat."""
    sender = identify_viewer(code)
    with guessing(code, claim=claim):
        admit = body()["admit"]
        with room().changing(code, sender) as held:
            return claims.settle_claim(held, claim, admit)


@post(
    "/tables/<code>/seats/<path:seat>/link",
    who="the seat's owner or the host",
    status=201,
)
def link(code: str, seat: str) -> SeatLink:
    """A link that takes a seat to another phone."""
    sender = identify_viewer(code)
    base = base_url()
    with room().held(code, sender) as held:
        token = seats.seat_link(held, seat)
        url = f"{join_url(held.code, base)}/link/{token}"
    return SeatLink(url, f"{url}/qr.svg")


@post(
    "/tables/<code>/seats/<path:seat>/name",
    who="the seat's owner or the host",
    takes="Naming",
)
def rename(code: str, seat: str) -> RenamedSeat:
    """Rename a seat.

    Before the match, during it and afterwards: everything that was entered for the seat
    has the new name.
    """
    count_request("join")
    with changing_with_body(code) as (held, wanted):
        return RenamedSeat(renaming.rename_seat(held, seat, wanted["name"]))


@post("/tables/<code>/links", takes="LinkTaking", status=201)
def take_link(code: str) -> Seated:
    """Take the seat of a link.

    What a phone does with the link's page. The seat's former token is not known any
    more.
    """
    count_request("join")
    link = (request.view_args or {}).get("token") or read_json().get("token")
    if not isinstance(link, str):
        link = ""
    require_table(code, link)
    with guessing(code, link):
        token = body()["token"]
        with room().changing(code) as held:
            return seats.take_link(held, token)


@post("/tables/<code>/host", who="the host", takes="NamingSeat")
def host(code: str) -> TableView:
    """Hand the host's role to a seat."""
    with changing_with_body(code) as (held, wanted):
        seats.hand_over(held, wanted["seat"])
    return show_table(code, viewer_now(code))


@post("/tables/<code>/leave", who="a seat or the host", takes="Leaving")
def leave(code: str) -> TableView:
    """Free a seat.

    A seat that came by joining is taken away while the match has not begun, and that of
    a latecomer who has done nothing. The answer is what the bearer may still see.
    """
    with changing_with_body(code) as (held, wanted):
        seats.leave(held, wanted["seat"])
    return show_table(code, viewer_now(code))


def viewer_now(code: str) -> Viewer:
    """Return the bearer after they gave up a role: a spectator if it was the last."""
    try:
        return identify_viewer(code)
    except UnauthorizedError:
        return SPECTATOR


@post("/tables/<code>/seats/<path:seat>/forget", who="the seat's owner or the host")
def forget(code: str, seat: str) -> RenamedSeat:
    """Forget a player's name.

    For good: in this match and its log the seat has a name from now on that says
    nothing.
    """
    count_request("open")
    sender = identify_viewer(code)
    return RenamedSeat(services().archive.forget_name(code, seat, sender))


@post("/tables/<code>/confirm", who="a seat or the host", takes="Confirming")
def confirm(code: str) -> Mapping[str, object]:
    """Confirm the result of a match that is over.

    By a seat of another side than that which entered last, or the host; where no other
    side has a phone, by whoever has one, with `agreed`. Where the table was opened with
    `confirm`.
    """
    with changing_with_body(code) as (held, wanted):
        confirm_result(held, wanted["seq"], wanted["agreed"])
    answer_about_score(held)
    return {"confirmed": wanted["seq"]}

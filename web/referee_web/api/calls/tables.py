"""Calls that open a table, look at it, hear when it changes, and begin its match."""

from flask import Response, current_app

from referee.hosting.history.rematches import rematch_for
from referee.hosting.tables import claims, seats
from referee.hosting.tables.claims import OpenClaim
from referee.match.log_entry import SPECTATOR, Viewer
from referee.plugin.discovery import installed
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.text import say
from referee_web.api.answers import GameFault, TableOpened, TableView, You, extended
from referee_web.api.call import body, call, changing
from referee_web.bench import notice
from referee_web.guards.auth import room, table, viewer
from referee_web.guards.limits import count_request, sender
from referee_web.public_url import join_url
from referee_web.streams import Streams


@call("post", "/tables", name="open", takes="Opening", status=201, problems=(409, 429))
def open_table() -> TableOpened:
    """Open a table."""
    count_request("open")
    wanted = body()
    if wanted["game"] not in (known := tuple(installed().games)):
        message = say("No game called “{game}” is installed. There are: {known}.", game=wanted["game"], known=known)
        raise WrongFieldsError(FieldError("game", message))
    opened = room().open_table(wanted["game"], wanted["seats"] or (), wanted["options"], wanted["house_rules"] or ())
    url = join_url(room().keyed(opened.code))
    return TableOpened(opened.code, opened.host_token, url, f"{url}/qr.svg")


@call("get", "/tables/<code>", who="anybody")
def look(code: str) -> TableView:
    """The table as the bearer may see it.

    Without a token: as a spectator sees it.
    """
    return show_table(code, viewer(code))


def show_table(code: str, looks: Viewer) -> TableView:
    """The table as this viewer may see it."""
    now = room().snapshot(code, looks)
    # Another daemon may have made somebody else the host since they were looked up.
    by = now.by
    return extended(
        TableView,
        now.view,
        you=You(by.seat, by.host),
        seat_states=now.seat_states,
        options=now.row.options,
        house_rules=now.row.house_rules,
        toss=now.next_toss,
        rematch=rematch_for(room(), code, by) if now.over else None,
        dispute=now.open_dispute,
        fault=GameFault(now.row.game, now.fault_told) if by.host and now.fault_told is not None else None,
        claims=_open_claims(code, by) if by != SPECTATOR else None,
        lost_seat=now.lost_seat(by),
        notice=notice(),
    )


def _open_claims(code: str, looks: Viewer) -> tuple[OpenClaim, ...]:
    with room().looking(code, looks) as held:
        return claims.open_claims(held)


@call("get", "/tables/<code>/live", content={"text/event-stream": str})
def live(code: str) -> Response:
    """Hear when the table changes.

    Server-Sent Events: `event: changed` with `id:` and `data: {"seq": n}`, at once and whenever something changed. It
    never says what: look at the table then.
    """
    card_room, table_code = room(), table(code).code
    card_room.current_table(table_code)
    streams: Streams = current_app.extensions["streams"]
    return streams.answer(card_room, table_code, sender())


@call("post", "/tables/<code>/start", who="the host", takes="Starting")
def start(code: str) -> TableView:
    """Start the match."""
    with changing(code) as (held, wanted):
        seats.start(held, wanted["order"], wanted["dealer"], wanted["toss_dealer"])
    return show_table(code, viewer(code))

"""Calls that enter what happened, put it right, and hear slaps."""

from collections.abc import Mapping

from flask import request

from referee.hosting.races.races import Buzzed, Measured
from referee.hosting.tables import amending, entering
from referee.hosting.tables.amending import Revised
from referee.hosting.tables.entering import Draft, Entered
from referee.match.corrections import Change
from referee_web.api.call import body, call, changing, read_json
from referee_web.api.passing_on import forward_to_owner, waited
from referee_web.guards.auth import room, viewer
from referee_web.guards.protection import ARRIVAL, LATENESS


@call(
    "post",
    "/tables/<code>/entries",
    who="a seat or the host",
    takes="OneEntry or SeveralEntries",
    status=201,
    query=("view",),
)
def enter(code: str) -> Entered:
    """Enter what happened.

    A seat enters for itself and for the table, the host for every seat. All entries of one call are taken, or none.
    """
    sender = viewer(code)
    drafts = _drafts(read_json())
    with room().changing(code, sender) as held:
        return entering.enter(held, drafts, with_view=request.args.get("view") != "none")


def _drafts(body: Mapping[str, object]) -> list[Draft]:
    from referee_web.api import schemas

    if "entries" in body:
        return [Draft(**entry) for entry in schemas.read("SeveralEntries", body)["entries"]]
    return [Draft(**schemas.read("OneEntry", body))]


@call("post", "/tables/<code>/corrections", who="the entries' author or the host", takes="Correcting", status=201)
def correct(code: str) -> Revised:
    """Correct earlier entries."""
    with changing(code) as (held, wanted):
        changes = [Change(change["seq"], change.get("data")) for change in wanted["changes"]]
        return amending.correct(held, changes, wanted["drop_unfit"])


@call(
    "post",
    "/tables/<code>/corrections/<correction>/undo",
    who="the entries' author or the host",
    takes="Undoing",
    status=201,
)
def undo(code: str, correction: str) -> Revised:
    """Undo a correction."""
    with changing(code) as (held, wanted):
        return amending.undo(held, correction, False, wanted["drop_unfit"])


@call(
    "post",
    "/tables/<code>/corrections/<correction>/redo",
    who="the entries' author or the host",
    takes="Undoing",
    status=201,
)
def redo(code: str, correction: str) -> Revised:
    """Make an undone correction again."""
    with changing(code) as (held, wanted):
        return amending.undo(held, correction, True, wanted["drop_unfit"])


# Phones as buzzers


def _arrival() -> float:
    """Return by when the last byte of this request had come, by the clock of the races.

    The daemon notes it before anything is parsed. Another server has the body read here: what is sent early, such
    as the head, brings no earlier time.
    """
    request.get_data()
    noted: float | None = request.environ.get(ARRIVAL)
    return room().races.now() if noted is None else noted


@call("post", "/tables/<code>/clock", who="a seat", takes="Probing")
@forward_to_owner
def clock(code: str) -> Measured:
    """Have a page's clock measured.

    Begin with an empty object, then send each answer's `nonce` back at once, with the phone's own time at its receipt.
    An empty object begins another clock: each page that a seat has open is measured apart, and the last eight are kept.
    """
    arrival = _arrival()
    probed = viewer(code)
    probe = body()
    return entering.measure(room().races, room().current_table(code), probed, arrival, probe["nonce"], probe["t"])


@call("post", "/tables/<code>/buzz", who="a seat", takes="Buzzing", status=202)
@forward_to_owner
def buzz(code: str) -> Buzzed:
    """Slap.

    A short window after the first slap its order stands in everybody's view as `finish`, and in the prompt that names
    the race as the `default` of its `order` field; `changed` is sent then. 409 is a false start: no such race is open,
    or the phone is not armed. 429: somebody mashes.
    """
    arrival, lateness = _arrival(), waited() + request.environ.get(LATENESS, 0.0)
    slaps = viewer(code)
    slap = body()
    racing = room().current_table(code)
    return entering.buzz(room().races, racing, slaps, slap["race"], slap["t"], arrival, slap["nonce"], lateness)

"""The table's page: shown before, during and after its match, and its own deeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from flask import Response, request

from referee.hosting.tables import seats
from referee.hosting.tables.snapshot import Snapshot
from referee.match.viewer import SPECTATOR
from referee.vocabulary.errors import (
    RefereeError,
    UnauthorizedError,
    wrong_field,
)
from referee.vocabulary.text import say
from referee_web.api.calls import tables as calls
from referee_web.guards import auth, cookies
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint, go_to, render
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.forms.form_values import number_in
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.request_table import change, look, render_live
from referee_web.pages.table.at_event import AtEvent
from referee_web.pages.table.at_table import START
from referee_web.pages.table.finish_picture import with_heat_chosen
from referee_web.pages.table.playing import TablePage
from referee_web.pages.table.setting_up import SettingUpPage


@blueprint.get("/t/<code>")
def table(code: str, error: RefereeError | None = None, key: str = "") -> Response:
    """Show the table as the viewer sees it: joining, setting up, playing or finished.

    With an error: why a request from it was refused, at its form.
    """
    event = auth.look_up_table(code).event
    try:
        snapshot = with_heat_chosen(look(code), request.values.get("heat"))
    except UnauthorizedError:
        if event is None:
            raise
        return go_to("event", code=event.event)
    if error is not None:
        trouble = Trouble.of(error, key or request.form.get("form", ""))
        return _draw(render, snapshot, AtEvent.of(snapshot), trouble)
    if code not in (snapshot.code, room().keyed(snapshot.code)):
        return go_to("table", code=snapshot.code)
    if snapshot.viewer == SPECTATOR or not cookies.cookie_tokens(snapshot.code):
        other = auth.find_table_before(snapshot.code)
        if other:
            # Whoever opens a rematch's address directly gets their seat as well.
            response = go_to("table", code=snapshot.code)
            cookies.copy_tokens(response, snapshot.code, other)
            return response
    own = cookies.next_token(snapshot.code)
    if own and snapshot.viewer == SPECTATOR:
        holder = auth.look_up_table(code).find_viewer([own])
        if holder.seat is not None:
            # The host has had them dealt in.
            response = go_to("table", code=snapshot.code)
            cookies.store_token(response, snapshot.code, own)
            return response
    at_event = AtEvent.of(snapshot)
    if at_event is not None and at_event.leads_on(snapshot):
        return go_to("event", code=at_event.code)
    return _draw(render_live, snapshot, at_event, None)


def _draw(
    answer: Callable[..., Response],
    snapshot: Snapshot,
    at_event: AtEvent | None,
    trouble: Trouble | None,
) -> Response:
    """Return the table's page before, during or after its match."""
    if snapshot.match is None:
        shown = SettingUpPage(snapshot, trouble)
        return answer("table/setting_up.html", shown)
    table = TablePage.of(snapshot, at_event, trouble)
    template = "final" if snapshot.view.finished else "playing"
    return answer(f"table/{template}.html", table)


@blueprint.post("/t/<code>/cards-ready")
@redisplay(table)
def cards_ready(code: str) -> Response:
    """Fold the set-up guide for everybody at the table."""
    return change(code, seats.have_cards_ready)


def _read_start(code: str) -> Mapping[str, object]:
    """Return the chosen order, and whether the dealer is drawn where none is chosen."""
    is_drawn = not request.form.get("dealer") and "toss" in request.form.getlist("how")
    order = _in_chosen_order(look(code).names) or None
    return {"order": order, "toss_dealer": is_drawn}


def _in_chosen_order(names: Sequence[str]) -> list[str]:
    """Return the seats by chosen positions; raise WrongFieldsError for equal ones."""
    positions = {}
    for position, name in enumerate(names, 1):
        chosen = number_in(request.form, f"place={name}")
        if chosen is not None:
            position = chosen
        positions[name] = position
    if len(set(positions.values())) < len(names):
        message = "Two seats have the same place. Give each its own."
        raise wrong_field("order", say(message))
    return sorted(names, key=lambda name: positions[name])


def _after_confirming(_: object, code: str) -> Response:
    """Lead to the table, or back to its event."""
    table = auth.look_up_table(code)
    if table.event is None:
        return go_to("table", code=table.code)
    return go_to("event", code=table.event.event)


by_form(calls.start, "/t/<code>/start", partial(table, key=START), reads=_read_start)
by_form(calls.confirm, "/t/<code>/confirm", table, _after_confirming)

"""The bench under a table's page: states, seats' views, failures, host's tools."""

import json
from collections.abc import Mapping
from pprint import pformat
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from flask import Blueprint, Response, request

from referee.hosting.tables import amending, entering
from referee.hosting.tables.permissions import match_of, require_host
from referee.hosting.tables.snapshot import Snapshot
from referee.match.history import History
from referee.match.log_entry import Viewer
from referee.match.match import Match
from referee.match.secrecy import may_read
from referee.match.showing.views import view_of
from referee.plugin.game_faults import GameFaultError, describe_error
from referee.plugin.reloading import Failure, failure_of
from referee.vocabulary.errors import ConflictError, ForbiddenError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, count, say
from referee.vocabulary.view import Zone
from referee_web.at_bench import bench, notice
from referee_web.guards.proxies import is_from_this_machine
from referee_web.pages.blueprint import blueprint as pages, go_to
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.request_table import changing, look
from referee_web.pages.table.playing import table
from referee_web.wording import wording

if TYPE_CHECKING:
    from referee.testing.game_bench import GameBench


WIDTH = 76
LONGEST = 20_000
"""The most characters of a state shown."""

ENTRIES = 50
"""The number of latest entries shown."""


@pages.app_template_global()
def bench_view(snapshot: Snapshot) -> dict[str, Any] | None:
    """Return this table's bench for its host on this machine.

    Return None for everybody else, and for an empty bench.
    """
    here = bench_here()
    if here is None or not snapshot.viewer.host:
        return None
    failures = failures_here(snapshot.fault)
    if snapshot.match is None:
        return {"failures": failures} if failures else None
    whole = snapshot.match.history
    last = len(whole.steps)
    at = min(request.args.get("step", last, type=int), last)
    history = _step_to(whole, max(at, 0))
    entries = []
    for step in whole.steps[: -ENTRIES - 1 : -1]:
        rulings = []
        for ruling in step.rulings:
            rulings.append((ruling, here.locate(whole.rulebook, step, ruling)))
        entries.append((step.entry, _as_json(step.entry.data), rulings))
    return {
        "failures": failures,
        "state": _as_data(history.position.state),
        "prompts": list(map(_describe_prompt, history.prompts)),
        "entries": entries,
        "at": len(history.steps),
        "last": last,
        "seats": [_seen_by(seat, history) for seat in history.setting.seats],
    }


def _step_to(whole: History, steps: int) -> History:
    """Return the match as it stood after so many entries."""
    if steps == len(whole.steps):
        return whole
    history = History.begin(whole.rulebook, whole.setting)
    for step in whole.steps[:steps]:
        history.add(step)
    return history


def _seen_by(seat: str, history: History) -> dict[str, Any]:
    """Return a seat's prompts, and its view of zones and sealed entries."""
    viewer = Viewer(seat)
    view = view_of(Match(history), viewer, "")
    sealed = []
    for pending in history.position.sealed:
        entry = pending.entry
        data = _as_json(entry.data) if may_read(history, viewer, entry) else "…"
        sealed.append((entry.kind, entry.seat or "", data))
    return {
        "seat": seat,
        "acts": seat in view.to_act,
        "kinds": [prompt.kind for prompt in view.prompts],
        "zones": [(zone, _cards_of(zone)) for zone in view.zones],
        "sealed": sealed,
    }


def _cards_of(zone: Zone) -> Text:
    """Return a zone's cards, or their number where they are not to be seen."""
    if zone.cards:
        return say("{cards:short}", cards=zone.cards)
    return count("{n} card", "{n} cards", zone.count)


@pages.app_template_global()
def failures_here(fault: GameFaultError | None) -> list[Failure]:
    """Return failures, even of unshowable pages, for a host with a bench here."""
    here = bench_here()
    if here is None:
        return []
    failures = [*here.failures]
    if fault is not None:
        failures.append(failure_of(fault))
    return failures


def bench_here() -> "GameBench | None":
    """Return the bench for requests from this machine; else None."""
    here = bench()
    if here is None or not is_from_this_machine():
        return None
    return here


pages.add_app_template_global(notice, "notice")


def _as_data(state: object) -> str:
    try:
        text = pformat(state, width=WIDTH, compact=True)
    except Exception as error:
        # A stranger's state may describe itself in any way.
        return describe_error(error)
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}…"
    return text


def _describe_prompt(prompt: Prompt) -> list[str]:
    """Return a prompt's kind, members and fields, a line each."""
    members = jsonable(prompt, wording())
    kind = members.pop("kind")
    fields = members.pop("fields")
    return [kind, *map(_write, [members, *fields])]


def _write(members: Mapping[str, Any]) -> str:
    """Return the members with values, as JSON."""
    filled = {}
    for name, value in members.items():
        if value not in (None, False, "", [], {}):
            filled[name] = value
    return _as_json(filled)


def _as_json(data: Mapping[str, Any]) -> str:
    return json.dumps(dict(data), ensure_ascii=False)


blueprint = Blueprint("bench", __name__, url_prefix="/t/<code>/bench")
"""The bench's routes, present only with a bench."""

MOST = 1_000
"""The most entries made by one tap."""


@blueprint.post("/random")
@redisplay(table)
def enter_at_random(code: str) -> Response:
    """Make an entry that fits."""
    return _go_on(code, 1)


@blueprint.post("/to-end")
@redisplay(table)
def play_to_end(code: str) -> Response:
    """Make entries that fit until the match is over, or up to `MOST`."""
    return _go_on(code, MOST)


@blueprint.post("/back/<int:seq>")
@redisplay(lambda code, error, **_: table(code, error))
def back_to(code: str, seq: int) -> Response:
    """Strike everything after this entry, in one correction that the log can undo."""
    _, snapshot = _find_bench(code)
    with changing(snapshot) as held:
        amending.strike_after(held, seq)
    return go_to("table", code=snapshot.code)


def _go_on(code: str, most: int) -> Response:
    """Make up to so many entries that fit; raise ConflictError if none was found."""
    here, snapshot = _find_bench(code)
    entered = 0
    while entered < most and _enter_something(here, snapshot):
        entered += 1
    if not entered:
        raise ConflictError(say("Nothing was entered: no random entry fits."))
    return go_to("table", code=snapshot.code)


def _find_bench(code: str) -> "tuple[GameBench, Snapshot]":
    """Return the bench and its table; raise as `require_host`, or ForbiddenError."""
    here = bench_here()
    if here is None:
        raise ForbiddenError(
            say(
                "The bench only works on the computer that runs the referee: open the "
                "page there."
            )
        )
    snapshot = look(code)
    require_host(snapshot.viewer)
    return here, snapshot


def _enter_something(here: "GameBench", snapshot: Snapshot) -> bool:
    """Return whether an entry was made; each releases the table for others."""
    with changing(snapshot) as held:
        require_host(held.viewer)
        entry = here.entry_that_fits(match_of(held.table).history, held.viewer)
        if entry is None:
            return False
        draft = entering.Draft(str(uuid4()), entry.kind, entry.seat, entry.data)
        entering.enter(held, [draft], with_view=False)
    return True

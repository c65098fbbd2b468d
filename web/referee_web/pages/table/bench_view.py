"""The bench under a table's page: states, seats' views, failures."""

import json
from collections.abc import Mapping
from pprint import pformat
from typing import Any

from flask import request

from referee.hosting.tables.snapshot import Snapshot
from referee.match.history import History
from referee.match.match import Match
from referee.match.secrecy import may_read
from referee.match.showing.views import view_of
from referee.match.viewer import Viewer
from referee.plugin.game_faults import describe_error
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say, say_count
from referee.vocabulary.view import Zone
from referee_web.guards.at_bench import bench_here, failures_here
from referee_web.wording import wording

WIDTH = 76
LONGEST = 20_000
"""The most characters of a state shown."""

ENTRIES = 50
"""The number of latest entries shown."""


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
    at = max(0, min(request.args.get("step", last, type=int), last))
    history = whole
    if at < last:
        history = History.begin(whole.rulebook, whole.setting)
        for step in whole.steps[:at]:
            history.add(step)
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
        "at": at,
        "last": last,
        "seats": [_seen_by(seat, history) for seat in history.setting.seats],
    }


def _seen_by(seat: str, history: History) -> dict[str, Any]:
    """Return a seat's prompts, and its view of zones and sealed entries."""
    viewer = Viewer(seat)
    view = view_of(Match(history), viewer, "")
    sealed = []
    for waiting in history.position.sealed:
        entry = waiting.entry
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
    return say_count("{n} card", "{n} cards", zone.count)


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

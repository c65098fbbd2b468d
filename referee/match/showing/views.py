"""A match as one viewer may see it: what is allowed; all else stays hidden."""

from collections.abc import Sequence
from dataclasses import replace

from referee.match.match import Match
from referee.match.taking.stopping import host_entries
from referee.match.viewer import Viewer
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.view import EVERYBODY, View, Zone


def zone_for(viewer: Viewer, zone: Zone) -> Zone:
    """Return the zone with its cards if this viewer may see them, else their count."""
    if zone.seen_by == EVERYBODY:
        return zone
    if viewer.seat is not None and viewer.seat in zone.seen_by:
        return zone
    return replace(zone, cards=None, rows=())


def prompts_for(viewer: Viewer, prompts: Sequence[Prompt]) -> tuple[Prompt, ...]:
    """Return the prompts this viewer may answer: the host all, a spectator none.

    A seat may answer its own prompts and the table's. A watching camera gets all
    prompts, to know what to look for.
    """
    if viewer.host or viewer.watcher:
        return tuple(prompts)
    seat = viewer.seat
    if seat is None:
        return ()
    allowed = []
    for prompt in prompts:
        if seat not in prompt.seats:
            continue
        if prompt.own or prompt.secret:
            prompt = replace(prompt, seats=(seat,))
        allowed.append(prompt)
    return tuple(allowed)


def view_of(match: Match, viewer: Viewer, code: str) -> View:
    """Return the match as this viewer may see it, at the table with this code."""
    history = match.history
    scene = history.scene
    return View(
        code=code,
        game=history.rulebook.game.id,
        seats=history.setting.seats,
        dealer=history.setting.dealer,
        phase=scene.phase,
        round=scene.round,
        seq=match.seq_shown,
        to_act=scene.to_act,
        next=scene.next,
        zones=tuple(zone_for(viewer, zone) for zone in scene.zones),
        standings=scene.standings,
        finished=scene.finished,
        winners=scene.winners,
        prompts=prompts_for(viewer, history.prompts),
        rulings=history.latest,
        finish=history.finish,
        deals=scene.dealer,
        facts=() if scene.finished else scene.facts,
        sides=scene.sides,
        ended_early=history.position.ended_early is not None,
        host_entries=host_entries(viewer, history.position, scene.finished),
        clock=None if scene.finished else scene.clock,
        trick=scene.trick,
    )

"""What lies sealed changes nothing that anybody else sees, whatever it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from referee.match.log_entry import SPECTATOR, LogEntry, Viewer
from referee.match.match import Match
from referee.match.replay import History, replay
from referee.match.visibility import log_lines, view_of
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.random_match import RandomMatch, data_for
from referee.vocabulary.jsonable import jsonable

NAME = "secrets"

MATCHES = 3
"""So many matches are looked at, and one of each number of players at least."""

MOMENTS = 15
"""So many moments of a match are looked at: for each it is folded from its start twice."""

SEALED = "What is sealed is nobody's to see until all are in: whoever saw it could go by it."
FORGETFUL = "Let a hook go by its arguments alone, `clashes` above all: nothing that a module remembers may be told."


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """The hooks that tell of what is sealed, and views in which it shows."""
    for match in game.matches[: max(MATCHES, len(game.rulebook.game.players))]:
        for found in (*_told_of(game, match), *_seen_by_others(game, match)):
            yield found
            return


def _told_of(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    """Hooks that answer something else about the same state, once something was sealed in it."""
    again = History.begun(game.fresh(), match.history.setting)
    for step in match.history.steps:
        secret = any(prompt.secret for prompt in again.position.asked)
        before = _answers(game, again.position.state) if secret else []
        again.add(again.enter(again.position, step.entry))
        after = _answers(game, again.position.state) if again.position.sealed else []
        for (hook, told), (_, tells) in zip(before, after, strict=False):
            if told != tells:
                what = f"While {step.entry.kind!r} is sealed, `{hook}` answers something else than before."
                yield Flaw(NAME, game.place_of_hook(hook), what, SEALED, FORGETFUL)
                return


def _answers(game: CheckedGame, state: object) -> list[tuple[str, Any]]:
    """What a rulebook that remembers nothing is answered about a state."""
    asked = game.fresh()
    return [("prompts", jsonable(asked.prompts(state))), ("scene", jsonable(asked.scene(state)))]


def _seen_by_others(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    """Views of others that differ between two matches that differ in nothing but what is sealed."""
    stride = max(1, match.made // MOMENTS)
    for number, history in enumerate(_every_moment(match.history)):
        if not history.position.sealed or number % stride:
            continue
        held = history.position.sealed[-1]
        other = _with_something_else(history, held.entry)
        if other is None:
            continue
        strangers = [Viewer(seat) for seat in history.setting.seats if seat not in held.seats | {held.entry.by}]
        for viewer in [*strangers, SPECTATOR]:
            if _seen(history, viewer) != _seen(other, viewer):
                who = viewer.seat or "a spectator"
                what = f"While {held.entry.kind!r} of {held.entry.seat} is sealed, {who} sees what it is."
                yield Flaw(NAME, game.place_of_hook("prompts", held.entry.kind), what, SEALED, FORGETFUL)
                return


def _every_moment(history: History) -> Iterator[History]:
    again = History.begun(history.rulebook, history.setting)
    for step in history.steps:
        again.add(again.take(again.position, step.entry))
        yield again


def _with_something_else(history: History, entry: LogEntry) -> History | None:
    """This history with its sealed entry replaced by another of the same shape, or None where none fits."""
    rng = Random(entry.seq)  # noqa: S311  # nothing secret
    before = [step.entry for step in history.steps if step.entry.seq != entry.seq]
    without, _ = replay(history.rulebook, history.setting, before)
    mine = [one for one in without.prompts if one.kind == entry.kind and entry.seat in one.seats]
    for _ in range(20 if mine else 0):
        data = data_for(mine[0], entry.seat, without, rng)
        changed = [*before, LogEntry(entry.seq, entry.id, entry.kind, entry.seat, data, entry.by, True, 0.0)]
        changed.sort(key=lambda one: one.seq)
        other, unfit = replay(history.rulebook, history.setting, changed)
        if not unfit and other.steps != history.steps:
            return other
    return None


def _seen(history: History, viewer: Viewer) -> str:
    entries = [step.entry for step in history.steps]
    lines = log_lines(Match(history, entries), viewer)
    return json.dumps([jsonable(view_of(Match(history), viewer, "C")), jsonable(lines)])

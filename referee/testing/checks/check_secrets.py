"""The check that sealed data change nothing for others."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.showing.log_lines import log_lines
from referee.match.showing.views import view_of
from referee.match.taking.position import WaitingEntry
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin.game_faults import GameFaultError
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.flaw import Flaw, Flaws
from referee.testing.random_match import RandomMatch, data_for, hook_that_ruled
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Entry
from referee.vocabulary.view import EVERYBODY

MATCHES = 3
"""The number of matches checked, at least one for each number of players."""

MOMENTS = 15
"""The number of moments checked in a match, each replayed with other sealed data."""

TRIES = 20
"""How often another entry for a sealed one is tried."""

RULED = "a ruling"

PARTS = {
    RULED: "accept",
    "what is asked for": "prompts",
    "the facts": "scene",
    "the standings": "scene",
    "the scene": "scene",
}
"""The parts of a public view, the most telling first, with their hooks."""

OWN = "zones of their own"

SEALED = (
    "What is sealed is nobody's to see until all are in: whoever saw it could go by it."
)
FORGETFUL = (
    "Let a hook go by its arguments alone, `clashes` above all: nothing that a module "
    "remembers may be told."
)


def flaws(game: CheckedGame) -> Flaws:
    """Yield the first hook, or view, that reveals sealed data."""
    count = max(MATCHES, len(game.rulebook.game.players))
    for match in game.matches[:count]:
        for flaw in (*_find_leaking_hook(game, match), *_seen_by_others(game, match)):
            yield flaw
            return


def _find_leaking_hook(game: CheckedGame, match: RandomMatch) -> Flaws:
    """Yield a hook whose answer about a state changes once something was sealed."""
    again = History.begin(game.fresh(), match.history.setting)
    for step in match.history.steps:
        entry = step.entry
        others = _entries_of_others(again, entry)
        before = None
        if others is not None:
            before = _answers(game, again.position.state, others)
        again.add(again.take_new(again.position, entry))
        if before is None or others is None or not again.position.sealed:
            continue

        after = _answers(game, again.position.state, others)
        for (hook, answer), (_, other) in zip(before, after, strict=True):
            if answer != other:
                what = (
                    f"While {entry.kind!r} is sealed, `{hook}` answers something else "
                    "than before."
                )
                yield game.flaw_at(hook, what, SEALED, FORGETFUL)
                return


def _entries_of_others(history: History, entry: LogEntry) -> Sequence[Entry] | None:
    """Return other seats' possible secret entries; None if the entry is open."""
    kind = entry.kind
    seat = entry.seat
    is_secret = False
    for prompt in history.position.game_prompts:
        is_secret |= prompt.secret and prompt.kind == kind
        if prompt.secret and prompt.own and prompt.kind == kind:
            data = history.rulebook.read(prompt, entry.data, history.setting)
            return [Entry(kind, other, data) for other in prompt.seats if other != seat]
    return () if is_secret else None


def _answers(
    game: CheckedGame, state: object, others: Sequence[Entry]
) -> list[tuple[str, Any]]:
    """Return a fresh rulebook's answers about a state, and its clashes."""
    rulebook = game.fresh()
    answers = [
        ("prompts", jsonable(rulebook.prompts(state))),
        ("scene", jsonable(rulebook.scene(state))),
    ]
    for entry in others:
        answers.append(("clashes", jsonable(rulebook.clashes(state, (entry,)))))
    return answers


def _seen_by_others(game: CheckedGame, match: RandomMatch) -> Flaws:
    """Yield the places where others see sealed data."""
    stride = max(1, match.entries_taken // MOMENTS)
    history = match.history
    again = History.begin(history.rulebook, history.setting)
    for number, step in enumerate(history.steps):
        again.add(again.take_logged(again.position, step.entry))
        if number % stride == 0:
            for waiting in again.position.sealed[-1:]:
                yield from _differences(game, again, waiting)


def _differences(game: CheckedGame, history: History, waiting: WaitingEntry) -> Flaws:
    """Yield where a forbidden viewer can see an entry."""
    entry = waiting.entry
    match = _entered_again(history, entry)
    if match is None:
        return
    other = _change_entry(match, entry)
    if other is None:
        return

    may_see = {*waiting.seats, entry.by}
    others = [Viewer(seat) for seat in history.setting.seats if seat not in may_see]
    for viewer in (*others, SPECTATOR):
        parts = _parts_seen(match, viewer)
        other_parts = _parts_seen(other, viewer)
        if parts[OWN] != other_parts[OWN]:
            continue
        for name, hook in PARTS.items():
            if parts[name] == other_parts[name]:
                continue
            what = (
                f"While {entry.kind!r} of {entry.seat} is sealed, "
                f"{viewer.seat or 'a spectator'} sees what it is, in {name}."
            )
            where = game.locate_hook(hook)
            if name == RULED:
                where = _locate_ruling(game, match, other)
            yield Flaw(where, what, SEALED, FORGETFUL)
            break


def _locate_ruling(game: CheckedGame, match: History, other: History) -> str:
    """Return `file:line` of the first ruling that differs, else of the last."""
    for step, differing in zip(match.steps, other.steps, strict=True):
        if jsonable(step.rulings) != jsonable(differing.rulings):
            break
    templates = [ruling.summary.template for ruling in step.rulings]
    return game.locate_hook(hook_that_ruled(step), *templates)


def _change_entry(history: History, entry: LogEntry) -> History | None:
    """Return this history with its sealed entry changed, or None if none was found."""
    step = history.step(entry.seq)
    if step is None:
        return None
    rng = Random(entry.seq)  # nothing secret  # noqa: S311
    prompt = history.prompt_of(step)
    for _ in range(TRIES):
        data = data_for(prompt, entry.seat, history, rng, step.before.state)
        other = _entered_again(history, replace(entry, data=data))
        if other is not None and other.steps != history.steps:
            return other
    return None


def _entered_again(history: History, entry: LogEntry) -> History | None:
    """Return this history with this entry and later ones repeated, or None."""
    again = History.begin(history.rulebook, history.setting)
    for step in history.steps:
        if step.entry.seq < entry.seq:
            again.add(step)
            continue
        following = entry if step.entry.seq == entry.seq else step.entry
        try:
            again.add(again.take_new(again.position, following))
        except GameFaultError:
            raise
        except RefereeError:
            return None
    return again


def _parts_seen(history: History, viewer: Viewer) -> dict[str, Any]:
    """Return this viewer's view, by part, with what the game shows only their seat."""
    match = Match(history, [step.entry for step in history.steps])
    view = view_of(match, viewer, "")
    own = list[Any]()
    others = list[Any]()
    for zone in view.zones:
        is_own = zone.seen_by != EVERYBODY and viewer.seat in zone.seen_by
        (own if is_own else others).append(jsonable(zone))
    rest = replace(view, rulings=(), prompts=(), facts=(), standings=(), zones=())
    return {
        OWN: own,
        RULED: jsonable((view.rulings, log_lines(match, viewer))),
        "what is asked for": jsonable(view.prompts),
        "the facts": jsonable(view.facts),
        "the standings": jsonable(view.standings),
        "the scene": (jsonable(rest), others),
    }

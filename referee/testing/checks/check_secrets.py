"""What lies sealed changes nothing that anybody else sees, whatever it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from referee.match.log_entry import SPECTATOR, LogEntry, Viewer
from referee.match.match import Match
from referee.match.position import Held
from referee.match.replay import History
from referee.match.visibility import log_lines, view_of
from referee.plugin.game_faults import GameFaultError
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.random_match import RandomMatch, data_for, hook_that_ruled
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Entry
from referee.vocabulary.view import EVERYBODY

MATCHES = 3
"""So many matches are looked at, and one of each number of players at least."""

MOMENTS = 15
"""So many moments of a match are looked at: for each it is entered once more from what
is sealed on, and otherwise.
"""

TRIES = 20
"""So often another entry is tried in the place of a sealed one."""

RULED = "a ruling"

PARTS: Mapping[str, tuple[str, str]] = {
    "rulings": (RULED, "accept"),
    "prompts": ("what is asked for", "prompts"),
    "facts": ("the facts", "scene"),
    "standings": ("the standings", "scene"),
    "rest": ("the scene", "scene"),
}
"""The parts of what everybody sees, those first that tell most: what each is called,
and the hook that says it.
"""

OWN = "zones of their own"

SEALED = (
    "What is sealed is nobody's to see until all are in: whoever saw it could go by it."
)
FORGETFUL = (
    "Let a hook go by its arguments alone, `clashes` above all: nothing that a module "
    "remembers may be told."
)


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """The hooks that tell of what is sealed, and views in which it shows."""
    for match in game.matches[: max(MATCHES, len(game.rulebook.game.players))]:
        for found in (*_told_of(game, match), *_seen_by_others(game, match)):
            yield found
            return


def _told_of(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    """Hooks that answer something else about the same state, once something was sealed
    in it.
    """
    again = History.begin(game.fresh(), match.history.setting)
    for step in match.history.steps:
        others = _of_others(again, step.entry)
        before = (
            _answers(game, again.position.state, others) if others is not None else []
        )
        again.add(again.enter(again.position, step.entry))
        after = (
            _answers(game, again.position.state, others or ())
            if again.position.sealed
            else []
        )
        for (hook, told), (_, tells) in zip(before, after, strict=False):
            if told != tells:
                what = (
                    f"While {step.entry.kind!r} is sealed, `{hook}` answers something "
                    "else than before."
                )
                yield Flaw(game.place_of_hook(hook), what, SEALED, FORGETFUL)
                return


def _of_others(history: History, entry: LogEntry) -> tuple[Entry, ...] | None:
    """What others would enter who entered the same in secret; None where nothing is
    entered in secret.
    """
    secret = [prompt for prompt in history.position.asked if prompt.secret]
    meant = next(
        (prompt for prompt in secret if prompt.kind == entry.kind and prompt.own), None
    )
    if meant is None:
        return () if secret else None
    given = history.rulebook.read(meant, entry.data, history.setting)
    return tuple(
        Entry(entry.kind, seat, given) for seat in meant.seats if seat != entry.seat
    )


def _answers(
    game: CheckedGame, state: object, others: Sequence[Entry]
) -> list[tuple[str, Any]]:
    """What a rulebook that remembers nothing is answered about a state, and what
    clashes with it by itself.
    """
    asked = game.fresh()
    told = [
        ("prompts", jsonable(asked.prompts(state))),
        ("scene", jsonable(asked.scene(state))),
    ]
    return [
        *told,
        *(("clashes", jsonable(asked.clashes(state, (one,)))) for one in others),
    ]


def _seen_by_others(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    """Where others see what is sealed."""
    stride = max(1, match.made // MOMENTS)
    for number, history in enumerate(_every_moment(match.history)):
        for held in () if number % stride else history.position.sealed[-1:]:
            for flaw in _told_apart(game, history, held):
                yield flaw
                return


def _told_apart(game: CheckedGame, history: History, held: Held) -> Iterator[Flaw]:
    """Where somebody sees this entry who may not: where it differs in a match that
    differs in nothing else.
    """
    one = _entered_again(history, held.entry)
    other = _with_something_else(one, held.entry) if one is not None else None
    if one is None or other is None:
        return
    may = {*held.seats, held.entry.by}
    for viewer in [
        *(Viewer(seat) for seat in history.setting.seats if seat not in may),
        SPECTATOR,
    ]:
        seen, sees = _seen(one, viewer), _seen(other, viewer)
        parts = [part for part in PARTS if seen[part] != sees[part]]
        if parts and seen[OWN] == sees[OWN]:
            called, hook = PARTS[parts[0]]
            who = viewer.seat or "a spectator"
            what = (
                f"While {held.entry.kind!r} of {held.entry.seat} is sealed, {who} sees "
                f"what it is, in {called}."
            )
            where = (
                _place_of_ruling(game, one, other)
                if called == RULED
                else game.place_of_hook(hook)
            )
            yield Flaw(where, what, SEALED, FORGETFUL)


def _place_of_ruling(game: CheckedGame, one: History, other: History) -> str:
    """Where the ruling stands in which two matches differ first."""
    pairs = zip(one.steps, other.steps, strict=True)
    differs = (
        mine for mine, its in pairs if jsonable(mine.rulings) != jsonable(its.rulings)
    )
    step = next(differs, one.steps[-1])
    return game.place_of_hook(
        hook_that_ruled(step), *(ruling.summary.template for ruling in step.rulings)
    )


def _every_moment(history: History) -> Iterator[History]:
    again = History.begin(history.rulebook, history.setting)
    for step in history.steps:
        again.add(again.take(again.position, step.entry))
        yield again


def _with_something_else(history: History, entry: LogEntry) -> History | None:
    """This history with its sealed entry replaced by another of the same shape, or None
    where none was found.
    """
    rng = Random(entry.seq)  # nothing secret  # noqa: S311
    before = _until(history, entry)
    mine = [
        one
        for one in before.prompts
        if one.kind == entry.kind and entry.seat in one.seats
    ]
    for _ in range(TRIES if mine else 0):
        new = replace(entry, data=data_for(mine[0], entry.seat, before, rng))
        other = _entered_again(history, new)
        if other is not None and other.steps != history.steps:
            return other
    return None


def _entered_again(history: History, entry: LogEntry) -> History | None:
    """This history with this entry in its place, and all from there on entered once
    more; None where one is refused.
    """
    again = _until(history, entry)
    for one in (entry, *(step.entry for step in history.steps[len(again.steps) + 1 :])):
        try:
            again.add(again.enter(again.position, one))
        except GameFaultError:
            raise
        except RefereeError:
            return None
    return again


def _until(history: History, entry: LogEntry) -> History:
    """This history until the entry of this number was made."""
    before = History.begin(history.rulebook, history.setting)
    for step in history.steps:
        if step.entry.seq == entry.seq:
            break
        before.add(step)
    return before


def _seen(history: History, viewer: Viewer) -> dict[str, Any]:
    """What this viewer sees, by its parts, and what the game shows to those alone who
    are of its seat.
    """
    match = Match(history, [step.entry for step in history.steps])
    seen = view_of(match, viewer, "")
    own = [
        zone
        for zone in seen.zones
        if zone.seen_by != EVERYBODY and viewer.seat in zone.seen_by
    ]
    others = tuple(zone for zone in seen.zones if zone not in own)
    rest = replace(seen, rulings=(), prompts=(), facts=(), standings=(), zones=others)
    return {
        OWN: jsonable(own),
        "rulings": jsonable((seen.rulings, log_lines(match, viewer))),
        "prompts": jsonable(seen.prompts),
        "facts": jsonable(seen.facts),
        "standings": jsonable(seen.standings),
        "rest": jsonable(rest),
    }

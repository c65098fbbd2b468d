"""A short match of a game, played at random by its prompts alone, so that what is wrong with the game shows."""

from __future__ import annotations

from random import Random
from uuid import UUID

from referee.match.log_entry import LogEntry
from referee.match.replay import History
from referee.match.toss_drawing import drawn
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.testing.random_play import RandomPlayer
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable

ENTRIES = 60
TRIES = 30
"""How often something else is tried where what was entered is refused, before that counts as being stuck."""

KEY = "5e" * 32


def faults(rulebook: Rulebook) -> str | None:
    """What is wrong with this game, as a short match with the fewest players shows it; None where nothing is."""
    seats = [f"Player {n}" for n in range(1, min(rulebook.game.players) + 1)]
    try:
        setting = rulebook.setting(seats, None, {})
        rulebook.set_up(setting)
        player = RandomPlayer(Random(1), seats, deck=rulebook.game.deck)  # noqa: S311  # nothing secret
        return _play(History.begun(rulebook, setting), player)
    except GameFaultError as fault:
        return f"{fault.hook} ({fault.where}): {fault.what}"


def _play(history: History, player: RandomPlayer) -> str | None:
    for number in range(1, ENTRIES + 1):
        scene = history.scene_in(history.position)
        needed = [prompt for prompt in history.position.prompts if not prompt.optional]
        if scene.finished:
            return None
        if not needed:
            return f"in the phase {scene.phase!r} the match is not finished, and nothing has to be entered"
        if not _enter(history, player, number):
            return f"in the phase {scene.phase!r} nothing is taken that answers its prompts"
    return None


def _enter(history: History, player: RandomPlayer, number: int) -> bool:
    """Enter something at random; whether anything was taken."""
    to_act = history.scene_in(history.position).to_act
    for tried in range(TRIES):
        kind, seat, data = player.choose(jsonable(history.position.prompts), to_act)
        id = str(UUID(int=number * TRIES + tried))
        own = any(prompt.own for prompt in history.position.prompts if prompt.kind == kind)
        entry = LogEntry(number, id, kind, seat if own else None, data, None, True, 0.0)
        try:
            [taken] = drawn(history, [entry], KEY, number * TRIES + tried)
        except GameFaultError:
            raise
        except RefereeError:
            continue
        history.add(taken)
        player.note(kind, seat, data, taken.rulings)
        return True
    return False

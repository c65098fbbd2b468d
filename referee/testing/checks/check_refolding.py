"""The check that other processes, like other daemons, fold a match to the same result.

Their sets have other orders, and their modules are freshly imported.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any
from zlib import crc32

from referee.plugin.rulebook import Rulebook
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.flaw import Flaws
from referee.testing.random_match import RandomMatch, hook_that_ruled, play_at_random
from referee.vocabulary.jsonable import jsonable

HASHES = ("42", "43", "60")
"""The hash seeds (PYTHONHASHSEED) of the processes. They order any two random players,
or suits, both ways in sets; three arbitrary seeds would miss one pair in four.
"""

MATCHES = 3
"""The number of matches played again."""

ENTRIES = 40
"""The most entries in each match."""

AT_MOST = 60
"""The seconds to wait for another process."""

Answers = list[tuple[str, str, int]]
"""A match answer by answer: the entry before, the hook, and a hash of the answer."""

WHY = (
    "Every daemon folds a match from its log, and so does the same one after each "
    "start: all have to come to the same."
)
INSTEAD = (
    "Put a set in order before you go through it (`sorted`), and go by no `hash`, no "
    "clock and no chance, also not "
    "when the module is imported; let no module remember anything."
)

# A game's prints go to standard error, and its threads end with the process.
_PROGRAM = "import json, os, sys; answer = os.dup(1); os.dup2(2, 1); "
_PROGRAM += "given = json.load(sys.stdin); sys.path[:] = given['path']; "
_PROGRAM += (
    "from referee.testing.checks.check_refolding import play; os.write(answer, "
    "play(given)); os._exit(0)"
)


def flaws(game: CheckedGame) -> Flaws:
    """Yield the first answer of a match that differs in another process."""
    if any(match.fault is not None for match in game.matches):
        return  # already reported, and fails there too
    # Last match first, so that a module's memory differs.
    matches = game.matches[:MATCHES][::-1]
    played = []
    for match in matches:
        players = len(match.history.setting.seats)
        played.append((players, match.seed, min(match.entries_taken, ENTRIES)))
    with ThreadPoolExecutor() as at_once:
        elsewhere = [*at_once.map(partial(_play_elsewhere, game.game, played), HASHES)]
    for number, match in enumerate(matches):
        answers_here = _answers_of(match)
        for answers in filter(None, elsewhere):
            for answer, other in zip(answers_here, answers[number], strict=False):
                if answer == tuple(other):
                    continue
                after, hook, _ = answer
                what = f"{after}, `{hook}` answers something else in another process."
                # Anything else that is tried has another result each time.
                game.given_up = game.flaw_at(hook, what, WHY, INSTEAD)
                yield game.given_up
                return


def _play_elsewhere(
    game: ModuleType, played: list[tuple[int, int, int]], hashes: str
) -> list[Answers]:
    """Return the answers of matches played in another process.

    `played` names them by number of players, seed and entries. Return [] if the game
    cannot be imported or played there, for instance if a file is missing.
    """
    given = {"path": sys.path, "game": game.__name__, "played": played}
    try:
        ran = subprocess.run(  # our own program  # noqa: S603
            [sys.executable, "-c", _PROGRAM],
            input=json.dumps(given).encode(),
            env=os.environ | {"PYTHONHASHSEED": hashes},
            capture_output=True,
            timeout=AT_MOST,
            check=True,
        )
    except subprocess.SubprocessError:
        return []
    answers: list[Answers] = json.loads(ran.stdout)
    return answers


def play(given: Mapping[str, Any]) -> bytes:
    """Play a game's matches as `_play_elsewhere` asks; print their answers as JSON."""
    rulebook = Rulebook(import_module(given["game"]))
    answers = []
    for players, seed, most in given["played"]:
        match = play_at_random(rulebook, players, seed, most)
        answers.append(_answers_of(match))
    return json.dumps(answers).encode()


def _answers_of(match: RandomMatch) -> Answers:
    began = match.history.began.game_prompts
    scenes = iter(match.scenes)
    answers = [
        ("At the beginning", "prompts", began),
        ("At the beginning", "scene", next(scenes)),
    ]
    for step, scene in zip(match.history.steps, scenes, strict=False):
        after = f"After {step.entry.kind!r}"
        entry = [step.entry.kind, step.entry.seat, step.entry.data]
        answers += [
            (answers[-1][0], "prompts", entry),
            (after, hook_that_ruled(step), step.rulings),
        ]
        answers += [
            (after, "prompts", step.after.game_prompts),
            (after, "scene", scene),
        ]
    numbered = []
    for after, hook, answer in answers:
        written = json.dumps(jsonable(answer), sort_keys=True)
        numbered.append((after, hook, crc32(written.encode())))
    return numbered

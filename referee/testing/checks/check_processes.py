"""Matches played again in other processes, as other daemons fold them: there they come
to the same.

There, sets are gone through in other orders, and modules are imported afresh.
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
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaws
from referee.testing.random_match import RandomMatch, hook_that_ruled, played_at_random
from referee.vocabulary.jsonable import jsonable

HASHES = ("42", "43", "60")
"""What words are hashed by in each of the other processes (PYTHONHASHSEED). Of any
two of the seats that play at random, and of any two suits, each comes first in a set in
one of these processes: three seeds taken by chance would miss a pair one time in four.
"""

MATCHES = 3
"""So many matches are played there too."""

ENTRIES = 40
"""So many entries are made in each at most."""

AT_MOST = 60
"""How many seconds are waited for the other process."""

Answers = list[tuple[str, str, int]]
"""What a match comes to, answer by answer: after what it was given, by which hook, and
a number for what it is.
"""

WHY = (
    "Every daemon folds a match from its log, and so does the same one after each "
    "start: all have to come to the same."
)
INSTEAD = (
    "Put a set in order before you go through it (`sorted`), and go by no `hash`, no "
    "clock and no chance, also not "
    "when the module is imported; let no module remember anything."
)

# Whatever a game prints goes to standard error, and whatever it goes on with ends with
# the process.
_PROGRAM = "import json, os, sys; answer = os.dup(1); os.dup2(2, 1); "
_PROGRAM += "given = json.load(sys.stdin); sys.path[:] = given['path']; "
_PROGRAM += (
    "from referee.testing.checks.check_processes import play; os.write(answer, "
    "play(given)); os._exit(0)"
)


def flaws(game: CheckedGame) -> Flaws:
    """Yield the first answer of a match that is another one in another process."""
    if any(match.fault is not None for match in game.matches):
        return  # which is told, and would come to nothing there either
    # The last first, so that a module which remembers has something else to remember.
    matches = [*enumerate(game.matches[:MATCHES])][::-1]
    played = []
    for seed, match in matches:
        players = len(match.history.setting.seats)
        played.append((players, seed, min(match.made, ENTRIES)))
    with ThreadPoolExecutor() as at_once:
        elsewhere = [*at_once.map(partial(_play_elsewhere, game.game, played), HASHES)]
    for number, (_, match) in enumerate(matches):
        here = _answers_of(match)
        for answers in filter(None, elsewhere):
            for answer, other in zip(here, answers[number], strict=False):
                if answer == tuple(other):
                    continue
                after, hook, _ = answer
                what = f"{after}, `{hook}` answers something else in another process."
                yield game.flaw_at(hook, what, WHY, INSTEAD)
                return


def _play_elsewhere(
    game: ModuleType, played: list[tuple[int, int, int]], hashes: str
) -> list[Answers]:
    """Return what matches of a game come to in another process, by their numbers of
    players, seeds, and entries.

    None at all where the game cannot be imported or played there: one that stands in no
    file, for one.
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
    """Play matches of a game as `_play_elsewhere` asks for them; what they come to, as
    JSON.
    """
    rulebook = Rulebook(import_module(given["game"]))
    answers = []
    for players, seed, most in given["played"]:
        match = played_at_random(rulebook, players, seed, most)
        answers.append(_answers_of(match))
    return json.dumps(answers).encode()


def _answers_of(match: RandomMatch) -> Answers:
    began, scenes = match.history.began.asked, iter(match.scenes)
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
        answers += [(after, "prompts", step.after.asked), (after, "scene", scene)]
    numbered = []
    for after, hook, answer in answers:
        written = json.dumps(jsonable(answer), sort_keys=True)
        numbered.append((after, hook, crc32(written.encode())))
    return numbered

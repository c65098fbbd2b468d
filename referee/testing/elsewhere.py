"""A match played again in another process, as another daemon would fold it, or the same one after its next start.

There, sets are gone through in another order, and modules are imported afresh.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO
from zlib import crc32

from referee.calling_off import steps_of
from referee.plugin.game_faults import raised_at
from referee.plugin.loose_games import import_as
from referee.testing.patient_rulebook import PatientRulebook
from referee.testing.random_match import RandomMatch, played_at_random
from referee.vocabulary.jsonable import jsonable

PARTS = ("entry", "rulings", "prompts", "scene")
"""What is told of each position of a match, in the order in which one follows from the other."""

Told = list[list[int]]
"""Of each position what the parts come to, each as a number: the same for the same."""

AT_MOST = 60
"""How many seconds are waited for the other process."""

ENDING = 5.0
"""How many seconds the other process may take to end, once all was played."""

# Whatever a game prints, also as the process ends, goes to standard error.
_PROGRAM = "import json, os, sys; answer = os.dup(1); os.dup2(2, 1); "
_PROGRAM += "given = json.load(sys.stdin); sys.path[:] = given['path']; "
_PROGRAM += "from referee.testing.elsewhere import main; main(given, answer)"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What matches came to in another process. None at all where the game cannot be imported or played there: one that
    stands in no file, for one.

    `goes_on` is file and line of what went on there, and kept the process from ending; empty where nothing did.
    """

    told: tuple[Told, ...] = ()
    goes_on: str = ""


def told_of(match: RandomMatch) -> Told:
    """What a match comes to, position by position."""
    history = match.history
    begun: list[object] = [None, [], history.began.asked, match.told[0]]
    played: list[list[object]] = [
        [[step.entry.kind, step.entry.seat, step.entry.data], step.rulings, step.after.asked, scene]
        for step, scene in zip(history.steps, match.told[1:], strict=False)
    ]
    return [[_number(part) for part in parts] for parts in (begun, *played)]


def _number(part: object) -> int:
    return crc32(json.dumps(jsonable(part), sort_keys=True).encode())


def told_elsewhere(game: ModuleType, played: Sequence[tuple[int, int, int]]) -> Elsewhere:
    """What matches of a game come to in another process, each by its number of players, its seed, and its entries."""
    root = getattr(sys.modules.get(game.__name__.partition(".")[0]), "__file__", None)
    if root is None:
        return Elsewhere()
    given = {"path": sys.path, "game": game.__name__, "root": root, "played": played, "ending": ENDING}
    seed = {"PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"}
    try:
        ran = subprocess.run(  # noqa: S603  # our own program
            [sys.executable, "-c", _PROGRAM],
            input=json.dumps(given),
            env=os.environ | seed,
            capture_output=True,
            text=True,
            timeout=AT_MOST,
            check=True,
        )
    except subprocess.SubprocessError:
        return Elsewhere()
    told, *goes_on = map(json.loads, ran.stdout.splitlines())
    return Elsewhere(tuple(told), *goes_on)


def main(given: Mapping[str, Any], answer: int) -> None:
    """Play matches of a game as `told_elsewhere` asks for them, and write into this open file what they come to, and
    where the game keeps the process from ending.
    """
    stream = open(answer, "w", encoding="utf-8")  # noqa: SIM115  # it is closed as the process ends
    print(json.dumps(list(_played(given))), file=stream, flush=True)
    threading.Thread(target=_end, args=(given, stream), daemon=True).start()


def _played(given: Mapping[str, Any]) -> Iterator[Told]:
    name: str = given["game"]
    import_as(name.partition(".")[0], Path(given["root"]))
    rulebook = PatientRulebook(import_module(name))
    for players, seed, most in given["played"]:
        yield told_of(played_at_random(rulebook, players, seed, most))


def _end(given: Mapping[str, Any], stream: TextIO) -> None:
    """End the process that has not ended by itself, and say where it stands."""
    time.sleep(given["ending"])
    package = given["game"].partition(".")[0]
    kept_by = [one.ident for one in threading.enumerate() if not one.daemon and one.ident is not None]
    places = (raised_at(steps_of(thread), {package}) for thread in kept_by)
    print(json.dumps(next(filter(None, places), f"{given['root']}:1")), file=stream, flush=True)
    os._exit(0)

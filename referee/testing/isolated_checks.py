"""All checks in a separate process, which ends if a game hangs."""

import os
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from io import TextIOBase
from multiprocessing.connection import Connection
from threading import Thread, main_thread
from time import monotonic, sleep
from traceback import walk_tb
from typing import TextIO

from referee import time_limit
from referee.plugin.advice import HANGS
from referee.plugin.game_faults import is_of_game
from referee.plugin.loose_games import NoGameError
from referee.testing.all_checks import each_once, find_flaws
from referee.testing.checks.check_movement import CheckedMovement
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.find_games import Checked, find_games
from referee.testing.flaw import Flaw, Flaws, relative_to_here
from referee.testing.lines_run import LinesRun
from referee.testing.random_player import words_in
from referee.vocabulary.fields import type_of

NAME = "time limit"
WHY = "At a table everybody would wait with it."

LOOKS = 20
"""How often the watchdog looks within the time limit."""

SLOW = 60.0
"""The seconds after which a check says which function of the game took most of them."""


def check_in_process(
    name: str, entries: int, seed: int | None = None
) -> Iterator[tuple[list[Flaw], str]]:
    """Yield the flaws of each game with this name, and a sentence on how it was played.

    The sentence is empty if a game has grave flaws. A game that hangs or ends the
    process prevents the checks of later ones. Raise NoGameError if none is found.
    """
    flaws = []
    with time_limit.in_own_process(_send_flaws, name, entries, seed) as receiving:
        try:
            while (message := receiving.recv()) is not None:
                if isinstance(message, NoGameError):
                    raise message
                if isinstance(message, Flaw):
                    flaws.append(message)
                else:
                    yield each_once(flaws), message
                    flaws = []
        except EOFError:
            what = "It ended the process that checked it."
            why = "A referee with this game would end as well."
            instead = (
                "Let no code of a game end the program, or raise what pressing Ctrl-C "
                "raises."
            )
            flaws.append(Flaw(f"{name}:1", what, why, instead, check=NAME))
            yield each_once(flaws), ""


def _send_flaws(sending: Connection, name: str, entries: int, seed: int | None) -> None:
    """Check games in this process: send each flaw, and a sentence after each game.

    None marks the end.
    """
    # Ctrl-C is for the parent process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # a game's prints are no flaws
    sys.stdout = EachLineOnce(sys.stderr)
    seen = Counter[str]()
    watched = sending, seen
    Thread(target=_watch, args=watched, name="watchdog", daemon=True).start()
    try:
        for game in find_games(name, entries):
            if isinstance(game, Flaw):
                sending.send(game)
                sending.send("")
                continue
            game.seed = seed
            if isinstance(game, CheckedGame):
                game.lines = LinesRun(game.sources)
            grave = False
            for flaw in _find_flaws(game):
                grave |= flaw.grave
                sending.send(flaw)
            sending.send("" if grave else _how_played(game, seen))
        sending.send(None)
    except NoGameError as error:
        sending.send(error)
    os._exit(0)  # whatever the game continues, in a thread or at exit


class EachLineOnce(TextIOBase):
    """Writes each different line once: a hook that prints is called all the time."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._written: set[str] = set()
        self._line = ""

    def write(self, text: str) -> int:
        """Write the lines that this text ends, but those that were written before."""
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            if line not in self._written:
                self._written.add(line)
                self._out.write(f"{line}\n")
        return len(text)


def _find_flaws(checked: Checked) -> Flaws:
    if isinstance(checked, CheckedGame):
        return find_flaws(checked)
    return checked.find_flaws()


def _how_played(game: Checked, seen: Counter[str]) -> str:
    if isinstance(game, CheckedMovement):
        return game.how_played
    title = game.rulebook.game.title
    return "\n".join(
        (
            f"Nothing is wrong with {title}: {game.entries_taken:,} entries were made "
            f"at random, in {len(game.matches)} matches.",
            *_values_never_played(game),
            *_choices_never_taken(game),
            *describe_slow(seen),
            *(game.lines.describe_missing() if game.lines else ()),
        )
    )


def _values_never_played(game: CheckedGame) -> Iterator[str]:
    """Yield a sentence for each option with values that no match had."""
    for option in game.rulebook.game.options:
        if option.type not in ("choice", "flag"):
            continue
        values: list[object] = [*type_of(option).choices(option)] or [False, True]
        for match in game.matches:
            value = match.history.setting.options[option.name]
            if value in values:
                values.remove(value)
        if values:
            never = ", ".join(map(str, values))
            yield f"No match was played with {option.name!r}: {never}."


def _choices_never_taken(game: CheckedGame) -> Iterator[str]:
    """Yield a sentence for each kind of prompt with choices that nobody took."""
    left = defaultdict[str, set[str]](set)
    for match in game.matches:
        for position in match.history.positions:
            for prompt in position.game_prompts:
                for asked in prompt.fields:
                    if asked.type == "choice":
                        left[prompt.kind].update(asked.words)
    for match in game.matches:
        for step in match.history.steps:
            left[step.entry.kind].difference_update(words_in(step.entry.data.values()))
    for kind, words in left.items():
        if words:
            never = ", ".join(sorted(words))
            yield f"In no match {kind!r} was entered with: {never}."


def describe_slow(seen: Counter[str]) -> Iterator[str]:
    """Yield which function was `seen` running most often, if the check took long."""
    took = seen.total() * time_limit.SECONDS / LOOKS
    if took > SLOW:
        [(function, times)] = seen.most_common(1)
        share = times / seen.total()
        yield f"The game took {took:.0f} s; in {share:.0%} of them {function} ran."


def _watch(sending: Connection, seen: Counter[str]) -> None:
    """End this process with a flaw when a game exceeds the time limit.

    Count in `seen` the game's functions that run, as often as it looks.
    """
    call = None
    since = monotonic()
    while call is None or monotonic() < since + time_limit.SECONDS:
        sleep(time_limit.SECONDS / LOOKS)
        frames = []
        for frame, line in walk_tb(time_limit.traceback_of(main_thread().ident or 0)):
            if is_of_game(frame.f_code.co_filename):
                frames.append((frame, line))
        latest = next((frame for frame, _ in frames), None)
        if latest is not None:
            code = latest.f_code
            first = relative_to_here(f"{code.co_filename}:{code.co_firstlineno}")
            seen[f"`{code.co_name}` ({first})"] += 1
        if latest is not call:
            call = latest
            since = monotonic()

    hangs = f"`{call.f_code.co_name}` hangs"
    if call.f_code.co_name == "<module>":
        hangs = "It cannot be imported"
    frame, line = frames[-1]
    where = relative_to_here(f"{frame.f_code.co_filename}:{line}")
    what = f"{hangs}: {time_limit.TimeLimitError()}."
    for message in (Flaw(where, what, WHY, HANGS, check=NAME), "", None):
        sending.send(message)
    os._exit(1)

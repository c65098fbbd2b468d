"""All checks in a process of their own, which ends where a game hangs."""

import os
import signal
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from threading import Thread, main_thread
from time import monotonic, sleep
from traceback import walk_tb
from types import FrameType

from referee import time_limit
from referee.plugin.game_faults import is_of_game
from referee.plugin.loose_games import NoGameError
from referee.testing.checking import CHECKS, each_once, find_flaws
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw, told_from_here
from referee.testing.found_games import found_games

NAME = "time limit"
WHY = "At a table everybody would wait with it."
INSTEAD = (
    "Have the code of a game wait for nothing outside: no `sleep`, no lock, no "
    "network, no other program."
)


def check_in_process(name: str, entries: int) -> Iterator[tuple[list[Flaw], str]]:
    """Yield the flaws of each game that is meant by a name, and a sentence that says
    how it was played.

    The sentence is empty where a game has grave flaws. Where one hangs or ends the
    process, the games after it are not checked. Raise NoGameError where no game is
    meant.
    """
    flaws = []
    with time_limit.in_own_process(_check, name, entries) as receiving:
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
            instead = (
                "Let no code of a game end the program, or raise what pressing Ctrl-C "
                "raises."
            )
            ended = Flaw(
                f"{name}:1",
                what,
                "A referee with this game would end as well.",
                instead,
                check=NAME,
            )
            yield each_once([*flaws, ended]), ""


def _check(sending: Connection, name: str, entries: int) -> None:
    """Check the games in this process: send each flaw as it is found, a sentence after
    each game, and None at last.
    """
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # whoever waits here is the one to be interrupted
    os.dup2(2, 1)  # what a game prints is no part of what is found
    sys.stdout = sys.stderr
    _Watchdog(sending).start()
    try:
        for game in found_games(name, entries):
            flaws = [game] if isinstance(game, Flaw) else find_flaws(game, CHECKS)
            grave = False
            for flaw in flaws:
                grave |= flaw.grave
                sending.send(flaw)
            sending.send("" if grave or isinstance(game, Flaw) else _how_played(game))
        sending.send(None)
    except NoGameError as error:
        sending.send(error)
    os._exit(0)  # whatever the game goes on with, in a thread or at exit


def _how_played(game: CheckedGame) -> str:
    made, matches = sum(match.made for match in game.matches), len(game.matches)
    title = game.rulebook.game.title
    return (
        f"Nothing is wrong with {title}: {made:,} entries were made at random, in "
        f"{matches} matches."
    )


class _Watchdog(Thread):
    """Ends this process with a flaw when one import, or one call of a game's code,
    takes longer than the time limit.
    """

    def __init__(self, sending: Connection) -> None:
        super().__init__(name="watchdog", daemon=True)
        self._sending = sending

    def run(self) -> None:
        call, since, limit = None, monotonic(), time_limit.SECONDS
        while call is None or monotonic() < since + limit:
            limit = time_limit.SECONDS
            sleep(limit / 20)
            steps = _steps_of_game()
            if (latest := steps[0][0] if steps else None) is not call:
                call, since = latest, monotonic()
        hangs = (
            "It cannot be imported"
            if call.f_code.co_name == "<module>"
            else f"`{call.f_code.co_name}` hangs"
        )
        frame, line = steps[-1]
        where = told_from_here(f"{frame.f_code.co_filename}:{line}")
        flaw = Flaw(
            where, f"{hangs}: {time_limit.TimeLimitError()}.", WHY, INSTEAD, check=NAME
        )
        for message in (flaw, "", None):
            self._sending.send(message)
        os._exit(1)


def _steps_of_game() -> list[tuple[FrameType, int]]:
    """Return the frames of the main thread that run code of a game, the outermost
    first, each with its line.
    """
    steps = walk_tb(time_limit.steps_of(main_thread().ident or 0))
    return [
        (frame, line) for frame, line in steps if is_of_game(frame.f_code.co_filename)
    ]

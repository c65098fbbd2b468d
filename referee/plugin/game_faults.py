"""A game's failure: the game, the hook, the place in its code, and what to do."""

import traceback
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import ClassVar

from pluggy import HookCaller

from referee.time_limit import is_of_python
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import Text, say


@dataclass(frozen=True, slots=True)
class GameFlaw:
    """A flaw in a hook, for its author: `where` is file and line."""

    hook: str
    where: str
    what: str
    instead: str = ""
    words: tuple[str, ...] = ()
    """Words of the answer, by which to find its line."""


class GameFaultError(RefereeError):
    """A hook raised an error or gave an invalid answer; nothing was changed.

    `game` is the game's title and `id` its id; `flaw` is for its author.
    """

    status = 500
    title = say("The game has a fault")
    plugin: ClassVar[str] = "game"
    """The kind of the plugin, for the log."""

    def __init__(self, game: str, id: str, flaw: GameFlaw) -> None:
        super().__init__(fault_message(game), game=id)
        self.game = game
        self.id = id
        self.flaw = flaw

    @property
    def report(self) -> str:
        """Return a line for the game's author."""
        flaw = self.flaw
        return f"{self.id}, {flaw.hook} ({flaw.where}): {flaw.what}"

    @property
    def log_fields(self) -> dict[str, str]:
        """Return the error's parts for a line of the log."""
        flaw = self.flaw
        logged = {
            self.plugin: self.id,
            "hook": flaw.hook,
            "where": flaw.where,
            "fault": flaw.what,
        }
        if flaw.instead:
            logged["instead"] = flaw.instead
        return logged

    def __str__(self) -> str:
        return self.report


def fault_message(game: str) -> Text:
    """Return the message to people about a fault of the game of this title."""
    template = (
        "{game} has a fault and couldn’t go on with this; nothing was changed. Enter "
        "something else, or tell whoever runs this referee: its log has what the "
        "game’s author needs to know."
    )
    return say(template, game=game)


def describe_error(error: BaseException) -> str:
    """Return an error with its message: `KeyError: 'Ana'`."""
    if isinstance(error, GameFaultError):
        return error.report
    kind = type(error).__name__
    try:
        # A stranger's message may be of a type that only pretends to be a str.
        words = str.__str__(str(_unquote(error)))
    # A stranger's error may fail to print.
    except BaseException:
        words = ""
    return f"{kind}: {words}" if words else kind


def _unquote(error: BaseException) -> object:
    """Return an error's message, without a KeyError's quotes or a place in a file."""
    if isinstance(error, SyntaxError) and error.filename is not None:
        return error.msg
    if type(error) is KeyError and len(error.args) == 1:
        key = error.args[0]
        if type(key) is str and " " in key:
            return key
    return error


def locate_raise(trace: TracebackType | None, packages: Collection[str]) -> str:
    """Return file and line of the innermost step in these packages; empty without one.

    Steps in generated code, such as a dataclass's, are skipped.
    """
    where = ""
    for frame, line in traceback.walk_tb(trace):
        file = frame.f_code.co_filename
        package = str(frame.f_globals.get("__name__")).partition(".")[0]
        if package in packages and not file.startswith("<"):
            where = f"{file}:{line}"
    return where


def locate_failure(error: BaseException, path: Path | None = None) -> str:
    """Return `file:line` of a fault in strangers' code, or of a syntax error.

    Steps in the folder of `path` come first. Return "" if no step is in such code.
    """
    if isinstance(error, SyntaxError) and error.filename is not None:
        return f"{error.filename}:{error.lineno or 1}"
    folder = "no folder"
    if path is not None:
        path = path.resolve()
        folder = str(path if path.is_dir() else path.parent)

    own = ""
    of_games = ""
    strange = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if not is_strange(file):
            continue
        strange = f"{file}:{line}"
        # A hanging step is in Python's library, which is not to blame.
        if is_of_game(file):
            of_games = strange
        if file.startswith(folder):
            own = strange
    return own or of_games or strange


def is_strange(file: str) -> bool:
    """Return whether a file is none of Referee, nor of Python's imports and threads."""
    path = Path(file)
    if file.startswith("<") or Path(__file__).parents[1] in path.parents:
        return False
    return {"importlib", "pluggy", "concurrent"}.isdisjoint(path.parts)


def is_of_game(file: str) -> bool:
    """Return whether a file is strange, and not Python's library."""
    return is_strange(file) and not is_of_python(file)


def locate_hook(hook: HookCaller) -> str:
    """Return file and line of the last function to answer a hook.

    Return "" without one, or if it is Referee's, as of `Game(…).hook`.
    """
    for implementation in reversed(hook.get_hookimpls()):
        code = getattr(implementation.function, "__code__", None)
        if code is not None and is_strange(code.co_filename):
            return f"{code.co_filename}:{code.co_firstlineno}"
    return ""

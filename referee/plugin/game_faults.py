"""A game that failed: which one, at what, and where in its code."""

import traceback
from collections.abc import Collection
from pathlib import Path
from types import TracebackType

from pluggy import HookCaller

from referee.time_limit import is_of_python
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import Text, say


class GameFaultError(RefereeError):
    """A hook of a game raised something, or answered what cannot be shown. Nothing was
    kept.

    `game` is its title and `id` its id; `hook`, `where` (file and line) and `what` are
    for its author and the log, and so is `instead`, what to write. `said` are words of
    the answer by which the place is found.
    """

    status = 500
    title = say("The game has a fault")

    def __init__(
        self,
        game: str,
        id: str,
        hook: str,
        where: str,
        what: str,
        instead: str = "",
        said: tuple[str, ...] = (),
    ) -> None:
        super().__init__(fault_told(game), game=id)
        self.game, self.id, self.hook, self.where, self.what = (
            game,
            id,
            hook,
            where,
            what,
        )
        self.instead, self.said = instead, said

    @property
    def report(self) -> str:
        """What its author needs to know, in a line."""
        return f"{self.id}, {self.hook} ({self.where}): {self.what}"

    @property
    def told(self) -> dict[str, str]:
        """The same, as a line of the log has it."""
        told = {
            "game": self.id,
            "hook": self.hook,
            "where": self.where,
            "fault": self.what,
        }
        return {**told, "instead": self.instead} if self.instead else told

    def __str__(self) -> str:
        return self.report


def fault_told(game: str) -> Text:
    """What people are told of a fault of the game of this title."""
    template = (
        "{game} has a fault and could not go on with this; nothing was changed. Enter "
        "something else, or tell "
        "whoever runs this referee: its log has what the game's author needs to know."
    )
    return say(template, game=game)


def raised(error: BaseException) -> str:
    """What was raised, and what it said: `KeyError: 'Ana'`; of a game's fault the
    report.
    """
    if type(error) is GameFaultError:
        return error.report
    try:
        said = str.__str__(
            str(_said_by(error))
        )  # which may be of a type that only calls itself one
    except (
        BaseException
    ):  # it may come from a stranger, with words of its own that fail
        said = ""
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _said_by(error: BaseException) -> object:
    """What an exception says; a sentence in a KeyError without the quotes that are
    meant for a key.
    """
    key = error.args[0] if type(error) is KeyError and len(error.args) == 1 else None
    return key if type(key) is str and " " in key else error


def raised_at(trace: TracebackType | None, packages: Collection[str]) -> str:
    """File and line of the innermost step in one of these packages; empty where none is
    in them.

    Steps of code that stands in no file, as what `dataclass` writes, are passed over.
    """
    for frame, line in reversed(list(traceback.walk_tb(trace))):
        file, package = (
            frame.f_code.co_filename,
            str(frame.f_globals.get("__name__")).partition(".")[0],
        )
        if package in packages and not file.startswith("<"):
            return f"{file}:{line}"
    return ""


def failed_at(error: BaseException, place: Path | None = None) -> str:
    """Return file and line of what failed while code of strangers ran: of a file that
    cannot be parsed where that is.

    Steps in the folder of `place` come before all others. Empty where no step is a
    stranger's.
    """
    if isinstance(error, SyntaxError) and error.filename is not None:
        return f"{error.filename}:{error.lineno or 1}"
    steps = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    strange = [step for step in steps if is_strange(step[0])]
    folder = (
        str(place.resolve() if place.is_dir() else place.resolve().parent)
        if place is not None
        else "no folder"
    )
    own = [step for step in strange if step[0].startswith(folder)]
    # What it waits for stands in Python's own library, and is not to blame.
    own = own or [step for step in strange if is_of_game(step[0])] or strange
    return "{}:{}".format(*own[-1]) if own else ""


def is_strange(file: str) -> bool:
    """Return whether a file is none of Python's own import, of Referee's, or of what
    calls hooks for it.
    """
    own = Path(__file__).parents[1] in Path(file).parents
    return (
        not own
        and not file.startswith("<")
        and {"importlib", "pluggy"}.isdisjoint(Path(file).parts)
    )


def is_of_game(file: str) -> bool:
    """Return whether a file is strange, and none of Python's own library either."""
    return is_strange(file) and not is_of_python(file)


def written_at(hook: HookCaller) -> str:
    """File and line of the function that had the last word on what a hook answers;
    empty where there is none.
    """
    for found in reversed(hook.get_hookimpls()):
        code = getattr(found.function, "__code__", None)
        if code is not None:
            return f"{code.co_filename}:{code.co_firstlineno}"
    return ""

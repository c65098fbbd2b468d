"""A flaw: something that is wrong with a game, as a check tells its author."""

from collections.abc import Iterator
from pathlib import Path

from referee.lazy_dataclass import frozen


@frozen
class Flaw:
    """What is wrong, where, why that matters, and what to write instead.

    >>> what = "There is no hook `trump`."
    >>> flaw = Flaw("hearts.py:12", what, "Nobody calls it.", "Take it away.")
    >>> print(flaw)
    hearts.py:12: There is no hook `trump`.
        Why: Nobody calls it.
        Instead: Take it away.
    """

    where: str
    """File and line, as `hearts.py:12`; the file as it was given, or below the folder
    one is in.
    """
    what: str
    why: str
    instead: str
    grave: bool = True
    """The game does not do what every game has to. Else it is only remarkable."""
    check: str = "import"
    """The name of the check that found it."""

    def __str__(self) -> str:
        return (
            f"{self.where}: {self.what}\n    Why: {self.why}\n    Instead: "
            f"{self.instead}"
        )


Flaws = Iterator[Flaw]
"""What a check yields: each flaw as it is found."""


def told_from_here(where: str) -> str:
    """Return a place, `file:line`, from the folder one is in where it stands below
    that.

    >>> told_from_here(f"{Path.cwd()}/hearts.py:12")
    'hearts.py:12'
    """
    file, _, line = where.rpartition(":")
    path = Path(file)
    if not path.is_absolute() or not path.is_relative_to(Path.cwd()):
        return where
    return f"{path.relative_to(Path.cwd())}:{line}"

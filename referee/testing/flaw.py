"""A flaw of a game, as a check reports it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Flaw:
    """A flaw: what, where, why it matters, and the remedy.

    >>> what = "There is no hook `trump`."
    >>> flaw = Flaw("hearts.py:12", what, "Nobody calls it.", "Take it away.")
    >>> print(flaw)
    hearts.py:12: There is no hook `trump`.
        Why: Nobody calls it.
        Instead: Take it away.
    """

    where: str
    """The file and line, as `hearts.py:12`, relative to the current folder if inside.
    """
    what: str
    why: str
    instead: str
    grave: bool = True
    """Whether the game breaks a requirement; else it is only worth a look."""
    check: str = "import"
    """The name of the check that found the flaw."""
    when: str = ""
    """The entry, the state and the seed of a random match that failed; or empty."""
    seats: tuple[str, ...] = ()
    """The seats of random matches with this flaw, if it is reported once for several.
    """
    times: int = 1
    """How often it occurred, with other words in quotation marks or other numbers."""

    def __str__(self) -> str:
        lines = [f"{self.where}: {self.what}", f"    Why: {self.why}"]
        if len(self.seats) > 1:
            lines.append(f"    Who: {', '.join(self.seats)}")
        if self.times > 1:
            lines.append(f"    How often: {self.times:,} times; this was the first.")
        lines.append(f"    Instead: {self.instead}")
        # A state may fill the screen, so it comes last.
        if self.when:
            when = self.when.replace("\n", "\n        ")
            lines.append(f"    When: {when}")
        return "\n".join(lines)


Flaws = Iterator[Flaw]
"""A check's flaws, yielded one by one."""


def relative_to_here(where: str) -> str:
    """Return a place, `file:line`, relative to the current folder if inside.

    >>> relative_to_here(f"{Path.cwd()}/hearts.py:12")
    'hearts.py:12'
    """
    file, _, line = where.rpartition(":")
    path = Path(file)
    if not path.is_absolute() or not path.is_relative_to(Path.cwd()):
        return where
    return f"{path.relative_to(Path.cwd())}:{line}"

"""Writes `docs/whole-games.md`, games to be read from their first line to their last: `python -m tests.games_page`."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "whole-games.md"

OPENING = """\
# Whole games

Four games to read from the first line to the last, each showing what others need too. Referee's own tests play them. \
This page is made from their files; [Writing a game](writing-a-game.md) explains what stands in them.
"""

GAMES = {
    "Hearts": ("examples/hearts/hearts/__init__.py", "examples/hearts/hearts/rules.toml"),
    "A house rule of Hearts": ("examples/hearts/hearts/jack_of_diamonds.py",),
    "Briscola, with Italian cards and partners": ("examples/briscola/briscola/__init__.py",),
    "Melds in groups and rows": ("tests/laid_melds.py",),
    "A race for the slap": ("tests/first_slap.py",),
}
"""The parts of the page, and the files that stand in each."""


def text() -> str:
    """The whole page."""
    return "\n".join([OPENING, *(_part(title, files) for title, files in GAMES.items())])


def _part(title: str, files: tuple[str, ...]) -> str:
    return "\n".join([f"## {title}\n", *(_file(ROOT / file) for file in files)])


def _file(path: Path) -> str:
    return f"```{path.suffix.removeprefix('.').replace('py', 'python')}\n{path.read_text('utf-8').strip()}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(text(), "utf-8")

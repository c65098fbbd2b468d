"""Writes again what the referee says in every playthrough: `python -m tests.playthroughs.regenerate`.

With names of games only theirs. Nothing is written of a file that cannot be played through; it is told why.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.playthroughs.playthrough import CannotPlay, play_through

HERE = Path(__file__).parent


def files(game: str = "*") -> list[Path]:
    """The playthroughs of a game, or of all games, in a settled order."""
    return sorted(HERE.glob(f"{game}/*.toml"))


def regenerate(games: Sequence[str]) -> int:
    """Rewrites the playthroughs of these games, of all when none is named; how many could not be played through."""
    failed = 0
    for game in games:
        if not files(game):
            failed += 1
            print(f"There are no playthroughs in {HERE / game}", file=sys.stderr)
    for path in [path for game in games or ["*"] for path in files(game)]:
        try:
            text = play_through(path).text
        except CannotPlay as wrong:
            failed += 1
            print(wrong, file=sys.stderr)
            continue
        if text != path.read_text("utf-8"):
            path.write_text(text, "utf-8")
            print(f"{path.relative_to(HERE)} is written again")
    return failed


if __name__ == "__main__":
    sys.exit(1 if regenerate(sys.argv[1:]) else 0)

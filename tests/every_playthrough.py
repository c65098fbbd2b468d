"""The playthroughs of every game, for tests that go through all of them: each game's
are one test.
"""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "playthroughs"
BY_GAME = {
    folder.name: sorted(folder.glob("*.toml")) for folder in sorted(FOLDER.iterdir())
}
PLAYTHROUGHS = [path for paths in BY_GAME.values() for path in paths]

every_games_playthroughs = pytest.mark.parametrize(
    "paths", BY_GAME.values(), ids=BY_GAME
)

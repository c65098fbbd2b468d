"""Access to the bench of a referee with `--dev`."""

from typing import TYPE_CHECKING

from referee.vocabulary.text import Text, say
from referee_web.guards.services import services

if TYPE_CHECKING:
    from referee.testing.game_bench import GameBench

ALL_IS_SEEN = say("A game is in development here: the host can see sealed entries.")
"""The notice to everybody at a referee with a bench."""


def bench() -> "GameBench | None":
    """Return the app's bench; None without `--dev`."""
    return services().bench


def notice() -> Text | None:
    """Return the app's notice to everybody, or None."""
    if bench() is None:
        return None
    return ALL_IS_SEEN

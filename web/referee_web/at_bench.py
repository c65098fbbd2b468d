"""The bench under a table's page, where a referee runs with `--dev`: what its pages ask
for, and who may see it.
"""

from typing import TYPE_CHECKING

from referee.vocabulary.text import Text, say
from referee_web.guards.services import services

if TYPE_CHECKING:
    from referee.testing.game_bench import GameBench

ALL_IS_SEEN = say("A game is being worked on here: the host can see what is sealed.")
"""What everybody at a referee with a bench is told."""


def bench() -> "GameBench | None":
    """The bench of the app in use; None where it runs without one."""
    return services().bench


def notice() -> Text | None:
    """What everybody has to know of the app in use; None where there is nothing."""
    if bench() is None:
        return None
    return ALL_IS_SEEN

"""The bench under a table's page, where a referee runs with `--dev`: what its pages ask
for, and who may see it.
"""

from typing import TYPE_CHECKING

from flask import current_app

from referee.vocabulary.text import Text, say

if TYPE_CHECKING:
    from referee.testing.bench import GameBench

ALL_IS_SEEN = say("A game is being worked on here: the host can see what is sealed.")
"""What everybody at a referee with a bench is told."""


def bench() -> "GameBench | None":
    """The bench of the app in use; None where it runs without one."""
    found: GameBench | None = current_app.extensions["bench"]
    return found


def notice() -> Text | None:
    """What everybody has to know of the app in use; None where there is nothing."""
    return ALL_IS_SEEN if bench() is not None else None

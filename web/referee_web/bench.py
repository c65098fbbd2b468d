"""The bench under a table's page, where a referee runs with `--dev`: what its pages ask for, and who may see it."""

from collections.abc import Sequence
from typing import Protocol

from flask import current_app

from referee.hosting.tables.entering import Draft
from referee.match.log_entry import Viewer
from referee.match.position import Step
from referee.match.replay import History
from referee.plugin.reloading import Failure
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say

ALL_IS_SEEN = say("A game is being worked on here: the host can see what is sealed.")
"""What everybody at a referee with a bench is told."""


class Bench(Protocol):
    """What is known of the games that are being worked on."""

    @property
    def failures(self) -> Sequence[Failure]:
        """Why what was saved last could not be loaded."""

    def draft(self, history: History, viewer: Viewer) -> Draft | None:
        """An entry that fits now, as this host sends it; None where none was found. Raises GameFaultError."""

    def place(self, rulebook: Rulebook, step: Step, ruling: Ruling) -> str:
        """File and line that a ruling comes from."""


def bench() -> Bench | None:
    """The bench of the app in use; None where it runs without one."""
    found: Bench | None = current_app.extensions["bench"]
    return found


def notice() -> Text | None:
    """What everybody has to know of the app in use; None where there is nothing."""
    return ALL_IS_SEEN if bench() is not None else None

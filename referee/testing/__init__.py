"""The kit for testing games, for authors and `referee doctor`.

A game's tests have the fixtures of `pytest_plugin` without importing anything. The
names here are for types, for errors to expect, and for beginning a match where no
fixture reaches.
"""

from referee.cards.reading import read_cards
from referee.match.taking.entry_reading import NotOpenError
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.trying.trial import UnfitEntriesError
from referee.plugin.rulebook import UnknownQuestionError
from referee.testing.phone import Answer, Phone, Phones
from referee.testing.played_match import (
    THEMSELVES,
    PlayedMatch,
    ask,
)
from referee.testing.playthrough import (
    CannotPlay,
    Playthrough,
    play_through,
)
from referee.vocabulary.errors import NotYoursError
from referee.vocabulary.jsonable import jsonable

__all__ = [
    "THEMSELVES",
    "Answer",
    "CannotPlay",
    "EntryStep",
    "NotOpenError",
    "NotYoursError",
    "Phone",
    "Phones",
    "PlayedMatch",
    "Playthrough",
    "RefusedMoveError",
    "UnfitEntriesError",
    "UnknownQuestionError",
    "ask",
    "jsonable",
    "play_through",
    "read_cards",
]


def __dir__() -> list[str]:
    """Complete these names only, and no module of the kit."""
    return __all__

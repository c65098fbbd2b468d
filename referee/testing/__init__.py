"""What games are tried out with, by their authors and by `referee doctor`.

A test of a game has the fixtures of `pytest_plugin` without importing anything. What stands here is for what they give
and raise: to name a type, to expect an error, or to begin a match where no fixture reaches.
"""

from referee.cards.reading import read_cards
from referee.match.corrections import UnfitEntriesError
from referee.match.entry_reading import NotOpenError
from referee.match.fold import RefusedMoveError
from referee.match.position import Step
from referee.plugin.rulebook import UnknownQuestionError
from referee.testing.phone import Answer, Phone, Phones
from referee.testing.played_match import THEMSELVES, PlayedMatch
from referee.testing.playthrough import CannotPlay, Playthrough, play_through
from referee.testing.rulebooks import ask
from referee.vocabulary.errors import NotYoursError
from referee.vocabulary.jsonable import jsonable

__all__ = [
    "THEMSELVES",
    "Answer",
    "CannotPlay",
    "NotOpenError",
    "NotYoursError",
    "Phone",
    "Phones",
    "PlayedMatch",
    "Playthrough",
    "RefusedMoveError",
    "Step",
    "UnfitEntriesError",
    "UnknownQuestionError",
    "ask",
    "jsonable",
    "play_through",
    "read_cards",
]

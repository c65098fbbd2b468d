"""The kit for testing games, for authors and `referee doctor`.

A game's tests have the fixtures of `pytest_plugin` without importing anything. The
names here are for types, for errors to expect, and for beginning a match where no
fixture reaches.
"""

from referee.cards.reading import read_cards as read_cards
from referee.match.taking.entry_reading import NotOpenError as NotOpenError
from referee.match.taking.entry_step import EntryStep as EntryStep
from referee.match.taking.entry_taker import RefusedMoveError as RefusedMoveError
from referee.match.trying.trial import UnfitEntriesError as UnfitEntriesError
from referee.plugin.rulebook import UnknownQuestionError as UnknownQuestionError
from referee.testing.phone import Answer as Answer, Phone as Phone, Phones as Phones
from referee.testing.played_match import (
    THEMSELVES as THEMSELVES,
    PlayedMatch as PlayedMatch,
    ask as ask,
)
from referee.testing.playthrough import (
    CannotPlay as CannotPlay,
    Playthrough as Playthrough,
    play_through as play_through,
)
from referee.vocabulary.errors import NotYoursError as NotYoursError
from referee.vocabulary.jsonable import jsonable as jsonable

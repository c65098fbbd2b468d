"""What a table looks like: to the game, and to one viewer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee.cards.card import Card
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import NOTHING, Text

EVERYBODY: Literal["everybody"] = "everybody"
"""Of a zone's cards: all may see them."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table where cards lie.

    `owner` is the seat it belongs to, None for the table's. `cards` are those the referee knows, None when it
    knows none. Only those in `seen_by` see them (nobody, unless said); the `count` is open to all. `aside`: used
    cards, which nobody decides by, so that what is asked now need not make room for them.
    """

    name: str
    owner: str | None
    count: int
    cards: tuple[Card, ...] | None = None
    seen_by: tuple[str, ...] | Literal["everybody"] = ()
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat stands: its score, and its place (1 is first; equals share a place)."""

    seat: str
    score: int
    place: int


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a match stands, as its game tells it.

    `phase` is a word of the game for what goes on; `next` says to people what to do now, with the real cards
    too. `to_act` are the seats the game waits for. `winners` is empty until `finished`, and after a match that nobody
    has won. `dealer` is who deals in this round, None where it is of no matter any more.
    """

    phase: str
    round: int
    to_act: tuple[str, ...]
    standings: tuple[Standing, ...]
    zones: tuple[Zone, ...] = ()
    next: Text = NOTHING
    finished: bool = False
    winners: tuple[str, ...] = ()
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A table as one viewer may see it, at sequence number `seq` of its log.

    `dealer` dealt first, `deals` does in this round (None where that is of no matter any more).
    `finish` is the photo finish to look at: of a race that was run and is not entered yet, whose order then
    stands as the `default` of the `order` field that asks for it; else the one that the latest rulings rest on;
    None where phones measured none.
    """

    code: str
    game: str
    seats: tuple[str, ...]
    dealer: str | None
    phase: str
    round: int
    seq: int
    to_act: tuple[str, ...]
    next: Text
    zones: tuple[Zone, ...]
    standings: tuple[Standing, ...]
    finished: bool
    winners: tuple[str, ...]
    prompts: tuple[Prompt, ...]
    rulings: tuple[Ruling, ...]
    finish: PhotoFinish | None = None
    deals: str | None = None

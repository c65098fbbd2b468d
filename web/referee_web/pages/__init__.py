"""The pages over the card room: forms that need no JavaScript, and live with it."""

from referee_web.pages import (
    docs,
    game_pages,
    history,
    irregularities,
    lobby,
    scores,
    template_filters,
    way_back,
)
from referee_web.pages.blueprint import blueprint
from referee_web.pages.entries import correct, correction, disputes, log
from referee_web.pages.event import board, event_pages, opening, standings
from referee_web.pages.parts import card_faces
from referee_web.pages.table import (
    entering,
    evening,
    playing,
    playing_on,
    sitting,
    watch,
)

# Each module adds its addresses to the blueprint, or what templates call.
__all__ = [
    "blueprint",
    "board",
    "card_faces",
    "correct",
    "correction",
    "disputes",
    "docs",
    "entering",
    "evening",
    "event_pages",
    "game_pages",
    "history",
    "irregularities",
    "lobby",
    "log",
    "opening",
    "playing",
    "playing_on",
    "scores",
    "sitting",
    "standings",
    "template_filters",
    "watch",
    "way_back",
]

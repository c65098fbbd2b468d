"""The pages over the card room: forms that need no JavaScript, and live with it."""

# Each module adds its addresses to the blueprint, or what templates call.
from referee_web.pages import (
    card_faces,
    docs,
    history,
    irregularities,
    lobby,
    preferences_page,
    template_filters,
)
from referee_web.pages.blueprint import blueprint
from referee_web.pages.entries import correct, correction, disputes, log
from referee_web.pages.event import (
    board as event_board,
    event_pages,
    new_event,
    standings,
)
from referee_web.pages.games import game_pages
from referee_web.pages.scores.scores import scores
from referee_web.pages.table import (
    board as table_board,
    entering,
    evening,
    playing_on,
    sitting,
    table,
    watch,
)

"""The calls of the API, by what they are about: each reads its body, asks the card room, and answers in its words."""

from referee_web.api.call import blueprint
from referee_web.api.calls import disputes, entries, games, history, match, seats, tables

__all__ = ["blueprint", "disputes", "entries", "games", "history", "match", "seats", "tables"]

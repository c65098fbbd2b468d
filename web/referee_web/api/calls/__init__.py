"""The calls of the API, by what they are about: each reads its body, asks the card
room, and answers in its words.
"""

from referee_web.api.call import blueprint
from referee_web.api.calls import match, tables, watching, without_table

__all__ = ["blueprint", "match", "tables", "watching", "without_table"]

"""The API's calls by subject; each reads its body, asks the card room, and answers."""

from referee_web.api.call import blueprint
from referee_web.api.calls import events, match, tables, watching, without_table

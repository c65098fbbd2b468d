"""What can stand behind the question mark of an address: the description of it, which is what a request is held to."""

import re
from collections.abc import Iterable
from typing import Any

from flask import request

from referee.match.visibility import LONGEST_PAGE
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.text import Text, say
from referee_web.history_filters import LAST_PAGE

QUERIES: dict[str, tuple[str, dict[str, Any]]] = {
    "as": ("The form.", {"type": "string", "enum": ["json", "csv", "bgstats"], "default": "json"}),
    "view": (
        "`none`: the answer comes without the view, for whoever fetches the table anyway.",
        {"type": "string", "enum": ["full", "none"], "default": "full"},
    ),
    "after": (
        "The number behind which the page begins, as `next` of the page before has it.",
        {"type": "integer", "minimum": 0, "maximum": 10**12, "default": 0},
    ),
    "limit": (
        "How many entries, corrections and disputes it has together at most.",
        {"type": "integer", "minimum": 1, "maximum": LONGEST_PAGE, "default": LONGEST_PAGE},
    ),
    "player": ("A part of a player's name.", {"type": "string"}),
    "game": ("A game's id.", {"type": "string"}),
    "from": ("The first day, by the clock of the daemon.", {"type": "string", "format": "date"}),
    "to": ("The last day.", {"type": "string", "format": "date"}),
    "page": ("Which page, from 1.", {"type": "integer", "minimum": 1, "maximum": LAST_PAGE, "default": 1}),
}
"""By parameter, what it says and the JSON Schema of its value."""


def check_queries(names: Iterable[str]) -> None:
    """Raise WrongFieldsError unless this request gives each of these at most once, and as it is described."""
    wrong = [(name, _wrong_with(request.args.getlist(name), QUERIES[name][1])) for name in names]
    if errors := [FieldError(name, why) for name, why in wrong if why is not None]:
        raise WrongFieldsError(*errors)


def _wrong_with(given: list[str], schema: dict[str, Any]) -> Text | None:
    if len(given) > 1:
        return say("Give this once.")
    for value in given:
        if "enum" in schema and value not in schema["enum"]:
            return say("Choose one of {choices}.", choices=schema["enum"])
        if schema["type"] == "integer":
            least, most = schema["minimum"], schema["maximum"]
            if not re.fullmatch("[0-9]{1,15}", value) or not least <= int(value) <= most:
                return say("Give a whole number from {least} to {most} here.", least=least, most=most)
    return None

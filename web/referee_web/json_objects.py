"""JSON objects as phones and programs send them."""

import json
import re
from typing import Any

from referee.vocabulary.errors import wrong_field
from referee.vocabulary.text import say


class NoJSONError(Exception):
    """What was sent is no JSON, is nested too deep, or has half a surrogate pair.

    No page could show such a half.
    """


def read_object(data: bytes, field: str = "") -> dict[str, Any]:
    """Return the JSON object in this field.

    Raise NoJSONError, or WrongFieldsError if it is another value.
    """
    try:
        text = data.decode(json.detect_encoding(data))
        value = json.loads(text, parse_constant=_no_number)
        if _ESCAPED_HALF.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise NoJSONError from None
    if not isinstance(value, dict):
        raise wrong_field(field, say("Send one JSON object."))
    return value


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")

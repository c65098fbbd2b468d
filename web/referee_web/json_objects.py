"""JSON objects as phones and programs send them."""

from json import JSONDecoder, detect_encoding
from typing import Any

from referee.vocabulary.errors import wrong_field
from referee.vocabulary.text import say


class NoJSONError(Exception):
    """What was sent is no JSON, or is nested too deep to be read."""


def read_object(data: bytes, field: str = "") -> dict[str, Any]:
    """Return the JSON object in this field.

    Raise NoJSONError, or WrongFieldsError if it is another value.
    """
    try:
        text = data.decode(detect_encoding(data), "surrogatepass")
        value = _JSON.decode(text)
    except (ValueError, RecursionError):
        raise NoJSONError from None
    if not isinstance(value, dict):
        raise wrong_field(field, say("Send one JSON object."))
    return value


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


# Created once: that takes longer than to read an entry with it.
_JSON = JSONDecoder(parse_constant=_no_number)

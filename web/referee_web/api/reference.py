"""The description in words: what a page says of the types in it."""

from __future__ import annotations

from referee_web.api.json_schema import JsonSchema


def answer_in_words(response: JsonSchema) -> str:
    """What an answer holds: its types, or media types where it is not JSON."""
    contents = response["content"].items()
    return " or ".join(
        type_in_words(content["schema"]) if media == "application/json" else media for media, content in contents
    )


def type_in_words(schema: JsonSchema) -> str:
    """A schema's type as people say it: `list of Ruling`, `string or null`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "oneOf" in schema:
        return " or ".join(type_in_words(one) for one in schema["oneOf"])
    if "const" in schema:
        return str(schema["const"])
    kinds = schema.get("type", "any value")
    words = (_kind_in_words(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds))
    return " or ".join(words)


def _kind_in_words(kind: str, schema: JsonSchema) -> str:
    return f"list of {type_in_words(schema['items'])}" if kind == "array" else kind

"""Taking an entrant's names out of an event's log."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.events.event import Line


def remove_names(entrant: Mapping[str, Any], new: Sequence[str]) -> Mapping[str, Any]:
    """Return an entrant's line with new names, and without phones."""
    return {**entrant, "names": new, "hashes": [None] * len(new)}


@dataclass(frozen=True, slots=True)
class Forgetting:
    """How an entrant's names leave an event."""

    lines: list[Line]
    """The lines that name them, with new names instead."""
    rename: Callable[[str], str]
    """Names them anew in what people wrote."""


def forget_names(log: Sequence[Line], entrant: str, new: Sequence[str]) -> Forgetting:
    """Return how all names that an entrant has had leave an event with this log."""
    instead: dict[str, str] = {}
    others: set[str] = set()
    for line in log:
        if line.type != "entrant":
            continue
        others.update(line.body["names"])
        if line.body["id"] == entrant:
            instead |= dict(zip(line.body["names"], new, strict=True))
    rename = _plan_renaming(instead, others)

    changed = []
    for line in log:
        body = line.body
        if line.type == "entrant" and body["id"] == entrant:
            body = remove_names(body, new)
        elif line.type in ("call", "adjustment"):
            body = _replace_strings(body, lambda text: instead.get(text, text))
            body["why"] = rename(body["why"])
        if body != line.body:
            changed.append(replace(line, body=body))
    return Forgetting(changed, rename)


def _plan_renaming(
    instead: Mapping[str, str], others: set[str]
) -> Callable[[str], str]:
    """Return a function that renames people in words; it keeps "Ben Li" for "Ben"."""
    new_names = {name.casefold(): new for name, new in instead.items()}
    longest_first = sorted(others, key=len, reverse=True)
    any_name = "|".join(map(re.escape, longest_first))
    pattern = re.compile(rf"(?<!\w)(?:{any_name})(?!\w)", re.IGNORECASE)

    def rename(words: str) -> str:
        return pattern.sub(
            lambda name: new_names.get(name[0].casefold(), name[0]), words
        )

    return rename


def _replace_strings(value: Any, change: Callable[[str], str]) -> Any:
    """Return a JSON value with all its strings changed, but for its keys."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {key: _replace_strings(each, change) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_replace_strings(each, change) for each in value]
    return value

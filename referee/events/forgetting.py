"""Taking names out of an event's log."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from referee.events.event import WRITTEN, Adjustment, Call, EventRecord, Plan

SOMEBODY = "…"
"""What stands for a forgotten name where people wrote it and nobody had it."""

_WRITING = (*fields(Plan), *fields(Adjustment), *fields(Call))
_WRITTEN = {each.name for each in _WRITING if each.metadata == WRITTEN}

NameAnew = Callable[[str, int, str], str]
"""Returns a person's new name by entrant, index and old name; the same if it stays."""


@dataclass(frozen=True, slots=True)
class Forgetting:
    """How names leave an event."""

    records: list[EventRecord]
    """The records that name them, with new names instead."""
    rename: Callable[[str], str]
    """Names them anew in people's words."""
    rewrite: Callable[[Mapping[str, Any]], dict[str, Any]]
    """Names them anew in a record's body, or in the plan, wherever people wrote."""


def forget_names(
    log: Sequence[EventRecord],
    name_anew: NameAnew,
    find_name: Callable[[str, Sequence[str]], str | None],
    mention: str = "",
) -> Forgetting:
    """Return how names leave an event with this log.

    `mention` is a name that people wrote, perhaps of nobody there. `find_name` returns
    which of some names a word means.
    """
    instead: dict[str, str] = {}
    others: dict[str, None] = {}
    for record in log:
        if record.type == "entrant":
            names = record.body["names"]
            others |= dict.fromkeys(names)
            new = remove_names(record.body, name_anew)["names"]
            instead |= dict(zip(names, new, strict=True))
    instead = {name: new for name, new in instead.items() if new != name}
    if mention and not instead:
        instead = {mention: SOMEBODY}
    names = (*others, *instead)
    rename = rename_people(instead, names)

    def replace_name(word: str) -> str:
        return instead.get(find_name(word, names) or "", word)

    def rewrite(body: Mapping[str, Any]) -> dict[str, Any]:
        anew = {**body}
        for part in _WRITTEN.intersection(body):
            value = body[part]
            if isinstance(value, str):
                anew[part] = rename(value)
            else:
                anew[part] = replace_strings(value, replace_name)
        return anew

    changed = []
    for record in log:
        body = rewrite(record.body)
        if record.type == "entrant":
            body = remove_names(body, name_anew)
        if body != record.body:
            changed.append(replace(record, body=body))
    return Forgetting(changed, rename, rewrite)


def remove_names(entrant: Mapping[str, Any], name_anew: NameAnew) -> dict[str, Any]:
    """Return an entrant's record with new names; who has one has no phone any more."""
    names = []
    hashes = []
    people = zip(entrant["names"], entrant["hashes"], strict=True)
    for index, (name, phone) in enumerate(people):
        new = name_anew(entrant["id"], index, name)
        names.append(new)
        hashes.append(phone if new == name else None)
    return {**entrant, "names": names, "hashes": hashes}


def rename_people(
    instead: Mapping[str, str], names: Iterable[str]
) -> Callable[[str], str]:
    """Return a function that renames people in words; it keeps "Ben Li" for "Ben"."""
    new_names = {name.casefold(): new for name, new in instead.items()}
    longest_first = sorted(names, key=len, reverse=True)
    any_name = "|".join(map(re.escape, longest_first))
    pattern = re.compile(rf"(?<!\w)(?:{any_name})(?!\w)", re.IGNORECASE)

    def rename(words: str) -> str:
        return pattern.sub(
            lambda name: new_names.get(name[0].casefold(), name[0]), words
        )

    return rename


def replace_strings(value: Any, change: Callable[[str], str]) -> Any:
    """Return a JSON value with all its strings changed, but for its keys."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {key: replace_strings(each, change) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [replace_strings(each, change) for each in value]
    return value

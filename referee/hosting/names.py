"""The names under which people sit at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from referee.hosting.results import folded
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.side import AND
from referee.vocabulary.text import say

LONGEST_NAME = 30


def read_name(name: object, taken: Sequence[str] = ()) -> str:
    """A seat's name as people will see it; WrongFieldsError for one that cannot be."""
    if not isinstance(name, str):
        raise WrongFieldsError(FieldError("name", say("Give a name.")))
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if not clean or not any(letter.isalnum() for letter in clean):
        raise WrongFieldsError(FieldError("name", say("Give a name with at least one letter or digit.")))
    if len(clean) > LONGEST_NAME:
        raise WrongFieldsError(FieldError("name", say("Take a name of at most {n} letters.", n=LONGEST_NAME)))
    if not clean.isprintable() or any(sign in unicodedata.normalize("NFKC", clean) for sign in ("=", ",", AND)):
        raise WrongFieldsError(
            FieldError("name", say("Take a name without “=”, “,”, “ & ” and unprintable characters."))
        )
    if same_name(clean, taken) is not None:
        raise WrongFieldsError(FieldError("name", say("{name} sits here already. Take another name.", name=clean)))
    return clean


def read_names(names: Sequence[object]) -> list[str]:
    """The names of several seats, each another one; WrongFieldsError for one that cannot be."""
    clean: list[str] = []
    for name in names:
        clean.append(read_name(name, clean))
    return clean


def same_name(name: str, names: Sequence[str]) -> str | None:
    """The one of these names that people would take for the same, or None."""
    return next((other for other in names if folded(other) == folded(name)), None)

"""The names under which people sit at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.side import AND
from referee.vocabulary.text import Text, say

LONGEST_NAME = 30


def read_name(name: object, taken: Sequence[str] = ()) -> str:
    """A seat's name as people will see it; WrongFieldsError for one that cannot be."""
    clean = _clean(name)
    if (wrong := _wrong_with(clean, taken)) is not None:
        raise WrongFieldsError(FieldError("name", wrong))
    return clean


def read_names(names: Sequence[object]) -> list[str]:
    """The names of several seats, each another one; WrongFieldsError names by its place every one that cannot be."""
    clean = [_clean(name) for name in names]
    wrong = [(place, _wrong_with(name, clean[:place])) for place, name in enumerate(clean)]
    if errors := [FieldError(f"seats.{place}", why) for place, why in wrong if why is not None]:
        raise WrongFieldsError(*errors)
    return clean


def _clean(name: object) -> str:
    """A name without its invisible characters; empty for what is no name."""
    return " ".join(unicodedata.normalize("NFC", name).split()) if isinstance(name, str) else ""


def _wrong_with(name: str, taken: Sequence[str]) -> Text | None:
    """Why nobody can sit here under this name; None where they can."""
    if not any(letter.isalnum() for letter in name):
        return say("Give a name with at least one letter or digit.")
    if len(name) > LONGEST_NAME:
        return say("Take a name of at most {n} letters.", n=LONGEST_NAME)
    if AND in (folded := unicodedata.normalize("NFKC", name)):
        return say("Write “+” for “&”: {name}.", name=folded.replace(AND, " + "))
    if not name.isprintable() or "=" in folded or "," in folded:
        return say("Take a name without “=”, “,” and unprintable characters.")
    if same_name(name, taken) is not None:
        return say("{name} sits here already. Take another name.", name=name)
    return None


def comparable(name: str) -> str:
    """A name as it is compared: whoever is called the same, in any case and form of letters, is one player."""
    clean = " ".join(name.split())
    # Folding may undo the normal form, so it is made twice.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", clean).casefold())


def same_name(name: str, names: Sequence[str]) -> str | None:
    """The one of these names that people would take for the same, or None."""
    return next((other for other in names if comparable(other) == comparable(name)), None)

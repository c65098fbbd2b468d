"""The names under which people sit at a table: what is shown of them, and which of them
people take for the same.

What cannot be seen is dropped. Beyond that, single letters, digits and signs of
different scripts may look alike; within one script only case is ignored, so that Ami
and Arni both sit, and players 10 and 1O.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import AND

LONGEST_NAME = 30

_UNSEEN = re.compile(
    # Unicode's Default_Ignorable_Code_Point, and blanks of Braille, music and
    # hieroglyphs. Not what turns the direction of letters, since that can be seen: it
    # is refused.
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065\u206a-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U00013441\U00013442\U00016fe4\U0001bca0-\U0001bca3\U0001d159"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_JOINERS = "\u200c\u200d"
_EMOJI_STYLES = "\ufe0e\ufe0f"
_VIRAMA = 9
# Shown as a C, whatever folding makes of them: here they are the Cyrillic letters of
# that look.
_LUNATE_SIGMAS = str.maketrans("\u03f9\u03f2", "\u0421\u0441")


def read_name(name: object, taken: Sequence[str] = ()) -> str:
    """Return a seat's name as people will see it; WrongFieldsError for one that cannot
    be.
    """
    clean = _clean(name)
    if (wrong := _wrong_with(clean, taken)) is not None:
        raise WrongFieldsError(FieldError("name", wrong))
    return clean


def read_names(names: Sequence[object]) -> list[str]:
    """Return the names of several seats, no two alike.

    WrongFieldsError names by its place every one that cannot be.
    """
    clean = [_clean(name) for name in names]
    wrong = [
        (place, _wrong_with(name, clean[:place])) for place, name in enumerate(clean)
    ]
    if errors := [
        FieldError(f"seats.{place}", why) for place, why in wrong if why is not None
    ]:
        raise WrongFieldsError(*errors)
    return clean


def _clean(name: object) -> str:
    """Return a name without what cannot be seen; empty for what is no name."""
    if not isinstance(name, str):
        return ""
    typed = unicodedata.normalize("NFC", name)
    seen = _UNSEEN.sub(
        lambda found: found[0] if _is_shown(typed, found.start()) else "", typed
    )
    return " ".join(unicodedata.normalize("NFC", seen).split())


def _is_shown(text: str, place: int) -> bool:
    """Return whether an invisible character changes how its neighbours look: in an
    emoji, or in a script that joins.
    """
    one, before, after = text[place], text[:place], text[place + 1 : place + 2]
    if one in _EMOJI_STYLES:
        return _is_symbol(before[-1:])
    if one not in _JOINERS or not before or not after:
        return False
    if _is_symbol(after):
        return _is_symbol(before.rstrip(_EMOJI_STYLES)[-1:])
    return unicodedata.bidirectional(before[-1]) == "AL" or _VIRAMA in map(
        unicodedata.combining, (before[-1], after)
    )


def _is_symbol(letter: str) -> bool:
    return bool(letter) and unicodedata.category(letter) in ("So", "Sk")


def _without_unseen(name: str) -> str:
    return _UNSEEN.sub("", name)


def _wrong_with(name: str, taken: Sequence[str]) -> Text | None:
    """Return why nobody can sit here under this name; None where they can."""
    if not any(letter.isalnum() for letter in name):
        return say("Give a name with at least one letter or digit.")
    if len(name) > LONGEST_NAME:
        return say("Take a name of at most {n} letters.", n=LONGEST_NAME)
    if AND in (folded := unicodedata.normalize("NFKC", name)):
        return say("Write “+” for “&”: {name}.", name=folded.replace(AND, " + "))
    if not _without_unseen(name).isprintable() or "=" in folded or "," in folded:
        return say("Take a name without “=”, “,” and unprintable characters.")
    if same_name(name, taken) is not None:
        return say("{name} sits here already. Take another name.", name=name)
    return None


def comparable(name: str) -> str:
    """Return a name as it is compared: whoever is called the same, in any case and form
    of letters, is one player.
    """
    clean = " ".join(re.sub(f"[{_JOINERS}]", "", name).split())
    # Folding may undo the normal form, so it is made twice.
    return unicodedata.normalize(
        "NFKC", unicodedata.normalize("NFKC", clean).casefold()
    )


def same_name(name: str, names: Sequence[str]) -> str | None:
    """Return which of these names people would take for the same, or None.

    A name that is compared as the same comes before one that only looks like it.
    """
    same = (other for other in names if comparable(other) == comparable(name))
    return next(same, None) or next(
        (other for other in names if _look_alike(other, name)), None
    )


def _look_alike(one: str, other: str) -> bool:
    """Return whether two names look alike: with every letter folded, or with those as
    typed that stand in a group.
    """
    one, other = one.translate(_LUNATE_SIGMAS), other.translate(_LUNATE_SIGMAS)
    return any(
        len(first) == len(second) and all(map(_letters_look_alike, first, second))
        for first, second in (
            (_folded(one), _folded(other)),
            (_as_typed(one), _as_typed(other)),
        )
    )


def _folded(name: str) -> str:
    """Return a name letter by letter, accents behind their letters, without case and
    without what cannot be seen.
    """
    seen = unicodedata.normalize("NFKD", comparable(_without_unseen(name)))
    return " ".join(_without_unseen(seen).split())


def _as_typed(name: str) -> str:
    """Return a name like `_folded`, but with such letters as they are shown: folded,
    some of them look otherwise.
    """
    typed = _without_unseen(name)
    return "".join(
        one if one in _groups() or one.isspace() else _folded(one)
        for one in " ".join(typed.split())
    )


def _letters_look_alike(one: str, other: str) -> bool:
    if one.casefold() == other.casefold():
        return True
    return not (
        _lookalikes(one).isdisjoint(_lookalikes(other)) or _share_a_script(one, other)
    )


def _lookalikes(letter: str) -> frozenset[str]:
    """Return the groups that a letter, digit or sign looks like, in either case."""
    groups = _groups()
    # A digit or a sign has the case of the letter that it looks like.
    cased = letter if letter.isalpha() else groups.get(letter, letter)[0]
    return frozenset(
        groups[form]
        for form in (letter, cased.upper(), cased.lower())
        if form in groups
    )


@cache
def _groups() -> Mapping[str, str]:
    """By letter, digit or sign, the group that it is in, letters first: see
    `tools/setup/lookalikes.py`.
    """
    text = files(__package__).joinpath("lookalikes.txt").read_text("utf-8")
    return {letter: group for group in text.split() for letter in group}


def _share_a_script(one: str, other: str) -> bool:
    """Return whether two letters, digits or signs are typed in one script.

    ASCII's digits are typed beside any letters, its signs beside its letters.
    """
    if any(letter.isascii() and letter.isdigit() for letter in (one, other)):
        return one.isalpha() or other.isalpha() or one.isascii() == other.isascii()
    if any(letter.isascii() and not letter.isalpha() for letter in (one, other)):
        return one.isascii() == other.isascii()
    return _script(one) == _script(other)


def _script(letter: str) -> str:
    # Arabic has ARABIC-INDIC digits, and EXTENDED ones.
    return re.split("[ -]", unicodedata.name(letter, "").removeprefix("EXTENDED "))[0]

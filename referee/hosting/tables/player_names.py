"""The names of players: cleaning them for display, and finding those that look alike.

Invisible characters are dropped. Characters of different scripts may look alike; within
one script only case, punctuation and spaces are ignored, so Ami and Arni may both sit,
and players 10 and 1O.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from referee.vocabulary.errors import FieldError, WrongFieldsError, wrong_field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import AND

LONGEST_NAME = 30

_UNSEEN = re.compile(
    # Unicode's Default_Ignorable_Code_Point, and blanks of Braille, music and
    # hieroglyphs; without direction marks, whose effect is visible: those are refused.
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065\u206a-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U00013441\U00013442\U00016fe4\U0001bca0-\U0001bca3\U0001d159"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_JOINERS = "\u200c\u200d"
_EMOJI_STYLES = "\ufe0e\ufe0f"
_VIRAMA = 9
# These look like a C, whatever folding yields: they are compared as Cyrillic letters of
# that shape.
_LUNATE_SIGMAS = str.maketrans("\u03f9\u03f2", "\u0421\u0441")


def read_name(name: object, taken: Sequence[str] = ()) -> str:
    """Return a seat's name as displayed.

    Raise WrongFieldsError for an impossible one.
    """
    clean = _clean(name)
    objection = _objection(clean, taken)
    if objection is not None:
        raise wrong_field("name", objection)
    return clean


def read_names(names: Sequence[object]) -> list[str]:
    """Return the names of several seats, all different.

    Raise WrongFieldsError with the index of each impossible one.
    """
    clean = [_clean(name) for name in names]
    errors = []
    for index, name in enumerate(clean):
        objection = _objection(name, clean[:index])
        if objection is not None:
            errors.append(FieldError(f"seats.{index}", objection))
    if errors:
        raise WrongFieldsError(*errors)
    return clean


def _clean(name: object) -> str:
    """Return a name without invisible characters; empty if nothing is left."""
    if not isinstance(name, str):
        return ""
    typed = unicodedata.normalize("NFC", name)
    visible = ""
    for index, letter in enumerate(typed):
        if not _UNSEEN.match(letter) or _is_shown(typed, index):
            visible += letter
    return " ".join(unicodedata.normalize("NFC", visible).split())


def _is_shown(text: str, index: int) -> bool:
    """Return whether an invisible character affects its neighbours' look."""
    letter = text[index]
    before = text[:index]
    after = text[index + 1 : index + 2]
    if letter in _EMOJI_STYLES:
        return _is_symbol(before[-1:])
    if letter not in _JOINERS or not before or not after:
        return False
    if _is_symbol(after):
        return _is_symbol(before.rstrip(_EMOJI_STYLES)[-1:])
    if unicodedata.bidirectional(before[-1]) == "AL":
        return True
    return _VIRAMA in map(unicodedata.combining, (before[-1], after))


def _is_symbol(letter: str) -> bool:
    return bool(letter) and unicodedata.category(letter) in ("So", "Sk")


def _strip_unseen(name: str) -> str:
    return _UNSEEN.sub("", name)


def _objection(name: str, taken: Sequence[str]) -> Text | None:
    """Return why this is not possible as a name; None if it is."""
    if not any(letter.isalnum() for letter in name):
        return say("A name needs at least one letter or digit.")
    if len(name) > LONGEST_NAME:
        return say("A name can have at most {n} letters.", n=LONGEST_NAME)
    normal = unicodedata.normalize("NFKC", name)
    if AND in normal:
        return say("Write “+” for “&”: {name}.", name=normal.replace(AND, " + "))
    if not _strip_unseen(name).isprintable() or "=" in normal or "," in normal:
        return say("A name can’t have “=”, “,” or unprintable characters.")
    if same_name(name, taken) is not None:
        return say("{name} is already here. Choose another name.", name=name)
    return None


def comparable(name: str) -> str:
    """Return a name for comparison, equal in any case and form of letters."""
    clean = " ".join(re.sub(f"[{_JOINERS}]", "", name).split())
    normal = unicodedata.normalize("NFKC", clean).casefold()
    # Folding may undo normalization, so normalize twice.
    return unicodedata.normalize("NFKC", normal)


def same_name(name: str, names: Sequence[str]) -> str | None:
    """Return the first of these names that people would confuse with this one, or None.

    A name that compares as equal comes before one that only looks alike, or differs
    only by punctuation and spaces.
    """
    compared = comparable(name)
    for other in names:
        if comparable(other) == compared:
            return other
    letters = _letters(name)
    for other in names:
        if _letters(other) == letters or _look_alike(other, name):
            return other
    return None


def _letters(name: str) -> str:
    """Return a name for comparison without punctuation and spaces, which part none."""
    letters = ""
    for letter in comparable(name):
        if unicodedata.category(letter)[0] not in "PZ":
            letters += letter
    return letters


def _look_alike(name: str, other: str) -> bool:
    """Return whether two names look alike, with lookalike letters folded or not."""
    # Plain letters look alike only if they are alike, which is compared first.
    if name.isascii() and other.isascii():
        return False
    name = name.translate(_LUNATE_SIGMAS)
    other = other.translate(_LUNATE_SIGMAS)
    for form in (_strip_case, _as_typed):
        letters = form(name)
        others = form(other)
        if len(letters) == len(others) and all(map(_is_like, letters, others)):
            return True
    return False


def _strip_case(name: str) -> str:
    """Return a name without case and invisible characters, accents separate."""
    decomposed = unicodedata.normalize("NFKD", comparable(_strip_unseen(name)))
    return " ".join(_strip_unseen(decomposed).split())


def _as_typed(name: str) -> str:
    """Return a name like `_strip_case`, with lookalike letters unfolded."""
    shown = ""
    for letter in " ".join(_strip_unseen(name).split()):
        if letter in _groups() or letter.isspace():
            shown += letter
        else:
            shown += _strip_case(letter)
    return shown


def _is_like(letter: str, other: str) -> bool:
    """Return whether people confuse two letters, digits or signs."""
    if letter.casefold() == other.casefold():
        return True
    if _lookalikes(letter).isdisjoint(_lookalikes(other)):
        return False
    return not _share_a_script(letter, other)


def _lookalikes(letter: str) -> frozenset[str]:
    """Return the groups of characters that this one, in either case, looks like."""
    groups = _groups()
    cased = letter
    if not letter.isalpha():
        # A digit or sign takes the case of the letter that it resembles.
        cased = groups.get(letter, letter)[0]
    forms = (letter, cased.upper(), cased.lower())
    return frozenset(groups[form] for form in forms if form in groups)


# Asked for each letter: without it a name of 20 takes 6 ms, with it 0.1 ms.
@cache
def _groups() -> Mapping[str, str]:
    """Return the group of each letter, digit or sign, letters first.

    `tools/setup/lookalikes.py` generates them.
    """
    text = files(__package__).joinpath("lookalikes.txt").read_text("utf-8")
    return {letter: group for group in text.split() for letter in group}


def _share_a_script(letter: str, other: str) -> bool:
    """Return whether two letters, digits or signs belong to one script.

    ASCII's digits go with any letters, its signs with its letters.
    """
    are_both_ascii = letter.isascii() and other.isascii()
    in_ascii = [typed for typed in (letter, other) if typed.isascii()]
    if any(map(str.isdigit, in_ascii)):
        return are_both_ascii or letter.isalpha() or other.isalpha()
    if not all(map(str.isalpha, in_ascii)):
        return are_both_ascii
    return _script(letter) == _script(other)


def _script(letter: str) -> str:
    # Arabic has ARABIC-INDIC digits, and EXTENDED ones.
    return re.split("[ -]", unicodedata.name(letter, "").removeprefix("EXTENDED "))[0]

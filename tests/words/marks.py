"""A language that nobody speaks: every translated text stands in marks, so that all
others can be found.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

from referee.vocabulary.text import Language

OPEN = "«"
CLOSE = "»"

_CODES = r"\b(?:[2-9tjqka]|10)[cdhs]\b|\b(?:[1-9]|1[0-3])[bgry]\b|\b[A-Z]{1,3}\b"
"""Cards as they are typed, and the letters that stand for seats and sides."""

_BRACES = re.compile(r"\{[^}]*\}")
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?]) (?=[A-Z{])")


def marked(template: str) -> str:
    """The template with each of its sentences in marks: pages may put one of them
    before the others.
    """
    return " ".join(
        _marked(sentence) for sentence in _BETWEEN_SENTENCES.split(template)
    )


def _marked(sentence: str) -> str:
    return (
        f"{OPEN}{sentence}{CLOSE}"
        if re.search(r"[^\W\d_½]", _BRACES.sub("", sentence))
        else sentence
    )


MARKED = Language("en", marked, lambda one, many, n: marked(one if n == 1 else many))

SPOKEN = ("aria-label", "alt", "title", "placeholder", "aria-description", "data-said")
"""Attributes that people read or hear."""

NAMES_AND_CODES = {
    "name",
    "badge",
    "corner",
    "code",
    "address",
    "seal",
    "big-code",
    "who",
    "number",
    "place",
}
"""Classes of elements in which names, codes and the like stand."""

NOT_READ = {"script", "style", "code", "q"}
"""Elements whose text is code, or what somebody wrote."""

EMPTY = {
    "meta",
    "link",
    "input",
    "img",
    "br",
    "hr",
    "path",
    "rect",
    "line",
    "circle",
    "use",
    "polyline",
    "polygon",
}


class Unmarked(HTMLParser):
    """The texts of a page that no translation can reach: letters outside of all marks,
    but for what is allowed.
    """

    def __init__(self, allowed: Iterable[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.allowed = re.compile(
            "|".join([*(rf"\b{re.escape(word)}\b" for word in allowed), _CODES])
        )
        self.found: list[str] = []
        self.depth = 0
        self.skipping: list[bool] = [False]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        skips = tag in NOT_READ or not NAMES_AND_CODES.isdisjoint(
            given.get("class", "").split()
        )
        skips = skips or ("lang" in given and tag != "html")
        skips = skips or given.get("translate") == "no"
        if not self.skipping[-1]:
            for name in SPOKEN:
                self.found += self._outside(given.get(name, ""), 0)[0]
        if tag not in EMPTY:
            self.skipping.append(self.skipping[-1] or skips)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            self.skipping.pop()

    def handle_data(self, data: str) -> None:
        found, self.depth = self._outside(data, self.depth)
        if not self.skipping[-1]:
            self.found += found

    def _outside(self, text: str, depth: int) -> tuple[list[str], int]:
        outside = ""
        for part in re.split(f"([{OPEN}{CLOSE}])", text):
            if part == OPEN:
                depth += 1
            elif part == CLOSE:
                depth -= 1
            elif depth == 0:
                outside += part + " "
        left = self.allowed.sub("", outside)
        return ([text.strip()] if re.search(r"[^\W\d_½]", left) else []), depth


def unmarked(html: str, allowed: Iterable[str] = ()) -> list[str]:
    """The texts of this page outside of all marks."""
    reader = Unmarked(allowed)
    reader.feed(html)
    reader.close()
    return reader.found


WORDED = {
    "title",
    "help",
    "label",
    "labels",
    "summary",
    "text",
    "next",
    "detail",
    "message",
    "note",
    "source",
    "about",
}
"""The members of API answers that hold sentences."""


def unmarked_in(
    told: Any, path: str = "", allowed: Iterable[str] = ()
) -> Iterator[str]:
    """The sentences of an API answer outside of all marks, but for what is allowed."""
    names = re.compile(
        "|".join(rf"\b{re.escape(word)}\b" for word in allowed) or "(?!)"
    )
    if isinstance(told, Mapping):
        for name, inner in told.items():
            # What stands in a verdict is for programs.
            yield from (
                ()
                if name == "verdict"
                else unmarked_in(inner, f"{path}.{name}", allowed)
            )
    elif isinstance(told, list):
        for inner in told:
            yield from unmarked_in(inner, path, allowed)
    elif WORDED.intersection(path.rsplit(".", 2)[1:]) and OPEN not in str(told):
        yield from (
            [f"{path}: {told}"]
            if re.search(r"[^\W\d_½]", names.sub("", str(told)))
            else []
        )

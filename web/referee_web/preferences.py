"""What somebody prefers on their own phone: language, colours, what it may say and do.
Kept there in one cookie.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Response, g, request

from referee.plugin import languages

COOKIE = "preferences"
ONE_YEAR = 365 * 24 * 60 * 60

THEMES = ("auto", "light", "dark")
SUITS = ("four", "two")
LETTERS = ("", "english", "german", "french", "italian", "spanish")


@dataclass(frozen=True, slots=True)
class Preferences:
    """A phone's preferences. Language "": as its browser asks; theme `auto`: as the
    phone is set.

    `suits` is in how many colours suits are drawn, `speak` whether rulings are said
    aloud, `vibrate` whether the phone may, `awake` whether its screen stays on at a
    table where it is needed. `letters` is what stands on courts and aces of their
    cards, for reading them from photos; "": as a photo shows.
    """

    language: str = ""
    theme: str = "auto"
    suits: str = "four"
    speak: bool = False
    vibrate: bool = True
    awake: bool = True
    letters: str = ""

    def to_cookie(self) -> str:
        """As a cookie holds it; `read` reads it again."""
        flags = {name: "yes" if getattr(self, name) else "no" for name in FLAGS}
        return urlencode({**{name: getattr(self, name) for name in WORDS}, **flags})


_NONE_CHOSEN = Preferences()

WORDS = ("language", "theme", "suits", "letters")
"""The preferences that are one of several words."""

FLAGS = ("speak", "vibrate", "awake")
"""The preferences that are either on or off."""


def read(cookie: str) -> Preferences:
    """The preferences in a cookie. What is unknown there is as if it had not been
    chosen.
    """
    return read_choices(dict(parse_qsl(cookie[:500]))) if cookie else _NONE_CHOSEN


def read_choices(values: Mapping[str, str]) -> Preferences:
    """The preferences among these values, as a cookie or a form has them; `yes` and
    `no` for those on or off.
    """
    words = dict(zip(WORDS, (languages.codes(), THEMES, SUITS, LETTERS), strict=True))
    known = {**words, **dict.fromkeys(FLAGS, ("yes", "no"))}
    found: dict[str, Any] = {
        name: values[name]
        for name, offered in known.items()
        if values.get(name) in offered
    }
    return Preferences(
        **{
            name: value == "yes" if name in FLAGS else value
            for name, value in found.items()
        }
    )


def preferences() -> Preferences:
    """The preferences of the phone that asks."""
    found: Preferences | None = g.get("preferences")
    if found is None:
        found = g.preferences = read(request.cookies.get(COOKIE, ""))
    return found


def keep(response: Response, found: Preferences) -> None:
    """Let this phone keep these preferences."""
    keep_cookie(response, COOKIE, found.to_cookie(), ONE_YEAR)


def keep_cookie(response: Response, name: str, value: str, seconds: int) -> None:
    """Let this phone keep a cookie for this many seconds; no script reads it, and no
    other site's page sends it.
    """
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )

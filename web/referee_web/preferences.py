"""What somebody prefers on their own phone: language, colours, what it may say and do.
Kept there in one cookie.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Response, current_app, g, request

from referee.lazy_dataclass import frozen
from referee.plugin import languages

COOKIE = "preferences"
HTTPS_DOOR = "HTTPS_DOOR"
"""The app's setting that says at which port it is served by HTTPS too."""

ONE_YEAR = 365 * 24 * 60 * 60

THEMES = ("auto", "light", "dark")
SUITS = ("four", "two")
LETTERS = ("", "english", "german", "french", "italian", "spanish")


@frozen
class Preferences:
    """A phone's preferences."""

    language: str = ""
    """Empty: as its browser asks."""
    theme: str = "auto"
    """`auto`: as the phone is set."""
    suits: str = "four"
    """In how many colours suits are drawn."""
    speak: bool = False
    """Rulings are said aloud."""
    vibrate: bool = True
    """The phone may."""
    awake: bool = True
    """Its screen stays on at a table where it is needed."""
    letters: str = ""
    """What stands on courts and aces of their cards, for reading them from photos;
    empty: as a photo shows.
    """

    def to_cookie(self) -> str:
        """Return what a cookie holds of them; `read` reads it again."""
        values = {}
        for name in WORDS:
            values[name] = getattr(self, name)
        for name in FLAGS:
            values[name] = "yes" if getattr(self, name) else "no"
        return urlencode(values)


_NONE_CHOSEN = Preferences()

WORDS = ("language", "theme", "suits", "letters")
"""The preferences that are one of several words."""

FLAGS = ("speak", "vibrate", "awake")
"""The preferences that are either on or off."""


def read(cookie: str) -> Preferences:
    """Return the preferences in a cookie. What is unknown there is as if it had not
    been chosen.
    """
    if not cookie:
        return _NONE_CHOSEN
    return read_choices(dict(parse_qsl(cookie[:500])))


def read_choices(values: Mapping[str, str]) -> Preferences:
    """Return the preferences among these values, as a cookie or a form has them; `yes`
    and `no` for those on or off.
    """
    chosen: dict[str, Any] = {}
    offered = (languages.codes(), THEMES, SUITS, LETTERS)
    for name, words in zip(WORDS, offered, strict=True):
        word = values.get(name)
        if word in words:
            chosen[name] = word
    for name in FLAGS:
        word = values.get(name)
        if word in ("yes", "no"):
            chosen[name] = word == "yes"
    return Preferences(**chosen)


def preferences() -> Preferences:
    """Return the preferences of the phone that asks."""
    kept: Preferences | None = g.get("preferences")
    if kept is None:
        kept = g.preferences = read(request.cookies.get(COOKIE, ""))
    return kept


def keep(response: Response, choices: Preferences) -> None:
    """Let this phone keep these preferences."""
    keep_cookie(response, COOKIE, choices.to_cookie(), ONE_YEAR)


def came_by_https_door() -> bool:
    """True if this request came by the door that a daemon served by HTTP has beside it.

    A browser sends the same cookies to both.
    """
    door = current_app.config.get(HTTPS_DOOR)
    return door is not None and request.environ["SERVER_PORT"] == door


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
        secure=request.is_secure and not came_by_https_door(),
    )

"""A phone's preferences (language, colours, permissions), stored in one cookie."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Response, current_app, g, request

from referee.plugin import languages

COOKIE = "preferences"
HTTPS_DOOR = "HTTPS_DOOR"
"""The app's setting that says at which port it is served by HTTPS too."""

ONE_YEAR = 365 * 24 * 60 * 60

THEMES = ("auto", "light", "dark")
SUITS = ("two", "four")
ACORNS = "acorns"
"""Cards drawn in German suits, with U and O."""

LETTERS = ("", "english", "german", "french", "italian", "spanish", ACORNS)


@dataclass(frozen=True, slots=True)
class Preferences:
    """A phone's preferences."""

    language: str = ""
    """Empty: the browser's."""
    theme: str = "auto"
    """`auto`: the phone's setting."""
    suits: str = "two"
    """The number of colours of French suits; on the table they have two."""
    speak: bool = False
    """Whether to speak rulings."""
    vibrate: bool = True
    """Whether the phone may vibrate."""
    awake: bool = True
    """Whether its screen stays on at a table that needs it."""
    keys: bool = True
    """Whether cards are typed wherever the focus is, and not only where cards are."""
    letters: str = ""
    """The letters on court cards and aces, as drawn and in photos; empty: English, and
    recognized in photos. `ACORNS` is for what is drawn.
    """

    def to_cookie(self) -> str:
        """Return their cookie, which `read` reads."""
        values = {name: getattr(self, name) for name in WORDS}
        for name in FLAGS:
            values[name] = "yes" if getattr(self, name) else "no"
        return urlencode(values)


_NONE_CHOSEN = Preferences()

WORDS = ("language", "theme", "suits", "letters")
"""Preferences with several values."""

FLAGS = ("speak", "vibrate", "awake", "keys")
"""Preferences that are on or off."""


def read(cookie: str) -> Preferences:
    """Return the preferences in a cookie, with defaults for unknown values."""
    if not cookie:
        return _NONE_CHOSEN
    return read_choices(dict(parse_qsl(cookie[:500])))


def read_choices(values: Mapping[str, str]) -> Preferences:
    """Return the preferences in a cookie or form, `yes` or `no` for switches."""
    chosen: dict[str, Any] = {}
    offered = (languages.list_codes(), THEMES, SUITS, LETTERS)
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
    """Return the requesting phone's preferences."""
    cached: Preferences | None = g.get("preferences")
    if cached is None:
        cookie = ""
        # Programs send none: then nothing need be parsed.
        if COOKIE in request.environ.get("HTTP_COOKIE", ""):
            cookie = request.cookies.get(COOKIE, "")
        cached = g.preferences = read(cookie)
    return cached


def keep(response: Response, choices: Preferences) -> None:
    """Store these preferences on the phone."""
    keep_cookie(response, COOKIE, choices.to_cookie(), ONE_YEAR)


def came_by_https_door() -> bool:
    """Return whether this request came by the HTTPS door beside HTTP.

    A browser sends the same cookies to both.
    """
    door = current_app.config.get(HTTPS_DOOR)
    return door is not None and request.environ["SERVER_PORT"] == door


def keep_cookie(response: Response, name: str, value: str, seconds: int) -> None:
    """Store a cookie for so many seconds, hidden from scripts and other sites."""
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        path=request.script_root or "/",
        httponly=True,
        samesite="Lax",
        secure=request.is_secure and not came_by_https_door(),
    )


def forget_cookie(response: Response, name: str) -> None:
    """Delete a cookie from the phone."""
    path = request.script_root or "/"
    response.delete_cookie(name, path, httponly=True, samesite="Lax")

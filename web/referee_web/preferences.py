"""What somebody prefers on their own phone: language, colours, what it may say and do. Kept there in one cookie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from flask import Response, g, request

from referee.plugin import languages

COOKIE = "preferences"
ONE_YEAR = 365 * 24 * 60 * 60

THEMES = ("auto", "light", "dark")
SUITS = ("four", "two")


@dataclass(frozen=True, slots=True)
class Preferences:
    """A phone's preferences. Language "": as its browser asks; theme `auto`: as the phone is set.

    `suits` is in how many colours suits are drawn, `speak` whether rulings are said aloud, `vibrate` whether the
    phone may, `awake` whether its screen stays on at a table where it is needed.
    """

    language: str = ""
    theme: str = "auto"
    suits: str = "four"
    speak: bool = False
    vibrate: bool = True
    awake: bool = True

    def written(self) -> str:
        """As a cookie holds it; `read` reads it again."""
        flags = {name: "yes" if getattr(self, name) else "no" for name in FLAGS}
        return urlencode({"language": self.language, "theme": self.theme, "suits": self.suits, **flags})


FLAGS = ("speak", "vibrate", "awake")
"""The preferences that are either on or off."""

PLAIN = Preferences()


def read(cookie: str) -> Preferences:
    """The preferences in a cookie. What is unknown there is as if it had not been chosen."""
    return chosen(dict(parse_qsl(cookie[:500])))


def chosen(values: Mapping[str, str]) -> Preferences:
    """The preferences among these values, as a cookie or a form has them; `yes` and `no` for those on or off."""

    def one_of(name: str, known: tuple[str, ...]) -> str:
        value = values.get(name, "")
        return value if value in known else str(getattr(PLAIN, name))

    def flag(name: str) -> bool:
        return {"yes": True, "no": False}.get(values.get(name, ""), bool(getattr(PLAIN, name)))

    return Preferences(
        one_of("language", ("", *languages.codes())),
        one_of("theme", THEMES),
        one_of("suits", SUITS),
        *(flag(name) for name in FLAGS),
    )


def preferences() -> Preferences:
    """The preferences of the phone that asks."""
    if "preferences" not in g:
        g.preferences = read(request.cookies.get(COOKIE, ""))
    found: Preferences = g.preferences
    return found


def keep(response: Response, found: Preferences) -> None:
    """Let this phone keep these preferences."""
    secure = request.is_secure
    response.set_cookie(COOKIE, found.written(), max_age=ONE_YEAR, httponly=True, samesite="Lax", secure=secure)

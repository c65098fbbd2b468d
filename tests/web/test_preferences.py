"""A phone's preferences: kept in its cookie, tolerant of what else may stand there, and
back to where one was.
"""

import re

import pytest
from flask import Flask
from referee_web.preferences import Preferences, read

from referee.plugin.languages import list_codes

OTHERWISE = Preferences(
    "de", "dark", "two", speak=True, vibrate=False, awake=False, letters="german"
)


@pytest.mark.parametrize(
    "found",
    [Preferences(), OTHERWISE, *(Preferences(language) for language in list_codes())],
)
def test_what_is_written_is_read_again(found: Preferences) -> None:
    assert read(found.to_cookie()) == found


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "garbage",
        "theme=",
        "theme=<script>&suits=7&speak=maybe",
        "&&==&",
        "%ff%fe=%00",
        "x" * 5_000,
    ],
)
def test_garbage_is_as_if_nothing_had_been_chosen(cookie: str) -> None:
    assert read(cookie) == Preferences()


def test_what_is_known_in_a_garbled_cookie_is_kept() -> None:
    assert read("theme=dark&suits=7&language=xx") == Preferences(theme="dark")


def test_what_was_chosen_stands_on_every_page(app: Flask) -> None:
    phone = app.test_client()
    assert 'data-theme="auto" data-suits="two"' in phone.get("/").text
    chosen = {
        "theme": "dark",
        "suits": "four",
        "language": "de",
        "speak": "yes",
        "back": "/games/highest-card",
    }
    kept = phone.post("/preferences", data=chosen)
    assert (kept.status_code, kept.headers["Location"]) == (303, "/games/highest-card")
    shown = " ".join(phone.get("/").text.split())
    assert (
        'data-theme="dark" data-suits="four" data-speak="yes" data-vibrate="no" '
        'data-awake="no"'
    ) in shown
    assert re.search(
        r'name="theme" id="theme-dark" value="dark" checked',
        phone.get("/preferences").text,
    )
    assert re.search(
        r'id="language-de" value="de" checked', phone.get("/preferences").text
    )


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://elsewhere.test/",
        "//elsewhere.test/",
        "/\\elsewhere.test",
        "",
        "javascript:alert(1)",
        "/\n/",
    ],
)
def test_back_leads_nowhere_else(app: Flask, elsewhere: str) -> None:
    phone = app.test_client()
    assert (
        phone.post("/preferences", data={"back": elsewhere}).headers["Location"] == "/"
    )
    assert (
        '<a class="button quiet" href="/">'
        in phone.get("/preferences", query_string={"back": elsewhere}).text
    )


@pytest.mark.parametrize(
    "page",
    ["/", "/games/highest-card", "/new/highest-card", "/nowhere", "/go?code=ABCD"],
)
def test_every_page_leads_there_and_back(app: Flask, page: str) -> None:
    phone = app.test_client()
    leads = re.search(r'href="(/preferences\?[^"]+)"', phone.get(page).text)
    assert leads is not None
    back = phone.get(leads[1].replace("&amp;", "&"))
    assert f'name="back" value="{page}"' in back.text

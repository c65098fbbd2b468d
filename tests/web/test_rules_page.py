"""The rules page: how it goes on top, sections to link to, readings marked, and
searching without scripts.
"""

import re

import pytest
from flask import Flask


def sections(app: Flask, game: str, query: str = "") -> tuple[str, list[str]]:
    """The page, and the ids of the sections that are shown on it."""
    answer = app.test_client().get(
        f"/games/{game}", query_string={"q": query} if query else {}
    )
    assert answer.status_code == 200
    page = answer.get_data(as_text=True)
    found = re.findall(
        r'<section id="([a-z-]+)" class="section" data-found( hidden)?>', page
    )
    return page, [id for id, hidden in found if not hidden]


@pytest.mark.parametrize(
    "game", ["faj", "jizara", "slapjack", "tripp-jokes", "four-aces"]
)
def test_it_begins_with_how_it_goes(app: Flask, game: str) -> None:
    page, shown = sections(app, game)
    assert shown[0] == "how-it-goes"
    assert (
        page.index("Search the rules")
        < page.index("How it goes")
        < page.index("Contents")
    )


def test_a_search_shows_the_sections_that_hold_all_words_and_marks_them(
    app: Flask,
) -> None:
    page, shown = sections(app, "faj", "black JOKER")
    assert "joker" in shown
    assert "draft" not in shown
    assert "<mark>joker</mark>" in page
    assert "<mark>Black</mark>" in page or "<mark>black</mark>" in page
    assert 'value="black JOKER"' in page


def test_a_search_knows_the_apostrophes_of_all_keyboards(app: Flask) -> None:
    for typed in ("it's", "it’s"):
        page, shown = sections(app, "faj", typed)
        assert shown
        assert "<mark>it’s</mark>" in page


def test_what_is_not_found_is_said(app: Flask) -> None:
    page, shown = sections(app, "faj", "marmalade")
    assert shown == []
    assert re.search(r"data-none>No section has all of these words", page)
    assert re.search(r"data-none hidden>", sections(app, "faj", "joker")[0])


def test_a_search_for_markup_is_only_text(app: Flask) -> None:
    page, _ = sections(app, "faj", "<b>&")
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;" in page

"""Cards are drawn with the letters that a phone prefers, and in its suits."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import Open


@pytest.mark.parametrize(
    ("letters", "jack"), [("german", "B"), ("french", "V"), ("", "J")]
)
def test_the_cards_that_are_tapped_have_the_letters_of_the_phone(
    phone: Callable[[], FlaskClient], letters: str, jack: str
) -> None:
    asking = phone()
    asking.post("/preferences", data={"letters": letters, "back": "/"})
    page = asking.get("/ask/skat/trick").get_data(as_text=True)
    assert f"<b>{jack}</b>" in page
    assert ("<b>J</b>" in page) == (jack == "J")


def test_a_german_page_has_the_letters_of_its_words_unless_a_phone_prefers_others(
    phone: Callable[[], FlaskClient],
) -> None:
    asking = phone()
    german = {"Accept-Language": "de"}
    page = asking.get("/ask/skat/trick", headers=german).get_data(as_text=True)
    assert "<b>B</b>" in page
    assert "<b>J</b>" not in page
    assert "data-letters" not in page, "photos are read by what they show"
    asking.post("/preferences", data={"letters": "english", "back": "/"})
    page = asking.get("/ask/skat/trick", headers=german).get_data(as_text=True)
    assert "<b>J</b>" in page


def test_they_are_drawn_in_german_suits_on_a_phone_that_prefers_them(
    phone: Callable[[], FlaskClient],
) -> None:
    """Their codes stay, so what is tapped is the same card."""
    asking = phone()
    asking.post("/preferences", data={"letters": "acorns", "back": "/"})
    page = asking.get("/ask/skat/trick").get_data(as_text=True)
    shapes = {code: page.split(f'data-card="{code}"', 1)[1][:60] for code in JACKS}
    assert [shapes[code].split("suit-")[1].split('"')[0] for code in JACKS] == [
        "acorn",
        "leaf",
        "H",
        "bell",
    ]
    assert "<b>U</b>" in page
    assert "cards/decks.css" in page
    assert "data-letters" not in page, "photos are read by what they show"
    other = phone().get("/ask/skat/trick").get_data(as_text=True)
    assert "suit-acorn" not in other
    assert "cards/decks.css" not in other


def test_and_named_as_they_are_drawn_and_typed_by_either_name(
    phone: Callable[[], FlaskClient],
) -> None:
    asking = phone()
    asking.post("/preferences", data={"letters": "acorns", "back": "/"})
    german = {"Accept-Language": "de"}
    page = asking.get("/ask/skat/trick", headers=german).get_data(as_text=True)
    assert "Eichel-Unter" in page
    assert "Kreuz" not in page
    for jack in ("Eichel-Unter", "Kreuz-Bube"):
        plays = {"player": ["Ana", "Ben", "Cy"], "pick=game": "grand"}
        typed = {
            f"typed=plays={n}": card for n, card in enumerate((jack, "7H", "8H"), 1)
        }
        answer = asking.post("/ask/skat/trick", headers=german, data=plays | typed)
        assert "mit dem Eichel-Unter" in answer.get_data(as_text=True)


JACKS = ("JC", "JS", "JH", "JD")


def test_sentences_have_the_letters_that_are_on_the_cards(
    phone: Callable[[], FlaskClient], open_table: Open
) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy")
    table.start()
    hearts = {"Ana": 3, "Ben": 10, "Cy": 0}
    table.host.enter(table.code, "deal", hearts=hearts, queen="Ben").said(201)
    asking = phone()
    german = {"Accept-Language": "de"}
    page = asking.get(f"/t/{table.code}", headers=german).get_data(as_text=True)
    assert "D♠" in page
    assert "Q♠" not in page
    asking.post("/preferences", data={"letters": "english", "back": "/"})
    page = asking.get(f"/t/{table.code}", headers=german).get_data(as_text=True)
    assert "Q♠" in page

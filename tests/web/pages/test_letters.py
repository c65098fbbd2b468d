"""Cards are drawn with the letters that a phone prefers."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient


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

"""What is filled into a form, as the referee reads it and writes it back."""

from collections.abc import Iterator

import pytest
from flask import Flask
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues

from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say


@pytest.fixture(autouse=True)
def request_here(app: Flask) -> Iterator[None]:
    """Forms are read in the words of whoever asks."""
    with app.test_request_context():
        yield


@pytest.mark.parametrize(
    ("type", "replaces", "inputs", "read"),
    [
        ("card", False, {"pick=c": "JS", "typed=c": "QC"}, ["QC"]),
        ("card", False, {"pick=c": "JS", "typed=c": " "}, ["JS"]),
        (
            "card_by_seat",
            False,
            {"pick=c=Ana": "JS", "typed=c=Ana": "QC", "pick=c=Ben": "KD"},
            {"Ana": ["QC"], "Ben": ["KD"]},
        ),
        (
            "card_by_seat",
            False,
            {
                "typed=c=Ana": "",
                "typed=c=Ben": "5d ah qs",
                "typed=c=Cy": "",
                "pick=c=Di": "KD",
            },
            {"Ana": ["QS"], "Ben": ["5D"], "Cy": ["AH"], "Di": ["KD"]},
        ),
        ("cards", False, {"pick=c": "JS", "typed=c": "QC"}, ["JS", "QC"]),
        ("cards", True, {"pick=c": "JS", "typed=c": "9c 9s"}, ["9c 9s"]),
        (
            "cards_by_seat",
            True,
            {"pick=c=Ana": "JS", "typed=c=Ana": "9c", "pick=c=Ben": "KD"},
            {"Ana": ["9c"], "Ben": ["KD"]},
        ),
    ],
)
def test_typing_replaces_one_picked_card_and_those_that_stood_there_already(
    type: str, replaces: bool, inputs: dict[str, str], read: object
) -> None:
    assert form_values.read(
        [Field("c", type, say("Cards"))], FormValues(inputs), replaces
    ) == {"c": read}


@pytest.mark.parametrize(
    ("type", "inputs", "read"),
    [
        (
            "cards_by_seat",
            {"none=f=Ana": "yes", "pick=f=Ben": "KD"},
            {"Ana": [], "Ben": ["KD"]},
        ),
        ("numbers_by_seat", {"typed=f=Ana": "12", "typed=f=Ben": " "}, {"Ana": "12"}),
    ],
)
def test_what_is_filled_in_for_seats_is_read_and_written_back(
    type: str, inputs: dict[str, str], read: dict[str, object]
) -> None:
    field = Field("f", type, say("Of each"))
    assert form_values.read([field], FormValues(inputs)) == {"f": read}
    assert form_values.read([field], form_values.written([field], {"f": read})) == {
        "f": read
    }


@pytest.mark.parametrize(
    ("inputs", "read"),
    [
        ({"typed=bids=Ana": "2c 5d / 3s"}, {"Ana": [["2c 5d"], ["3s"]]}),
        (
            {"pick=bids=Ana": "2C", "typed=bids=Ana": "5d/3s"},
            {"Ana": [["2C", "5d"], ["3s"]]},
        ),
        ({"pick=bids=Ana": "2C", "typed=bids=Ben": ""}, {"Ana": [["2C"]], "Ben": None}),
    ],
)
def test_partners_cards_are_read_and_written_back(
    inputs: dict[str, str], read: dict[str, object]
) -> None:
    field = Field("bids", "cards_by_seat", say("Bids"), partners=True)
    found = form_values.read([field], FormValues(inputs))
    assert found == {"bids": read}
    again = form_values.read(
        [field],
        form_values.written(
            [field], {"bids": {"Ana": [["2C", "5D"], ["3S"]], "Ben": None}}
        ),
    )
    assert again == {"bids": {"Ana": [["2C 5D"], ["3S"]], "Ben": None}}

"""Which of several rulings of one entry tells most."""

import pytest

from referee.vocabulary.ruling import Ruling, most_telling
from referee.vocabulary.text import say


@pytest.mark.parametrize(
    ("verdicts", "place"),
    [
        ([{"winner": "Ana"}, {"draws": 3}], 0),
        ([{"winner": "Ana"}, {"winners": ["Ben"]}], 1),
        ([{"winner": None}, {"draws": 3}], 0),
        ([{"winner": "Ana"}, {"legal": False}], 1),
        ([{"legal": False}, {"winner": "Ana"}, {"legal": True}], 0),
        ([{"winner": "Ana"}, {"legal": False}, {"winners": []}], 2),
        ([{"pays": "Ana"}, {"round_over": 1}], 0),
        ([{"total": 3}, {"total": 4}, {"winners": []}], 2),
        ([], 0),
    ],
)
def test_it_is_the_last_about_winning_or_an_offence_else_the_first(
    verdicts: list[dict[str, object]], place: int
) -> None:
    assert (
        most_telling([Ruling(verdict, say("So."), ()) for verdict in verdicts]) == place
    )

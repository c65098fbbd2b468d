"""A name taken out of what people wrote, and what stands in its place."""

import pytest

from referee.hosting.history.forgetting import lines_without, neutral_name, unwritten
from referee.match.log_entry import Record


@pytest.mark.parametrize(
    ("text", "without"),
    [("Ask ana.", "Ask …."), ("Anabel knows", "Anabel knows"), ("ANA/ana", "…/…"), ("A.na", "A.na")],
)
def test_what_people_wrote_is_searched_in_any_case(text: str, without: str) -> None:
    assert unwritten(text, "Ana", "…") == without


def test_a_name_with_signs_of_its_own_is_found() -> None:
    assert unwritten("Was it (x) or C++?", "C++", "…") == "Was it (x) or …?"


def test_only_lines_in_which_people_wrote_the_name_are_changed() -> None:
    entry = Record(1, "entry", "id-1", None, 1.0, {"kind": "play", "seat": None, "data": {"x": "Ana"}})
    dispute = Record(2, "dispute", "id-2", None, 1.0, {"entry": 1, "refused": None, "why": "Ana saw it"})
    other = Record(3, "dispute", "id-3", None, 1.0, {"entry": 1, "refused": None, "why": "Anabel saw it"})
    [changed] = lines_without([entry, dispute, other], "ANA")
    assert (changed.seq, changed.body["why"]) == (2, "… saw it")
    assert dispute.body["why"] == "Ana saw it"


@pytest.mark.parametrize(
    ("names", "name", "neutral"),
    [
        (["Ana", "Ben"], "Ben", "Player 2"),
        (["Ana", "player 1"], "Ana", "Player 3"),
        (["Player 2", "Ana"], "Ana", "Player 4"),
    ],
)
def test_a_name_that_says_nothing_is_nobody_elses(names: list[str], name: str, neutral: str) -> None:
    assert neutral_name(names, name) == neutral

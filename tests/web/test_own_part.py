"""What is to be done begins with one's own part, also where somebody else is to enter it."""

import pytest
from referee_web.pages.parts.beside import sentences, sentences_naming

from referee.testing.played_match import PlayedMatch

SEATS = ("Ana", "Ben", "Cy")
"""Ana deals."""


@pytest.mark.parametrize(
    ("game", "seats", "own"),
    [
        ("faj", SEATS, "each keep one face down"),
        ("jizara", SEATS[:2], "draw five cards each from the pot"),
        ("tripp-jokes", SEATS, "each lay three of their nine cards"),
    ],
)
def test_each_game_names_those_who_have_a_part_in_its_first_sentence(
    game: str, seats: tuple[str, ...], own: str
) -> None:
    match = PlayedMatch.begun(game, seats, dealer="Ana")
    told = sentences(str(match.scene.next))
    for seat in seats:
        assert own in sentences_naming([seat], told)[0]

"""Faces, Aces, & Jokers, "Winning": who wins with the cards that they won."""

import pytest
from referee_faj.showdown import decide_showdown

from referee.testing import read_cards as cards


class TestRefused:
    def test_a_card_in_two_piles(self) -> None:
        with pytest.raises(ValueError, match="7D stands twice"):
            decide_showdown({"Ana": cards("7D 2C"), "Ben": cards("3H 7D")})

    def test_a_showdown_without_seats(self) -> None:
        with pytest.raises(ValueError, match="at least one seat"):
            decide_showdown({})

"""Hold'em: the best five of seven, kickers, and hands that share."""

from collections.abc import Callable

import pytest

from referee import Ruling
from referee.testing import PlayedMatch, ask


def shown(board: str, **hands: str) -> Ruling:
    return ask("holdem", "showdown", board=board, hands=hands)


@pytest.mark.parametrize(
    ("board", "ana", "ben", "winners", "hand"),
    [
        ("KD 9C 4S 2H 7D", "KH AC", "KS QD", "Ana", "pair of kings, A♣ as kicker"),
        (
            "KD KC 9S 9H 2D",
            "AH 3C",
            "QS JD",
            "Ana",
            "two pair, kings and nines, A♥ as kicker",
        ),
        ("AD KC 9S 7H 5D", "2H 3C", "2S 3D", "Ana Ben", "ace high"),
        ("2H 5H 9H JH 3C", "AH 4C", "KH QH", "Ana", "ace-high flush"),
        ("2C 3D 4H 9S KC", "AC 5D", "AS AD", "Ana", "5-high straight"),
        ("2C 3D 4H 5S KC", "AC QD", "6S QC", "Ben", "6-high straight"),
        ("8C 8D 8H 3S 3C", "3D QD", "AS AC", "Ben", "full house, eights over aces"),
        ("TC JC QC KC AC", "2D 3D", "9C 8C", "Ana Ben", "ace-high straight flush"),
    ],
)
def test_who_wins_with_what(
    board: str, ana: str, ben: str, winners: str, hand: str
) -> None:
    ruling = shown(board, Ana=ana, Ben=ben)
    assert ruling.verdict["winners"] == tuple(winners.split())
    assert str(ruling.summary).endswith(f": {hand}")


def test_the_reason_names_the_kicker() -> None:
    ruling = shown("KD 9C 4S 2H 7D", Ana="KH AC", Ben="KS QD", Cy="9D 9H")
    assert [str(why.text) for why in ruling.because] == [
        "Cy has three of a kind, Ana only a pair.",
        "Ana and Ben both have pair of kings. The kicker decides: A♣ to Q♦.",
    ]


def test_the_next_card_of_a_flush_is_no_kicker() -> None:
    ruling = shown("2H 5H 9H AH 3C", Ana="KH 4C", Ben="QH 4D")
    assert str(ruling.summary) == "Ana wins: ace-high flush"
    assert str(ruling.because[0].text).endswith("The next card decides: K♥ to Q♥.")


def test_a_sixth_card_counts_nothing() -> None:
    assert shown("AD KC QS JH 9D", Ana="8H 3C", Ben="7S 2D").verdict["winners"] == (
        "Ana",
        "Ben",
    )


def test_a_card_in_two_places(play: Callable[..., PlayedMatch]) -> None:
    match = play("holdem", "Ana Ben", dealer="Ben")
    hands = {"Ana": "KD AC", "Ben": "KS QD"}
    put_in = {"Ana": 10, "Ben": 10}
    refused = match.refuses(
        "showdown", board="KD 9C 4S 2H 7D", hands=hands, put_in=put_in
    )
    assert str(refused.because[0].text) == "It’s on the board."

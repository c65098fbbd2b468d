"""Honest deals among three, four and five, played by people who know nothing of the
referee: all that they see agrees.

The peer that Hearts is held against in `tests/peers` plays with four alone.
"""

from random import Random

from hypothesis import given, settings, strategies as st

from referee.testing import PlayedMatch
from tests.properties import costly

SEATS = ("Ana", "Ben", "Cy", "Dee", "Eve")
RANKS = "23456789TJQKA"
GONE = {3: {"2D"}, 4: set[str](), 5: {"2C", "2D"}}


def is_point(card: str) -> bool:
    return card == "QS" or card[1] == "H"


def legal(
    hand: list[str], trick: dict[str, str], played: set[str], first: str
) -> list[str]:
    """What an honest player may play from this hand."""
    if not played and not trick:
        return [first]
    if not trick:
        broken = any(card[1] == "H" for card in played)
        return hand if broken else [card for card in hand if card[1] != "H"] or hand
    led = next(iter(trick.values()))[1]
    harmless = hand if played else [card for card in hand if not is_point(card)]
    return [card for card in hand if card[1] == led] or harmless


@settings(max_examples=costly(25))
@given(st.integers(0, 2**32), st.integers(3, 5))
def test_honest_deals_are_never_accused_and_count_what_was_taken(
    seed: int, players: int
) -> None:
    rng = Random(seed)
    seats = SEATS[:players]
    deck = [
        rank + suit
        for rank in RANKS
        for suit in "CDHS"
        if rank + suit not in GONE[players]
    ]
    rng.shuffle(deck)
    hands = {seat: deck[n::players] for n, seat in enumerate(seats)}
    first = "3C" if players == 5 else "2C"
    leader = next(seat for seat in seats if first in hands[seat])
    played = set[str]()
    points = dict.fromkeys(seats, 0)
    match = PlayedMatch.begun("hearts", seats, depth="tricks", target=500)
    while hands[leader]:
        trick: dict[str, str] = {}
        at = seats.index(leader)
        for seat in seats[at:] + seats[:at]:
            trick[seat] = rng.choice(legal(hands[seat], trick, played, first))
            hands[seat].remove(trick[seat])
        match.enter("trick", plays=trick)
        led = trick[leader][1]
        leader = max(
            seats, key=lambda seat: (trick[seat][1] == led, RANKS.index(trick[seat][0]))
        )
        assert (
            next(one for one in match.rulings if "suit_led" in one.verdict).verdict[
                "winner"
            ]
            == leader
        )
        assert not [one for one in match.rulings if one.verdict.get("legal") is False]
        points[leader] += sum(
            13 if card == "QS" else 1 for card in trick.values() if is_point(card)
        )
        played.update(trick.values())
    if 26 in points.values():
        points = {seat: 26 - n for seat, n in points.items()}
    assert match.scores == points

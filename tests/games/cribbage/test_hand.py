"""What hands count: fifteens, pairs, runs, flush and nobs, alone and together."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given, strategies as st
from referee_cribbage.deal import NO_HAND_COUNTS
from referee_cribbage.scoring import combinations_in

from referee import FIFTY_TWO, Card, Ruling, card
from referee.testing import ask

RANKS = "A23456789TJQK"


def counted(
    cards: str, starter: str, crib: bool = False, house_rules: tuple[str, ...] = ()
) -> Ruling:
    return ask(
        "cribbage",
        "hand",
        cards=cards,
        starter=starter,
        crib=crib,
        house_rules=house_rules,
    )


def rows(ruling: Ruling) -> list[tuple[str, str, float]]:
    """What is counted, of which cards, for how much."""
    assert ruling.reckoning is not None
    *found, total = ruling.reckoning.rows
    assert total.cells[-1] == ruling.verdict["points"]
    return [(str(row.name), str(row.cells[0]), row.cells[1]) for row in found]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("cards", "starter", "points"),
    [
        ("5C 5D 5S JH", "5H", 29),
        ("5C 5D 5H 5S", "JH", 28),
        ("4C 4D 5H 5S", "6C", 24),
        ("7C 7D 8H 8S", "9C", 24),
        ("AC 2C 3D 3H", "3S", 15),
        ("6C 7D 8H 9S", "TC", 9),
        ("2C 4D 6H 8S", "TC", 0),
        ("2C 4C 6C 8C", "TD", 4),
        ("2C 4C 6C 8C", "TC", 5),
        ("KC KD KH KS", "5C", 20),
    ],
)
def test_hands_as_people_know_them(cards: str, starter: str, points: int) -> None:
    assert counted(cards, starter).verdict == {"points": points}


def test_every_combination_has_a_row() -> None:
    assert rows(counted("7C 8C 8D 9H", "6S")) == [
        ("Fifteen", "6♠ 9♥", 2),
        ("Fifteen", "7♣ 8♣", 2),
        ("Fifteen", "7♣ 8♦", 2),
        ("Pair", "8♣ 8♦", 2),
        ("Run of 4", "6♠ 7♣ 8♣ 9♥", 4),
        ("Run of 4", "6♠ 7♣ 8♦ 9♥", 4),
    ]


def test_three_of_a_rank_are_a_pair_royal_and_the_reasons_cite_what_scores() -> None:
    ruling = counted("3C 3D 3H JS", "9S")
    assert rows(ruling) == [
        *[("Fifteen", f"{pair} 9♠", 2) for pair in ("3♣ 3♦", "3♣ 3♥", "3♦ 3♥")],
        ("Pair royal", "3♣ 3♦ 3♥", 6),
        ("His nobs", "J♠", 1),
    ]
    assert [reason.rule for reason in ruling.because] == [
        f"cribbage#{one}" for one in ("fifteens", "pairs", "nobs")
    ]
    assert str(ruling.summary) == "The hand scores 13 points"


def test_a_starter_that_is_a_jack_is_no_nobs() -> None:
    assert counted("2C 4D 6H 8S", "JC").verdict == {"points": 0}


def test_a_crib_needs_five_of_a_suit_unless_the_house_says_otherwise() -> None:
    four = ("2C 4C 6C 8C", "TD")
    five = ("2C 4C 6C 8C", "TC")
    assert counted(*four, crib=True).verdict == {"points": 0}
    assert counted(*five, crib=True).verdict == {"points": 5}
    by_house = counted(*four, crib=True, house_rules=("crib-flush-of-four",))
    assert by_house.verdict == {"points": 4}
    assert by_house.because[0].basis == "house-rule"
    for cards, starter in (four, five):
        assert counted(
            cards, starter, crib=False, house_rules=("crib-flush-of-four",)
        ) == counted(cards, starter)
    assert counted(*five, crib=True, house_rules=("crib-flush-of-four",)).verdict == {
        "points": 5
    }


# Against a counter that goes through all sets of cards


def by_brute_force(hand: tuple[Card, ...], starter: Card, crib: bool) -> int:
    five = (*hand, starter)
    sets = [chosen for n in range(2, 6) for chosen in combinations(range(5), n)]
    places = [RANKS.index(one.rank) for one in five]
    fifteens = sum(
        sum(min(places[at] + 1, 10) for at in chosen) == 15 for chosen in sets
    )
    pairs = sum(
        places[one] == places[other] for one, other in combinations(range(5), 2)
    )
    in_sequence = [
        {*chosen}
        for chosen in sets
        if len(chosen) > 2
        and len({places[at] for at in chosen})
        == len(chosen)
        == 1 + spread(places, chosen)
    ]
    runs = sum(
        len(one) for one in in_sequence if not any(one < other for other in in_sequence)
    )
    suits = [one.suit for one in hand].count(hand[0].suit) + (
        starter.suit == hand[0].suit
    )
    flush = (
        5
        if suits == 5
        else 4
        if len({one.suit for one in hand}) == 1 and not crib
        else 0
    )
    nobs = any(one.rank == "J" and one.suit == starter.suit for one in hand)
    return 2 * fifteens + 2 * pairs + runs + flush + nobs


def spread(places: list[int], chosen: tuple[int, ...]) -> int:
    return max(places[at] for at in chosen) - min(places[at] for at in chosen)


@given(st.permutations(FIFTY_TWO), st.booleans())
def test_the_count_is_that_of_all_sets_of_cards(
    shuffled: list[Card], crib: bool
) -> None:
    hand = tuple(shuffled[:4])
    starter = shuffled[4]
    points = counted(" ".join(one.code for one in hand), starter.code, crib).verdict[
        "points"
    ]
    assert points == by_brute_force(hand, starter, crib)


@given(
    st.permutations([one for one in FIFTY_TWO if one.rank in "34567"]), st.booleans()
)
def test_it_is_so_for_cards_that_lie_close_together(
    shuffled: list[Card], crib: bool
) -> None:
    hand = tuple(shuffled[:4])
    starter = shuffled[4]
    points = counted(" ".join(one.code for one in hand), starter.code, crib).verdict[
        "points"
    ]
    assert points == by_brute_force(hand, starter, crib)


def all_hands_but_for_suits() -> Iterator[tuple[tuple[Card, ...], Card]]:
    """Of all ranks each hand and starter: of many suits, of one suit, with a starter of
    it, and with nobs or not.
    """
    for ranks in combinations_with_replacement(RANKS, 5):
        if max(map(ranks.count, ranks)) > 4:
            continue
        for at in range(5):
            others = ranks[:at] + ranks[at + 1 :]
            starter = ranks[at]
            mixed = tuple(
                card(rank + suit) for rank, suit in zip(others, "CDHS", strict=True)
            )
            for suit in "CDHS":
                if card(starter + suit) not in mixed:
                    yield mixed, card(starter + suit)
            if len({*others}) == 4:
                yield tuple(card(rank + "C") for rank in others), card(starter + "D")
                if starter not in others:
                    yield (
                        tuple(card(rank + "C") for rank in others),
                        card(starter + "C"),
                    )


@pytest.mark.slow
def test_hands_of_all_ranks_are_counted_as_by_brute_force_and_never_nineteen() -> None:
    found = set()
    for hand, starter in all_hands_but_for_suits():
        points = sum(one.points for one in combinations_in(hand, starter, crib=False))
        assert points == by_brute_force(hand, starter, crib=False)
        found.add(points)
    assert found == {*range(30)} - {*NO_HAND_COUNTS}

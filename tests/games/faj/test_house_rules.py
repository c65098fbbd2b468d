"""Faces, Aces, & Jokers with its house rules: suit order alone decides between suited
jacks; equal hands share.
"""

from collections.abc import Sequence

from hypothesis import given, strategies as st
from referee_faj.game import DRAFT_CARDS, TRICK_CARDS

from referee import Card, Ruling, card
from referee.testing import PlayedMatch, ask

PLAIN = ()
HOUSE = ("suit-order-jacks",)
"""The house rules of a table."""


def trick(house_rules: Sequence[str], board: str, plays: str) -> Ruling:
    named = dict(play.split("=") for play in plays.split())
    return ask("faj", "trick", house_rules=house_rules, board=board, plays=named)


def bases(ruling: Ruling) -> list[tuple[str, str]]:
    return [(reason.rule, reason.basis) for reason in ruling.because]


HOUSE_RULE = ("faj#suit-order-jacks", "house-rule")


def test_the_jack_of_trump_loses_to_a_jack_of_a_higher_suit() -> None:
    board = "9C 2S"
    plays = "Ana=JS Ben=JC Cy=XB"
    assert trick(PLAIN, board, plays).verdict["winner"] == "Ben"
    ruling = trick(HOUSE, board, plays)
    assert ruling.verdict == {
        "winner": "Ana",
        "card": card("JS"),
        "trump": "C",
        "reason": "suited-jack",
    }
    assert str(ruling.summary) == "Ana wins the trick with the jack of spades"


def test_the_house_rule_is_the_first_reason_where_it_changed_the_winner() -> None:
    ruling = trick(HOUSE, "9C 2S", "Ana=JS Ben=JC Cy=XB")
    assert bases(ruling) == [
        HOUSE_RULE,
        ("faj#suited-jack", "rules"),
        ("faj#trump-suit", "rules"),
    ]
    assert "suit order alone decides, whichever suit is trump" in str(
        ruling.because[0].text
    )


def test_it_takes_the_readings_place_where_the_winner_stays() -> None:
    ruling = trick(HOUSE, "2C 9S", "Ana=JS Ben=JC Cy=XB")
    assert ruling.verdict == trick(PLAIN, "2C 9S", "Ana=JS Ben=JC Cy=XB").verdict
    assert bases(ruling) == [
        ("faj#suited-jack", "rules"),
        HOUSE_RULE,
        ("faj#trump-suit", "rules"),
    ]


def piles_after(
    house_rules: Sequence[str], *tricks: tuple[str, str]
) -> dict[str | None, int]:
    """How many cards each has won after these boards and plays."""
    table = PlayedMatch.begun("faj", "Ana Ben Cy", house_rules=house_rules)
    for cards, placed in tricks:
        plays = dict(play.split("=") for play in placed.split())
        for kind, data in (("board", {"cards": cards}), ("play", {"plays": plays})):
            table.enter(kind, **data)
    return {zone.owner: zone.count for zone in table.scene.zones if zone.name == "won"}


def test_in_a_match_the_board_goes_to_the_other_seat() -> None:
    tricks = ("2H", "Ana=KS Ben=KC Cy=AH"), ("9C 2S", "Ana=JS Ben=JC Cy=XB")
    assert piles_after(PLAIN, *tricks) == {"Ana": 0, "Ben": 2, "Cy": 1}
    assert piles_after(HOUSE, *tricks) == {"Ana": 2, "Ben": 0, "Cy": 1}


@given(
    st.lists(st.sampled_from(TRICK_CARDS), max_size=4, unique=True),
    st.lists(st.sampled_from(DRAFT_CARDS), min_size=1, max_size=4, unique=True),
)
def test_only_tricks_between_suited_jacks_are_ruled_otherwise(
    board: list[Card], played: list[Card]
) -> None:
    lies = " ".join(each.code for each in board)
    plays = " ".join(
        f"{seat}={each.code}"
        for seat, each in zip(("Ana", "Ben", "Cy", "Di"), played, strict=False)
    )
    plain = trick(PLAIN, lies, plays)
    house = trick(HOUSE, lies, plays)
    read = any(reason.rule == "faj#jack-of-trump" for reason in plain.because)
    assert (plain == house) is not read
    if read:
        jacks = [
            each
            for each in played
            if each.rank == "J" and any(each.suit == one.suit for one in board)
        ]
        assert house.verdict["card"] is max(jacks, key=lambda jack: jack.order)


SHARE = ("equal-hands-share",)
EQUAL = {"Ana": "TC 9S 8C 7C 5C", "Ben": "TD 9D 8S 7D 5D"}
"""Hands with spades in both; the ten of diamonds is above that of clubs."""


def showdown(house_rules: Sequence[str], **piles: str) -> Ruling:
    return ask("faj", "showdown", house_rules=house_rules, piles=piles)


def test_equal_hands_share_the_win_down_to_their_highest_suit() -> None:
    assert showdown(PLAIN, **EQUAL).verdict["winners"] == ["Ben"]
    ruling = showdown(SHARE, **EQUAL)
    assert ruling.verdict["ranking"] == [["Ana", "Ben"]]
    assert (ruling.verdict["winners"], ruling.verdict["decided_by"]) == (
        ["Ana", "Ben"],
        "shared",
    )
    assert str(ruling.summary) == "Ana and Ben share the win with a high card"
    assert bases(ruling) == [
        ("faj#equal-hands-share", "house-rule"),
        ("faj#winning", "rules"),
    ]


def test_they_share_a_lower_place_too_and_the_others_are_parted_as_ever() -> None:
    ruling = showdown(SHARE, Cy="2C 2D", **EQUAL, Di="TS 9C 8H 7H 4D")
    assert ruling.verdict["ranking"] == [["Cy"], ["Ana", "Ben"], ["Di"]]
    assert ruling.verdict["decided_by"] == "hand"


def test_those_without_cards_stay_last_beside_those_who_share() -> None:
    ruling = showdown(SHARE, Cy="", **EQUAL, Di="")
    assert ruling.verdict["ranking"] == [["Ana", "Ben"], ["Cy", "Di"]]
    assert [rule for rule, _ in bases(ruling)][:2] == [
        "faj#equal-hands-share",
        "faj#no-cards",
    ]


@given(
    st.permutations(TRICK_CARDS), st.lists(st.integers(0, 6), min_size=2, max_size=4)
)
def test_only_the_reading_of_the_top_card_is_changed(
    deck: list[Card], sizes: list[int]
) -> None:
    piles = {
        f"Seat {n}": " ".join(deck.pop().code for _ in range(size))
        for n, size in enumerate(sizes)
    }
    plain = showdown(PLAIN, **piles)
    house = showdown(SHARE, **piles)
    read = any(reason.rule == "faj#top-card" for reason in plain.because)
    assert (plain == house) is not read
    assert all(reason.rule != "faj#top-card" for reason in house.because)

"""What a game counts, by the International Skat Order (ISkO): its worked examples and
those of others.
"""

from typing import Any

import pytest
from hypothesis import given, strategies as st
from referee_skat import score_round
from referee_skat.game import BASES, BIDS
from referee_skat.value import Sheet, count_matadors

from referee import Ruling, Values, WrongFieldsError, card
from referee.testing import ask


def count(
    game: str,
    points: int | None = 61,
    announced: str = "nothing",
    bid: int = 18,
    **given: Any,
) -> Ruling:
    """What a game with one matador counts, unless `given` says otherwise."""
    told = {
        "game": game,
        "points": points,
        "announced": announced,
        "bid": bid,
        "matadors": 1,
        "without": False,
    }
    return ask(
        "skat",
        "deal",
        **{
            name: value
            for name, value in {**told, **given}.items()
            if value is not None
        },
    )


def early(
    by: str,
    points: int,
    against: int,
    announced: str = "nothing",
    bid: int = 18,
    **given: Any,
) -> object:
    """What a club game with one matador counts in a match where a side ended it early."""
    told = {
        "game": "clubs",
        "announced": announced,
        "bid": bid,
        "matadors": 1,
        "without": False,
    }
    ended = {"points": points, "against": against, "ended_by": by, "tricks": "some"}
    return score_round(Values({**told, **ended, **given})).verdict["score"]


def score(*args: Any, **given: Any) -> object:
    return count(*args, **given).verdict["score"]


def reasons(ruling: Ruling) -> list[str]:
    return [reason.rule.removeprefix("skat#") for reason in ruling.because]


class TestValue:
    @pytest.mark.parametrize(
        ("game", "value"),
        [
            ("diamonds", 18),
            ("hearts", 20),
            ("spades", 22),
            ("clubs", 24),
            ("grand", 48),
        ],
    )
    def test_the_least_of_each_game(self, game: str, value: int) -> None:
        assert score(game) == value

    def test_clubs_ouvert_with_two_is_nine_times_twelve(self) -> None:
        """ISkO 2022, 2.5.8."""
        assert score("clubs", 120, "ouvert", matadors=2, tricks="all") == 108

    def test_grand_ouvert_with_four_is_eleven_times_24(self) -> None:
        """ISkO 2022, 2.5.8."""
        assert score("grand", 120, "ouvert", matadors=4, tricks="all") == 264

    def test_it_is_told_as_players_say_it(self) -> None:
        ruling = count("spades", 85, "hand", matadors=2)
        assert (
            str(ruling.because[1].text)
            == "Value: with 2, game 3, hand 4, times 11 is 44."
        )
        assert ruling.reckoning is not None
        rows = [(str(row.name), row.cells) for row in ruling.reckoning.rows]
        assert rows == [
            ("with 2", (2, 22)),
            ("game", (1, 11)),
            ("hand", (1, 11)),
            ("value", (4, 44)),
        ]

    @pytest.mark.parametrize(
        ("points", "announced", "tricks", "levels"),
        [
            (61, "nothing", "some", 1),
            (90, "nothing", "some", 2),
            (120, "nothing", "some", 2),
            (120, "nothing", "all", 3),
            (61, "hand", "some", 2),
            (90, "hand", "some", 3),
            (120, "hand", "all", 4),
            (90, "schneider", "some", 4),
            (120, "schneider", "all", 5),
            (120, "schwarz", "all", 6),
            (120, "ouvert", "all", 7),
            (120, "ouvert-hand", "all", 7),
        ],
    )
    def test_each_level_adds_one(
        self, points: int, announced: str, tricks: str, levels: int
    ) -> None:
        assert score("hearts", points, announced, tricks=tricks) == 10 * (1 + levels)


class TestLost:
    @pytest.mark.parametrize(
        ("points", "lost"), [(60, 48), (31, 48), (30, 72), (0, 72)]
    )
    def test_twice_the_value_comes_off_and_own_schneider_counts(
        self, points: int, lost: int
    ) -> None:
        assert score("clubs", points) == -lost

    def test_a_declarer_without_a_trick_is_schwarz(self) -> None:
        assert score("clubs", 22, tricks="none") == -2 * 12 * 4

    def test_schneider_announced_counts_though_it_was_not_made(self) -> None:
        ruling = count("grand", 89, "schneider", matadors=2)
        assert ruling.verdict["score"] == -2 * 24 * 6
        assert reasons(ruling) == ["announced", "value", "lost"]

    def test_whoever_announced_schneider_and_is_it_themselves_does_not_pay_it_twice(
        self,
    ) -> None:
        """ISkO 2022, 2.5.7: there is no schneider of one's own on top."""
        assert score("grand", 30, "schneider", matadors=2) == score(
            "grand", 60, "schneider", matadors=2
        )

    def test_schwarz_announced_is_lost_with_a_trick_of_nothing(self) -> None:
        assert score("grand", 120, "schwarz", tricks="some", matadors=4) == -2 * 24 * (
            4 + 6
        )

    def test_a_schwarz_that_was_not_announced_counts_beside_schneider_announced(
        self,
    ) -> None:
        assert score("hearts", 120, "schneider", tricks="all") == 10 * (1 + 5)


class TestOverbid:
    def test_a_diamond_game_for_22_with_one_loses_54(self) -> None:
        """An answered question of preisskat.org: 54 off, since 27 is the least multiple
        of 9 that covers 22.
        """
        ruling = count("diamonds", 75, bid=22)
        assert ruling.verdict["score"] == -54
        assert reasons(ruling) == ["overbid", "points", "value", "lost"]

    def test_schneider_would_have_covered_it(self) -> None:
        assert score("diamonds", 90, bid=22) == 27

    def test_spades_hand_for_72_with_the_jack_of_clubs_in_the_skat(self) -> None:
        """An answered question of skatblog.com: without 5 was bid, with 1, game 2, hand
        3 is 33: 77 twice.
        """
        assert score("spades", 70, "hand", bid=72) == -154

    def test_lost_and_overbid_counts_the_greater(self) -> None:
        assert score("clubs", 60, bid=36) == -72
        assert score("clubs", 60, bid=18) == -48

    def test_a_won_game_that_covers_its_bid_just_so(self) -> None:
        assert score("clubs", bid=24) == 24


class TestNull:
    @pytest.mark.parametrize(
        ("announced", "value"),
        [("nothing", 23), ("hand", 35), ("ouvert", 46), ("ouvert-hand", 59)],
    )
    def test_its_value_depends_on_what_is_announced(
        self, announced: str, value: int
    ) -> None:
        given = {"points": None, "matadors": None, "without": None}
        assert (
            score("null", announced=announced, bid=value, tricks="none", **given)
            == value
        )
        assert score("null", announced=announced, tricks="some", **given) == -2 * value
        assert score("null", announced=announced, tricks="all", **given) == -2 * value

    def test_it_is_not_announced_below_the_bid(self) -> None:
        ruling = count("null", announced="hand", bid=36, tricks="none")
        assert (ruling.verdict, reasons(ruling)) == ({"legal": False}, ["null-overbid"])

    def test_it_has_no_schneider(self) -> None:
        assert count("null", announced="schneider", tricks="none").verdict == {
            "legal": False
        }


class TestEarly:
    """A side gave up, or is proven to have broken a rule."""

    def test_the_guilty_side_loses_at_the_least_level(self) -> None:
        assert early("declarer", 0, 0) == -48
        assert early("opponents", 0, 0) == 24

    @pytest.mark.parametrize(
        ("by", "who"), [("declarer", "The declarer"), ("opponents", "The opponents")]
    )
    def test_the_reason_says_who_ended_it(self, by: str, who: str) -> None:
        told = {
            "game": "clubs",
            "announced": "nothing",
            "bid": 18,
            "matadors": 1,
            "without": False,
            "points": 0,
        }
        ruling = score_round(
            Values({**told, "against": 0, "ended_by": by, "tricks": "some"})
        )
        assert str(ruling.because[0].text).startswith(f"{who} gave up or broke a rule")

    def test_what_was_decided_stays_so(self) -> None:
        assert early("declarer", 61, 20) == 24
        assert early("declarer", 95, 10) == 36
        assert early("opponents", 30, 60) == -48

    def test_a_level_that_was_announced_is_granted_if_it_could_still_be_made(
        self,
    ) -> None:
        assert early("opponents", 50, 30, "schneider") == 12 * (1 + 4)
        assert early("opponents", 50, 31, "schneider") == -2 * 12 * (1 + 4)
        assert early("opponents", 50, 0, "schwarz", tricks="all") == 12 * (1 + 6)
        assert early("opponents", 50, 0, "schwarz") == -2 * 12 * (1 + 6)

    def test_so_is_a_level_that_was_bid_for(self) -> None:
        assert early("opponents", 50, 0, bid=36, tricks="all") == 36
        assert early("opponents", 50, 0, bid=45, tricks="all") == 48
        assert early("opponents", 50, 0, bid=50, tricks="all") == -120
        assert early("opponents", 50, 31, bid=36) == -72

    def test_spades_hand_for_72_stays_overbid_though_an_opponent_revoked(self) -> None:
        """skatblog.com: even schneider and schwarz would be 55."""
        assert early("opponents", 0, 0, "hand", 72, tricks="all", game="spades") == -154

    def test_a_null(self) -> None:
        assert early("opponents", 0, 0, game="null", tricks="none") == 23
        assert early("declarer", 0, 0, game="null", tricks="none") == -46
        assert early("opponents", 0, 0, game="null") == -46


class TestWhatCannotBe:
    @pytest.mark.parametrize(("game", "most"), [("grand", 4), ("clubs", 11)])
    def test_more_matadors_than_trumps(self, game: str, most: int) -> None:
        assert count(game, matadors=most).verdict["won"]
        if most < 11:
            assert reasons(count(game, matadors=most + 1)) == ["matadors"]

    @pytest.mark.parametrize(("points", "tricks"), [(119, "all"), (23, "none")])
    def test_card_points_that_these_tricks_cannot_be(
        self, points: int, tricks: str
    ) -> None:
        ruling = count("hearts", points, tricks=tricks)
        assert (ruling.verdict, reasons(ruling)) == ({"legal": False}, ["schwarz"])

    @pytest.mark.parametrize(
        ("game", "missing"),
        [("hearts", "points"), ("hearts", "matadors"), ("null", "tricks")],
    )
    def test_what_is_needed_is_asked_for(self, game: str, missing: str) -> None:
        with pytest.raises(WrongFieldsError, match=missing):
            count(game, **{missing: None})


@pytest.mark.parametrize(
    ("game", "cards", "matadors"),
    [
        ("clubs", "JC JH", (1, False)),
        ("clubs", "JC JS JD", (2, False)),
        ("hearts", "JC JS JH JD AH TH", (6, False)),
        ("hearts", "JC JS JH JD AH TH KH QH 9H 8H 7H", (11, False)),
        ("clubs", "JS JH JD", (1, True)),
        ("clubs", "JD AC TC KC QC 9C 8C 7C", (3, True)),
        ("clubs", "7C", (10, True)),
        ("clubs", "AH", (11, True)),
        ("grand", "JC JS JH JD AC", (4, False)),
        ("grand", "AC TC", (4, True)),
    ],
)
def test_matadors_are_counted(
    game: str, cards: str, matadors: tuple[int, bool]
) -> None:
    """The first five as skatspielen.info counts them."""
    assert count_matadors(game, [card(code) for code in cards.split()]) == matadors


class TestBid:
    def test_the_values_begin_as_everybody_knows_them(self) -> None:
        known = (
            18,
            20,
            22,
            23,
            24,
            27,
            30,
            33,
            35,
            36,
            40,
            44,
            45,
            46,
            48,
            50,
            54,
            55,
            59,
            60,
            63,
            66,
            70,
            72,
            77,
            80,
        )
        assert BIDS[: len(known)] == known
        assert BIDS[-1] == 264

    @pytest.mark.parametrize(
        ("bid", "why"),
        [
            (19, "18 or 20"),
            (263, "240 or 264"),
        ],
    )
    def test_nothing_else_is_bid(self, bid: int, why: str) -> None:
        ruling = count("clubs", bid=bid)
        assert str(ruling.summary) == f"{bid} can’t be bid"
        assert (
            str(ruling.because[0].text)
            == f"No game has this value; the nearest bids are {why}."
        )

    @pytest.mark.parametrize(
        ("bid", "needs"),
        [
            (24, "nothing"),
            (27, "schneider"),
            (40, "schwarz"),
            (48, "schwarz"),
            (50, None),
        ],
    )
    def test_whether_a_game_covers_it(self, bid: int, needs: str | None) -> None:
        ruling = ask(
            "skat",
            "bid",
            game="clubs",
            announced="nothing",
            bid=bid,
            matadors=1,
            without=True,
        )
        assert ruling.verdict == {
            "covered": needs == "nothing",
            "value": 24,
            "needs": needs,
        }

    def test_a_spitze_adds_its_level(self) -> None:
        given = {"game": "clubs", "announced": "nothing", "bid": 36, "matadors": 1}
        assert ask("skat", "bid", **given, spitze=True).verdict["covered"]
        assert not ask("skat", "bid", **given).verdict["covered"]

    def test_whether_a_null_does(self) -> None:
        given = {"game": "null", "announced": "hand"}
        assert ask("skat", "bid", bid=35, **given).verdict["covered"]
        assert ask("skat", "bid", bid=36, **given).verdict == {"legal": False}
        assert ask("skat", "bid", bid=34, **given).verdict == {"legal": False}


def test_a_trick_is_three_cards() -> None:
    plays = {"Ana": "AC", "Ben": "KC", "Cy": "7C", "Dee": "8C"}
    refused = ask("skat", "trick", game="clubs", plays=plays)
    assert refused.verdict == {"legal": False}
    assert str(refused.because[0].text) == "Three play, so three cards, not 4."


CARD_POINTS = st.integers(0, 120).filter(lambda n: n not in (1, 119))
"""What a side can have."""


@given(
    st.sampled_from([*BASES]),
    st.integers(1, 4),
    st.booleans(),
    CARD_POINTS,
    st.sampled_from(BIDS),
)
def test_what_is_won_covers_the_bid_and_what_is_lost_costs_at_least_twice_it(
    game: str, matadors: int, without: bool, points: int, bid: int
) -> None:
    ruling = count(game, points, bid=bid, matadors=matadors, without=without)
    value = ruling.verdict["value"]
    won = ruling.verdict["won"]
    assert isinstance(value, int)
    assert value >= bid
    assert value % BASES[game] == 0
    assert ruling.verdict["score"] == (value if won else -2 * value)
    assert won == Sheet(game, "nothing", bid, matadors, without, points, "some").is_won


def test_the_house_rules_change_what_it_counts() -> None:
    given = {
        "game": "clubs",
        "announced": "nothing",
        "bid": 18,
        "matadors": 1,
        "without": False,
    }
    for rules, won, lost in [
        (["seeger-fabian"], (74, 0), (-98, 40)),
        (["kontra"], (24, 0), (-48, 0)),
        (["kontra", "seeger-fabian"], (74, 0), (-98, 40)),
    ]:
        for points, both in ((61, won), (60, lost)):
            ruling = ask("skat", "deal", house_rules=rules, points=points, **given)
            assert (ruling.verdict["score"], ruling.verdict["opponents"]) == both
    doubled = ask(
        "skat", "deal", house_rules=["kontra"], points=61, kontra="kontra", **given
    )
    assert doubled.verdict["score"] == 48
    both = [
        ask("skat", "deal", house_rules=rules, points=60, kontra="re", **given)
        for rules in (["kontra", "seeger-fabian"], ["seeger-fabian", "kontra"])
    ]
    assert [ruling.verdict["score"] for ruling in both] == [-48 * 4 - 50] * 2

"""Deals that end early, entered as a whole, by the International Skat Order of 2022."""

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch
from tests.games.skat.early_ends import (
    LEVELS,
    NOTHING_YET,
    OUT_OF_SCHNEIDER,
    OWN,
    SIXTY,
    THEIRS,
    WON_THEN,
    at_every_moment,
    value,
)
from tests.games.skat.playing import counted, match, named


class TestByDeal:
    """What ends a game early in a deal that is entered as a whole."""

    def deal(
        self, announced: str = "nothing", game: str = "spades", **told: object
    ) -> PlayedMatch:
        begun = named(match(depth="deals"), game, announced=announced)
        numbers = {} if game == "null" else {"matadors": 1, "without": False}
        begun.enter("deal", **numbers, **told)
        return begun

    @pytest.mark.parametrize("field", ["given_up", "offenders"])
    @at_every_moment
    def test_opponents_lose_what_they_had_not_prevented(
        self, tricks: tuple[str, ...], field: str
    ) -> None:
        against = {NOTHING_YET: 0, OWN: 0, THEIRS: 11, OUT_OF_SCHNEIDER: 32, SIXTY: 60}[
            tricks
        ]
        theirs = sum(cards[1] != "C" or cards == "AC TC 7C" for cards in tricks)
        told = {
            "tricks": "some" if theirs else "none",
            "against": against,
            "opponents_tricks": theirs,
        }
        who = ["Cy"] if field == "offenders" else "Cy"
        for announced in LEVELS:
            begun = self.deal(announced, **told, **{field: who})
            won = announced in WON_THEN[tricks]
            assert begun.scores["Ana"] == value(announced, won)
            assert counted(begun).because[0].rule == "skat#early"

    @pytest.mark.parametrize(
        "told",
        [
            {"given_up": "Ana"},
            {"offenders": ["Ana"]},
            {"offenders": ["Ana"], "rest": "Ana"},
        ],
    )
    def test_a_declarer_loses_unless_it_was_won_already(
        self, told: dict[str, object]
    ) -> None:
        assert self.deal(points=40, tricks="some", **told).scores["Ana"] == -44
        assert self.deal(points=61, tricks="some", **told).scores["Ana"] == 22

    def test_a_declarer_who_lays_down_counts_the_level_demanded(self) -> None:
        assert self.deal(rest="Ana").scores["Ana"] == 22
        assert self.deal(rest="Ana", level="schwarz").scores["Ana"] == 44
        assert (
            self.deal(rest="Ana", tricks="some", against=20, level="schneider").scores[
                "Ana"
            ]
            == 33
        )
        refused = named(match(depth="deals"), "spades").refuses(
            "deal",
            matadors=1,
            without=False,
            rest="Ana",
            tricks="some",
            against=40,
            level="schneider",
        )
        assert refused.because[0].rule == "skat#schneider"

    @pytest.mark.parametrize(
        ("told", "score"),
        [
            ({"points": 40, "tricks": "some"}, -44),
            ({"points": 20, "tricks": "all"}, -66),
            ({}, -88),
            ({"points": 70, "tricks": "all"}, 22),
        ],
    )
    def test_opponents_who_lay_down_take_the_rest(
        self, told: dict[str, object], score: int
    ) -> None:
        begun = self.deal(rest="Ben & Cy", **told)
        assert begun.scores["Ana"] == score
        assert counted(begun).because[-1].rule == "skat#claim"

    @pytest.mark.parametrize(
        ("told", "score"),
        [
            ({"rest": "Cy"}, 23),
            ({"rest": "Ben", "tricks": "some"}, -46),
            ({"given_up": "Ana"}, -46),
            ({"given_up": "Cy"}, 23),
            ({"given_up": "Ben", "tricks": "some"}, -46),
            ({"offenders": ["Ben"]}, 23),
            ({"offenders": ["Ana"], "tricks": "none"}, -46),
        ],
    )
    def test_in_a_null_it_is_tricks_alone(
        self, told: dict[str, object], score: int
    ) -> None:
        assert self.deal(game="null", **told).scores["Ana"] == score

    @pytest.mark.parametrize(
        ("told", "why"),
        [
            (
                {"offenders": ["Ana", "Ben"]},
                "offenders: The first to break a rule ended the deal",
            ),
            (
                {"given_up": "Ben", "tricks": "some"},
                "against: Say how many card points the opponents had",
            ),
            (
                {"rest": "Ana", "tricks": "some"},
                "against: Say how many card points the opponents had",
            ),
            (
                {"rest": "Ben", "given_up": "Cy"},
                "rest: Whoever gave up takes no more",
            ),
            (
                {"rest": "Ana & Ben"},
                "rest: Only Ana and Ben & Cy play this deal, not Ana & Ben",
            ),
            ({"tricks": "some"}, "points: Still missing"),
        ],
    )
    def test_what_does_not_tell_is_asked_for(
        self, told: dict[str, object], why: str
    ) -> None:
        with pytest.raises(WrongFieldsError, match=why):
            self.deal(**told)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("told", "why"),
        [
            (
                {"points": 61, "tricks": "some", "level": "schwarz"},
                "level: Only a declarer who lays down demands a level",
            ),
            (
                {"given_up": "Ben", "level": "schneider"},
                "level: Only a declarer who lays down demands a level",
            ),
            (
                {"rest": "Ben & Cy", "level": "schneider"},
                "level: Only a declarer who lays down demands a level",
            ),
            (
                {"points": 50, "tricks": "some", "against": 20},
                "against: Both sides have 70 together: say who ended the deal early",
            ),
            (
                {"points": 61, "tricks": "some", "against": 60},
                "against: That makes 121 for both sides together",
            ),
            (
                {"points": 61, "tricks": "some", "opponents_tricks": 0},
                "opponents_tricks: That doesn’t fit the declarer’s tricks",
            ),
            (
                {"points": 120, "tricks": "all", "opponents_tricks": 1},
                "opponents_tricks: That doesn’t fit the declarer’s tricks",
            ),
            (
                {"rest": "Ben & Cy", "points": 40, "tricks": "some", "against": 90},
                "against: That makes 130 for both sides together",
            ),
        ],
    )
    def test_what_would_count_for_nothing_is_asked_about(
        self, told: dict[str, object], why: str
    ) -> None:
        with pytest.raises(WrongFieldsError, match=why):
            self.deal(**told)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("told", "score"),
        [
            ({"points": 61, "tricks": "some", "level": "nothing"}, 22),
            (
                {
                    "points": 61,
                    "tricks": "some",
                    "against": 59,
                    "opponents_tricks": 4,
                },
                22,
            ),
            ({"points": 22, "tricks": "none", "opponents_tricks": 10}, -88),
            (
                {"rest": "Ben & Cy", "points": 40, "tricks": "some", "against": 50},
                -44,
            ),
        ],
    )
    def test_what_goes_with_the_rest_may_be_said(
        self, told: dict[str, object], score: int
    ) -> None:
        assert self.deal(**told).scores["Ana"] == score  # type: ignore[arg-type]

    def test_a_null_declarer_who_lays_down_claims_no_trick(self) -> None:
        with pytest.raises(
            WrongFieldsError, match="rest: In a null the declarer claims no trick"
        ):
            self.deal(game="null", rest="Ana")

    def test_who_sits_out_is_not_asked_about(self) -> None:
        begun = named(match("Ana", "Ben", "Cy", "Dee", depth="deals"), "spades")
        given_up = next(
            field for field in begun.prompt("deal").fields if field.name == "given_up"
        )
        assert given_up.words == ("Ana", "Ben & Cy")

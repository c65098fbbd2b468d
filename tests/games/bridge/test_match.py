"""Chicago and rubber, as whole deals: who is vulnerable, what is carried on, how a
match ends.
"""

from typing import Any

import pytest

from referee import WrongFieldsError
from referee.testing import ask

from .conftest import Table, contract_of


class TestChicago:
    def test_four_deals(self, table: Any) -> None:
        now: Table = table()
        for deal, vulnerable in (
            ("Ana 2H 9", "nobody"),
            ("Ben 3NT 8", "Ben & Dee"),
            ("Cy 1NT 7", "Ana & Cy"),
            ("Dee 6S 12", "everybody"),
        ):
            assert now.facts["Vulnerable"] == [vulnerable]
            now.deal(deal)
        # 60 + 30; one down, vulnerable, 100; 40 and game with the 60, vulnerable, 500;
        # 180 + 750 + 500.
        assert now.totals == (90 + 100 + 540, 1430)
        assert now.scene.winners == ("Ben", "Dee")

    def test_the_other_side_is_vulnerable_where_the_table_chooses_so(
        self, table: Any
    ) -> None:
        now: Table = table(vulnerable="others")
        seen = []
        for _ in range(4):
            seen += now.facts["Vulnerable"]
            now.deal("Ana 1C 6")
        assert seen == ["nobody", "Ana & Cy", "Ben & Dee", "everybody"]

    def test_part_scores_are_carried_on_to_a_game(self, table: Any) -> None:
        now: Table = table()
        now.deal("Ana 2H 8")
        assert now.facts["Below the line"] == ["Ana & Cy 60"]
        now.deal("Cy 2D 8")
        assert now.totals == (60 + 40 + 300, 0)
        assert "Below the line" not in now.facts

    def test_a_game_of_the_others_ends_them(self, table: Any) -> None:
        now: Table = table()
        for deal in ("Ana 2H 8", "Ben 3NT 9", "Ana 2D 8"):
            now.deal(deal)
        assert now.totals == (100, 600)
        assert now.facts["Below the line"] == ["Ana & Cy 40"]

    @pytest.mark.parametrize(
        ("last", "points"), [("Ana 1C 7", 120), ("Ana 2D 8", 540), ("Ana 1C 6", -100)]
    )
    def test_the_last_deal(self, table: Any, last: str, points: int) -> None:
        now: Table = table()
        for deal in ("Ana 2H 8", "Ben 1C 6", "Ben 1C 6", last):
            now.deal(deal)
        ours, theirs = now.totals
        assert ours - theirs == 60 + 100 + 50 + points

    def test_passed_out_the_same_dealer_deals_again(self, table: Any) -> None:
        now: Table = table()
        now.enter("passed", by="Ben")
        assert (now.scene.dealer, now.scene.round) == ("Ana", 1)
        assert now.ruling.because[0].rule == "bridge#passed"

    def test_a_win_is_shared_where_points_are_equal(self, table: Any) -> None:
        now: Table = table()
        for deal in ("Ben 1C 6", "Ana 1C 6", "Ana 1C 6", "Ben 1C 6"):
            now.deal(deal)
        assert now.totals == (150, 150)
        assert now.scene.winners == (
            "Ana",
            "Ben",
            "Cy",
            "Dee",
        )
        reasons = [(reason.rule, reason.basis) for reason in now.ruling.because]
        assert reasons == [("bridge#end", "rules"), ("bridge#shared-win", "reading")]

    def test_fifty_for_a_part_score(self, table: Any) -> None:
        now: Table = table(house_rules=["fifty-for-part-scores"])
        now.deal("Ana 2H 8")
        assert now.totals == (110, 0)
        assert "Below the line" not in now.facts


class TestRubber:
    def test_a_rubber_in_three_games(self, table: Any) -> None:
        """The example of a course for beginners, in which two pairs need nine deals."""
        now: Table = table(scoring="rubber")
        for deal in (
            "Ana 2H 10",
            "Ben 4Sx 8",
            "Dee 3NT 10",
            "Ben 3S 9",
            "Dee 2D 6",
            "Cy 6Hx 13",
            "Ben 1NT 8",
            "Dee 3H 9",
        ):
            assert not now.scene.finished
            now.deal(deal)
        assert now.totals == (60 + 60 + 300 + 200 + 360 + 100 + 50 + 500, 880)
        assert now.scene.winners == ("Ana", "Cy"), (
            "they lost the rubber, and have more points"
        )

    def test_two_games_to_none(self, table: Any) -> None:
        now: Table = table(scoring="rubber")
        now.deal("Ana 3NT 9")
        assert now.facts["Vulnerable"] == ["Ana & Cy"]
        now.deal("Ana 4S 10")
        assert now.totals == (100 + 120 + 700, 0)
        assert now.scene.winners == ("Ana", "Cy")

    def test_part_scores_of_both_end_with_a_game(self, table: Any) -> None:
        now: Table = table(scoring="rubber")
        now.deal("Ana 2H 8")
        now.deal("Ben 3D 9")
        assert now.facts["Below the line"] == ["Ana & Cy 60", "Ben & Dee 60"]
        now.deal("Ben 2C 8")
        assert "Below the line" not in now.facts
        assert now.facts["Vulnerable"] == ["Ben & Dee"]

    def test_passed_out_the_deal_passes_on(self, table: Any) -> None:
        now: Table = table(scoring="rubber")
        now.enter("passed", by="Ben")
        assert now.scene.dealer == "Ben"

    @pytest.mark.parametrize(
        ("deals", "ours", "theirs"),
        [
            (("Ana 3NT 9",), 100 + 300, 0),
            (("Ana 3NT 9", "Ben 2H 8"), 100 + 300, 60 + 100),
            (("Ana 3NT 9", "Ben 3NT 9", "Ben 1H 7"), 100, 130 + 100),
            (("Ana 2H 8", "Ben 2H 8"), 60, 60),
        ],
    )
    def test_an_unfinished_rubber(
        self, table: Any, deals: tuple[str, ...], ours: int, theirs: int
    ) -> None:
        now: Table = table(scoring="rubber")
        for deal in deals:
            now.deal(deal)
        now.enter("end", by="Ana")
        assert now.totals == (ours, theirs)
        assert now.scene.finished
        assert now.ruling.because[-1].rule == "bridge#unfinished"

    def test_nobody_ends_it_before_the_first_deal(self, table: Any) -> None:
        assert "end" not in [prompt.kind for prompt in table(scoring="rubber").prompts]


class TestHonours:
    def test_they_go_to_whoever_has_them(self, table: Any) -> None:
        now: Table = table(scoring="rubber", honours=True)
        now.deal("Ana 4S 10", honours="100", holder="Ben")
        assert now.totals == (120, 100)
        now.deal("Ana 3NT 8", honours="150", holder="Cy")
        assert now.totals == (120 + 150, 100 + 100)
        assert now.facts["Vulnerable"] == ["Ana & Cy"], "honours are above the line"

    def test_in_no_trump_four_aces_alone_count(self, table: Any) -> None:
        now: Table = table(honours=True)
        fields = {
            "declarer": "Ana",
            "level": "1",
            "strain": "NT",
            "tricks": 7,
            "honours": "100",
            "holder": "Ana",
        }
        refused = now.refuses("deal", by="Ana", **fields)
        assert refused.because[0].rule == "bridge#honours"
        assert refused.verdict == {"legal": False, "seat": "Ana"}, "no points are named"

    def test_the_table_may_let_them_pass(self, table: Any) -> None:
        now: Table = table(honours=True)
        now.let_pass(
            "deal", by="Ana", **contract_of("Ana 1NT 7"), honours="100", holder="Ana"
        )
        assert now.totals == (40 + 100, 0)

    @pytest.mark.parametrize(
        ("given", "what"),
        [
            ({"honours": "100"}, "Say who has them"),
            ({"holder": "Ben"}, "Say how many points, or name nobody"),
        ],
    )
    def test_half_of_what_is_needed_is_not_left_out_silently(
        self, table: Any, given: dict[str, Any], what: str
    ) -> None:
        now: Table = table(honours=True)
        with pytest.raises(WrongFieldsError, match=what):
            now.deal("Ana 4S 10", **given)

    def test_a_table_without_them_is_not_asked(self, table: Any) -> None:
        with pytest.raises(WrongFieldsError):
            table().deal("Ana 1NT 7", honours="150", holder="Ana")


def test_the_table_decides_otherwise(table: Any) -> None:
    now: Table = table()
    now.deal("Ana 2H 8")
    now.overrule(
        now.history.steps[-1].entry.seq, {"declaring": 90, "below": 90}, place=0
    )
    assert now.totals == (90, 0)
    assert now.facts["Below the line"] == ["Ana & Cy 90"]


class TestWhatElseHappened:
    """In a deal that is entered as a whole: revokes, claims, concessions."""

    @pytest.mark.parametrize(
        ("told", "points"),
        [
            ({"offenders": ["Ben"]}, 90),
            ({"offenders": ["Ana"], "go_over": 2}, -100),
            ({"offenders": ["Ana"], "go_over": 0}, 60),
            ({"offenders": ["Ana", "Cy"]}, -50),
            ({"offenders": ["Cy"]}, 60),
            ({"offenders": ["Ana", "Dee"]}, 60),
            ({"offenders": ["Cy", "Dee"], "go_over": 0}, 60),
        ],
        ids=[
            "defender",
            "two",
            "none",
            "with dummy",
            "dummy alone",
            "both sides",
            "both sides, dummy too",
        ],
    )
    def test_tricks_go_over_for_a_revoke(
        self, table: Any, told: dict[str, Any], points: int
    ) -> None:
        now: Table = table()
        now.deal("Ana 2S 8", **told)
        ours, theirs = now.totals
        assert ours - theirs == points
        sections = ("revoke", "revoke-free", "revoke-uncounted")
        assert now.rulings[0].because[0].rule.removeprefix("bridge#") in sections

    def test_without_a_number_it_is_one_by_a_reading_that_asks_for_it(
        self, table: Any
    ) -> None:
        now: Table = table()
        now.deal("Ana 2S 8", offenders=["Ben"])
        told = now.rulings[0]
        assert told.verdict == {"tricks": 1}
        [why] = told.because
        assert (why.rule, why.basis) == ("bridge#revoke-uncounted", "reading")
        assert str(why.text) == (
            "Ben revoked: one goes over, or two if whoever revoked took that trick. "
            "Enter how many."
        )

    @pytest.mark.parametrize(
        ("deal", "told"),
        [
            ("Ana 2S 8", {"offenders": ["Ben"], "go_over": 1}),
            ("Ana 7S 13", {"offenders": ["Ben"]}),
        ],
        ids=["said", "no trick taken"],
    )
    def test_what_is_said_or_certain_is_no_reading(
        self, table: Any, deal: str, told: dict[str, Any]
    ) -> None:
        now: Table = table()
        now.deal(deal, **told)
        assert [why.basis for why in now.rulings[0].because] == ["rules"]

    def test_the_table_decides_how_many(self, table: Any) -> None:
        now: Table = table()
        now.deal("Ana 2S 8", offenders=["Ben"])
        now.overrule(1, {"tricks": 2}, place=0)
        assert now.totals == (60 + 60, 0)

    def test_tricks_go_over_for_a_revoke_alone(self, table: Any) -> None:
        with pytest.raises(WrongFieldsError, match="go_over: Say who revoked too"):
            table().deal("Ana 2S 8", go_over=1)

    def test_no_more_go_over_than_the_side_has_taken(self, table: Any) -> None:
        now: Table = table()
        with pytest.raises(
            WrongFieldsError, match="go_over: At most 5 tricks can go over"
        ):
            now.deal("Ana 2S 8", offenders=["Ben"], go_over=6)
        with pytest.raises(
            WrongFieldsError, match="go_over: At most 0 tricks can go over"
        ):
            now.deal("Ana 2S 8", offenders=["Ben", "Ana"], go_over=1)

    @pytest.mark.parametrize(
        ("told", "tricks"),
        [
            ({"rest": "Ana"}, 13),
            ({"rest": "Ana & Cy", "tricks": 3, "others": 4}, 9),
            ({"rest": "Dee", "tricks": 7}, 7),
            ({"given_up": "Cy", "tricks": 7}, 7),
            ({"given_up": "Ben", "tricks": 0, "others": 4}, 9),
            ({"given_up": "Ben & Dee"}, 13),
        ],
    )
    def test_the_rest_goes_to_a_side(
        self, table: Any, told: dict[str, Any], tricks: int
    ) -> None:
        now = table()
        whole = table()
        now.enter("deal", by="Ana", **contract_of("Ana 3NT"), **told)
        whole.deal(f"Ana 3NT {tricks}")
        assert now.totals == whole.totals
        assert now.rulings[0].because[0].rule == "bridge#claim"

    @pytest.mark.parametrize(
        ("told", "why"),
        [
            (
                {"rest": "Ana", "tricks": 3},
                "others: Say how many tricks the other side had by then",
            ),
            (
                {"rest": "Ana", "tricks": 3, "others": 11},
                "others: These must total 13; you have 14",
            ),
            (
                {"rest": "Ana", "given_up": "Cy"},
                "rest: Whoever gave up takes no more",
            ),
            ({}, "tricks: Still missing"),
        ],
    )
    def test_what_does_not_tell_is_asked_for(
        self, table: Any, told: dict[str, Any], why: str
    ) -> None:
        with pytest.raises(WrongFieldsError, match=why):
            table().enter("deal", by="Ana", **contract_of("Ana 3NT"), **told)

    def test_the_question_knows_sides_alone(self) -> None:
        asked = {"level": "3", "strain": "NT", "rest": "declarer", "others": 4}
        assert ask("bridge", "deal", **asked).verdict["declaring"] == 400
        assert (
            ask(
                "bridge", "deal", level="3", strain="NT", tricks=7, given_up="declarer"
            ).verdict["defending"]
            == 100
        )

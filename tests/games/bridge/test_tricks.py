"""Trick by trick: dummy, trumps, revokes with what they cost, claims, honours that were played."""

from typing import Any

import pytest
from referee_bridge.score import honours_in

from referee import card
from referee.testing import ask

from .conftest import SEATS, Table, contract_of

FIRST = "2C 3C 4C AC"


def begun(table: Any, contract: str = "Ana 1NT", **given: Any) -> Table:
    now: Table = table(depth="tricks", **given)
    now.enter("contract", by="Ana", **contract_of(contract))
    return now


def last(now: Table) -> list[str]:
    return [str(ruling.summary) for ruling in now.history.steps[-1].rulings]


class TestPlay:
    def test_whoever_sits_left_of_the_declarer_leads(self, table: Any) -> None:
        now = begun(table)
        assert str(now.scene.next) == "Ben leads to trick 1, then Cy lays the hand open. Ana plays both hands."
        now.play(FIRST, "Ben")
        assert now.zone("won", "Ana").count == 4

    def test_cards_are_entered_one_by_one(self, table: Any) -> None:
        now = begun(table)
        for seat, played in zip(("Ben", "Cy", "Dee", "Ana"), FIRST.split(), strict=True):
            now.enter("trick", by="Ana", plays={seat: played})
        assert last(now) == ["Ana wins the trick with the ace of clubs"]

    @pytest.mark.parametrize(("trump", "winner"), [("NT", "Dee"), ("S", "Ana"), ("C", "Ben")])
    def test_the_trump(self, trump: str, winner: str) -> None:
        plays = {"Ben": "2H", "Cy": "3H", "Dee": "AH", "Ana": "2S"}
        plays = {**plays, "Ben": "2C", "Dee": "AC", "Cy": "3H"} if trump == "NT" else plays
        if trump == "C":
            plays = {"Ben": "KC", "Cy": "3C", "Dee": "AH", "Ana": "2S"}
        assert ask("bridge", "trick", trump=trump, plays=plays).verdict["winner"] == winner

    def test_after_a_misdeal_there_is_no_contract(self, table: Any) -> None:
        now = begun(table)
        now.play(FIRST, "Ben")
        now.enter("misdeal", by="Ana")
        assert "Contract" not in now.facts and now.scene.dealer == "Ana"

    def test_the_other_depth(self, table: Any) -> None:
        now = begun(table)
        now.enter("depth", by="Ana")
        now.deal("Ana 1NT 7")
        assert now.totals == (40, 0)


class TestClaims:
    @pytest.mark.parametrize(
        ("claim", "points"),
        [
            ({"seat": "Ana", "tricks": 12}, 40 + 180),
            ({"seat": "Cy", "tricks": 6}, 40),
            ({"seat": "Ben", "tricks": 8}, -100),
            ({"seat": "Dee", "tricks": 0}, 40 + 180),
        ],
    )
    def test_a_side_claims_some_of_the_tricks_and_concedes_the_rest(
        self, table: Any, claim: dict[str, Any], points: int
    ) -> None:
        now = begun(table)
        now.play(FIRST, "Ben")
        now.enter("claim", by="Ana", **claim)
        ours, theirs = now.totals
        assert ours - theirs == points
        assert now.history.steps[-1].rulings[0].because[0].rule == "bridge#claim"


class TestRevokes:
    @pytest.mark.parametrize(
        ("given", "tricks"),
        [
            ({"won_by": "offender", "later": 0}, 1),
            ({"won_by": "offender", "later": 3}, 2),
            ({"won_by": "partner", "later": 0}, 1),
            ({"won_by": "partner", "later": 3}, 1),
            ({"won_by": "others", "later": 3}, 1),
            ({"won_by": "others", "later": 0}, 0),
            ({"won_by": "offender", "later": 3, "free": "dummy"}, 0),
            ({"won_by": "offender", "later": 1, "free": "twelfth"}, 0),
            ({"won_by": "offender", "later": 1, "free": "again"}, 0),
            ({"won_by": "offender", "later": 1, "free": "both"}, 0),
        ],
    )
    def test_what_one_costs(self, given: dict[str, Any], tricks: int) -> None:
        assert ask("bridge", "revoke", **given).verdict == {"tricks": tricks}

    def test_whoever_takes_the_trick_by_it_gives_two(self, table: Any) -> None:
        now = begun(table, "Ana 1S")
        # Ana trumps the second trick, and has a club all the while.
        now.play("2C 3C 4C AC\n2H 5H 6H 3H", "Ben")
        assert now.history.steps[-1].rulings[0].verdict["winner"] == "Cy"
        now.play("7C 8C 2S 9C\n3S 4S 5S 6S", "Cy")
        now.play("TC 5C JC QC", "Dee")
        assert any(str(each).startswith("Ana has not followed suit in trick 3") for each in last(now))
        now.enter("claim", by="Ana", seat="Ana", tricks=8)
        # Ana and Cy have taken four tricks and eight more; Ben and Dee get two of them.
        said = now.history.steps[-1].rulings
        revoke = next(one for one in said if "tricks" in one.verdict and one.because[0].rule == "bridge#revoke")
        assert revoke.verdict["tricks"] == 2 and str(revoke.about) == "The revoke of Ana in trick 3"
        assert now.totals == (30 + 3 * 30, 0)

    def test_the_table_may_let_it_pass(self, table: Any) -> None:
        now = begun(table, "Ana 1S")
        now.play("2C 3C 4C AC\n2H 5H 6H 3H\n7C 8C 2S 9C\n3S 4S 5S 6S\nTC 5C JC QC", "Ben")
        step = now.history.steps[-1]
        place = next(n for n, ruling in enumerate(step.rulings) if ruling.verdict.get("legal") is False)
        now.overrule(step.entry.seq, {"legal": True}, place=place)
        now.enter("claim", by="Ana", seat="Ana", tricks=8)
        assert now.totals == (30 + 5 * 30, 0)

    def test_dummy_gives_nothing(self, table: Any) -> None:
        now = begun(table)
        now.play("2C 3C 4C AC\nKC 5C 2D 6C\nQC 7C 8C 9C", "Ben")
        assert any("Cy has not followed suit" in each for each in last(now))
        now.enter("claim", by="Ana", seat="Ana", tricks=10)
        assert now.totals == (40 + 6 * 30, 0)

    def test_several_give_no_more_than_was_taken(self, table: Any) -> None:
        now = begun(table, "Ana 1NT")
        # Ben does not follow in tricks 2 and 3, and his side takes one trick after that.
        now.play("2C 3C 4C AC\nKC 2H 6C 7C\nAD 3H 5D 6D\nKD 8D 7D 9D\nQC 8C 9C TC\n2D 4H TD JD", "Ben")
        assert now.history.steps[-1].rulings[0].verdict["winner"] == "Dee"
        now.enter("claim", by="Ana", seat="Ana", tricks=7)
        rules = [one.because[0].rule for one in now.history.steps[-1].rulings]
        assert rules.count("bridge#revoke") == 2 and "bridge#revokes-together" in rules
        # Twelve tricks of their own, and the only one of the others.
        assert now.totals == (40 + 6 * 30, 0)


class TestHonours:
    def test_they_are_shown_with_a_claim(self, table: Any) -> None:
        now = begun(table, "Ana 2C", honours=True)
        now.play("2C 3C QC AC", "Ben")
        now.enter("claim", by="Ana", seat="Ana", tricks=7, honours="100", holder="Ana")
        assert now.totals == (40 + 100, 0)

    @pytest.mark.parametrize(
        ("contract", "suits", "points"),
        [("Ana 7S", "SHDC", 210 + 1000 + 300 + 150), ("Ana 7H", "SHDC", -650 - 150), ("Ana 7NT", "SHDC", -650)],
    )
    def test_all_tricks_show_them(self, table: Any, contract: str, suits: str, points: int) -> None:
        now = begun(table, contract, honours=True)
        leader = "Ben"
        for rank in "23456789TJQKA":
            now.play(" ".join(rank + suits[(SEATS.index(leader) + n) % 4] for n in range(4)), leader)
            leader = str(now.history.steps[-1].rulings[0].verdict["winner"])
        ours, theirs = now.totals
        rules = [one.because[0].rule for one in now.history.steps[-1].rulings]
        assert ours - theirs == points and ("bridge#honours-shown" in rules) == (contract != "Ana 7NT")

    def test_four_of_them_and_four_aces(self) -> None:
        hand = tuple(map(card, ["AH", "KH", "QH", "JH", "AS", "AD", "AC"]))
        found = {strain: honours_in(hand, strain) for strain in ("C", "H", "NT")}
        assert found == {"C": 0, "H": 100, "NT": 150}
        assert honours_in((*hand, card("TH")), "H") == 150

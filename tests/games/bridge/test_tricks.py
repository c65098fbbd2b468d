"""Trick by trick: dummy, trumps, revokes with what they cost, claims, honours that were
played.
"""

from typing import Any

import pytest
from referee_bridge.deal import honours_in

from referee import WrongFieldsError, card
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
        assert (
            str(now.scene.next)
            == "Ben leads to trick 1, then Cy lays down dummy. Ana plays both hands."
        )
        now.play(FIRST, "Ben")
        assert now.zone("won", "Ana").count == 4

    def test_cards_are_entered_one_by_one(self, table: Any) -> None:
        now = begun(table)
        for seat, played in zip(
            ("Ben", "Cy", "Dee", "Ana"), FIRST.split(), strict=True
        ):
            now.enter("trick", by="Ana", plays={seat: played})
        assert last(now) == ["Ana wins the trick with the ace of clubs"]

    def test_the_declarer_has_the_turn_where_dummy_plays(self, table: Any) -> None:
        now = begun(table)
        now.enter("trick", by="Ben", plays={"Ben": "2C"})
        assert str(now.scene.next) == "Ana plays Cy’s card to trick 1."
        assert [step.seats for step in now.scene.steps] == [("Ana",)]

    @pytest.mark.parametrize(
        ("trump", "winner"), [("NT", "Dee"), ("S", "Ana"), ("C", "Ben")]
    )
    def test_the_trump_decides_the_trick(self, trump: str, winner: str) -> None:
        plays = {"Ben": "2H", "Cy": "3H", "Dee": "AH", "Ana": "2S"}
        plays = (
            {**plays, "Ben": "2C", "Dee": "AC", "Cy": "3H"} if trump == "NT" else plays
        )
        if trump == "C":
            plays = {"Ben": "KC", "Cy": "3C", "Dee": "AH", "Ana": "2S"}
        assert (
            ask("bridge", "trick", trump=trump, plays=plays).verdict["winner"] == winner
        )

    def test_a_trick_has_no_fifth_card(self) -> None:
        plays = dict(zip("NESWX", ("2C", "3C", "4C", "5C", "6C"), strict=True))
        with pytest.raises(WrongFieldsError, match="A trick has at most 4 cards"):
            ask("bridge", "trick", plays=plays, trump="NT")

    def test_after_a_misdeal_there_is_no_contract(self, table: Any) -> None:
        now = begun(table)
        now.play(FIRST, "Ben")
        now.enter("misdeal", by="Ana")
        assert "Contract" not in now.facts
        assert now.scene.dealer == "Ana"

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
        assert any(str(each).startswith("Ana revoked in trick 3") for each in last(now))
        now.enter("claim", by="Ana", seat="Ana", tricks=8)
        # Ana and Cy have taken four tricks and eight more; Ben and Dee get two of them.
        said = now.history.steps[-1].rulings
        revoke = next(
            one
            for one in said
            if "tricks" in one.verdict and one.because[0].rule == "bridge#revoke"
        )
        assert revoke.verdict["tricks"] == 2
        assert str(revoke.about) == "Ana’s revoke in trick 3"
        assert now.totals == (30 + 3 * 30, 0)

    def test_the_table_may_let_it_pass(self, table: Any) -> None:
        now = begun(table, "Ana 1S")
        now.play(
            "2C 3C 4C AC\n2H 5H 6H 3H\n7C 8C 2S 9C\n3S 4S 5S 6S\nTC 5C JC QC", "Ben"
        )
        step = now.history.steps[-1]
        place = next(
            n
            for n, ruling in enumerate(step.rulings)
            if ruling.verdict.get("legal") is False
        )
        now.overrule(step.entry.seq, {"legal": True}, place=place)
        now.enter("claim", by="Ana", seat="Ana", tricks=8)
        assert now.totals == (30 + 5 * 30, 0)

    def test_dummy_gives_nothing(self, table: Any) -> None:
        now = begun(table)
        now.play("2C 3C 4C AC\nKC 5C 2D 6C\nQC 7C 8C 9C", "Ben")
        assert any("Cy revoked" in each for each in last(now))
        now.enter("claim", by="Ana", seat="Ana", tricks=10)
        assert now.totals == (40 + 6 * 30, 0)

    def test_dummys_counts_where_both_sides_have_revoked(self, table: Any) -> None:
        now = begun(table, "Ana 4C")
        # Cy, who is dummy, and Dee discard, and follow with a diamond in the next
        # trick.
        now.play("2D 3S 4S 5D\nAD 6D 3D 4D", "Ben")
        now.enter("claim", by="Ana", seat="Ana", tricks=5)
        told = {str(ruling.about): ruling for ruling in now.history.steps[-1].rulings}
        for seat, why in (
            ("Cy", "It was dummy’s card."),
            ("Dee", "The other side has revoked too."),
        ):
            ruling = told[f"{seat}’s revoke in trick 1"]
            assert ruling.verdict == {"tricks": 0}
            assert str(ruling.because[0].text) == why
        assert now.totals == (0, 3 * 50)

    def test_several_give_no_more_than_was_taken(self, table: Any) -> None:
        now = begun(table, "Ana 1NT")
        # Ben does not follow in tricks 2 and 3, and his side takes one trick after
        # that.
        now.play(
            "2C 3C 4C AC\nKC 2H 6C 7C\nAD 3H 5D 6D\nKD 8D 7D 9D\nQC 8C 9C TC\n2D 4H TD "
            "JD",
            "Ben",
        )
        assert now.history.steps[-1].rulings[0].verdict["winner"] == "Dee"
        now.enter("claim", by="Ana", seat="Ana", tricks=7)
        rules = [one.because[0].rule for one in now.history.steps[-1].rulings]
        assert rules.count("bridge#revoke") == 2
        assert "bridge#revokes-together" in rules
        # Twelve tricks of their own, and the only one of the others.
        assert now.totals == (40 + 6 * 30, 0)


ELEVEN = """
3D 7D JD 8D
9S AS 7S KS
KC TC 5C AC
AH 2H 3H 8H
5H 4H 7H QH
5S 8S 6H 6S
4S 4D TS 3S
6D TD 2D AD
JH TH 4C 9H
9D 5D JS KD
JC 3C 2C QC
"""
"""Ana plays 2S, Ben leads; they have taken five tricks, and Ben leads to the twelfth.
"""


class TestRevokesInTheTwelfthTrick:
    def test_it_is_corrected(self, table: Any) -> None:
        now = begun(table, "Ana 2S")
        # Dee trumps with the two, and has the seven of clubs.
        now.play(ELEVEN + "6C 8C 2S 9C\n7C KH QD QS", "Ben")
        corrected = now.history.steps[-1].rulings[2:4]
        assert [str(ruling.about) for ruling in corrected] == [
            "Trick 12, corrected",
            "Trick 13, after it",
        ]
        assert [ruling.verdict["winner"] for ruling in corrected] == ["Ana", "Cy"]
        assert corrected[0].because[0].rule == "bridge#revoke-twelfth"
        assert now.totals == (0, 50), (
            "seven tricks, as if the seven of clubs had been played"
        )

    def test_no_trick_goes_over_for_it(self, table: Any) -> None:
        now = begun(table, "Ana 2S")
        now.play(ELEVEN + "6C 8C 2S 9C\n7C KH QD QS", "Ben")
        assert not any(
            "tricks" in ruling.verdict for ruling in now.history.steps[-1].rulings
        )

    def test_who_of_the_others_may_play_another_card_is_told(self, table: Any) -> None:
        now = begun(table, "Ana 2S")
        now.play(ELEVEN.replace("JH TH", "JH 9C") + "6C 8C 2S TH\n7C KH QD QS", "Ben")
        [_, second, *_] = now.history.steps[-1].rulings[2].because
        told = (
            "Ana may play the other card to it (law 62 C): if so, correct both tricks."
        )
        assert (second.rule, str(second.text)) == ("bridge#revoke-twelfth", told)

    def test_the_table_decides_who_wins_it_then(self, table: Any) -> None:
        now = begun(table, "Ana 2S")
        now.play(ELEVEN + "6C 8C 2S 9C\n7C KH QD QS", "Ben")
        now.overrule(now.history.steps[-1].entry.seq, {"winner": "Ben"}, place=2)
        assert now.totals == (0, 100)

    def test_what_the_table_lets_pass_is_not_corrected(self, table: Any) -> None:
        now = begun(table, "Ana 2S")
        now.play(ELEVEN + "6C 8C 2S 9C\n7C KH QD QS", "Ben")
        now.overrule(now.history.steps[-1].entry.seq, {"legal": True}, place=1)
        assert now.totals == (0, 100)

    def test_it_does_not_let_the_other_side_off_for_an_earlier_one(
        self, table: Any
    ) -> None:
        now = begun(table, "Ana 2S")
        # Ana does not follow in tricks 6 and 7, and has the queen of spades.
        now.play(ELEVEN + "6C 8C 2S QS\nKH QD 9C 7C", "Ben")
        told = {str(ruling.about): ruling for ruling in now.history.steps[-1].rulings}
        assert told["Trick 13, after it"].verdict["winner"] == "Dee"
        assert told["Ana’s revoke in trick 6"].verdict == {"tricks": 1}
        assert now.totals == (0, 150), "six tricks, of which one goes over"

    def test_asked_without_a_table_it_costs_nothing(self) -> None:
        ruling = ask("bridge", "revoke", won_by="offender", later=1, free="twelfth")
        assert [reason.rule for reason in ruling.because] == [
            "bridge#revoke-free",
            "bridge#revoke-twelfth",
        ]

    def test_only_one_trick_follows_it(self) -> None:
        with pytest.raises(
            WrongFieldsError, match="Only one trick follows the twelfth"
        ):
            ask("bridge", "revoke", won_by="others", later=2, free="twelfth")


class TestMakingUpForARevoke:
    @pytest.mark.parametrize("free", ["dummy", "again", "both"])
    def test_law_64_c_is_named_where_it_costs_nothing(self, free: str) -> None:
        harmful = ask("bridge", "revoke", won_by="others", later=2, free=free)
        assert [reason.rule for reason in harmful.because] == [
            "bridge#revoke-free",
            "bridge#redress",
        ]
        harmless = ask("bridge", "revoke", won_by="others", later=0, free=free)
        assert [reason.rule for reason in harmless.because] == ["bridge#revoke-free"]

    def test_a_trick_that_dummy_took_by_it_is_told(self, table: Any) -> None:
        now = begun(table, "Ana 2S")
        # Cy, who is dummy, trumps the second trick, and has the king of clubs.
        now.play("2C 3C 4C 5C\n6C 7C 2S AC", "Ben")
        now.play("KC 8C 9C TC", "Cy")
        now.enter("claim", by="Ana", seat="Ana", tricks=5)
        ruling = now.history.steps[-1].rulings[1]
        assert [(reason.rule, reason.basis) for reason in ruling.because[1:]] == [
            ("bridge#redress", "rules"),
            ("bridge#redress", "rules"),
            ("bridge#redress-at-home", "reading"),
        ]
        assert (
            str(ruling.because[2].text)
            == "With Cy’s king of clubs, trick 2 would have gone to Dee."
        )

    def test_the_table_gives_the_trick_back(self, table: Any) -> None:
        now = begun(table, "Ana 2S")
        now.play("2C 3C 4C 5C\n6C 7C 2S AC", "Ben")
        now.play("KC 8C 9C TC", "Cy")
        now.enter("claim", by="Ana", seat="Ana", tricks=5)
        assert now.totals == (60, 0)
        now.overrule(now.history.steps[-1].entry.seq, {"tricks": 1}, place=1)
        assert now.totals == (0, 50)


class TestHonours:
    def test_they_are_shown_with_a_claim(self, table: Any) -> None:
        now = begun(table, "Ana 2C", honours=True)
        now.play("2C 3C QC AC", "Ben")
        now.enter("claim", by="Ana", seat="Ana", tricks=7, honours="100", holder="Ana")
        assert now.totals == (40 + 100, 0)

    @pytest.mark.parametrize(
        ("contract", "suits", "points"),
        [
            ("Ana 7S", "SHDC", 210 + 1000 + 300 + 150),
            ("Ana 7H", "SHDC", -650 - 150),
            ("Ana 7NT", "SHDC", -650),
        ],
    )
    def test_all_tricks_show_them(
        self, table: Any, contract: str, suits: str, points: int
    ) -> None:
        now = begun(table, contract, honours=True)
        leader = "Ben"
        for rank in "23456789TJQKA":
            now.play(
                " ".join(rank + suits[(SEATS.index(leader) + n) % 4] for n in range(4)),
                leader,
            )
            leader = str(now.history.steps[-1].rulings[0].verdict["winner"])
        ours, theirs = now.totals
        rules = [one.because[0].rule for one in now.history.steps[-1].rulings]
        assert ours - theirs == points
        assert ("bridge#honours-shown" in rules) == (contract != "Ana 7NT")

    def test_four_of_them_and_four_aces(self) -> None:
        hand = tuple(map(card, ["AH", "KH", "QH", "JH", "AS", "AD", "AC"]))
        found = {strain: honours_in(hand, strain) for strain in ("C", "H", "NT")}
        assert found == {"C": 0, "H": 100, "NT": 150}
        assert honours_in((*hand, card("TH")), "H") == 150

"""Euchre, a match: who makes trump, who sits out, the card that was turned, both
depths, the end.
"""

from collections.abc import Callable
from typing import Any

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch, ask

Play = Callable[..., PlayedMatch]

SEATS = "Ana Ben Cy Dee"


@pytest.fixture
def match(play: Play) -> PlayedMatch:
    """Trick by trick, Dee deals, so that Ana leads."""
    return play("euchre", SEATS, dealer="Dee", depth="tricks")


def trick(cards: str, seats: str = SEATS) -> dict[str, str]:
    return dict(zip(seats.split(), cards.split(), strict=True))


def make(
    match: PlayedMatch,
    maker: str,
    turned: str = "9H",
    trump: str = "ordered-up",
    **others: Any,
) -> None:
    match.enter("contract", turned=turned, trump=trump, maker=maker, **others)


class TestMakingTrump:
    def test_who_made_which_trump_stands_on_every_phone(
        self, match: PlayedMatch
    ) -> None:
        make(match, "Ben")
        assert [(str(fact.text), fact.seat) for fact in match.scene.facts] == [
            ("hearts", "Ben")
        ]
        assert (
            str(match.ruling.because[0].text)
            == "The nine of hearts was ordered up: Dee took it."
        )

    def test_without_another_suit_the_card_was_ordered_up(
        self, match: PlayedMatch
    ) -> None:
        match.enter("contract", turned="9H", maker="Ben")
        assert match.ruling.verdict["trump"] == "H"

    def test_another_suit_was_named_once_the_card_was_turned_down(
        self, match: PlayedMatch
    ) -> None:
        make(match, "Ben", trump="S")
        assert (
            str(match.ruling.because[0].text)
            == "The nine of hearts was turned down, and Ben named spades."
        )

    def test_the_suit_that_was_turned_down_is_not_named(
        self, match: PlayedMatch
    ) -> None:
        refused = match.refuses("contract", turned="9H", trump="H", maker="Ben")
        assert refused.verdict == {"legal": False, "seat": "Ben", "trump": "H"}
        assert [reason.rule for reason in refused.because] == [
            "euchre#making",
            "euchre#making",
        ]
        assert (
            str(refused.because[1].text)
            == "If the dealer took it up, enter “Ordered up”."
        )

    def test_the_table_may_let_that_suit_be_named(self, match: PlayedMatch) -> None:
        match.let_pass("contract", turned="9H", trump="H", maker="Ben")
        assert (
            match.refuses("trick", plays=trick("TH QH KH 9H")).because[0].rule
            == "euchre#turned"
        )

    def test_if_all_pass_the_next_dealer_deals(self, match: PlayedMatch) -> None:
        match.enter("passed")
        assert (match.scene.dealer, match.kinds[0], set(match.scores.values())) == (
            "Ana",
            "contract",
            {0},
        )

    def test_the_partner_of_a_lone_maker_sits_out(self, match: PlayedMatch) -> None:
        make(match, "Ben", alone=True)
        assert match.prompt("trick").fields[0].seats == ("Ana", "Ben", "Cy")
        match.enter("trick", plays=trick("AC KC QC", "Ana Ben Cy"))
        assert match.ruling.verdict["winner"] == "Ana"

    def test_the_next_leads_where_the_first_sits_out(self, match: PlayedMatch) -> None:
        make(match, "Cy", alone=True)
        assert match.next.startswith("Ben leads.")


class TestTheCardThatWasTurned:
    def test_ordered_up_it_is_the_dealers(self, match: PlayedMatch) -> None:
        make(match, "Ana")
        assert (
            match.refuses("trick", plays=trick("9H TH QH KH")).because[0].rule
            == "euchre#turned"
        )
        match.enter("trick", plays=trick("TH QH KH 9H"))

    def test_turned_down_it_is_nobodys(self, match: PlayedMatch) -> None:
        make(match, "Ana", trump="S")
        assert (
            match.refuses("trick", plays=trick("AC KC QC 9H")).because[0].rule
            == "euchre#turned"
        )

    def test_the_table_may_let_it_pass(self, match: PlayedMatch) -> None:
        make(match, "Ana", trump="S")
        match.let_pass("trick", plays=trick("AC KC QC 9H"))
        assert match.zone("won", "Ana").count == 4


class TestTheDepths:
    def test_a_deal_is_a_maker_and_a_number(self, play: Play) -> None:
        match = play("euchre", SEATS)
        assert match.kinds == ["deal", "passed", "misdeal", "depth"]
        match.enter("deal", maker="Ben", tricks=5)
        assert match.scores == {"Ana": 0, "Ben": 2, "Cy": 0, "Dee": 2}
        match.enter("deal", maker="Ben", tricks=2, alone=True)
        assert match.scores["Ana"] == 2

    def test_tricks_of_both_partners_count(self, match: PlayedMatch) -> None:
        make(match, "Ana")
        match.enter("trick", plays=trick("AC KC QC TC"))
        match.enter("trick", plays=trick("9D TD AD KD"))
        assert [(str(fact.text), fact.seat) for fact in match.scene.facts[1:]] == [
            ("2", "Ana & Cy")
        ]
        match.enter("claim", seat="Cy")
        assert match.scores["Ana"] == 2

    def test_a_claim_waits_until_somebody_has_made_trump(
        self, match: PlayedMatch
    ) -> None:
        assert match.kinds == ["contract", "passed", "misdeal", "depth"]
        make(match, "Ana")
        assert match.kinds == ["trick", "claim", "concede", "misdeal", "depth"]

    def test_who_does_not_follow_the_left_bower_has_revoked(
        self, match: PlayedMatch
    ) -> None:
        make(match, "Ana")
        match.enter("trick", plays=trick("JD 9C QH 9H"))
        match.enter("trick", plays=trick("AC TH KC QC"))
        proof = match.rulings[-1]
        assert proof.verdict["seat"] == "Ben"
        rules = [reason.rule for reason in proof.because]
        assert rules == ["euchre#follow", "euchre#bowers", "euchre#offence"]
        match.enter("claim", seat="Ben")
        assert match.scores["Ana"] == 2, "whatever the tricks are"

    def test_nobody_needs_to_follow_its_own_suit_with_the_left_bower(
        self, match: PlayedMatch
    ) -> None:
        make(match, "Ana")
        match.enter("trick", plays=trick("AD 9C QD KD"))
        match.enter("trick", plays=trick("AC JD KC QC"))
        assert all(ruling.verdict.get("legal") is not False for ruling in match.rulings)

    @pytest.mark.parametrize("kind", ["misdeal", "depth"])
    def test_then_trump_is_made_anew(self, match: PlayedMatch, kind: str) -> None:
        make(match, "Ana", alone=True)
        match.enter(kind)
        assert match.kinds[0] == ("contract" if kind == "misdeal" else "deal")
        assert match.scene.dealer == "Dee"
        assert match.state.deals.deal.seats == tuple(SEATS.split())

    def test_the_next_deal_has_no_trump_and_all_play(self, match: PlayedMatch) -> None:
        make(match, "Ana", alone=True)
        match.enter("claim", seat="Ana")
        assert match.scores["Cy"] == 4
        assert (
            match.scene.dealer,
            match.state.deals.deal.seats,
            match.scene.facts,
        ) == (
            "Ana",
            tuple(SEATS.split()),
            (),
        )

    def test_the_table_decides_the_points_otherwise(self, play: Play) -> None:
        match = play("euchre", SEATS)
        deal = match.enter("deal", maker="Ben", tricks=5)
        match.overrule(deal.entry.seq, {"makers": 1}, place=0)
        assert match.scores["Dee"] == 1


def test_the_first_side_at_the_target_wins(play: Play) -> None:
    match = play("euchre", SEATS, target=4)
    match.enter("deal", maker="Ana", tricks=3)
    match.enter("deal", maker="Ben", tricks=5, alone=True)
    assert match.scene.winners == ("Ben", "Dee")


class TestWhatElseHappened:
    """By deal, and by tricks where a side gives up."""

    def deal(self, play: Play, **told: Any) -> PlayedMatch:
        match = play("euchre", SEATS, dealer="Dee")
        match.enter("deal", maker="Ana", **told)
        return match

    @pytest.mark.parametrize(
        ("offenders", "alone", "scores"),
        [
            (["Ana"], False, {"Ana": 0, "Ben": 2}),
            (["Cy", "Ana"], False, {"Ana": 0, "Ben": 2}),
            (["Dee"], False, {"Ana": 2, "Ben": 0}),
            (["Dee"], True, {"Ana": 4, "Ben": 0}),
            (["Dee", "Ana"], False, {"Ana": 0, "Ben": 0}),
        ],
    )
    def test_whoever_broke_a_rule_pays_whatever_the_tricks_are(
        self, play: Play, offenders: list[str], alone: bool, scores: dict[str, int]
    ) -> None:
        match = self.deal(play, offenders=offenders, alone=alone)
        assert {seat: match.scores[seat] for seat in scores} == scores
        assert match.rulings[0].because[0].rule == "euchre#offence"

    def test_who_sits_out_breaks_no_rule(self, play: Play) -> None:
        with pytest.raises(WrongFieldsError, match="Cy sits this deal out"):
            self.deal(play, offenders=["Cy"], alone=True)

    @pytest.mark.parametrize(
        ("told", "scored"),
        [
            ({"rest": "Ana"}, ("Ana", 2)),
            ({"rest": "Ana & Cy", "alone": True}, ("Ana", 4)),
            ({"rest": "Cy", "tricks": 2, "others": 1}, ("Ana", 1)),
            ({"rest": "Ben & Dee", "tricks": 2}, ("Ben", 2)),
            ({"rest": "Dee", "tricks": 3, "others": 1}, ("Ana", 1)),
            ({"given_up": "Ana"}, ("Ben", 2)),
            ({"given_up": "Cy", "tricks": 3}, ("Ana", 1)),
            ({"given_up": "Ben", "others": 1, "tricks": 0}, ("Ana", 1)),
            ({"given_up": "Ben & Dee"}, ("Ana", 2)),
        ],
    )
    def test_the_rest_goes_to_a_side(
        self, play: Play, told: dict[str, Any], scored: tuple[str, int]
    ) -> None:
        match = self.deal(play, **told)
        assert match.scores[scored[0]] == scored[1]
        assert sum(match.scores.values()) == 2 * scored[1]
        rule = "euchre#given-up" if "given_up" in told else "euchre#claim"
        assert match.rulings[0].because[0].rule == rule

    @pytest.mark.parametrize(
        ("told", "why"),
        [
            (
                {"rest": "Ana", "tricks": 2},
                "others: Say how many tricks the other side had by then",
            ),
            (
                {"rest": "Ana", "tricks": 2, "others": 4},
                "others: These must total 5; you have 6",
            ),
            (
                {"tricks": 2, "others": 2},
                "others: These must total 5; you have 4",
            ),
            (
                {"rest": "Ana", "given_up": "Cy"},
                "rest: Whoever gave up takes no more",
            ),
            ({}, "tricks: Still missing"),
            ({"rest": "Ana & Ben"}, "rest: .*not Ana & Ben"),
        ],
    )
    def test_what_does_not_tell_is_asked_for(
        self, play: Play, told: dict[str, Any], why: str
    ) -> None:
        with pytest.raises(WrongFieldsError, match=why):
            self.deal(play, **told)

    def test_by_tricks_a_seat_gives_up_for_its_side(self, match: PlayedMatch) -> None:
        make(match, "Ana", trump="S")
        match.enter("trick", plays=trick("AC TC KC QC"))
        match.enter("concede", seat="Dee")
        assert match.scores["Ana"] == 2
        assert [ruling.because[0].rule for ruling in match.rulings[:2]] == [
            "euchre#given-up"
        ] * 2

    def test_the_question_knows_sides_alone(self) -> None:
        assert ask("euchre", "deal", given_up="defenders", others=1).verdict == {
            "makers": 1,
            "defenders": 0,
        }
        assert ask("euchre", "deal", rest="makers", alone=True).verdict == {
            "makers": 4,
            "defenders": 0,
        }
        assert ask("euchre", "deal", revoked="both").verdict == {
            "makers": 0,
            "defenders": 0,
        }


class TestHouseRules:
    def test_the_dealer_is_stuck(self, play: Play) -> None:
        match = play("euchre", SEATS, dealer="Dee", house_rules=["stick-the-dealer"])
        refused = match.refuses("passed")
        assert (refused.verdict["seat"], refused.because[0].rule) == (
            "Dee",
            "euchre#stick-the-dealer",
        )
        match.enter("deal", maker="Dee", tricks=2)

    def test_the_dealers_partner_who_orders_up_plays_alone(self, play: Play) -> None:
        match = play(
            "euchre",
            SEATS,
            dealer="Dee",
            depth="tricks",
            house_rules=["partner-plays-alone"],
        )
        refused = match.refuses("contract", turned="9H", maker="Ben")
        assert refused.because[0].rule == "euchre#partner-plays-alone"
        match.tried("contract", turned="9H", maker="Ben", alone=True)
        match.tried("contract", turned="9H", maker="Ben", trump="S")
        for maker in ("Dee", "Ana"):
            match.tried("contract", turned="9H", maker=maker)

    def test_by_deal_too_the_partner_who_ordered_up_played_alone(
        self, play: Play
    ) -> None:
        match = play("euchre", SEATS, dealer="Dee", house_rules=["partner-plays-alone"])
        for ordered_up in ({}, {"trump": "ordered-up"}):
            refused = match.refuses("deal", maker="Ben", tricks=3, **ordered_up)
            assert refused.verdict == {"legal": False, "seat": "Ben"}
            assert refused.because[0].rule == "euchre#partner-plays-alone"
        match.tried("deal", maker="Ben", tricks=3, alone=True)
        match.tried("deal", maker="Ben", tricks=3, trump="S")
        for maker in ("Dee", "Ana"):
            match.tried("deal", maker=maker, tricks=3)

        match.let_pass("deal", maker="Ben", tricks=3)
        assert match.scores["Ben"] == 1

    def test_other_tables_are_not_asked_how_trump_was_made_by_deal(
        self, play: Play
    ) -> None:
        fields = play("euchre", SEATS).prompt("deal").fields
        assert [field.name for field in fields if not str(field.folded)] == [
            "maker",
            "alone",
            "tricks",
        ]

"""A match of Skat: who plays what, tricks or whole deals, what ends a deal early, and
the list.
"""

from collections.abc import Mapping

import pytest

from referee import WrongFieldsError
from tests.games.skat.playing import (
    SEATS,
    all_tricks,
    counted,
    match,
    named,
    only,
    scores,
    trick,
)


class TestByDeal:
    def test_the_game_is_named_and_then_how_it_ended(self) -> None:
        played = match(depth="deals")
        assert played.kinds == ["contract", "passed", "misdeal", "depth"]
        named(played, "grand", bid=40)
        assert played.kinds == ["deal", "misdeal", "depth"]
        assert [str(fact.text) for fact in played.scene.facts] == ["grand", "40"]
        played.enter("deal", matadors=2, without=False, points=85, tricks="some")
        assert scores(played) == only("Ana", 72)
        assert str(played.ruling.summary) == "Ana wins grand: with 2, game 3, × 24 = 72"
        assert (played.scene.round, played.scene.dealer) == (2, "Ana")

    def test_the_headline_says_that_the_game_was_overbid(self) -> None:
        played = named(match(depth="deals"), "hearts", bid=33)
        played.enter("deal", matadors=1, without=True, points=71, tricks="some")
        assert scores(played) == only("Ana", -80)
        assert str(played.ruling.summary).endswith(
            "without 1, game 2, × 10 = 20, overbid at 33, counts −80"
        )

    def test_of_a_null_only_whether_a_trick_was_taken(self) -> None:
        played = named(match(depth="deals"), "null", "Ben")
        fields = played.prompt("deal").fields
        assert [field.name for field in fields if not str(field.folded)] == ["tricks"]
        played.enter("deal", tricks="some")
        assert scores(played) == only("Ben", -46)

    def test_the_headline_has_what_was_announced(self) -> None:
        played = named(match(depth="deals"), "grand", announced="hand")
        played.enter("deal", matadors=2, without=False, points=85, tricks="some")
        assert str(played.ruling.summary) == (
            "Ana wins grand hand: with 2, game 3, hand 4, × 24 = 96"
        )
        named(played, "null", "Ben", announced="ouvert")
        played.enter("deal", tricks="none")
        assert str(played.ruling.summary) == "Ben wins null ouvert: 46"
        assert str(played.ruling.because[1].text) == "A null ouvert counts 46."

    def test_a_grand_has_at_most_four_matadors(self) -> None:
        assert named(match(depth="deals"), "grand").prompt("deal").fields[1].max == 4

    def test_what_cannot_be_is_refused(self) -> None:
        played = match(depth="deals")
        refused = played.refuses(
            "contract", declarer="Ana", game="clubs", announced="nothing", bid=34
        )
        assert refused.because[0].rule == "skat#bid"
        named(played)
        refused = played.refuses(
            "deal", matadors=1, without=False, points=119, tricks="all"
        )
        assert refused.because[0].rule == "skat#schwarz"
        for points in (1, 119):
            refused = played.refuses(
                "deal", matadors=1, without=False, points=points, tricks="some"
            )
            assert (str(refused.summary), refused.because[0].rule) == (
                f"That can’t be {points} card points",
                "skat#card-points",
            )

    def test_the_table_decides_what_it_counts(self) -> None:
        played = named(match(depth="deals"))
        step = played.enter("deal", matadors=1, without=False, points=61, tricks="some")
        played.overrule(step.entry.seq, {"won": False, "score": -48}, place=0)
        assert scores(played) == only("Ana", -48)


class TestTricks:
    def test_eleven_matadors_with_the_skat_and_all_tricks(self) -> None:
        played = all_tricks(named(match()))
        assert scores(played) == only("Ana", 12 * (11 + 3))
        assert str(counted(played).because[1].text).startswith(
            "Value: with 11, game 12, schneider 13, schwarz 14"
        )

    def test_card_by_card(self) -> None:
        played = named(match())
        played.enter("trick", plays={"Ana": "JC"})
        assert played.next == "Ben plays next to trick 1."
        played.enter("trick", plays={"Ben": "AH", "Cy": "QS"})
        assert played.ruling.verdict["winner"] == "Ana"

    def test_jacks_are_trumps_and_the_ten_is_high(self) -> None:
        played = named(match(), "hearts")
        assert trick(played, "KS TS JD")[0].verdict["winner"] == "Cy"
        assert trick(played, "KC TC QC")[0].verdict["winner"] == "Ana"

    def test_in_a_null_the_ten_is_below_the_jack(self) -> None:
        assert (
            trick(named(match(), "null", "Cy"), "TS JS 9S")[0].verdict["winner"]
            == "Ben"
        )

    def test_a_card_is_played_once(self) -> None:
        played = all_tricks(named(match()), 1)
        refused = played.refuses("trick", plays={"Ana": "JC"})
        assert str(refused.because[0].text) == "Ana played it in trick 1."

    def test_a_null_is_lost_with_the_first_trick(self) -> None:
        played = named(match(), "null", "Ben")
        trick(played, "7S 8S 9S")
        assert (scores(played), played.scene.round) == (only("Ben", 0), 1)
        trick(played, "7H 8H 9H")
        assert (scores(played), played.scene.round) == (only("Ben", -46), 2)

    def test_a_null_is_won_without_a_trick(self) -> None:
        played = named(match(), "null", "Ben", announced="hand")
        hands = [
            cards.split()
            for cards in (
                "AH AS AD AC KH KS KD KC QS QD",
                "7H 7S 7D 7C 8H 8S 8D 8C 9S 9D",
                "JH JS JD JC TH TS TD TC",
            )
        ]
        for n in range(8):
            trick(played, " ".join(hand[n] for hand in hands))
        trick(played, "QS 9S QH")
        trick(played, "QD 9D QC")
        assert scores(played) == only("Ben", 35)

    def test_a_contract_is_kept_when_the_depth_changes(self) -> None:
        played = named(match())
        played.enter("depth")
        played.enter("deal", matadors=1, without=False, points=70, tricks="some")
        assert scores(played) == only("Ana", 24)


class TestClaims:
    def test_the_declarer_takes_the_rest(self) -> None:
        played = all_tricks(named(match()), 4)
        played.enter("claim", seat="Ana")
        assert (played.scene.phase, played.kinds) == ("count", ["skat", "misdeal"])
        played.enter(
            "skat", skat=["7C", "7D"], held=["AC", "TC", "KC", "QC", "9C", "8C"]
        )
        assert scores(played) == only("Ana", 12 * 12)

    def test_the_opponents_take_the_rest(self) -> None:
        played = named(match(), "clubs", "Cy")
        all_tricks(played, 4)
        played.enter("claim", seat="Ben")
        played.enter("skat", skat=["7C", "7D"], held=[])
        assert counted(played).verdict == {
            "won": False,
            "value": 156,
            "score": -312,
            "opponents": 0,
        }
        assert str(counted(played).because[1].text).startswith(
            "Value: without 10, game 11, schneider 12, schwarz 13"
        )

    def test_a_trump_is_in_the_hand_or_in_the_skat(self) -> None:
        played = all_tricks(named(match()), 9)
        played.enter("claim", seat="Ana")
        refused = played.refuses("skat", skat=["7C", "7D"], held=["7C"])
        assert str(refused.because[0].text) == "It is in the skat."
        with pytest.raises(WrongFieldsError, match="Enter at most 1 card"):
            played.enter("skat", skat=["8D", "7D"], held=["7C", "8C"])

    def test_in_a_null_nothing_more_is_asked(self) -> None:
        played = named(match(), "null", "Cy")
        all_tricks(played, 2)
        played.enter("claim", seat="Ana")
        assert scores(played) == only("Cy", 23)


class TestEarly:
    def test_a_revoke_of_an_opponent_ends_the_deal_for_both(self) -> None:
        played = named(match())
        trick(played, "JC AH QS")
        trick(played, "JS TH 9S")
        trick(played, "JH 8C 8S")
        proof = next(
            ruling for ruling in played.rulings if ruling.verdict.get("legal") is False
        )
        assert (proof.verdict["seat"], proof.verdict["trick"]) == ("Ben", 1)
        assert played.next.startswith("The deal ended early")
        played.enter("skat", skat=["7C", "7D"], held=["JD"])
        assert scores(played) == only("Ana", 12 * 5)
        assert [
            reason.rule.removeprefix("skat#") for reason in counted(played).because
        ] == [
            "early",
            "value",
            "offence-at",
        ]

    def test_one_of_the_declarer_loses_at_the_least_level(self) -> None:
        played = named(match(), "clubs", "Ben")
        trick(played, "JC AH QS")
        trick(played, "JS 8C 9S")
        played.enter("skat", skat=["7C", "7D"], held=[])
        assert scores(played) == only("Ben", -2 * 12 * 10)

    def test_the_table_absolves_and_the_deal_goes_on(self) -> None:
        played = named(match(), "clubs", "Ben")
        trick(played, "JC AH QS")
        trick(played, "JS 8C 9S")
        played.overrule(3, {"legal": True}, place=1)
        assert played.kinds[0] == "trick"

    def test_a_jack_is_no_card_of_its_suit(self) -> None:
        """Ben has no heart but the jack, which is a trump: nobody is accused."""
        played = named(match(), "clubs")
        trick(played, "AH 7D 7H")
        trick(played, "JC JH JD")
        assert [ruling.verdict.get("legal") for ruling in played.rulings] == [None]

    @pytest.mark.parametrize(("seat", "score"), [("Ana", -24 * 2), ("Ben", 24)])
    def test_a_side_gives_up(self, seat: str, score: int) -> None:
        played = named(match())
        played.enter("concede", seat=seat)
        played.enter("skat", skat=["7H", "7D"], held=["JC"])
        assert scores(played) == only("Ana", score)

    def test_what_the_declarer_has_won_is_kept(self) -> None:
        played = all_tricks(named(match()), 7)
        played.enter("concede", seat="Ana")
        played.enter("skat", skat=["7C", "7D"], held=["QC", "9C", "8C"])
        points = counted(played).verdict
        assert points["won"], "Ana had 61 card points before"


class TestTheList:
    def test_a_deal_that_all_pass_scores_nothing(self) -> None:
        played = match()
        played.enter("passed")
        assert (str(played.ruling.summary), played.scene.round, scores(played)) == (
            "All pass: nobody scores",
            2,
            only("Ana", 0),
        )

    def test_a_misdeal_is_dealt_again(self) -> None:
        played = match()
        played.enter("misdeal")
        assert (played.kinds[0], played.scene.dealer, played.scene.round) == (
            "contract",
            "Cy",
            1,
        )

    @pytest.mark.parametrize(("seats", "games"), [(SEATS, 36), ((*SEATS, "Di"), 48)])
    def test_each_deals_twelve_times(self, seats: tuple[str, ...], games: int) -> None:
        played = match(*seats)
        for _ in range(games):
            assert not played.scene.finished
            played.enter("passed")
        assert played.scene.finished

    def test_most_points_win(self) -> None:
        played = match(depth="deals", rounds=1)
        for declarer in SEATS:
            named(played, "hearts", declarer)
            played.enter(
                "deal",
                matadors=1,
                without=False,
                points=70 if declarer == "Ben" else 50,
                tricks="some",
            )
        assert (played.scene.winners, str(played.ruling.summary)) == (
            ("Ben",),
            "Ben wins with 20",
        )


class TestFour:
    def test_the_dealer_sits_out(self) -> None:
        played = match("Ana", "Ben", "Cy", "Di")
        assert played.prompt("contract").fields[0].choices == ("Ana", "Ben", "Cy")
        assert played.prompt("contract").seats == ("Ana", "Ben", "Cy", "Di"), (
            "whoever sits out may enter"
        )
        all_tricks(named(played))
        assert (played.scores["Ana"], played.prompt("contract").fields[0].choices) == (
            168,
            ("Ben", "Cy", "Di"),
        )
        named(played, declarer="Di")
        assert played.state.deals.deal.to_play == ("Ben", "Cy", "Di")

    def test_also_after_a_misdeal(self) -> None:
        played = all_tricks(named(match("Ana", "Ben", "Cy", "Di")), 1)
        played.enter("misdeal", wrong="both")
        assert played.prompt("contract").fields[0].choices == ("Ana", "Ben", "Cy")


class TestHouseRules:
    def lost(
        self, *seats: str, rules: tuple[str, ...], **given: object
    ) -> Mapping[str, float]:
        played = named(match(*seats, depth="deals", house_rules=rules), **given)
        played.enter("deal", matadors=1, without=False, points=60, tricks="some")
        return played.scores

    def test_seeger_fabian(self) -> None:
        assert self.lost(rules=("seeger-fabian",)) == {"Ana": -98, "Ben": 40, "Cy": 40}
        four = self.lost("Ana", "Ben", "Cy", "Di", rules=("seeger-fabian",))
        assert four == {"Ana": -98, "Ben": 30, "Cy": 30, "Di": 30}

    def test_kontra_and_re(self) -> None:
        assert self.lost(rules=("kontra",), kontra="re")["Ana"] == -192
        assert self.lost(rules=("kontra",), kontra="kontra")["Ana"] == -96
        assert (
            self.lost(rules=("kontra", "seeger-fabian"), kontra="kontra")["Ana"] == -146
        )

    def test_kontra_counts_trick_by_trick_too(self) -> None:
        played = named(match(house_rules=["kontra"]), kontra="kontra")
        assert str(played.scene.facts[-1].text) == "Kontra"
        all_tricks(played)
        assert played.scores["Ana"] == 336

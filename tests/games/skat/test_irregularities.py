"""Something went wrong at skat: what is done now, by the paragraphs of the International
Skat Order.
"""

from functools import partial

from referee.plugin.discovery import rulebook
from tests.games.went_wrong import reasons_of, remedies_of, ruling_now

now = partial(ruling_now, "skat")


class TestTheDeal:
    def test_3_2_12_before_the_bidding_is_over_the_same_dealer_deals_again(
        self,
    ) -> None:
        for who in ("declarer", "opponent", "both"):
            ruling = now("wrong-count", who, "before")
            assert str(ruling.summary) == "The same dealer deals again."
            assert "3.2.12" in reasons_of(ruling)

    def test_3_2_12_and_3_3_10_after_that_it_matters_whose_number_is_wrong(
        self,
    ) -> None:
        assert "does not count" in reasons_of(now("wrong-count", "both", "later"))
        assert "has lost" in reasons_of(now("wrong-count", "declarer", "later"))
        for who in ("declarer", "opponent"):
            assert "3.3.10" in reasons_of(now("wrong-count", who, "later"))

    def test_3_2_18_the_declarer_may_have_the_number_put_right(self) -> None:
        assert "3.2.18" in reasons_of(now("wrong-count", "opponent", "later"))
        assert "3.2.18" not in reasons_of(now("wrong-count", "opponent", "after"))

    def test_3_2_13_objections_come_before_the_cards_are_taken_up(self) -> None:
        assert "too late" in reasons_of(now("not-cut", "dealer", "later"))

    def test_3_2_16_finished_rounds_stand_whoever_dealt_them(self) -> None:
        assert "3.2.16" in reasons_of(now("who-deals", "dealer", "after"))

    def test_3_2_17_and_3_2_18_whoever_had_the_skat_does_not_bid(self) -> None:
        for situation, number in (
            ("looked-at-skat", "3.2.17"),
            ("took-up-skat", "3.2.18"),
        ):
            ruling = now(situation, "player", "before")
            assert "takes no part in the bidding" in str(ruling.summary)
            assert number in reasons_of(ruling)


class TestTheBidding:
    def test_3_6_2_a_null_below_the_bid_is_lost_at_once(self) -> None:
        assert "3.6.2" in reasons_of(now("overbid", "declarer", "at-once"))

    def test_4_1_1_to_lead_without_naming_the_game_loses_it(self) -> None:
        assert "4.1.1" in reasons_of(now("not-announced", "declarer", "at-once"))


class TestThePlay:
    def test_4_1_3_to_4_1_6_the_other_side_chooses_after_a_lead_out_of_turn(
        self,
    ) -> None:
        ruling = now("lead-out-of-turn", "opponent", "at-once")
        laws = [str(remedy["law"]) for remedy in remedies_of(ruling)]
        numbers = [law.removeprefix("International Skat Order ") for law in laws]
        assert [number.partition(", edition")[0] for number in numbers] == [
            "4.1.3, 4.1.4",
            "4.1.4",
            "4.1.5",
            "4.1.6",
        ]

    def test_4_1_5_grants_a_level_to_the_declarer_only(self) -> None:
        assert "4.1.5" not in reasons_of(now("lead-out-of-turn", "declarer", "at-once"))
        assert "4.1.5" not in reasons_of(now("not-followed", "declarer", "later"))

    def test_a_trick_to_which_all_have_played_stands_by_our_reading(self) -> None:
        ruling = now("lead-out-of-turn", "declarer", "later")
        assert [reason.rule for reason in ruling.because] == ["skat#out-of-turn"]
        assert ruling.because[0].basis == "reading"

    def test_4_1_2_a_card_on_the_table_is_played(self) -> None:
        assert "4.1.2" in reasons_of(now("card-taken-back", "declarer", "at-once"))

    def test_4_1_4_only_an_opponents_card_tells_a_partner(self) -> None:
        assert "4.1.4" in reasons_of(now("exposed-card", "opponent", "at-once"))
        assert "4.1.4" not in reasons_of(now("exposed-card", "declarer", "at-once"))

    def test_4_1_3_a_lead_out_of_turn_ends_the_deal_unless_the_others_play_on(
        self,
    ) -> None:
        summary = str(now("lead-out-of-turn", "declarer", "at-once").summary)
        assert summary.startswith("It ends the deal, unless the other side")

    def test_what_was_said_costs_only_if_it_could_change_the_play(self) -> None:
        ruling = now("told-partner", "opponent", "at-once")
        assert "could change the play" in str(ruling.summary)
        assert ruling.because[-1].basis == "reading"


class TestTheEnd:
    def test_4_4_3_the_declarer_may_play_on_after_an_opponent_gave_up(self) -> None:
        assert "4.1.6" in reasons_of(now("gave-up", "opponent", "at-once"))
        assert "4.1.6" not in reasons_of(now("gave-up", "declarer", "at-once"))

    def test_4_4_6_cards_thrown_down_open_end_the_deal_with_what_there_is(self) -> None:
        for who in ("declarer", "opponent"):
            ruling = now("gave-up", who, "later")
            assert "4.4.6" in reasons_of(ruling)
            assert ruling.because[-1].rule == "skat#thrown-in"

    def test_4_4_1_to_4_4_3_who_may_give_up(self) -> None:
        assert "4.4.1" in reasons_of(now("gave-up", "declarer", "at-once"))
        assert "4.4.3" in reasons_of(now("gave-up", "opponent", "at-once"))

    def test_4_4_4_and_4_4_5_a_wrong_claim(self) -> None:
        assert "cards open" in reasons_of(now("wrong-claim", "declarer", "at-once"))
        assert "4.4.5" in reasons_of(now("wrong-claim", "opponent", "at-once"))


class TestVariants:
    def test_in_a_ramsch_whoever_broke_a_rule_loses_alone(self) -> None:
        for situation in ("not-followed", "lead-out-of-turn", "play-out-of-turn"):
            given = (situation, "opponent", "at-once")
            alone = "loses it alone"
            assert alone in reasons_of(now(*given, passed="ramsch", seat="Ben"))
            assert alone not in reasons_of(now(*given))

        ruling = now("not-followed", "opponent", "later", passed="schieber", seat="Ben")
        enter = remedies_of(ruling)[-1]["enter"]
        assert enter == {"kind": "ramsch", "data": {"offenders": ["Ben"]}}

    def test_there_nobody_is_declarer_or_opponent(self) -> None:
        broke = partial(now, "ramsch-offence", "player", "at-once")
        who = [str(each["who"]) for each in remedies_of(broke(passed="ramsch"))]
        assert who == ["Everybody", "A player"]
        assert broke().because[0].rule == "skat#passed"

    def test_a_jack_in_the_skat_goes_back_or_loses_the_schieberamsch(self) -> None:
        now_or_later = partial(now, "jack-put-away", "player")
        assert "instead" in reasons_of(now_or_later("at-once", passed="schieber"))
        assert "loses" in reasons_of(now_or_later("after", passed="schieber"))
        assert "no Schieberamsch" in reasons_of(now_or_later("after"))

    def test_kontra_is_for_tables_that_play_it(self) -> None:
        given = {"situation": "kontra-late", "who": "opponent", "noticed": "later"}
        ruling = rulebook("skat", ("kontra",)).rule_from_json("irregularity", given)
        assert ruling.because[-1].rule == "skat#kontra"
        assert "without Kontra" in reasons_of(
            rulebook("skat").rule_from_json("irregularity", given)
        )

"""Wizard by the sections of its rules."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from referee import Ruling, WrongFieldsError
from referee.testing import PlayedMatch, ask

SEATS = ("Ana", "Ben", "Cy", "Dee", "Eve", "Finn")
ROUNDS = {3: 20, 4: 15, 5: 12, 6: 10}


def table(players: int = 3, **options: object) -> PlayedMatch:
    """A match of which each trick is entered, unless an option says otherwise; the last
    seat deals.
    """
    seats = SEATS[:players]
    chosen = {"depth": "tricks"} | options
    return PlayedMatch.begun("wizard", seats, dealer=seats[-1], **chosen)


def by_seat(*numbers: int) -> dict[str, int]:
    return dict(zip(SEATS, numbers, strict=False))


def trick(cards: str) -> dict[str, str]:
    """A card of each, from Ana on."""
    return dict(zip(SEATS, cards.split(), strict=False))


def bid(match: PlayedMatch, *bids: int, **others: str) -> Ruling:
    match.enter("bids", bids=by_seat(*bids), **others)
    return match.ruling


def bidden(*bids: int, turned: str = "1G", **options: object) -> PlayedMatch:
    """A round of three cards in which all have bid."""
    match = table(len(bids), **{"first": 3} | options)
    bid(match, *bids, turned=turned)
    return match


def enter(match: PlayedMatch, *tricks: str) -> tuple[Ruling, ...]:
    """These tricks, one after the other: the rulings on the last of them."""
    for cards in tricks:
        match.enter("trick", plays=trick(cards))
    return match.rulings


def won(cards: str, **trump: str) -> tuple[str, object]:
    """Who wins this trick, and the suit that had to be followed in it."""
    verdict = ask("wizard", "trick", plays=trick(cards), **trump).verdict
    return str(verdict["winner"]), verdict["suit_led"]


class TestDeals:
    @pytest.mark.parametrize("players", ROUNDS)
    def test_each_round_has_a_card_more_until_all_are_dealt(self, players: int) -> None:
        match = table(players, depth="deals")
        hands = []
        while not match.scene.finished:
            hands.append(match.state.deals.deal.hand_size)
            bid(match, *[0] * players)
            match.enter("deal", tricks=by_seat(hands[-1], *[0] * (players - 1)))
        assert hands == [*range(1, ROUNDS[players] + 1)]

    @pytest.mark.parametrize(
        ("options", "hands"),
        [
            ({"last": 5}, range(1, 6)),
            ({"first": 3, "last": 4}, range(3, 5)),
            ({"first": 19}, range(19, 21)),
            ({"first": 9, "last": 7}, range(7, 8)),
        ],
    )
    def test_the_table_agrees_on_the_first_and_the_last(
        self, options: dict[str, int], hands: range
    ) -> None:
        match = table(depth="deals", **options)
        assert match.state.deals.deal.hand_size == hands[0]
        assert match.state.deals.rounds.last == len(hands)

    def test_the_deal_passes_to_the_left(self) -> None:
        match = table(depth="deals")
        assert match.next == (
            "Cy deals 1 card to each and turns up the next for trump. Ana bids first. "
            "Enter what each bids."
        )
        bid(match, 0, 0, 0)
        match.enter("deal", tricks=by_seat(1, 0, 0))
        assert match.next.startswith("Ana deals 2 cards to each")


class TestTrump:
    def test_the_colour_turned_up_is_trump(self) -> None:
        match = bidden(0, 1, 2, turned="5Y")
        assert str(match.scene.facts[0].text) == "Yellow"
        [ruling] = enter(match, "13B 1Y 12B")
        assert ruling.verdict["winner"] == "Ben"
        assert str(ruling.because[0].text) == "The yellow one is the highest trump."

    def test_the_card_turned_up_is_in_nobodys_hand(self) -> None:
        match = bidden(0, 1, 2, turned="5Y")
        refused = match.refuses("trick", plays=trick("13B 5Y 12B"))
        assert refused.because[0].rule == "wizard#trump"

    def test_after_a_jester_there_is_none(self) -> None:
        match = bidden(0, 1, 2, turned="J")
        assert str(match.scene.facts[0].text) == "none"
        assert enter(match, "2B 13Y 3B")[0].verdict["winner"] == "Cy"

    def test_after_a_wizard_the_dealer_chooses(self) -> None:
        match = table(first=3)
        with pytest.raises(WrongFieldsError, match="which colour Cy chose"):
            match.enter("bids", bids=by_seat(0, 0, 0), turned="W")
        bid(match, 0, 0, 0, turned="W", trump="R")
        assert enter(match, "2B 1R 3B")[0].verdict["winner"] == "Ben"

    def test_after_any_other_card_nobody_does(self) -> None:
        with pytest.raises(WrongFieldsError, match="Only a wizard"):
            bid(table(), 0, 0, 0, turned="J", trump="R")

    def test_one_of_the_four_wizards_may_be_turned_up(self) -> None:
        match = table(4, first=3)
        bid(match, 0, 0, 0, 0, turned="W", trump="R")
        refused = match.refuses("trick", plays=trick("W W W W"))
        assert refused.because[0].rule == "wizard#once"
        assert enter(match, "W W W 1B")[0].verdict["winner"] == "Ana"

    def test_where_all_cards_are_dealt_there_is_none(self) -> None:
        match = table(first=20)
        assert match.next.startswith("Cy deals 20 cards to each; no trump.")
        assert [field.name for field in match.prompts[0].fields] == ["bids"]
        bid(match, 0, 0, 0)
        assert enter(match, "2B 13Y 3B")[0].verdict["winner"] == "Cy"

    def test_the_next_round_turns_up_another(self) -> None:
        match = table(last=2)
        bid(match, 0, 1, 0, turned="9B")
        enter(match, "1R 1B 2R")
        assert match.prompts[0].fields[0].name == "turned"
        bid(match, 0, 1, 0, turned="9R")
        assert enter(match, "9B 1R 13B")[0].verdict["winner"] == "Ben"

    def test_by_deals_nobody_asks_what_it_is(self) -> None:
        match = table(depth="deals")
        assert [field.name for field in match.prompts[0].fields] == ["bids"]


class TestBids:
    def test_they_may_come_to_the_number_of_tricks(self) -> None:
        assert str(bid(table(first=3), 1, 0, 2, turned="1G").summary) == (
            "3 bid, 3 tricks"
        )

    def test_nobody_bids_more_than_there_are_tricks(self) -> None:
        with pytest.raises(WrongFieldsError, match="At most 3"):
            bid(table(first=3), 4, 0, 0, turned="1G")
        too_much = ask("wizard", "bids", bids=by_seat(4, 0), hand=3, dealer="Ana")
        assert too_much.because[0].rule == "wizard#bids"
        assert too_much.verdict == {"legal": False, "seats": ("Ana",)}

    def test_a_question_names_bids_that_can_be(self) -> None:
        with pytest.raises(WrongFieldsError, match="Gus hasn’t bid"):
            ask("wizard", "bids", bids=by_seat(1, 0, 0), hand=3, dealer="Gus")
        with pytest.raises(WrongFieldsError, match="60 cards aren’t enough"):
            ask("wizard", "bids", bids=by_seat(1, 0, 2, 0), hand=16, dealer="Cy")

    def test_they_are_asked_for_in_turn(self) -> None:
        match = table(depth="deals")
        bid(match, 0, 0, 0)
        match.enter("deal", tricks=by_seat(1, 0, 0))
        assert match.prompts[0].fields[0].words == ("Ben", "Cy", "Ana")

    @given(st.lists(st.integers(0, 10), min_size=3, max_size=6))
    def test_agreed_uneven_they_never_come_to_the_tricks(self, bids: list[int]) -> None:
        asked = {"bids": by_seat(*bids), "hand": 10, "dealer": "Ben"}
        ruling = ask("wizard", "bids", **asked, uneven=True)
        assert ruling.verdict["legal"] == (sum(bids) != 10)
        assert ask("wizard", "bids", **asked).verdict["legal"]

    def test_agreed_uneven_the_dealer_bids_something_else(self) -> None:
        match = table(first=3, uneven=True)
        refused = match.refuses("bids", bids=by_seat(1, 0, 2), turned="1G")
        assert refused.because[0].rule == "wizard#uneven"
        assert str(refused.summary) == "Cy can’t bid 2"
        bid(match, 1, 0, 1, turned="1G")
        assert match.kinds[0] == "trick"

    def test_the_table_lets_them_stand(self) -> None:
        match = table(first=3, uneven=True)
        match.let_pass("bids", bids=by_seat(1, 0, 2), turned="1G")
        assert match.kinds[0] == "trick"


class TestHiddenBids:
    def test_nobody_sees_one_until_all_have_bid(self) -> None:
        match, other = (
            table(bidding="hidden", depth="deals", first=3) for _ in range(2)
        )
        assert match.next.endswith("Everyone enters a bid in secret.")
        match.enter("bid", "Ana", tricks=2)
        other.enter("bid", "Ana", tricks=0)
        for viewer in ("Ben", None):
            assert match.look(viewer) == other.look(viewer)
        match.enter("bid", "Cy", tricks=0)
        match.enter("bid", "Ana", tricks=1)
        match.enter("bid", "Ben", tricks=3)
        assert str(match.ruling.summary) == "4 bid, 3 tricks"
        match.enter("deal", tricks=by_seat(1, 2, 0))
        assert match.scores == by_seat(30, -10, 20)

    def test_trump_is_turned_up_before(self) -> None:
        match = table(bidding="hidden", first=3)
        assert match.next.endswith("Enter the card turned up.")
        match.enter("turned", turned="W", trump="B")
        assert str(match.scene.facts[0].text) == "Blue"
        assert match.next == "Everyone enters a bid in secret."
        for seat in SEATS[:3]:
            match.enter("bid", seat, tricks=1)
        assert enter(match, "13Y 1B 12Y")[0].verdict["winner"] == "Ben"

    def test_they_are_never_uneven(self) -> None:
        with pytest.raises(WrongFieldsError, match="goes only with"):
            table(bidding="hidden", uneven=True)

    def test_a_bid_sealed_before_a_misdeal_does_not_count(self) -> None:
        match = table(bidding="hidden", depth="deals", first=3)
        assert match.kinds == ["bid", "depth"]
        by_tricks = table(bidding="hidden", first=3)
        by_tricks.enter("turned", turned="9R")
        by_tricks.enter("bid", "Ana", tricks=2)
        by_tricks.enter("misdeal")
        by_tricks.enter("turned", turned="9B")
        for seat in ("Ben", "Cy"):
            by_tricks.enter("bid", seat, tricks=1)
        assert by_tricks.kinds[0] == "bid"
        by_tricks.enter("bid", "Ana", tricks=1)
        assert by_tricks.kinds[0] == "trick"

    def test_after_a_misdeal_all_is_entered_again(self) -> None:
        match = table(bidding="hidden", first=3)
        match.enter("turned", turned="9R")
        match.enter("misdeal")
        assert match.kinds[0] == "turned"
        match.enter("turned", turned="9B")


class TestTricks:
    @pytest.mark.parametrize(
        ("cards", "trump", "winner", "led"),
        [
            ("3B 9B 12R", None, "Ben", "B"),
            ("3B 9B 1R", "R", "Cy", "B"),
            ("3B 9R 12R", "R", "Cy", "B"),
            ("13B W 1R", "R", "Ben", "B"),
            ("3B W W W", "B", "Ben", "B"),
            ("W 13B 12R", "B", "Ana", None),
            ("J 3R 13B", None, "Ben", "R"),
            ("J J 3R 13B", None, "Cy", "R"),
            ("J W 3R 13B", None, "Ben", None),
            ("J 3R W 13B", None, "Cy", "R"),
            ("J J J", "R", "Ana", None),
            ("J J J J", None, "Ana", None),
            ("J J W", None, "Cy", None),
            ("3B J 1B", "R", "Ana", "B"),
        ],
    )
    def test_the_first_wizard_wins_else_trump_else_the_suit_led(
        self, cards: str, trump: str | None, winner: str, led: str | None
    ) -> None:
        named = {} if trump is None else {"trump": trump}
        assert won(cards, **named) == (winner, led)

    def test_of_jesters_alone_the_first_wins_and_the_ruling_says_so(self) -> None:
        ruling = ask("wizard", "trick", plays=trick("J J J"))
        assert ruling.because[0].rule == "wizard#jester"
        assert ask("wizard", "trick", plays=trick("2B W")).because[0].rule == (
            "wizard#wizard"
        )

    def test_seven_cards_are_no_trick(self) -> None:
        plays = {**trick("1B 2B 3B 4B 5B 6B"), "Gus": "7B"}
        with pytest.raises(WrongFieldsError, match="at most 6"):
            ask("wizard", "trick", plays=plays)

    def test_a_coloured_card_is_played_once_and_a_wizard_four_times(self) -> None:
        match = bidden(0, 1, 2)
        enter(match, "W W 2B")
        refused = match.refuses("trick", plays=trick("3B 2B 4B"))
        assert refused.because[0].rule == "wizard#once"
        enter(match, "W W 4B")
        assert match.refuses("trick", plays=trick("W 5B 6B")).because[0].rule == (
            "wizard#once"
        )

    def test_they_may_be_entered_card_by_card(self) -> None:
        match = bidden(0, 1, 2)
        match.enter("trick", plays={"Ana": "J"})
        assert match.next == "Ben plays next to trick 1."
        match.enter("trick", plays={"Ben": "3R", "Cy": "2R"})
        assert match.ruling.verdict["winner"] == "Ben"


class TestFollowing:
    """What a later card proves, and what it never does."""

    def offenders(self, *tricks: str, turned: str = "1G") -> tuple[str, ...]:
        match = bidden(0, 0, 0, turned=turned, first=len(tricks) + 1)
        enter(match, *tricks)
        return tuple(match.state.deals.deal.offenders)

    def test_whoever_could_follow_and_did_not_is_proven(self) -> None:
        match = bidden(0, 1, 2)
        enter(match, "3B 4R 5B", "2G 6B 1R")
        assert str(match.rulings[1].summary) == "Ben revoked in trick 1"
        assert match.rulings[1].because[-1].rule == "wizard#offence"

    def test_a_wizard_or_jester_may_always_be_played(self) -> None:
        assert self.offenders("3B W J", "6R 6B 5B") == ()

    def test_a_wizard_or_jester_kept_back_accuses_nobody(self) -> None:
        assert self.offenders("3B 4R 5R", "J W J") == ()

    def test_a_jester_that_is_led_leaves_the_suit_to_the_next_card(self) -> None:
        assert self.offenders("J 4R 5B", "2G 6G 6R") == ("Cy",)
        assert self.offenders("J 4R 5B", "2R 6B 6G") == ()

    def test_after_a_wizard_that_is_led_nothing_has_to_be_followed(self) -> None:
        assert self.offenders("W 4R 5B", "2G 6G 6R") == ()

    def test_nor_after_a_wizard_behind_jesters(self) -> None:
        assert self.offenders("J W 5B", "2B 6B 6R") == ()

    def test_a_wizard_further_behind_changes_nothing(self) -> None:
        assert self.offenders("3B W 4R", "6R 6B 5B") == ("Cy",)

    def test_trump_need_not_be_played(self) -> None:
        assert self.offenders("3B 4R 5R", "6R 2G 3G") == ()


class TestPoints:
    def test_a_right_bid_has_20_and_10_a_trick_and_a_wrong_one_loses_10_for_each_off(
        self,
    ) -> None:
        points = ask("wizard", "deal", bids=by_seat(3, 0, 2), tricks=by_seat(3, 0, 4))
        assert points.verdict == {
            "points": by_seat(50, 20, -20),
            "made": ("Ana", "Ben"),
        }
        assert str(points.summary) == "Ana +50, Ben +20 and Cy −20"

    @given(st.integers(0, 20), st.integers(0, 20))
    def test_for_any_bid(self, bid: int, taken: int) -> None:
        ruling = ask("wizard", "deal", bids={"Ana": bid}, tricks={"Ana": taken})
        expected = 20 + 10 * bid if bid == taken else -10 * abs(bid - taken)
        assert ruling.verdict["points"] == {"Ana": expected}

    def test_tricks_come_to_as_many_as_there_were(self) -> None:
        match = table(depth="deals", first=3)
        bid(match, 0, 3, 1)
        with pytest.raises(WrongFieldsError, match="must total 3"):
            match.enter("deal", tricks=by_seat(0, 1, 1))

    def test_a_round_by_tricks_scores_by_itself(self) -> None:
        match = bidden(1, 1, 1, last=3)
        enter(match, "3B 4B 5B", "W 1R 2R", "9Y 10Y 1Y")
        assert match.scores == by_seat(30, 30, 30)
        assert match.scene.winners == ("Ana", "Ben", "Cy")


class TestWhatElseHappened:
    def test_whoever_broke_a_rule_has_nothing_for_a_right_bid(self) -> None:
        match = table(depth="deals", first=3)
        bid(match, 1, 0, 2)
        match.enter("deal", tricks=by_seat(1, 1, 1), offenders=["Ana", "Ben"])
        assert match.scores == by_seat(0, -10, -10)
        assert match.rulings[0].because[0].rule == "wizard#offence"

    def test_by_tricks_too(self) -> None:
        tricks = ("3B 4R 5B", "2Y 6B 1R", "W 9Y 10Y")
        wrong = bidden(0, 1, 1)
        enter(wrong, *tricks)
        assert wrong.scores == by_seat(-10, -10, -10)
        right = bidden(1, 0, 2)
        enter(right, *tricks)
        assert right.scores == by_seat(30, 0, 40)

    def test_somebody_takes_the_rest(self) -> None:
        match = bidden(0, 3, 0)
        match.enter("claim", seat="Ben")
        assert match.scores == by_seat(20, 50, 20)
        by_deal = table(depth="deals", first=3)
        bid(by_deal, 0, 2, 1)
        by_deal.enter("deal", tricks={"Cy": 1}, rest="Ben")
        assert by_deal.scores == by_seat(20, 40, 30)

    def test_whoever_gives_up_has_bid_wrong(self) -> None:
        match = bidden(0, 3, 0)
        match.enter("concede", seat="Ana", rest="Ben")
        assert match.scores == by_seat(0, 50, 20)
        assert match.rulings[1].because[0].rule == "wizard#given-up"

    def test_after_a_misdeal_all_bid_again_and_trump_is_turned_anew(self) -> None:
        match = bidden(0, 3, 0, turned="5Y")
        match.enter("misdeal")
        assert match.kinds[0] == "bids"
        bid(match, 0, 0, 0, turned="6Y")
        enter(match, "5Y 1B 2B")

    def test_a_lead_out_of_turn_stands(self) -> None:
        match = bidden(0, 3, 0)
        match.enter("trick", plays=trick("3B 4B 5B"), leader="Ben")
        assert match.ruling.because[-1].rule == "wizard#out-of-turn"

    @pytest.mark.parametrize("field", ["rest", "given_up"])
    def test_a_name_that_does_not_play_is_none(self, field: str) -> None:
        asked: dict[str, Any] = {"bids": by_seat(1, 4), "tricks": by_seat(1, 0)}
        with pytest.raises(WrongFieldsError, match="play this deal, not Gus"):
            ask("wizard", "deal", **asked, hand=5, **{field: "Gus"})


class TestIrregularities:
    def even(self, **agreed: bool) -> str:
        given = {"situation": "bids-even", "who": "dealer", "noticed": "at-once"}
        ruling = ask("wizard", "irregularity", **given, **agreed)
        return " ".join(str(reason.text) for reason in ruling.because)

    def test_the_dealer_bids_freely_unless_uneven_bids_were_agreed_on(self) -> None:
        assert "bids freely" in self.even()
        assert "another number" in self.even(uneven=True)

    def test_a_colour_not_chosen_is_chosen_before_the_first_lead(self) -> None:
        asked = {"situation": "colour-after-bids", "who": "dealer"}
        ruling = ask("wizard", "irregularity", **asked, noticed="before")
        assert ruling.because[0].rule == "wizard#trump"

"""Spades, what tables agree on: jokers and deuces, ten for 200, nil, bags, a side's
least bid, blind six, three tricks for a renege, two, three and six players.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee import Ruling, WrongFieldsError, card
from referee.testing import PlayedMatch

Ask = Callable[..., Ruling]
Play = Callable[..., PlayedMatch]

SEATS = "Ana Ben Cy Dee"
SIX = "Ana Ben Cy Dee Eve Fay"


def numbers(text: str, seats: str = SEATS) -> dict[str, int]:
    return dict(zip(seats.split(), map(int, text.split()), strict=True))


def points(ask: Ask, bids: str, tricks: str, **agreed: Any) -> Mapping[str, int]:
    """What each side has of a deal, its numbers from Ana to Dee."""
    given = {"bids": numbers(bids), "tricks": numbers(tricks), **agreed}
    return ask("spades", "deal", **given).decided.numbers_by_seat("points")


def fields_refused(refusal: WrongFieldsError) -> set[str]:
    return {error.field for error in refusal.errors}


class TestJokersAndDeuces:
    """Big joker, little joker, two of diamonds, two of spades, ace of spades."""

    @pytest.mark.parametrize(
        ("cards", "high", "winner", "section"),
        [
            ("AS XR XB", "jokers", "Cy", "high"),
            ("AS XR 2D", "deuces", "Ben", "high"),
            ("AS 2S 2D", "deuces", "Cy", "high"),
            ("AS 2S 3S", "deuces", "Ben", "high"),
            ("KD 2D AD", "deuces", "Ben", "high"),
            ("AS 2S 2D", "jokers", "Ana", "trick"),
            ("KD 2D AD", "jokers", "Cy", "trick"),
        ],
    )
    def test_which_is_higher(
        self, ask: Ask, cards: str, high: str, winner: str, section: str
    ) -> None:
        plays = dict(zip(SEATS.split(), cards.split(), strict=False))
        ruling = ask("spades", "trick", plays=plays, high=high)
        assert ruling.verdict["winner"] == winner
        assert ruling.because[-1].rule == f"spades#{section}"

    @pytest.mark.parametrize(("big", "winner"), [("XB", "Cy"), ("XR", "Ben")])
    def test_the_table_says_which_joker_is_the_big_one(
        self, ask: Ask, play: Play, big: str, winner: str
    ) -> None:
        plays = dict(zip(SEATS.split(), ("AS", "XR", "XB", "3S"), strict=True))
        ruling = ask("spades", "trick", plays=plays, high="jokers", big=big)
        assert ruling.verdict["winner"] == winner
        match = play(
            "spades", SEATS, dealer="Dee", depth="tricks", high="jokers", big=big
        )
        match.enter("bids", bids=numbers("3 3 3 3"))
        ruled = match.enter("trick", plays=plays).rulings[0]
        assert ruled.verdict["winner"] == winner

    def begun(self, play: Play, high: str) -> PlayedMatch:
        match = play("spades", SEATS, dealer="Dee", depth="tricks", high=high)
        match.enter("bids", bids=numbers("3 3 3 3"))
        return match

    def test_they_have_to_be_followed_as_spades(self, play: Play) -> None:
        match = self.begun(play, "deuces")
        match.enter("trick", plays={"Ana": "3H", "Ben": "4H", "Cy": "2S", "Dee": "5H"})
        match.enter("trick", plays={"Cy": "2D", "Dee": "9S", "Ana": "6H", "Ben": "3S"})
        match.enter("trick", plays={"Cy": "4D", "Dee": "XB", "Ana": "XR", "Ben": "5D"})
        [proof] = [one for one in match.rulings if one.verdict.get("legal") is False]
        assert proof.verdict["seat"] == "Ana"
        assert proof.because[0].rule == "spades#follow"

    def test_a_proof_says_that_the_two_of_diamonds_is_no_diamond(
        self, play: Play
    ) -> None:
        match = self.begun(play, "deuces")
        match.enter("trick", plays={"Ana": "AD", "Ben": "2D", "Cy": "3D", "Dee": "KD"})
        match.enter("trick", plays={"Ben": "4D", "Cy": "5D", "Dee": "6D", "Ana": "7D"})
        rules = [reason.rule for reason in match.rulings[1].because]
        assert rules == ["spades#follow", "spades#high", "spades#offence"]

    def test_none_is_led_before_spades_are_broken(self, play: Play) -> None:
        match = self.begun(play, "jokers")
        match.enter("trick", plays={"Ana": "XR", "Ben": "4S", "Cy": "5S", "Dee": "6S"})
        match.enter("trick", plays={"Ana": "3H", "Ben": "4H", "Cy": "6H", "Dee": "5H"})
        assert str(match.rulings[1].summary) == "Ana led spades too early, in trick 1"

    def test_among_four_two_cards_go_out_for_them(self, play: Play) -> None:
        match = self.begun(play, "jokers")
        assert match.refuses("trick", plays={"Ana": "2H"}).verdict["card"] is card("2H")
        match.enter("trick", plays={"Ana": "2D", "Ben": "3D", "Cy": "4D", "Dee": "XB"})

    def test_without_them_a_joker_is_not_in_the_pack(self, play: Play) -> None:
        match = self.begun(play, "ace")
        assert match.refuses("trick", plays={"Ana": "XB"})


class TestWhatABidScores:
    @pytest.mark.parametrize(
        ("bids", "tricks", "ten", "scored"),
        [
            ("5 1 5 2", "6 1 4 2", True, 200),
            ("5 1 5 2", "5 1 4 3", True, -200),
            ("5 1 5 2", "6 1 4 2", False, 100),
            ("5 1 4 2", "6 1 4 2", True, 91),
            ("6 1 6 0", "6 1 6 0", True, 200),
        ],
    )
    def test_ten_for_two_hundred(
        self, ask: Ask, bids: str, tricks: str, ten: bool, scored: int
    ) -> None:
        assert points(ask, bids, tricks, ten=ten)["Ana & Cy"] == scored

    @pytest.mark.parametrize(
        ("nil", "blind", "worth"),
        [("100", [], 100), ("100", ["Ana"], 200), ("50", [], 50), ("50", ["Ana"], 100)],
    )
    def test_nil(self, ask: Ask, nil: str, blind: list[str], worth: int) -> None:
        agreed = {"nil": nil, "blind": blind}
        assert points(ask, "0 3 4 5", "0 4 4 5", **agreed)["Ana & Cy"] == 40 + worth
        assert points(ask, "0 3 4 5", "1 3 4 5", **agreed)["Ana & Cy"] == 41 - worth

    @pytest.mark.parametrize(
        ("rule", "before", "scored", "bags"),
        [
            ("ten", 4, 43, 7),
            ("ten", 9, 43 - 100, 2),
            ("five", 4, 43 - 50, 2),
            ("free", 0, 43, 0),
            ("none", 0, 40, 0),
        ],
    )
    def test_bags(
        self, ask: Ask, rule: str, before: int, scored: int, bags: int
    ) -> None:
        ruling = ask(
            "spades",
            "deal",
            bids=numbers("2 3 2 3"),
            tricks=numbers("4 3 3 3"),
            bags={"Ana": before},
            bag_rule=rule,
        )
        assert ruling.decided.numbers_by_seat("points")["Ana & Cy"] == scored
        assert ruling.decided.numbers_by_seat("bags")["Ana & Cy"] == bags

    @pytest.mark.parametrize(
        ("rule", "why"),
        [
            ("five", "A side has 4 bags at most"),
            ("free", "no bags are carried on"),
            ("none", "no bags are carried on"),
        ],
    )
    def test_nobody_has_bags_that_have_cost_points_or_do_not_count(
        self, ask: Ask, rule: str, why: str
    ) -> None:
        with pytest.raises(WrongFieldsError, match=why):
            points(ask, "2 3 2 3", "4 3 3 3", bags={"Ana": 5}, bag_rule=rule)

    def test_a_match_counts_as_its_table_agreed(self, play: Play) -> None:
        match = play("spades", SEATS, ten=True, bag_rule="five", nil="50")
        match.enter("bids", bids=numbers("5 0 5 1"))
        match.enter("deal", tricks=numbers("9 0 3 1"))
        assert match.scores == {"Ana": 202, "Cy": 202, "Ben": 60, "Dee": 60}
        match.enter("bids", bids=numbers("4 2 4 2"))
        match.enter("deal", tricks=numbers("9 0 2 2"))
        assert match.scores["Ana"] == 202 + 83 - 50


class TestTheLeastBid:
    def test_partners_bid_four_together(self, play: Play) -> None:
        match = play("spades", SEATS, board=True)
        refused = match.refuses("bids", bids=numbers("2 3 1 3"))
        assert refused.because[0].rule == "spades#board"
        match.enter("bids", bids=numbers("0 3 4 3"))

    @pytest.mark.parametrize(
        ("seats", "agreed", "wrong"),
        [
            (SEATS, {"board": True, "play": "solo"}, "board"),
            ("Ana Ben Cy", {"board": True}, "board"),
            ("Ana Ben", {"house_rules": ["thirteen-at-most"]}, "house_rules"),
            (
                SEATS,
                {"play": "solo", "house_rules": ["nil-tricks-help"]},
                "house_rules",
            ),
        ],
    )
    def test_what_partners_do_needs_partners(
        self, play: Play, seats: str, agreed: dict[str, Any], wrong: str
    ) -> None:
        with pytest.raises(WrongFieldsError) as refused:
            play("spades", seats, **agreed)
        assert fields_refused(refused.value) == {wrong}


class TestBlindSix:
    def begun(self, play: Play) -> PlayedMatch:
        return play("spades", SEATS, behind=0, blind_six=True)

    def test_it_scores_twenty_a_trick(self, play: Play) -> None:
        match = self.begun(play)
        match.enter("bids", bids=numbers("3 2 3 3"), blind_bid=["Ana"])
        assert str(match.scene.facts[0].text) == "6 blind"
        match.enter("deal", tricks=numbers("4 2 3 4"))
        assert match.scores["Ana"] == 121
        match = self.begun(play)
        match.enter("bids", bids=numbers("3 2 3 3"), blind_bid=["Ana"])
        match.enter("deal", tricks=numbers("2 4 3 4"))
        assert match.scores["Ana"] == -120

    @pytest.mark.parametrize("bids", ["3 2 2 3", "0 2 6 3"])
    def test_it_is_six_at_least_and_without_a_nil(self, play: Play, bids: str) -> None:
        refused = self.begun(play).refuses("bids", bids=numbers(bids), blind_bid=["Cy"])
        assert refused.because[0].rule == "spades#blind-six"

    @pytest.mark.parametrize(
        ("agreed", "asked"),
        [
            ({"behind": 0, "blind_six": True}, ["bids", "blind", "blind_bid"]),
            ({"behind": 0}, ["bids", "blind"]),
            ({"blind_six": True}, ["bids"]),
        ],
    )
    def test_those_behind_are_asked_where_it_was_agreed(
        self, play: Play, agreed: dict[str, Any], asked: list[str]
    ) -> None:
        fields = play("spades", SEATS, **agreed).prompt("bids").fields
        assert [field.name for field in fields] == asked

    def test_nobody_has_to_be_further_behind_than_the_target(self, play: Play) -> None:
        agreed: dict[str, Any] = {"blind_six": True, "target": 200}
        with pytest.raises(WrongFieldsError, match="behind"):
            play("spades", SEATS, behind=210, **agreed)
        assert play("spades", SEATS, behind=200, **agreed)

    def test_asked_without_partners_it_is_six_too(self, ask: Ask) -> None:
        agreed = {"solo": True, "blind_bid": ["Ana"]}
        assert points(ask, "6 2 3 2", "6 2 3 2", **agreed)["Ana"] == 120
        with pytest.raises(WrongFieldsError, match=r"didn.t bid six"):
            points(ask, "5 2 3 3", "5 2 3 3", **agreed)

    @pytest.mark.parametrize(
        ("agreed", "section"),
        [
            ({}, "score"),
            ({"ten": True}, "ten"),
            ({"blind_bid": ["Ana"]}, "blind-six"),
            ({"ten": True, "blind_bid": ["Ana"]}, "ten-and-more"),
        ],
        ids=["ten", "ten for 200", "ten bid blind", "ten for 200 bid blind"],
    )
    def test_the_reason_is_what_the_table_agreed_on(
        self, ask: Ask, agreed: dict[str, Any], section: str
    ) -> None:
        bids = numbers("5 1 5 2")
        tricks = numbers("6 1 4 2")
        ruling = ask("spades", "deal", bids=bids, tricks=tricks, **agreed)
        assert f"spades#{section}" in {reason.rule for reason in ruling.because}

    def test_ten_bid_blind_are_worth_two_hundred_once(self, ask: Ask) -> None:
        agreed = {"ten": True, "blind_bid": ["Ana"]}
        assert points(ask, "5 1 5 2", "6 1 4 2", **agreed)["Ana & Cy"] == 200
        assert points(ask, "6 1 5 1", "6 1 5 1", **agreed)["Ana & Cy"] == 220


class TestThreeTricksForARenege:
    @pytest.mark.parametrize(
        ("bids", "tricks", "scored"),
        [
            ("4 3 3 3", "4 3 3 3", (-70, 63)),
            ("2 3 2 3", "4 3 3 3", (40, 63)),
            ("1 5 1 5", "1 6 1 5", (-20, 103)),
        ],
        ids=["set by it", "made all the same", "no more than they have"],
    )
    def test_they_go_to_the_other_side(
        self, ask: Ask, bids: str, tricks: str, scored: tuple[int, int]
    ) -> None:
        agreed = {"renege": "tricks", "offenders": ["Ana"]}
        by_side = points(ask, bids, tricks, **agreed)
        assert (by_side["Ana & Cy"], by_side["Ben & Dee"]) == scored

    def test_by_tricks_it_is_the_same(self, play: Play) -> None:
        match = play("spades", SEATS, dealer="Dee", depth="tricks", renege="tricks")
        match.enter("bids", bids=numbers("2 3 2 3"))
        match.enter("trick", plays={"Ana": "KH", "Ben": "4H", "Cy": "3D", "Dee": "5H"})
        match.enter("trick", plays={"Ana": "QH", "Ben": "6H", "Cy": "3H", "Dee": "7H"})
        cost = match.rulings[1].because[-1]
        why = "It costs Ana and Cy 3 tricks at the end of the deal, once for Cy."
        assert str(cost.text) == why
        match.enter("claim", seat="Ben")
        assert match.scores == {"Ana": -40, "Cy": -40, "Ben": 67, "Dee": 67}

    def test_whoever_revokes_twice_pays_once(self, play: Play) -> None:
        match = play("spades", SEATS, dealer="Dee", depth="tricks", renege="tricks")
        match.enter("bids", bids=numbers("2 3 2 3"))
        match.enter("trick", plays={"Ana": "KH", "Ben": "4H", "Cy": "3D", "Dee": "5H"})
        match.enter("trick", plays={"Ana": "QH", "Ben": "6H", "Cy": "4D", "Dee": "7H"})
        match.enter("trick", plays={"Ana": "JH", "Ben": "8H", "Cy": "3H", "Dee": "9H"})
        proven = [one for one in match.rulings if one.verdict.get("legal") is False]
        assert [one.verdict["trick"] for one in proven] == [1, 2]
        match.enter("claim", seat="Ana")
        assert match.scores == {"Ana": 46, "Cy": 46, "Ben": -60, "Dee": -60}


class TestOtherNumbersOfPlayers:
    @pytest.mark.parametrize(
        ("seats", "high", "tricks", "cards"),
        [
            ("Ana Ben", "ace", 13, 52),
            ("Ana Ben", "jokers", 13, 54),
            ("Ana Ben Cy", "ace", 17, 51),
            ("Ana Ben Cy", "deuces", 18, 54),
            (SIX, "ace", 17, 102),
            (SIX, "jokers", 18, 108),
        ],
    )
    def test_how_many_tricks_and_cards(
        self, play: Play, seats: str, high: str, tricks: int, cards: int
    ) -> None:
        match = play("spades", seats, high=high, depth="tricks", play="solo")
        match.enter("bids", bids=dict.fromkeys(seats.split(), 2))
        assert len(match.prompt("trick").fields[0].cards) == cards
        assert match.state.deals.deal.tricks_left == tricks

    def test_three_play_each_for_itself(self, play: Play) -> None:
        match = play("spades", "Ana Ben Cy")
        match.enter("bids", bids={"Ana": 5, "Ben": 6, "Cy": 4})
        match.enter("deal", tricks={"Ana": 5, "Ben": 5, "Cy": 7})
        assert match.scores == {"Ana": 50, "Ben": -60, "Cy": 43}

    def test_two_draw_their_cards(self, play: Play) -> None:
        match = play("spades", "Ana Ben")
        assert match.next.startswith("In turn draw 13 cards each: one of two.")
        match.enter("bids", bids={"Ana": 6, "Ben": 6})
        match.enter("deal", tricks={"Ana": 6, "Ben": 7})
        assert match.scores == {"Ana": 60, "Ben": 61}

    def test_six_play_in_three_pairs(self, play: Play) -> None:
        match = play("spades", SIX)
        match.enter("bids", bids=numbers("2 2 2 3 2 2", SIX))
        match.enter("deal", tricks=numbers("3 2 3 3 3 3", SIX))
        assert match.scores["Ana"] == match.scores["Dee"] == 51
        assert match.scores["Ben"] == match.scores["Eve"] == 41

    def test_six_play_in_two_teams_of_three(self, play: Play) -> None:
        match = play("spades", SIX, dealer="Fay", teams=True)
        sides = [" & ".join(side) for side in match.scene.sides]
        assert sides == ["Ana & Cy & Eve", "Ben & Dee & Fay"]
        match.enter("bids", bids=numbers("2 3 0 3 4 2", SIX))
        bids = [str(fact.text) for fact in match.scene.facts]
        assert bids == ["2 + nil + 4", "3 + 3 + 2 = 8"]
        match.enter("deal", tricks=numbers("3 3 0 3 5 3", SIX))
        assert match.scores["Ana"] == match.scores["Eve"] == 60 + 2 + 100
        assert match.scores["Ben"] == match.scores["Fay"] == 80 + 1

    def test_a_team_takes_the_rest_and_by_tricks_it_is_the_same(
        self, play: Play
    ) -> None:
        match = play("spades", SIX, dealer="Fay", teams=True, depth="tricks")
        match.enter("bids", bids=numbers("2 3 0 3 4 2", SIX))
        cards = ["KH", "AH", "2H", "AH", "3H", "4H"]
        match.enter("trick", plays=dict(zip(SIX.split(), cards, strict=True)))
        match.enter("claim", seat="Ana")
        ten_bags = 10 - 100
        assert match.scores["Cy"] == 60 + 100 + ten_bags
        assert match.scores["Dee"] == -80
        match = play("spades", SIX, dealer="Fay", teams=True)
        match.enter("bids", bids=numbers("2 3 0 3 4 2", SIX))
        played = {"tricks": numbers("0 1 0 0 0 0", SIX), "rest": "Ana & Cy & Eve"}
        match.enter("deal", **played)
        assert match.scores["Cy"] == 60 + 100 + ten_bags

    def test_two_teams_are_six_players(self, play: Play, ask: Ask) -> None:
        with pytest.raises(WrongFieldsError, match="only for 6 players"):
            play("spades", SEATS, teams=True)
        with pytest.raises(WrongFieldsError, match="are six players"):
            points(ask, "3 3 3 3", "4 3 3 3", teams=True)

    def test_two_equal_cards_are_asked_about_where_six_play(self, ask: Ask) -> None:
        cards = dict(
            zip(SIX.split(), ["KH", "AH", "2H", "AH", "3H", "4H"], strict=True)
        )
        ruling = ask("spades", "trick", plays=cards)
        assert ruling.because[-1].rule == "spades#equal-cards"
        with pytest.raises(WrongFieldsError, match="Only six play with two packs"):
            ask("spades", "trick", plays={"Ana": "AH", "Ben": "AH"})

    def test_who_wins_so_far_stays_open_while_only_a_whole_trick_can_tell(
        self, play: Play
    ) -> None:
        match = play("spades", SIX, dealer="Fay", depth="tricks")
        match.enter("bids", bids=dict.fromkeys(SIX.split(), 2))
        match.enter("trick", plays={"Ana": "KH"})
        assert match.scene.trick.winner == "Ana"
        match.enter("trick", plays={"Ben": "AH", "Cy": "AH"})
        assert match.scene.trick.winner is None
        match.enter("trick", plays={"Dee": "2H", "Eve": "3H"})
        assert match.scene.trick.winner == "Ben"

    def test_of_two_equal_cards_the_first_is_higher(self, play: Play) -> None:
        match = play("spades", SIX, dealer="Fay", depth="tricks")
        match.enter("bids", bids=dict.fromkeys(SIX.split(), 2))
        cards = dict(
            zip(SIX.split(), ["KH", "AH", "2H", "AH", "3H", "4H"], strict=True)
        )
        match.enter("trick", plays=cards)
        assert match.ruling.verdict["winner"] == "Ben"
        assert match.refuses("trick", plays={"Ben": "AH"})


class TestLowestClubsFirst:
    def begun(self, play: Play) -> PlayedMatch:
        match = play("spades", SEATS, dealer="Dee", depth="tricks", low_clubs=True)
        match.enter("bids", bids=numbers("3 3 3 3"))
        return match

    def test_the_highest_club_takes_it_though_none_was_led(self, play: Play) -> None:
        match = self.begun(play)
        assert match.next.startswith("Everybody plays their lowest club.")
        plays = {"Ana": "AH", "Ben": "2C", "Cy": "5C", "Dee": "3C"}
        match.enter("trick", plays=plays)
        assert match.ruling.verdict["winner"] == "Cy"
        assert match.ruling.verdict["suit_led"] == "C"
        assert match.ruling.because[-1].rule == "spades#low-clubs"
        match = self.begun(play)
        for seat, one in plays.items():
            match.enter("trick", plays={seat: one})
        assert match.ruling.verdict["winner"] == "Cy"

    def test_nobody_is_asked_who_led_it(self, play: Play) -> None:
        match = self.begun(play)
        assert [field.name for field in match.prompt("trick").fields] == ["plays"]
        match.enter("trick", plays={"Cy": "5C"})
        assert match.prompt("trick").fields[0].seats == ("Ana", "Ben", "Dee")
        match.enter("trick", plays={"Ana": "6C", "Ben": "2C", "Dee": "3C"})
        assert match.ruling.verdict["winner"] == "Ana"
        assert match.ruling.because[-1].rule == "spades#trick"
        names = [field.name for field in match.prompt("trick").fields]
        assert names == ["plays", "leader"]

    def test_nobody_plays_a_spade_to_it(self, play: Play) -> None:
        plays = {"Ana": "2S", "Ben": "2C", "Cy": "5C", "Dee": "3C"}
        match = self.begun(play)
        refused = match.refuses("trick", plays=plays)
        assert refused.because[0].rule == "spades#low-clubs"
        match.let_pass("trick", plays=plays)
        assert match.ruling.verdict["winner"] == "Ana"

    def test_a_lower_club_that_shows_later_fails_the_bid(self, play: Play) -> None:
        match = self.begun(play)
        plays = {"Ana": "6C", "Ben": "2C", "Cy": "5C", "Dee": "3C"}
        match.enter("trick", plays=plays)
        match.enter("trick", plays={"Ana": "4C", "Ben": "7C", "Cy": "8C", "Dee": "9C"})
        proof = match.rulings[1]
        assert proof.verdict["seat"] == "Ana"
        assert proof.because[0].rule == "spades#low-clubs"
        match.enter("trick", plays={"Dee": "KH", "Ana": "2H", "Ben": "3H", "Cy": "4H"})
        assert len(match.rulings) == 1, "it is told once"
        match.enter("claim", seat="Ana")
        assert match.scores["Ana"] == -60

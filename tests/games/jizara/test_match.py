"""Ji'zara, whole matches: turning, deciding, bidding, burning and drawing, keys, teams,
and the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from referee_jizara.state import Piles, rule_draws

from referee import WrongFieldsError, card
from referee.testing import NotOpenError
from tests.games.jizara.conftest import cited, reasons

if TYPE_CHECKING:
    from tests.games.jizara.conftest import Seated, Table

LOW = "5D 6D 7D 8D 9D"  # 35
HIGH = "KC KD KH KS QC"  # 120
ALSO_35 = "5H 6H 7H 8H 9H"


class TestSettingUp:
    def test_two_players(self, two: Table) -> None:
        assert two.counts() == (20, 22, 0)
        assert [two.zone("hand", seat).count for seat in ("Ana", "Ben")] == [5, 5]
        assert [two.zone("keys", seat).cards for seat in ("Ana", "Ben")] == [(), ()]
        assert two.known("Ana") == two.known("Ben") == ""
        assert two.next.startswith("Ana and Ben draw five cards each.")
        assert "shuffle the rest; 15 of them and the keys" in two.next
        assert "the bidding draw of 20 cards, the other 32 the pot" in two.next
        assert two.next.endswith(
            "Ana turns the top card of the bidding draw: enter it."
        )

    def test_teams(self, teams: Table) -> None:
        assert teams.counts() == (20, 59, 0)
        assert [
            (zone.owner, zone.count)
            for zone in teams.scene.zones
            if zone.name == "keys"
        ] == [("Cy", 0), ("Di", 0)]
        assert teams.next.startswith("Ana, Ben, Cy and Di draw five cards each.")
        assert "the other 79 the pot" in teams.next

    def test_a_table_may_agree_on_another_bidding_draw(self, seated: Seated) -> None:
        assert seated("Ana", "Ben", "Cy", "Di", bidding_draw=30).counts() == (30, 49, 0)
        with pytest.raises(WrongFieldsError, match="At most 40"):
            seated("Ana", "Ben", bidding_draw=41)

    def test_the_dealer_turns_but_anybody_may_enter(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", dealer="Ben")
        assert table.scene.to_act == ("Ben",)
        assert table.prompts[0].seats == ("Ana", "Ben")
        assert not table.prompts[0].own
        table.enter("turn", "Ana", card="8C")
        assert table.codes("turned") == "8C"
        assert table.counts()[0] == 19


class TestDeciding:
    def test_both_decide_in_secret(self, two: Table) -> None:
        two.turn("8C")
        [prompt] = two.prompts
        assert (prompt.kind, prompt.seats, prompt.secret, prompt.own) == (
            "decide",
            ("Ana", "Ben"),
            True,
            True,
        )
        assert str(prompt.title) == "Bid for the eight of clubs?"
        taken = two.enter("decide", "Ben", bid=True)
        assert (taken.rulings, taken.opens) == ((), ())
        assert two.scene.to_act == ("Ana",)
        assert two.next.startswith("Waiting for Ana. The eight of clubs is turned up.")

    def test_a_decision_may_be_changed_until_both_are_in(self, two: Table) -> None:
        two.turn("8C")
        two.decide(Ben=True)
        again = two.prompts[1]
        assert (again.kind, again.seats, again.optional, again.secret) == (
            "decide",
            ("Ben",),
            True,
            True,
        )
        two.decide(Ben=False)
        taken = two.enter("decide", "Ana", bid=True)
        assert taken.rulings[0].verdict == {"bidding": ("Ana",), "passing": ("Ben",)}
        assert taken.opens == (3, 4), "what Ben decided first stays unseen"

    def test_nobody_bids(self, two: Table) -> None:
        two.turn("8C")
        [ruling] = two.decide(Ana=False, Ben=False)
        assert ruling.verdict == {
            "winner": None,
            "values": {"Ana": None, "Ben": None},
            "reason": "none",
        }
        assert two.counts() == (19, 22, 1)
        assert two.codes("burn") == "8C"
        assert two.next.startswith("The eight of clubs goes into the burn. Ana turns")
        assert (two.scene.phase, two.scene.round) == ("turn", 2)

    def test_one_bids(self, two: Table) -> None:
        two.turn("8C")
        [ruling] = two.decide(Ana=False, Ben=True)
        assert str(ruling.summary) == "Only Ben bids"
        assert cited(ruling) == [("solo", "rules"), ("solo-openly", "reading")]
        [prompt] = two.prompts
        assert (prompt.kind, prompt.seats, prompt.secret, prompt.own) == (
            "bid",
            ("Ben",),
            False,
            True,
        )
        with pytest.raises(NotOpenError):
            two.bid(Ana="2S")

    def test_both_bid(self, two: Table) -> None:
        two.turn("8C")
        [ruling] = two.decide(Ana=True, Ben=True)
        assert ruling.verdict == {"bidding": ("Ana", "Ben"), "passing": ()}
        assert [(prompt.seats, prompt.secret) for prompt in two.prompts] == [
            (("Ana",), True),
            (("Ben",), True),
        ]
        assert two.scene.to_act == ("Ana", "Ben")


class TestBidding:
    def test_the_higher_bid_takes_the_card_into_hand(self, two: Table) -> None:
        contest, drawing = two.contest("QC", Ana="8H 4D", Ben="TS")
        assert contest.verdict == {
            "winner": "Ana",
            "values": {"Ana": 12, "Ben": 10},
            "reason": "higher",
        }
        assert drawing.verdict == {
            "draws": {"Ana": 1, "Ben": 1},
            "refill_after": None,
            "pot": 20,
            "burn": 3,
        }
        assert str(drawing.summary) == "Ana draws 1 card and Ben draws 1 card."
        assert two.counts() == (19, 20, 3)
        assert two.codes("burn") == "8H 4D TS"
        assert two.known("Ana") == "QC"
        assert two.next.startswith(
            "Ana takes Q♣; all bids go into the burn. Ana draws 1 card and Ben draws 1 "
            "card."
        )

    def test_bids_are_secret_until_both_are_in(self, two: Table) -> None:
        two.turn("QC")
        two.decide(Ana=True, Ben=True)
        first = two.enter("bid", "Ben", cards="TS")
        assert (first.rulings, first.opens) == ((), ())
        assert two.next.startswith(
            "Waiting for Ana. Ana and Ben lay their bids for the queen of clubs"
        )
        assert two.prompts[1].seats == ("Ben",)
        assert two.prompts[1].optional
        two.bid(Ben="JS")
        last = two.enter("bid", "Ana", cards="8H")
        assert last.opens == (5, 6)
        assert last.rulings[0].verdict["values"] == {"Ana": 8, "Ben": 15}

    def test_equal_bids_burn_the_card_too(self, two: Table) -> None:
        contest, drawing = two.contest("QC", Ana="8H 2D", Ben="TS")
        assert contest.verdict["reason"] == "tie"
        assert drawing.verdict["draws"] == {"Ana": 2, "Ben": 1}
        assert two.codes("burn") == "8H 2D TS QC"
        assert two.known("Ana") == two.known("Ben") == ""
        assert two.next.startswith(
            "The queen of clubs and all cards bid go into the burn. Ana draws 2 cards"
        )

    def test_a_lone_bid_is_open_and_burned(self, two: Table) -> None:
        two.turn("QC")
        two.decide(Ana=False, Ben=True)
        taken = two.enter("bid", "Ben", cards="2S 3S")
        assert taken.opens == (4,)
        contest, drawing = taken.rulings
        assert contest.verdict == {
            "winner": "Ben",
            "values": {"Ana": None, "Ben": 5},
            "reason": "solo",
        }
        assert drawing.verdict == {
            "draws": {"Ben": 1},
            "refill_after": None,
            "pot": 21,
            "burn": 2,
        }
        assert two.known("Ben") == "QC"

    def test_nothing_to_draw_is_said(self, two: Table) -> None:
        _, drawing = two.contest("QC", Ana="", Ben="2S")
        assert str(drawing.summary) == "Nobody draws: everybody has five cards."


class TestThePotRunsOut:
    """With 40 cards in the bidding draw the pot begins with 12, less the hands: 2."""

    @pytest.fixture
    def short(self, seated: Seated) -> Table:
        return seated("Ana", "Ben", bidding_draw=40)

    def test_in_the_middle_of_drawing_the_burn_is_shuffled_in(
        self, short: Table
    ) -> None:
        _, drawing = short.contest("QC", Ana="8H 4D 3D", Ben="TS 2S")
        assert drawing.verdict == {
            "draws": {"Ana": 2, "Ben": 2},
            "refill_after": 2,
            "pot": 3,
            "burn": 0,
        }
        assert str(drawing.summary) == (
            "Ana draws 2 cards and Ben draws 2 cards."
            " After 2 cards the pot is empty: shuffle the burn of 5 cards into it and "
            "draw on."
        )
        assert cited(drawing) == [("draw-back", "rules"), ("empty-pot", "reading")]
        assert short.counts() == (39, 3, 0)
        assert short.zone("pot").cards is None
        assert "shuffle the burn of 5 cards into it" in short.next

    def test_the_moment_it_is_empty(self, short: Table) -> None:
        short.burn("9C")
        _, drawing = short.contest("QC", Ana="8H 4D", Ben="TS")
        assert drawing.verdict == {
            "draws": {"Ana": 1, "Ben": 1},
            "refill_after": 2,
            "pot": 4,
            "burn": 0,
        }
        assert "That empties the pot: shuffle the burn of 4 cards into it." in str(
            drawing.summary
        )
        assert short.codes("pot") == "9C 8H 4D TS", "nobody has drawn since"

    def test_a_burn_of_one_card(self) -> None:
        _, drawing = rule_draws(Piles(1, (card("8H"),)), {"Ana": 1})
        assert "That empties the pot: shuffle the burn of 1 card into it." in str(
            drawing.summary
        )

    def test_after_one_card(self, short: Table) -> None:
        short.contest("QC", Ana="8H 4D", Ben="")
        assert short.counts() == (39, 1, 2)
        _, drawing = short.contest("JC", Ana="9H", Ben="TS 2D 3D")
        assert drawing.verdict == {
            "draws": {"Ana": 1, "Ben": 2},
            "refill_after": 1,
            "pot": 4,
            "burn": 0,
        }
        assert "After 1 card the pot is empty" in str(drawing.summary)


class TestAKey:
    def test_nobody_bids_for_it(self, two: Table) -> None:
        two.turn("4C")
        assert two.scene.phase == "hand"
        assert [(p.kind, p.seats, p.secret, p.own) for p in two.prompts] == [
            ("hand", ("Ana",), True, True),
            ("hand", ("Ben",), True, True),
        ]
        assert two.next == (
            "The four of clubs is a key. Everybody shows all five cards and enters "
            "them."
        )

    def test_the_higher_hand_takes_it(self, two: Table) -> None:
        two.turn("AS")
        key, fresh = two.show(Ana=LOW, Ben=HIGH)
        assert key.verdict == {
            "winner": "Ben",
            "totals": {"Ana": 35, "Ben": 120},
            "reason": "higher",
        }
        assert fresh.verdict == {
            "draws": {"Ana": 5, "Ben": 5},
            "refill_after": 0,
            "pot": 22,
            "burn": 0,
        }
        assert cited(fresh) == [("after-key", "rules"), ("hands-burn", "reading")]
        assert two.codes("keys", "Ben") == "AS"
        assert [(s.seat, s.score, s.place) for s in two.scene.standings] == [
            ("Ana", 0, 2),
            ("Ben", 1, 1),
        ]
        assert two.next.startswith(
            "Ben lays the ace of spades aside. First the hands and the burn are"
        )

    def test_cards_known_need_not_be_named_again(self, two: Table) -> None:
        two.contest("QC", Ana="2S", Ben="")
        two.turn("AS")
        assert [
            (prompt.fields[0].min, prompt.fields[0].default) for prompt in two.prompts
        ] == [(5, ("QC",)), (5, None)]
        assert (
            str(two.prompts[0].help)
            == "All five cards. Already picked, since everyone knows: Q♣."
        )
        key, _ = two.show(Ana="5D 6D 7D 8D", Ben=ALSO_35)
        assert key.verdict["totals"] == {"Ana": 46, "Ben": 35}

    def test_hands_are_secret_until_all_are_in(self, two: Table) -> None:
        two.turn("AS")
        two.show(Ana=LOW)
        assert two.known("Ana") == ""
        assert two.next.startswith("Waiting for Ben. The ace of spades is a key.")
        assert [(p.seats, p.optional) for p in two.prompts] == [
            (("Ben",), False),
            (("Ana",), True),
        ]

    def test_level_hands_go_to_whoever_last_won_by_bidding(self, two: Table) -> None:
        two.contest("2C", Ana="5C", Ben="6C")
        two.contest("2D", Ana="TC", Ben="")
        two.contest("2H", Ana="3D", Ben="3H")
        two.turn("AS")
        key, _ = two.show(Ana="2D 8D 9D 7S 9S", Ben="2C 8H 9H 7H 9C")
        assert key.verdict == {
            "winner": "Ana",
            "totals": {"Ana": 35, "Ben": 35},
            "reason": "last-winner",
        }

    def test_a_key_does_not_count_for_that(self, two: Table) -> None:
        two.contest("2C", Ana="5C", Ben="")
        two.turn("AS")
        two.show(Ana="2C 5D 6D 7D 8D", Ben=HIGH)
        two.turn("AH")
        key, _ = two.show(Ana=LOW, Ben=ALSO_35)
        assert key.verdict["winner"] == "Ana"

    def test_before_anybody_has_won_chance_decides(self, two: Table) -> None:
        two.turn("AS")
        [key] = two.show(Ana=LOW, Ben=ALSO_35)
        assert key.verdict["reason"] == "random"
        assert two.scene.phase == "coin"
        assert two.known("Ben") == ALSO_35, "the hands lie open"
        [prompt] = two.prompts
        [toss] = prompt.fields
        assert (prompt.kind, prompt.own, toss.name, toss.type, toss.choices) == (
            "coin",
            False,
            "winner",
            "toss",
            ("Ana", "Ben"),
        )
        toss_ruling, fresh = two.enter("coin", None, winner="Ben").rulings
        assert (
            str(toss_ruling.summary) == "Ben wins the toss and takes the ace of spades"
        )
        assert fresh.verdict["pot"] == 22
        assert two.codes("keys", "Ben") == "AS"
        assert two.scene.phase == "turn"


class TestTheEnd:
    def test_three_keys_win(self, two: Table) -> None:
        for key in ("AS", "4C"):
            two.turn(key)
            two.show(Ana=LOW, Ben=HIGH)
        two.turn("AD")
        two.show(Ana=HIGH, Ben=LOW)
        assert not two.scene.finished
        two.turn("AH")
        taken, won = two.show(Ana=LOW, Ben=HIGH)
        assert taken.verdict["winner"] == "Ben"
        assert won.verdict == {"winners": ("Ben",), "keys": {"Ana": 1, "Ben": 3}}
        assert reasons(won) == ["A♠ 4♣ A♥ are three of the five keys."]
        scene = two.scene
        assert (scene.phase, scene.finished, scene.winners, scene.to_act) == (
            "finished",
            True,
            ("Ben",),
            (),
        )
        assert two.prompts == ()
        assert two.next == "Game over: Ben wins with three keys."
        assert two.counts() == (16, 22, 0)
        assert two.known("Ben") == HIGH


class TestTeams:
    def test_the_bidders_decide(self, teams: Table) -> None:
        teams.turn("8C")
        assert teams.prompts[0].seats == ("Ana", "Ben")
        [ruling] = teams.decide(Ana=True, Ben=False)
        assert ruling.verdict == {"bidding": ("Ana & Cy",), "passing": ("Ben & Di",)}
        assert teams.scene.to_act == ("Ana", "Cy")

    def test_both_partners_bid_and_the_builder_takes_the_card(
        self, teams: Table
    ) -> None:
        teams.turn("QC")
        teams.decide(Ana=True, Ben=True)
        contest, drawing = teams.bid(Cy="8H 4D", Ana="TS", Di="KH", Ben="2S 3S")
        assert contest.verdict == {
            "winner": "Ben & Di",
            "values": {"Ana & Cy": 22, "Ben & Di": 30},
            "reason": "higher",
        }
        assert drawing.verdict["draws"] == {"Ana": 1, "Ben": 2, "Cy": 2, "Di": 0}
        assert teams.counts() == (19, 54, 6)
        assert (teams.known("Di"), teams.known("Ben")) == ("QC", "")
        assert "Di takes Q♣; all bids go into the burn" in teams.next

    def test_a_lone_team_bids_openly_one_after_the_other(self, teams: Table) -> None:
        teams.turn("QC")
        teams.decide(Ana=False, Ben=True)
        first = teams.enter("bid", "Di", cards="9S")
        assert (first.rulings, first.opens) == ((), (4,))
        assert teams.scene.to_act == ("Ben",)
        with pytest.raises(NotOpenError):
            teams.bid(Di="8S")
        contest, _ = teams.bid(Ben="2S")
        assert contest.verdict["values"] == {"Ana & Cy": None, "Ben & Di": 11}

    def test_each_partners_bid_is_legal_by_itself(self, teams: Table) -> None:
        teams.turn("QC")
        teams.decide(Ana=True, Ben=False)
        teams.bid(Ana="TS")
        assert teams.refuses("bid", "Cy", cards="8H 9H").verdict["value"] is None
        teams.bid(Cy="8H")

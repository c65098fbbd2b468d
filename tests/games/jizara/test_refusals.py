"""Ji'zara: what cannot be turned, bid or shown, since so many of each card exist; and
what stays secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from referee import card
from tests.games.jizara.conftest import cited, codes, reasons

if TYPE_CHECKING:
    from referee import Ruling
    from tests.games.jizara.conftest import Seated, Table

LOW = "5D 6D 7D 8D 9D"
HIGH = "KC KD KH KS QC"


def says(ruling: Ruling, section: str, words: str) -> None:
    assert [rule for rule, _ in cited(ruling)] == [section]
    assert words in reasons(ruling)[0]


def offered(table: Table, seat: str) -> list[str]:
    [prompt] = [
        prompt
        for prompt in table.prompts
        if seat in prompt.seats and not prompt.optional
    ]
    return codes(prompt.fields[0].choices).split()


class TestTurning:
    def test_a_key_comes_once(self, two: Table) -> None:
        two.turn("AS")
        two.show(Ana=LOW, Ben=HIGH)
        assert "AS" not in offered(two, "Ana")
        ruling = two.refuses("turn", None, card="AS")
        says(ruling, "copies", "There is only one ace of spades, and Ben won it.")
        assert str(ruling.summary) == "The ace of spades can’t have been turned"

    def test_there_are_no_jokers(self, two: Table) -> None:
        says(two.refuses("turn", None, card="XB"), "cards", "no jokers")

    def test_a_card_in_the_burn(self, two: Table) -> None:
        two.burn("8C")
        says(
            two.refuses("turn", None, card="8C"),
            "copies",
            "accounted for: in the burn.",
        )

    def test_a_card_that_somebody_has_won(self, two: Table) -> None:
        two.contest("8C", Ana="2S", Ben="")
        says(
            two.refuses("turn", None, card="8C"),
            "copies",
            "accounted for: in the hand of Ana.",
        )

    def test_a_card_that_lies_in_the_pot_untouched(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", bidding_draw=40)
        table.contest("QC", Ana="8H 4D", Ben="TS")
        assert table.codes("pot") == "8H 4D TS"
        says(
            table.refuses("turn", None, card="TS"),
            "copies",
            "in the pot, from which nobody has drawn since",
        )
        assert "TS" not in offered(table, "Ana")

    def test_a_card_seen_outside_never_comes_back(self, two: Table) -> None:
        two.contest("8C", Ana="2S", Ben="")
        two.turn("AS")
        two.show(Ana="8C 5D 6D 7D 8D", Ben=HIGH)
        for code in ("8C", "2S", "5D", "QC"):
            assert code not in offered(two, "Ana")
            says(
                two.refuses("turn", None, card=code),
                "never-back",
                "and no card goes back there",
            )
        two.turn("9D")

    def test_with_two_decks_twice(self, teams: Table) -> None:
        teams.burn("8C", "8C")
        assert "8C" not in offered(teams, "Ana")
        says(
            teams.refuses("turn", None, card="8C"),
            "copies",
            "accounted for: twice in the burn",
        )

    def test_with_two_decks_a_copy_seen_outside_and_one_turned(
        self, teams: Table
    ) -> None:
        teams.turn("AS")
        teams.show(Ana=LOW, Cy="QD JD TD 2D 3D", Ben=HIGH, Di="2H 3H 4H 5H 6H")
        teams.burn("2H")
        says(
            teams.refuses("turn", None, card="2H"), "never-back", "Every two of hearts"
        )
        teams.burn("2C", "2C")

    def test_after_all_others_only_keys_are_left(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", bidding_draw=10)
        table.burn("5C", "6C", "7C", "8C", "9C")
        assert offered(table, "Ana") == ["4C", "AC", "AD", "AH", "AS"]
        says(
            table.refuses("turn", None, card="TC"),
            "setting-up",
            "its 5 other cards have been turned",
        )
        table.turn("AS")
        table.show(Ana=LOW, Ben=HIGH)
        says(table.refuses("turn", None, card="TC"), "setting-up", "Only keys are left")


class TestBidding:
    @pytest.fixture
    def bids(self, two: Table) -> Table:
        """The 8C is burned, Ben has won the 9C, and Ana and Ben both bid for the QC."""
        two.burn("8C")
        two.contest("9C", Ana="", Ben="2S")
        two.turn("QC")
        two.decide(Ana=True, Ben=True)
        return two

    def test_a_burned_card(self, bids: Table) -> None:
        ruling = bids.refuses("bid", "Ana", cards="8C")
        says(
            ruling,
            "copies",
            "Every eight of clubs in the game is accounted for: in the burn.",
        )
        assert (ruling.verdict["seat"], codes(ruling.verdict["cards"])) == ("Ana", "8C")
        says(bids.refuses("bid", "Ana", cards="KC 2S"), "copies", "two of spades")

    def test_a_card_in_the_other_hand(self, bids: Table) -> None:
        says(bids.refuses("bid", "Ana", cards="9C"), "copies", "in the hand of Ben")
        bids.bid(Ben="9C")

    def test_the_card_that_is_bid_for(self, bids: Table) -> None:
        says(
            bids.refuses("bid", "Ana", cards="QC"), "copies", "turned up, open for bids"
        )

    def test_a_key_or_a_joker(self, bids: Table) -> None:
        says(bids.refuses("bid", "Ana", cards="AS"), "cards", "never comes into a hand")
        says(
            bids.refuses("bid", "Ana", cards="2C 4C"),
            "cards",
            "four of clubs is a key, and never",
        )
        says(bids.refuses("bid", "Ana", cards="XR"), "cards", "never comes into a hand")

    def test_a_card_twice_with_one_deck(self, bids: Table) -> None:
        says(
            bids.refuses("bid", "Ana", cards="3C 3C"),
            "copies",
            "has the three of clubs once; it is entered more often",
        )

    def test_nothing_or_more_than_a_hand(self, bids: Table) -> None:
        says(bids.refuses("bid", "Ana", cards=""), "bids", "at least one card")
        says(
            bids.refuses("bid", "Ana", cards="2C 2D 2H 3C 3D 3H"),
            "bids",
            "no bid has 6",
        )

    def test_two_that_are_no_chain_cards(self, bids: Table) -> None:
        says(
            bids.refuses("bid", "Ana", cards="8H 5D"),
            "chain",
            "Only one of the eight of hearts and",
        )

    def test_only_what_can_be_meant_is_offered(self, bids: Table) -> None:
        for_ana = offered(bids, "Ana")
        for_ben = offered(bids, "Ben")
        assert len(for_ana) == 47 - 4
        assert not {"8C", "2S", "9C", "QC", "AS", "4C"} & set(for_ana)
        assert set(for_ben) - set(for_ana) == {"9C"}

    def test_but_not_while_nobody_has_drawn(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", bidding_draw=40)
        table.contest("QC", Ana="8H 4D", Ben="TS")
        table.turn("JC")
        table.decide(Ana=True, Ben=False)
        says(
            table.refuses("bid", "Ana", cards="TS"),
            "copies",
            "in the pot, from which nobody has drawn since",
        )
        table.bid(Ana="5S 3S")
        table.turn("TC")
        table.decide(Ana=True, Ben=False)
        table.bid(Ana="TS")

    def test_known_cards_take_up_their_places(self, two: Table) -> None:
        for code in ("JC", "JD", "JH", "JS"):
            two.contest(code, Ana="2C" if code == "JC" else f"2{code[1]}", Ben="")
        two.turn("QC")
        two.decide(Ana=True, Ben=True)
        ruling = two.refuses("bid", "Ana", cards="3C 3D")
        says(
            ruling,
            "known-cards",
            "the three of clubs and the three of diamonds don’t all fit",
        )
        two.bid(Ana="JC 3C")

    def test_five_known_cards_are_all_there_is(self, two: Table) -> None:
        for code, bid in zip(
            ("JC", "JD", "JH", "JS", "TC"), ("2C", "2D", "2H", "2S", "3S"), strict=True
        ):
            two.contest(code, Ana=bid, Ben="")
        two.turn("QC")
        two.decide(Ana=True, Ben=False)
        assert sorted(offered(two, "Ana")) == sorted(["JC", "JD", "JH", "JS", "TC"])
        says(
            two.refuses("bid", "Ana", cards="3C"),
            "known-cards",
            "the three of clubs don’t all fit",
        )

    def test_with_two_decks_both_copies_count(self, teams: Table) -> None:
        teams.burn("8C")
        teams.turn("QC")
        teams.decide(Ana=True, Ben=False)
        says(
            teams.refuses("bid", "Ana", cards="2C 2C 2C"),
            "copies",
            "has the two of clubs twice; it is entered more often",
        )
        teams.bid(Ana="8C")
        assert "8C" in offered(teams, "Cy"), (
            "what a partner laid is told when it is named"
        )
        ruling = teams.refuses("bid", "Cy", cards="8C")
        assert ruling.verdict["seats"] == ("Ana", "Cy")

    def test_with_two_decks_one_of_them_elsewhere(self, teams: Table) -> None:
        teams.burn("3D")
        teams.turn("QC")
        teams.decide(Ana=True, Ben=False)
        says(
            teams.refuses("bid", "Ana", cards="3D 3D"),
            "copies",
            "Ana can’t have two of the three of diamonds",
        )
        teams.bid(Ana="3D", Cy="QC")


class TestBidsThatContradictEachOther:
    @pytest.fixture
    def both(self, two: Table) -> Table:
        two.turn("QC")
        two.decide(Ana=True, Ben=True)
        return two

    def test_are_ruled_when_both_are_shown(self, both: Table) -> None:
        [ruling] = both.bid(Ana="8C 2S", Ben="9C 2S")
        assert ruling.verdict == {
            "legal": False,
            "clash": (card("2S"),),
            "seats": ("Ana", "Ben"),
        }
        assert str(ruling.summary).endswith(
            "Ana and Ben entered the two of spades too often"
        )
        assert both.scene.to_act == ("Ana", "Ben")

    def test_what_is_entered_again_is_a_bid_too(self, both: Table) -> None:
        both.bid(Ana="8C 2S", Ben="9C 2S")
        assert (
            both.refuses("bid", "Ana", cards="8C 9D").because[0].rule == "jizara#chain"
        )

    def test_who_entered_both_is_told_at_once(self, teams: Table) -> None:
        teams.turn("QC")
        teams.decide(Ana=True, Ben=True)
        teams.enter("bid", "Ana", by=None, cards="8C")
        teams.enter("bid", "Ben", by=None, cards="8C")
        ruling = teams.refuses("bid", "Cy", by=None, cards="8C")
        assert codes(ruling.verdict["clash"]) == "8C"
        assert reasons(ruling) == [
            (
                "Entered more often than the game has them: the eight of clubs. Check "
                "your cards and change what’s wrong."
            )
        ]

    def test_whoever_comes_last_and_is_right_need_not_enter_again(
        self, teams: Table
    ) -> None:
        teams.turn("QC")
        teams.decide(Ana=True, Ben=True)
        teams.bid(Ana="8C 2S 2S", Ben="9C 2S")
        teams.bid(Di="KC")
        teams.bid(Cy="JC")
        assert teams.rulings[0].verdict["seats"] == teams.scene.to_act == ("Ana", "Ben")


class TestShowingHands:
    @pytest.fixture
    def key(self, two: Table) -> Table:
        """Ana has won the QC, the 8C lies in the burn, and the ace of spades is turned."""
        two.contest("QC", Ana="2S", Ben="")
        two.burn("8C")
        two.turn("AS")
        return two

    def test_a_card_won_must_be_there(self, key: Table) -> None:
        ruling = key.refuses("hand", "Ana", cards=LOW)
        says(
            ruling, "known-cards", "Ana won the queen of clubs and hasn’t bid it since"
        )
        key.show(Ana="QC 5D 6D 7D 8D")

    @pytest.mark.parametrize("cards", ["", "5H 6H 7H 8H", "5H 6H 7H 8H 9H TH"])
    def test_a_hand_has_five_cards(self, key: Table, cards: str) -> None:
        says(
            key.refuses("hand", "Ben", cards=cards),
            "hand-of-five",
            f"not {len(cards.split())}",
        )

    def test_with_two_decks_the_other_copy_is_named_with_all_five(
        self, teams: Table
    ) -> None:
        teams.turn("QC")
        teams.decide(Ana=True, Ben=False)
        teams.bid(Ana="2S", Cy="2S")
        teams.turn("AS")
        ruling = teams.refuses("hand", "Cy", cards="QC 5D 6D 7D")
        says(ruling, "hand-of-five", "Enter all five, or leave out only those known")
        teams.show(Cy="QC QC 5D 6D 7D")

    def test_cards_that_lie_elsewhere(self, key: Table) -> None:
        says(
            key.refuses("hand", "Ben", cards="QC 6H 7H 8H 9H"),
            "copies",
            "in the hand of Ana",
        )
        says(
            key.refuses("hand", "Ben", cards="8C 6H 7H 8H 9H"), "copies", "in the burn"
        )
        says(
            key.refuses("hand", "Ben", cards="AH 6H 7H 8H 9H"),
            "cards",
            "never comes into a hand",
        )
        says(
            key.refuses("hand", "Ben", cards="6H 6H 7H 8H 9H"),
            "copies",
            "entered more often",
        )

    def test_hands_that_contradict_each_other(self, key: Table) -> None:
        [ruling] = key.show(Ana="QC 5D 6D 7D 8D", Ben="5D 6H 7H 8H 9H")
        assert ruling.verdict == {
            "legal": False,
            "clash": (card("5D"),),
            "seats": ("Ana", "Ben"),
        }
        assert (
            key.show(Ben="5H 6H 7H 8H 9H", Ana="QC 5D 6D 7D 8D")[0].verdict["winner"]
            == "Ana"
        )

    def test_with_two_decks_three_hands_cannot_share_a_card(self, teams: Table) -> None:
        teams.turn("AS")
        teams.show(Ana=LOW, Ben=LOW, Cy=HIGH)
        assert teams.show(Di=LOW)[0].verdict["seats"] == ("Ana", "Ben", "Di")


class TestSecrecy:
    """What lies sealed shows in nothing that others see."""

    @pytest.mark.parametrize(
        "viewer", ["Ben", None], ids=["the other side", "a spectator"]
    )
    @pytest.mark.parametrize("kind", ["decide", "bid", "hand"])
    def test_two_entries_look_the_same(
        self, seated: Seated, viewer: str | None, kind: str
    ) -> None:
        entries: dict[str, tuple[dict[str, Any], ...]] = {
            "decide": ({"bid": True}, {"bid": False}),
            "bid": ({"cards": "8C"}, {"cards": "KS 2S 3S"}),
            "hand": ({"cards": LOW}, {"cards": HIGH}),
        }
        views = []
        for data in entries[kind]:
            table = seated("Ana", "Ben")
            table.turn("AS" if kind == "hand" else "QC")
            if kind == "bid":
                table.decide(Ana=True, Ben=True)
            table.enter(kind, "Ana", **data)
            views.append((table.look(viewer), table.log(viewer)))
        assert views[0] == views[1]

    def test_a_partner_sees_no_more(self, teams: Table) -> None:
        teams.turn("QC")
        teams.decide(Ana=True, Ben=True)
        teams.bid(Ana="KS 2S 3S")
        assert "'KS', '2S', '3S'" not in str(teams.log("Cy"))
        assert "'KS', '2S', '3S'" in str(teams.log("Ana"))

    def test_all_is_open_once_all_are_in(self, two: Table) -> None:
        two.turn("QC")
        two.decide(Ana=True, Ben=True)
        two.bid(Ana="8C", Ben="9C")
        assert "'8C'" in str(two.log())

"""Oh Hell by the sections of its rules."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from referee import Ruling, WrongFieldsError, card
from referee.testing import PlayedMatch, ask

SEATS = ("Ana", "Ben", "Cy", "Dee", "Eve", "Finn", "Gus")
HIGHEST = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}


def table(
    players: int = 3, rules: tuple[str, ...] = (), **options: object
) -> PlayedMatch:
    """A match of which each trick is entered, unless an option says otherwise; the last
    seat deals.
    """
    seats = SEATS[:players]
    return PlayedMatch.begun(
        "oh-hell",
        seats,
        dealer=seats[-1],
        house_rules=rules,
        **{"depth": "tricks"} | options,
    )


def by_seat(*numbers: int) -> dict[str, int]:
    return dict(zip(SEATS, numbers, strict=False))


def trick(cards: str) -> dict[str, str]:
    """A card of each, from Ana on."""
    return dict(zip(SEATS, cards.split(), strict=False))


def bid(match: PlayedMatch, *bids: int, turned: str | None = "2H") -> Ruling:
    told = {} if turned is None else {"turned": turned}
    match.enter("bids", bids=by_seat(*bids), **told)
    return match.ruling


def enter(match: PlayedMatch, *tricks: str) -> tuple[Ruling, ...]:
    """These tricks, one after the other: the rulings on the last of them."""
    for cards in tricks:
        match.enter("trick", plays=trick(cards))
    return match.rulings


def hands(match: PlayedMatch) -> list[int]:
    """How many cards each has, deal by deal, up to the end."""
    found = []
    while not match.scene.finished:
        found.append(match.state.deals.deal.hand_size)
        match.enter("bids", bids=dict.fromkeys(match.setting.seats, 0))
        tricks = dict.fromkeys(match.setting.seats, 0) | {
            match.setting.seats[0]: match.state.deals.deal.hand_size
        }
        match.enter("deal", tricks=tricks)
    return found


class TestDeals:
    @pytest.mark.parametrize("players", HIGHEST)
    def test_they_go_down_from_the_largest_to_one_card_and_up_again(
        self, players: int
    ) -> None:
        most = HIGHEST[players]
        assert hands(table(players, depth="deals")) == [
            *range(most, 0, -1),
            *range(2, most + 1),
        ]

    @pytest.mark.parametrize(
        ("course", "expected"),
        [
            ("down-up", [3, 2, 1, 2, 3]),
            ("up-down", [1, 2, 3, 2, 1]),
            ("down", [3, 2, 1]),
            ("up", [1, 2, 3]),
        ],
    )
    def test_the_table_agrees_on_how_they_grow(
        self, course: str, expected: list[int]
    ) -> None:
        assert hands(table(depth="deals", course=course, highest=3)) == expected

    @pytest.mark.parametrize("players", HIGHEST)
    def test_no_deal_is_larger_than_the_pack(self, players: int) -> None:
        most = 52 // players
        assert table(players, highest=most).state.deals.deal.hand_size == most
        if most < 17:
            with pytest.raises(WrongFieldsError, match=f"At most {most} with"):
                table(players, highest=most + 1)

    def test_the_deal_passes_to_the_left(self) -> None:
        match = table(depth="deals")
        assert match.next.startswith(
            "Cy deals 10 cards to each and turns up the next for trump. Ana bids first."
        )
        bid(match, 0, 0, 0, turned=None)
        match.enter("deal", tricks=by_seat(10, 0, 0))
        assert match.next.startswith(
            "Ana deals 9 cards to each and turns up the next for trump. Ben bids first."
        )


class TestTrump:
    def test_the_card_turned_up_is_in_nobodys_hand(self) -> None:
        match = table()
        bid(match, 1, 2, 3, turned="9S")
        assert [str(fact.text) for fact in match.scene.facts] == [
            "spades",
            "0 of 1",
            "0 of 2",
            "0 of 3",
        ]
        assert (
            match.refuses("trick", plays=trick("9S 2S 3S")).because[0].rule
            == "oh-hell#trump"
        )

    def test_the_highest_trump_wins(self) -> None:
        match = table()
        bid(match, 1, 2, 3, turned="9S")
        [ruling] = enter(match, "AC 2S KC")
        assert ruling.verdict["winner"] == "Ben"
        assert str(ruling.because[0].text) == "The two of spades is the highest trump."

    def test_in_the_next_deal_another_card_is_turned_up(self) -> None:
        match = table(highest=2, course="down")
        bid(match, 1, 2, 0, turned="9S")
        match.enter("claim", seat="Ana")
        assert match.prompts[0].fields[0].name == "turned"
        bid(match, 1, 1, 0, turned="9H")
        [ruling, *_] = enter(match, "9S 2H AS")
        assert ruling.verdict["winner"] == "Ben"

    def test_where_all_cards_are_dealt_there_is_none(self) -> None:
        match = table(4, highest=13)
        assert match.next == (
            "Dee deals 13 cards to each; no trump. Ana bids first. Enter what each "
            "bids."
        )
        assert [field.name for field in match.prompts[0].fields] == ["bids"]
        bid(match, 1, 2, 3, 4, turned=None)
        assert str(match.scene.facts[0].text) == "none"
        [ruling] = enter(match, "2C AS AH AD")
        assert ruling.verdict["winner"] == "Ana"

    def test_by_deals_nobody_asks_what_it_is(self) -> None:
        match = table(depth="deals")
        assert [field.name for field in match.prompts[0].fields] == ["bids"]
        bid(match, 1, 2, 3, turned=None)
        assert [str(label) for label in match.prompts[0].fields[0].labels.values()] == [
            "bid 1",
            "bid 2",
            "bid 3",
        ]
        assert not match.scene.facts


class TestBids:
    def test_the_dealer_cannot_make_them_come_out_even(self) -> None:
        match = table(highest=3)
        refused = match.refuses("bids", bids=by_seat(1, 0, 2), turned="2H")
        assert refused.because[0].rule == "oh-hell#dealer"
        assert str(refused.summary) == "Cy can’t bid 2"
        assert str(bid(match, 1, 0, 1).summary) == "2 bid, 3 tricks"

    @given(st.integers(3, 7), st.integers(1, 7), st.data())
    def test_bids_stand_unless_they_come_to_the_tricks(
        self, players: int, hand: int, data: st.DataObject
    ) -> None:
        bids = by_seat(
            *data.draw(
                st.lists(st.integers(0, hand), min_size=players, max_size=players)
            )
        )
        ruling = ask("oh-hell", "bids", bids=bids, hand=hand, dealer="Ben")
        assert ruling.verdict["legal"] == (sum(bids.values()) != hand)

    def test_nobody_bids_more_than_there_are_tricks(self) -> None:
        with pytest.raises(WrongFieldsError, match="3"):
            table(highest=3).enter("bids", bids=by_seat(4, 0, 0), turned="2H")
        assert (
            ask("oh-hell", "bids", bids=by_seat(4, 0, 0), hand=3, dealer="Ana")
            .because[0]
            .rule
            == "oh-hell#bids"
        )

    def test_the_dealer_has_bid(self) -> None:
        with pytest.raises(WrongFieldsError, match="Gus hasn’t bid"):
            ask("oh-hell", "bids", bids=by_seat(1, 0, 0), hand=3, dealer="Gus")

    def test_they_are_asked_for_in_turn(self) -> None:
        match = table()
        assert match.prompts[0].fields[1].words == ("Ana", "Ben", "Cy")
        match.put(replace(match.state, deals=match.state.deals.scored({}, hand=9)))
        assert match.prompts[0].fields[1].words == ("Ben", "Cy", "Ana")

    def test_the_table_lets_them_stand(self) -> None:
        match = table(highest=3)
        match.let_pass("bids", bids=by_seat(1, 0, 2), turned="2H")
        assert match.kinds[0] == "trick"

    def test_by_the_house_rule_the_dealer_bids_freely(self) -> None:
        match = table(rules=("dealer-bids-freely",), highest=3)
        ruling = bid(match, 1, 0, 2)
        assert ruling.because[0].basis == "house-rule"
        assert str(ruling.summary) == "3 bid, 3 tricks"
        rules = ["dealer-bids-freely"]
        too_much = ask(
            "oh-hell",
            "bids",
            house_rules=rules,
            bids=by_seat(4, 0),
            hand=3,
            dealer="Ana",
        )
        assert too_much.verdict["legal"] is False


class TestTricks:
    def test_the_dealers_left_neighbour_leads_the_first(self) -> None:
        match = table()
        bid(match, 1, 2, 3)
        assert match.state.deals.deal.leader == "Ana"
        match.enter("trick", plays={"Ana": "3C"})
        assert match.next == "Ben plays next to trick 1."

    def test_a_card_is_played_once(self) -> None:
        match = table()
        bid(match, 1, 2, 3)
        enter(match, "3C 4C 5C")
        assert (
            match.refuses("trick", plays=trick("3C 6C 7C")).because[0].rule
            == "oh-hell#once"
        )

    def test_whoever_revoked_has_nothing_and_the_tricks_stay(self) -> None:
        match = table(highest=2)
        bid(match, 2, 1, 0, turned="2S")
        enter(match, "3C 4D KC", "6C 7C AC")
        assert match.scores == {"Ana": 0, "Ben": 0, "Cy": 0}
        made = table(highest=2)
        bid(made, 0, 0, 1, turned="2S")
        enter(made, "KC 4D 3C", "6C 7C 5C")
        assert [reason.rule for reason in made.rulings[-2].because] == [
            "oh-hell#points",
            "oh-hell#offence",
            "oh-hell#points",
        ]

    def test_a_claim_counts_as_tricks(self) -> None:
        match = table(highest=3)
        bid(match, 0, 3, 1)
        enter(match, "3C 4C AC")
        match.enter("claim", seat="Ben")
        assert match.rulings[0].because[0].rule == "oh-hell#claim"
        assert match.scores == {"Ana": 10, "Ben": 0, "Cy": 11}

    def test_after_a_misdeal_all_bid_again(self) -> None:
        match = table(highest=3)
        bid(match, 0, 3, 1)
        enter(match, "3C 4C AC")
        match.enter("misdeal")
        assert match.kinds[0] == "bids"
        assert match.state.deals.deal.hand_size == 3
        assert match.scene.dealer == "Cy"
        bid(match, 0, 3, 1, turned="3C")

    def test_the_depth_changes_before_the_bids_alone(self) -> None:
        match = table(depth="deals")
        assert match.kinds == ["bids", "misdeal", "depth"]
        match.enter("depth")
        bid(match, 1, 2, 3)
        assert match.kinds == ["trick", "claim", "concede", "misdeal"]


class TestPoints:
    def test_a_right_bid_has_ten_and_a_point_a_trick_and_a_wrong_one_nothing(
        self,
    ) -> None:
        points = ask("oh-hell", "deal", bids=by_seat(3, 0, 2), tricks=by_seat(3, 0, 4))
        assert points.verdict == {"points": by_seat(13, 10, 0), "made": ("Ana", "Ben")}

    def test_a_wrong_bid_has_a_point_a_trick(self) -> None:
        points = ask(
            "oh-hell",
            "deal",
            bids=by_seat(3, 1, 2),
            tricks=by_seat(3, 0, 4),
            scoring="tricks",
        )
        assert points.verdict["points"] == by_seat(13, 0, 4)

    def test_a_wrong_bid_has_a_point_off_for_each_trick_too_many_or_too_few(
        self,
    ) -> None:
        points = ask(
            "oh-hell",
            "deal",
            bids=by_seat(3, 3, 2),
            tricks=by_seat(3, 0, 4),
            scoring="off",
        )
        assert points.verdict["points"] == by_seat(13, -3, -2)
        assert str(points.because[1].text) == (
            "Ben bid 3 and took 0: a point off for each trick over or under, −3."
        )

    @given(
        st.lists(
            st.tuples(st.integers(0, 13), st.integers(0, 13)), min_size=1, max_size=7
        )
    )
    def test_a_right_bid_is_better_than_any_wrong_one(
        self, pairs: list[tuple[int, int]]
    ) -> None:
        bids, tricks = (
            by_seat(*[one for one, _ in pairs]),
            by_seat(*[one for _, one in pairs]),
        )
        ruled = [
            ask(
                "oh-hell", "deal", bids=bids, tricks=tricks, scoring=how
            ).decided.numbers_by_seat("points")
            for how in ("tricks", "exact", "off")
        ]
        for seat, n in bids.items():
            scores = [points[seat] for points in ruled]
            assert (
                set(scores) == {10 + n}
                if n == tricks[seat]
                else scores == sorted(scores, reverse=True)
            )

    def test_bid_and_tricks_of_the_same_people_are_needed(self) -> None:
        with pytest.raises(WrongFieldsError):
            ask("oh-hell", "deal", bids=by_seat(3, 0, 2), tricks=by_seat(3, 0))

    def test_whoever_revoked_has_nothing(self) -> None:
        points = ask(
            "oh-hell",
            "deal",
            bids=by_seat(1, 0),
            tricks=by_seat(1, 2),
            scoring="off",
            offenders=["Ana"],
        )
        assert points.verdict == {"points": by_seat(0, -2), "made": ()}
        assert str(points.summary) == "Ana broke a rule. Ben −2"

    def test_whoever_is_wrong_may_score_nothing(self) -> None:
        points = ask("oh-hell", "deal", bids=by_seat(1, 0), tricks=by_seat(0, 2))
        assert points.verdict == {"points": by_seat(0, 0), "made": ()}
        assert str(points.summary) == "Nobody got their bid"

    def test_a_bid_of_none_may_be_right_and_score_nothing(self) -> None:
        bids, tricks = by_seat(0, 1), by_seat(0, 3)
        points = ask("oh-hell", "deal", bids=bids, tricks=tricks, scoring="ten")
        assert points.verdict == {"points": by_seat(0, 0), "made": ("Ana",)}
        assert str(points.summary) == "Nobody scores"

    def test_tricks_come_to_as_many_as_there_were(self) -> None:
        match = table(depth="deals", highest=3)
        bid(match, 0, 3, 1, turned=None)
        with pytest.raises(WrongFieldsError, match="must total 3"):
            match.enter("deal", tricks=by_seat(0, 1, 1))


class TestWhatElseHappened:
    """By deal, and by tricks where somebody gives up."""

    def bid(self, *bids: int, depth: str = "deals", **options: object) -> PlayedMatch:
        match = table(depth=depth, highest=5, **options)
        bid(match, *bids, turned="2H" if depth == "tricks" else None)
        return match

    def test_somebody_takes_the_rest_and_what_follows_is_filled_in(self) -> None:
        match = self.bid(0, 4, 0)
        match.enter("deal", tricks={"Cy": 1}, rest="Ben")
        assert match.scores == by_seat(10, 14, 0)
        assert str(match.rulings[0].because[0].text) == "Ben takes the last 4 tricks."

    def test_whoever_gives_up_has_bid_wrong_whatever_they_have(self) -> None:
        match = self.bid(1, 4, 1)
        match.enter("deal", tricks={"Ana": 1}, given_up="Ana", rest="Ben")
        assert match.scores == by_seat(0, 14, 0)
        assert match.rulings[0].because[0].rule == "oh-hell#given-up"
        points = self.bid(1, 4, 1, scoring="tricks")
        points.enter("deal", tricks={"Ana": 1}, given_up="Ana", rest="Ben")
        assert points.scores == by_seat(1, 14, 0)

    def test_by_tricks_they_say_who_takes_the_rest(self) -> None:
        match = self.bid(0, 5, 1, depth="tricks")
        assert [field.name for field in match.prompt("concede").fields] == [
            "seat",
            "rest",
        ]
        with pytest.raises(WrongFieldsError, match="takes no more"):
            match.enter("concede", seat="Ana", rest="Ana")
        match.enter("concede", seat="Ana", rest="Ben")
        assert match.scores == by_seat(0, 15, 0)
        assert match.rulings[0].because[0].rule == "oh-hell#given-up"

    def test_without_who_takes_the_rest_the_tricks_are_all_needed(self) -> None:
        match = self.bid(1, 4, 1)
        with pytest.raises(WrongFieldsError, match="Say who takes the rest"):
            match.enter("deal", tricks={"Ana": 1}, given_up="Ana")
        match.enter("deal", tricks=by_seat(1, 4, 0), given_up="Ana")
        assert match.scores == by_seat(0, 14, 0)

    def test_whoever_broke_a_rule_has_nothing(self) -> None:
        match = self.bid(1, 4, 1)
        match.enter("deal", tricks=by_seat(1, 4, 0), offenders=["Ben", "Cy"])
        assert match.scores == by_seat(11, 0, 0)

    def test_a_question_needs_the_cards_of_each_for_the_rest(self) -> None:
        asked: dict[str, Any] = {
            "bids": by_seat(1, 4, 1),
            "tricks": by_seat(1, 0, 0),
            "rest": "Ben",
        }
        with pytest.raises(WrongFieldsError, match="how many cards each had"):
            ask("oh-hell", "deal", **asked)
        assert ask("oh-hell", "deal", hand=5, **asked).verdict["points"] == by_seat(
            11, 14, 0
        )
        with pytest.raises(WrongFieldsError, match="you have 6"):
            ask("oh-hell", "deal", hand=5, **asked | {"tricks": by_seat(6, 0, 0)})


class TestRefusals:
    """A verdict says what it is about, and names no winner and no points."""

    def test_each_names_its_seat_or_card(self) -> None:
        even = ask("oh-hell", "bids", bids=by_seat(1, 0, 2), hand=3, dealer="Cy")
        assert even.verdict == {"legal": False, "seat": "Cy"}
        too_much = ask("oh-hell", "bids", bids=by_seat(4, 0, 5), hand=3, dealer="Cy")
        assert too_much.verdict == {"legal": False, "seats": ("Ana", "Cy")}
        match = table()
        bid(match, 1, 2, 3, turned="9S")
        turned_up = match.refuses("trick", plays=trick("9S 2S 3S"))
        assert turned_up.verdict == {"legal": False, "card": card("9S")}

    def test_what_no_pack_holds_is_no_question(self) -> None:
        with pytest.raises(WrongFieldsError, match="52 cards aren’t enough"):
            ask("oh-hell", "bids", bids=by_seat(1, 0, 2, 0), hand=17, dealer="Cy")

    @pytest.mark.parametrize("field", ["rest", "given_up"])
    def test_a_name_that_does_not_play_is_none(self, field: str) -> None:
        asked: dict[str, Any] = {
            "bids": by_seat(1, 4),
            "tricks": by_seat(1, 0),
            "hand": 5,
        }
        with pytest.raises(WrongFieldsError, match="play this deal, not Gus"):
            ask("oh-hell", "deal", **asked, **{field: "Gus"})
        with pytest.raises(WrongFieldsError, match="play this deal, not Gus"):
            ask(
                "oh-hell",
                "deal",
                **asked | {"tricks": by_seat(1, 4)},
                offenders=["Gus"],
            )


class TestEnd:
    def test_most_points_win_and_equals_share_it(self) -> None:
        match = table(depth="deals", highest=1, course="up")
        bid(match, 0, 0, 0, turned=None)
        match.enter("deal", tricks=by_seat(0, 0, 1))
        assert match.scene.finished
        assert match.scene.winners == ("Ana", "Ben")
        assert [(reason.rule, reason.basis) for reason in match.ruling.because] == [
            ("oh-hell#end", "rules"),
            ("oh-hell#shared-win", "reading"),
        ]
        assert match.next == "Game over: Ana and Ben won."

"""Antes, straddles, levels, limits, Omaha, hi-lo, sitting out, and who shows first."""

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch, ask

THREE = "Ana Ben Cy"
FOUR = "Ana Ben Cy Dee"


def begun(seats: str = THREE, **options: object) -> PlayedMatch:
    """A match bet by bet, in which the last seat has the button: Ana is small blind."""
    given = {"depth": "bets", "chip": 1, **options}
    return PlayedMatch.begun("holdem", seats, dealer=seats.split()[-1], **given)


def acts(match: PlayedMatch, *actions: str) -> None:
    for action in actions:
        kind, _, n = action.partition(" ")
        match.enter(kind, match.scene.to_act[0], **({"to": int(n)} if n else {}))


def facts(match: PlayedMatch) -> dict[str, str]:
    return {str(fact.label): str(fact.text) for fact in match.scene.facts}


class TestAntes:
    def test_each_puts_one_in_and_it_is_no_bet(self) -> None:
        match = begun(antes="each", ante=2)
        assert facts(match)["Pot"] == str(15 + 3 * 2)
        acts(match, "fold", "fold")
        assert match.scores == {"Ana": 1000 - 7, "Ben": 1000 + 7 + 2, "Cy": 1000 - 2}

    def test_the_big_blind_puts_one_in_for_all_and_wins_it_back(self) -> None:
        match = begun(antes="big", ante=10)
        assert facts(match)["Pot"] == "25"
        assert match.prompt("call").title.values["n"] == 10
        acts(match, "raise 40", "fold", "fold")
        assert match.scores == {"Ana": 995, "Ben": 980, "Cy": 1025}

    def test_it_goes_to_the_main_pot(self) -> None:
        put_in = {"Ana": 5, "Ben": 100, "Cy": 100}
        ranking = [["Ana"], ["Cy"], ["Ben"]]
        ruling = ask("holdem", "pots", put_in=put_in, ranking=ranking, dead=10)
        assert ruling.verdict["won"] == {"Ana": 25, "Ben": 0, "Cy": 190}

    def test_a_big_blind_short_of_both_puts_the_blind_in_first(self) -> None:
        match = begun(antes="big", ante=1000)
        assert facts(match)["Pot"] == str(5 + 10 + 990)
        acts(match, "call", "call")
        assert match.kinds[0] == "board"

    def test_an_ante_that_nobody_else_can_win_is_a_pot_of_its_own(self) -> None:
        put_in = {"Ana": 10, "Ben": 0, "Cy": 10}
        ranking = [["Ben"], ["Ana"], ["Cy"]]
        ruling = ask("holdem", "pots", put_in=put_in, ranking=ranking, dead=1000)
        assert ruling.verdict["won"] == {"Ana": 20, "Ben": 1000, "Cy": 0}

    def test_by_deal_the_big_blind_has_put_it_in_too(self) -> None:
        match = begun(depth="deals", antes="big", ante=10)
        put_in = {"Ana": 20, "Ben": 20, "Cy": 20}
        match.enter("deal", put_in=put_in, winners=["Cy"])
        assert match.scores == {"Ana": 980, "Ben": 970, "Cy": 1050}

    @pytest.mark.parametrize(
        ("antes", "step"),
        [
            ("each", "Everybody puts in an ante of 10."),
            ("big", "the next one 10 and an ante of 10 for all."),
        ],
    )
    def test_the_guide_says_who_puts_it_in(self, antes: str, step: str) -> None:
        match = begun(antes=antes)
        blinds = match.rulebook.prepare_table(match.setting)[2]
        assert step in match.said(blinds.text)
        assert "ante" not in str(
            begun().rulebook.prepare_table(begun().setting)[2].text
        )

    def test_what_each_has_put_in_is_asked_without_the_one_for_all(self) -> None:
        match = begun(depth="deals", antes="big")
        label = match.prompt("deal").fields[0].label
        assert "without antes for all" in str(label)

    def test_without_anybody_who_puts_it_in_it_is_refused(self) -> None:
        with pytest.raises(WrongFieldsError, match="Who puts in an ante"):
            begun(ante=5)


class TestLevels:
    def test_blinds_and_antes_rise_after_so_many_hands(self) -> None:
        match = begun(rise="hands", level_hands=2, antes="each", ante=1)
        for blinds in ("5 and 10", "5 and 10", "10 and 20", "10 and 20", "15 and 30"):
            assert blinds in facts(match).values()
            acts(match, "fold", "fold")
        assert facts(match)["Ante"] == "3"

    def test_or_when_the_table_says_so_before_a_bet(self) -> None:
        match = begun(rise="called")
        match.enter("level")
        assert facts(match)["Pot"] == "30"
        assert str(match.ruling.summary) == "Level 2: blinds 10 and 20"
        assert [str(why.text) for why in match.ruling.because] == [
            "Nothing of this hand is entered yet: it is the first at this level."
        ]
        acts(match, "fold")
        assert "level" not in match.kinds

    def test_after_the_last_level_nobody_is_asked(self) -> None:
        match = begun(rise="called")
        for _ in range(15):
            match.enter("level")
        assert str(match.ruling.summary) == "Level 16: blinds 1000 and 2000"
        assert "level" not in match.kinds

    def test_hands_a_level_need_levels_by_hands(self) -> None:
        with pytest.raises(WrongFieldsError, match="When blinds rise"):
            begun(rise="called", level_hands=5)


class TestStraddle:
    def test_the_first_to_act_puts_in_twice_and_acts_last(self) -> None:
        match = begun(FOUR, straddle=True)
        assert match.scene.to_act == ("Cy",)
        match.enter("straddle", "Cy")
        assert match.scene.to_act == ("Dee",)
        assert match.refuses("raise", "Dee", to=39).because
        acts(match, "call", "call", "call")
        assert match.scene.to_act == ("Cy",)
        assert "check" in match.kinds
        assert "straddle" not in match.kinds

    def test_in_later_rounds_a_bet_is_at_least_as_much(self) -> None:
        match = begun(FOUR, straddle=True)
        match.enter("straddle", "Cy")
        acts(match, "call", "call", "call", "check")
        match.enter("board", cards="2C 7D 9H")
        assert match.refuses("raise", match.scene.to_act[0], to=19).because
        match.enter("raise", match.scene.to_act[0], to=20)

    def test_after_it_the_hand_has_begun(self) -> None:
        match = begun(FOUR, straddle=True, rise="called")
        match.enter("straddle", "Cy")
        assert {"buy", "away", "level", "depth"}.isdisjoint(match.kinds)
        match.enter("misdeal")
        assert "straddle" in match.kinds

    def test_nobody_is_asked_without_it_nor_between_two(self) -> None:
        assert "straddle" not in begun(FOUR).kinds
        assert "straddle" not in begun("Ana Ben", straddle=True).kinds

    def test_where_bets_are_not_entered_it_is_refused(self) -> None:
        with pytest.raises(WrongFieldsError, match="Every bet"):
            begun(depth="deals", straddle=True)


class TestLimits:
    def test_where_bets_are_not_entered_a_limit_is_refused(self) -> None:
        with pytest.raises(WrongFieldsError, match="Every bet"):
            begun(depth="deals", limit="pot")

    def test_pot_limit_goes_up_by_the_pot_after_a_call(self) -> None:
        match = begun(limit="pot")
        assert match.refuses("raise", "Cy", to=36).because[0].rule == "holdem#pot-limit"
        assert "all-in" not in match.kinds
        acts(match, "raise 35")
        assert match.refuses("raise", "Ana", to=116).because
        acts(match, "raise 115")

    def test_before_the_board_a_dead_blind_counts_in_full(self) -> None:
        match = begun(FOUR, limit="pot", small=100, big=200, stack=10_000)
        acts(match, "fold", "fold", "fold")
        match.enter("away", seats=["Ben"])
        assert not match.state.positions.has_small_blind
        assert match.state.betting.pot == 200
        assert match.state.betting.most == 700
        match.enter("raise", match.scene.to_act[0], to=700)

    def test_fixed_limit_goes_up_by_a_bet_and_four_times_at_most(self) -> None:
        match = begun(limit="fixed")
        refused = match.refuses("raise", "Cy", to=30)
        assert refused.because[0].rule == "holdem#fixed-limit"
        acts(match, "raise 20", "raise 30", "raise 40")
        assert "raise" not in match.kinds
        assert match.next == "Cy calls 20 or folds."
        acts(match, "call", "call")
        match.enter("board", cards="2C 7D 9H")
        acts(match, "check", "raise 10", "call", "call")
        match.enter("board", cards="KS")
        acts(match, "raise 20")

    def test_a_capped_round_stays_capped_when_a_fold_leaves_two(self) -> None:
        match = begun(limit="fixed")
        acts(match, "raise 20", "raise 30", "raise 40", "fold")
        assert len(match.state.betting.inside) == 2
        assert "raise" not in match.kinds
        acts(match, "call")
        match.enter("board", cards="2C 7D 9H")
        acts(match, "raise 10", "raise 20", "raise 30", "raise 40", "raise 50")
        assert "raise" in match.kinds

    def test_at_a_tournament_two_are_capped_until_nobody_else_is_left(self) -> None:
        match = begun(limit="fixed", setting="tournament")
        acts(match, "fold", "raise 20", "raise 30", "raise 40")
        assert "raise" not in match.kinds
        last = begun("Ana Ben", limit="fixed", setting="tournament")
        acts(last, "raise 20", "raise 30", "raise 40")
        assert "raise" in last.kinds

    def test_two_are_not_capped_also_beside_somebody_all_in(self) -> None:
        match = begun(limit="fixed", stack=20)
        for seat in ("Ana", "Ben"):
            match.enter("buy", seat=seat, n=1000)
        acts(match, "all-in", "raise 30", "raise 40", "raise 50")
        assert match.state.betting.inside == ("Ana", "Ben", "Cy")
        assert "raise" in match.kinds

    def test_half_a_fixed_bet_all_in_opens_the_betting_again(self) -> None:
        match = at_the_turn(left=10)
        acts(match, "check", "all-in", "call")
        assert match.prompt("raise").fields[0].default == 10 + 20
        acts(match, "raise 30")
        assert match.prompt("raise").fields[0].default == 50

    def test_less_than_half_does_not_but_may_be_made_up(self) -> None:
        match = at_the_turn(left=9)
        acts(match, "check", "all-in")
        assert match.prompt("raise").fields[0].default == 20
        acts(match, "call")
        assert "raise" not in match.kinds

        match = at_the_turn(left=9)
        acts(match, "check", "all-in", "raise 20")
        assert match.prompt("raise").fields[0].default == 40


def at_the_turn(left: int) -> PlayedMatch:
    """A match with fixed bets: Ben, second to act, has so many chips left, all others
    enough.
    """
    match = begun(limit="fixed", stack=10 + left)
    for seat in ("Ana", "Cy"):
        match.enter("buy", seat=seat, n=1000)
    acts(match, "call", "call", "check")
    match.enter("board", cards="2C 7D 9H")
    acts(match, "check", "check", "check")
    match.enter("board", cards="KS")
    return match


BOARD = "AS KS 7S 3D 4C"


class TestOmaha:
    @pytest.mark.parametrize(
        ("variant", "n"), [("texas", "two"), ("omaha", "four"), ("omaha-hilo", "four")]
    )
    def test_the_guide_deals_as_many_cards_as_are_played(
        self, variant: str, n: str
    ) -> None:
        match = begun(variant=variant)
        deal = match.rulebook.prepare_table(match.setting)[-1]
        assert str(deal.text).startswith(f"The dealer deals {n} cards to each")

    def test_a_hand_is_two_of_four_and_three_of_the_board(self) -> None:
        hands = {"Ana": "QS 2D 2H JC", "Ben": "AH AD 9C 8C"}
        ruling = ask("holdem", "showdown", board=BOARD, hands=hands, variant="omaha")
        assert ruling.verdict["winners"] == ("Ben",)
        assert ruling.because[-1].rule == "holdem#omaha"
        with pytest.raises(WrongFieldsError, match="needs 2 cards"):
            ask("holdem", "showdown", board=BOARD, hands=hands)

    def test_at_the_table_four_cards_are_asked_for(self) -> None:
        match = begun("Ana Ben", depth="deals", variant="omaha")
        hands = {"Ana": "QS 2D 2H JC", "Ben": "AH AD 9C 8C"}
        put_in = {"Ana": 50, "Ben": 50}
        match.enter("showdown", board=BOARD, hands=hands, put_in=put_in)
        assert match.scores == {"Ana": 950, "Ben": 1050}
        with pytest.raises(WrongFieldsError):
            two = {"Ana": "QS 2D", "Ben": "AH AD"}
            match.enter("showdown", board=BOARD, hands=two, put_in=put_in)

    def test_hi_lo_halves_the_pot(self) -> None:
        match = begun("Ana Ben", depth="deals", variant="omaha-hilo")
        hands = {"Ana": "6S 2D 2H JC", "Ben": "AH AD 9C 8C"}
        put_in = {"Ana": 50, "Ben": 50}
        match.enter("showdown", board=BOARD, hands=hands, put_in=put_in)
        low = match.rulings[0].verdict["low"]
        assert low == (("Ana",), ("Ben",))
        assert match.said(match.rulings[0].summary).endswith("; low: Ana")
        reasons = [match.said(each.text) for each in match.rulings[1].because]
        assert reasons == [
            "The pot, 100, paid by Ana and Ben. High: Ben.",
            "Half of it, 50, goes to the low: Ana.",
        ]
        assert match.scores == {"Ana": 1000 + 50 - 50, "Ben": 1000}

    def test_without_a_low_the_high_hand_takes_all(self) -> None:
        hands = {"Ana": "QS 2D 2H JC", "Ben": "AH AD 9C 8C"}
        board = "KS QD 7S 3D JH"
        ruling = ask(
            "holdem", "showdown", board=board, hands=hands, variant="omaha-hilo"
        )
        assert ruling.verdict["low"] == ()
        put_in = {"Ana": 50, "Ben": 50}
        pots = ask("holdem", "pots", put_in=put_in, ranking=[["Ana"], ["Ben"]], low=[])
        assert pots.verdict["won"] == {"Ana": 100, "Ben": 0}

    def test_the_odd_chip_goes_to_the_high_hand(self) -> None:
        put_in = {"Ana": 5, "Ben": 5, "Cy": 5}
        given = {"put_in": put_in, "ranking": [["Ana"], ["Ben"]], "low": [["Ben"]]}
        ruling = ask("holdem", "pots", **given)
        assert ruling.verdict["won"] == {"Ana": 8, "Ben": 7, "Cy": 0}
        reasons = [str(why.text) for why in ruling.because]
        assert "7 goes to the low: Ben. The odd chip goes to the high hand." in reasons

    def test_20_who_share_both_halves_share_the_pot_evenly(self) -> None:
        match = begun("Ana Ben", depth="deals", variant="omaha-hilo", chip=5)
        put_in = {"Ana": 15, "Ben": 15}
        both = ["Ana", "Ben"]
        match.enter("deal", put_in=put_in, winners=both, low=both)
        assert match.rulings[0].verdict["won"] == {"Ana": 15, "Ben": 15}

    def test_20_half_a_pot_that_only_one_shares_has_its_own_odd_chip(self) -> None:
        put_in = {"Ana": 15, "Ben": 15}
        both = [["Ana", "Ben"]]
        given = {"put_in": put_in, "ranking": both, "chip": 5}
        alike = ask("holdem", "pots", low=both, **given)
        assert alike.verdict["won"] == {"Ana": 15, "Ben": 15}
        assert "share both halves" in str(alike.because[1].text)
        apart = ask("holdem", "pots", low=[["Ben"]], **given)
        assert apart.verdict["won"] == {"Ana": 10, "Ben": 20}

    def test_odd_chips_of_lows_are_explained(self) -> None:
        put_in = {"Ana": 10, "Ben": 10, "Cy": 10}
        low = [["Ben", "Cy"]]
        ruling = ask("holdem", "pots", put_in=put_in, ranking=[["Ana"]], low=low)
        assert ruling.verdict["won"] == {"Ana": 15, "Ben": 8, "Cy": 7}
        assert "holdem#odd-chips" in [why.rule for why in ruling.because]

    def test_by_deal_the_low_is_named(self) -> None:
        match = begun("Ana Ben", depth="deals", variant="omaha-hilo")
        put_in = {"Ana": 50, "Ben": 50}
        match.enter("deal", put_in=put_in, winners=["Ana"], low=["Ben"])
        assert match.scores == {"Ana": 1000, "Ben": 1000}
        for ruling in match.rulings:
            assert match.said(ruling.summary).endswith("Ana and Ben share 100")

    @pytest.mark.parametrize(("winner", "low"), [("Ana", "Ben"), ("Ben", "Ana")])
    def test_by_deal_a_side_pot_needs_the_cards(self, winner: str, low: str) -> None:
        match = begun(depth="deals", variant="omaha-hilo", stack=50)
        for seat in ("Ben", "Cy"):
            match.enter("buy", seat=seat, n=50)
        given = {"put_in": {"Ana": 50, "Ben": 100, "Cy": 100}}
        refused = match.refuses("deal", winners=[winner], low=[low], **given)
        assert match.said(refused.because[0].text) == (
            "Ana can’t win it, and who of the others does is not entered: use "
            "“Showdown with cards”."
        )
        match.enter("deal", winners=["Ben"], low=["Ben"], **given)

    def test_the_headline_says_what_each_wins(self) -> None:
        given = {"put_in": {"Ana": 50, "Ben": 50}, "ranking": [["Ana", "Ben"]]}
        ruling = ask("holdem", "pots", low=[["Ben"]], **given)
        assert ruling.verdict["won"] == {"Ana": 25, "Ben": 75}
        assert str(ruling.summary) == "25 to Ana; 75 to Ben"


class TestSittingOut:
    def test_a_seat_waits_for_somebody_who_comes_later(self) -> None:
        match = begun(FOUR, depth="deals")
        match.enter("away", seats=["Cy"])
        assert facts(match)["Cards"] == "sits out"
        put_in = {"Dee": 10, "Ana": 10, "Ben": 10}
        match.enter("deal", put_in=put_in, winners=["Ana"])
        match.enter("away")
        assert match.scores["Cy"] == 1000
        assert "Cy" in match.match.history.position.state.betting.seats

    def test_whoever_sits_out_and_buys_is_not_waiting_for_the_button(self) -> None:
        match = begun(FOUR, depth="deals")
        match.enter("away", seats=["Cy"])
        match.enter("buy", seat="Cy", n=100)
        assert [why.rule for why in match.ruling.because] == ["holdem#rebuys"]

    def test_the_moving_button_is_not_said_to_pass_over_them(self) -> None:
        match = begun(FOUR, depth="deals", house_rules=["button-moves-on"])
        match.enter("away", seats=["Cy"])
        put_in = {"Dee": 10, "Ana": 10, "Ben": 10}
        match.enter("deal", put_in=put_in, winners=["Ana"])
        rules = [why.rule for why in match.ruling.because]
        assert "holdem#button-moves-on" not in rules

    def test_two_have_to_stay(self) -> None:
        match = begun(THREE, depth="deals")
        assert match.refuses("away", seats=["Ana", "Ben"]).because

    def test_whoever_sits_out_comes_back_where_only_one_is_left(self) -> None:
        match = begun(THREE, depth="deals", stack=100)
        match.enter("away", seats=["Cy"])
        match.enter("deal", put_in={"Ana": 100, "Ben": 100}, winners=["Ana"])
        assert not match.scene.finished
        assert set(match.match.history.position.state.betting.seats) == {"Ana", "Cy"}


class TestWhoShowsFirst:
    def test_the_last_to_bet_or_raise(self) -> None:
        ruling = ask(
            "holdem", "shows-first", inside=["Ana", "Ben", "Cy"], aggressor="Ben"
        )
        assert ruling.verdict == {"seat": "Ben"}
        assert ruling.because[0].rule == "holdem#shows-first"

    def test_or_the_first_left_of_the_dealer(self) -> None:
        ruling = ask("holdem", "shows-first", inside=["Ana", "Ben"])
        assert ruling.verdict == {"seat": "Ana"}

    def test_the_table_says_so_at_the_showdown(self) -> None:
        match = begun()
        acts(match, "call", "call", "check")
        for cards in ("2C 7D 9H", "KS"):
            match.enter("board", cards=cards)
            acts(match, "check", "check", "check")
        match.enter("board", cards="3S")
        acts(match, "check", "raise 20", "call", "call")
        assert match.next.endswith("Ben shows first.")

"""Hold'em: hands as a whole and bet by bet, chips carried on, and the end."""

from collections.abc import Callable

import pytest

from referee import WrongFieldsError
from referee.match.taking.entry_reading import NotOpenError
from referee.match.taking.entry_step import EntryStep
from referee.testing import PlayedMatch
from referee.vocabulary.errors import NotYoursError

Play = Callable[..., PlayedMatch]
BOARD = "2C 7D 9H JS 3S"


class TestBets:
    @pytest.fixture
    def match(self, play: Play) -> PlayedMatch:
        """Dee deals: Ana has the small blind, Ben the big one, and Cy is to act."""
        return play("holdem", "Ana Ben Cy Dee", dealer="Dee", depth="bets")

    def test_blinds_and_who_acts_first(self, match: PlayedMatch) -> None:
        assert match.scene.to_act == ("Cy",)
        assert [str(fact.text) for fact in match.scene.facts] == [
            "15",
            "5",
            "10",
            "0",
            "0",
        ]
        assert match.next == "Dee deals. Cy calls 10, raises or folds."
        for seat in ("Cy", "Dee", "Ana"):
            match.enter("call", seat)
        assert match.kinds[:3] == ["check", "all-in", "raise"], (
            "the big blind may raise"
        )
        assert match.next == "Ben checks or raises."
        match.enter("check", "Ben")
        match.enter("board", cards="2C 7D 9H")
        assert match.scene.to_act == ("Ana",)

    def test_what_each_has_put_in_stands_beside_the_chips(
        self, match: PlayedMatch
    ) -> None:
        match.enter("raise", "Cy", to=40)
        standings = match.scene.standings
        assert [(one.score, one.so_far) for one in standings] == [
            (1000, -5),
            (1000, -10),
            (1000, -40),
            (1000, 0),
        ]

    def test_between_two_the_dealer_has_the_small_blind(self, play: Play) -> None:
        match = play("holdem", "Ana Ben", dealer="Ben", depth="bets")
        assert match.scene.to_act == ("Ben",)
        match.enter("call", "Ben")
        match.enter("check", "Ana")
        match.enter("board", cards="2C 7D 9H")
        assert match.scene.to_act == ("Ana",)

    @pytest.mark.parametrize(
        ("to", "why"),
        [
            (19, "The minimum raise is to 20."),
            (1001, "Cy has 1000 in this betting round."),
        ],
    )
    def test_too_little_and_too_much(
        self, match: PlayedMatch, to: int, why: str
    ) -> None:
        assert [
            str(one.text) for one in match.refuses("raise", "Cy", to=to).because
        ] == [why]

    def test_the_least_raise_is_the_greatest_of_the_round(
        self, match: PlayedMatch
    ) -> None:
        match.enter("raise", "Cy", to=50)
        assert match.refuses("raise", "Dee", to=89).because
        match.enter("raise", "Dee", to=90)
        assert match.refuses("raise", "Ana", to=129).because

    def test_a_short_all_in_does_not_let_those_raise_who_have_acted(
        self, play: Play
    ) -> None:
        match = play("holdem", "Ana Ben Cy", dealer="Cy", depth="bets", stack=100)
        for seat, n in (("Ben", 100), ("Cy", 100)):
            match.enter("buy", seat=seat, n=n)
        match.enter("raise", "Cy", to=80)
        match.enter("all-in", "Ana")
        assert "raise" in match.kinds, "Ben has not acted"
        match.enter("call", "Ben")
        assert match.kinds == ["call", "fold", "misdeal"]

    def test_everybody_else_folds(self, match: PlayedMatch) -> None:
        match.enter("raise", "Cy", to=30)
        for seat in ("Dee", "Ana", "Ben"):
            match.enter("fold", seat)
        assert match.scores == {"Ana": 995, "Ben": 990, "Cy": 1015, "Dee": 1000}
        assert match.scene.dealer == "Ana"

    def test_all_in_before_the_board_it_is_turned_up_without_bets(
        self, play: Play
    ) -> None:
        match = play("holdem", "Ana Ben", dealer="Ben", depth="bets")
        match.enter("all-in", "Ben")
        match.enter("call", "Ana")
        for cards in ("2C 7D 9H", "JS", "3S"):
            assert match.kinds[0] == "board"
            match.enter("board", cards=cards)
        match.enter("showdown", hands={"Ana": "2D 7C", "Ben": "AC KC"})
        assert match.scene.winners == ("Ana",)
        assert match.scores == {"Ana": 2000, "Ben": 0}

    def test_a_big_blind_that_is_all_in_for_less(self, play: Play) -> None:
        match = play(
            "holdem",
            "Ana Ben Cy",
            dealer="Cy",
            depth="bets",
            big=100,
            small=50,
            stack=1000,
        )
        match.enter("depth")
        put_in = {"Ana": 50, "Ben": 100, "Cy": 100}
        match.enter("deal", put_in=put_in, winners=["Cy"])
        put_in = {"Ana": 940, "Ben": 50, "Cy": 940}
        match.enter("deal", put_in=put_in, winners=["Cy"])
        match.enter("depth")
        assert (match.scene.dealer, match.scene.to_act) == ("Ben", ("Ben",))
        match.enter("call", "Ben")
        assert match.rulings[-1].verdict["bet"] == 100

    def test_a_small_blind_above_the_big_one_is_refused(self, play: Play) -> None:
        with pytest.raises(WrongFieldsError, match="No more than “Big blind”"):
            play("holdem", "Ana Ben", small=20, big=10)

    def test_whoever_has_put_in_most_shows_or_somebody_who_called_it(
        self, play: Play
    ) -> None:
        match = play("holdem", "Ana Ben Cy", dealer="Cy", depth="bets", stack=100)
        for seat in ("Ben", "Cy"):
            match.enter("buy", seat=seat, n=100)
        match.enter("all-in", "Cy")
        match.enter("call", "Ana")
        match.enter("call", "Ben")
        for cards in ("2C 7D 9H", "JS", "3S"):
            match.enter("board", cards=cards)
        match.enter("showdown", hands={"Ana": "2D 7C"})
        refusal = match.refuses("showdown", hands={"Ben": [], "Cy": []})
        assert refusal.because[0].rule == "holdem#who-shows"
        match.enter("showdown", hands={"Ben": "AC KC", "Cy": []})
        assert match.scores == {"Ana": 300, "Ben": 200, "Cy": 0}

    def test_the_table_lets_a_low_raise_pass(self, match: PlayedMatch) -> None:
        match.let_pass("raise", "Cy", to=15)
        assert match.scene.to_act == ("Dee",)
        assert str(match.prompts[0].title) == "Call 15"

    def test_a_misdeal_gives_all_bets_back(self, match: PlayedMatch) -> None:
        match.enter("raise", "Cy", to=30)
        match.enter("misdeal")
        assert (match.scene.dealer, match.scene.to_act) == ("Dee", ("Cy",))
        assert match.scores == dict.fromkeys(("Ana", "Ben", "Cy", "Dee"), 1000)

    def test_a_fold_with_nothing_to_call_is_taken_and_binding(
        self, match: PlayedMatch
    ) -> None:
        for seat in ("Cy", "Dee", "Ana"):
            match.enter("call", seat)
        assert match.kinds[:4] == ["check", "all-in", "raise", "fold"], (
            "checking comes first"
        )
        ruled = match.enter("fold", "Ben").rulings[0]
        assert str(ruled.summary) == "Ben folds with nothing to call, which is binding"
        assert ruled.verdict == {"seat": "Ben", "bet": 10}
        assert (ruled.because[0].rule, ruled.because[0].basis) == (
            "holdem#folds",
            "rules",
        )

        match.enter("board", cards="2C 7D 9H")
        match.enter("fold", "Ana")
        match.enter("check", "Cy")
        assert match.scene.to_act == ("Dee",)
        match.enter("fold", "Dee")
        assert match.scores == {"Ana": 990, "Ben": 990, "Cy": 1030, "Dee": 990}

    def test_a_fold_before_a_bet_is_nothing_special(self, match: PlayedMatch) -> None:
        ruled = match.enter("fold", "Cy").rulings[0]
        assert str(ruled.summary) == "Cy folds"
        assert [one.rule for one in ruled.because] == ["holdem#bets"]

    def test_once_all_others_have_folded_the_only_one_with_chips_is_not_asked(
        self, play: Play
    ) -> None:
        match = play("holdem", "Ana Ben Cy", dealer="Cy", depth="bets", stack=100)
        for seat in ("Ben", "Cy"):
            match.enter("buy", seat=seat, n=100)
        match.enter("raise", "Cy", to=100)
        match.enter("call", "Ana")
        match.enter("call", "Ben")
        match.enter("board", cards="2C 7D 9H")
        match.enter("fold", "Ben")
        assert match.kinds[0] == "board"

    @pytest.mark.parametrize(
        ("actions", "is_late"),
        [
            ("fold", False),
            ("call", False),
            ("fold fold", False),
            ("call fold", True),
            ("fold call", True),
            ("call call", True),
            ("fold fold call", True),
        ],
    )
    def test_a_misdeal_is_taken_at_any_time_and_late_ones_are_said_to_be(
        self, match: PlayedMatch, actions: str, is_late: bool
    ) -> None:
        for action, seat in zip(actions.split(), ("Cy", "Dee", "Ana"), strict=False):
            match.enter(action, seat)
        [ruled] = match.enter("misdeal").rulings
        reasons = [(one.rule, one.basis) for one in ruled.because]
        assert reasons[:2] == [
            ("holdem#misdeal", "reading"),
            ("holdem#redeal", "rules"),
        ]
        assert (len(reasons) > 2) is is_late
        assert (match.scene.dealer, match.scene.to_act) == ("Dee", ("Cy",))

    def test_two_checks_are_no_substantial_action(self, play: Play) -> None:
        match = play("holdem", "Ana Ben", dealer="Ben", depth="bets", small=10, big=10)
        match.enter("check", "Ben")
        match.enter("check", "Ana")
        assert len(match.enter("misdeal").rulings[0].because) == 2


class TestShowdown:
    """Ana, Ben and Cy have put in 10 each, and nobody has folded."""

    @pytest.fixture
    def match(self, play: Play) -> PlayedMatch:
        match = play("holdem", "Ana Ben Cy", dealer="Cy", depth="bets")
        for kind in ("call", "call", "check"):
            match.enter(kind, match.scene.to_act[0])
        for cards in ("2C 7D 9H", "JS", "3S"):
            match.enter("board", cards=cards)
            for _ in range(3):
                match.enter("check", match.scene.to_act[0])
        return match

    def test_the_hand_is_told_with_what_it_was_won(self, match: PlayedMatch) -> None:
        shows(match, "Ben", "AC AD")
        shows(match, "Ana", "")
        step = shows(match, "Cy", "JD JC")
        whole = step.rulings[-1]
        assert str(whole.summary) == "Cy takes 30"
        assert [(group.seat, str(group.name)) for group in whole.shown] == [
            ("Cy", "three jacks"),
            ("Ben", "pair of aces"),
        ]

    def test_it_waits_until_all_have_shown_or_given_up(
        self, match: PlayedMatch
    ) -> None:
        assert match.next.startswith("To show or muck: Ana, Ben and Cy.")
        assert not shows(match, "Ben", "AC AD").rulings
        assert match.zone("hand", "Ben").count == 2
        assert match.scene.to_act == ("Ana", "Cy")
        shows(match, "Ana", "")
        assert match.next == "To show or muck: Cy."
        shows(match, "Cy", "JD JC")
        assert match.scores == {"Ana": 990, "Ben": 990, "Cy": 1020}

    def test_nobody_loses_by_silence(self, match: PlayedMatch) -> None:
        match.enter("showdown", by=None, hands={"Ana": "4C 5H", "Ben": "AC AD"})
        assert match.scores == dict.fromkeys(("Ana", "Ben", "Cy"), 1000)

    def test_if_all_others_give_up_the_last_takes_it_without_showing(
        self, match: PlayedMatch
    ) -> None:
        shows(match, "Ana", "")
        shows(match, "Cy", "")
        assert match.prompt("showdown").fields[0].seats == ("Ben",)
        shows(match, "Ben", "")
        assert match.scores == {"Ana": 990, "Ben": 1020, "Cy": 990}
        assert match.scene.round == 2

    def test_or_shows_all_the_same(self, match: PlayedMatch) -> None:
        """Whatever came first, nobody's hand comes too late."""
        shows(match, "Ana", "")
        shows(match, "Cy", "")
        shows(match, "Ben", "QC QD")
        assert match.scores == {"Ana": 990, "Ben": 1020, "Cy": 990}

    def test_nobody_gives_up_for_others(self, match: PlayedMatch) -> None:
        with pytest.raises(NotYoursError):
            match.tried("showdown", by="Ana", hands={"Cy": []})
        match.enter("showdown", by=None, hands={"Cy": []})

    def test_not_all_of_them_give_up(self, match: PlayedMatch) -> None:
        shows(match, "Ana", "")
        with pytest.raises(WrongFieldsError, match="One of those still in"):
            match.tried("showdown", hands={"Ben": [], "Cy": []})

    def test_half_a_hand_is_none(self, match: PlayedMatch) -> None:
        with pytest.raises(WrongFieldsError, match="at least 2 cards"):
            shows(match, "Ana", "AC")

    @pytest.mark.parametrize("cards", ["AC AD AH", "AC AC", "AC JS"])
    def test_a_hand_has_two_cards_that_lie_nowhere_else(
        self, match: PlayedMatch, cards: str
    ) -> None:
        with pytest.raises(WrongFieldsError):
            shows(match, "Ana", cards)

    def test_a_card_that_another_has_shown_is_refused(self, match: PlayedMatch) -> None:
        shows(match, "Ben", "AC AD")
        refusal = match.refuses("showdown", by="Ana", hands={"Ana": "AC KD"})
        assert refusal.because[0].rule == "holdem#one-of-each"
        assert str(refusal.because[0].text) == "Ben has shown it."

    def test_whoever_has_shown_or_given_up_is_not_asked_again(
        self, match: PlayedMatch
    ) -> None:
        shows(match, "Ben", "AC AD")
        shows(match, "Ana", "")
        for seat in ("Ana", "Ben"):
            with pytest.raises(NotOpenError):
                shows(match, seat, "KC KD")

    def test_what_was_given_up_is_put_right(self, match: PlayedMatch) -> None:
        given_up = shows(match, "Ben", "")
        shows(match, "Ana", "4C 5H")
        shows(match, "Cy", "KH QH")
        assert match.scores["Cy"] == 1020
        match.correct(given_up.entry.seq, hands={"Ben": "AC AD"})
        assert match.scores == {"Ana": 990, "Ben": 1020, "Cy": 990}

    def test_a_misdeal_takes_the_cards_back(self, match: PlayedMatch) -> None:
        shows(match, "Ben", "AC AD")
        match.enter("misdeal")
        assert not [zone for zone in match.scene.zones if zone.owner]

    def test_at_omaha_all_four_are_shown(self, play: Play) -> None:
        match = play(
            "holdem", "Ana Ben", dealer="Ben", depth="bets", variant="omaha-hilo"
        )
        match.enter("all-in", "Ben")
        match.enter("call", "Ana")
        for cards in ("2C 7D 9H", "JS", "3S"):
            match.enter("board", cards=cards)
        with pytest.raises(WrongFieldsError, match="at least 4 cards"):
            shows(match, "Ana", "AC AD")
        shows(match, "Ana", "AC 4D KH KD")
        shows(match, "Ben", "JD JC 9C 9D")
        assert match.scores == {"Ana": 1000, "Ben": 1000}


def shows(match: PlayedMatch, seat: str, cards: str) -> EntryStep:
    """A seat shows these cards, or none."""
    return match.enter("showdown", by=seat, hands={seat: cards.split()})


class TestWholeHands:
    def test_a_whole_hand_and_its_bets_come_to_the_same(self, play: Play) -> None:
        whole, bets = (
            play("holdem", "Ana Ben Cy", dealer="Cy", depth=depth)
            for depth in ("deals", "bets")
        )
        hands = {"Ana": "2D 2H", "Cy": "AC KC"}
        whole.enter(
            "showdown",
            board=BOARD,
            hands=hands,
            put_in={"Ana": 60, "Ben": 10, "Cy": 60},
        )
        bets.enter("raise", "Cy", to=60)
        bets.enter("call", "Ana")
        bets.enter("fold", "Ben")
        for cards in ("2C 7D 9H", "JS", "3S"):
            bets.enter("board", cards=cards)
            bets.enter("check", "Ana")
            bets.enter("check", "Cy")
        bets.enter("showdown", hands=hands)
        assert whole.scores == bets.scores == {"Ana": 1070, "Ben": 990, "Cy": 940}

    def test_the_form_begins_with_the_blinds(self, play: Play) -> None:
        match = play("holdem", "Ana Ben Cy", dealer="Cy")
        assert match.prompts[0].fields[0].default == {"Ana": 5, "Ben": 10, "Cy": 0}

    def test_whoever_has_lost_all_is_out_and_the_deal_passes_over_them(
        self, play: Play
    ) -> None:
        match = play("holdem", "Ana Ben Cy", dealer="Cy")
        match.enter("deal", put_in={"Ana": 1000, "Ben": 10, "Cy": 1000}, winners=["Cy"])
        assert (match.scene.dealer, match.scene.to_act) == ("Ben", ("Ben", "Cy"))
        match.enter("deal", put_in={"Ben": 990, "Cy": 990}, winners=["Ben"])
        assert (match.scene.dealer, match.scores) == (
            "Cy",
            {"Ana": 0, "Ben": 1980, "Cy": 1020},
        )

    def test_the_number_of_hands_ends_it(self, play: Play) -> None:
        match = play("holdem", "Ana Ben", dealer="Ben", hands=1)
        match.enter("deal", put_in={"Ana": 10, "Ben": 10}, winners=["Ana"])
        assert match.scene.winners == ("Ana",)

    def test_chips_are_bought_between_two_hands(self, play: Play) -> None:
        match = play("holdem", "Ana Ben Cy", dealer="Cy", stack=100)
        match.enter("deal", put_in={"Ana": 100, "Ben": 100, "Cy": 0}, winners=["Ben"])
        match.enter("buy", seat="Ana", n=500)
        assert match.scores == {"Ana": 500, "Ben": 200, "Cy": 100}

    def test_most_chips_win_by_a_reading_and_all_chips_by_the_rules(
        self, play: Play
    ) -> None:
        for hands, put_in, rule in (
            (1, 10, "most-chips"),
            (None, 1000, "end"),
            (1, 1000, "end"),
        ):
            match = play("holdem", "Ana Ben", dealer="Ben", hands=hands)
            match.enter("deal", put_in={"Ana": put_in, "Ben": put_in}, winners=["Ana"])
            assert match.rulings[-1].because[0].rule == f"holdem#{rule}"

    def test_the_table_gives_the_pot_to_somebody_else(self, play: Play) -> None:
        match = play("holdem", "Ana Ben", dealer="Ben")
        hands = {"Ana": "2D 2H", "Ben": "AC KC"}
        entered = match.enter(
            "showdown", board=BOARD, hands=hands, put_in={"Ana": 60, "Ben": 60}
        )
        match.overrule(
            entered.entry.seq,
            {"ranking": [["Ben"], ["Ana"]], "winners": ["Ben"]},
            place=0,
        )
        assert match.scores == {"Ana": 940, "Ben": 1060}


class TestSidePotsByDeal:
    """Ana is all in for 100, Ben and Cy for 300."""

    @pytest.fixture
    def match(self, play: Play) -> PlayedMatch:
        match = play("holdem", "Ana Ben Cy", dealer="Cy", stack=100, chip=1)
        match.enter("buy", seat="Ben", n=200)
        match.enter("buy", seat="Cy", n=200)
        return match

    def test_what_the_winner_cannot_win_goes_to_the_next(
        self, match: PlayedMatch
    ) -> None:
        put_in = {"Ana": 100, "Ben": 300, "Cy": 300}
        match.enter("deal", put_in=put_in, winners=["Ana"], then=[["Ben"]])
        assert match.scores == {"Ana": 300, "Ben": 400, "Cy": 0}

    def test_a_side_pot_that_nobody_named_can_win_is_asked_for(
        self, match: PlayedMatch
    ) -> None:
        put_in = {"Ana": 100, "Ben": 300, "Cy": 300}
        match.enter("deal", put_in=put_in, winners=["Ana"])
        assert match.said(match.scene.steps[0].text) == (
            "Ana can win 300. Side pot 400: Ben or Cy?"
        )
        [prompt] = match.prompts
        assert prompt.fields[0].choices == ("Ben", "Cy")
        match.enter("side-pot", winners=["Cy"])
        assert match.scores == {"Ana": 300, "Ben": 0, "Cy": 400}
        assert match.scene.round == 2

    def test_who_has_chips_left_has_folded_and_is_no_answer(
        self, match: PlayedMatch
    ) -> None:
        """Cy could have put in 300: so Ben alone can win what Ana cannot."""
        put_in = {"Ana": 100, "Ben": 300, "Cy": 200}
        match.enter("deal", put_in=put_in, winners=["Ana"])
        assert match.scores == {"Ana": 300, "Ben": 300, "Cy": 100}
        told = [match.said(why.text) for why in match.rulings[-1].because]
        assert "100 goes back to Ben: nobody called it." in told
        assert "Main pot, 300, paid by Ana, Ben and Cy: it goes to Ana." in told
        assert "Side pot 1, 200, paid by Ben and Cy: it goes to Ben." in told

    def test_each_side_pot_has_its_own_question(self, play: Play) -> None:
        match = play("holdem", "Ana Ben Cy Dee", dealer="Dee", stack=100, chip=1)
        for seat, n in (("Ben", 100), ("Cy", 200), ("Dee", 200)):
            match.enter("buy", seat=seat, n=n)
        put_in = {"Ana": 100, "Ben": 200, "Cy": 300, "Dee": 300}
        match.enter("deal", put_in=put_in, winners=["Ana"])
        assert match.prompts[0].fields[0].choices == ("Ben", "Cy", "Dee")
        match.enter("side-pot", winners=["Ben"])
        assert match.said(match.scene.steps[0].text) == (
            "Ana and Ben can win 700. Side pot 200: Cy or Dee?"
        )
        match.enter("side-pot", winners=["Cy", "Dee"])
        assert match.scores == {"Ana": 400, "Ben": 300, "Cy": 100, "Dee": 100}

    def test_cards_of_nobody_who_can_win_it_ask_too(self, match: PlayedMatch) -> None:
        put_in = {"Ana": 100, "Ben": 300, "Cy": 300}
        hands = {"Ana": "2D 2H"}
        match.enter("showdown", board=BOARD, hands=hands, put_in=put_in)
        match.enter("side-pot", winners=["Ben"])
        assert match.scores == {"Ana": 300, "Ben": 400, "Cy": 0}

    def test_two_may_share_it_and_who_wins_first_is_not_named_twice(
        self, match: PlayedMatch
    ) -> None:
        put_in = {"Ana": 100, "Ben": 300, "Cy": 300}
        then = [["Ana"], ["Ben", "Cy"]]
        match.enter("deal", put_in=put_in, winners=["Ana"], then=then)
        assert match.scores == {"Ana": 300, "Ben": 200, "Cy": 200}

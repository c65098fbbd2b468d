"""Hold'em: who has the button and the blinds after people have lost all they had."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from referee.testing import PlayedMatch

Play = Callable[..., PlayedMatch]
BLINDS = {"chip": 1, "small": 5, "big": 10, "stack": 100}


class Table:
    """A match entered hand by hand, in which people lose all they have."""

    def __init__(self, play: Play, seats: str, dealer: str, *house_rules: str) -> None:
        self.match = play(
            "holdem", seats, dealer=dealer, house_rules=house_rules, **BLINDS
        )

    @property
    def form(self) -> dict[str, int]:
        """What the form of a hand begins with."""
        return dict(self.match.prompts[0].fields[0].default)  # type: ignore[call-overload]

    @property
    def blinds(self) -> tuple[str, str]:
        """Who posts the small blind, or nobody, and who the big one."""
        positions = self.match.state.positions
        return positions.small if positions.has_small_blind else "nobody", positions.big

    @property
    def facts(self) -> list[tuple[str, str, str | None]]:
        facts = self.match.scene.facts
        return [(str(one.label), self.match.said(one.text), one.seat) for one in facts]

    def lose(self, winner: str, losers: str = "") -> list[str]:
        """Play a hand in which these lose all they have to the winner, and others what
        they posted; return its reasons.
        """
        chips = self.match.scores
        most = max([10, *(int(chips[seat]) for seat in losers.split())])
        put_in = self.form
        put_in |= {seat: int(chips[seat]) for seat in losers.split()}
        put_in[winner] = min(int(chips[winner]), most)
        entered = self.match.enter("deal", put_in=put_in, winners=[winner])
        return [self.match.said(one.text) for one in entered.rulings[-1].because]


@pytest.mark.parametrize(
    ("losers", "form", "dealer", "last"),
    [
        ("A", {"B": 5, "C": 10, "D": 0, "E": 0}, "E", "E"),
        ("B", {"A": 0, "C": 10, "D": 0, "E": 0}, "A", "A"),
        ("C", {"A": 0, "B": 5, "D": 10, "E": 0}, "A", "A"),
        ("E", {"A": 0, "B": 5, "C": 10, "D": 0}, "A", "A"),
        ("A B", {"C": 10, "D": 0, "E": 0}, "E", "E"),
        ("B C", {"A": 0, "D": 10, "E": 0}, "A", "A"),
        ("A C", {"B": 5, "D": 10, "E": 0}, "E", "E"),
        ("A E", {"B": 5, "C": 10, "D": 0}, "D", "D"),
        ("A B E", {"C": 10, "D": 5}, "D", "D"),
        ("A B C", {"D": 10, "E": 5}, "E", "E"),
        ("B C D", {"A": 5, "E": 10}, "A", "A"),
        ("C D E", {"A": 10, "B": 5}, "B", "B"),
    ],
)
def test_the_big_blind_moves_on_whoever_is_out(
    play: Play, losers: str, form: dict[str, int], dealer: str, last: str
) -> None:
    """E has the button, A the small blind, B the big one."""
    table = Table(play, "A B C D E", "E")
    winner = next(seat for seat in "EDCBA" if seat not in losers)
    table.lose(winner, losers)
    assert table.form == form
    assert table.match.scene.dealer == dealer
    assert list(table.form)[-1] == last, "the form begins left of the button"


def test_a_dead_small_blind_is_said_and_shown(play: Play) -> None:
    table = Table(play, "A B C D", "D")
    reasons = table.lose("D", "B")
    assert reasons[-1] == "B is out: nobody posts the small blind in the next hand."
    assert table.match.rulings[-1].because[-1].rule == "holdem#dead-button"
    assert table.facts == [("Big blind", "10", "C"), ("Small blind", "nobody", None)]

    reasons = table.lose("D")
    assert reasons[-1] == "The button moves to B’s empty place, and A acts last."
    assert table.blinds == ("C", "D")
    assert table.match.scene.dealer == "A"
    shown = [("Small blind", "5", "C"), ("Big blind", "10", "D")]
    assert table.facts == [*shown, ("Button", "at B’s empty place", None)]


def test_both_blinds_out_one_acts_last_three_times(play: Play) -> None:
    table = Table(play, "A B C D E", "E")
    dealers = [table.match.scene.dealer]
    table.lose("D", "A B")
    for _ in range(3):
        dealers.append(table.match.scene.dealer)
        table.lose("D")
    assert dealers == ["E", "E", "E", "C"]


def test_between_two_nobody_has_the_big_blind_twice(play: Play) -> None:
    table = Table(play, "A B C", "C")
    reasons = table.lose("B", "C")
    assert table.form == {"A": 10, "B": 5}
    assert reasons[-1] == "A has the big blind next, B the button and the small blind."
    table.lose("B")
    assert table.form == {"A": 5, "B": 10}


@pytest.mark.parametrize(
    "seats",
    [
        "A B C",
        *(
            pytest.param(more, marks=pytest.mark.slow)
            for more in ("A B C D", "A B C D E F")
        ),
    ],
)
def test_blinds_over_whole_matches(play: Play, seats: str) -> None:
    """The big blind moves to the next who plays; the small one is had by who had the
    big one.
    """
    for seed in range(25):
        random = Random(seed)
        table = Table(play, seats, "A")
        seen: list[tuple[str, str]] = []
        while not table.match.scene.finished:
            seen.append(table.blinds)
            among = table.match.scene.to_act
            after = [*among[among.index(table.blinds[1]) + 1 :], *among]
            assert table.match.scene.dealer == [*table.form][-1]

            winner, *others = random.sample(among, len(among))
            chips = table.match.scores
            poorer = [seat for seat in others if chips[seat] <= chips[winner]]
            losers = [seat for seat in poorer if random.random() < 0.3]
            table.lose(winner, " ".join(losers))
            if not table.match.scene.finished:
                still = table.match.scene.to_act
                assert table.blinds[1] == next(seat for seat in after if seat in still)

        for (_, had_big), (small, big) in pairwise(seen):
            assert big != had_big
            assert small in (had_big, "nobody") or len(table.match.scores) > 2


class TestBets:
    def test_nobody_posts_a_dead_small_blind_and_the_next_is_to_act(
        self, play: Play
    ) -> None:
        table = Table(play, "A B C D", "D")
        table.lose("D", "B")
        match = table.match
        match.enter("depth")
        stakes = {fact.seat: str(fact.text) for fact in match.scene.facts if fact.seat}
        assert stakes == {"C": "10", "D": "0", "A": "0"}
        for seat in ("D", "A"):
            assert match.scene.to_act == (seat,)
            match.enter("call", seat)
        assert match.kinds[0] == "check", "the big blind may still raise"
        match.enter("check", "C")
        match.enter("board", cards="2C 7D 9H")
        assert match.scene.to_act == ("C",), "the first left of the button"

    def test_beside_a_dead_button_the_one_before_it_acts_last(self, play: Play) -> None:
        table = Table(play, "A B C D", "D")
        table.lose("D", "A")
        match = table.match
        match.enter("depth")
        for seat in ("D", "B"):
            match.enter("call", seat)
        match.enter("check", "C")
        match.enter("board", cards="2C 7D 9H")
        for seat in ("B", "C", "D"):
            assert match.scene.to_act == (seat,)
            match.enter("check", seat)
        assert match.kinds[0] == "board"

    def test_when_two_are_left_the_button_acts_first_and_then_last(
        self, play: Play
    ) -> None:
        table = Table(play, "A B C", "C")
        table.lose("B", "C")
        match = table.match
        match.enter("depth")
        assert match.scene.to_act == ("B",)
        match.enter("call", "B")
        match.enter("check", "A")
        match.enter("board", cards="2C 7D 9H")
        assert match.scene.to_act == ("A",)

    def test_a_misdeal_moves_neither_button_nor_blinds(self, play: Play) -> None:
        table = Table(play, "A B C D", "D")
        table.lose("D", "B")
        match = table.match
        match.enter("depth")
        match.enter("call", "D")
        match.enter("misdeal")
        assert (match.scene.dealer, match.scene.to_act) == ("A", ("D",))

    def test_odd_chips_go_to_the_first_left_of_a_dead_button(self, play: Play) -> None:
        table = Table(play, "A B C D", "D")
        table.lose("D", "A")
        table.match.enter("deal", put_in={"B": 5, "C": 10, "D": 10}, winners=["D", "C"])
        assert table.match.scores == {"A": 0, "B": 85, "C": 103, "D": 212}


class TestChipsBought:
    def test_whoever_buys_at_once_has_the_blinds_as_if_nothing_had_been(
        self, play: Play
    ) -> None:
        table = Table(play, "A B C D", "D")
        table.lose("D", "A B")
        assert table.form == {"C": 10, "D": 5}
        for seat in ("A", "B"):
            table.match.enter("buy", seat=seat, n=100)
        assert table.form == {"B": 5, "C": 10, "D": 0, "A": 0}
        assert table.match.scene.dealer == "A"

    def test_between_button_and_small_blind_they_wait_for_a_hand(
        self, play: Play
    ) -> None:
        table = Table(play, "A B C D E", "E")
        table.lose("E", "C")
        table.lose("E")
        assert table.blinds == ("D", "E"), (
            "C is between the button, B, and the small blind"
        )
        entered = table.match.enter("buy", seat="C", n=100)
        assert entered.rulings[0].because[-1].rule == "holdem#late-chips"
        assert table.form == {"D": 5, "E": 10, "A": 0, "B": 0}
        assert table.facts[-1] == ("Cards", "from the next hand on", "C")
        assert table.match.scores["C"] == 100
        table.lose("E")
        assert table.form == {"E": 5, "A": 10, "B": 0, "C": 0, "D": 0}

    def test_a_third_comes_back_to_two(self, play: Play) -> None:
        table = Table(play, "A B C", "C")
        table.lose("B", "C")
        table.lose("B")
        table.lose("B")
        assert table.form == {"A": 10, "B": 5}
        table.match.enter("buy", seat="C", n=100)
        assert table.form == {"B": 5, "C": 10, "A": 0}

    def test_a_third_comes_back_to_two_where_the_button_has_to_be(
        self, play: Play
    ) -> None:
        table = Table(play, "A B C", "C")
        table.lose("B", "C")
        table.lose("B")
        assert table.form == {"B": 10, "A": 5}
        table.match.enter("buy", seat="C", n=100)
        assert table.form == {"A": 5, "B": 10, "C": 0}
        table.lose("B")
        assert table.form == {"B": 5, "C": 10, "A": 0}

    def test_whoever_sits_without_chips_is_asked_for_nothing(self, play: Play) -> None:
        table = Table(play, "A B C D", "D")
        table.lose("D", "A")
        assert "A" not in table.form
        assert "A" not in table.match.scene.to_act
        table.match.enter("depth")
        assert table.match.scene.to_act == ("D",)


class TestButtonMovesOn:
    """The house rule: the button moves to the next who plays."""

    def test_the_next_two_have_the_blinds(self, play: Play) -> None:
        table = Table(play, "A B C D", "D", "button-moves-on")
        reasons = table.lose("D", "A")
        assert table.form == {"C": 5, "D": 10, "B": 0}
        assert table.match.scene.dealer == "B"
        assert (
            reasons[0]
            == "The button moves to B, the next who plays; D has the big blind."
        )
        because = table.match.rulings[-1].because
        assert (because[0].rule, because[0].basis) == (
            "holdem#button-moves-on",
            "house-rule",
        )
        assert all(one.rule != "holdem#dead-button" for one in because)

    def test_somebody_may_have_the_big_blind_twice(self, play: Play) -> None:
        table = Table(play, "A B C", "C", "button-moves-on")
        table.lose("B", "C")
        assert table.form == {"B": 10, "A": 5}

    def test_as_long_as_all_play_it_changes_nothing(self, play: Play) -> None:
        table, other = (
            Table(play, "A B C D", "D", *rules) for rules in ((), ("button-moves-on",))
        )
        for _ in range(5):
            assert table.lose("D") == other.lose("D")
            assert table.form == other.form

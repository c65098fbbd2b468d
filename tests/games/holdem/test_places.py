"""Who was second in a tournament, and a match that goes on though one has all the chips
(Robert's Rules of Poker, 15).
"""

import pytest

from referee.testing import PlayedMatch


def begun(seats: str = "Ana Ben Cy Dee", **options: object) -> PlayedMatch:
    given = {"depth": "deals", "stack": 100, "chip": 1, **options}
    return PlayedMatch.begun("holdem", seats, dealer=seats.split()[-1], **given)


def places(match: PlayedMatch) -> dict[str, int]:
    return {each.seat: each.place for each in match.scene.standings}


def play(match: PlayedMatch, winner: str, **put_in: int) -> None:
    """Play a hand in which others have put in no more than their blinds."""
    everything = {**match.state.betting.put_in, **put_in}
    match.enter("deal", put_in=everything, winners=[winner])


def with_three_out() -> PlayedMatch:
    """Ben goes out in the first hand, Cy in the second, Dee in the third."""
    match = begun()
    play(match, "Ana", Ana=100, Ben=100)
    play(match, "Ana", Ana=100, Cy=100)
    play(match, "Ana", Ana=match.state.stacks["Dee"], Dee=match.state.stacks["Dee"])
    return match


class TestPlaces:
    def test_who_goes_out_later_is_placed_higher(self) -> None:
        match = with_three_out()
        assert match.scene.winners == ("Ana",)
        assert places(match) == {"Ana": 1, "Ben": 4, "Cy": 3, "Dee": 2}
        said = [match.said(each.ranked_by) for each in match.scene.standings[1:3]]
        assert said == ["out in hand 1", "out in hand 2"]

    @pytest.mark.parametrize("more", ["Ben", "Cy"])
    def test_in_one_hand_it_is_who_had_more_before_it(self, more: str) -> None:
        match = begun("Ana Ben Cy")
        for seat, n in (("Ana", 100), (more, 50)):
            match.enter("buy", seat=seat, n=n)
        play(match, "Ana", **{**match.state.stacks, "Ana": 150})
        assert places(match)[more] == 2
        assert sorted(places(match).values()) == [1, 2, 3]

    def test_who_had_as_much_shares_the_place(self) -> None:
        match = begun("Ana Ben Cy")
        play(match, "Ana", Ana=100, Ben=100, Cy=100)
        assert places(match) == {"Ana": 1, "Ben": 2, "Cy": 2}

    def test_who_buys_again_is_placed_by_chips(self) -> None:
        match = begun()
        play(match, "Ana", Ana=100, Ben=100)
        play(match, "Ana", Ana=100, Cy=100)
        match.enter("buy", seat="Ben", n=300)
        assert places(match) == {"Ana": 1, "Ben": 1, "Cy": 4, "Dee": 3}

    def test_bet_by_bet_it_is_the_same(self) -> None:
        match = begun("Ana Ben Cy", depth="bets", stack=10, small=5, big=10)
        match.enter("buy", seat="Cy", n=50)
        for _ in range(2):
            match.enter("call", match.scene.to_act[0])
        board = "2C 7D 9H", "KS", "3S"
        for cards in board:
            match.enter("board", cards=cards)
        hands = {"Cy": "KC KD", "Ana": "4H 5H", "Ben": "4D 5D"}
        match.enter("showdown", hands=hands)
        assert places(match) == {"Cy": 1, "Ana": 2, "Ben": 2}


class TestChipsBoughtFromWhoHasThemAll:
    def with_one_left(self, **options: object) -> PlayedMatch:
        match = begun("Ana Ben Cy", rebuys=True, **options)
        play(match, "Ana", Ana=100, Ben=100, Cy=100)
        return match

    def test_the_match_waits_for_them(self) -> None:
        match = self.with_one_left()
        assert not match.scene.finished
        assert match.next == "Ana has all the chips. Buy some, or end the match."
        assert match.kinds == ["buy", "end"]
        assert match.scene.to_act == ("Ben", "Cy")
        assert match.ruling.because[-1].rule == "holdem#rebuys"

    def test_bought_ones_are_played_on_with(self) -> None:
        match = self.with_one_left()
        match.enter("buy", seat="Cy", n=100)
        assert match.state.positions.big == "Cy"
        play(match, "Ana", Ana=50, Cy=50)
        assert match.scores == {"Ana": 350, "Ben": 0, "Cy": 50}

    def test_without_any_the_table_ends_the_match(self) -> None:
        match = self.with_one_left()
        match.enter("end")
        assert match.scene.winners == ("Ana",)

    def test_the_clock_may_be_stopped_meanwhile(self) -> None:
        assert "clock" in self.with_one_left(rise="minutes").kinds

    def test_where_it_is_not_agreed_the_match_is_over(self) -> None:
        match = begun("Ana Ben")
        play(match, "Ana", Ana=100, Ben=100)
        assert match.scene.winners == ("Ana",)
        reasons = [match.said(each.text) for each in match.ruling.because]
        assert reasons == ["Ana has all the chips.", "Ben is out: place 2."]


class TestWhatEachHasWon:
    """Where chips are bought at cash games, most chips alone do not say it."""

    def reasons(self, match: PlayedMatch) -> list[str]:
        because = match.ruling.because
        return [match.said(why.text) for why in because if "rebuys" in why.rule]

    def test_it_is_told_when_the_table_ends_the_match(self) -> None:
        match = begun("Ana Ben Cy")
        play(match, "Ana", Ana=100, Ben=100)
        match.enter("buy", seat="Ben", n=300)
        match.enter("end")
        assert match.scene.winners == ("Ben",)
        assert self.reasons(match) == [
            "Ana has 100 more than they began with and bought.",
            "Ben has 100 fewer than they began with and bought.",
            "Cy has as many as they began with and bought.",
        ]

    def test_and_after_the_last_hand(self) -> None:
        match = begun("Ana Ben", hands=1)
        match.enter("buy", seat="Ana", n=50)
        play(match, "Ben", Ana=20, Ben=20)
        assert self.reasons(match)[0].startswith("Ana has 20 fewer")

    def test_where_nobody_bought_any_it_is_not(self) -> None:
        match = begun("Ana Ben")
        match.enter("end")
        assert not self.reasons(match)


class TestBlindsOfAHandEnteredAsAWhole:
    def test_nobody_has_put_in_less_than_their_blind_or_ante(self) -> None:
        match = begun("Ana Ben Cy", antes="each", ante=5)
        put_in = {"Ana": 10, "Ben": 15, "Cy": 0}
        refused = match.refuses("deal", put_in=put_in, winners=["Ben"])
        assert match.said(refused.summary) == "Cy can’t have put in 0"
        match.enter("deal", put_in={**put_in, "Cy": 5}, winners=["Ben"])
        assert match.scores == {"Ana": 90, "Ben": 115, "Cy": 95}

"""Doppelkopf, what a deal scores: who wins, the points for it, special points, alone."""

from collections.abc import Callable
from typing import Any

import pytest

from referee import Ruling, WrongFieldsError

Ask = Callable[..., Ruling]


def score(ask: Ask, **given: object) -> dict[str, object]:
    return {**ask("doppelkopf", "deal", **given).verdict}


class TestWhoWins:
    @pytest.mark.parametrize(
        ("eyes", "re", "kontra", "won"),
        [
            (121, "none", "none", "re"),
            (120, "none", "none", "kontra"),
            (120, "announced", "none", "kontra"),
            (120, "announced", "announced", "kontra"),
            (120, "none", "announced", "re"),
            (119, "none", "announced", "kontra"),
            (151, "no-90", "none", "re"),
            (150, "no-90", "none", "kontra"),
            (181, "no-60", "none", "re"),
            (180, "no-60", "none", "kontra"),
            (211, "no-30", "none", "re"),
            (210, "no-30", "none", "kontra"),
            (90, "none", "no-90", "re"),
            (89, "announced", "no-90", "kontra"),
            (60, "announced", "no-60", "re"),
            (30, "none", "no-30", "re"),
            (29, "none", "no-30", "kontra"),
            (151, "no-90", "no-60", "re"),
            (59, "no-90", "no-60", "kontra"),
            (120, "no-90", "no-90", "nobody"),
        ],
    )
    def test_by_eyes_and_announcements(
        self, ask: Ask, eyes: int, re: str, kontra: str, won: str
    ) -> None:
        announced = {"announced_re": re, "announced_kontra": kontra}
        assert score(ask, eyes=eyes, **announced)["won"] == won

    @pytest.mark.parametrize(
        ("eyes", "nines", "won"),
        [(240, False, "re"), (240, True, "kontra"), (238, False, "kontra")],
    )
    def test_black_is_kept_only_if_the_others_took_no_trick(
        self, ask: Ask, eyes: int, nines: bool, won: str
    ) -> None:
        given = score(ask, eyes=eyes, nines=nines, announced_re="black")
        assert given["won"] == won


class TestPoints:
    @pytest.mark.parametrize(
        ("eyes", "re"), [(121, 1), (150, 1), (151, 2), (181, 3), (211, 4), (240, 5)]
    )
    def test_eyes_of_kontra_that_lost(self, ask: Ask, eyes: int, re: int) -> None:
        given = score(ask, eyes=eyes)
        assert (given["re"], given["kontra"]) == (re, -re)

    @pytest.mark.parametrize(
        ("eyes", "re"), [(120, -2), (90, -2), (89, -3), (59, -4), (29, -5), (0, -6)]
    )
    def test_eyes_of_re_that_lost_and_the_queens(
        self, ask: Ask, eyes: int, re: int
    ) -> None:
        given = score(ask, eyes=eyes)
        assert (given["re"], given["kontra"]) == (re, -re)

    def test_announcements_of_both_count_for_the_winner(self, ask: Ask) -> None:
        announced = {"announced_re": "no-60", "announced_kontra": "announced"}
        # Won, under 90, under 60, Re, Kontra, no 90, no 60.
        assert score(ask, eyes=185, **announced)["re"] == 9
        # Won, against the queens, Re, Kontra, no 90, no 60, 90 against no 60.
        assert score(ask, eyes=140, **announced)["re"] == -9

    def test_eyes_against_an_announcement_are_a_point_each(self, ask: Ask) -> None:
        # Won, Kontra, no 90, no 60; 120 against no 90, 90 against no 60.
        assert score(ask, eyes=125, announced_kontra="no-60")["re"] == 7

    def test_where_nobody_wins_only_eyes_and_special_points_count(
        self, ask: Ask
    ) -> None:
        given = score(
            ask,
            eyes=120,
            announced_re="no-60",
            announced_kontra="no-90",
            foxes_kontra=1,
        )
        # Re has 120 against no 90; Kontra that too, 90 against no 60, and the fox.
        assert given == {"won": "nobody", "re": -2, "kontra": 2}


class TestSpecialPoints:
    def test_both_sides_count_theirs(self, ask: Ask) -> None:
        given = score(ask, eyes=130, foxes_re=1, charlie_kontra=1, heads_kontra=2)
        assert given["re"] == 1 + 1 - 1 - 2

    def test_alone_there_are_none_and_all_counts_three_times(self, ask: Ask) -> None:
        given = score(ask, eyes=100, alone=True, foxes_kontra=1)
        assert given == {"won": "kontra", "re": -3, "kontra": 1}

    def test_every_point_stands_in_the_reckoning(self, ask: Ask) -> None:
        ruling = ask("doppelkopf", "deal", eyes=152, announced_re="announced")
        assert ruling.reckoning is not None
        rows = [(str(row.name), *row.cells) for row in ruling.reckoning.rows]
        assert rows == [("deal won", 1), ("Re announced", 2), ("under 90", 1)]


class TestTheHeadline:
    """It says what the winner's points are for, as players count them, and their sum."""

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            (
                {"eyes": 152, "announced_re": "announced", "foxes_re": 1},
                "Re won: 5 points (deal won, Re announced, no 90, fox)",
            ),
            (
                {"eyes": 100, "heads_kontra": 2, "foxes_re": 1},
                "Kontra won: 3 points (deal won, against the queens of clubs, minus fox, 2 × doppelkopf)",
            ),
            (
                {"eyes": 185, "announced_re": "no-90"},
                "Re won: 6 points (deal won, Re announced, no 90 announced, no 90, no 60)",
            ),
            (
                {"eyes": 152, "alone": True},
                "Re won: 6 points (deal won, no 90, solo × 3)",
            ),
            ({"eyes": 100, "alone": True}, "Kontra won: 1 point"),
        ],
    )
    def test_its_parts_come_to_its_sum(
        self, ask: Ask, given: dict[str, Any], said: str
    ) -> None:
        assert str(ask("doppelkopf", "deal", **given).summary) == said


class TestWhatTablesAgreeOn:
    def test_only_winners_score(self, ask: Ask) -> None:
        given = score(ask, eyes=121, scored="winners")
        assert (given["re"], given["kontra"]) == (1, 0)
        given = score(ask, eyes=100, alone=True, scored="winners")
        assert (given["re"], given["kontra"]) == (0, 1)

    def test_re_and_kontra_double_all_but_special_points(self, ask: Ask) -> None:
        both = {"announced_re": "announced", "announced_kontra": "announced"}
        given = score(ask, eyes=152, **both, foxes_re=1, doubles=True)
        assert given["re"] == 2 * 2 * 2 + 1


class TestAnOffence:
    def test_the_others_win_with_what_was_announced(self, ask: Ask) -> None:
        given = score(
            ask, offended_re=True, announced_re="no-90", foxes_re=1, heads_kontra=1
        )
        # Won, Re, no 90, against the queens, the doppelkopf.
        assert given == {"won": "kontra", "re": -6, "kontra": 6}

    def test_of_both_sides_nobody_scores(self, ask: Ask) -> None:
        given = score(ask, offended_re=True, offended_kontra=True, foxes_re=1)
        assert given == {"won": "nobody", "re": 0, "kontra": 0}


class TestWhatCannotBe:
    @pytest.mark.parametrize(
        "given",
        [
            {"eyes": 1},
            {"eyes": 239},
            {"eyes": 7, "cards": "40"},
            {"eyes": 121, "nines": True},
            {"eyes": 0, "nines": True, "cards": "40"},
            {"eyes": 121, "charlie_re": 1, "charlie_kontra": 1},
            {"eyes": 121, "charlie_re": 1, "charlie_caught_kontra": 1},
            {"eyes": 121, "charlie_re": 1, "charlie_caught_re": 2},
            {"eyes": 121, "foxes_re": 1, "foxes_kontra": 2},
            {"eyes": 121, "heads_re": 3, "heads_kontra": 2},
            {"eyes": 121, "heads_re": 4},
            {"eyes": 40, "heads_re": 1, "foxes_re": 1},
            {"eyes": 10, "foxes_re": 1},
            {"eyes": 239 - 38, "heads_kontra": 1},
        ],
    )
    def test_is_refused(self, ask: Ask, given: dict[str, object]) -> None:
        with pytest.raises(WrongFieldsError):
            score(ask, **given)

    @pytest.mark.parametrize(
        "given",
        [
            {"eyes": 2},
            {"eyes": 8, "cards": "40"},
            {"eyes": 0, "nines": True},
            {"eyes": 240, "nines": True},
            {"eyes": 41, "heads_re": 1, "foxes_re": 1},
            {"eyes": 11, "foxes_re": 1},
            {"eyes": 121, "charlie_re": 1, "charlie_caught_re": 1},
            {"eyes": 200, "heads_re": 2, "heads_kontra": 1},
        ],
    )
    def test_whatever_may_be_is_taken(self, ask: Ask, given: dict[str, object]) -> None:
        assert score(ask, **given)["won"]


@pytest.mark.parametrize(
    ("scored", "re", "kontra"),
    [("both", -1, 1), ("winners", 0, 1), ("never-losers", 0, 0)],
)
def test_losers_with_more_special_points(
    ask: Ask, scored: str, re: int, kontra: int
) -> None:
    ruling = ask("doppelkopf", "deal", eyes=121, heads_kontra=2, scored=scored)
    assert (ruling.verdict["re"], ruling.verdict["kontra"]) == (re, kontra)
    is_read = "doppelkopf#winners-score" in {one.rule for one in ruling.because}
    assert is_read == (scored != "both")

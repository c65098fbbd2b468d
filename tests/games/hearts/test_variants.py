"""Hearts, what tables agree on: any club leads, points in the first trick, exactly the
target.
"""

from collections.abc import Callable

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch

Play = Callable[..., PlayedMatch]

SEATS = "Ana Ben Cy Dee"


def took(match: PlayedMatch, hearts: str, queen: str) -> None:
    numbers = map(int, hearts.split())
    match.enter(
        "deal", hearts=dict(zip(SEATS.split(), numbers, strict=True)), queen=queen
    )


class TestAnyClubLeads:
    def begun(self, play: Play) -> PlayedMatch:
        return play("hearts", SEATS, depth="tricks", lead="club")

    def test_whoever_has_the_two_leads_the_club_they_like(self, play: Play) -> None:
        match = self.begun(play)
        assert "Whoever holds the two of clubs leads a club." in match.next
        plays = {"Ben": "9C", "Cy": "3C", "Dee": "KC", "Ana": "5C"}
        match.enter("trick", plays=plays, leader="Ben")
        assert match.ruling.verdict["winner"] == "Dee"
        assert [reason.rule for reason in match.ruling.because] == ["hearts#trick"]

    def test_it_has_to_be_said_who_led_unless_the_two_lies_there(
        self, play: Play
    ) -> None:
        plays = {"Ben": "9C", "Cy": "3C", "Dee": "KC", "Ana": "5C"}
        with pytest.raises(WrongFieldsError, match="Say who led"):
            self.begun(play).tried("trick", plays=plays)
        match = self.begun(play)
        match.enter("trick", plays={**plays, "Cy": "2C"})
        match.enter("trick", plays={"Dee": "AD", "Ana": "2D", "Ben": "3D", "Cy": "4D"})
        assert match.ruling.verdict["winner"] == "Dee"

    def test_it_is_a_club(self, play: Play) -> None:
        plays = {"Ben": "9D", "Cy": "3D", "Dee": "KD", "Ana": "5D"}
        match = self.begun(play)
        refused = match.refuses("trick", plays=plays, leader="Ben")
        assert refused.because[0].rule == "hearts#club-lead"


QUEEN_FIRST = {"Ana": "2C", "Ben": "QS", "Cy": "KC", "Dee": "4C"}


class TestPointsInTheFirstTrick:
    def test_they_may_fall_where_it_was_agreed(self, play: Play) -> None:
        match = play("hearts", SEATS, depth="tricks", first_points=True)
        match.enter("trick", plays=QUEEN_FIRST)
        assert match.ruling.verdict["winner"] == "Cy"
        assert match.ruling.because[-1].rule == "hearts#first-points"

    def test_else_they_may_not(self, play: Play) -> None:
        match = play("hearts", SEATS, depth="tricks")
        assert match.refuses("trick", plays=QUEEN_FIRST)
        match.let_pass("trick", plays=QUEEN_FIRST)
        cited = {reason.rule for reason in match.ruling.because}
        assert "hearts#first-points" not in cited


class TestExactlyTheTarget:
    @pytest.mark.parametrize(
        ("exact", "ana", "winners"),
        [
            ("ends", 26, ("Cy", "Dee")),
            ("half", 13, ()),
            ("zero", 0, ()),
            ("wins", 26, ("Ana",)),
        ],
    )
    def test_what_it_brings(
        self, play: Play, exact: str, ana: int, winners: tuple[str, ...]
    ) -> None:
        """By deal, twice thirteen."""
        match = play("hearts", SEATS, target=26, exact=exact)
        took(match, "0 9 2 2", "Ana")
        took(match, "13 0 0 0", "Ben")
        assert match.scores["Ana"] == ana
        assert match.scene.winners == winners
        cited = {reason.rule for one in match.rulings for reason in one.because}
        assert ("hearts#exact" in cited) == (exact != "ends")

    def test_one_point_more_ends_it(self, play: Play) -> None:
        match = play("hearts", SEATS, target=26, exact="half")
        took(match, "1 8 2 2", "Ana")
        took(match, "13 0 0 0", "Ben")
        assert match.scene.finished
        assert match.scores["Ana"] == 27


def test_a_moon_is_taken_off_or_chosen_not_both(play: Play) -> None:
    with pytest.raises(WrongFieldsError, match="not both"):
        play("hearts", SEATS, house_rules=["moon-chosen", "moon-taken-off"])

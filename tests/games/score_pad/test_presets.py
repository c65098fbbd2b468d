"""The presets of the score pad by the sections of their rules, with worked examples."""

from random import Random
from typing import Any

import pytest

from referee import Ruling, WrongFieldsError
from referee.match.showing.score_sheet import sheet_of, timeline_of
from referee.plugin.discovery import rulebook
from referee.testing import PlayedMatch

THREE = ("Ana", "Ben", "Cy")
FOUR = (*THREE, "Di")
FIVE = (*FOUR, "Eva")


def table(preset: str, *seats: str, **options: Any) -> PlayedMatch:
    """A match with this preset; the first of the seats deals first."""
    return PlayedMatch.begun("score-pad", seats or FOUR, preset=preset, **options)


def each(now: PlayedMatch, *numbers: int) -> dict[str, int]:
    return dict(zip(now.setting.seats, numbers, strict=True))


def totals(now: PlayedMatch) -> list[float]:
    return [one.score for one in now.scene.standings]


def places(now: PlayedMatch) -> list[int]:
    return [one.place for one in now.scene.standings]


def rules(ruling: Ruling) -> set[str]:
    return {reason.rule.removeprefix("score-pad#") for reason in ruling.because}


class TestWhist:
    def test_one_number_says_what_both_sides_took(self) -> None:
        now = table("whist")
        [tricks] = now.prompt("round").fields
        assert tricks.words == ("Ana", "Ben")
        assert str(tricks.labels["Ana"]) == "with Cy"
        assert tricks.total == 13
        steps = [str(step.text) for step in now.scene.steps]
        assert steps[-1] == "Then enter the tricks each side took."
        assert now.scene.sides == (("Ana", "Cy"), ("Ben", "Di"))
        assert not now.scene.facts
        assert [prompt.kind for prompt in now.prompts] == ["round", "note"]
        ruling = now.enter("round", tricks={"Ana": 8, "Ben": 5}).rulings[0]
        assert "whist" in rules(ruling)
        assert totals(now) == [8, 8, 5, 5]
        assert now.scene.winners == ("Ana", "Cy")

    def test_a_table_agrees_on_more_deals_than_one(self) -> None:
        now = table("whist", rounds=2)
        now.enter("round", tricks={"Ana": 8, "Ben": 5})
        assert not now.scene.winners
        now.enter("round", tricks={"Ana": 0, "Ben": 13})
        assert now.scene.winners == ("Ben", "Di")

    @pytest.mark.parametrize("tricks", [{"Ana": 8, "Ben": 6}, {"Ana": 8, "Eva": 5}])
    def test_what_cannot_be_is_refused(self, tricks: dict[str, int]) -> None:
        asked = rulebook("score-pad").rule_from_json(
            "whist", {"players": FOUR, "tricks": tricks}
        )
        assert asked.verdict["legal"] is False

    def test_two_teams_have_a_seat_each(self) -> None:
        now = table("whist", "Ana + Cy", "Ben + Di")
        now.enter("round", tricks={"Ana + Cy": 6, "Ben + Di": 7})
        assert totals(now) == [6, 7]


class TestRummy:
    def test_what_is_left_counts_against_and_the_fewest_win_once_somebody_is_at_the_end(
        self,
    ) -> None:
        now = table("rummy", *THREE, target=100)
        now.enter("round", left=each(now, 0, 62, 30))
        ruling = now.enter("round", left=each(now, 25, 41, 0)).rulings[0]
        assert totals(now) == [25, 103, 30]
        assert now.scene.winners == ("Ana",)
        assert "rummy" in rules(ruling)

    def test_only_one_goes_out(self) -> None:
        now = table("rummy", *THREE)
        refused = now.refuses("round", left=each(now, 0, 0, 30))
        assert str(refused.because[0].text) == "Ana and Ben have nothing left."

    def test_going_out_with_all_cards_takes_points_off_as_in_chinchon(self) -> None:
        now = table("rummy", *THREE)
        ruling = now.enter("round", left=each(now, -10, 62, 30)).rulings[0]
        assert totals(now) == [-10, 62, 30]
        assert str(ruling.because[0].text) == "Ana went out: −10."
        refused = now.refuses("round", left=each(now, -10, 0, 30))
        assert str(refused.because[0].text) == "Ana and Ben have nothing left."

    def test_rummy_500_takes_off_what_is_left_and_goes_to_500(self) -> None:
        now = table("rummy-500", "Ana", "Ben")
        now.enter("round", melds=each(now, 480, 40), left=each(now, 0, 75))
        assert totals(now) == [480, -35]
        assert not now.scene.finished
        now.enter("round", melds=each(now, 30, 100), left=each(now, 10, 0))
        assert now.scene.winners == ("Ana",)


class TestCanasta:
    def test_a_side_gets_what_it_has_laid_out_less_what_is_left_to_5000(self) -> None:
        now = table("canasta", "Ana + Cy", "Ben + Di")
        now.enter("round", melds=each(now, 1560, 20), left=each(now, 60, 45))
        assert totals(now) == [1500, -25]
        assert [str(fact.text) for fact in now.scene.facts] == [
            "5000",
            "Ana + Cy 90 and Ben + Di 15",
        ]
        now.enter("round", melds=each(now, 3500, 0), left=each(now, 0, 100))
        assert now.scene.winners == ("Ana + Cy",)

    def test_all_of_it_is_in_fives(self) -> None:
        now = table("canasta", "Ana", "Ben")
        with pytest.raises(WrongFieldsError, match="Must be a multiple of 5"):
            now.enter("round", melds=each(now, 1562, 20), left=each(now, 60, 45))
        with pytest.raises(WrongFieldsError, match="Must be a multiple of 5"):
            now.enter("round", melds=each(now, 1560, 20), left=each(now, 60, 44))


class TestDoppelkopf:
    @pytest.mark.parametrize(
        ("winners", "points"),
        [
            (["Ana", "Di"], [4, -4, -4, 4]),
            (["Ben"], [-4, 12, -4, -4]),
            (["Ana", "Ben", "Di"], [4, 4, -12, 4]),
        ],
    )
    def test_what_some_win_the_others_lose_and_alone_it_is_threefold(
        self, winners: list[str], points: list[int]
    ) -> None:
        now = table("doppelkopf")
        ruling = now.enter("round", winners=winners, points=4).rulings[0]
        assert totals(now) == points
        assert rules(ruling) & {
            "doppelkopf",
            "doppelkopf-solo",
        }

    def test_winners_may_have_less_than_nothing(self) -> None:
        now = table("doppelkopf")
        now.enter("round", winners=["Ana", "Ben"], points=-1)
        assert totals(now) == [-1, -1, 1, 1]

    def test_of_five_the_dealer_sits_out(self) -> None:
        now = table("doppelkopf", *FIVE)
        assert now.scene.dealer == "Ana"
        with pytest.raises(WrongFieldsError, match="Choose one of Ben, Cy, Di and Eva"):
            now.tried("round", winners=["Ana", "Ben"], points=2)
        now.enter("round", winners=["Cy", "Ben"], points=2)
        assert totals(now) == [0, 2, 2, -2, -2]

    def test_of_more_the_table_says_who_plays(self) -> None:
        now = table("doppelkopf", *FIVE, "Fay")
        now.refuses("round", winners=["Cy", "Ben"], points=2)
        now.enter("players", playing=["Ana", "Ben", "Cy", "Di"])
        now.enter("round", winners=["Cy", "Ben"], points=2)
        assert totals(now) == [-2, 2, 2, -2, 0, 0]


class TestPhases:
    def test_who_has_laid_theirs_out_goes_on_and_the_phase_ranks_first(self) -> None:
        now = table("phases", *THREE)
        ruling = now.enter(
            "round", done=["Ana", "Ben"], left=each(now, 0, 35, 10)
        ).rulings[0]
        assert places(now) == [1, 2, 3]
        assert totals(now) == [0, 35, 10]
        assert [str(one.ranked_by) for one in now.scene.standings] == [
            "phase 2",
            "phase 2",
            "phase 1",
        ]
        assert str(ruling.summary) == "Ana leads with phase 2"

    def test_nobody_goes_out_without(self) -> None:
        now = table("phases", *THREE)
        refused = now.refuses("round", done=["Ana"], left=each(now, 15, 0, 10))
        assert rules(refused) == {"phases"}

    def test_of_those_who_lay_out_phase_10_the_fewest_points_win(self) -> None:
        now = table("phases", *THREE)
        for _ in range(9):
            now.enter("round", done=["Ana", "Ben"], left=each(now, 5, 0, 5))
        now.enter("round", done=["Ana", "Ben"], left=each(now, 0, 20, 5))
        assert now.scene.winners == ("Ben",)
        assert places(now) == [2, 1, 3]

    def test_where_the_table_ends_it_the_phase_decides(self) -> None:
        now = table("phases", *THREE)
        now.enter("round", done=["Ben"], left=each(now, 5, 60, 10))
        now.enter("end")
        assert now.scene.winners == ("Ben",)

    def test_so_it_does_after_the_last_of_the_rounds_agreed_on(self) -> None:
        now = table("phases", *THREE, rounds=2)
        first = now.enter("round", done=["Ben"], left=each(now, 5, 60, 10)).rulings[0]
        assert first.reckoning is not None
        assert [row.seat for row in first.reckoning.rows if row.ahead] == ["Ben"]
        now.enter("round", done=["Ben"], left=each(now, 5, 0, 10))
        assert now.scene.winners == ("Ben",)

    def test_whoever_sits_out_leads_no_more(self) -> None:
        now = table("phases", *THREE)
        now.enter("round", done=["Ana"], left=each(now, 0, 5, 5))
        now.enter("players", playing=["Ben", "Cy"])
        ruling = now.enter("round", done=["Ben"], left={"Ben": 0, "Cy": 10}).rulings[0]
        assert str(ruling.summary) == "Ben leads with phase 2"


def fill(now: PlayedMatch, category: str, points: int) -> Ruling:
    return now.enter(
        "turn", category=category, points={now.scene.to_act[0]: points}
    ).rulings[0]


class TestDiceSheet:
    def test_no_number_of_points_ends_it(self) -> None:
        assert totals(table("dice", "Ana", "Ben")) == [0, 0]
        with pytest.raises(WrongFieldsError, match="Ten phases or Dice sheet"):
            table("dice", "Ana", "Ben", target=300)

    def test_all_have_their_turns_from_whoever_begins(self) -> None:
        now = table("dice", "Ana", "Ben")
        assert now.scene.to_act == ("Ana",)
        assert now.scene.dealer is None
        assert str(fill(now, "full-house", 25).summary) == "Ana: Full house +25, now 25"
        assert now.scene.to_act == ("Ben",)
        assert now.scene.round == 1
        fill(now, "chance", 17)
        assert now.scene.round == 2
        assert totals(now) == [25, 17]

    def test_each_category_is_filled_once(self) -> None:
        now = table("dice", "Ana")
        fill(now, "fours", 12)
        refused = now.refuses("turn", category="fours", points={"Ana": 8})
        assert str(refused.because[0].text) == "Ana already filled “Fours”, with 12."

    @pytest.mark.parametrize(
        ("category", "points"),
        [("fours", 6), ("full-house", 20), ("chance", 4), ("sixes", 36)],
    )
    def test_what_five_dice_cannot_bring_is_refused(
        self, category: str, points: int
    ) -> None:
        refused = table("dice", "Ana").refuses(
            "turn", category=category, points={"Ana": points}
        )
        assert rules(refused) <= {"dice-upper", "dice-lower"}

    def test_63_in_the_upper_part_bring_35_once_and_after_13_rounds_it_is_over(
        self,
    ) -> None:
        now = table("dice", "Ana")
        upper = {
            "ones": 3,
            "twos": 6,
            "threes": 9,
            "fours": 12,
            "fives": 15,
            "sixes": 18,
        }
        for category, points in upper.items():
            fill(now, category, points)
        assert totals(now) == [63 + 35]
        lower = {
            "three-of-a-kind": 22,
            "four-of-a-kind": 0,
            "full-house": 25,
            "small-straight": 30,
        }
        for category, points in {
            **lower,
            "large-straight": 40,
            "five-of-a-kind": 50,
            "chance": 20,
        }.items():
            assert not now.scene.finished
            fill(now, category, points)
        assert now.scene.finished
        assert totals(now) == [98 + 187]


class TestCountingDown:
    def test_from_501_to_exactly_zero(self) -> None:
        now = table("countdown", "Ana", "Ben")
        assert totals(now) == [501, 501]
        for _ in range(2):
            now.enter("turn", thrown={"Ana": 180})
            now.enter("turn", thrown={"Ben": 60})
        assert totals(now) == [141, 381]
        assert places(now) == [1, 2]
        ruling = now.enter("turn", thrown={"Ana": 141}).rulings[0]
        assert now.scene.winners == ("Ana",)
        assert rules(ruling) == {"countdown"}, "no round was the last"

    def test_below_zero_is_bust_and_takes_nothing_off(self) -> None:
        now = table("countdown", "Ana", target=40)
        ruling = now.enter("turn", thrown={"Ana": 41}).rulings[0]
        assert totals(now) == [40]
        assert ruling.because[0].rule == "score-pad#countdown-bust"


def test_every_game_of_doppelkopf_comes_to_nothing() -> None:
    random = Random(12)
    now = table("doppelkopf")
    for _ in range(1, 15):
        now.enter(
            "round",
            winners=random.sample(FOUR, random.randint(1, 3)),
            points=random.randint(-3, 12),
        )
        assert sum(totals(now)) == 0


def test_a_round_is_a_row_of_the_sheet_with_the_entry_it_came_from() -> None:
    now = table("plain")
    for n in range(1, 5):
        now.enter("note", note=f"Before round {n}")
        now.enter("round", points=each(now, n, 0, 0, 0))
    lines = sheet_of(timeline_of(now.history)).lines
    assert [(line.round, line.seq) for line in lines] == [
        (1, 2),
        (2, 4),
        (3, 6),
        (4, 8),
    ]


def test_a_match_goes_by_what_is_played() -> None:
    game = table("canasta").rulebook.game
    assert str(game.played({"preset": "canasta"})) == "Canasta"
    assert game.played({"preset": "canasta", "playing": "Samba"}) == "Samba"
    assert game.played({"preset": "plain"}) == ""

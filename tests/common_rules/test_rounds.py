"""Rounds that add up: targets, numbers of rounds, fewest wins, ties shared or played
off, whose deal it is.
"""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee import (
    FIFTY_TWO,
    Rounds,
    Ruling,
    Section,
    Setting,
    begin_deals,
    begin_rounds,
    rule_round,
    say,
    sections_of,
)
from referee.plugin.answer_checks import check_scene

RULES = sections_of(
    "rummy", Section("end", "The end", "Whoever reaches the target wins.")
)
RECIPES = (Path(__file__).parents[2] / "docs" / "recipes.md").read_text("utf-8")
THREE = Setting(("Ana", "Ben", "Cy"), dealer="Cy")


def scored(rounds: Rounds, *scores: int) -> Rounds:
    return rounds.with_scores(dict(zip(rounds.playing, scores, strict=True)))


def test_the_deal_passes_to_the_left() -> None:
    rounds = begin_rounds(THREE, last=9)
    dealers = [rounds.dealer]
    for _ in range(3):
        rounds = scored(rounds, 1, 0, 0)
        dealers.append(rounds.dealer)
    assert dealers == ["Cy", "Ana", "Ben", "Cy"]


def test_whoever_is_due_to_deal_deals_when_back_in_time() -> None:
    begun = begin_rounds(Setting(THREE.seats, dealer="Ana"), last=9)
    without = begun.played_by(("Ben", "Cy"))
    assert without.dealer == "Ben"
    assert without.played_by(THREE.seats).dealer == "Ana"
    later = scored(without, 0, 0)
    assert later.dealer == "Cy"
    assert scored(later, 0, 0).dealer == "Ben"
    assert scored(later, 0, 0).played_by(THREE.seats).dealer == "Ana"


def test_somebody_plays() -> None:
    with pytest.raises(ValueError, match="nobody plays any more"):
        begin_rounds(THREE, last=9).played_by(())


def test_nobody_has_won_before_the_target() -> None:
    rounds = scored(begin_rounds(THREE, target=10), 9, 4, 0)
    assert rounds.winners == ()
    assert rounds.number == 2
    assert scored(rounds, 1, 5, 9).winners == ("Ana",)


def test_with_fewest_the_one_who_reaches_it_loses() -> None:
    over = scored(begin_rounds(THREE, target=10, wins="fewest"), 12, 3, 4)
    assert over.winners == ("Ben",)
    assert [standing.place for standing in over.standings] == [3, 1, 2]


def test_a_number_of_rounds_ends_it_whatever_the_totals() -> None:
    rounds = scored(begin_rounds(THREE, last=2), -3, -1, -2)
    assert rounds.winners == ()
    assert scored(rounds, 0, 0, 0).winners == ("Ben",)


def test_a_tie_is_shared_without_playoffs() -> None:
    over = scored(begin_rounds(THREE, target=10), 11, 11, 4)
    assert over.winners == ("Ana", "Ben")
    assert [standing.place for standing in over.standings] == [1, 1, 3]


def test_a_tie_is_played_off_until_one_leads() -> None:
    rounds = scored(begin_rounds(THREE, target=10, playoffs=True), 11, 11, 11)
    assert rounds.playing == THREE.seats
    assert rounds.in_playoff
    rounds = scored(rounds, 1, 1, 0)
    assert rounds.playing == ("Ana", "Ben")
    over = scored(rounds, 0, -1)
    assert over.winners == ("Ana",)
    # Cy has more points than nobody, but was out earlier.
    assert [standing.place for standing in over.standings] == [1, 2, 3]


def test_a_playoff_is_won_below_the_target_too() -> None:
    rounds = scored(begin_rounds(THREE, target=10, playoffs=True), 11, 11, 0)
    assert scored(rounds, -5, -6).winners == ("Ana",)


def test_winners_by_something_else_need_no_total() -> None:
    over = begin_rounds(THREE, target=10).with_scores({"Ana": 3}, winners=("Cy",))
    assert over.winners == ("Cy",)
    assert [standing.place for standing in over.standings] == [2, 3, 1]


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        ((12, 3, 4), "Ana wins with 12"),
        ((12, 12, 4), "Ana and Ben are tied with 12 each and play on"),
        ((3, 2, 1), "Ana leads with 3"),
        ((3, 3, 1), "Ana and Ben lead with 3 each"),
    ],
)
def test_a_round_is_ruled(scores: tuple[int, ...], says: str) -> None:
    before = begin_rounds(THREE, target=10, playoffs=True)
    after = scored(before, *scores)
    ruling = rule_round(before, after, RULES.cite, "end")
    assert str(ruling.summary) == says
    assert ruling.verdict["scores"] == dict(zip(THREE.seats, scores, strict=True))
    assert ruling.because[0].rule == "rummy#end"
    assert ruling.reckoning is not None
    assert [row.cells[-1] for row in ruling.reckoning.rows] == list(scores)


@pytest.mark.parametrize(
    ("target", "last", "says"),
    [
        (None, 1, "The match ends after round 1."),
        (None, 3, "The match ends after round 3."),
        (
            10,
            1,
            ("The match ends after round 1, or sooner if somebody reaches 10."),
        ),
        (
            10,
            3,
            ("The match ends after round 3, or sooner if somebody reaches 10."),
        ),
        (10, None, "When somebody reaches 10, the match is over."),
        (None, None, "All scores count."),
    ],
)
def test_each_round_says_what_ends_the_match(
    target: int | None, last: int | None, says: str
) -> None:
    before = begin_rounds(THREE, target=target, last=last)
    assert (
        str(
            rule_round(before, scored(before, 1, 2, 3), RULES.cite, "end")
            .because[0]
            .text
        )
        == says
    )


def test_the_scene_of_a_match_that_is_over_waits_for_nobody() -> None:
    over = scored(begin_rounds(THREE, target=10), 12, 3, 4).scene(
        "play", to_act=("Ana",)
    )
    assert (over.finished, over.winners, over.to_act, over.phase, over.dealer) == (
        True,
        ("Ana",),
        (),
        "finished",
        None,
    )
    on = begin_rounds(THREE, target=10).scene("play")
    assert (on.finished, on.to_act, on.phase, on.dealer) == (
        False,
        THREE.seats,
        "play",
        "Cy",
    )


FOUR = Setting(("Ana", "Ben", "Cy", "Dee"), dealer="Dee")


def teams(*scores: int, playoffs: bool = False) -> Rounds:
    """Two sides, in the first round of which each seat has scored this."""
    return scored(
        begin_rounds(FOUR, target=10, playoffs=playoffs, sides=FOUR.sides()), *scores
    )


def test_partners_have_what_both_have_scored() -> None:
    rounds = teams(3, 1, 4, 0)
    assert dict(rounds.totals) == {"Ana": 7, "Ben": 1, "Cy": 7, "Dee": 1}
    assert [(one.seat, one.place) for one in rounds.standings] == [
        ("Ana", 1),
        ("Cy", 1),
        ("Ben", 2),
        ("Dee", 2),
    ]
    assert rounds.scene("play").sides == (("Ana", "Cy"), ("Ben", "Dee"))


def test_partners_win_together_and_are_one_row_of_the_reckoning() -> None:
    before = begin_rounds(FOUR, sides=FOUR.sides())
    over = teams(3, 1, 8, 0)
    assert over.winners == ("Ana", "Cy")
    assert over.scene("play").finished
    told = rule_round(before, over, RULES.cite, "end")
    assert str(told.summary) == "Ana and Cy win with 11"
    assert told.reckoning is not None
    assert [(row.seat, row.cells, row.ahead) for row in told.reckoning.rows] == [
        ("Ana & Cy", (11, 11), True),
        ("Ben & Dee", (1, 1), False),
    ]
    assert (
        str(rule_round(before, teams(3, 1, 4, 0), RULES.cite, "end").summary)
        == "Ana and Cy lead with 7"
    )


def test_whoever_wins_by_something_else_wins_with_their_partner() -> None:
    over = begin_rounds(FOUR, target=10, sides=FOUR.sides()).with_scores(
        {"Ben": 3}, winners=("Cy",)
    )
    assert over.winners == ("Ana", "Cy")
    assert [(one.seat, one.place) for one in over.standings] == [
        ("Ana", 1),
        ("Cy", 1),
        ("Ben", 2),
        ("Dee", 2),
    ]
    check_scene(over.scene("play"), FOUR.seats)


def test_two_sides_that_are_tied_play_on_whole() -> None:
    rounds = teams(5, 11, 6, 0, playoffs=True)
    assert rounds.winners == ()
    assert rounds.playing == FOUR.seats
    assert scored(rounds, 0, 0, 1, 0).winners == ("Ana", "Cy")


def test_two_sides_that_are_tied_share_the_win_without_playoffs() -> None:
    assert teams(5, 11, 6, 0).winners == FOUR.seats


@pytest.mark.parametrize("playoffs", [False, True])
def test_a_side_wins_whole_though_one_of_its_partners_sits_out(playoffs: bool) -> None:
    before = begin_rounds(
        FOUR, target=10, playoffs=playoffs, sides=FOUR.sides()
    ).played_by(("Ben", "Cy", "Dee"))
    over = scored(before, 1, 12, 0)
    assert over.winners == ("Ana", "Cy")
    assert before.with_scores({"Cy": 4}).ended().winners == ("Ana", "Cy")
    told = rule_round(before, over, RULES.cite, "end")
    assert str(told.summary) == "Ana and Cy win with 12"
    assert told.reckoning is not None
    assert [row.cells for row in told.reckoning.rows] == [(12, 12), (1, 1)]


def test_the_match_is_over_where_somebody_falls_to_what_loses() -> None:
    rounds = scored(begin_rounds(THREE, target=500, lost_at=-200), -199, 40, 30)
    assert not rounds.winners
    over = scored(rounds, -1, 0, 0)
    assert over.winners == ("Ben",)
    reasons = [
        str(reason.text)
        for reason in rule_round(rounds, over, RULES.cite, "end").because
    ]
    assert reasons[-1] == "It also ends when somebody falls to −200."


def test_points_within_a_round_count_at_once_and_the_round_goes_on() -> None:
    rounds = begin_rounds(THREE, target=10).with_points({"Ana": 4, "Ben": 9})
    assert (rounds.totals, rounds.number, rounds.winners) == (
        {"Ana": 4, "Ben": 9, "Cy": 0},
        1,
        (),
    )
    assert (rounds.with_scores({}).number, rounds.with_scores({}).dealer) == (2, "Ana")
    over = rounds.with_points({"Ben": 3})
    assert over.winners == ("Ben",)
    check_scene(over.scene("play"), THREE.seats)


def test_partners_share_points_within_a_round() -> None:
    sides = (("Ana", "Cy"), ("Ben",))
    rounds = begin_rounds(THREE, target=10, sides=sides).with_points({"Cy": 10})
    assert rounds.totals == {"Ana": 10, "Ben": 0, "Cy": 10}
    assert rounds.winners == (
        "Ana",
        "Cy",
    )


def test_until_somebody_has_won_a_round_is_told_by_what_brought_its_scores() -> None:
    rules = sections_of(
        "rummy",
        Section("end", "The end", "Ten points win."),
        Section("gin", "Gin", "Gin brings four."),
    )
    gin = Ruling(
        {}, say("Ana has gin"), (rules.cite("gin", "Nothing is left in her hand."),)
    )
    first = begin_rounds(Setting(("Ana", "Ben"), dealer="Ana"), target=10)
    second = first.with_scores({"Ana": 4})
    told = rule_round(first, second, rules.cite, "end", gin)
    assert (str(told.summary), told.because, told.verdict["totals"]) == (
        "Ana has gin",
        gin.because,
        {"Ana": 4, "Ben": 0},
    )
    last = rule_round(second, second.with_scores({"Ana": 8}), rules.cite, "end", gin)
    assert str(last.summary) == "Ana wins with 12"


def lives() -> dict[str, Any]:
    """What the recipe for lives defines."""
    [code] = re.findall(r"```python\n([^`]*def take_lives[^`]*)```", RECIPES)
    defined: dict[str, Any] = {}
    exec(code, defined)  # our own document
    return defined


def test_whoever_has_no_life_left_is_not_dealt_to_and_the_last_one_wins() -> None:
    recipe = lives()
    rounds = recipe["begin_lives"](THREE, 2)
    rounds = recipe["take_lives"](rounds, ("Ana",))
    assert rounds.playing == ("Ana", "Ben", "Cy")
    rounds = recipe["take_lives"](rounds, ("Ana",))
    assert rounds.playing == ("Ben", "Cy")
    assert rounds.dealer in rounds.playing
    rounds = recipe["take_lives"](recipe["take_lives"](rounds, ("Ben",)), ("Ben",))
    assert rounds.winners == ("Cy",)
    assert rounds.totals == {"Ana": 0, "Ben": 0, "Cy": 2}


def test_tricks_too_are_dealt_to_those_who_are_left() -> None:
    after = begin_deals(THREE, FIFTY_TWO[:48]).scored({"Ana": -1})
    left = after.rounds.played_by(("Ben", "Cy"))
    assert replace(after, rounds=left).dealt_again().deal.seats == ("Ben", "Cy")


def test_who_lose_their_last_lives_at_once_share_the_win() -> None:
    recipe = lives()
    rounds = recipe["take_lives"](recipe["begin_lives"](THREE, 1), ("Ana",))
    assert recipe["take_lives"](rounds, ("Ben", "Cy")).winners == ("Ben", "Cy")


def test_a_round_without_scores_is_asked_for_and_the_deal_goes_on() -> None:
    rules = sections_of("rummy", Section("passed", "Passed", "Nobody scores."))
    rounds = begin_rounds(THREE, last=9).played_by(("Ben", "Cy"))
    again = rounds.ask_misdeal()
    assert (again.seats, again.optional, again.anew) == (("Ben", "Cy"), True, True)
    assert rounds.ask_passed().seats == ("Ben", "Cy")
    after, ruling = rounds.passed(rules.cite)
    assert (rounds.dealer, after.dealer, after.number) == ("Cy", "Ben", 2)
    assert (ruling.verdict, after.totals) == ({"dealer": "Ben"}, rounds.totals)

"""The list of a match as clubs keep it."""

import pytest

from referee import Reckoning
from referee.plugin.discovery import rulebook
from referee.testing import PlayedMatch
from referee.testing.random_match import play_at_random
from tests.games.skat.playing import SEATS, all_tricks, match, named

HEARTS = {"matadors": 1, "without": False, "tricks": "some"}


def lists(played: PlayedMatch) -> tuple[Reckoning, ...]:
    return played.rulebook.score_list(played.state)


def rows(reckoning: Reckoning) -> list[tuple[str, ...]]:
    worded = []
    for row in reckoning.rows:
        worded.append((row.seat or str(row.name), *map(str, row.cells)))
    return worded


def evening(*house_rules: str) -> PlayedMatch:
    """Ana wins hearts with one, Ben loses a grand, all pass, and Cy wins a null."""
    played = match(depth="deals", house_rules=house_rules)
    named(played, "hearts").enter("deal", points=70, **HEARTS)
    named(played, "grand", "Ben").enter("deal", points=60, **HEARTS)
    played.enter("passed")
    named(played, "null", "Cy").enter("deal", tricks="none")
    return played


def test_each_deal_has_its_game_levels_and_running_total() -> None:
    deals, sums = lists(evening())
    assert [str(column.name) for column in deals.columns] == [
        *("Game", "Levels", "+", "−"),
        *SEATS,
    ]
    assert rows(deals) == [
        ("1", "hearts", "with 1, game 2, × 10", "20", "", "20", "", ""),
        ("2", "grand", "with 1, game 2, × 24", "", "-96", "", "-96", ""),
        ("3", "all pass", "", "", "", "", "", ""),
        ("4", "null", "", "23", "", "", "", "23"),
    ]
    assert rows(sums) == [
        ("Ana", "1", "0", "20"),
        ("Ben", "0", "1", "-96"),
        ("Cy", "1", "0", "23"),
    ]


def test_a_bid_too_high_is_said_beside_the_levels() -> None:
    played = match(depth="deals")
    named(played, "hearts", bid=24).enter("deal", points=70, **HEARTS)
    [line, *_] = rows(lists(played)[0])
    assert line[2] == "with 1, game 2, × 10, overbid"
    assert line[4] == "-60"


def test_seeger_fabian_stands_below_the_points() -> None:
    played = evening("seeger-fabian")
    deals, sums = lists(played)
    assert rows(deals) == rows(lists(evening())[0])
    assert [str(column.name) for column in sums.columns][3:] == [
        *("50 each", "Others lost", "Total"),
    ]
    assert rows(sums) == [
        ("Ana", "1", "0", "20", "50", "40", "110"),
        ("Ben", "0", "1", "-96", "-50", "0", "-146"),
        ("Cy", "1", "0", "23", "50", "40", "113"),
    ]
    assert [row.cells[-1] for row in sums.rows] == [*played.scores.values()]


def test_its_columns_stand_where_all_deals_were_passed() -> None:
    played = match(depth="deals", house_rules=("seeger-fabian",))
    played.enter("passed")
    _, sums = lists(played)
    assert [str(column.name) for column in sums.columns][3:] == [
        *("50 each", "Others lost", "Total"),
    ]
    assert rows(sums) == [(seat, *"000000") for seat in SEATS]


def test_a_ramsch_counts_for_whoever_has_lost_it() -> None:
    played = match(depth="deals", passed="ramsch")
    played.enter("passed")
    played.enter("ramsch", points={"Ana": 70, "Ben": 30, "Cy": 20})
    named(played, "hearts").enter("deal", points=70, **HEARTS)
    deals, sums = lists(played)
    assert rows(deals)[0][:2] == ("1", "Ramsch")
    assert rows(deals)[1][5] == "-50"
    assert [row.cells[-1] for row in sums.rows] == [*played.scores.values()]


def test_a_correction_changes_the_list() -> None:
    played = evening()
    played.correct(2, points=60, **HEARTS)
    assert rows(lists(played)[0])[0][3:5] == ("", "-40")


def test_before_the_first_deal_nothing_is_listed() -> None:
    assert lists(match(depth="deals")) == ()


def test_trick_by_trick_it_is_listed_too() -> None:
    deals, _ = lists(all_tricks(named(match())))
    assert rows(deals)[0][1:3] == (
        "clubs",
        "with 11, game 12, schneider 13, schwarz 14, × 12",
    )


@pytest.mark.parametrize("house_rules", [(), ("seeger-fabian",)])
@pytest.mark.parametrize("players", [3, 4])
def test_the_list_comes_to_the_scores(
    players: int, house_rules: tuple[str, ...]
) -> None:
    book = rulebook("skat", house_rules)
    for seed in range(4):
        played = play_at_random(book, players, seed, 150)
        assert played.fault is None
        state = played.history.position.state
        found = book.score_list(state)
        scores = {each.seat: each.score for each in played.scenes[-1].standings}
        for reckoning in found[1:]:
            totals = {row.seat: row.cells[-1] for row in reckoning.rows}
            assert totals == scores

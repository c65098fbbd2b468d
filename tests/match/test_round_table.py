"""A match as CSV: a line a round, a column a player, a column a fact."""

import csv

from referee.match.showing.round_table import round_table
from referee.testing.played_match import PlayedMatch


def rows_of(played: PlayedMatch) -> list[dict[str, str]]:
    return list(csv.DictReader(round_table(played.match).splitlines()))


def test_each_round_has_its_points_its_totals_and_what_was_ruled_in_columns_of_their_own() -> (
    None
):
    played = PlayedMatch.begun("hearts", "Ana Ben Cy Di", dealer="Di")
    played.enter("deal", hearts={"Ana": 13, "Ben": 0, "Cy": 0, "Di": 0}, queen="Ben")
    played.enter("deal", hearts={"Ana": 3, "Ben": 4, "Cy": 6, "Di": 0}, queen="Di")
    first, second = rows_of(played)
    assert [first[seat] for seat in ("Ana", "Ben", "Cy", "Di")] == [
        "13",
        "13",
        "0",
        "0",
    ]
    assert [second[f"{seat} (total)"] for seat in ("Ana", "Ben", "Cy", "Di")] == [
        "16",
        "17",
        "6",
        "13",
    ]
    assert (first["round"], first["entry"], second["round"]) == ("1", "1", "2")
    assert second["points: Di"] == "13"
    for row in (first, second):
        assert not any("{" in cell or "[" in cell for cell in row.values())


def test_a_correction_changes_the_line_of_its_round() -> None:
    played = PlayedMatch.begun("score-pad", "Ana Ben")
    played.enter("round", points={"Ana": 5, "Ben": 2})
    played.enter("round", points={"Ana": 1, "Ben": 2})
    played.correct(1, points={"Ana": 7, "Ben": 2})
    assert [row["Ana (total)"] for row in rows_of(played)] == ["7", "8"]


def test_nothing_scored_is_a_table_with_its_columns_alone() -> None:
    played = PlayedMatch.begun("hearts", "Ana Ben Cy Di")
    assert rows_of(played) == []
    assert round_table(played.match).startswith(
        "round,entry,time,Ana,Ben,Cy,Di,Ana (total)"
    )


def test_what_begins_like_a_formula_is_text_and_a_player_may_be_called_round() -> None:
    played = PlayedMatch.begun("score-pad", ["=1+1", "round"])
    played.enter("round", points={"=1+1": -5, "round": 2})
    [row] = rows_of(played)
    assert (row["'=1+1"], row["round (points)"], row["round"]) == ("-5", "2", "1")


def test_a_match_that_the_host_ended_early_says_so_in_its_last_line() -> None:
    played = PlayedMatch.begun("hearts", "Ana Ben Cy Di", dealer="Di")
    played.enter("deal", hearts={"Ana": 13, "Ben": 0, "Cy": 0, "Di": 0}, queen="Ben")
    played.enter("deal", hearts={"Ana": 3, "Ben": 4, "Cy": 6, "Di": 0}, queen="Di")
    played.enter("stop")
    assert [row["ended early"] for row in rows_of(played)] == ["", "yes"]

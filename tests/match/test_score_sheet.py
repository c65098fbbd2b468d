"""The score sheet: lines, totals and leaders, from the match as it stands after
corrections and overrules.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from types import ModuleType

import pytest

from referee import Scene, hookimpl
from referee.match.changes import Edit
from referee.match.history import History, replay
from referee.match.match import Match
from referee.match.showing.score_sheet import ScoreSheet, Unit, sheet_of, timeline_of
from referee.match.taking.entry_step import Overrule
from referee.match.trying.correcting import try_correction, try_undo
from referee.match.trying.record_head import RecordHead
from referee.match.viewer import Viewer
from referee.plugin.rulebook import Rulebook
from referee.testing.played_match import PlayedMatch
from referee.testing.playthrough import play_through
from tests.every_playthrough import FOLDER, every_games_playthroughs
from tests.toy_games import highest_card

from .conftest import Lay, enter

HOST = Viewer("Ana", host=True)


def sheet(history: History) -> ScoreSheet:
    return sheet_of(timeline_of(history))


def of_file(name: str) -> ScoreSheet:
    return sheet(play_through(FOLDER / f"{name}.toml").history)


def totals(found: ScoreSheet, seat: str) -> list[int]:
    return [line.totals[seat] for line in found.lines]


def test_nothing_was_scored_before_anything_was_entered(match: Match) -> None:
    found = sheet(match.history)
    assert (found.seats, found.began, found.lines, found.leads) == (
        ("Ana", "Ben"),
        {"Ana": 0, "Ben": 0},
        (),
        (),
    )
    assert (found.totals, found.places, found.wins) == (
        found.began,
        {"Ana": 1, "Ben": 1},
        None,
    )
    assert not found.finished
    assert not found.winners


def test_a_match_of_one_round_has_a_line_for_each_entry_that_scored(
    two_tricks: Match,
) -> None:
    found = sheet(two_tricks.history)
    assert found.unit == "entry"
    assert [(line.seq, dict(line.gains), line.leaders) for line in found.lines] == [
        (2, {"Ana": 1, "Ben": 0}, ("Ana",)),
        (4, {"Ana": 0, "Ben": 1}, ()),
    ]
    assert [
        (lead.leaders, lead.first, lead.last, lead.length) for lead in found.leads
    ] == [
        (("Ana",), 0, 0, 1),
        ((), 1, 1, 1),
    ]


def in_rounds_of_two_tricks() -> Match:
    """Highest Card to nine points, in which a new round begins after every second
    trick.
    """

    @hookimpl
    def scene(state: highest_card.State) -> Scene:
        return replace(highest_card.scene(state), round=1 + len(state.seen) // 4)

    module = ModuleType("in_rounds_of_two_tricks")
    module.__dict__.update(highest_card.__dict__, scene=scene)
    rules = Rulebook(module)
    return Match.begin(rules, rules.read_setting(["Ana", "Ben"], None, {"target": 9}))


@pytest.mark.parametrize(
    ("rounds", "unit", "lines"), [(3, "entry", 6), (4, "round", 4)]
)
def test_from_the_fourth_round_on_a_line_stands_for_a_round(
    rounds: int, unit: Unit, lines: int, lay: Lay
) -> None:
    match = in_rounds_of_two_tricks()
    for high, low in list(zip("AKQJT987", "23456234", strict=True))[: 2 * rounds]:
        enter(
            match,
            lay("Ana", f"{high}H"),
            lay("Ben", f"{low}{'C' if high in 'AKQJT' else 'D'}"),
        )
    found = sheet(match.history)
    assert (found.unit, len(found.lines)) == (unit, lines)


def test_it_counts_what_was_corrected(two_tricks: Match) -> None:
    PlayedMatch(two_tricks).revise(
        try_correction(
            RecordHead(two_tricks, HOST, "c1", 2000.0), [Edit(2, {"card": "AS"})]
        )
    )
    assert totals(sheet(two_tricks.history), "Ben") == [1, 2]
    PlayedMatch(two_tricks).revise(
        try_undo(RecordHead(two_tricks, HOST, "u1", 2001.0), "c1")
    )
    assert totals(sheet(two_tricks.history), "Ben") == [0, 1]


def test_it_counts_what_the_table_overruled(two_tricks: Match) -> None:
    history = two_tricks.history
    overrules = {2: (Overrule(0, {"winner": "Ben"}, "seen by all"),)}
    again, _ = replay(history.rulebook, history.setting, two_tricks.entries, overrules)
    assert totals(sheet(again), "Ben") == [1, 2]


@every_games_playthroughs
def test_gains_sum_up_to_totals_and_end_where_the_match_stands(
    paths: Sequence[Path],
) -> None:
    for path in paths:
        check_gains(path)


def check_gains(path: Path) -> None:
    history = play_through(path).history
    found = sheet(history)
    scene = history.rulebook.scene(history.position.state)
    for seat in history.setting.seats:
        gains = accumulate(
            (line.gains[seat] for line in found.lines), initial=found.began[seat]
        )
        assert list(gains)[1:] == totals(found, seat)
    assert found.totals == {
        standing.seat: standing.score for standing in scene.standings
    }
    assert found.places == {
        standing.seat: standing.place for standing in scene.standings
    }
    assert (found.finished, found.winners) == (scene.finished, scene.winners)
    rounds = [line.round for line in found.lines]
    assert rounds == sorted(rounds)
    assert rounds[-1:] <= [scene.round]
    assert found.unit == "entry" or len(set(rounds)) == len(rounds)


@pytest.mark.slow
@every_games_playthroughs
def test_going_on_comes_to_the_same_as_going_through_at_once(
    paths: Sequence[Path],
) -> None:
    for path in paths:
        check_going_on(path)


def check_going_on(path: Path) -> None:
    whole = play_through(path).history
    growing = History.begin(whole.rulebook, whole.setting)
    timeline = timeline_of(growing)
    for step in whole.steps:
        growing.add(growing.take_logged(growing.position, step.entry))
        timeline = timeline_of(growing, timeline.moments)
        sheet_of(timeline)
    assert sheet_of(timeline) == sheet(whole)
    assert not any(moment.scene.zones for moment in timeline.moments), (
        "no card is kept for it"
    )


@pytest.mark.slow
@every_games_playthroughs
def test_a_struck_entry_is_not_in_it(paths: Sequence[Path]) -> None:
    for path in paths:
        check_a_struck_entry(path)


def check_a_struck_entry(path: Path) -> None:
    history = play_through(path).history
    entries = [step.entry for step in history.steps]
    match = Match(history, entries, seq=entries[-1].seq)
    host = Viewer(None, host=True, opener=True)
    PlayedMatch(match).revise(
        try_correction(
            RecordHead(match, host, "c1", 1.0), [Edit(entries[-1].seq, None)]
        )
    )
    without, _ = replay(history.rulebook, history.setting, entries[:-1])
    assert sheet(match.history) == sheet(without)
    PlayedMatch(match).revise(try_undo(RecordHead(match, host, "u1", 2.0), "c1"))
    assert sheet(match.history) == sheet(history)


# What rounds and scores mean in each game


def test_twelve_tricks_in_three_rounds_have_a_line_each_and_cards_won_as_score() -> (
    None
):
    found = of_file("faj/a_whole_game")
    assert found.unit == "entry"
    assert [line.round for line in found.lines] == [1] * 4 + [2] * 4 + [3] * 4
    assert totals(found, "Ben")[-1] + totals(found, "Ana")[-1] == 30


def test_every_card_turned_is_a_round_and_keys_are_the_score() -> None:
    found = of_file("jizara/three_keys")
    assert (found.unit, found.wins) == ("round", "most")
    assert [line.round for line in found.lines if not line.scored] == [4], (
        "a card that was bid for brings no key"
    )
    assert totals(found, "Ana") == [1, 1, 1, 1, 2, 3]


def test_partners_have_one_score_and_lead_together() -> None:
    found = of_file("jizara/teams")
    assert found.lines[-1].leaders == ("Ben", "Di")
    assert [line.leaders for line in found.lines[:-1]] == [(), ()]


def test_cards_left_count_down_from_nine_and_the_fewest_lead() -> None:
    found = of_file("tripp-jokes/a_whole_game")
    assert (found.unit, found.wins, found.began["Cy"]) == ("round", "fewest", 9)
    assert totals(found, "Cy") == [13, 11, 8, 11, 10, 10]
    assert found.lines[3].leaders == ("Ana", "Ben")
    assert found.winners == ("Ana",)
    assert found.totals["Ana"] == 0


def test_slaps_that_win_cards_are_lines_of_their_own() -> None:
    found = of_file("slapjack/a_shared_win")
    assert (found.unit, found.lines[0].gains["Ana"], found.lines[-1].gains["Ben"]) == (
        "entry",
        40,
        40,
    )
    assert found.lines[-1].leaders == (), "level in the end"
    assert found.winners == ("Ana", "Ben")


def test_a_round_over_in_which_nobody_won_anything_is_a_line() -> None:
    found = of_file("slapjack/sit_out_and_deal_again")
    assert [(line.round, line.scored) for line in found.lines] == [(1, False)]

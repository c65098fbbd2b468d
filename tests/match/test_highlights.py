"""Highlights: what the log shows, said truly, and nothing where it shows nothing."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from referee.match.changes import Edit
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.showing.highlights import (
    Highlight,
    HighlightKind,
    highlights_of,
    scores_of,
)
from referee.match.showing.score_sheet import Timeline, sheet_of, timeline_of
from referee.match.trying.correcting import try_correction
from referee.match.trying.record_head import RecordHead
from referee.match.viewer import Viewer
from referee.testing.played_match import PlayedMatch
from referee.testing.playthrough import play_through
from referee.vocabulary.photo_finish import PhotoFinish, Slap
from referee.vocabulary.ruling import Contest, Ruling
from referee.vocabulary.text import say
from referee.vocabulary.view import Scene, Standing
from tests.every_playthrough import FOLDER, every_games_playthroughs

from .conftest import Lay, enter


def of_file(name: str) -> Match:
    return of_path(FOLDER / f"{name}.toml")


def of_path(path: Path) -> Match:
    history = play_through(path).history
    return Match(history, [step.entry for step in history.steps])


def highlight(
    match: Match, kind: HighlightKind, timeline: Timeline | None = None
) -> Highlight | None:
    timeline = timeline or timeline_of(match.history)
    found = [
        one
        for one in highlights_of(timeline, sheet_of(timeline), match)
        if one.kind == kind
    ]
    assert len(found) < 2
    return found[0] if found else None


def text(
    match: Match, kind: HighlightKind, timeline: Timeline | None = None
) -> str | None:
    found = highlight(match, kind, timeline)
    return str(found.text) if found else None


def scored(
    match: Match,
    *totals: tuple[int, int],
    rounds: bool = True,
    finished: bool = True,
    rulings: Sequence[Ruling] = (),
) -> Timeline:
    """A match of Ana and Ben that was gone through: their totals after each entry, each
    in a round of its own.
    """
    timeline = Timeline(match.history, _scene(1, (0, 0)))
    round = 1
    for seq, after in enumerate(totals, 1):
        entry = LogEntry(seq, f"e{seq}", "score", None, {}, None, True, 0.0)
        after_round = round + 1 if rounds else round
        scene = _scene(after_round, after, finished=finished and seq == len(totals))
        timeline.note(
            replace(match.history.steps[0], entry=entry, rulings=tuple(rulings)),
            round,
            scene,
        )
        match.history.open_to_all.add(seq)
        round = after_round
    return timeline


def _scene(round: int, scores: tuple[int, int], finished: bool = False) -> Scene:
    standings = tuple(
        Standing(seat, score, 1 + sum(other > score for other in scores))
        for seat, score in zip(("Ana", "Ben"), scores, strict=True)
    )
    winners = tuple(one.seat for one in standings if one.place == 1) if finished else ()
    return Scene("score", round, (), standings, finished=finished, winners=winners)


@pytest.fixture
def played(match: Match, lay: Lay) -> Match:
    """Ana's king beats Ben's three."""
    enter(match, lay("Ana", "KH"), lay("Ben", "3C"))
    return match


@pytest.mark.parametrize(
    ("totals", "rounds", "said"),
    [
        (
            ((2, 0), (2, 5), (9, 5), (12, 6)),
            True,
            "Ana took the lead in round 3 for good",
        ),
        (((0, 2), (2, 5), (9, 5)), True, "Ana went ahead only at the very end"),
        (((2, 2), (5, 2)), True, "Ana took the lead in round 2 for good"),
        (
            ((2, 0), (2, 5), (9, 5)),
            True,
            "Ana took the lead in round 3 for good",
        ),
        (((0, 3), (5, 3), (8, 3)), False, "Ana took the lead for good"),
        (((2, 0), (5, 1)), True, None),
    ],
    ids=["in a round", "at the end", "level", "ahead before", "by an entry", "never"],
)
def test_the_turning_point_is_when_the_winner_went_ahead_for_good(
    played: Match, totals: tuple[tuple[int, int], ...], rounds: bool, said: str | None
) -> None:
    assert text(played, "turning-point", scored(played, *totals, rounds=rounds)) == said


def test_a_match_that_goes_on_has_no_turning_point(played: Match) -> None:
    assert (
        text(
            played,
            "turning-point",
            scored(played, (0, 3), (5, 3), (8, 3), finished=False),
        )
        is None
    )


def test_the_largest_swing_is_a_gain_or_a_loss(played: Match) -> None:
    swing = highlight(played, "swing", scored(played, (3, 0), (3, 8), (5, 8)))
    assert swing is not None
    assert (swing.seats, swing.number, swing.round, swing.seq) == (("Ben",), 8, 2, 2)
    assert str(swing.text) == "Ben: +8 in round 2"
    assert (
        text(played, "swing", scored(played, (3, 0), (-9, 2)))
        == "Ana: \N{MINUS SIGN}12 in round 2"
    )


def test_of_a_gain_and_a_loss_as_large_the_loss_is_told(played: Match) -> None:
    for totals in (((6, 0), (6, -6)), ((0, -6), (6, -6))):
        swing = text(played, "swing", scored(played, *totals))
        assert swing is not None
        assert swing.startswith("Ben: \N{MINUS SIGN}6")


@pytest.mark.parametrize(
    "totals", [((3, 0), (3, 3)), ((3, 0),)], ids=["level", "alone"]
)
def test_level_scores_or_one_are_no_swing(
    played: Match, totals: tuple[tuple[int, int], ...]
) -> None:
    assert text(played, "swing", scored(played, *totals)) is None


def decided(
    winner: str, margin: int = 1, against: str | None = "Ben", ruled: str | None = "Ana"
) -> Ruling:
    """A ruling for `ruled`, as it stands now, on a contest that `winner` had won."""
    contest = Contest(
        winner, against, margin, say("{winner} by {n}", winner=winner, n=margin)
    )
    return Ruling({"winner": ruled}, say("So it is."), (), contest=contest)


CLOSEST = {
    "faj/a_whole_game": "Ana with the black joker beats Ben with the red joker, in round 3",
    "four-aces/locked_cards": None,
    "jizara/teams": "Ben and Di against Ana and Cy, 20 to 17, in round 1",
    "jizara/keys_tossed_for": None,
}


@pytest.mark.parametrize("name", CLOSEST)
def test_the_closest_ruling_of_several_has_the_smallest_margin(name: str) -> None:
    assert text(of_file(name), "decision") == CLOSEST[name]


def test_of_equally_close_rulings_the_last_is_told(played: Match) -> None:
    rulings = (decided("Ana", 9), decided("Ana", 2), decided("Ana", 2, None))
    timeline = scored(played, (1, 0), (2, 0), rulings=rulings)
    assert text(played, "decision", timeline) == "Ana by 2, in round 2"


@pytest.mark.parametrize("ruled", ["Ben", None])
def test_what_was_decided_otherwise_since_is_no_close_ruling(
    played: Match, ruled: str | None
) -> None:
    assert (
        text(
            played,
            "decision",
            scored(played, (1, 0), (2, 0), rulings=[decided("Ana", ruled=ruled)]),
        )
        is None
    )


def race(
    *slaps: Slap, order: tuple[tuple[str, ...], ...] = (("Ben",), ("Ana",))
) -> PhotoFinish:
    return PhotoFinish(
        "race", 1, 0, order, slaps, slaps[1].time_ms if len(slaps) > 1 else None, 12.0
    )


def with_finish(match: Match, *finishes: PhotoFinish) -> Timeline:
    timeline = scored(match, *((n, 0) for n, _ in enumerate(finishes, 1)))
    moments = [
        replace(
            moment,
            step=replace(moment.step, entry=replace(moment.step.entry, finish=finish)),
        )
        for moment, finish in zip(timeline.moments, finishes, strict=True)
    ]
    return replace(timeline, moments=moments)


CLOSE = race(Slap("Ben", 0, 3), Slap("Ana", 33.6, 3))


def test_the_closest_finish_is_told_in_milliseconds(played: Match) -> None:
    slow = race(Slap("Ana", 0, 3), Slap("Ben", 300, 3), order=(("Ana",), ("Ben",)))
    finish = highlight(played, "photo-finish", with_finish(played, slow, CLOSE))
    assert finish is not None
    assert (finish.seats, finish.number, finish.seq) == (("Ben", "Ana"), 34, 2)
    assert str(finish.text) == "Ben before Ana by 34 ms"


def test_a_dead_heat_is_told_as_one_and_a_lone_slap_not_at_all(played: Match) -> None:
    heat = race(Slap("Ben", 0, 9), Slap("Ana", 1, 9), order=(("Ben", "Ana"),))
    assert (
        text(played, "photo-finish", with_finish(played, heat))
        == "Ben and Ana, 1 ms apart: too close to tell"
    )
    assert (
        text(played, "photo-finish", with_finish(played, race(Slap("Ben", 0, 3))))
        is None
    )


def test_what_lies_sealed_is_not_told(played: Match) -> None:
    timeline = with_finish(played, CLOSE)
    played.history.open_to_all.clear()
    assert text(played, "photo-finish", timeline) is None


def test_a_match_is_timed_from_its_first_entry_to_its_last(
    played: Match, lay: Lay
) -> None:
    assert text(played, "duration") is None
    enter(played, replace(lay("Ana", "4C"), at=1001.0 + 43 * 60))
    assert text(played, "duration") == "43 min"
    enter(played, replace(lay("Ben", "5C"), at=1001.0 + 125 * 60))
    assert text(played, "duration") == "2 h 5 min"


@every_games_playthroughs
def test_what_is_told_names_seats_and_entries_that_there_are(
    paths: Sequence[Path],
) -> None:
    for path in paths:
        check_what_is_told(of_path(path))


def check_what_is_told(match: Match) -> None:
    for one in scores_of(match, timeline_of(match.history)).highlights:
        assert set(one.seats) <= set(match.history.setting.seats)
        assert one.seq is None or one.seq in {entry.seq for entry in match.entries}
        assert str(one.title)
        assert all(seat in str(one.text) for seat in one.seats)


def test_what_was_corrected_is_gone_through_anew(played: Match) -> None:
    before = timeline_of(played.history).moments
    head = RecordHead(played, Viewer("Ana", host=True), "c1", 2.0)
    PlayedMatch(played).revise(try_correction(head, [Edit(2, {"card": "AS"})]))
    after = timeline_of(played.history, before).moments
    assert after == timeline_of(played.history).moments != before
    assert after[0] is before[0]

"""Highlights: what the log shows, said truly, and nothing where it shows nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from referee.match import highlights
from referee.match.corrections import Change
from referee.match.disputes import Dispute, Resolution, ResolvedAs
from referee.match.highlights import GoingOn, Highlight, HighlightKind, highlights_of, scores_of
from referee.match.log_entry import LogEntry, Viewer
from referee.match.match import Match
from referee.match.replay import History
from referee.match.revisions import try_correction
from referee.match.score_sheet import ScoreSheet, Timeline, sheet_of, timeline_of
from referee.testing.court import revise
from referee.testing.playthrough import play_through
from referee.vocabulary.photo_finish import PhotoFinish, Slap
from referee.vocabulary.ruling import Contest, Ruling
from referee.vocabulary.text import say
from referee.vocabulary.view import Scene, Standing

from .conftest import Lay, enter

HOST = Viewer("Ana", host=True)
FOLDER = Path(__file__).parent.parent / "playthroughs"
PLAYTHROUGHS = sorted(FOLDER.glob("*/*.toml"))


def of_file(name: str) -> Match:
    history = play_through(FOLDER / f"{name}.toml").history
    return Match(history, [step.entry for step in history.steps])


def found(match: Match, kind: HighlightKind) -> Highlight | None:
    return only(scores_of(match).highlights, kind)


def only(highlights: Sequence[Highlight], kind: HighlightKind) -> Highlight | None:
    several = [one for one in highlights if one.kind == kind]
    assert len(several) < 2
    return several[0] if several else None


def told(match: Match, kind: HighlightKind) -> str | None:
    one = found(match, kind)
    return str(one.text) if one else None


def scored(
    match: Match, *totals: tuple[int, int], rounds: bool = True, finished: bool = True, rulings: Sequence[Ruling] = ()
) -> Timeline:
    """A match of Ana and Ben that was gone through: their totals after each entry, each in a round of its own."""
    timeline = Timeline(match.history, _scene(1, (0, 0)))
    round = 1
    for seq, after in enumerate(totals, 1):
        entry = LogEntry(seq, f"e{seq}", "score", None, {}, None, True, 0.0)
        after_round = round + 1 if rounds else round
        scene = _scene(after_round, after, finished=finished and seq == len(totals))
        timeline.note(replace(match.history.steps[0], entry=entry, rulings=tuple(rulings)), round, scene)
        match.history.open_to_all.add(seq)
        round = after_round
    return timeline


def regrouped(timeline: Timeline, *rounds: int) -> Timeline:
    """The same match, these being the rounds of its entries."""
    again, afters = Timeline(timeline.history, timeline.began), (*rounds[1:], rounds[-1])
    for moment, round, after in zip(timeline.moments, rounds, afters, strict=True):
        again.note(moment.step, round, replace(moment.scene, round=after))
    return again


def _scene(round: int, scores: tuple[int, int], finished: bool = False) -> Scene:
    standings = tuple(
        Standing(seat, score, 1 + sum(other > score for other in scores))
        for seat, score in zip(("Ana", "Ben"), scores, strict=True)
    )
    winners = tuple(one.seat for one in standings if one.place == 1) if finished else ()
    return Scene("score", round, (), standings, finished=finished, winners=winners)


def of_timeline(match: Match, timeline: Timeline, kind: HighlightKind) -> Highlight | None:
    return only(highlights_of(match, GoingOn(timeline), sheet_of(timeline)), kind)


@pytest.fixture
def played(match: Match, lay: Lay) -> Match:
    """Ana's king beats Ben's three."""
    enter(match, lay("Ana", "KH"), lay("Ben", "3C"))
    return match


# From the sheet


def test_a_comeback_is_the_largest_gap_that_the_winner_made_good(played: Match) -> None:
    timeline = scored(played, (10, 0), (12, 2), (13, 20))
    comeback = of_timeline(played, timeline, "comeback")
    assert comeback is not None
    assert (comeback.seats, comeback.number, comeback.round, comeback.seq) == (("Ben",), 10, 1, 1)
    assert str(comeback.text) == "Ben won from 10 behind in round\u00a01"


def test_a_small_gap_is_no_comeback(played: Match) -> None:
    assert of_timeline(played, scored(played, (1, 0), (1, 20)), "comeback") is None


def test_there_is_no_comeback_before_the_end(played: Match) -> None:
    assert of_timeline(played, scored(played, (10, 0), (12, 20), finished=False), "comeback") is None


def test_there_is_no_comeback_where_places_do_not_go_by_scores() -> None:
    assert told(of_file("faj/equal_straights"), "comeback") is None


def test_fewest_wins_counts_the_other_way_round() -> None:
    assert told(of_file("tripp-jokes/a_whole_game"), "comeback") is None, "2 of 13 are little"
    assert told(of_file("jizara/three_keys"), "comeback") == "Ana won from 1 behind in round\u00a03"


def test_who_shares_the_win_can_have_come_back_alone() -> None:
    assert told(of_file("slapjack/a_shared_win"), "comeback") == "Ben won from 60 behind"


def test_the_longest_lead_tells_how_many_rounds(played: Match) -> None:
    timeline = scored(played, (1, 0), (1, 2), (1, 3), (1, 4), (5, 4))
    assert str(of_timeline(played, timeline, "lead").text) == "Ben, for 3 rounds, from round 2 on"  # type: ignore[union-attr]  # somebody led


def test_two_leads_of_one_length_are_no_longest(played: Match) -> None:
    totals = [(1, 0), (2, 0), (3, 0), (3, 4), (3, 5), (3, 6)]
    assert of_timeline(played, scored(played, *totals), "lead") is None


def test_a_short_lead_is_not_remarkable(played: Match) -> None:
    in_turn = [(n + n % 2, n + 1 - n % 2) for n in range(2, 12)]
    assert of_timeline(played, scored(played, (1, 0), (2, 0), (2, 3)), "lead") is None
    three_of_fourteen = scored(played, (1, 0), (1, 0), (1, 0), *in_turn)
    assert of_timeline(played, three_of_fourteen, "lead") is None


def test_who_led_from_first_to_last_led_all_the_way() -> None:
    assert told(of_file("faj/one_takes_all"), "lead") == "Ana led all the way"


def test_scores_within_few_rounds_are_counted_one_by_one() -> None:
    assert told(of_file("faj/a_whole_game"), "lead") == "Ben, after 11 scores in a row"


def test_the_largest_swing_is_by_one_entry(played: Match) -> None:
    swing = of_timeline(played, scored(played, (3, 0), (3, 8), (5, 8)), "swing")
    assert swing is not None
    assert (swing.seats, swing.number, swing.round, swing.seq) == (("Ben",), 8, 2, 2)
    assert str(swing.text) == "Ben: +8 in round\u00a02"


def test_a_loss_is_a_swing_too(played: Match) -> None:
    swing = of_timeline(played, scored(played, (3, 0), (-9, 2)), "swing")
    assert swing is not None and (swing.number, str(swing.text)) == (-12, "Ana: \N{MINUS SIGN}12 in round\u00a02")


def test_of_level_swings_by_entries_the_round_decides() -> None:
    swing = found(of_file("faj/a_whole_game"), "swing")
    assert swing is not None and str(swing.text) == "Ben: +9 in round\u00a01"
    assert swing.seq is None, "no single entry brought as much"


def test_level_swings_are_none(played: Match) -> None:
    assert of_timeline(played, scored(played, (3, 0), (3, 3)), "swing") is None


def test_one_score_is_no_swing(played: Match) -> None:
    assert of_timeline(played, scored(played, (3, 0)), "swing") is None


def test_a_close_end_is_told_with_whoever_comes_next(played: Match) -> None:
    assert told(of_file("four-aces/several_reach_the_target"), "margin") == "Ben only 3 ahead of Ana and Di"
    close = of_timeline(played, scored(played, (10, 0), (12, 10)), "margin")
    assert close is not None and (close.seats, close.number) == (("Ana", "Ben"), 2)


@pytest.mark.parametrize(
    "name",
    [
        "slapjack/a_shared_win",
        "faj/equal_straights",
        "four-aces/four_aces_called",
        "jizara/teams",
        "four-aces/a_playoff",
    ],
    ids=["nobody comes next", "not by the score", "won by a call", "not finished", "not close"],
)
def test_there_is_no_margin_where_there_is_none(name: str) -> None:
    assert told(of_file(name), "margin") is None


# From the rulings


def decided(winner: str | None, margin: int = 1, against: str | None = "Ben", ruled: str | None = "Ana") -> Ruling:
    """A ruling for `ruled`, as it stands now, on a contest that `winner` had won."""
    text = say("{winner} by {n}", winner=winner, n=margin)
    contest = Contest(winner, against, margin, text) if winner else None
    return Ruling({"winner": ruled}, say("So it is."), (), contest=contest)


def closest(match: Match, *rulings: Ruling) -> str | None:
    timeline = scored(match, (1, 0), (2, 0), rulings=rulings)
    one = of_timeline(match, timeline, "decision")
    return str(one.text) if one else None


CLOSEST = {
    "faj/a_whole_game": "Ana with the black joker against Ben with the red joker, in round\u00a03",
    "faj/suit_order_jacks": "Ben with the jack of hearts against Ana with the jack of diamonds, in round\u00a01",
    "four-aces/locked_cards": "Ana against Ben, 7 to \N{MINUS SIGN}2, in round\u00a01",
    "jizara/three_keys": "Ana against Ben, 18 to 17, in round\u00a04",
    "jizara/teams": "Ben and Di against Ana and Cy, 20 to 17, in round\u00a01",
}


@pytest.mark.parametrize("name", CLOSEST)
def test_the_closest_ruling_has_the_smallest_margin(name: str) -> None:
    assert told(of_file(name), "decision") == CLOSEST[name]


def test_a_level_decision_is_the_closest_of_all() -> None:
    decision = found(of_file("jizara/only_contested_bids_count"), "decision")
    assert decision is not None and (decision.number, decision.round) == (0, 4)


def test_of_equally_close_rulings_the_last_is_told(played: Match) -> None:
    assert closest(played, decided("Ana", 3), decided("Ana", 2), decided("Ana", 2, None)) == "Ana by 2, in round\u00a02"


@pytest.mark.parametrize(
    "ruling",
    [decided(None), decided("Ana", ruled="Ben"), decided("Ana", ruled=None), decided("Eve"), decided("Ana", 1, "Eve")],
    ids=["no contest", "decided otherwise since", "nobody wins", "no seat", "against no seat"],
)
def test_what_was_not_won_like_that_is_no_close_ruling(played: Match, ruling: Ruling) -> None:
    assert closest(played, ruling, ruling) is None


def test_one_ruling_alone_is_not_the_closest() -> None:
    assert told(of_file("jizara/keys_tossed_for"), "decision") is None
    assert told(of_file("four-aces/four_aces_found"), "decision") is None


def test_most_rulings_won_leaves_out_the_one_that_ends_the_game() -> None:
    assert told(of_file("faj/one_takes_all"), "rulings-won") == "Ana: 12 of 12"
    assert told(of_file("tripp-jokes/a_whole_game"), "rulings-won") is None


def test_few_rulings_won_or_less_than_half_are_not_remarkable(played: Match) -> None:
    halves = [decided(None, ruled=winner) for winner in ("Ana", "Ana", "Ben", "Ben")]
    assert of_timeline(played, scored(played, (1, 0), rulings=halves, finished=False), "rulings-won") is None
    assert of_timeline(played, scored(played, (1, 0), rulings=halves[:2], finished=False), "rulings-won") is None


def test_partners_win_rulings_together() -> None:
    rulings = found(of_file("jizara/teams"), "rulings-won")
    assert rulings is not None and (rulings.seats, rulings.number) == (("Ben", "Di"), 3)


def test_level_numbers_of_rulings_won_are_not_told() -> None:
    assert told(of_file("faj/a_whole_game"), "rulings-won") is None


def race(*slaps: Slap, order: tuple[tuple[str, ...], ...] = (("Ben",), ("Ana",))) -> PhotoFinish:
    return PhotoFinish("race", 1, 0, order, slaps, slaps[1].time_ms if len(slaps) > 1 else None, 12.0)


def with_finish(match: Match, *finishes: PhotoFinish) -> Timeline:
    timeline = scored(match, *((n, 0) for n, _ in enumerate(finishes, 1)))
    moments = [
        replace(moment, step=replace(moment.step, entry=replace(moment.step.entry, finish=finish)))
        for moment, finish in zip(timeline.moments, finishes, strict=True)
    ]
    return replace(timeline, moments=moments)


def test_the_closest_finish_is_told_in_milliseconds(played: Match) -> None:
    slow = race(Slap("Ana", 0, 3), Slap("Ben", 300, 3), order=(("Ana",), ("Ben",)))
    close = race(Slap("Ben", 0, 3), Slap("Ana", 33.6, 3))
    finish = of_timeline(played, with_finish(played, slow, close), "photo-finish")
    assert finish is not None
    assert (finish.seats, finish.number, finish.seq) == (("Ben", "Ana"), 34, 2)
    assert str(finish.text) == "Ben before Ana by 34 ms"


def test_a_dead_heat_is_told_as_one(played: Match) -> None:
    heat = race(Slap("Ben", 0, 9), Slap("Ana", 1, 9), order=(("Ben", "Ana"),))
    finish = of_timeline(played, with_finish(played, heat), "photo-finish")
    assert finish is not None and str(finish.text) == "Ben and Ana, 1 ms apart: too close to tell"


def test_a_lone_slap_is_no_finish(played: Match) -> None:
    assert of_timeline(played, with_finish(played, race(Slap("Ben", 0, 3))), "photo-finish") is None


def test_what_lies_sealed_is_not_told(played: Match) -> None:
    timeline = with_finish(played, race(Slap("Ben", 0, 3), Slap("Ana", 33.6, 3)))
    played.history.open_to_all.clear()
    assert of_timeline(played, timeline, "photo-finish") is None


# From the rest of the log


def questioned(by: str | None, settled: ResolvedAs | None) -> Dispute:
    resolution = Resolution(3, settled, "Ana", 0.0, "") if settled else None
    return Dispute(3, "d", by, 0.0, "", entry=2, ruling=0, resolution=resolution)


def test_who_was_right_to_question_most_often_has_won_most_disputes(played: Match) -> None:
    settled: list[tuple[str | None, ResolvedAs | None]] = [
        ("Ana", "upheld"),
        ("Ben", "overruled"),
        ("Ben", "corrected"),
        ("Ben", "upheld"),
        (None, "overruled"),
        ("Ana", None),
    ]
    played.disputes = tuple(questioned(by, how) for by, how in settled)
    won = found(played, "disputes-won")
    assert won is not None and (won.seats, won.number) == (("Ben",), 2)
    assert str(won.text) == "Ben: 2 of 3 rulings questioned"


def test_disputes_that_nobody_won_are_not_told(played: Match) -> None:
    played.disputes = (questioned("Ana", "upheld"),)
    assert told(played, "disputes-won") is None


def test_a_match_is_timed_from_its_first_entry_to_its_last(played: Match, lay: Lay) -> None:
    assert told(played, "duration") is None
    enter(played, replace(lay("Ana", "4C"), at=1001.0 + 43 * 60))
    assert told(played, "duration") == "43 min"
    enter(played, replace(lay("Ben", "5C"), at=1001.0 + 125 * 60))
    assert told(played, "duration") == "2 h 5 min"


def test_nothing_is_remarkable_before_anything_was_entered(match: Match) -> None:
    assert scores_of(match).highlights == ()


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_is_told_names_seats_and_entries_that_there_are(path: Path) -> None:
    match = of_file(f"{path.parent.name}/{path.stem}")
    sheet: ScoreSheet = sheet_of(timeline_of(match.history))
    for one in scores_of(match).highlights:
        assert set(one.seats) <= set(sheet.seats)
        assert one.seq is None or one.seq in {entry.seq for entry in match.entries}
        assert str(one.title) and all(seat in str(one.text) for seat in one.seats)


# As the match goes on


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_looked_at_while_it_goes_on_they_are_those_of_the_match_gone_through_at_once(path: Path) -> None:
    """Sealed entries tell nothing, and what they told once they are open is told then."""
    whole = play_through(path).history
    match = Match.begun(whole.rulebook, whole.setting)
    going = GoingOn(timeline_of(match.history))
    for place, step in enumerate(whole.steps):
        match.add([match.history.take(match.history.position, step.entry)])
        scores = scores_of(match, going)
        if place % 5 == 0 or step is whole.steps[-1]:
            assert scores == scores_of(match)


def test_each_entry_is_looked_at_once(played: Match, lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was sealed is looked at when it is open; a copy of the match, as a vote makes it, goes on from there."""
    going = GoingOn(timeline_of(played.history))
    scores_of(played, going)
    lay("Ana", "5C"), lay("Ana", "6C")  # these numbers are taken
    seen: list[str] = []

    def noting(what: str, called: Callable[..., object]) -> Callable[..., object]:
        return lambda *given: seen.append(what) or called(*given)

    def seen_after(entry: LogEntry) -> list[str]:
        nonlocal played
        enter(played, entry)
        played = played.copied()
        assert going.timeline.leads_to(played.history)
        seen.clear()
        scores_of(played, going)
        return [*seen]

    monkeypatch.setattr(highlights, "_contested", noting("looked at", highlights._contested))
    monkeypatch.setattr(History, "scene_in", noting("shown", History.scene_in))
    assert seen_after(lay("Ana", "4C")) == ["shown"]
    assert seen_after(lay("Ben", "QH")) == ["shown", "looked at", "looked at"]
    seen.clear()
    scores_of(played, going)
    assert seen == []


def test_what_was_corrected_is_gone_through_anew(played: Match) -> None:
    timeline = timeline_of(played.history)
    revise(played, try_correction(played, HOST, "c1", 2.0, [Change(2, {"card": "AS"})]))
    assert not timeline.leads_to(played.history)


class TestTheTurningPoint:
    """When the winner went ahead for good."""

    def test_is_the_last_time_that_the_lead_changed(self, played: Match) -> None:
        found = of_timeline(played, scored(played, (2, 0), (2, 5), (9, 5), (12, 6)), "turning-point")
        assert found is not None
        assert (str(found.text), found.seats, found.round, found.seq) == (
            "Ana went ahead again in round\u00a03, and stayed there",
            ("Ana",),
            3,
            3,
        )

    def test_may_be_the_very_end(self, played: Match) -> None:
        found = of_timeline(played, scored(played, (2, 0), (2, 5), (9, 5)), "turning-point")
        assert found is not None and str(found.text) == "Ana went ahead again only at the very end"
        found = of_timeline(played, scored(played, (0, 2), (3, 5), (9, 5)), "turning-point")
        assert found is not None and str(found.text) == "Ana went ahead only at the very end"

    def test_is_told_by_its_entry_in_a_match_of_one_round(self, played: Match) -> None:
        found = of_timeline(played, scored(played, (0, 3), (5, 3), (8, 3), rounds=False), "turning-point")
        assert found is not None and str(found.text) == "Ana went ahead with entry\u00a02, and stayed there"

    def test_is_the_entry_that_put_the_winner_ahead_and_not_what_they_lost_later_in_that_round(
        self, played: Match
    ) -> None:
        timeline = scored(played, (0, 3), (5, 3), (4, 3), (5, 3), (8, 3), (9, 3))
        timeline = regrouped(timeline, 1, 2, 2, 3, 4, 5)
        found = of_timeline(played, timeline, "turning-point")
        assert found is not None
        assert (str(found.text), found.seq) == ("Ana went ahead in round\u00a02, and stayed there", 2)

    def test_is_none_where_somebody_led_all_the_way_or_the_match_goes_on(self, played: Match) -> None:
        assert of_timeline(played, scored(played, (2, 0), (5, 1)), "turning-point") is None
        assert of_timeline(played, scored(played, (0, 3), (5, 3), (8, 3), finished=False), "turning-point") is None

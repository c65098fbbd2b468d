"""The host ends a match early: who may, what it comes to, what stays unread, and how it
goes on after all.
"""

import json

import pytest

from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.showing.export import document, rule_again
from referee.match.showing.log_lines import correction_lines, log_lines
from referee.match.showing.round_table import round_table
from referee.match.showing.views import view_of
from referee.match.taking.entry_reading import NotOpenError
from referee.match.trying.correcting import try_undo
from referee.match.trying.new_entries import try_entries
from referee.match.trying.record_head import RecordHead
from referee.match.trying.trial import UnfitEntriesError
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin.rulebook import Rulebook
from referee.testing.played_match import CODE, HOST, PlayedMatch
from referee.testing.random_match import KEY
from referee.vocabulary.errors import ConflictError, NotYoursError, WrongFieldsError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.view import View
from tests.toy_games import crooked, highest_card

ANA = Viewer("Ana")
BEN = Viewer("Ben")
CY = Viewer("Cy")
CAMERA = Viewer(host=True, watcher=True)
HEARTS = "Ana Ben Cy Dee"


def begun(seats: str = "Ana Ben", **options: object) -> PlayedMatch:
    return PlayedMatch.begun(highest_card, seats, **{"target": 5, **options})


def lay(table: PlayedMatch, *cards: str) -> None:
    """The seats lay these in turn, all of a trick before the next."""
    seats = table.setting.seats
    for place, card in enumerate(cards):
        table.enter("lay", seats[place % len(seats)], card=card)


def stop(table: PlayedMatch) -> int:
    """The number of the entry by which the host ends the match."""
    return table.enter("stop", by=None).entry.seq


def seen_by(table: PlayedMatch, viewer: Viewer = SPECTATOR) -> View:
    return view_of(table.match, viewer, CODE)


def deal_hearts(table: PlayedMatch, *hearts: int, queen: str = "Ana") -> None:
    """A deal of Hearts as it ended: how many hearts each seat took, and who has the
    queen.
    """
    taken = dict(zip(table.setting.seats, hearts, strict=True))
    table.enter("deal", by="Ana", hearts=taken, queen=queen)


def is_folded_alike(table: PlayedMatch) -> bool:
    """Whether all the records give the same match again."""
    again = Match.from_records(table.rulebook, table.setting, table.records)
    return again == table.match


# Who, and when


def test_only_the_host_is_offered_it_and_it_is_no_prompt() -> None:
    table = begun()
    for viewer in (HOST, Viewer("Ana", host=True)):
        [offered] = seen_by(table, viewer).host_entries
        assert (offered.kind, offered.fields, offered.optional) == ("stop", (), False)
        assert offered.seats == ((viewer.seat,) if viewer.seat else ())
        assert "stop" not in [prompt.kind for prompt in seen_by(table, viewer).prompts]
    for viewer in (ANA, BEN, SPECTATOR, CAMERA):
        assert seen_by(table, viewer).host_entries == ()
    assert "stop" not in table.kinds


def test_nobody_else_may_and_it_holds_nothing() -> None:
    table = begun()
    with pytest.raises(NotYoursError, match="Only the host"):
        table.enter("stop", by="Ana")
    with pytest.raises(WrongFieldsError, match="why"):
        table.enter("stop", by=None, why="It is late.")
    seen_by_camera = LogEntry(1, "one", "stop", None, {}, None, True, 0.0, seen=True)
    with pytest.raises(NotYoursError):
        table.history.take_new(table.history.position, seen_by_camera)


def test_nothing_is_entered_to_a_match_that_was_ended_nor_is_it_ended_twice() -> None:
    table = begun()
    stop(table)
    for kind, data in (("stop", {}), ("lay", {"card": "2C"})):
        with pytest.raises(NotOpenError, match="The match is over"):
            table.enter(kind, "Ana" if data else None, by=None, **data)
    finished = begun(target=1)
    lay(finished, "KH", "2C")
    assert finished.scene.finished
    assert seen_by(finished, HOST).host_entries == ()
    with pytest.raises(NotOpenError):
        stop(finished)


# What it comes to


def test_the_scores_as_they_are_decide() -> None:
    table = begun()
    lay(table, "KH", "3C")
    stop(table)
    view = seen_by(table)
    assert (view.finished, view.ended_early, view.winners, view.phase) == (
        True,
        True,
        ("Ana",),
        "finished",
    )
    assert (view.prompts, view.host_entries, view.to_act, view.facts) == (
        (),
        (),
        (),
        (),
    )
    assert table.scores == {"Ana": 1, "Ben": 0}
    assert table.ruling.verdict == {"ended_early": True, "winners": ("Ana",)}
    assert [(one.rule, one.basis) for one in table.ruling.because] == [
        ("highest-card#ended-early", "reading")
    ]
    assert table.rulebook.sections["ended-early"].basis == "reading"
    assert is_folded_alike(table)


def test_with_nothing_scored_nobody_has_won() -> None:
    table = begun()
    table.enter("lay", "Ana", card="KH")
    stop(table)
    view = seen_by(table)
    assert (view.finished, view.ended_early, view.winners, view.round) == (
        True,
        True,
        (),
        0,
    )
    assert (
        str(table.ruling.summary) == "The match ended early, before anything was scored"
    )
    position = table.history.position
    assert position.ended_early is not None
    assert not position.ended_early.has_result


def test_it_says_after_which_round_and_a_round_that_brought_nothing_yet_does_not_count() -> (
    None
):
    table = PlayedMatch.begun("hearts", HEARTS)
    deal_hearts(table, 13, 0, 0, 0, queen="Ben")
    deal_hearts(table, 0, 13, 0, 0)
    stop(table)
    view = seen_by(table)
    assert (view.round, view.ended_early, view.winners) == (2, True, ("Cy", "Dee"))
    says = "The match ended early after round 2: Cy and Dee share the win with 0 each"
    assert str(table.ruling.summary) == says
    assert str(table.ruling.about) == "After round 2"


def test_where_points_count_at_once_it_says_in_which_round() -> None:
    table = begun()
    lay(table, "KH", "3C", "4C", "5D")
    stop(table)
    assert (
        str(table.ruling.summary)
        == "The match ended early in round 1: Ana and Ben share the win with 1 each"
    )


def test_partners_win_together() -> None:
    table = PlayedMatch.begun("bridge", HEARTS, scoring="chicago")
    contract = {"level": "4", "strain": "S", "declarer": "Ana", "tricks": 10}
    table.enter("deal", by="Ana", **contract)
    stop(table)
    assert seen_by(table).winners == ("Ana", "Cy")
    assert "Ana and Cy win with" in str(table.ruling.summary)


def test_the_end_of_the_game_itself_is_offered_first_where_it_has_one() -> None:
    table = PlayedMatch.begun("bridge", HEARTS, scoring="rubber")
    assert [one.kind for one in seen_by(table, HOST).host_entries] == ["stop"]
    table.enter("deal", by="Ana", level="4", strain="S", declarer="Ana", tricks=10)
    own, any_time = seen_by(table, HOST).host_entries
    assert (own.kind, own.ends, any_time.kind, any_time.ends) == (
        "end",
        True,
        "stop",
        False,
    )
    before = dict(table.scores)
    table.enter("end", by=None)
    assert table.scores["Ana"] == before["Ana"] + 300
    view = seen_by(table)
    assert view.finished
    assert not view.ended_early


@pytest.mark.parametrize("game", ["holdem", "score-pad"])
def test_so_it_is_in_other_games_with_an_end(game: str) -> None:
    """On a pad once there is something to count."""
    table = PlayedMatch.begun(game, "Ana Ben Cy")
    if game == "score-pad":
        assert [one.kind for one in seen_by(table, HOST).host_entries] == ["stop"]
        table.enter("round", points={"Ana": 5, "Ben": 2, "Cy": 0}, by=None)
    offered = seen_by(table, HOST).host_entries
    assert [(one.kind, one.ends) for one in offered] == [("end", True), ("stop", False)]


def test_what_is_entered_with_the_end_counts() -> None:
    table = PlayedMatch.begun("hearts", HEARTS)
    taken = {"Ana": 13, "Ben": 0, "Cy": 0, "Dee": 0}
    sent = ("deal", None, {"hearts": taken, "queen": "Ben"}), ("stop", None, {})
    entries = [
        LogEntry(seq, f"id-{seq}", kind, seat, data, None, True, 0.0)
        for seq, (kind, seat, data) in enumerate(sent, start=1)
    ]
    steps = try_entries(table.history, entries, KEY, 1)
    assert str(steps[-1].rulings[0].summary).startswith(
        "The match ended early after round 1: "
    )
    with pytest.raises(NotOpenError):
        try_entries(table.history, [*reversed(entries)], KEY, 1)


def test_a_position_that_the_game_cannot_show_any_more_hinders_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a match that ended early could not be read after an upgrade of its game."""
    table = PlayedMatch.begun(crooked, "Ana Ben")
    for card in ("5H", "6H", "7H"):
        table.enter("lay", by="Ana", card=card)
    stop(table)
    assert (
        str(table.ruling.summary)
        == "The match ended early in round 1: Ana and Ben share the win"
    )
    monkeypatch.setattr(crooked, "FAILING", {"scene of 2"})
    again = Match.from_records(Rulebook(crooked), table.setting, table.records)
    assert again.history.latest == table.rulings


# What was sealed


def told(table: PlayedMatch, viewer: Viewer) -> str:
    """All that this viewer can be told of the match."""
    match = table.match
    shown = [
        view_of(match, viewer, CODE),
        log_lines(match, viewer),
        correction_lines(match, viewer),
        table.disputes,
    ]
    return json.dumps(
        [jsonable(shown), document(match, viewer, CODE), round_table(match)]
    )


OTHERS = [BEN, CY, SPECTATOR, HOST, Viewer("Ben", host=True)]


def strike(table: PlayedMatch, seq: int) -> str:
    """The id of the correction."""
    table.strike(seq)
    return table.match.changes[-1].id


def undo(table: PlayedMatch, correction: str, redo: bool = False) -> None:
    id = f"line-{table.match.seq + 1}"
    table.revise(try_undo(RecordHead(table.match, HOST, id, 0.0), correction, redo))


def test_nobody_learns_what_waited_whatever_happens_then() -> None:
    """Two matches that differ only in what Ana sealed tell everybody else the same."""
    tables = [begun("Ana Ben Cy") for _ in range(2)]
    for table, card in zip(tables, ("KH", "2D"), strict=True):
        lay(table, "9C", "8C", "7C")
        table.enter("lay", "Ana", card=card)

    def is_told_alike() -> bool:
        return all(
            told(tables[0], viewer) == told(tables[1], viewer) for viewer in OTHERS
        )

    assert is_told_alike()
    ends = [stop(table) for table in tables]
    assert is_told_alike()
    assert tables[0].scores == {"Ana": 1, "Ben": 0, "Cy": 0}
    for table in tables:
        table.correct(2, card="TC")
    assert is_told_alike()
    assert tables[0].scores == {"Ana": 0, "Ben": 1, "Cy": 0}
    struck = [strike(table, end) for table, end in zip(tables, ends, strict=True)]
    assert is_told_alike()
    assert not tables[0].scene.finished
    for back in (False, True, False):
        for table, correction in zip(tables, struck, strict=True):
            undo(table, correction, redo=back)
        assert is_told_alike()
        assert tables[0].scene.finished is not back
    for table, end in zip(tables, ends, strict=True):
        table.overrule(end, {})
    assert is_told_alike()
    assert not tables[0].scene.finished
    for table in tables:
        lay(table, "5S", "6S", "4S")
        assert is_folded_alike(table)
    assert is_told_alike()
    assert tables[0].scores == {"Ana": 0, "Ben": 2, "Cy": 0}


@pytest.mark.parametrize("how", ["struck", "overruled"])
def test_what_waited_is_entered_again_by_everybody(how: str) -> None:
    """Also by the host who takes the end back and had sealed something."""
    table = begun("Ana Ben Cy")
    table.enter("lay", "Ana", by=None, card="KH")
    table.enter("lay", "Ben", card="QH")
    end = stop(table)
    assert [held.entry.seq for held in table.history.position.waiting] == []
    if how == "struck":
        table.strike(end)
    else:
        table.overrule(end, {"ended_early": False})
    assert seen_by(table).to_act == ("Ana", "Ben", "Cy")
    assert [prompt.seats for prompt in table.prompts if prompt.kind == "lay"] == [
        ("Ana", "Ben", "Cy")
    ]
    assert [line.struck for line in log_lines(table.match, SPECTATOR)] == [
        True,
        True,
        True,
    ]
    assert [line.data for line in log_lines(table.match, SPECTATOR)][:2] == [None, None]
    lay(table, "2C", "3C", "4C")
    assert table.scores == {"Ana": 0, "Ben": 0, "Cy": 1}
    assert is_folded_alike(table)


def test_nor_does_what_was_replaced_before_count_again() -> None:
    """Also where whoever takes the end back had entered both."""
    table = begun()
    for card in ("KH", "QH"):
        table.enter("lay", "Ana", by=None, card=card)
    table.strike(stop(table))
    assert seen_by(table).to_act == ("Ana", "Ben")
    assert [line.struck for line in log_lines(table.match, SPECTATOR)] == [
        True,
        True,
        True,
    ]
    assert is_folded_alike(table)


def test_what_waited_comes_back_with_the_end_itself() -> None:
    table = begun()
    table.enter("lay", "Ana", card="KH")
    end = stop(table)
    correction = strike(table, end)
    undo(table, correction)
    assert seen_by(table).ended_early
    sealed, ended = log_lines(table.match, BEN)
    assert (sealed.sealed, sealed.data, sealed.struck, ended.struck) == (
        True,
        None,
        False,
        False,
    )
    assert is_folded_alike(table)


def test_what_stays_unread_is_not_corrected() -> None:
    table = begun()
    table.enter("lay", "Ana", card="KH")
    stop(table)
    with pytest.raises(ConflictError, match="stays secret"):
        table.correct(1, card="2C")
    table.strike(1)
    assert seen_by(table).ended_early


def test_what_lies_open_after_a_clash_stands_when_it_goes_on() -> None:
    table = begun("Ana Ben Cy")
    lay(table, "KH", "KH", "2C")
    assert table.history.position.to_reenter
    table.enter("lay", "Ana", card="KH")
    end = stop(table)
    assert seen_by(table).prompts == ()
    assert seen_by(table).ended_early
    table.strike(end)
    assert [prompt.seats for prompt in table.prompts if not prompt.optional] == [
        ("Ben",)
    ]
    table.enter("lay", "Ben", card="QH")
    assert table.scores == {"Ana": 1, "Ben": 0, "Cy": 0}
    assert is_folded_alike(table)


def test_an_export_is_ruled_again_the_same_without_what_waited() -> None:
    table = PlayedMatch.begun("faj", "Ana Ben Cy")
    table.enter("board", by="Ana", cards=["3C"])
    table.enter("play", "Ben", plays={"Ben": "KC"})
    stop(table)
    exported = json.loads(document(table.match, SPECTATOR, CODE))
    assert exported["finished"]
    assert exported["ended_early"]
    assert exported["winners"] == []
    assert rule_again(exported) == (2, ())


# Put right, disputed


def test_corrections_of_what_came_before_change_the_result() -> None:
    table = begun()
    lay(table, "KH", "3C")
    stop(table)
    table.correct(2, card="AC")
    assert seen_by(table).winners == ("Ben",)
    assert "Ben wins with 1" in str(table.ruling.summary)
    table.strike(1)
    assert seen_by(table).winners == ()
    assert seen_by(table).ended_early
    assert is_folded_alike(table)


def disputed(table: PlayedMatch, end: int, viewer: Viewer = BEN) -> str:
    return table.dispute_ruling(end, None, viewer, "We said one more round.")


@pytest.mark.parametrize(
    "verdict",
    [{}, {"ended_early": False}],
    ids=["without a verdict", "it does not end"],
)
def test_overruled_the_match_goes_on(verdict: dict[str, object]) -> None:
    table = begun()
    lay(table, "KH", "3C")
    end = stop(table)
    settled = table.settle(disputed(table, end), "overruled", verdict=verdict)
    assert not seen_by(table).finished
    assert "lay" in table.kinds
    assert settled.records[0].body["dropped"] == [end]
    [line] = table.disputes
    assert line.in_force
    assert line.ruled is not None
    assert str(line.ruled.summary).startswith("The match ended early")
    assert is_folded_alike(table)
    lay(table, "4C", "5D")
    assert str(stop(table)) == str(table.match.seq)
    assert seen_by(table).ended_early


def test_upheld_it_stays_and_the_table_may_name_other_winners() -> None:
    table = begun()
    end = stop(table)
    table.settle(disputed(table, end), "upheld")
    assert seen_by(table).ended_early
    table.settle(
        disputed(table, end, HOST),
        "overruled",
        verdict={"winners": ["Ben"]},
        why="Ana had to go.",
    )
    position = table.history.position
    assert seen_by(table).winners == ("Ben",)
    assert seen_by(table).ended_early
    assert position.ended_early is not None
    assert position.ended_early.has_result
    assert is_folded_alike(table)
    with pytest.raises(WrongFieldsError):
        table.settle(disputed(table, end), "overruled", verdict={"winners": ["Zed"]})


def test_the_host_may_end_it_while_a_ruling_is_disputed() -> None:
    """The dispute stays open, and what the table decides then changes the result."""
    table = begun()
    lay(table, "KH", "3C")
    dispute = table.dispute_ruling(2, None, BEN)
    stop(table)
    assert seen_by(table).winners == ("Ana",)
    table.settle(dispute, "overruled", verdict={"winner": "Ben"})
    assert seen_by(table).winners == ("Ben",)
    assert seen_by(table).ended_early
    assert is_folded_alike(table)


def test_a_correction_by_which_the_game_ends_itself_names_the_early_end() -> None:
    table = begun(target=2)
    lay(table, "KH", "3C", "4C", "5D")
    end = stop(table)
    with pytest.raises(UnfitEntriesError) as unfit:
        table.correct(3, card="AC")
    assert [misfit.entry.seq for misfit in unfit.value.unfit] == [end]
    table.correct(3, drop_unfit=True, card="AC")
    view = seen_by(table)
    assert (view.finished, view.ended_early, view.winners) == (True, False, ("Ana",))
    assert is_folded_alike(table)

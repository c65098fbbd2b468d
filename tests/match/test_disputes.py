"""Disputes: questioned, voted on, upheld, corrected or overruled, whatever is corrected before them."""

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import cast

import pytest

from referee import Accepted, Ask, hookimpl, say
from referee.match.corrections import Change, UnfitEntriesError
from referee.match.disputes import open_dispute
from referee.match.earlier_entries import prompts_answered
from referee.match.entry_reading import NotOpenError
from referee.match.export import document, rule_again, table_of_entries
from referee.match.log_entry import LogEntry, Viewer
from referee.match.match import Match
from referee.match.revisions import try_undo
from referee.match.tosses import toss
from referee.plugin import discovery as finding
from referee.plugin.discovery import Installed
from referee.plugin.rulebook import Rulebook
from referee.testing.court import ANA, BEN, CY, HOST, Court
from referee.vocabulary.errors import ConflictError, ForbiddenError, NotFoundError, WrongFieldsError
from tests import heads_or_tails, highest_card

from .conftest import Lay


@pytest.fixture
def court(match: Match, lay: Lay) -> Iterator[Court]:
    """Ana won with the king, Ben with the queen; at the end a fold of all records must give the same match."""
    found = Court(match)
    found.enter(lay("Ana", "KH"), lay("Ben", "3C"), lay("Ana", "4C"), lay("Ben", "QH"))
    yield found
    again = Match.from_records(match.history.rulebook, match.history.setting, found.records)
    assert again.history.steps == match.history.steps
    assert (again.disputes, again.corrections, again.seq) == (match.disputes, match.corrections, match.seq)


def test_a_questioned_ruling_is_open_until_it_is_settled(court: Court) -> None:
    id = court.question(2, why="That was the jack.")
    assert (found := open_dispute(court.match.disputes)) is not None
    assert (found.id, found.by, found.entry, found.ruling, found.why) == (id, "Ben", 2, 0, "That was the jack.")
    [line] = court.lines
    assert str(line.ruled.summary) == "Ana wins."  # type: ignore[union-attr]  # a ruling was questioned
    court.settle(id, "upheld", why="All saw the king.")
    assert open_dispute(court.match.disputes) is None
    assert court.lines[0].resolution is not None
    assert (court.lines[0].resolution.resolved_as, court.lines[0].in_force) == ("upheld", False)
    assert court.summaries(2) == ["Ana wins."]


def test_the_game_goes_on_from_what_the_table_decided(court: Court) -> None:
    settled = court.overrule(2, winner="Ben")
    assert court.scores == {"Ana": 0, "Ben": 2}
    assert [one.seq for one in settled.changed] == [2]
    [ruling] = next(step.rulings for step in court.match.history.steps if step.entry.seq == 2)
    assert ruling.verdict == {"winner": "Ben"}
    assert [(one.basis, one.rule, str(one.text)) for one in ruling.because] == [
        ("house-rule", "highest-card#trick", "Overruled by the table: Seen by all.")
    ]
    assert str(ruling.summary) == "Overruled by the table. Winner: Ben. The referee had ruled: Ana wins."
    assert str(court.lines[0].ruled.summary) == "Ana wins."  # type: ignore[union-attr]  # a ruling was questioned
    assert court.lines[0].in_force


def test_nobody_may_win_too(court: Court) -> None:
    court.overrule(2, winner=None)
    assert court.scores == {"Ana": 0, "Ben": 1}
    assert "Winner: none" in court.summaries(2)[0]


def test_without_a_verdict_the_ruling_is_only_marked(court: Court) -> None:
    court.overrule(2)
    assert court.scores == {"Ana": 1, "Ben": 1}
    assert court.summaries(2) == ["Overruled by the table. The referee had ruled: Ana wins."]
    assert court.lines[0].in_force


def test_it_survives_a_correction_of_its_own_entry(court: Court) -> None:
    court.overrule(2, winner="Ben")
    correction = court.correct(Change(2, {"card": "2D"}))
    assert court.scores == {"Ana": 0, "Ben": 2}
    assert court.summaries(2)[0].startswith("Overruled by the table")
    court.revise(try_undo(court.match, HOST, "u", 1.0, correction))
    assert court.scores == {"Ana": 0, "Ben": 2}


def test_it_survives_corrections_before_it_and_tells_what_would_be_ruled_now(court: Court) -> None:
    court.overrule(4, winner="Ana")
    court.correct(Change(1, {"card": "2H"}))
    assert court.scores == {"Ana": 1, "Ben": 1}
    assert court.summaries(2) == ["Ben wins."]
    court.correct(Change(3, {"card": "QD"}))
    assert court.scores == {"Ana": 1, "Ben": 1}
    assert court.summaries(4) == ["Overruled by the table. Winner: Ana. The referee had ruled: Nobody wins."]


def test_where_nothing_is_ruled_any_more_it_stands_in_the_log_and_comes_back(court: Court) -> None:
    court.overrule(4, winner="Ana")
    struck = court.correct(Change(4, None))
    assert (court.lines[0].in_force, court.lines[0].ruled) == (False, None)
    assert court.lines[0].resolution is not None
    court.revise(try_undo(court.match, HOST, "u", 1.0, struck))
    assert court.lines[0].in_force
    assert court.scores == {"Ana": 2, "Ben": 0}


def test_the_prompts_of_old_follow_the_overrule(court: Court) -> None:
    court.overrule(2, winner="Ben")
    court.overrule(4, winner=None)
    assert set(prompts_answered(court.match, range(99))) == {1, 2, 3, 4}


def test_entries_that_no_longer_fit_are_named_or_struck(court: Court, lay: Lay) -> None:
    court.overrule(4, winner="Ana")
    assert court.scores == {"Ana": 2, "Ben": 0}
    court.overrule(2, winner=None)
    court.enter(lay("Ana", "5C"), lay("Ben", "6C"))
    id = court.question(2)
    with pytest.raises(UnfitEntriesError) as unfit:
        court.settle(id, "overruled", verdict={"winner": "Ana"})
    later = [entry.seq for entry in court.match.entries[4:]]
    assert [one.entry.seq for one in unfit.value.unfit] == later
    settled = court.settle(id, "overruled", verdict={"winner": "Ana"}, drop_unfit=True)
    assert len(settled.records[0].body["dropped"]) == 2
    assert court.scores == {"Ana": 2, "Ben": 0}
    with pytest.raises(ConflictError, match="question that ruling again"):
        try_undo(court.match, HOST, "u", 1.0, settled.records[0].id)


def test_an_overruled_ruling_can_be_questioned_again(court: Court) -> None:
    court.overrule(2, winner="Ben")
    court.overrule(2, winner="Ana")
    assert court.scores == {"Ana": 1, "Ben": 1}
    assert court.summaries(2) == ["Overruled by the table. Winner: Ana. The referee had ruled: Ana wins."]


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        ({"winner": "Cy"}, "Name somebody who sits here"),
        ({"winner": 3}, "Give a word here, or null"),
        ({"points": 3}, "The ruling decides winner, nothing else"),
        ({"winner": "Ana"}, "This is what the referee ruled"),
    ],
)
def test_a_verdict_has_the_shape_of_the_rulings(court: Court, verdict: dict[str, object], said: str) -> None:
    id = court.question(2)
    with pytest.raises(WrongFieldsError, match=said):
        court.settle(id, "overruled", verdict=verdict)


def test_corrected_is_a_correction_side_by_side(court: Court) -> None:
    id = court.question(2)
    settled = court.settle(id, "corrected", changes=(Change(1, {"card": "2H"}),))
    assert [(one.seq, str(one.new[0].summary)) for one in settled.changed] == [(2, "Ben wins.")]
    assert [record.type for record in settled.records] == ["correction", "resolution"]
    assert court.lines[0].resolution is not None
    assert court.lines[0].resolution.correction == court.match.corrections[0].id
    id = court.question(2)
    with pytest.raises(WrongFieldsError):
        court.settle(id, "corrected")
    with pytest.raises(WrongFieldsError, match="settle it as corrected"):
        court.settle(id, "upheld", changes=(Change(1, None),))
    with pytest.raises(WrongFieldsError, match="settle it as overruled"):
        court.settle(id, "upheld", verdict={"winner": "Ben"})


def test_more_than_half_of_the_table_settles_it(lay: Lay) -> None:
    rulebook = Rulebook(highest_card)
    court = Court(Match.begin(rulebook, rulebook.setting(["Ana", "Ben", "Cy"], None, {})))
    court.enter(lay("Ana", "KH"), lay("Ben", "3C"), lay("Cy", "4C"))
    id = court.question(3)
    court.vote(id, False, BEN)
    court.vote(id, True, ANA, CY)
    with pytest.raises(ForbiddenError, match="more than half"):
        court.settle(id, "overruled", BEN, verdict={"winner": "Ben"})
    court.vote(id, False, CY)
    with pytest.raises(ForbiddenError):
        court.settle(id, "upheld", ANA)
    with pytest.raises(ForbiddenError):
        court.settle(id, "overruled", Viewer(), verdict={"winner": "Ben"})
    court.settle(id, "overruled", BEN, verdict={"winner": "Ben"})
    assert court.scores == {"Ana": 0, "Ben": 1, "Cy": 0}
    assert court.lines[0].votes == {"Ana": True, "Ben": False, "Cy": False}


def test_what_cannot_be_questioned_says_why(court: Court, lay: Lay) -> None:
    for seq, place in ((9, None), (1, None), (2, 1)):
        with pytest.raises(NotFoundError):
            court.question(seq, place)
    court.overrule(4, winner=None)
    court.enter(lay("Ana", "9C"))
    with pytest.raises(ConflictError, match="still secret"):
        court.question(court.match.seq, viewer=ANA)
    id = court.question(2)
    with pytest.raises(ConflictError, match="Settle that first"):
        court.question(4)
    court.settle(id, "upheld")
    with pytest.raises(ConflictError, match="settled already"):
        court.vote(id, True, ANA)
    with pytest.raises(NotFoundError, match="no such dispute"):
        court.vote("none", True, ANA)
    id = court.question(2)
    with pytest.raises(ForbiddenError, match="at the table vote"):
        court.vote(id, True, Viewer(host=True, opener=True))


def test_an_overruled_refusal_that_the_game_does_not_ask_about_is_noted(court: Court, lay: Lay) -> None:
    court.overrule(4, winner=None)
    again = replace(lay("Ben", "KH"), seq=court.match.seq + 1)
    id = court.question_refused(again)
    with pytest.raises(WrongFieldsError, match="Overrule it without one"):
        court.settle(id, "overruled", verdict={"legal": True})
    court.settle(id, "overruled", why="It was another king.")
    line = court.lines[-1]
    assert line.refused is not None
    assert (line.refused.data, line.refused.by) == ({"card": "KH"}, "Ben")
    assert str(line.ruled.summary) == "The king of hearts was played."  # type: ignore[union-attr]  # a ruling was questioned
    assert (line.in_force, line.entry) == (False, None)


@pytest.fixture
def tossing() -> Court:
    """Ana has won the toss."""
    rulebook = Rulebook(heads_or_tails)
    court = Court(Match.begin(rulebook, rulebook.setting(["Ana", "Ben"], None, {})))
    court.enter(LogEntry(1, "coin", "coin", None, {"winner": "Ana"}, "Ana", True, 1.0))
    return court


def taking(court: Court) -> LogEntry:
    return LogEntry(court.match.seq + 1, "take", "take", "Ben", {}, "Ben", False, 1.0)


def test_a_refused_move_is_entered_where_the_game_asked_about_it(tossing: Court) -> None:
    id = tossing.question_refused(taking(tossing))
    settled = tossing.settle(id, "overruled", verdict={"legal": True}, why="Ana gave it to Ben.")
    assert [record.type for record in settled.records] == ["resolution", "entry"]
    assert tossing.scores == {"Ana": 0, "Ben": 1}
    [line] = tossing.lines
    assert line.in_force
    assert line.resolution is not None
    entered = tossing.match.entry_with_id("take")
    assert entered is not None
    assert (entered.seq, entered.by) == (line.resolution.entered, "Ben")
    assert [record.seq for record in tossing.records] == [1, 2, 3, 4], "no number is left out"
    assert tossing.summaries(entered.seq)[0].startswith("Overruled by the table. It is allowed: yes.")
    again = Match.from_records(tossing.match.history.rulebook, tossing.match.history.setting, tossing.records)
    assert again.history.steps == tossing.match.history.steps


def test_a_game_may_word_anew_what_it_asked_and_add_to_it(tossing: Court) -> None:
    tossing.overrule(1, winner="Ben")
    [ruling] = tossing.match.history.steps[0].rulings
    assert ruling.verdict == {"winner": "Ben", "toss": 1}
    assert str(ruling.summary) == "Overruled by the table. Winner: Ben. The referee had ruled: Toss 1: Ana scores."
    tossing.enter(LogEntry(0, "ben", "take", "Ben", {}, "Ben", True, 1.0))
    assert tossing.scores == {"Ana": 0, "Ben": 1}


def test_of_two_rulings_that_say_the_same_the_questioned_one_is_overruled() -> None:
    """Each goes back to its own question, however alike the game words them."""

    def accept(state: heads_or_tails.State, ask: Ask) -> Accepted:
        rulings = [ask("point", winner="Ana") for _ in range(2)]
        won = tuple(cast(str, ruling.verdict["winner"]) for ruling in rulings)
        return Accepted(replace(state, won=won), tuple(replace(one, summary=say("A point.")) for one in rulings))

    module = ModuleType("two_points")
    vars(module).update(vars(heads_or_tails), accept=hookimpl(accept))
    court = Court.of(module, "Ana", "Ben")
    seq = court.put("coin", None, winner="Ana")
    court.settle(court.question(seq, place=1), "overruled", verdict={"winner": "Ben"})
    [step] = court.match.history.steps
    assert [ruling.verdict["winner"] for ruling in step.rulings] == ["Ana", "Ben"]
    assert cast(heads_or_tails.State, court.match.history.position.state).won == ("Ana", "Ben")


def test_what_the_game_added_itself_cannot_be_decided_otherwise(tossing: Court) -> None:
    id = tossing.question(1)
    with pytest.raises(WrongFieldsError, match="The game cannot go on from this verdict"):
        tossing.settle(id, "overruled", verdict={"toss": 2})


def test_a_refused_move_is_not_entered_where_no_such_prompt_is_open_any_more(tossing: Court) -> None:
    id = tossing.question_refused(taking(tossing))
    tossing.enter(LogEntry(0, "ana", "take", "Ana", {}, "Ana", True, 1.0))
    with pytest.raises(NotOpenError):
        tossing.settle(id, "overruled", verdict={"legal": True})


@pytest.mark.parametrize("legal", [None, "yes", 1])
def test_a_verdict_of_yes_or_no_stays_one(tossing: Court, legal: object) -> None:
    id = tossing.question_refused(taking(tossing))
    with pytest.raises(WrongFieldsError, match="Say true or false"):
        tossing.settle(id, "overruled", verdict={"legal": legal})


def test_an_exported_match_is_ruled_again_with_its_overrules(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    finding.rulebook.cache_clear()
    monkeypatch.setattr(finding, "installed", lambda: Installed({"highest-card": highest_card}))
    court.overrule(2, winner="Ben")
    exported = json.loads(document(court.match, Viewer(), "CODE"))
    assert rule_again(exported) == (4, ())
    exported["disputes"] = []
    assert [one.seq for one in rule_again(exported)[1]] == [2]
    finding.rulebook.cache_clear()


def test_as_csv_a_match_has_a_line_for_each_of_the_log(court: Court) -> None:
    court.settle(court.question(2, why="=seen"), "overruled", verdict={"winner": "Ben"}, why="By all.")
    court.correct(Change(4, {"card": "QD"}))
    court.match.dealer_toss = toss("00" * 32, 0, "dealer", ["Ana", "Ben"], "x")
    rows = list(csv.DictReader(table_of_entries(court.match, Viewer()).splitlines()))
    kinds = ["dealer", "lay", "lay", "lay", "lay", "dispute", "overruled", "correction"]
    assert [(int(row["seq"]), row["kind"]) for row in rows] == list(enumerate(kinds))
    assert json.loads(rows[0]["tosses"])[0]["commitment"] == court.match.dealer_toss.commitment
    assert (rows[2]["ruling"], rows[5]["ruling"]) == (court.summaries(2)[0], "Ana wins.")
    assert json.loads(rows[5]["entered"])["why"] == "=seen"
    settled = json.loads(rows[6]["entered"])
    assert (settled["dispute"], settled["verdict"], settled["why"]) == (5, {"winner": "Ben"}, "By all.")
    assert json.loads(rows[7]["entered"])["changes"] == [{"seq": 4, "strike": False, "data": {"card": "QD"}}]

"""Disputes: questioned, voted on, upheld, corrected or overruled, whatever is corrected
before them.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from types import ModuleType
from typing import cast

import pytest

from referee import Accepted, Ask, hookimpl, say
from referee.match.changes import Edit
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.records import record_of
from referee.match.showing.export import document, rule_again
from referee.match.taking.entry_reading import NotOpenError
from referee.match.trying.correcting import try_correction, try_undo
from referee.match.trying.disputing import begin_vote
from referee.match.trying.earlier_entries import prompts_answered
from referee.match.trying.record_head import RecordHead
from referee.match.trying.trial import UnfitEntriesError
from referee.match.viewer import Viewer
from referee.testing.played_match import HOST, PlayedMatch
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    WrongFieldsError,
)
from tests.only_games import only_games
from tests.toy_games import heads_or_tails, highest_card

ANA = Viewer("Ana")
BEN = Viewer("Ben")
CY = Viewer("Cy")


def lay(table: PlayedMatch, *cards: str) -> None:
    """Ana and Ben lay these in turn."""
    for seat, card in zip(cycle(["Ana", "Ben"]), cards, strict=False):
        table.enter("lay", seat, card=card)


def summaries(table: PlayedMatch, seq: int) -> list[str]:
    return [str(ruling.summary) for ruling in table.rulings_on(seq)]


def corrected(table: PlayedMatch, change: Edit) -> str:
    """The id of the correction."""
    revision = try_correction(
        RecordHead(table.match, HOST, f"c{table.match.seq}", 1.0), [change]
    )
    table.revise(revision)
    return revision.records[0].id


@pytest.fixture
def court() -> Iterator[PlayedMatch]:
    """Ana won with the king, Ben with the queen; at the end a fold of all records must
    give the same match.
    """
    table = PlayedMatch.begun(highest_card, "Ana Ben")
    lay(table, "KH", "3C", "4C", "QH")
    yield table
    dealer_toss = table.match.dealer_toss
    assert (
        Match.from_records(table.rulebook, table.setting, table.records, dealer_toss)
        == table.match
    )


def test_a_questioned_ruling_is_open_until_it_is_settled(court: PlayedMatch) -> None:
    id = court.dispute_ruling(2, None, BEN, "That was the jack.")
    assert (found := court.match.current_dispute) is not None
    assert (found.id, found.by, found.entry, found.index, found.why) == (
        id,
        "Ben",
        2,
        0,
        "That was the jack.",
    )
    [line] = court.disputes
    assert str(line.ruled.summary) == "Ana wins."  # type: ignore[union-attr]  # a ruling was questioned
    court.settle(id, "upheld", why="All saw the king.")
    assert court.match.current_dispute is None
    assert court.disputes[0].resolution is not None
    assert (court.disputes[0].resolution.resolved_as, court.disputes[0].in_force) == (
        "upheld",
        False,
    )
    assert summaries(court, 2) == ["Ana wins."]


def test_the_game_goes_on_from_what_the_table_decided(court: PlayedMatch) -> None:
    settled = court.settle(
        court.dispute_ruling(2),
        "overruled",
        verdict={"winner": "Ben"},
        why="Seen by all.",
    )
    assert court.scores == {"Ana": 0, "Ben": 2}
    assert [one.seq for one in settled.effect.changed] == [2]
    [ruling] = next(
        step.rulings for step in court.match.history.steps if step.entry.seq == 2
    )
    assert ruling.verdict == {"winner": "Ben"}
    assert [(one.basis, one.rule, str(one.text)) for one in ruling.because] == [
        ("house-rule", "highest-card#trick", "Overturned by the host: Seen by all.")
    ]
    assert (
        str(ruling.summary) == "Overturned: Ben wins. The referee had ruled: Ana wins."
    )
    assert str(court.disputes[0].ruled.summary) == "Ana wins."  # type: ignore[union-attr]  # a ruling was questioned
    assert court.disputes[0].in_force


def test_nobody_may_win_too(court: PlayedMatch) -> None:
    court.overrule(2, {"winner": None})
    assert court.scores == {"Ana": 0, "Ben": 1}
    assert "nobody wins" in summaries(court, 2)[0]


def test_without_a_verdict_the_ruling_is_only_marked(court: PlayedMatch) -> None:
    court.overrule(2, {})
    assert court.scores == {"Ana": 1, "Ben": 1}
    assert summaries(court, 2) == ["Overturned. The referee had ruled: Ana wins."]
    assert court.disputes[0].in_force


def test_what_was_disputed_stands_as_it_was_ruled_then(court: PlayedMatch) -> None:
    """Ben's entry was wrong; the host says only that, and Ben corrects it later."""
    id = court.dispute_ruling(2, None, BEN)
    court.settle(id, "overruled", why="That was the ace.")
    corrected(court, Edit(2, {"card": "AC"}))
    assert summaries(court, 2) == [
        "Ben wins. (corrected after Ben’s objection; first ruled: Ana wins.)"
    ]
    assert str(court.disputes[0].ruled.summary) == "Ana wins."  # type: ignore[union-attr]  # a ruling was questioned
    assert court.scores == {"Ana": 0, "Ben": 2}
    [ruling] = court.rulings_on(2)
    assert [str(reason.text) for reason in ruling.because][:1] == [
        "Overturned by the host: That was the ace."
    ]


@pytest.mark.parametrize(("votes", "who"), [("", "the host"), ("Ana Ben", "everybody")])
def test_who_decided_is_told(court: PlayedMatch, votes: str, who: str) -> None:
    id = court.dispute_ruling(2)
    send_vote(court, id, False, *map(Viewer, votes.split()))
    court.settle(id, "overruled")
    [ruling] = court.rulings_on(2)
    assert [str(reason.text) for reason in ruling.because] == [f"Overturned by {who}."]


def test_it_survives_a_correction_of_its_own_entry(court: PlayedMatch) -> None:
    court.overrule(2, {"winner": "Ben"})
    correction = corrected(court, Edit(2, {"card": "2D"}))
    assert court.scores == {"Ana": 0, "Ben": 2}
    assert summaries(court, 2)[0].startswith("Overturned")
    court.revise(try_undo(RecordHead(court.match, HOST, "u", 1.0), correction))
    assert court.scores == {"Ana": 0, "Ben": 2}


def test_it_survives_corrections_before_it_and_tells_what_would_be_ruled_now(
    court: PlayedMatch,
) -> None:
    court.overrule(4, {"winner": "Ana"})
    corrected(court, Edit(1, {"card": "2H"}))
    assert court.scores == {"Ana": 1, "Ben": 1}
    assert summaries(court, 2) == ["Ben wins."]
    corrected(court, Edit(3, {"card": "QD"}))
    assert court.scores == {"Ana": 1, "Ben": 1}
    assert summaries(court, 4) == [
        "Overturned: Ana wins. The referee had ruled: Ben wins."
    ]


def test_where_nothing_is_ruled_any_more_it_stands_in_the_log_and_comes_back(
    court: PlayedMatch,
) -> None:
    court.overrule(4, {"winner": "Ana"})
    struck = corrected(court, Edit(4, None))
    assert (court.disputes[0].in_force, court.disputes[0].ruled) == (False, None)
    assert court.disputes[0].resolution is not None
    court.revise(try_undo(RecordHead(court.match, HOST, "u", 1.0), struck))
    assert court.disputes[0].in_force
    assert court.scores == {"Ana": 2, "Ben": 0}


def test_the_prompts_of_old_follow_the_overrule(court: PlayedMatch) -> None:
    court.overrule(2, {"winner": "Ben"})
    court.overrule(4, {"winner": None})
    assert set(prompts_answered(court.match, range(99))) == {1, 2, 3, 4}


def test_entries_that_no_longer_fit_are_named_or_struck(court: PlayedMatch) -> None:
    court.overrule(4, {"winner": "Ana"})
    assert court.scores == {"Ana": 2, "Ben": 0}
    court.overrule(2, {"winner": None})
    lay(court, "5C", "6C")
    id = court.dispute_ruling(2)
    with pytest.raises(UnfitEntriesError) as unfit:
        court.settle(id, "overruled", verdict={"winner": "Ana"})
    later = [entry.seq for entry in court.match.entries[4:]]
    assert [one.entry.seq for one in unfit.value.unfit] == later
    settled = court.settle(id, "overruled", verdict={"winner": "Ana"}, drop_unfit=True)
    assert len(settled.records[0].body["dropped"]) == 2
    assert court.scores == {"Ana": 2, "Ben": 0}
    with pytest.raises(ConflictError, match="dispute that ruling again"):
        try_undo(RecordHead(court.match, HOST, "u", 1.0), settled.records[0].id)


def test_whoever_was_ruled_against_disputes_it_again_only_once_it_changed(
    court: PlayedMatch,
) -> None:
    court.settle(court.dispute_ruling(2, None, BEN), "upheld")
    with pytest.raises(ConflictError, match=r"it was upheld.*correct that"):
        court.dispute_ruling(2, None, BEN)
    court.settle(court.dispute_ruling(4, None, BEN), "upheld")
    court.settle(court.dispute_ruling(2, None, ANA), "upheld")
    corrected(court, Edit(1, {"card": "QD"}))
    court.settle(court.dispute_ruling(2, None, BEN), "upheld")
    with pytest.raises(ConflictError, match="it was upheld"):
        court.dispute_ruling(2, None, BEN)
    corrected(court, Edit(3, {"card": "9C"}))
    with pytest.raises(ConflictError, match="it was upheld"):
        court.dispute_ruling(2, None, BEN)
    overruled = court.dispute_ruling(2, None, HOST)
    court.settle(overruled, "overruled", verdict={"winner": "Ben"})
    court.dispute_ruling(2, None, BEN)


def test_what_was_upheld_stays_so_for_an_entry_that_is_undone_and_put_back(
    court: PlayedMatch,
) -> None:
    court.settle(court.dispute_ruling(4, None, BEN), "upheld")
    struck = corrected(court, Edit(4, None))
    court.revise(try_undo(RecordHead(court.match, HOST, "u", 1.0), struck))
    with pytest.raises(ConflictError, match="it was upheld"):
        court.dispute_ruling(4, None, BEN)
    corrected(court, Edit(4, {"card": "JH"}))
    court.dispute_ruling(4, None, BEN)


def test_an_overruled_ruling_can_be_questioned_again(court: PlayedMatch) -> None:
    court.overrule(2, {"winner": "Ben"})
    court.overrule(2, {"winner": "Ana"})
    assert court.scores == {"Ana": 1, "Ben": 1}
    assert summaries(court, 2) == ["Ana wins."]
    [ruling] = court.match.history.steps[1].rulings
    assert str(ruling.because[0].text).startswith("Counts again, by ")


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        ({"winner": "Cy"}, "Must be somebody here"),
        ({"winner": 3}, "Must be a word, or null"),
        ({"points": 3}, "The ruling only decides winner"),
        ({"winner": "Ana"}, "This is what the referee ruled"),
    ],
)
def test_a_verdict_has_the_shape_of_the_rulings(
    court: PlayedMatch, verdict: dict[str, object], said: str
) -> None:
    id = court.dispute_ruling(2)
    with pytest.raises(WrongFieldsError, match=said):
        court.settle(id, "overruled", verdict=verdict)


def test_corrected_is_a_correction_side_by_side(court: PlayedMatch) -> None:
    id = court.dispute_ruling(2)
    settled = court.settle(id, "corrected", edits=(Edit(1, {"card": "2H"}),))
    assert [(one.seq, str(one.new[0].summary)) for one in settled.effect.changed] == [
        (2, "Ben wins.")
    ]
    assert [record.type for record in settled.records] == ["change", "resolution"]
    assert court.disputes[0].resolution is not None
    assert court.disputes[0].resolution.correction == court.match.changes[0].id
    id = court.dispute_ruling(2)
    with pytest.raises(WrongFieldsError):
        court.settle(id, "corrected")
    with pytest.raises(WrongFieldsError, match="settle it as corrected"):
        court.settle(id, "upheld", edits=(Edit(1, None),))
    with pytest.raises(WrongFieldsError, match="settle it as overruled"):
        court.settle(id, "upheld", verdict={"winner": "Ben"})


def send_vote(table: PlayedMatch, dispute: str, uphold: bool, *viewers: Viewer) -> None:
    for viewer in viewers:
        head = RecordHead(table.match, viewer, f"v{table.match.seq}", 1.0)
        table.append([record_of(begin_vote(head, dispute, uphold))])


def test_more_than_half_of_the_table_settles_it() -> None:
    court = PlayedMatch.begun(highest_card, "Ana Ben Cy")
    for seat, card in (("Ana", "KH"), ("Ben", "3C"), ("Cy", "4C")):
        court.enter("lay", seat, card=card)
    id = court.dispute_ruling(3)
    send_vote(court, id, False, BEN)
    send_vote(court, id, True, ANA, CY)
    with pytest.raises(ForbiddenError, match="more than half"):
        court.settle(id, "overruled", BEN, verdict={"winner": "Ben"})
    send_vote(court, id, False, CY)
    with pytest.raises(ForbiddenError):
        court.settle(id, "upheld", ANA)
    with pytest.raises(ForbiddenError):
        court.settle(id, "overruled", Viewer(), verdict={"winner": "Ben"})
    court.settle(id, "overruled", BEN, verdict={"winner": "Ben"})
    assert court.scores == {"Ana": 0, "Ben": 1, "Cy": 0}
    assert court.disputes[0].votes == {"Ana": True, "Ben": False, "Cy": False}


def test_what_cannot_be_questioned_says_why(court: PlayedMatch) -> None:
    for seq, place in ((9, None), (1, None), (2, 1)):
        with pytest.raises(NotFoundError):
            court.dispute_ruling(seq, place)
    court.overrule(4, {"winner": None})
    lay(court, "9C")
    with pytest.raises(ConflictError, match="still secret"):
        court.dispute_ruling(court.match.seq, viewer=ANA)
    id = court.dispute_ruling(2)
    with pytest.raises(ConflictError, match="Settle that first"):
        court.dispute_ruling(4)
    court.settle(id, "upheld")
    with pytest.raises(ConflictError, match="already settled"):
        send_vote(court, id, True, ANA)
    with pytest.raises(NotFoundError, match="no such dispute"):
        send_vote(court, "none", True, ANA)
    id = court.dispute_ruling(2, viewer=BEN)
    with pytest.raises(ForbiddenError, match="with a seat can vote"):
        send_vote(court, id, True, Viewer(host=True, opener=True))


def test_an_overruled_refusal_that_the_game_does_not_ask_about_is_noted(
    court: PlayedMatch,
) -> None:
    court.overrule(4, {"winner": None})
    id = court.dispute_refused(court.draft_entry("lay", "Ben", "Ben", {"card": "KH"}))
    with pytest.raises(WrongFieldsError, match="Overrule it without one"):
        court.settle(id, "overruled", verdict={"legal": True})
    court.settle(id, "overruled", why="It was another king.")
    line = court.disputes[-1]
    assert line.refused is not None
    assert (line.refused.data, line.refused.by) == ({"card": "KH"}, "Ben")
    assert str(line.ruled.summary) == "The king of hearts was played."  # type: ignore[union-attr]  # a ruling was questioned
    assert (line.in_force, line.entry) == (False, None)


@pytest.fixture
def tossing() -> PlayedMatch:
    """Ana has won the toss."""
    table = PlayedMatch.begun(heads_or_tails, "Ana Ben")
    table.enter("coin", winner="Ana")
    return table


def taking(table: PlayedMatch) -> LogEntry:
    return table.draft_entry("take", "Ben", "Ben", {})


def test_a_refused_move_is_entered_where_the_game_asked_about_it(
    tossing: PlayedMatch,
) -> None:
    id = tossing.dispute_refused(taking(tossing))
    settled = tossing.settle(
        id, "overruled", verdict={"legal": True}, why="Ana gave it to Ben."
    )
    assert [record.type for record in settled.records] == ["resolution", "entry"]
    assert tossing.scores == {"Ana": 0, "Ben": 1}
    [line] = tossing.disputes
    assert line.in_force
    assert line.resolution is not None
    entered = tossing.history.steps[-1].entry
    assert (entered.kind, entered.seq, entered.by) == (
        "take",
        line.resolution.entered,
        "Ben",
    )
    assert [record.seq for record in tossing.records] == [1, 2, 3, 4], (
        "no number is left out"
    )
    assert summaries(tossing, entered.seq)[0].startswith("Overturned: it is allowed.")
    again = Match.from_records(
        tossing.match.history.rulebook, tossing.match.history.setting, tossing.records
    )
    assert again.history.steps == tossing.match.history.steps


def test_a_refusal_that_was_upheld_is_disputed_again_once_the_match_went_on(
    tossing: PlayedMatch,
) -> None:
    move = taking(tossing)
    tossing.settle(tossing.dispute_refused(move, BEN), "upheld")
    again = replace(taking(tossing), id="again")
    with pytest.raises(ConflictError, match="it was upheld"):
        tossing.dispute_refused(again, BEN)
    tossing.enter("take", "Ana")
    tossing.enter("coin", winner="Ana")
    tossing.dispute_refused(replace(taking(tossing), id="once-more"), BEN)


def test_a_game_may_word_anew_what_it_asked_and_add_to_it(tossing: PlayedMatch) -> None:
    tossing.overrule(1, {"winner": "Ben"})
    [ruling] = tossing.match.history.steps[0].rulings
    assert ruling.verdict == {"winner": "Ben", "toss": 1}
    assert str(ruling.summary) == (
        "Overturned: Ben wins. The referee had ruled: Toss 1: Ana scores."
    )
    tossing.enter("take", "Ben")
    assert tossing.scores == {"Ana": 0, "Ben": 1}


def test_of_two_rulings_that_say_the_same_the_questioned_one_is_overruled() -> None:
    """Each goes back to its own question, however alike the game words them."""

    def accept(state: heads_or_tails.State, ask: Ask) -> Accepted:
        rulings = [ask("point", winner="Ana") for _ in range(2)]
        won = tuple(cast(str, ruling.verdict["winner"]) for ruling in rulings)
        return Accepted(
            replace(state, won=won),
            tuple(replace(one, summary=say("A point.")) for one in rulings),
        )

    module = ModuleType("two_points")
    vars(module).update(vars(heads_or_tails), accept=hookimpl(accept))
    court = PlayedMatch.begun(module, "Ana Ben")
    seq = court.enter("coin", winner="Ana").entry.seq
    court.settle(
        court.dispute_ruling(seq, place=1), "overruled", verdict={"winner": "Ben"}
    )
    [step] = court.match.history.steps
    assert [ruling.verdict["winner"] for ruling in step.rulings] == ["Ana", "Ben"]
    assert cast(heads_or_tails.State, court.state).won == ("Ana", "Ben")


def test_what_the_game_added_itself_cannot_be_decided_otherwise(
    tossing: PlayedMatch,
) -> None:
    id = tossing.dispute_ruling(1)
    with pytest.raises(
        WrongFieldsError, match="The game can’t go on from this verdict"
    ):
        tossing.settle(id, "overruled", verdict={"toss": 2})


def test_a_refused_move_is_not_entered_where_no_such_prompt_is_open_any_more(
    tossing: PlayedMatch,
) -> None:
    id = tossing.dispute_refused(taking(tossing))
    tossing.enter("take", "Ana")
    with pytest.raises(NotOpenError):
        tossing.settle(id, "overruled", verdict={"legal": True})


@pytest.mark.parametrize("legal", [None, "yes", 1])
def test_a_verdict_of_yes_or_no_stays_one(tossing: PlayedMatch, legal: object) -> None:
    id = tossing.dispute_refused(taking(tossing))
    with pytest.raises(WrongFieldsError, match="Must be true or false"):
        tossing.settle(id, "overruled", verdict={"legal": legal})


def test_an_exported_match_is_ruled_again_with_its_overrules(
    court: PlayedMatch,
) -> None:
    court.overrule(2, {"winner": "Ben"})
    exported = json.loads(document(court.match, Viewer(), "CODE"))
    with only_games(highest_card):
        assert rule_again(exported) == (4, ())
        exported["disputes"] = []
        assert [one.seq for one in rule_again(exported)[1]] == [2]

"""Tosses: fixed beforehand, decided with the sender's id, checked afterwards."""

import hashlib
import hmac
import itertools
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from referee.match.changes import Edit
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.records import read_record, record_of
from referee.match.showing.log_lines import log_lines
from referee.match.taking.entry_reading import NotOpenError
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.tosses import fault_of, next_toss, seating_id, toss
from referee.match.trying.correcting import try_correction
from referee.match.trying.new_entries import try_entries
from referee.match.trying.record_head import RecordHead
from referee.match.viewer import Viewer
from referee.plugin.rulebook import Rulebook
from referee.testing.played_match import PlayedMatch
from referee.vocabulary.errors import WrongFieldsError
from tests.toy_games import heads_or_tails

KEY = "00112233445566778899aabbccddeeff" * 2
SEATS = ["Ana", "Ben"]
HOST = Viewer("Ana", host=True)


@pytest.fixture
def tossing() -> Match:
    rulebook = Rulebook(heads_or_tails)
    return Match.begin(rulebook, rulebook.read_setting(SEATS, None, {}))


def coin(seq: int, id: str = "", data: Mapping[str, object] | None = None) -> LogEntry:
    return LogEntry(
        seq, id or f"id-{seq}", "coin", None, data or {}, "Ana", True, 1000.0
    )


def taking(seq: int, seat: str) -> LogEntry:
    return LogEntry(seq, f"id-{seq}", "take", seat, {}, "Ana", True, 1000.0)


def enter(match: Match, *entries: LogEntry) -> list[LogEntry]:
    taken = try_entries(
        match.history,
        entries,
        KEY,
        match.last_toss_number + 1,
        waiting=match.waiting_tosses(),
    )
    match.add(taken)
    return [one.entry for one in taken]


def test_anybody_can_work_an_outcome_out_by_hand() -> None:
    one = toss(KEY, 3, "winner", SEATS, "an-id")
    nonce = hmac.new(bytes.fromhex(KEY), b"3", "sha256").digest()
    assert one.nonce == nonce.hex()
    assert (
        one.commitment
        == hashlib.sha256(nonce).hexdigest()
        == next_toss(KEY, 3).commitment
    )
    said = nonce + b"an-id"
    assert one.outcome == SEATS[int(hashlib.sha256(said).hexdigest(), 16) % 2]


def test_neither_the_key_nor_the_id_alone_decides() -> None:
    by_id = Counter(
        toss(KEY, 1, "winner", SEATS, f"id-{n}").outcome for n in range(400)
    )
    by_key = Counter(
        toss(f"{n:064x}", 1, "winner", SEATS, "id").outcome for n in range(400)
    )
    assert all(
        150 < count < 250 for counts in (by_id, by_key) for count in counts.values()
    )


def test_a_toss_left_open_is_drawn_and_stands_in_the_data(tossing: Match) -> None:
    [entry] = enter(tossing, coin(1))
    assert entry.data == {"winner": entry.tosses[0].outcome}
    assert entry.tosses == (toss(KEY, 1, "winner", SEATS, "id-1"),)
    assert fault_of(entry.tosses[0], entry.data["winner"]) is None


def test_an_entry_is_not_folded_before_its_toss_came_out(tossing: Match) -> None:
    with pytest.raises(WrongFieldsError, match="Say how the toss came out"):
        tossing.history.take_new(tossing.history.position, coin(1))


def test_null_is_open_too_and_a_toss_made_at_the_table_is_not_drawn(
    tossing: Match,
) -> None:
    [entry] = enter(tossing, coin(1, data={"winner": "Ben"}))
    assert (entry.data, entry.tosses, tossing.last_toss_number) == (
        {"winner": "Ben"},
        (),
        0,
    )
    enter(tossing, taking(2, "Ben"))
    [entry] = enter(tossing, coin(3, data={"winner": None}))
    assert [one.number for one in entry.tosses] == [1]


def test_each_toss_has_a_number_of_its_own_also_among_entries_taken_as_one(
    tossing: Match,
) -> None:
    [first] = enter(tossing, coin(1))
    sure = str(first.data["winner"])
    [_, second] = enter(tossing, taking(2, sure), coin(3))
    assert [one.number for entry in (first, second) for one in entry.tosses] == [1, 2]
    assert tossing.last_toss_number == 2


def test_no_entry_is_drawn_twice_when_the_match_is_folded_again(tossing: Match) -> None:
    [entry] = enter(tossing, coin(1))
    stored = json.loads(json.dumps(record_of(entry).body))
    again = Match.from_records(
        tossing.history.rulebook,
        tossing.history.setting,
        [replace(record_of(entry), body=stored)],
    )
    assert again == tossing
    assert read_record(record_of(entry)) == entry


@pytest.mark.parametrize("seat", SEATS)
def test_nobody_learns_or_chooses_an_outcome_by_what_they_send_with_it(
    tossing: Match, seat: str
) -> None:
    """Were the point taken with the toss only where it suits, one could send it again
    until it does.
    """
    for attempt in range(20):
        with pytest.raises(RefusedMoveError):
            try_entries(
                tossing.history, [coin(1, f"try-{attempt}"), taking(2, seat)], KEY, 1
            )


def test_too_many_tosses_at_once_are_sent_one_after_the_other(tossing: Match) -> None:
    rulebook = replace_prompts(tossing)
    with pytest.raises(WrongFieldsError, match="one after the other"):
        try_entries(rulebook.history, [coin(1)], KEY, 1)


def replace_prompts(match: Match) -> Match:
    [prompt] = match.history.prompts
    [field] = prompt.fields
    many = replace(
        prompt, fields=tuple(replace(field, name=f"toss {n}") for n in range(7))
    )
    match.history.position = replace(match.history.position, game_prompts=(many,))
    return match


def test_a_toss_that_is_not_open_is_refused_as_everything_is(tossing: Match) -> None:
    enter(tossing, coin(1))
    with pytest.raises(NotOpenError):
        try_entries(tossing.history, [coin(2)], KEY, 2)
    with pytest.raises(WrongFieldsError, match="Nobody here is called Cy"):
        try_entries(tossing.history, [taking(2, "Cy")], KEY, 2)


def test_a_correction_that_leaves_the_toss_open_keeps_what_was_drawn(
    tossing: Match,
) -> None:
    [entry] = enter(tossing, coin(1))
    PlayedMatch(tossing).revise(
        try_correction(RecordHead(tossing, HOST, "c", 2000.0), [Edit(1, {})])
    )
    assert tossing.history.steps[0].entry.data == entry.data
    assert tossing.last_toss_number == 1


def test_a_correction_may_overrule_a_toss_and_the_log_shows_both(
    tossing: Match,
) -> None:
    [entry] = enter(tossing, coin(1))
    [other] = set(SEATS) - {entry.data["winner"]}
    PlayedMatch(tossing).revise(
        try_correction(
            RecordHead(tossing, HOST, "c", 2000.0), [Edit(1, {"winner": other})]
        )
    )
    [line] = log_lines(tossing, Viewer())
    assert (line.data, line.was, line.tosses) == (
        {"winner": other},
        entry.data,
        entry.tosses,
    )


def test_every_change_to_a_toss_shows_when_it_is_checked() -> None:
    one = toss(KEY, 1, "winner", SEATS, "id")
    [other] = set(SEATS) - {one.outcome}
    assert fault_of(one, one.outcome) is None
    assert "something else was entered" in str(fault_of(one, other))
    assert "its outcome" in str(fault_of(replace(one, outcome=other), other))
    assert "sealed" in str(fault_of(replace(one, nonce="00" * 32), one.outcome))
    assert "hex" in str(fault_of(replace(one, nonce="nonsense"), one.outcome))
    suits = next(
        n
        for n in range(99)
        if toss(KEY, 1, "winner", SEATS, f"{n}").outcome != one.outcome
    )
    assert "its entry" in str(fault_of(replace(one, id=f"{suits}"), one.outcome))


def test_the_dealers_toss_hangs_on_the_order_of_the_seats() -> None:
    assert seating_id([0, 2, 1]) == "0,2,1"
    drawn = [
        toss(KEY, 0, "dealer", "ABCD", seating_id(places)).outcome
        for places in itertools.permutations(range(4))
    ]
    assert {*drawn} == {*"ABCD"}


def test_names_decide_nothing() -> None:
    """So a toss can still be checked when a player is called otherwise."""
    one = toss(KEY, 1, "winner", SEATS, "id")
    renamed = replace(
        one, choices=("Anna", "Ben"), outcome="Anna" if one.outcome == "Ana" else "Ben"
    )
    assert fault_of(renamed, renamed.outcome) is None

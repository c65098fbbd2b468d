"""What is made of an event is kept until somebody changes it, and holds nobody's page."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from referee.hosting.events import event_now, rounds
from referee.hosting.events.event_now import find_confirmers_by_table
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.store.kept import Kept
from referee.hosting.tables.confirming import confirm_result
from referee.hosting.tables.correcting import correct
from referee.match.changes import Edit
from tests.at_table import change
from tests.events.conftest import Club, Gather

PATIENCE = 20.0


def test_what_is_made_is_made_once_for_a_stamp_and_the_oldest_goes() -> None:
    kept = Kept[bool](2)
    made: list[str] = []

    def find(key: str, stamp: int) -> None:
        kept.find(key, stamp, lambda _: made.append(f"{key}{stamp}") or True)

    for key, stamp in (("a", 1), ("a", 1), ("a", 2), ("b", 1), ("a", 2), ("c", 1)):
        find(key, stamp)
    assert made == ["a1", "a2", "b1", "c1"]
    find("a", 2)
    find("b", 1)
    assert made == ["a1", "a2", "b1", "c1", "b1"]


def test_what_could_not_be_made_is_tried_again() -> None:
    kept = Kept[object](2)
    with pytest.raises(ZeroDivisionError):
        kept.find("a", 1, lambda _: 1 / 0)
    assert kept.find("a", 1, lambda _: "made") == "made"


def test_one_that_is_made_slowly_holds_up_no_other() -> None:
    kept = Kept[str](2)
    begun, ends = Event(), Event()

    def make_slowly(_: str | None) -> str:
        begun.set()
        assert ends.wait(PATIENCE)
        return "slow"

    with ThreadPoolExecutor(1) as others:
        slow = others.submit(kept.find, "a", 1, make_slowly)
        assert begun.wait(PATIENCE)
        assert kept.find("b", 1, lambda _: "quick") == "quick"
        ends.set()
        assert slow.result() == "slow"


def test_what_is_made_next_goes_on_from_what_was_there() -> None:
    kept = Kept[int](2)

    def make_next(before: int | None) -> int:
        return (before or 0) + 1

    for stamp in ("first", "second", "third"):
        kept.find("a", stamp, make_next)
    assert kept.find("a", "third", make_next) == 3


def test_many_events_in_turn_are_each_read_once(
    gather: Gather, monkeypatch: pytest.MonkeyPatch
) -> None:
    clubs = [gather("swiss", "1", "2") for _ in range(6)]
    for club in clubs:
        club.director.look()
    store = clubs[0].room.store
    read = store.read
    asked: list[str] = []

    def count(sql: str, given: Any = ()) -> Any:
        asked.append(sql)
        return read(sql, given)

    monkeypatch.setattr(store, "read", count)
    for club in clubs:
        club.director.look()
    assert len(asked) == len(clubs)


def test_two_changes_never_leave_an_events_stamp_as_it_was(gather: Gather) -> None:
    """One table's result goes as another's comes."""
    club = gather("swiss", "1", "2", "3", "4")
    one, other = rounds.open_round(club.director).event.tables
    # The director is the host of every table.
    scores = {entrant: int(entrant) for entrant in "1234"}
    club.play(one, scores)
    seen = [club.room.store.stamp(club.code)]
    host = club.room.viewer(one, [club.director.tokens[0]])
    change(club.room, one, host, correct, [Edit(1, None)])
    seen.append(club.room.store.stamp(club.code))
    club.play(other, scores)
    seen.append(club.room.store.stamp(club.code))
    versions = [stamp.version for stamp in seen if stamp]
    assert versions == sorted({*versions})
    assert len(versions) == 3


def test_two_look_at_one_event_that_is_read_once_until_it_changes(
    gather: Gather,
) -> None:
    club = gather("swiss", "1", "2")
    first = club.director.look()
    again = club.door.look()
    assert again.event is first.event
    assert again.standings is first.standings
    assert first.is_director
    assert not again.is_director
    rounds.open_round(club.director)
    seated = club.door.look()
    club.play_round()
    played = club.door.look()
    assert played.standings != first.standings
    assert played.event is seated.event, "a result leaves the event's log as it is"


def test_what_another_daemon_changes_is_seen(gather: Gather, tmp_path: Path) -> None:
    club = gather("swiss", "1", "2")
    rounds.open_round(club.director)
    assert not club.director.look().played
    other = CardRoom(Store.open(tmp_path / "data" / "referee.sqlite"))
    here, club.room = club.room, other
    club.play_round()
    other.close()
    club.room = here
    assert club.director.look().standings[0].total == 2


def test_who_confirms_is_read_at_once_for_all_tables(
    gather: Gather, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = gather("swiss", *map(str, range(1, 9)), confirm=True)
    rounds.open_round(club.director)
    club.play_round()
    now = club.director.look()
    store = club.room.store
    read = store.read
    asked: list[str] = []

    def count(sql: str, given: Any = ()) -> Any:
        asked.append(sql)
        return read(sql, given)

    monkeypatch.setattr(store, "read", count)
    confirmers = find_confirmers_by_table(store, now)
    assert len(asked) == 2
    for table in now.event.rounds[0].tables:
        assert confirmers[table.code] == (table.seats[1],)


def test_a_result_that_an_upgraded_game_rules_otherwise_is_seen(
    gather: Gather,
) -> None:
    club = gather("swiss", "1", "2")
    [table] = rounds.open_round(club.director).event.rounds[0].tables
    club.play_round()
    assert club.director.look().standings[0].entrant == "2"
    store = club.room.store
    result = store.past.result(table.code)
    stamp = store.stamp(table.code)
    assert result is not None
    assert stamp is not None
    placings = []
    for placing, score in zip(result.placings, (9, 1), strict=True):
        placings.append(replace(placing, score=score))
    store.put_result(table.code, replace(result, placings=tuple(placings)), stamp)
    seats = club.director.look().results[table.code]
    assert [seat.score for seat in seats] == [9, 1]


def test_a_table_that_is_deleted_counts_no_longer(gather: Gather) -> None:
    club: Club = gather("swiss", "1", "2")
    rounds.open_round(club.director)
    club.play_round()
    [code] = club.director.look().event.tables
    assert code in club.director.look().results
    assert club.room.store.delete_table(code)
    assert code not in club.director.look().results


def test_a_result_that_was_never_confirmed_counts_at_no_moment(
    gather: Gather, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = gather("swiss", "Ana", "Ben", confirm=True)
    [table] = rounds.open_round(club.director).event.rounds[0].tables
    club.play(table.code, {"1": 9, "2": 1})
    read = event_now.read_results

    def read_before_a_correction_is_confirmed(store: Store, codes: Any) -> Any:
        results = read(store, codes)
        monkeypatch.setattr(event_now, "read_results", read)
        first, second = (
            room.viewer(table.code, [club.tokens[each]]) for each in table.seats
        )
        points = dict.fromkeys(room.table(table.code).names, 5)
        changes = [Edit(1, data={"points": points})]
        change(room, table.code, first, correct, changes)
        seq = room.table(table.code).seq
        change(room, table.code, second, confirm_result, seq)
        return results

    monkeypatch.setattr(
        event_now, "read_results", read_before_a_correction_is_confirmed
    )
    for _ in range(2):
        now = club.director.look()
        assert [seat.score for seat in now.results[table.code]] == [5, 5]

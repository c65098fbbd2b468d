"""What every store promises, whichever database it lies in."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from referee.hosting.store import (
    BeingSetUp,
    ClaimRow,
    LinkRow,
    NoSuchTable,
    SeatRow,
    Stamp,
    Store,
    TableRow,
    WriteRefused,
)
from referee.hosting.store.event_log import find_disputed, find_latest_authors
from referee.match.log_entry import Record
from referee.vocabulary.errors import WriteConflictError

Lay = Callable[..., TableRow]


def line(seq: int, sender: str = "", **body: Any) -> Record:
    return Record(
        seq, "entry", f"id-{sender}{seq}", "Ana", 1000.5 + seq, body or {"kind": "play"}
    )


# Tables


def test_a_table_comes_back_as_it_was_made(store: Store) -> None:
    row = TableRow(
        code="oak",
        game="whist",
        game_version="1.2",
        created_at=1_700_000_000.123456,
        options={"target": 20, "names": ["Zoë", "ß"], "deep": {"a": None, "b": 1.5}},
        house_rules=("short-deck", "no-jokers"),
        host_hash="ab" * 32,
        host_seat="Ana",
    )
    store.create_table(row)
    assert store.table("oak") == row
    assert row.setting is None


def test_a_code_is_given_once(store: Store, lay: Lay) -> None:
    lay("oak", "Ana")
    with pytest.raises(WriteRefused):
        lay("oak", "Ben")
    assert [seat.name for seat in store.seats("oak")] == ["Ana"]


@pytest.mark.parametrize("second", [SeatRow("oak", 1, "Ana"), SeatRow("oak", 0, "Ben")])
def test_a_table_is_not_made_with_two_equal_seats(
    store: Store, second: SeatRow
) -> None:
    with pytest.raises(WriteRefused):
        store.create_table(
            TableRow("oak", "whist", "1", 1.0), [SeatRow("oak", 0, "Ana"), second]
        )
    assert store.table("oak") is None


def test_a_match_starts_once(store: Store, lay: Lay) -> None:
    lay()
    assert store.start("oak", {"order": ["Ana", "Ben"], "dealer": "Ana"}, 200.25)
    assert not store.start("oak", {"order": ["Ben", "Ana"]}, 201.0)
    found = store.table("oak")
    assert found is not None
    assert (found.setting, found.started_at) == (
        {"order": ["Ana", "Ben"], "dealer": "Ana"},
        200.25,
    )
    assert not store.start("elm", {}, 1.0)


def test_tables_being_set_up_are_the_new_ones_that_have_not_started(
    store: Store, lay: Lay
) -> None:
    for code, created_at in [
        ("ash", 100.0),
        ("elm", 300.0),
        ("fir", 200.0),
        ("oak", 400.0),
    ]:
        lay(code, "Ana", created_at=created_at)
    store.add_seat(SeatRow("elm", 5, "Cy"))
    store.add_seat(SeatRow("elm", 3, "Ben"))
    store.start("oak", {}, 401.0)
    elm = BeingSetUp("elm", "whist", ("Ana", "Ben", "Cy"))
    fir = BeingSetUp("fir", "whist", ("Ana",))
    assert store.tables_being_set_up(since=200.0, most=9) == [elm, fir]
    assert store.tables_being_set_up(since=200.0, most=1) == [elm]
    assert store.tables_being_set_up(since=500.0, most=9) == []


def test_tables_whose_match_of_a_game_has_started_are_told_the_latest_first(
    store: Store, lay: Lay
) -> None:
    for code in ("ash", "elm", "oak"):
        lay(code, "Ana")
    assert store.tables_started("whist", most=9) == []
    store.start("oak", {}, 401.0)
    store.start("ash", {}, 402.0)
    assert store.tables_started("whist", most=9) == ["ash", "oak"]
    assert store.tables_started("whist", most=1) == ["ash"]
    assert store.tables_started("hearts", most=9) == []


def test_a_deleted_table_leaves_nothing(store: Store, lay: Lay) -> None:
    lay("oak", "Ana")
    store.append("oak", [line(1)])
    store.add(LinkRow("hash", "oak", "Ana", 900.0))
    store.add(ClaimRow("c1", "secret", "oak", "Ana", 1.0))
    assert store.delete_table("oak")
    assert not store.delete_table("oak")
    lay("oak", "Ana")
    assert store.log("oak") == []
    assert store.claims("oak") == []
    assert store.take_link("hash") is None


# Seats


@pytest.mark.parametrize("seat", [SeatRow("oak", 7, "Ana"), SeatRow("oak", 0, "Ben")])
def test_a_seat_that_is_there_is_not_added_again(
    store: Store, lay: Lay, seat: SeatRow
) -> None:
    lay("oak", "Ana")
    with pytest.raises(WriteRefused):
        store.add_seat(seat)
    assert store.seats("oak") == [SeatRow("oak", 0, "Ana")]


def test_no_seat_comes_or_goes_once_the_match_has_started(
    store: Store, lay: Lay
) -> None:
    lay("oak", "Ana")
    store.start("oak", {"order": ["Ana"]}, 2.0)
    with pytest.raises(WriteRefused):
        store.add_seat(SeatRow("oak", 1, "Ben"))
    assert not store.remove_seat("oak", "Ana")
    assert [seat.name for seat in store.seats("oak")] == ["Ana"]


def test_no_seat_without_a_table(store: Store) -> None:
    with pytest.raises(WriteRefused):
        store.add_seat(SeatRow("elm", 0, "Ana"))
    with pytest.raises(NoSuchTable):
        store.create_table(
            TableRow("oak", "whist", "1", 1.0), [SeatRow("elm", 0, "Ana")]
        )
    assert store.table("oak") is None


def test_no_link_and_no_claim_without_a_seat(store: Store, lay: Lay) -> None:
    lay("oak", "Ana")
    for row in (
        LinkRow("link", "oak", "Ben", 900.0),
        ClaimRow("c1", "secret", "oak", "Ben", 1.0),
    ):
        with pytest.raises(NoSuchTable):
            store.add(row)


def ways_to_seats(store: Store, *seats: str) -> None:
    """A link and two claims to each seat."""
    for seat in seats:
        store.add(LinkRow(f"to {seat}", "oak", seat, 900.0))
        for name in ("first", "second"):
            store.add(ClaimRow(f"{name} for {seat}", "secret", "oak", seat, 1.0))


def test_no_old_way_leads_to_a_seat_that_was_handed_on(store: Store, lay: Lay) -> None:
    lay("oak", "Ana", "Ben")
    ways_to_seats(store, "Ana", "Ben")
    store.settle_claim("second for Ana", "refused")
    store.give_seat("oak", "Ana", "new")
    assert store.link("to Ana") is None
    assert store.link("to Ben") is not None
    assert {claim.id for claim in store.claims("oak")} == {
        "second for Ana",
        "first for Ben",
        "second for Ben",
    }


def test_no_old_way_leads_to_a_seat_that_somebody_was_let_in_to(
    store: Store, lay: Lay
) -> None:
    lay("oak", "Ana", "Ben")
    ways_to_seats(store, "Ana", "Ben")
    store.settle_claim("first for Ana", "admitted", "new", reads_from=4)
    assert (store.seats("oak")[0].token_hash, store.seats("oak")[0].reads_from) == (
        "new",
        4,
    )
    assert store.link("to Ana") is None
    assert store.link("to Ben") is not None
    assert {claim.id for claim in store.claims("oak")} == {
        "first for Ana",
        "first for Ben",
        "second for Ben",
    }
    assert not store.settle_claim("second for Ana", "admitted", "newer")


def test_links_made_under_one_host_are_not_good_under_the_next(
    store: Store, lay: Lay
) -> None:
    lay("oak", "Ana", "Ben")
    lay("elm", "Ana")
    ways_to_seats(store, "Ana", "Ben")
    store.add(LinkRow("elsewhere", "elm", "Ana", 900.0))
    store.set_host("oak", None, "Ben")
    assert store.link("to Ana") is store.link("to Ben") is None
    assert store.link("elsewhere") is not None


def test_a_freed_seat_is_open_and_no_old_link_or_claim_leads_to_it(
    store: Store, lay: Lay
) -> None:
    lay("oak", "Ana", "Ben")
    store.give_seat("oak", "Ana", "hers")
    for seat in ("Ana", "Ben"):
        store.add(LinkRow(f"to {seat}", "oak", seat, 900.0))
        store.add(ClaimRow(f"for {seat}", "secret", "oak", seat, 1.0))
    assert store.free_seat("oak", "Ana", 3)
    assert not store.free_seat("oak", "Cy", 3)
    assert (store.seats("oak")[0].token_hash, store.seats("oak")[0].reads_from) == (
        None,
        3,
    )
    assert store.take_link("to Ana") is None
    assert store.take_link("to Ben") is not None
    assert [claim.seat for claim in store.claims("oak")] == ["Ben"]


# The log


def test_a_line_sent_again_is_known_by_its_id(store: Store, lay: Lay) -> None:
    lay()
    store.append("oak", [line(1)])
    again = Record(2, "entry", line(1).id, "Ana", 5.0, {})
    for sent in (
        [again],
        [line(1)],
        [line(2), Record(3, "entry", line(1).id, None, 5.0, {})],
    ):
        with pytest.raises(WriteConflictError):
            store.append("oak", sent)
        assert store.log("oak") == [line(1)]


def test_lines_are_taken_all_or_none(store: Store, lay: Lay) -> None:
    lay()
    store.append("oak", [line(3)])
    with pytest.raises(WriteConflictError):
        store.append("oak", [line(2, sender="Ben"), line(3, sender="Ben")])
    assert store.log("oak") == [line(3)]


def test_no_line_without_a_table(store: Store) -> None:
    with pytest.raises(NoSuchTable):
        store.append("elm", [line(1)])


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.dictionaries(st.text(), JSON_VALUES, max_size=4), at=st.floats(0, 4e9))
def test_whatever_json_can_say_comes_back(
    store: Store, body: dict[str, Any], at: float
) -> None:
    store.delete_table("oak")
    store.create_table(TableRow("oak", "whist", "1", at, options=body))
    row = Record(1, "entry", "id", None, at, body)
    store.append("oak", [row])
    assert store.log("oak") == [row]
    assert list(store.log("oak")[0].body) == list(body), "keys keep their order"
    found = store.table("oak")
    assert found is not None
    assert (found.options, found.created_at) == (body, at)


def test_many_threads_leave_a_log_without_gaps(store: Store, lay: Lay) -> None:
    """Eight phones race for each place of one log; whoever is late looks again and
    takes the next.
    """
    lay()
    together = threading.Barrier(8)

    def send(phone: int) -> int:
        together.wait()
        late = 0
        for number in range(10):
            while True:
                seq = len(store.log("oak")) + 1
                try:
                    store.append(
                        "oak",
                        [Record(seq, "entry", f"{phone}-{number}", None, 1.0, {})],
                    )
                    break
                except WriteConflictError:
                    late += 1
        return late

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(send, range(8)))
    lines = store.log("oak")
    assert [found.seq for found in lines] == list(range(1, 81))
    assert {found.id for found in lines} == {
        f"{phone}-{n}" for phone in range(8) for n in range(10)
    }


def test_more_threads_than_connections_all_get_through(store: Store, lay: Lay) -> None:
    def play(number: int) -> int:
        code = f"t{number}"
        lay(code)
        for seq in range(1, 6):
            store.append(code, [line(seq)])
        return len(store.log(code))

    with ThreadPoolExecutor(64) as threads:
        assert list(threads.map(play, range(128))) == [5] * 128


# Links and claims


def test_of_many_phones_with_one_link_one_gets_in(store: Store, lay: Lay) -> None:
    lay("oak", "Ana")
    link = LinkRow("hash", "oak", "Ana", 900.5, by_owner=False)
    store.add(link)
    assert store.link("hash") == store.link("hash") == link
    together = threading.Barrier(8)

    def take(_: int) -> bool:
        together.wait()
        return store.take_link("hash") is not None

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(take, range(8))) == 1
    assert store.link("hash") is None


def test_links_that_expired_can_be_dropped(store: Store, lay: Lay) -> None:
    lay("oak", "Ana")
    for name, expires_at in [("old", 100.0), ("new", 200.0)]:
        store.add(LinkRow(name, "oak", "Ana", expires_at))
    assert store.forget_links(expired_before=200.0) == 1
    assert store.take_link("old") is None
    assert store.take_link("new") is not None


def test_claims_are_listed_oldest_first_and_dropped_with_age(
    store: Store, lay: Lay
) -> None:
    lay("oak", "Ana")
    for name, created_at in [("late", 30.0), ("early", 10.0)]:
        store.add(ClaimRow(name, "secret", "oak", "Ana", created_at))
    assert [claim.id for claim in store.claims("oak")] == ["early", "late"]
    assert store.forget_claims(made_before=30.0) == 1
    assert [claim.id for claim in store.claims("oak")] == ["late"]
    assert store.claim("early") is None
    assert not store.settle_claim("early", "refused")


# The tables of an event


def test_each_table_has_its_own_disputes_and_its_latest_author(
    store: Store, lay: Lay
) -> None:
    for code in ("oak", "elm", "ash", "fir"):
        lay(code)
    store.append("oak", [Record(1, "entry", "a", "0", 1.0, {})])
    disputed = {"why": "That was a ten."}
    store.append("oak", [Record(2, "dispute", "same", "1", 2.0, disputed)])
    store.append("oak", [Record(3, "change", "b", "1", 3.0, {})])
    store.append("elm", [Record(1, "entry", "a", None, 1.0, {})])
    store.append("elm", [Record(2, "dispute", "same", "1", 2.0, disputed)])
    resolution = {"dispute": "same", "as": "upheld"}
    store.append("elm", [Record(3, "resolution", "c", "0", 3.0, resolution)])
    # What undoes a change has changed the result too, and so has a verdict.
    store.append("fir", [Record(1, "entry", "a", "0", 1.0, {})])
    store.append("fir", [Record(2, "change", "b", "1", 2.0, {})])
    tables = ("oak", "elm", "ash", "fir")
    assert find_disputed(store, tables) == {"oak": (1, "That was a ten.")}
    assert find_latest_authors(store, tables) == {"oak": 1, "elm": None, "fir": 1}
    overruled = {"dispute": "d", "as": "overruled"}
    store.append("fir", [Record(3, "change", "e", "0", 3.0, overruled)])
    assert find_latest_authors(store, ("fir",)) == {"fir": 0}
    assert not find_disputed(store, ())


# The store as a whole


def test_what_is_written_together_is_kept_as_a_whole_or_not_at_all(
    store: Store,
) -> None:
    store.create_table(TableRow("oak", "whist", "1", 1.0), [SeatRow("oak", 0, "Ana")])
    with pytest.raises(ZeroDivisionError), store.together("oak", Stamp()):
        store.set_host("oak", None, "Ana")
        assert store.table("oak").host_seat == "Ana"  # type: ignore[union-attr]  # it is there
        with pytest.raises(WriteRefused):
            store.add_seat(SeatRow("oak", 1, "Ana"))
        assert store.give_seat("oak", "Ana", "ab" * 32), (
            "what was refused is no reason to end"
        )
        _ = 1 / 0
    assert store.table("oak").host_seat is None  # type: ignore[union-attr]  # it is there
    assert store.seats("oak") == [SeatRow("oak", 0, "Ana")]
    with store.together("oak", Stamp()):
        store.set_host("oak", None, "Ana")
        store.give_seat("oak", "Ana", "ab" * 32)
    assert store.table("oak").host_seat == "Ana"  # type: ignore[union-attr]  # it is there
    assert store.seats("oak") == [SeatRow("oak", 0, "Ana", "ab" * 32)]

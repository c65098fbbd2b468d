"""The card room: opening, sitting down, starting, entering, and who may do what."""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.store import BeingSetUp, Store
from referee.hosting.tables import table_lock
from referee.hosting.tables.claims import (
    Claimed,
    open_claims,
    settle_claim,
    withdraw_claim,
)
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.loading import begin_match, load
from referee.hosting.tables.seats import (
    Seated,
    hand_over,
    join,
    leave,
    seat_link,
    start,
    take_link,
)
from referee.hosting.tables.table import EMPTY_WEIGHT, Table
from referee.hosting.tables.table_lock import StillHeldError
from referee.match.match import Match
from referee.match.taking.entry_step import EntryStep
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    NotYoursError,
    UnauthorizedError,
)
from tests.at_table import change, look
from tests.only_games import only_games
from tests.toy_games import highest_card

from .conftest import Sit

GAME = "highest-card"


def lay(
    seat: str, card: str, after: int | None = None, id: str | None = None
) -> SentEntry:
    return SentEntry(id or str(uuid4()), "lay", seat, {"card": card}, after)


@pytest.fixture
def code(room: CardRoom) -> str:
    """A table with the free seats Ana and Ben, whose match has not begun."""
    return room.open_table(GAME, ["Ana", "Ben"]).code


@pytest.fixture
def seated(room: CardRoom, sit: Sit) -> tuple[str, Viewer, Viewer]:
    """A table with Ana, its host, and Ben, whose match has begun."""
    opened = room.open_table(GAME)
    ana = sit(opened.code, "Ana", opened.host_token)
    ben = sit(opened.code, "Ben")
    change(room, opened.code, ana, start)
    return opened.code, ana, ben


@pytest.mark.parametrize("token", ["\ud800", "\0", "é"])
def test_what_is_no_token_is_not_known(room: CardRoom, code: str, token: str) -> None:
    with pytest.raises(UnauthorizedError):
        room.viewer(code, [token])
    with pytest.raises(NotFoundError):
        change(room, code, SPECTATOR, take_link, token)


def test_only_who_asks_for_a_seat_can_ask_no_more(
    room: CardRoom, seated: tuple[str, Viewer, Viewer]
) -> None:
    code, _, ben = seated
    claimed = change(room, code, SPECTATOR, join, "Ben")
    assert isinstance(claimed, Claimed)
    public = claimed.claim.partition(".")[0]
    for claim in ("", public, f"{public}.wrong"):
        with pytest.raises(NotFoundError):
            change(room, code, SPECTATOR, withdraw_claim, claim)
    assert len(look(room, code, ben, open_claims)) == 1
    change(room, code, SPECTATOR, withdraw_claim, claimed.claim)
    assert look(room, code, ben, open_claims) == ()
    with pytest.raises(ConflictError):
        change(room, code, ben, settle_claim, public, True)


def sealed(room: CardRoom, code: str, seat: str, token: str) -> bool:
    """Whether the seat's first entry is sealed for whoever shows this token; they do
    have the seat.
    """
    viewer = room.viewer(code, [token])
    assert viewer.seat == seat
    lines = room.snapshot(code, viewer).log().entries
    return lines[0].sealed and lines[0].data is None


def test_a_seat_moved_by_its_owner_reads_on(
    room: CardRoom, seated: tuple[str, Viewer, Viewer]
) -> None:
    code, _, ben = seated
    change(room, code, ben, enter, [lay("Ben", "KH")])
    by_link = change(
        room, code, SPECTATOR, take_link, look(room, code, ben, seat_link, "Ben")
    )
    assert not sealed(room, code, "Ben", by_link.seat_token)
    claimed = change(room, code, SPECTATOR, join, "Ben")
    assert isinstance(claimed, Claimed)
    change(
        room,
        code,
        room.viewer(code, [by_link.seat_token]),
        settle_claim,
        claimed.claim,
        True,
    )
    assert not sealed(room, code, "Ben", claimed.claim.partition(".")[2])


def by_a_link(room: CardRoom, code: str, host: Viewer) -> str:
    return change(
        room, code, SPECTATOR, take_link, look(room, code, host, seat_link, "Ben")
    ).seat_token


def by_a_claim(room: CardRoom, code: str, host: Viewer) -> str:
    claimed = change(room, code, SPECTATOR, join, "Ben")
    assert isinstance(claimed, Claimed)
    change(room, code, host, settle_claim, claimed.claim, True)
    return claimed.claim.partition(".")[2]


def by_freeing(room: CardRoom, code: str, host: Viewer) -> str:
    change(room, code, host, leave, "Ben")
    seated = change(room, code, SPECTATOR, join, "Ben")
    assert isinstance(seated, Seated)
    return seated.seat_token


@pytest.mark.parametrize("way", [by_a_link, by_a_claim, by_freeing])
def test_who_takes_a_seat_through_the_host_does_not_read_what_was_sealed_before(
    room: CardRoom,
    seated: tuple[str, Viewer, Viewer],
    way: Callable[[CardRoom, str, Viewer], str],
) -> None:
    code, ana, ben = seated
    sent = lay("Ben", "KH")
    change(room, code, ben, enter, [sent])
    token = way(room, code, ana)
    assert sealed(room, code, "Ben", token)
    now = room.viewer(code, [token])
    assert change(room, code, now, enter, [sent]).rulings == (), (
        "nor by sending it again"
    )
    moved = change(
        room, code, SPECTATOR, take_link, look(room, code, now, seat_link, "Ben")
    )
    assert sealed(room, code, "Ben", moved.seat_token), "nor on yet another phone"
    room.forget(code)
    assert sealed(room, code, "Ben", moved.seat_token)
    change(room, code, ana, enter, [lay("Ana", "3C")])
    assert not sealed(room, code, "Ben", moved.seat_token), "it is open to all now"
    change(room, code, ana, enter, [SentEntry(str(uuid4()), "gather", None, {})])
    change(room, code, room.viewer(code, [moved.seat_token]), enter, [lay("Ben", "QH")])
    lines = room.snapshot(code, room.viewer(code, [moved.seat_token])).log().entries
    assert lines[-1].data == {"card": "QH"}, (
        "what the seat sends from now on is its own to read"
    )


def test_an_expired_link_is_not_good(
    room: CardRoom, seated: tuple[str, Viewer, Viewer], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, ben = seated
    token = look(room, code, ben, seat_link, "Ben")
    later = time.time() + 2 * 60 * 60
    monkeypatch.setattr("referee.hosting.room.time.time", lambda: later)
    with pytest.raises(NotFoundError):
        change(room, code, SPECTATOR, take_link, token)


def test_a_host_who_leaves_their_seat_keeps_no_role_by_the_opening_token(
    room: CardRoom, sit: Sit
) -> None:
    opened = room.open_table(GAME, ["Dee", "Ana", "Ben", "Cy"])
    token = opened.host_token
    for name in ("Dee", "Cy"):
        sit(opened.code, name)
    ana = sit(opened.code, "Ana", token)
    change(room, opened.code, ana, start, order=["Cy", "Ana", "Ben", "Dee"])
    change(room, opened.code, ana, leave)
    hosts = [state.name for state in room.table(opened.code).seat_states if state.host]
    assert hosts == ["Dee"], "the next owner clockwise: nobody has Ben's seat"
    with pytest.raises(UnauthorizedError):
        room.viewer(opened.code, [token])
    assert not sit(opened.code, "Ana").host


def test_when_all_have_left_before_the_start_whoever_comes_next_is_host(
    room: CardRoom, sit: Sit
) -> None:
    opened = room.open_table(GAME, ["Ana", "Ben"])
    ana = sit(opened.code, "Ana", opened.host_token)
    ben = sit(opened.code, "Ben")
    change(room, opened.code, ana, hand_over, "Ben")
    change(room, opened.code, ana, leave)
    change(room, opened.code, ben, leave)
    assert sit(opened.code, "Ana").host


def toss_table(room: CardRoom) -> tuple[str, Viewer]:
    """Heads or Tails, begun, and its host."""
    opened = room.open_table("heads-or-tails", ["Ana", "Ben"])
    host = room.viewer(opened.code, [opened.host_token])
    change(room, opened.code, host, start)
    return opened.code, host


def test_whether_a_match_begins_never_depends_on_the_toss_for_its_dealer(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a host could have the dealer drawn again, for another order, where the game
    fails on the first one.
    """

    def fails_on_ana(rulebook: Rulebook, setting: Mapping[str, Any]) -> Match:
        if setting["dealer"] == "Ana":
            raise RuntimeError("This game cannot begin with Ana.")
        return begin_match(rulebook, setting)

    monkeypatch.setattr("referee.hosting.tables.seats.begin_match", fails_on_ana)
    for _ in range(8):
        opened = room.open_table(GAME, ["Ana", "Ben"])
        host = room.viewer(opened.code, [opened.host_token])
        for order in (["Ana", "Ben"], ["Ben", "Ana"]):
            with pytest.raises(RuntimeError):
                change(room, opened.code, host, start, order, toss_dealer=True)
        change(room, opened.code, host, start, dealer="Ben")


def test_a_toss_sent_again_and_a_table_loaded_again_tell_the_same(
    room: CardRoom,
) -> None:
    code, host = toss_table(room)
    sent = SentEntry(str(uuid4()), "coin", None, {})
    first = change(room, code, host, enter, [sent])
    assert change(room, code, host, enter, [sent]).rulings == first.rulings
    with pytest.raises(ConflictError, match="its own id"):
        change(room, code, host, enter, [replace(sent, data={"winner": "nobody"})])
    log = room.snapshot(code, host).log().entries
    after = room.table(code).next_toss
    room.forget(code)
    assert (room.snapshot(code, host).log().entries, room.table(code).next_toss) == (
        log,
        after,
    )


def test_no_two_tables_toss_alike_and_no_key_is_shown(room: CardRoom) -> None:
    code, _ = toss_table(room)
    other, _ = toss_table(room)
    assert (
        room.table(code).next_toss.commitment != room.table(other).next_toss.commitment
    )
    row = room.table(code).row
    assert len(bytes.fromhex(row.toss_key)) == 32
    assert row.toss_key not in repr(row)


def test_what_fails_after_it_was_kept_answers_as_the_first_time_when_it_is_sent_again(
    room: CardRoom, seated: tuple[str, Viewer, Viewer], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ana, ben = seated
    change(room, code, ana, enter, [lay("Ana", "KH")])
    sent = lay("Ben", "3C")
    told: list[str] = []
    room.listeners.listen(code, told.append)
    with monkeypatch.context() as broken:
        broken.setattr(Match, "add", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            change(room, code, ben, enter, [sent])
        assert told == [code], "the others look again"
    again = change(room, code, ben, enter, [sent])
    assert (again.seq, len(again.rulings)) == (2, 1)
    assert (
        change(
            room, code, ana, enter, [SentEntry(str(uuid4()), "gather", None, {})]
        ).seq
        == 3
    )


def test_who_waited_for_a_table_that_was_dropped_goes_on_with_the_table_loaded_anew(
    room: CardRoom, seated: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, _ = seated
    old = room.table(code)
    thread = threading.Thread(
        target=change, args=(room, code, ana, enter, [lay("Ana", "KH")])
    )
    with old.lock:
        thread.start()
        room.forget(code)
    thread.join()
    assert room.table(code) is not old
    assert room.snapshot(code, ana).view.seq == 1


def test_nobody_goes_on_at_a_table_that_was_deleted_while_they_waited(
    room: CardRoom, seated: tuple[str, Viewer, Viewer]
) -> None:
    code, ana, _ = seated
    outcome: list[type[Exception]] = []

    def enter_late() -> None:
        try:
            change(room, code, ana, enter, [lay("Ana", "KH")])
        except NotFoundError as gone:
            outcome.append(type(gone))

    thread = threading.Thread(target=enter_late)
    with room.table(code).lock:
        thread.start()
        room.delete_table(code, ana)
    thread.join()
    assert outcome == [NotFoundError]


def test_a_table_that_is_held_for_too_long_is_still_shown_takes_nothing_and_the_log_says_where_its_holder_stands(
    room: CardRoom,
    seated: tuple[str, Viewer, Viewer],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(table_lock, "PATIENCE", 0.1)
    code, ana, _ = seated
    seen = list[int]()
    refused = list[str]()

    def ask() -> None:
        for _ in range(3):
            seen.append(room.snapshot(code, ana).view.seq)
            with pytest.raises(StillHeldError) as still, room.changing(code, ana):
                pass
            refused.append(str(still.value.message))

    thread = threading.Thread(target=ask)
    with room.table(code).lock, room.table(code).lock:
        thread.start()
        thread.join()
    assert seen == [0] * 3
    assert all(
        one.startswith(
            f"Highest Card is still working on what was sent to table {code} "
        )
        for one in refused
    )
    assert len(refused) == 3
    [line] = [line for line in caplog.records if "held for too long" in line.message]
    assert "test_a_table_that_is_held_for_too_long" in (
        line.exc_text or logging.Formatter().format(line)
    )
    assert room.snapshot(code, ana).view.seq == 0


def test_whoever_looks_while_a_table_is_held_sees_it_as_it_was_shown_last(
    room: CardRoom,
    seated: tuple[str, Viewer, Viewer],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not as a hook that hangs has half changed it."""
    monkeypatch.setattr(table_lock, "PATIENCE", 0.1)
    code, ana, _ = seated
    shown = list[int]()

    def look() -> None:
        shown.append(room.snapshot(code, ana).view.seq)

    add = Match.add

    def add_slowly(match: Match, steps: Iterable[EntryStep]) -> None:
        add(match, steps)
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()

    monkeypatch.setattr(Match, "add", add_slowly)
    change(room, code, ana, enter, [lay("Ana", "3C")])
    look()
    assert shown == [0, 1]


def test_while_one_table_does_not_come_to_be_loaded_others_are(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [room.open_table(GAME).code for _ in range(40)]
    begun = threading.Event()
    goes_on = threading.Event()

    def loaded(store: Store, code: str) -> Table:
        if code == codes[0]:
            begun.set()
            goes_on.wait()
        return load(store, code)

    monkeypatch.setattr("referee.hosting.room.load", loaded)
    thread = threading.Thread(target=room.table, args=(codes[0],))
    thread.start()
    begun.wait()
    assert [room.table(code).code for code in codes[1:]] == codes[1:]
    goes_on.set()
    thread.join()


def make_room_for(
    monkeypatch: pytest.MonkeyPatch, tables: int, entries: int = 0
) -> None:
    """So many tables fit into memory, with so many entries together."""
    monkeypatch.setattr(
        "referee.hosting.tables.in_memory.ENTRIES_IN_MEMORY",
        tables * EMPTY_WEIGHT + entries,
    )


def test_memory_holds_the_tables_asked_for_last_and_all_that_are_in_use(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_room_for(monkeypatch, 2)
    codes = [room.open_table(GAME).code for _ in range(6)]
    first = room.table(codes[0])
    second = room.table(codes[1])
    busy = threading.Event()
    release = threading.Event()

    def hold() -> None:
        with first.lock:
            busy.set()
            release.wait(60)

    thread = threading.Thread(target=hold)
    thread.start()
    busy.wait(60)
    others = [room.table(code) for code in codes[2:]]
    assert room.table(codes[0]) is first, "its lock is held"
    assert [table.dropped for table in (second, *others)] == [
        True,
        True,
        True,
        True,
        False,
    ]
    release.set()
    thread.join()
    for code in codes[2:4]:
        room.table(code)
    assert first.dropped


def test_a_table_makes_room_as_it_grows(
    room: CardRoom, seated: tuple[str, Viewer, Viewer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory is bounded by what the tables hold, not by how many they are."""
    code, ana, ben = seated
    make_room_for(monkeypatch, 2, entries=1)
    other = room.table(room.open_table(GAME).code)
    change(room, code, ana, enter, [lay("Ana", "2C")])
    assert not other.dropped
    change(room, code, ben, enter, [lay("Ben", "3C")])
    assert other.dropped
    assert not room.table(code).dropped


@pytest.mark.parametrize("by", ["freeing", "a link", "handing the role over"])
def test_a_right_that_is_lost_is_lost_for_what_is_under_way(
    room: CardRoom, seated: tuple[str, Viewer, Viewer], sit: Sit, by: str
) -> None:
    """Who they are was looked up; before their turn comes it has changed."""
    code, ana, ben = seated
    if by == "freeing":
        change(room, code, ana, leave, "Ben")
    elif by == "a link":
        change(
            room, code, SPECTATOR, take_link, look(room, code, ben, seat_link, "Ben")
        )
    else:
        change(room, code, ana, hand_over, "Ben")
        with pytest.raises(ForbiddenError):
            room.delete_table(code, ana)
        with pytest.raises(NotYoursError):
            change(room, code, ana, enter, [lay("Ben", "3C")])
        return
    for late in (
        lambda: change(room, code, ben, enter, [lay("Ben", "3C")]),
        lambda: look(room, code, ben, seat_link, "Ben"),
        lambda: change(room, code, ben, leave),
    ):
        with pytest.raises(UnauthorizedError):
            late()


def test_a_table_whose_game_is_gone_is_no_hindrance_to_the_others(
    room: CardRoom,
) -> None:
    other = room.open_table("heads-or-tails")
    small = room.open_table(GAME, ["Ana"])
    room.forget(other.code)
    with only_games(highest_card):
        assert room.being_set_up(60) == [
            BeingSetUp(small.code, GAME, ("Ana",), {"target": 2})
        ]


def test_no_token_is_kept_as_it_is(room: CardRoom, place: Path, sit: Sit) -> None:
    opened = room.open_table(GAME)
    seated = change(room, opened.code, SPECTATOR, join, "Ana")
    assert isinstance(seated, Seated)
    link = look(
        room,
        opened.code,
        room.viewer(opened.code, [seated.seat_token]),
        seat_link,
        "Ana",
    )
    claimed = change(room, opened.code, SPECTATOR, join, "Ana")
    assert isinstance(claimed, Claimed)
    kept = b"".join(file.read_bytes() for file in place.parent.iterdir())
    for token in (
        opened.host_token,
        seated.seat_token,
        link,
        claimed.claim.split(".")[1],
    ):
        assert token.encode() not in kept
    assert opened.code.encode() in kept

"""What one daemon does at a table holds at every other one, from the moment it was
answered.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from uuid import uuid4

import pytest

from referee.hosting.history.archive import Archive
from referee.hosting.history.next_table import begin_rematch
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.claims import (
    ALONE_SECONDS,
    Claimed,
    claim_status,
    open_claims,
    settle_claim,
)
from referee.hosting.tables.disputing import (
    dispute_refusal,
    dispute_ruling,
    settle_dispute,
)
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.renaming import rename_seat
from referee.hosting.tables.seats import (
    Seated,
    hand_over,
    join,
    leave,
    seat_link,
    start,
    take_link,
)
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.trying.disputing import SentResolution
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin.game_faults import GameFaultError
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    StaleViewError,
    UnauthorizedError,
)
from tests.at_table import change, look
from tests.hosting.conftest import Sit

GAME = "highest-card"
Seat = tuple[str, Viewer, Viewer]


@pytest.fixture
def seated(room: CardRoom, other: CardRoom, sit: Sit) -> Seat:
    """A match that has begun and both daemons have in memory; Ana hosts it, Ben's is
    the other seat.
    """
    opened = room.open_table(GAME)
    ana = sit(opened.code, "Ana", opened.host_token)
    ben = sit(opened.code, "Ben")
    change(room, opened.code, ana, start)
    other.snapshot(opened.code, SPECTATOR)
    return opened.code, ana, ben


def lay(seat: str, card: str) -> SentEntry:
    return SentEntry(str(uuid4()), "lay", seat, {"card": card})


def test_an_entry_sent_to_both_daemons_is_made_once(
    room: CardRoom, other: CardRoom, seated: Seat
) -> None:
    code, ana, _ = seated
    sent = lay("Ana", "KH")
    first = change(room, code, ana, enter, [sent])
    assert change(other, code, ana, enter, [sent]) == first
    assert len(room.store.log(code)) == 1


def test_what_matters_and_was_not_seen_is_told_wherever_it_was_entered(
    room: CardRoom, other: CardRoom, seated: Seat
) -> None:
    code, ana, ben = seated
    change(room, code, ana, enter, [lay("Ana", "KH"), lay("Ben", "2C")])
    with pytest.raises(StaleViewError) as stale:
        change(other, code, ben, enter, [replace(lay("Ben", "3C"), after=0)])
    assert stale.value.view.seq == 2


# Tokens that were good


def revoked(
    room: CardRoom, code: str, ana: Viewer, ben: Viewer
) -> dict[str, Callable[[], object]]:
    """Ways to take Ben's seat from the phone that has it."""

    def admit() -> None:
        claimed = change(room, code, SPECTATOR, join, "Ben")
        assert isinstance(claimed, Claimed)
        change(room, code, ana, settle_claim, claimed.claim, True)

    return {
        "leave": lambda: change(room, code, ana, leave, "Ben"),
        "link": lambda: change(
            room, code, SPECTATOR, take_link, change(room, code, ana, seat_link, "Ben")
        ),
        "claim": admit,
    }


@pytest.mark.parametrize("way", ["leave", "link", "claim"])
def test_a_token_that_was_revoked_elsewhere_neither_writes_nor_reads(
    room: CardRoom, other: CardRoom, seated: Seat, way: str
) -> None:
    code, ana, ben = seated
    change(room, code, ben, enter, [lay("Ben", "3C")])
    assert other.snapshot(code, ben).log().entries[0].data
    revoked(room, code, ana, ben)[way]()
    with pytest.raises(UnauthorizedError):
        other.snapshot(code, ben)
    revoked(other, code, ana, ben)["leave"]()
    with pytest.raises(UnauthorizedError):
        change(room, code, ben, enter, [lay("Ben", "4C")])
    assert not other.snapshot(code, SPECTATOR).log().entries[0].data


def test_what_is_sealed_through_one_daemon_is_not_read_by_whoever_takes_the_seat_through_the_other(
    room: CardRoom, other: CardRoom, seated: Seat
) -> None:
    code, ana, ben = seated
    change(room, code, ben, enter, [lay("Ben", "3C")])
    taken = change(
        other, code, SPECTATOR, take_link, change(other, code, ana, seat_link, "Ben")
    )
    for daemon in (room, other):
        assert (
            not daemon.snapshot(code, daemon.viewer(code, [taken.seat_token]))
            .log()
            .entries[0]
            .data
        )


# Everything else


def test_everybody_is_asked_two_minutes_after_a_claim_was_made_wherever_that_was(
    room: CardRoom, other: CardRoom, seated: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, ana, _ = seated
    change(room, code, ana, leave, "Ben")
    ben = change(room, code, SPECTATOR, join, "Ben")
    assert isinstance(ben, Seated)
    claimed = change(room, code, SPECTATOR, join, "Ana")
    assert isinstance(claimed, Claimed)
    asked = other.viewer(code, [ben.seat_token])
    later = room.store.now() + ALONE_SECONDS
    monkeypatch.setattr(Store, "now", lambda _: later)
    assert [claim.seat for claim in look(other, code, asked, open_claims)] == ["Ana"]
    change(other, code, asked, settle_claim, claimed.claim, True)
    assert look(room, code, SPECTATOR, claim_status, claimed.claim).state == "admitted"


def test_one_address_asks_no_more_often_by_several_daemons(
    room: CardRoom, other: CardRoom, seated: Seat
) -> None:
    code = seated[0]
    for daemon in (room, other):
        assert isinstance(
            change(daemon, code, SPECTATOR, join, "Ben", "10.0.0.7"), Claimed
        )
    for daemon in (room, other):
        with pytest.raises(ConflictError, match="have already asked for"):
            change(daemon, code, SPECTATOR, join, "Ben", "10.0.0.7")
    assert isinstance(change(other, code, SPECTATOR, join, "Ben", "10.0.0.8"), Claimed)


def test_a_refused_move_is_questioned_at_another_daemon_by_its_sender_alone(
    room: CardRoom, other: CardRoom, seated: Seat
) -> None:
    code, ana, ben = seated
    change(room, code, ana, enter, [lay("Ana", "KH"), lay("Ben", "3C")])
    refused = lay("Ben", "KH")
    with pytest.raises(RefusedMoveError):
        change(room, code, ben, enter, [refused])
    with pytest.raises(NotFoundError):
        change(other, code, ana, dispute_refusal, refused.id)
    dispute = change(other, code, ben, dispute_refusal, refused.id)
    assert room.snapshot(code, ana).current_dispute is not None
    change(room, code, ana, settle_dispute, dispute, SentResolution("upheld"))


def test_a_forgotten_name_is_gone_from_what_another_daemon_has_in_memory(
    room: CardRoom, other: CardRoom, seated: Seat
) -> None:
    code, ana, _ = seated
    change(room, code, ana, enter, [lay("Ana", "KH"), lay("Ben", "3C")])
    dispute = change(other, code, ana, dispute_ruling, 2, None, "Cy saw it")
    change(other, code, ana, settle_dispute, dispute, SentResolution("upheld"))
    elsewhere = room.open_table(GAME, ["Cy"]).code
    assert other.facts(elsewhere).names == ("Cy",)
    Archive(room).forget_player("Cy")
    assert "Cy" not in str(other.snapshot(code, ana).log().disputes)
    assert other.snapshot(elsewhere, SPECTATOR).names == ("Player 1",)


def test_a_deleted_table_is_gone_everywhere(
    room: CardRoom, other: CardRoom, seated: Seat
) -> None:
    code, ana, ben = seated
    room.delete_table(code, ana)
    for do in (
        lambda: other.snapshot(code, ben),
        lambda: change(other, code, ben, enter, [lay("Ben", "3C")]),
    ):
        with pytest.raises(NotFoundError):
            do()


Meanwhile = Callable[[Callable[[], object], str], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Has another daemon do something just before the store is asked for this, once."""

    def do_before(do: Callable[[], object], asked: str) -> None:
        ask = getattr(Store, asked)

        def ask_then(store: Store, *given: object) -> object:
            monkeypatch.setattr(Store, asked, ask)
            do()
            return ask(store, *given)

        monkeypatch.setattr(Store, asked, ask_then)

    return do_before


def test_a_name_is_forgotten_whatever_comes_in_at_another_daemon_meanwhile(
    room: CardRoom, other: CardRoom, seated: Seat, meanwhile: Meanwhile
) -> None:
    code, ana, ben = seated
    meanwhile(
        lambda: change(other, code, ben, enter, [lay("Ben", "3C")]), "rename_seat"
    )
    assert Archive(room).forget_name(code, "Ana", ana) == "Player 1"
    assert len(room.store.log(code)) == 1


@pytest.mark.parametrize("done", ["enter", "rename"])
def test_a_table_is_deleted_whatever_comes_in_at_another_daemon_meanwhile(
    room: CardRoom, other: CardRoom, seated: Seat, meanwhile: Meanwhile, done: str
) -> None:
    code, ana, ben = seated
    ways = {
        "enter": lambda: change(other, code, ben, enter, [lay("Ben", "3C")]),
        "rename": lambda: change(other, code, ben, rename_seat, "Ben", "Benno"),
    }
    meanwhile(ways[done], "delete_table")
    room.delete_table(code, ana)
    assert room.store.table(code) is None


def test_whoever_gave_the_hosts_role_away_meanwhile_does_not_delete_the_table(
    room: CardRoom, other: CardRoom, seated: Seat, meanwhile: Meanwhile
) -> None:
    code, ana, _ = seated
    meanwhile(lambda: change(other, code, ana, hand_over, "Ben"), "delete_table")
    with pytest.raises(ForbiddenError):
        room.delete_table(code, ana)
    assert room.store.table(code) is not None


def test_there_is_one_rematch_whoever_begins_it(
    room: CardRoom, other: CardRoom, seated: Seat
) -> None:
    code, ana, ben = seated
    change(room, code, ana, enter, [lay("Ana", "KH"), lay("Ben", "3C")])
    change(room, code, ana, enter, [SentEntry(str(uuid4()), "gather", None, {})])
    change(room, code, ana, enter, [lay("Ana", "QH"), lay("Ben", "4C")])
    assert other.snapshot(code, ana).finished
    with ThreadPoolExecutor(2) as threads:
        begin = [
            threads.submit(change, *whose, begin_rematch)
            for whose in ((room, code, ana), (other, code, ben))
        ]
    assert len({one.result() for one in begin}) == 1


def test_the_host_is_told_of_a_fault_wherever_the_game_had_it(
    room: CardRoom, other: CardRoom, sit: Sit
) -> None:
    opened = room.open_table("crooked")
    ana = sit(opened.code, "Ana", opened.host_token)
    ben = sit(opened.code, "Ben")
    change(room, opened.code, ana, start)
    for there, here, card in ((room, other, "3H"), (other, room, "9H")):
        assert there.snapshot(opened.code, ana).fault_notice is None
        with pytest.raises(GameFaultError):
            change(here, opened.code, ben, enter, [lay("Ben", "4C")])
        told = there.snapshot(opened.code, ana).fault_notice
        assert told is not None
        assert "Crooked Cards has a fault" in str(told)
        change(there, opened.code, ben, enter, [lay("Ben", card)])
        assert here.snapshot(opened.code, ana).fault_notice is None

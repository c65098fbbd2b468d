"""Daemons of one protocol share a database; one of another protocol is refused, and told why."""

from __future__ import annotations

import json
from contextlib import closing
from time import sleep

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.store import OtherProtocol, Store, joined, locking
from referee.hosting.store.database import read_place
from tests.commandline.running import free_port, run, running


def other_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "PROTOCOL", locking.PROTOCOL + 1)


def test_daemons_of_one_protocol_share_a_database(database: str) -> None:
    with joined(database), joined(database):
        pass


def test_a_daemon_of_another_protocol_is_refused_while_one_runs(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = locking.PROTOCOL
    with joined(database):
        other_protocol(monkeypatch)
        with pytest.raises(
            OtherProtocol, match=rf"speaks protocol {ours}, .* this one speaks protocol {ours + 1}\. Stop all"
        ):
            joined(database).__enter__()
    with joined(database):
        pass


def test_a_daemon_from_before_there_was_a_protocol_shares_with_nobody(database: str) -> None:
    """It holds its lock alone: then nobody else comes in, and it does not where others are."""
    alone = f"SELECT pg_try_advisory_lock({locking.DAEMON_LOCK}, hashtext(current_schema()))"
    engine = locking.lone_engine(read_place(database))
    with engine.connect() as connection:
        with joined(database):
            assert not connection.exec_driver_sql(alone).scalar_one()
        assert connection.exec_driver_sql(alone).scalar_one()
        with pytest.raises(OtherProtocol, match="knows no other daemons"):
            joined(database).__enter__()
    engine.dispose()


def test_a_room_whose_database_was_taken_by_others_says_so(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the server was away, daemons of another version may have been there first."""
    from referee.hosting.store import notifications

    monkeypatch.setattr(notifications, "AGAIN_SECONDS", 0.01)
    with joined(database):
        other_protocol(monkeypatch)
        room = CardRoom(Store.open(database))
        assert room._notifications is not None
        for thread in room._notifications._threads[:1]:
            thread.join(20)
        assert f"speaks protocol {locking.PROTOCOL - 1}" in str(room.refused)
        room.close()


@pytest.mark.slow
def test_a_daemon_says_on_one_line_why_it_does_not_start(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other_protocol(monkeypatch)
    with joined(database):
        ended = run("serve", "--no-browser", "--port", str(free_port()), "--data", database)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert f"this one speaks protocol {locking.PROTOCOL - 1}. Stop all of the other version first" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.slow
def test_two_daemons_serve_one_database_and_one_goes_on_when_the_other_is_killed(database: str) -> None:
    one, two = (("--data", database, "--port", str(free_port())) for _ in range(2))
    with running(*one) as first, running(*two) as second:
        code, token = first.open_table()
        assert first.enter(code, token, 0)[0] == 201
        assert second.enter(code, token, 1)[0] == 201
        assert first.enter(code, token, 2)[0] == 201
        first.process.kill()
        first.process.wait(60)
        assert json.loads(second.get(f"/api/v1/tables/{code}"))["seq"] == 3
        assert second.enter(code, token, 3)[0] == 201


def test_daemons_know_how_many_they_are(database: str) -> None:
    with joined(database), closing(CardRoom(Store.open(database))) as room:
        while room.daemons != 1:
            sleep(0.01)
        with joined(database), closing(CardRoom(Store.open(database))) as other:
            while other.daemons != 2:
                sleep(0.01)
            assert room.store.daemons() == 2

"""`referee seat`: a link to a seat, when the phones are gone."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result

from referee.commandline import main
from referee.commandline.addresses import PORT
from referee.commandline.data_dir import STORE, on_card
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.seats import Seated, join, start, take_link
from referee.match.viewer import SPECTATOR
from tests.at_table import change
from tests.commandline.running import free_port, running

pytestmark = pytest.mark.slow


def call(*words: str | Path) -> Result:
    env: dict[str, str | None] = {"REFEREE_ADVERTISE": None, "REFEREE_DATA": None}
    return CliRunner().invoke(main, ["seat", *map(str, words)], env=env)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    opened = CardRoom(Store.open(tmp_path / STORE))
    yield opened
    opened.close()


@pytest.fixture
def code(room: CardRoom) -> str:
    """A match of Ana, who is host and has sealed a hand, Ben, who is there, and Cy, who
    is not.
    """
    opened = room.open_table("four-aces", ["Ana", "Ben", "Cy"])
    host = room.viewer(opened.code, [opened.host_token])
    ana = change(room, opened.code, host, join, "Ana")
    change(room, opened.code, SPECTATOR, join, "Ben")
    assert isinstance(ana, Seated)
    change(room, opened.code, host, start)
    sealed = SentEntry(str(uuid4()), "round", "Ana", {"hidden": "AH AS", "exposed": ""})
    change(
        room, opened.code, room.viewer(opened.code, [ana.seat_token]), enter, [sealed]
    )
    return opened.code


def test_without_a_seat_they_are_listed(code: str, tmp_path: Path) -> None:
    told = call(code.lower(), "--data", tmp_path)
    assert (told.exit_code, told.stdout) == (
        0,
        "Ana  taken, host\nBen  taken\nCy   free\n",
    )


def test_the_link_brings_the_seat_and_the_role_but_nothing_sealed(
    room: CardRoom, code: str, tmp_path: Path
) -> None:
    told = call(
        code, "ANA", "--data", tmp_path, "--advertise", "https://cards.example/referee"
    )
    link = told.stdout.strip()
    assert (told.exit_code, told.stderr) == (0, "")
    head, token = link.rsplit("/", 1)
    assert head == f"https://cards.example/referee/t/{code}/link"
    seated = change(room, code, SPECTATOR, take_link, token)
    now = room.viewer(code, [seated.seat_token])
    assert (now.seat, now.host) == ("Ana", True)
    [line] = room.snapshot(code, now).log().entries
    assert (line.sealed, line.data) == (True, None)


def test_where_no_daemon_runs_the_likeliest_address_is_named_as_such(
    code: str, tmp_path: Path
) -> None:
    told = call(code, "Ben", "--data", tmp_path)
    assert f":{PORT}/t/{code}/link/" in told.stdout
    assert "the likeliest" in told.stderr


def test_the_link_opens_at_the_daemon_that_runs(tmp_path: Path) -> None:
    with running("--data", tmp_path, "--port", str(free_port())) as daemon:
        code, _ = daemon.open_table()
        told = call(code, "Ben", "--data", tmp_path)
        assert (told.exit_code, told.stderr) == (0, "")
        link = told.stdout.strip()
        address = on_card(tmp_path, "phones")
        assert f"  {address}  " in daemon.greeting or f" {address}\n" in daemon.greeting
        assert link.startswith(f"{address}t/{code}/link/")
        assert b"Ben" in daemon.get(link.removeprefix(address.rstrip("/")))
        status, seated = daemon.post(
            f"/tables/{code}/links", {"token": link.rpartition("/")[2]}
        )
        assert (status, seated["seat"]) == (201, "Ben")
        assert (
            daemon.post(f"/tables/{code}/links", {"token": link.rpartition("/")[2]})[0]
            == 404
        )


def test_what_is_not_there_is_told_in_one_line(code: str, tmp_path: Path) -> None:
    no_seat = call(code, "Eve", "--data", tmp_path)
    no_table = call("NONE", "Ana", "--data", tmp_path)
    nowhere = call(code, "Ana", "--data", tmp_path / "elsewhere")
    assert [told.exit_code for told in (no_seat, no_table, nowhere)] == [1, 1, 1]
    assert [told.stderr.count("\n") for told in (no_seat, no_table, nowhere)] == [
        1,
        1,
        1,
    ]
    assert "there are Ana, Ben, Cy" in no_seat.stderr
    assert "no table with the code NONE" in no_table.stderr
    assert "No tables are kept in" in nowhere.stderr
    assert not (tmp_path / "elsewhere").exists()

"""A name that is forgotten is gone from all that was entered over HTTP, by the command
and by an event's director, and where the forgetting was cut off before.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from referee.commandline import main
from referee.commandline.data_dir import STORE
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.store.database import Connection
from referee.hosting.store.sqlite_file import SqliteFile
from referee.testing.phone import Phone as KitsPhone
from tests.club_night import ClubNight
from tests.web.line import HOST, answering
from tests.web.phone import Phone
from tests.web.served import served

NAME = "Wilhelmine"
ASKED = {"situation": "revoke", "who": "player", "noticed": "later"}


def forget(folder: Path) -> Result:
    words = ["forget", "--player", NAME.upper(), "--yes", "--data", str(folder)]
    return CliRunner().invoke(main, words)


def is_written(folder: Path, name: str = NAME) -> bool:
    files = [path.read_bytes() for path in folder.iterdir() if path.is_file()]
    return name.lower().encode() in b"".join(files).lower()


@contextmanager
def serving(folder: Path) -> Iterator[Flask]:
    with closing(CardRoom(Store.open(folder / STORE))) as room:
        yield served(room)


def write_about_her(phone: Phone, code: str) -> None:
    """Somebody writes a note, changes it, and disputes it, all with the name."""
    entered = phone.enter(code, "note", note=f"{NAME} was late").said(201)
    seq = entered["seq"]
    edit = {"seq": seq, "data": {"note": f"{NAME.upper()}, late again"}}
    phone.post(f"/tables/{code}/corrections", {"changes": [edit]}).said(201)
    disputing = {"seq": seq, "why": f"It was not {NAME}"}
    phone.post(f"/tables/{code}/disputes", disputing).said(201)


class Evening:
    """Two events where she was, and tables where people wrote about her."""

    def __init__(self, folder: Path) -> None:
        with serving(folder) as app:
            party = {"name": f"{NAME}’s party", "confirm": True}
            self.pad = ClubNight(app, NAME, "Ben", "Cy", "Di", **party)
            self.pad.begin()
            for table in self.pad.tables:
                write_about_her(self.pad.director, table["code"])
            euchre = {"game": "euchre", "movement": "individual"}
            self.cards = ClubNight(app, "Ana", "Ben", NAME, "Di", **euchre)
            self.cards.begin()
            asked = {**ASKED, "seat": f" {NAME.upper()}"}
            call = {"asked": asked, "why": f"{NAME} did it"}
            self.cards.phones["1"].post(f"{self.cards.path}/calls", call).said(201)
            blame = {"entrant": "1", "points": -1, "why": f"Shouted at {NAME}"}
            self.cards.director.post(f"{self.cards.path}/adjustments", blame).said(201)
            # Somebody else plays on for her there.
            named = {"names": ["Zoe"]}
            path = f"{self.cards.path}/entrants/3/substitute"
            self.cards.director.post(path, named).said(200)
            other = Phone(app).post(
                "/tables", {"game": "score-pad", "seats": ["E", "F"]}
            )
            self.other = other.said(201)
            host = Phone(app, self.other["host_token"])
            host.post(f"/tables/{self.other['code']}/start", {}).said(200)
            write_about_her(host, self.other["code"])
            newcomers = f"/tables/{self.other['code']}/newcomers"
            Phone(app).post(newcomers, {"name": NAME}).said(201)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_the_command_leaves_the_name_nowhere(evening: Evening, tmp_path: Path) -> None:
    with serving(tmp_path) as app:
        # Somebody writes of her at an event where nobody was called so.
        aside = ClubNight(app, "Gus", "Hal")
        call = {"why": f"{NAME} shouts from the bar"}
        aside.phones["1"].post(f"{aside.path}/calls", call).said(201)
    assert is_written(tmp_path)
    told = forget(tmp_path)
    assert told.exit_code == 0, told.output
    assert "The name is gone from 3 events." in told.stdout
    assert not is_written(tmp_path)
    with serving(tmp_path) as app:
        for club in (evening.pad, evening.cards):
            phone = Phone(app, club.director.token)
            seen = phone.get(club.path).said(200)
            assert len(seen["entrants"]) == 4
            phone.get(f"{club.path}/standings").said(200)
        [call] = seen["calls"]
        assert call["why"] == "Player 3A did it"
        assert call["asked"]["seat"] == "Player 3A"
        assert call["ruling"] is not None
        log = Phone(app).log(evening.other["code"])
        assert log[0]["data"]["note"].startswith("…, late")
    assert "No table has a player" in forget(tmp_path).stderr


def test_the_director_leaves_the_name_nowhere_at_the_event(
    evening: Evening, tmp_path: Path
) -> None:
    with serving(tmp_path) as app:
        for club, id in ((evening.pad, "1"), (evening.cards, "3")):
            phone = Phone(app, club.director.token)
            phone.post(f"{club.path}/entrants/{id}/forget").said(200)
            text = phone.get(club.path).text
            codes = [
                table["code"]
                for played in phone.get(club.path).said(200)["rounds"]
                for table in played["tables"]
            ]
            for code in codes:
                text += phone.get(f"/tables/{code}").text
                text += phone.get(f"/tables/{code}/log").text
            assert NAME.lower() not in text.lower()
    with closing(Store.open(tmp_path / STORE)) as store:
        store.delete_table(evening.other["code"])
        assert store.eraser.erase()
    assert not is_written(tmp_path)


class Killed(BaseException):
    """The daemon or the command is gone at this moment."""


@contextmanager
def killed_after(commits: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nothing be written any more after so many transactions."""
    write = SqliteFile.transaction
    left = commits

    @contextmanager
    def write_or_die(file: SqliteFile) -> Iterator[Connection]:
        nonlocal left
        if not left:
            raise Killed
        left -= 1
        with write(file) as connection:
            yield connection

    with monkeypatch.context() as patched, suppress(Killed):
        patched.setattr(SqliteFile, "transaction", write_or_die)
        yield


@pytest.mark.parametrize("commits", range(1, 14, 2))
def test_a_command_that_was_cut_off_is_finished_by_another(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commits: int
) -> None:
    with killed_after(commits, monkeypatch):
        forget(tmp_path)
    forget(tmp_path)
    assert not is_written(tmp_path)


@pytest.mark.parametrize("commits", range(1, 8))
def test_a_director_who_was_cut_off_finishes_it_by_doing_it_again(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commits: int
) -> None:
    club = evening.pad
    with serving(tmp_path) as app, killed_after(commits, monkeypatch):
        Phone(app, club.director.token).post(f"{club.path}/entrants/1/forget")
    with serving(tmp_path) as app:
        phone = Phone(app, club.director.token)
        phone.post(f"{club.path}/entrants/1/forget").said(200)
        assert NAME.lower() not in phone.get(club.path).text.lower()
        for played in phone.get(club.path).said(200)["rounds"]:
            for table in played["tables"]:
                log = phone.get(f"/tables/{table['code']}/log").text
                assert NAME.lower() not in log.lower()


def test_a_name_leaves_the_write_ahead_log_while_others_write(tmp_path: Path) -> None:
    with serving(tmp_path) as app, answering(app) as daemon:
        address = f"http://{HOST}:{daemon.port}"
        newcomer = KitsPhone(address)
        forgetful, busy = (
            newcomer.post("/tables", {"game": "score-pad", "seats": seats}).said(201)
            for seats in ([NAME, "Ben"], ["Eve", "Flo"])
        )
        for table in (forgetful, busy):
            host = KitsPhone(address, table["host_token"])
            host.post(f"/tables/{table['code']}/start").said(200)
        is_gone = Event()

        def write_on() -> int:
            written = 0
            while not is_gone.is_set():
                host.enter(busy["code"], "note", note=f"Note {written}").said(201)
                written += 1
            return written

        with ThreadPoolExecutor() as writers:
            writing = [writers.submit(write_on) for _ in range(3)]
            path = f"/tables/{forgetful['code']}/seats/{NAME}/forget"
            KitsPhone(address, forgetful["host_token"]).post(path).said(200)
            while is_written(tmp_path):
                assert not any(each.done() for each in writing)
            is_gone.set()
            assert all(each.result() for each in writing)

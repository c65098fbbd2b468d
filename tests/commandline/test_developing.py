"""`referee serve --dev`: a game is loaded from where it stands, and again when it is
saved; and who is refused it.
"""

import json
import logging
import os
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import IO, Any
from uuid import UUID

import pytest
from referee_web.commands.logging_config import configure_logging

from referee.hosting.tables.table_lock import StillHeldError
from referee.plugin.game_faults import GameFaultError, GameFlaw
from referee.time_limit import GameSavedError
from tests.commandline.running import Running, free_port, run, running

pytestmark = pytest.mark.slow

HIGHEST_CARD = (Path(__file__).parents[1] / "toy_games/highest_card.py").read_text(
    "utf-8"
)
MITCHELL = (Path(__file__).parents[1] / "toy_movements/mitchell.py").read_text("utf-8")
SECONDS = count(1_700_000_000)


def save(file: Path, text: str) -> Path:
    """Save a file, a second after the one before."""
    file.write_text(text, "utf-8")
    os.utime(file, (second := next(SECONDS), second))
    return file


def games(daemon: Running) -> dict[str, Any]:
    return {game["id"]: game for game in json.loads(daemon.get("/api/v1/games"))}


def heard(stream: IO[str] | None, end: str) -> str:
    """What the terminal says next, up to a line that ends so."""
    assert stream is not None
    said = ""
    for line in stream:
        said += line
        if line.rstrip().endswith(end):
            break
    return said


def test_a_file_is_offered_and_loaded_again_when_it_is_saved(tmp_path: Path) -> None:
    file = save(tmp_path / "a_game_from_here.py", HIGHEST_CARD)
    options = (
        "--data",
        tmp_path / "data",
        "--port",
        str(free_port()),
        "--host",
        "127.0.0.1",
    )
    with running(*options, "--dev", "--game", file) as daemon:
        assert "All pages say that the host can see what is sealed." in daemon.greeting
        assert games(daemon)["highest-card"]["title"] == "Highest Card"
        assert f"Loaded: Highest Card (highest-card), from {file}." in daemon.greeting

        save(file, HIGHEST_CARD.replace('"Highest Card"', '"Highest Sword"'))
        told = heard(daemon.process.stdout, "Saved, and loaded again.")
        name = re.escape(str(file))
        assert re.search(rf"^\d\d:\d\d:\d\d {name}: Saved,", told, re.MULTILINE)
        assert games(daemon)["highest-card"]["title"] == "Highest Sword"

        save(file, HIGHEST_CARD + "\ndef broken(:\n")
        told = heard(daemon.process.stderr, "it is tried again once it is saved.")
        line = HIGHEST_CARD.count(chr(10)) + 2
        assert f"{file}:{line}: SyntaxError: invalid syntax\n" in told
        assert games(daemon)["highest-card"]["title"] == "Highest Sword"

        save(file, HIGHEST_CARD)
        heard(daemon.process.stdout, "Saved, and loaded again.")
        assert games(daemon)["highest-card"]["title"] == "Highest Card"


def test_a_movement_is_offered_and_loaded_again_when_it_is_saved(
    tmp_path: Path,
) -> None:
    def titles() -> dict[str, str]:
        movements = json.loads(daemon.get("/api/v1/movements"))
        return {movement["id"]: movement["title"] for movement in movements}

    file = save(tmp_path / "a_mitchell_from_here.py", MITCHELL)
    options = ("--data", tmp_path / "data", "--port", str(free_port()))
    with running(*options, "--host", "127.0.0.1", "--dev", "--game", file) as daemon:
        assert f"Loaded: Mitchell (mitchell), from {file}." in daemon.greeting
        assert titles()["mitchell"] == "Mitchell"

        save(file, MITCHELL.replace('say("Mitchell")', 'say("Howell")'))
        heard(daemon.process.stdout, "Saved, and loaded again.")
        assert titles()["mitchell"] == "Howell"

        save(file, MITCHELL.replace('say("Mitchell")', '"Howell"'))
        told = heard(daemon.process.stderr, "it is tried again once it is saved.")
        assert "describe_movement" in told
        assert "its title is a str, not a Text" in told
        assert titles()["mitchell"] == "Howell"


def test_a_hook_that_hangs_is_ended_once_the_game_is_saved(tmp_path: Path) -> None:
    hangs = HIGHEST_CARD.replace(
        "    return Accepted(replace(state, seen=()))",
        "    print('at work', flush=True)\n    while True:\n        pass",
    )
    file = save(tmp_path / "a_game_from_here.py", hangs)
    options = ("--data", tmp_path / "data", "--port", str(free_port()))
    with running(*options, "--host", "127.0.0.1", "--dev", "--game", file) as daemon:
        seats = ["Ana", "Ben"]
        _, made = daemon.post("/tables", {"game": "highest-card", "seats": seats})
        table = f"/tables/{made['code']}"
        host = made["host_token"]
        daemon.post(f"{table}/start", {}, host)
        number = count()

        def enter(kind: str, **data: object) -> int:
            id = str(UUID(int=next(number)))
            entry = {"id": id, "kind": kind, "data": data}
            return daemon.post(f"{table}/entries", entry, host)[0]

        with ThreadPoolExecutor() as other_phone:
            answered = other_phone.submit(enter, "gather")
            heard(daemon.process.stdout, "at work")
            save(file, HIGHEST_CARD)
            heard(daemon.process.stdout, "Saved, and loaded again.")
            assert answered.result() == 500
        assert daemon.look(made["code"], host)["seq"] == 0


def test_a_hook_that_hangs_as_a_saved_match_is_ruled_again_is_ended_and_told(
    tmp_path: Path,
) -> None:
    ends = "    return Accepted(replace(state, seen=()))"
    hangs = HIGHEST_CARD.replace(ends, "    while state:\n        seen = ()\n" + ends)
    line = HIGHEST_CARD[: HIGHEST_CARD.index(ends)].count("\n") + 2
    file = save(tmp_path / "a_game_from_here.py", HIGHEST_CARD)
    options = ("--data", tmp_path / "data", "--port", str(free_port()))
    with running(*options, "--host", "127.0.0.1", "--dev", "--game", file) as daemon:
        seats = ["Ana", "Ben"]
        _, made = daemon.post("/tables", {"game": "highest-card", "seats": seats})
        table = f"/tables/{made['code']}"
        host = made["host_token"]
        daemon.post(f"{table}/start", {}, host)
        entry = {"id": str(UUID(int=1)), "kind": "gather", "data": {}}
        assert daemon.post(f"{table}/entries", entry, host)[0] == 201

        save(file, hangs)
        heard(daemon.process.stdout, "Saved, and loaded again.")
        told = heard(daemon.process.stderr, "no lock, no network, no other program.")
        where = re.search(rf"{file}:(\d+): accept: TimeLimitError", told)
        assert where is not None, told
        assert int(where[1]) in (line - 1, line)
        assert "Let each loop here come to an end" in told

        save(file, HIGHEST_CARD)
        heard(daemon.process.stdout, "Saved, and loaded again.")
        assert daemon.look(made["code"], host)["seq"] == 1


def test_games_are_loaded_again_after_a_table_was_held_by_a_hook_that_hangs(
    tmp_path: Path,
) -> None:
    ends = "    return Accepted(replace(state, seen=()))"
    hangs = "    print('at work', flush=True)\n    while True:\n        pass\n"
    file = save(tmp_path / "a_game_from_here.py", HIGHEST_CARD)
    options = ("--data", tmp_path / "data", "--port", str(free_port()))
    with running(*options, "--host", "127.0.0.1", "--dev", "--game", file) as daemon:
        tables = {}
        for number in range(2):
            seats = ["Ana", "Ben"]
            _, made = daemon.post("/tables", {"game": "highest-card", "seats": seats})
            code, host = made["code"], made["host_token"]
            daemon.post(f"/tables/{code}/start", {}, host)
            entry = {"id": str(UUID(int=number)), "kind": "gather", "data": {}}
            assert daemon.post(f"/tables/{code}/entries", entry, host)[0] == 201
            tables[code] = host

        def enter(code: str) -> int:
            entry = {"id": str(UUID(int=9)), "kind": "gather", "data": {}}
            return daemon.post(f"/tables/{code}/entries", entry, tables[code])[0]

        save(file, HIGHEST_CARD.replace(ends, hangs + ends))
        heard(daemon.process.stdout, "Saved, and loaded again.")
        heard(daemon.process.stdout, "at work")
        with ThreadPoolExecutor() as other_phones:
            assert sorted(other_phones.map(enter, tables)) == [500, 503]

        save(file, HIGHEST_CARD)
        heard(daemon.process.stdout, "Saved, and loaded again.")
        for code, host in tables.items():
            assert daemon.look(code, host)["seq"] == 1
            assert enter(code) == 201


def test_what_was_not_saved_is_not_tried_again_and_entries_that_are_dropped_are_told(
    tmp_path: Path,
) -> None:
    file = save(tmp_path / "a_game_from_here.py", HIGHEST_CARD)
    options = (
        "--data",
        tmp_path / "data",
        "--port",
        str(free_port()),
        "--host",
        "127.0.0.1",
    )
    with running(*options, "--dev", "--game", file) as daemon:
        _, made = daemon.post(
            "/tables", {"game": "highest-card", "seats": ["Ana", "Ben"]}
        )
        table = f"/tables/{made['code']}"
        host = made["host_token"]
        daemon.post(f"{table}/start", {}, host)
        for number, (seat, card) in enumerate([("Ana", "KH"), ("Ben", "3C")]):
            entry = {
                "id": str(UUID(int=number)),
                "kind": "lay",
                "seat": seat,
                "data": {"card": card},
            }
            assert daemon.post(f"{table}/entries", entry, host)[0] == 201

        save(file, HIGHEST_CARD + "\ndef broken(:\n")
        heard(daemon.process.stderr, "it is tried again once it is saved.")
        save(tmp_path / "something_else.py", "1 / 0\n")
        save(file, HIGHEST_CARD + "\ndef broken(:\n")
        save(file, HIGHEST_CARD.replace('"lay"', '"put"'))
        heard(daemon.process.stdout, "Saved, and loaded again.")
        told = heard(daemon.process.stderr, "asks for this there.")
        assert told.startswith(
            f"Table {made['code']}: entry 1 (lay) is not taken any more: The game "
            "no longer"
        ), told


def test_what_a_hook_fails_at_is_told_once_as_python_tells_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail() -> None:
        try:
            {}["crds"]
        except KeyError as error:
            flaw = GameFlaw("accept", "whist.py:7", "KeyError: 'crds'", "Look it up.")
            raise GameFaultError("Whist", "whist", flaw) from error

    configure_logging("warning", for_authors=True)
    for _ in range(2):
        try:
            fail()
        except GameFaultError as fault:
            logging.getLogger("referee.tables").error(
                "a game failed", exc_info=fault, extra=fault.log_fields
            )
    logging.getLogger("referee.tables").error("another line")
    told = capsys.readouterr().err.splitlines()
    assert told[:2] == [
        "whist.py:7: accept: KeyError: 'crds'",
        "Traceback (most recent call last):",
    ]
    assert told[-3:-1] == ["KeyError: 'crds'", "Look it up."]
    assert json.loads(told[-1])["event"] == "another line"
    assert len(told) < 9


def test_what_only_follows_from_a_hook_that_hangs_is_not_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure_logging("warning", for_authors=True)
    log = logging.getLogger("referee.tables")
    flaw = GameFlaw("scene", "whist.py:7", "GameSavedError", "")
    ended = GameFaultError("Whist", "whist", flaw)
    ended.__cause__ = GameSavedError()
    log.error("a game failed", exc_info=ended)
    log.error("a table is held", exc_info=StillHeldError("K7MQX", "Whist"))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--dev", "--public"), "--dev shows the host what is sealed"),
        (
            ("--dev", "--data", "postgresql://nobody@127.0.0.1:1/none"),
            "others may share this database",
        ),
        (("--game", "{here}"), "add --dev, or install the game"),
        (("--dev", "--game", "{here}/nowhere.py"), "does not exist"),
    ],
)
def test_where_people_have_not_agreed_to_it_or_nothing_is_there_it_does_not_start(
    tmp_path: Path, options: tuple[str, ...], why: str
) -> None:
    named = [option.format(here=tmp_path) for option in options]
    said = run(
        "serve",
        *([] if "--data" in named else ["--data", tmp_path]),
        "--no-browser",
        *named,
    )
    assert (said.returncode, said.stdout) == (2, "")
    assert why in said.stderr
    assert len(said.stderr.splitlines()) == 1

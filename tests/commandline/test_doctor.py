"""`referee doctor`: what it looks at, and its exit code."""

import json
import socket
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee import time_limit
from referee.commandline import main
from referee.commandline.data_dir import STORE
from referee.hosting.network.addresses import Address
from referee.plugin import discovery
from tests.commandline.running import free_port, running

HOME = [Address("192.168.1.23", "wlan0", "wi-fi")]


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee_web.commands.doctor.find_addresses", lambda _: HOME)


@pytest.fixture
def one_small_game() -> Iterator[None]:
    """No more is installed: a short match of each game that is takes longer than all
    else that is looked at.
    """
    point = EntryPoint("first-slap", "tests.toy_games.first_slap", discovery.GAMES)
    with discovery.finding(lambda group: [point] if group == discovery.GAMES else []):
        yield


beside_a_small_game = pytest.mark.usefixtures("one_small_game")


def doctor(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["doctor", *map(str, words)])


def found(*words: str | Path) -> dict[str, list[tuple[str, str]]]:
    told = json.loads(doctor("--json", *words).stdout)
    by_part: dict[str, list[tuple[str, str]]] = {}
    for one in told:
        by_part.setdefault(one["about"], []).append((one["level"], one["what"]))
    return by_part


@beside_a_small_game
def test_where_all_is_well_it_says_so_and_exits_with_zero(tmp_path: Path) -> None:
    told = doctor("--data", tmp_path, "--port", str(free_port()))
    assert told.exit_code == 0
    assert "WRONG" not in told.stdout
    assert (
        "fine   network: Phones in the same network reach this computer at "
        "192.168.1.23 (wlan0)."
    ) in told.stdout
    assert "pluggy 1." in told.stdout


@beside_a_small_game
def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    folder = tmp_path / "later"
    assert found("--data", folder)["storage"] == [
        ("fine", f"No tables yet; they will be kept in {folder}")
    ]
    assert not folder.exists()


@beside_a_small_game
def test_a_store_that_cannot_be_used_is_wrong(tmp_path: Path) -> None:
    (tmp_path / STORE).write_text("This is a letter, not a database.\n" * 100)
    told = doctor("--data", tmp_path)
    assert told.exit_code == 1
    assert "WRONG  storage: " in told.stdout


@pytest.mark.slow
@beside_a_small_game
def test_the_port_and_the_addresses_are_those_of_the_daemon_that_runs(
    tmp_path: Path,
) -> None:
    with running("--data", tmp_path, "--port", str(free_port())) as daemon:
        seen = found("--data", tmp_path)
    assert seen["port"] == [("fine", f"A referee answers on {daemon.port}.")]
    assert seen["address"] == [
        ("fine", f"http://192.168.1.23:{daemon.port}/  (wlan0, wi-fi)")
    ]


@pytest.mark.slow
@beside_a_small_game
def test_another_program_on_the_port_is_told_apart(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:
        port = other.getsockname()[1]
        other.settimeout(0)
        assert found("--data", tmp_path, "--port", str(port))["port"] == [
            ("look", f"{port} is taken by another program.")
        ]


@beside_a_small_game
def test_without_a_network_it_says_what_to_do_and_exits_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = [
        Address(
            "127.0.0.1", "lo", "loopback", ("Only this device itself can open it.",)
        )
    ]
    monkeypatch.setattr("referee_web.commands.doctor.find_addresses", lambda _: nowhere)
    told = doctor("--data", tmp_path, "--port", str(free_port()))
    assert told.exit_code == 1
    assert "WRONG  network: No phone can reach this computer" in told.stdout
    assert "the same Wi-Fi" in told.stdout


# Games


def test_what_cannot_be_imported_is_told_with_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game_of_no_import.py").write_text(
        "import json\n\njson.gone\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    points = [
        EntryPoint("first-slap", "tests.toy_games.first_slap", discovery.GAMES),
        EntryPoint("no-import", "game_of_no_import", discovery.GAMES),
    ]
    with discovery.finding(lambda group: [one for one in points if one.group == group]):
        told = found("--data", tmp_path / "data")["plugins"]
    [what] = [what for level, what in told if level == "wrong"]
    where = tmp_path / "game_of_no_import.py"
    assert what.startswith("no-import is broken: AttributeError: ")
    assert what.endswith(f" ({where}:3).")


def test_a_plugin_that_does_not_come_to_its_end_is_told_with_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_limit, "SECONDS", 1)
    hangs = "__import__('threading').Event().wait()\n"
    (where := tmp_path / "game_without_end.py").write_text(hangs, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    points = [EntryPoint("without-end", "game_without_end", discovery.GAMES)]
    with discovery.finding(lambda group: [one for one in points if one.group == group]):
        told = found("--data", tmp_path / "data")["plugins"]
    said = f"TimeLimitError: it was still at it after 1 seconds ({where}:1)."
    assert ("wrong", f"without-end is broken: {said}") in told

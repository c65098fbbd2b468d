"""`referee serve`: the address and its code, the port, the folder, and how it ends."""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

import pytest
from click.testing import CliRunner
from referee_web.commands.serve import stopped_by_signals

from referee.commandline import COMMANDS, main
from tests.commandline.running import REFEREE, free_port, quiet, run, running
from tests.terminal import picture_of_screen, read, screen_of

OTHERS = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
ENDS = [signal.SIGINT, *(pytest.param(end, marks=pytest.mark.slow) for end in OTHERS)]


def read_until(
    terminal: int, last: bytes, process: subprocess.Popen[bytes], seconds: float = 60
) -> bytes:
    """What the process writes up to these words; it is ended where they do not come in
    time.
    """
    said = b""
    until = time.monotonic() + seconds
    while last not in said:
        if not select.select([terminal], [], [], max(0, until - time.monotonic()))[0]:
            process.kill()
            raise AssertionError(
                f"{last!r} did not come in {seconds} seconds: {said!r}"
            )
        said += os.read(terminal, 4096)
    return said


@pytest.mark.slow
def test_a_terminal_gets_the_code_by_itself(tmp_path: Path) -> None:
    terminal, inside = os.openpty()
    command = [
        str(REFEREE),
        "--no-browser",
        "--advertise",
        "192.168.1.5",
        "--data",
        str(tmp_path),
        "--port",
        str(free_port()),
    ]
    settings = quiet() | {
        "COLUMNS": "100",
        "TERM": "xterm",
        "PYTHONIOENCODING": "utf-8",
    }
    with subprocess.Popen(
        command, stdout=inside, stderr=inside, env=settings
    ) as process:
        os.close(inside)
        said = read_until(terminal, b"Ctrl-C stops it.", process)
        process.terminate()
    os.close(terminal)
    assert process.returncode == 0
    told = said.decode().replace("\r\n", "\n")
    (shown,) = read(picture_of_screen(screen_of(told, 100), "black", "white"))
    assert f"open:  {shown}\n" in told


@pytest.mark.slow
def test_what_is_not_shown_in_a_terminal_has_no_colours_and_no_code(
    tmp_path: Path,
) -> None:
    with running("--data", tmp_path, "--port", str(free_port())) as daemon:
        assert "\x1b" not in daemon.greeting
        assert "█" not in daemon.greeting
        assert str(tmp_path) in daemon.greeting
        assert daemon.get("/healthz") == b'{"status":"ok"}\n'


@pytest.mark.slow
def test_an_advertised_address_is_shown_and_joined_by(tmp_path: Path) -> None:
    shown = "https://cards.example/referee"
    beside = {"REFEREE_ADVERTISE": shown, "REFEREE_HOST": "127.0.0.1"}
    with running("--data", tmp_path, "--port", str(free_port()), **beside) as daemon:
        assert f"open:  {shown}/\n" in daemon.greeting
        own = (
            rf"If that opens nothing, these may:\n  http://127\.0\.0\.1:{daemon.port}/ "
            r" \(.+, loopback\)"
        )
        assert re.search(own, daemon.greeting), (
            "where it listens itself, with the adapter's name"
        )
        _, opened = daemon.post("/tables", {"game": "faj"})
        assert opened["join_url"].startswith(f"{shown}/t/{opened['code']}-")


def test_a_taken_port_is_left_to_its_owner_and_the_next_one_used(
    tmp_path: Path,
) -> None:
    with socket.create_server(("0.0.0.0", 0)) as owner:
        taken = owner.getsockname()[1]
        with running("--data", tmp_path, "--port", str(taken)) as daemon:
            assert taken < daemon.port <= taken + 19
            assert (
                f"Port {taken} is taken, so this is port {daemon.port}."
                in daemon.greeting
            )
            assert daemon.get("/healthz") == b'{"status":"ok"}\n'


@pytest.mark.slow
def test_ten_phones_may_ask_before_the_daemon_has_imported_its_pages(
    tmp_path: Path,
) -> None:
    port = free_port()
    paths = [
        *("/", "/ask", "/camera", "/docs", "/games/faj", "/games/hearts", "/matches"),
        *("/players", "/api/v1/games", "/api/v1/openapi.json"),
    ]
    command = [str(REFEREE), "serve", "--no-browser", "--data", str(tmp_path)]
    with (
        subprocess.Popen([*command, "--port", str(port)], env=quiet()) as process,
        ThreadPoolExecutor(len(paths)) as phones,
    ):
        try:
            assert set(phones.map(partial(status_at_last, port), paths)) == {200}
        finally:
            process.terminate()


def status_at_last(port: int, path: str) -> int:
    """Ask as soon as somebody listens at this port."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        line = HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            line.request("GET", path)
            return line.getresponse().status
        except ConnectionRefusedError:
            time.sleep(0.01)
        finally:
            line.close()
    raise AssertionError("nobody listens")


def test_flask_and_the_pages_are_imported_by_a_daemon_alone() -> None:
    code = "import sys, referee_web.commands.serve; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    started = subprocess.run(command, check=True, capture_output=True, text=True)
    imported = set(started.stdout.split())
    assert not {"flask", "werkzeug", "jinja2", "referee_web.app"} & imported


@pytest.mark.slow
def test_options_come_from_the_environment_too(tmp_path: Path) -> None:
    port = free_port()
    folder = tmp_path / "kept"
    settings = {
        "REFEREE_PORT": str(port),
        "REFEREE_DATA": str(folder),
        "REFEREE_HOST": "127.0.0.1",
    }
    with running(**settings) as daemon:
        assert daemon.port == port
        assert (folder / "tables.sqlite").exists()
        assert "No phone can reach this computer" in daemon.greeting
        assert "Phones in the same network open" not in daemon.greeting, (
            "none can open it"
        )


@pytest.mark.slow
@pytest.mark.parametrize(("limits", "refused"), [("on", True), ("off", False)])
def test_limits_can_be_turned_off(limits: str, refused: bool, tmp_path: Path) -> None:
    with running(
        "--data", tmp_path, "--port", str(free_port()), REFEREE_LIMITS=limits
    ) as daemon:
        statuses = {daemon.post("/tables", {"game": "faj"})[0] for _ in range(25)}
        assert (429 in statuses) == refused


@pytest.mark.slow
def test_a_second_daemon_on_the_same_folder_says_where_the_first_is(
    tmp_path: Path,
) -> None:
    with running("--data", tmp_path, "--port", str(free_port())) as first:
        second = run(
            "serve", "--data", tmp_path, "--port", str(free_port()), "--no-browser"
        )
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr.count("\n") == 1
        assert f"running already with the tables in {tmp_path}" in second.stderr
        assert f"http://127.0.0.1:{first.port}/" in second.stderr


@pytest.mark.slow
def test_a_killed_daemon_leaves_no_lock_behind(tmp_path: Path) -> None:
    with running("--data", tmp_path, "--port", str(free_port())) as daemon:
        daemon.process.kill()
        daemon.process.wait(60)
        with running("--data", tmp_path, "--port", str(free_port())) as next_one:
            assert next_one.get("/healthz") == b'{"status":"ok"}\n'


@pytest.mark.slow
@pytest.mark.parametrize("end", ENDS)
def test_it_ends_at_once_though_twenty_phones_listen(
    end: signal.Signals, tmp_path: Path
) -> None:
    with running("--data", tmp_path, "--port", str(free_port())) as daemon:
        code, _ = daemon.open_table()
        phones = [daemon.listen(code) for _ in range(20)]
        daemon.process.send_signal(end)
        # Long before it would notice by itself that a phone is gone.
        rest, errors = daemon.process.communicate(timeout=60)
        assert (daemon.process.returncode, rest, errors) == (0, "", "")
        for phone in phones:
            with phone:
                while phone.recv(4096):
                    pass
        assert not (tmp_path / "daemon.json").exists()


def test_a_signal_is_heard_whatever_it_interrupts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee_web.commands.serve.end_soon", lambda: None)
    with stopped_by_signals() as stop:
        # As the one who waits for it does at the moment at which it goes on.
        with stop._cond:  # type: ignore[attr-defined]
            signal.raise_signal(OTHERS[-1])
        assert stop.wait(60)


def test_a_signal_that_nohup_ignores_stays_ignored() -> None:
    before = signal.signal(OTHERS[-1], signal.SIG_IGN)
    try:
        with stopped_by_signals() as stop:
            signal.raise_signal(OTHERS[-1])
            assert not stop.is_set()
        assert signal.getsignal(OTHERS[-1]) == signal.SIG_IGN
    finally:
        signal.signal(OTHERS[-1], before)


@pytest.mark.slow
def test_the_log_tells_routes_and_never_a_token(tmp_path: Path) -> None:
    with running(
        "--data", tmp_path, "--port", str(free_port()), "--log-level", "info"
    ) as daemon:
        code, token = daemon.open_table()
        daemon.enter(code, token, 0)
        daemon.post(f"/tables/{code}/join", {"name": "Somebody"}, "no-such-token")
        daemon.process.terminate()
        _, errors = daemon.process.communicate(timeout=60)
    lines = [json.loads(line) for line in errors.splitlines()]
    entered = [
        line for line in lines if line.get("route") == "/api/v1/tables/<code>/entries"
    ]
    assert [(line["method"], line["status"], line["event"]) for line in entered] == [
        ("POST", 201, "request")
    ]
    assert all(line["ms"] >= 0 for line in entered)
    assert not [
        word
        for word in (code, token, "Ana", "Somebody", "no-such-token")
        if word in errors
    ]


@pytest.mark.parametrize(
    ("options", "complaint", "status"),
    [
        (["--host", "203.0.113.7"], "give --host an address of this computer", 1),
        (["--port", "many"], "'many' is not a valid integer", 2),
        *(
            pytest.param(*more, marks=pytest.mark.slow)
            for more in (
                (
                    ["--host", "no such host"],
                    "give --host an address of this computer",
                    1,
                ),
                (["--advertise", "0.0.0.0"], "cannot be shown to phones", 2),
                (["--nonsense"], "No such option", 2),
                (["--peer", "http://"], "--peer: ", 2),
                (["--metrics", "here"], "'here' names no port", 2),
            )
        ),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    options: list[str], complaint: str, status: int, tmp_path: Path
) -> None:
    ended = run("serve", "--no-browser", "--data", tmp_path, *options)
    assert (ended.returncode, ended.stdout) == (status, "")
    assert complaint in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.touch()
    ended = run("serve", "--no-browser", "--data", place)
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "a file is in its place: give another one with --data" in ended.stderr


def test_help_and_version() -> None:
    assert re.fullmatch(
        r"referee \d+\.\d+\.\d+\n", CliRunner().invoke(main, ["--version"]).output
    )
    listed = CliRunner().invoke(main, ["--help"]).output
    assert not [name for name in COMMANDS if name not in listed]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    told = CliRunner().invoke(main, [name, "--help"])
    assert told.exit_code == 0
    assert told.output.startswith(f"Usage: main {name} ")


def test_an_unknown_command_is_refused_in_one_line() -> None:
    told = CliRunner().invoke(main, ["shuffle"])
    assert told.exit_code == 2
    assert (
        told.output
        == "Error: No such command 'shuffle'. `main --help` says what there is.\n"
    )


def within(megabytes: int) -> tuple[str, ...]:
    """How a program is started with so much address space and no more."""
    return (
        "sh",
        "-c",
        f'ulimit -v {megabytes * 1024} && exec "$@"',
        "sh",
        str(REFEREE),
    )


@pytest.mark.parametrize(
    "megabytes",
    [
        150,
        pytest.param(300, marks=pytest.mark.slow),
        pytest.param(340, marks=pytest.mark.slow),
        380,
    ],
)
def test_with_too_little_memory_for_its_threads_it_says_so_and_ends(
    megabytes: int, tmp_path: Path
) -> None:
    command = [
        *within(megabytes),
        "serve",
        "--no-browser",
        "--port",
        "0",
        "--data",
        str(tmp_path),
    ]
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=60, env=quiet(), check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
    assert "too little memory for the threads" in ended.stderr
    assert "ulimit -v" in ended.stderr


@pytest.mark.slow
def test_with_little_memory_all_its_threads_answer(tmp_path: Path) -> None:
    with running("--port", "0", "--data", tmp_path, program=within(480)) as daemon:
        with ThreadPoolExecutor(40) as phones:
            pages = list(
                phones.map(
                    daemon.get, ["/", "/docs", "/api/v1/games", "/games/faj"] * 20
                )
            )
        assert all(pages)
        daemon.process.terminate()
        _, logged = daemon.process.communicate(timeout=60)
    assert (daemon.process.returncode, logged) == (0, "")

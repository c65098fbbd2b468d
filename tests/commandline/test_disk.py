"""A full disk and a damaged one: what the daemon says then, and that nothing else
suffers.
"""

import json
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from time import monotonic
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result

from referee.commandline import main
from referee.commandline.data_dir import CARD, STORE, DataDir, occupied, on_card
from referee.hosting.room import CardRoom, OpenedTable
from referee.hosting.store import Store, thorough_look
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.seats import start
from referee.match.log_entry import Record
from referee.plugin import discovery
from tests.at_table import change
from tests.commandline.running import Running, free_port, running
from tests.spoiling import root_page, spoil_marked_page, spoil_page, write_marked_lines

PATIENCE = 90.0


@contextmanager
def full_disk(daemon: Running, bytes_a_file: int = 0) -> Iterator[None]:
    """Nothing more fits into any file of the daemon's, as the system tells it, than so
    many bytes.
    """
    _, hard = resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE)
    before = resource.prlimit(
        daemon.process.pid, resource.RLIMIT_FSIZE, (bytes_a_file, hard)
    )
    yield
    resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, before)


def entry(seat: str) -> dict[str, object]:
    return {
        "id": str(uuid4()),
        "kind": "round",
        "seat": seat,
        "data": {"hidden": [], "exposed": []},
    }


def logged(daemon: Running, code: str) -> list[str]:
    return [
        line["id"]
        for line in json.loads(daemon.get(f"/api/v1/tables/{code}/log"))["entries"]
    ]


def page(daemon: Running, path: str, form: bytes | None = None) -> tuple[int, str]:
    """What a page answers: its status, its text."""
    try:
        with urlopen(
            Request(f"http://127.0.0.1:{daemon.port}{path}", form), timeout=60
        ) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


@pytest.mark.slow
def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    with running("--data", tmp_path, "--port", str(free_port())) as daemon:
        code, token = daemon.open_table()
        first = entry("Ana")
        second = entry("Ben")
        assert daemon.post(f"/tables/{code}/entries", first, token)[0] == 201
        with full_disk(daemon):
            for path, body in (
                (f"/tables/{code}/entries", second),
                (f"/tables/{code}/entries", second),
                (
                    f"/tables/{code}/corrections",
                    {"changes": [{"seq": 1, "strike": True}]},
                ),
                (f"/tables/{code}/seats/Ana/link", {}),
                ("/tables", {"game": "faj"}),
            ):
                status, problem = daemon.post(path, body, token)
                assert (status, problem["title"]) == (507, "No room on the disk"), path
                assert "make room" in problem["detail"]
            status, shown = page(daemon, f"/t/{code}/join", b"name=Ana")
            assert (status, "disk is full" in shown) == (507, True)
            assert logged(daemon, code) == [first["id"]]
            assert page(daemon, f"/t/{code}")[0] == 200
            status, answer = daemon.post(f"/tables/{code}/entries", first, token)
            assert (status, answer["seq"]) == (201, 1), "it was taken before"
        for _ in range(2):
            status, answer = daemon.post(f"/tables/{code}/entries", second, token)
            assert (status, answer["seq"]) == (201, 2)
        assert logged(daemon, code) == [first["id"], second["id"]]
    with Store.open(tmp_path / STORE) as store:
        assert [line.id for line in store.log(code)] == [first["id"], second["id"]]


def test_a_daemon_stops_quietly_where_its_folder_takes_nothing_any_more(
    tmp_path: Path,
) -> None:
    data_dir = DataDir(str(tmp_path / STORE), tmp_path)
    with occupied(data_dir):
        # What cannot be removed, as in a folder that became read-only.
        (tmp_path / CARD).mkdir()
    with occupied(data_dir):
        assert on_card(tmp_path, "url") == ""


@pytest.mark.slow
def test_on_a_full_disk_a_table_can_be_deleted_and_makes_room_for_another(
    tmp_path: Path,
) -> None:
    def fill(code: str, token: str, most: int) -> int:
        """How many entries of a table fit, up to that many."""
        for number in range(most):
            entries = [entry(("Ana", "Ben", "Cy")[seat]) for seat in range(3)]
            if (
                daemon.post(
                    f"/tables/{code}/entries?view=none", {"entries": entries}, token
                )[0]
                != 201
            ):
                return number
        return most

    with running(
        "--data", tmp_path, "--port", str(free_port()), REFEREE_LIMITS="off"
    ) as daemon:
        (old, olds_token), (code, token) = daemon.open_table(), daemon.open_table()
        assert fill(old, olds_token, 5) == 5
        with full_disk(daemon, 1_000_000):
            assert 0 < fill(code, token, 1_000) < 1_000
            form = Request(
                f"http://127.0.0.1:{daemon.port}/t/{old}/delete",
                b"sure=yes",
                {"Cookie": f"host_{old}={olds_token}"},
            )
            with urlopen(form, timeout=60) as lobby:
                assert lobby.url.endswith(f":{daemon.port}/")
            assert page(daemon, f"/t/{old}")[0] == 404
            # The file is rewritten meanwhile, and what is sent then may have to be sent
            # again.
            fitted = 0
            end = monotonic() + PATIENCE
            while fitted < 20:
                assert monotonic() < end
                fitted += fill(code, token, 20 - fitted)


def tables_of_which_one_is_spoilt(folder: Path) -> tuple[OpenedTable, OpenedTable]:
    """Two tables where a match has begun; of the first one the log cannot be read any
    more.
    """
    room = CardRoom(Store.open(folder / STORE))
    spoilt, sound = (
        room.open_table("four-aces", ["Ana", "Ben", "Cy"]) for _ in range(2)
    )
    for table in (spoilt, sound):
        change(room, table.code, room.viewer(table.code, [table.host_token]), start)
    nothing = {"hidden": [], "exposed": []}
    host = room.viewer(sound.code, [sound.host_token])
    change(
        room,
        sound.code,
        host,
        enter,
        [SentEntry(str(uuid4()), "round", "Ana", nothing)],
    )
    room.keyed(sound.code)
    write_marked_lines(room.store, spoilt.code)
    room.close()
    spoil_marked_page(folder / STORE)
    return spoilt, sound


@pytest.mark.slow
def test_a_damaged_store_is_said_at_the_start_and_the_other_tables_go_on(
    tmp_path: Path,
) -> None:
    spoilt, sound = tables_of_which_one_is_spoilt(tmp_path)
    with running("--data", tmp_path, "--port", str(free_port())) as daemon:
        status, shown = page(daemon, f"/t/{spoilt.code}")
        assert (status, "is damaged on its disk" in shown) == (500, True)
        status, problem = daemon.post(
            f"/tables/{spoilt.code}/entries", entry("Ana"), spoilt.host_token
        )
        assert (status, problem["title"]) == (500, "Damaged on the disk")
        assert "referee doctor" in problem["detail"]
        status, answer = daemon.post(
            f"/tables/{sound.code}/entries", entry("Ben"), sound.host_token
        )
        assert status == 201, answer
        assert [
            page(daemon, path)[0] for path in ("/", f"/t/{sound.code}", "/matches")
        ] == [200, 200, 200]
        assert daemon.post("/tables", {"game": "faj"})[0] == 201
        daemon.process.terminate()
        _, said = daemon.process.communicate(timeout=60)
    assert "the store is damaged" in said
    assert "referee doctor" in said


def command(*words: str | Path) -> Result:
    """A command's answer, without a process of its own."""
    return CliRunner().invoke(main, [*map(str, words)])


@pytest.fixture
def one_game() -> Iterator[None]:
    """Only what is played here is installed: the doctor plays a short match of each
    game that is.
    """
    with discovery.finding(
        lambda group: [
            one for one in entry_points(group=group) if one.name == "four-aces"
        ]
    ):
        yield


@pytest.mark.slow
@pytest.mark.usefixtures("one_game")
def test_the_doctor_names_what_is_damaged_and_saves_the_rest(tmp_path: Path) -> None:
    spoilt, sound = tables_of_which_one_is_spoilt(tmp_path)
    told = command("doctor", "--data", tmp_path, "--port", str(free_port()))
    assert told.exit_code == 1
    assert (
        f"WRONG  storage: These tables are damaged: {spoilt.code}. The others go on."
        in told.stdout
    )
    assert f"{STORE} is damaged: " in told.stdout
    assert "referee doctor --rescue FOLDER" in told.stdout
    for words in (("export", spoilt.code), ("forget", spoilt.code, "--yes")):
        refused = command(*words, "--data", tmp_path)
        assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1), (
            "one line, and no traceback"
        )

    new = tmp_path / "new"
    assert command("doctor", "--rescue", new, "--data", tmp_path).stdout.startswith(
        "1 table saved in"
    )
    assert (
        "There is a store in"
        in command("doctor", "--rescue", new, "--data", tmp_path).stderr
    )
    assert (
        "WRONG  storage"
        not in command("doctor", "--data", new, "--port", str(free_port())).stdout
    )
    with Store.open(tmp_path / STORE) as before, Store.open(new / STORE) as saved:
        assert saved.table(spoilt.code) is None
        for read in (Store.table, Store.seats, Store.log):
            assert read(saved, sound.code) == read(before, sound.code)
        assert len(saved.log(sound.code)) == 1
        assert saved.secret("keys of table codes") == before.secret(
            "keys of table codes"
        ), "QR codes lead on"


def some_tables(folder: Path) -> dict[str, list[Record]]:
    """The codes of tables with matches that are under way, and their logs."""
    room = CardRoom(Store.open(folder / STORE))
    opened = [room.open_table("four-aces", ["Ana", "Ben", "Cy"]) for _ in range(3)]
    for table in opened:
        host = room.viewer(table.code, [table.host_token])
        change(room, table.code, host, start)
        change(
            room,
            table.code,
            host,
            enter,
            [SentEntry(str(uuid4()), "round", "Ana", {"hidden": [], "exposed": []})],
        )
    logs = {table.code: room.store.log(table.code) for table in opened}
    room.close()
    return logs


def free_some_pages(place: Path) -> int:
    """The number of a page that holds nothing any more."""
    with closing(sqlite3.connect(place)) as file, file:
        file.execute("CREATE TABLE gone (text TEXT)")
        file.executemany("INSERT INTO gone VALUES (?)", [["x" * 3_000]] * 9)
        file.execute("DROP TABLE gone")
    return int.from_bytes(place.read_bytes()[32:36], "big")


@pytest.mark.usefixtures("one_game")
@pytest.mark.parametrize(
    "page",
    ["tables_by_age", "links", "keyring", "free"],
)
def test_whichever_page_is_damaged_the_doctor_says_what_to_do_and_all_tables_are_saved(
    tmp_path: Path, page: str
) -> None:
    logs = some_tables(tmp_path)
    place = tmp_path / STORE
    spoil_page(
        place, free_some_pages(place) if page == "free" else root_page(place, page)
    )
    told = command("doctor", "--data", tmp_path, "--port", str(free_port()))
    assert told.exit_code == 1
    assert f"{STORE} is damaged: " in told.stdout
    assert "referee doctor --rescue FOLDER" in told.stdout
    new = tmp_path / "new"
    assert command("doctor", "--rescue", new, "--data", tmp_path).stdout.startswith(
        "3 tables saved in"
    )
    with Store.open(new / STORE) as saved:
        assert {code: saved.log(code) for code in logs} == logs
        assert not thorough_look(saved)


def test_a_rescue_that_saves_nothing_leaves_nothing(tmp_path: Path) -> None:
    some_tables(tmp_path)
    place = tmp_path / STORE
    new = tmp_path / "new"
    spoil_page(place, root_page(place, "tables"))
    for _ in range(2):
        refused = command("doctor", "--rescue", new, "--data", tmp_path)
        assert refused.exit_code == 1
        assert "Nothing was saved" in refused.stderr
        assert "Bring back a copy" in refused.stderr
        assert list(new.iterdir()) == []

"""`referee event`: an evening from a file."""

import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.commandline import main
from referee.commandline.data_dir import STORE
from referee.events.event import Plan
from referee.hosting.events import entering, rounds
from referee.hosting.events.desk import EventDesk
from referee.hosting.events.opening import open_event
from referee.hosting.room import CardRoom
from referee.hosting.store import Store

EVENING = """
name = "Tuesday cribbage"
game = "cribbage"
movement = "swiss"
rounds = 5
counts = "wins"
entrants = ["Ana", "Ben"]
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    Store.open(tmp_path / STORE).close()
    return tmp_path


def call(data: Path, written: str, *more: str) -> Result:
    file = data / "club.toml"
    file.write_text(written, encoding="utf-8")
    env: dict[str, str | None] = {"REFEREE_ADVERTISE": None, "REFEREE_DATA": None}
    words = ["event", str(file), "--data", str(data), "--advertise", "192.168.1.5"]
    words += more
    return CliRunner().invoke(main, words, env=env)


def test_an_event_is_opened_from_a_file(data: Path) -> None:
    called = call(data, EVENING)
    assert called.exit_code == 0, called.output
    door, director, board = called.output.splitlines()
    address = door.removeprefix("Door:").strip()
    assert address.startswith("http://192.168.1.5:8642/events/")
    code = address.rpartition("/")[2]
    with Store.open(data / STORE) as store:
        room = CardRoom(store)
        token = director.rpartition("/")[2]
        now = EventDesk(room, code, (token,)).direct()
        assert now.event.names == ("Ana", "Ben")
        assert now.event.plan.counts == "wins"
        assert EventDesk(room, code, (board.rpartition("/")[2],)).attend().is_board


@pytest.mark.parametrize(
    ("movement", "written", "counts"),
    [
        ("swiss", "", "wins"),
        ("swiss", 'counts = "points"', "points"),
        ("round-robin", "", "points"),
    ],
)
def test_results_count_as_the_movement_says_unless_the_file_does(
    data: Path, movement: str, written: str, counts: str
) -> None:
    evening = EVENING.replace('counts = "wins"', written).replace("swiss", movement)
    called = call(data, evening)
    assert called.exit_code == 0, called.output
    door, director, _ = called.output.splitlines()
    with Store.open(data / STORE) as store:
        desk = EventDesk(
            CardRoom(store), door.rpartition("/")[2], (director.rpartition("/")[2],)
        )
        assert desk.direct().event.plan.counts == counts


@pytest.mark.usefixtures("imported_for_this_test_only")
def test_a_movement_that_is_being_written_is_tried_in_an_event(data: Path) -> None:
    guide = Path(__file__).parents[2] / "docs/writing-a-movement.md"
    text = guide.read_text("utf-8").split("```python\n")[1].split("```")[0]
    movement = data / "knockout_being_written.py"
    written = EVENING.replace("swiss", "being-written")
    for id, exit_code, says in (
        ("misspelt", 1, "“being-written”"),
        ("being-written", 0, "Director:"),
    ):
        movement.write_text(text.replace('id="knockout"', f'id="{id}"'), "utf-8")
        sys.modules.pop(movement.stem, None)
        called = call(data, written, "--game", str(movement))
        assert (called.exit_code, says in called.output) == (exit_code, True)
    movement.write_text("def", "utf-8")
    sys.modules.pop(movement.stem)
    called = call(data, written, "--game", str(movement))
    assert called.exit_code == 1
    assert f"{movement}:1: SyntaxError" in called.output


@pytest.mark.parametrize(
    ("written", "says", "exit_code"),
    [
        ('name = "x"', "lacks something", 1),
        ("name = ", "cannot be read", 1),
        (EVENING + 'colour = "red"', "colour", 2),
        (EVENING.replace("swiss", "mitchell"), "mitchell", 1),
        (EVENING.replace('"Ben"', '"ana"'), "already here", 1),
        (EVENING.replace('"Ben"', "1"), "1 is no name or pair", 1),
        (EVENING.replace('["Ana", "Ben"]', '"Ana"'), "a list of names", 1),
        (EVENING.replace('"wins"', '"nonsense"'), "counts cannot be 'nonsense'", 1),
        (EVENING.replace("5", '"three"'), "rounds cannot be 'three'", 1),
        (EVENING.replace("5", "100"), "rounds cannot be 100", 1),
        (EVENING.replace("5", "true"), "rounds cannot be True", 1),
        (EVENING + "wins = 1", "wins", 2),
        (EVENING.replace("Tuesday", "T" * 101), "name cannot be 'TTT", 1),
        (EVENING.replace("Ben", "B" * 31), "at most 30 letters", 1),
    ],
)
def test_what_is_wrong_with_the_file_is_said_and_nothing_is_opened(
    data: Path, written: str, says: str, exit_code: int
) -> None:
    called = call(data, written)
    assert called.exit_code == exit_code
    assert says in called.output
    with Store.open(data / STORE) as store:
        assert store.read("SELECT code FROM events") == []


def test_before_the_first_start_it_says_to_start_once(tmp_path: Path) -> None:
    called = call(tmp_path, EVENING)
    assert called.exit_code == 1
    assert "Start the referee once" in called.output


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=stdin)


def written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_an_event_goes_with_its_tables_and_none_of_them_alone(data: Path) -> None:
    with closing(CardRoom(Store.open(data / STORE))) as room:
        opened = open_event(room, Plan("Club", "cribbage", "swiss", 1))
        desk = EventDesk(room, opened.code, (opened.director_token,))
        entering.enter_list(desk, "Wilhelmine\nBen")
        [table] = rounds.open_round(desk).event.tables
    told = run("forget", table, "--yes", "--data", str(data))
    assert told.exit_code == 1
    assert "A table of an event can’t be deleted." in told.stderr
    asked = run("forget", opened.code, "--data", str(data), stdin="n\n")
    assert (asked.exit_code, asked.stderr) == (1, "Error: Nothing was forgotten.\n")
    assert b"Wilhelmine" in written(data)
    told = run("forget", opened.code.lower(), "--data", str(data), stdin="y\n")
    assert told.stdout.endswith(f"The event {opened.code} is gone.\n")
    for gone in (opened.code, table, "Wilhelmine"):
        assert gone.encode() not in written(data)

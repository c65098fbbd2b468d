"""`referee export` and `referee replay`: a match printed, and ruled again."""

import copy
import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result

from referee.commandline import main
from referee.commandline.data_dir import STORE
from referee.hosting.history.exports import match_document
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables import entering
from referee.hosting.tables.entering import SentEntry
from referee.hosting.tables.seats import start
from tests.at_table import change
from tests.only_games import only_games
from tests.toy_games import heads_or_tails

SECRET = "AH AS"


def call(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=stdin)


def enter(room: CardRoom, code: str, token: str, seat: str, hidden: str) -> None:
    draft = SentEntry(str(uuid4()), "round", seat, {"hidden": hidden, "exposed": ""})
    change(room, code, room.viewer(code, [token]), entering.enter, [draft])


@pytest.fixture
def code(tmp_path: Path) -> Iterator[str]:
    """A table with a finished round and one hand of the next, which is still secret."""
    room = CardRoom(Store.open(tmp_path / STORE))
    opened = room.open_table("four-aces", ["Ana", "Ben", "Cy"])
    change(room, opened.code, room.viewer(opened.code, [opened.host_token]), start)
    for seat, hidden in (
        ("Ana", "2C 3C 4C"),
        ("Ben", ""),
        ("Cy", "KH"),
        ("Ana", SECRET),
    ):
        enter(room, opened.code, opened.host_token, seat, hidden)
    room.close()
    yield opened.code


@pytest.fixture
def exported(code: str, tmp_path: Path) -> dict[str, Any]:
    told = call("export", code, "--data", str(tmp_path))
    assert (told.exit_code, told.stderr) == (0, "")
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def test_the_whole_match_as_a_spectator_sees_it(
    exported: dict[str, Any], code: str
) -> None:
    assert (exported["code"], exported["seats"]) == (code, ["Ana", "Ben", "Cy"])
    assert [entry["sealed"] for entry in exported["entries"]] == [
        False,
        False,
        False,
        True,
    ]
    assert exported["entries"][3]["data"] is None


def test_as_csv_there_is_a_line_for_each_round_and_no_secret(
    code: str, tmp_path: Path
) -> None:
    told = call("export", code, "--data", str(tmp_path), "--as", "csv")
    [line] = csv.DictReader(told.stdout.splitlines())
    assert [
        line[column] for column in ("round", "Ana", "Ben", "Cy", "Ana (total)")
    ] == ["1", "-1", "-6", "-6", "-1"]
    assert (line["hidden: points: Ana"], line["hidden: points: Ben"]) == ("2", "-3")
    assert "AH" not in told.stdout


def test_what_cannot_be_exported_is_told_in_one_line(code: str, tmp_path: Path) -> None:
    room = CardRoom(Store.open(tmp_path / STORE))
    waiting = room.open_table("four-aces").code
    room.close()
    unknown = call("export", "NONE", "--data", str(tmp_path))
    not_begun = call("export", waiting, "--data", str(tmp_path))
    nowhere = call("export", code, "--data", str(tmp_path / "elsewhere"))
    assert [told.exit_code for told in (unknown, not_begun, nowhere)] == [1, 1, 1]
    assert "no table with the code NONE" in unknown.stderr
    assert "has not begun" in not_begun.stderr
    assert "No tables are kept in" in nowhere.stderr
    assert not (tmp_path / "elsewhere").exists()


def test_the_same_rules_rule_the_same(exported: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(exported), "utf-8")
    told = call("replay", str(file))
    assert (told.exit_code, told.stdout) == (
        0,
        "3 entries were ruled again, all as before.\n",
    )
    assert call("replay", "-", stdin=json.dumps(exported)).stdout == told.stdout


def test_a_ruling_that_differs_is_shown_with_both(exported: dict[str, Any]) -> None:
    exported["entries"][2]["rulings"][0]["summary"] = "Ana scored nothing at all"
    told = call("replay", "-", stdin=json.dumps(exported))
    assert told.exit_code == 1
    first, *lines, last = told.stdout.splitlines()
    assert first == "Entry 3:"
    assert any(line.startswith("  before: Ana scored nothing at all") for line in lines)
    assert any(line.startswith("  now:    ") for line in lines)
    assert last == "3 entries were ruled again, 1 otherwise than before."


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "old-maid"}, "The game 'old-maid' of this match is not installed"),
        (
            {"house_rules": ["none-such"]},
            "The house rule 'none-such' of this match is not installed",
        ),
        ({"referee": 99}, "by another version"),
    ],
)
def test_what_is_no_export_exits_with_two(
    change: dict[str, Any], complaint: str, exported: dict[str, Any]
) -> None:
    told = call("replay", "-", stdin=json.dumps(exported | change))
    assert (told.exit_code, told.stdout) == (2, "")
    assert complaint in told.stderr


@pytest.mark.parametrize("text", ["", "[1, 2", "null", "[" * 100_000])
def test_what_is_no_json_document_exits_with_two(text: str) -> None:
    told = call("replay", "-", stdin=text)
    assert (told.exit_code, told.stdout) == (2, "")
    assert "`referee export`" in told.stderr
    assert told.stderr.count("\n") == 1


@pytest.fixture
def heads_or_tails_alone() -> Iterator[None]:
    with only_games(heads_or_tails):
        yield


@pytest.fixture
def tossed(tmp_path: Path, heads_or_tails_alone: None) -> Iterator[dict[str, Any]]:
    """An exported match in which the referee drew the dealer and a toss."""
    room = CardRoom(Store.open(tmp_path / STORE))
    opened = room.open_table("heads-or-tails", ["Ana", "Ben"])
    host = room.viewer(opened.code, [opened.host_token])
    change(room, opened.code, host, start, toss_dealer=True)
    change(
        room,
        opened.code,
        host,
        entering.enter,
        [SentEntry(str(uuid4()), "coin", None, {})],
    )
    yield json.loads(match_document(room.snapshot(opened.code, host), host))
    room.close()


def test_tosses_are_checked(tossed: dict[str, Any]) -> None:
    told = call("replay", "-", stdin=json.dumps(tossed))
    assert (
        told.stdout
        == "1 entry was ruled again, all as before.\n2 tosses were checked, and hold.\n"
    )
    assert told.exit_code == 0


def test_a_toss_of_another_outcome_does_not_hold(tossed: dict[str, Any]) -> None:
    entry = tossed["entries"][0]
    [other] = {"Ana", "Ben"} - {entry["data"]["winner"]}
    entry["tosses"][0]["outcome"] = entry["data"]["winner"] = other
    told = call("replay", "-", stdin=json.dumps(tossed))
    assert "Toss 1 of entry 1 does not hold: its outcome is not the one" in told.stdout
    assert told.exit_code == 1


def paths_in(
    found: object, above: tuple[str | int, ...] = ()
) -> Iterator[tuple[str | int, ...]]:
    """Where something stands in a document: each by the names and places that lead to
    it.
    """
    yield above
    inside = (
        found.items()
        if isinstance(found, dict)
        else enumerate(found)
        if isinstance(found, list)
        else ()
    )
    for name, one in inside:
        yield from paths_in(one, (*above, name))


def with_put(document: Any, path: tuple[str | int, ...], value: object) -> Any:
    """The document with something else at this place."""
    if not path:
        return value
    changed = copy.copy(document)
    changed[path[0]] = with_put(document[path[0]], path[1:], value)
    return changed


@pytest.mark.parametrize(
    "value",
    [None, 1e999, "\ud800", [["x", 1]], {"x": 1}],
    ids=lambda value: ascii(value),
)
def test_whatever_stands_in_the_file_is_told_in_a_line(
    value: object, tossed: dict[str, Any]
) -> None:
    for path in paths_in(tossed):
        told = call("replay", "-", stdin=json.dumps(with_put(tossed, path, value)))
        assert isinstance(told.exception, SystemExit | None), (path, told.exception)
        assert told.exit_code in (0, 1, 2), path
        assert (
            told.stderr.count("\n") == (told.exit_code == 2) or told.exit_code == 1
        ), (path, told.stderr)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("options", [["target", 3]], "“options” has to be an object"),
        ("seats", ["Ana", "Ana"], "“seats” has to be a list of names"),
        ("seats", ["Ana", "Ben", "Cy"], "one is too many"),
        ("dealer", "Cy", "Cy has no seat here"),
    ],
)
def test_a_wrong_setting_up_is_told_by_its_name(
    name: str, value: object, said: str, tossed: dict[str, Any]
) -> None:
    told = call("replay", "-", stdin=json.dumps(tossed | {name: value}))
    assert (told.exit_code, told.stdout, told.stderr.count("\n")) == (2, "", 1)
    assert said in told.stderr


def test_a_match_with_rules_that_contradict_each_other_by_now_is_ruled_again(
    tmp_path: Path,
) -> None:
    room = CardRoom(Store.open(tmp_path / STORE))
    seats = ["Ana", "Ben"]
    opened = room.open_table("crazy-eights", seats, {"variant": "mau-mau"})
    change(room, opened.code, room.viewer(opened.code, [opened.host_token]), start)
    room.close()
    exported = json.loads(call("export", opened.code, "--data", str(tmp_path)).stdout)
    former = exported | {"house_rules": ["twos-draw-two"]}
    told = call("replay", "-", stdin=json.dumps(former))
    assert (told.exit_code, told.stderr) == (0, "")


def test_jokers_are_worded_as_their_table_calls_them_by_export_and_replay(
    tmp_path: Path,
) -> None:
    room = CardRoom(Store.open(tmp_path / STORE))
    opened = room.open_table(
        "tripp-jokes", ["Ana", "Ben"], options={"jokers": "colour-grey"}
    )
    host = room.viewer(opened.code, [opened.host_token])
    change(room, opened.code, host, start)
    change(
        room,
        opened.code,
        host,
        entering.enter,
        [SentEntry(str(uuid4()), "flip", None, {"card": "XB"})],
    )
    room.close()
    exported = call("export", opened.code, "--data", str(tmp_path))
    assert "colour" in exported.stdout
    assert "black joker" not in exported.stdout
    told = call("replay", "-", stdin=exported.stdout)
    assert told.stdout == "1 entry was ruled again, all as before.\n"

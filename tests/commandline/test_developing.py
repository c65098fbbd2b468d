"""`referee serve --dev`: a game is loaded from where it stands, and again when it is saved; and who is refused it."""

import json
import os
from itertools import count
from pathlib import Path
from typing import IO, Any

import pytest

from tests.commandline.running import Running, free_port, run, running

pytestmark = pytest.mark.slow

HIGHEST_CARD = (Path(__file__).parents[1] / "highest_card.py").read_text("utf-8")
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
    options = ("--data", tmp_path / "data", "--port", str(free_port()), "--host", "127.0.0.1")
    with running(*options, "--dev", "--game", file) as daemon:
        assert "All pages say that the host can see what is sealed." in daemon.greeting
        assert games(daemon)["highest-card"]["title"] == "Highest Card"

        save(file, HIGHEST_CARD.replace('"Highest Card"', '"Highest Sword"'))
        heard(daemon.process.stdout, "Saved, and loaded again.")
        assert games(daemon)["highest-card"]["title"] == "Highest Sword"

        save(file, HIGHEST_CARD + "\ndef broken(:\n")
        told = heard(daemon.process.stderr, "it is tried again once it is saved.")
        assert f"{file}:{HIGHEST_CARD.count(chr(10)) + 2}: SyntaxError" in told
        assert games(daemon)["highest-card"]["title"] == "Highest Sword"

        save(file, HIGHEST_CARD)
        heard(daemon.process.stdout, "Saved, and loaded again.")
        assert games(daemon)["highest-card"]["title"] == "Highest Card"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--dev", "--public"), "--dev shows the host what is sealed"),
        (("--dev", "--data", "postgresql://nobody@127.0.0.1:1/none"), "others may share this database"),
        (("--game", "{here}"), "add --dev, or install the game"),
        (("--dev", "--game", "{here}/nowhere.py"), "does not exist"),
    ],
)
def test_where_people_have_not_agreed_to_it_or_nothing_is_there_it_does_not_start(
    tmp_path: Path, options: tuple[str, ...], why: str
) -> None:
    named = [option.format(here=tmp_path) for option in options]
    said = run("serve", *([] if "--data" in named else ["--data", tmp_path]), "--no-browser", *named)
    assert (said.returncode, said.stdout) == (2, "")
    assert why in said.stderr
    assert len(said.stderr.splitlines()) == 1

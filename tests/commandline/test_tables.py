"""`referee tables`: the codes that other commands ask for."""

import re
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner

from referee.commandline import main
from referee.commandline.data_dir import STORE
from referee.hosting.room import CardRoom
from referee.hosting.store import Store


def test_each_table_has_a_line_the_latest_last(tmp_path: Path) -> None:
    with closing(CardRoom(Store.open(tmp_path / STORE))) as room:
        first = room.open_table("hearts", ["Ana", "Ben", "Cy"]).code
        latest = room.open_table("skat").code
    called = CliRunner().invoke(main, ["tables", "--data", str(tmp_path)])
    assert called.exit_code == 0
    when = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    assert re.fullmatch(
        rf"{first}  {when}  hearts: Ana, Ben, Cy\n{latest}  {when}  skat: nobody\n",
        called.output,
    )


def test_without_a_store_it_says_what_to_do(tmp_path: Path) -> None:
    called = CliRunner().invoke(main, ["tables", "--data", str(tmp_path)])
    assert called.exit_code == 1
    assert "Start the referee once" in called.output

"""A daemon whose files are replaced while it runs."""

import os
import shutil
import sys
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.commandline.running import Running, running

ROOT = Path(__file__).parent.parent.parent
START = "from referee.commandline import main; main()"


@pytest.mark.slow
def test_a_page_says_that_the_referee_was_updated_and_how_to_go_on(
    tmp_path: Path,
) -> None:
    installed = tmp_path / "installed"
    for folder in ("referee", "web", "plugins"):
        shutil.copytree(ROOT / folder, installed / folder)
    path = os.pathsep.join(str(installed / part) for part in ("", "web", "plugins"))
    with running(
        *("--port", "0", "--data", tmp_path / "data"),
        program=(sys.executable, "-c", START),
        PYTHONPATH=path,
    ) as daemon:
        assert b"<h1" in daemon.get("/")
        for template in installed.rglob("templates/**/*.html"):
            template.write_text("{{ something_new() }}", "utf-8")
        assert said(daemon, "/ask") == (
            "The referee was updated. The referee was updated while it was running. "
            "Whoever runs it has to stop it and start it again; nothing that was "
            "entered is lost."
        )


def said(daemon: Running, path: str) -> str:
    with pytest.raises(HTTPError) as refused:
        daemon.get(path)
    with refused.value as answer:
        assert answer.status == 500
        return answer.read().decode()

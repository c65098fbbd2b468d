"""The README's pictures can be taken again at any time."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from .phones import BOARD, PHONE
from .screens import LARGEST_BYTES, SCREENS

pytestmark = pytest.mark.slow

PLAIN = 20
"""A page that shows nothing has fewer colours than this."""


def test_one_command_takes_all_pictures(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.browser.screens", str(tmp_path)]
    subprocess.run(command, cwd=SCREENS.parents[1], check=True)
    assert {path.name for path in tmp_path.iterdir()} == {
        path.name for path in SCREENS.iterdir()
    }
    for path in tmp_path.iterdir():
        assert path.stat().st_size <= LARGEST_BYTES
        with Image.open(path) as picture:
            assert picture.width / picture.height in {
                size["width"] / size["height"] for size in (PHONE, BOARD)
            }
            assert (
                len(
                    picture.convert("RGB").getcolors(picture.width * picture.height)
                    or ()
                )
                > PLAIN
            )

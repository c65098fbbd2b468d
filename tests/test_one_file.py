"""The one file that `make pyz` builds runs where there is nothing but Python, and
writes nothing beside itself.
"""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.commandline.running import quiet

ROOT = Path(__file__).parent.parent
ALONE = 'mount --bind . . && mount -o remount,ro,bind . && exec unshare --net -- "$@"'

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("made") / "referee.pyz"
    ran = subprocess.run(
        ["sh", ROOT / "tools/setup/pyz", made],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return made


@pytest.fixture(scope="module")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with its standard library and nothing installed, pip neither."""
    environment = tmp_path_factory.mktemp("bare")
    venv.create(environment, with_pip=False, symlinks=True)
    return environment / "bin" / "python"


def test_it_holds_nothing_that_runs_on_one_kind_of_machine_only(one_file: Path) -> None:
    with zipfile.ZipFile(one_file) as archive:
        names = archive.namelist()
    assert "site-packages/referee/__init__.py" in names
    assert not [
        name for name in names if name.endswith((".so", ".pyd", ".dll", ".dylib"))
    ]


def test_it_serves_a_match_without_pip_compiler_and_network_from_a_folder_that_cannot_be_written(
    one_file: Path, bare_python: Path, tmp_path: Path
) -> None:
    lacks_pip = subprocess.run(
        [bare_python, "-m", "pip"], capture_output=True, check=False
    )
    assert lacks_pip.returncode != 0
    program = [sys.executable, "-m", "tests.alone", bare_python, one_file, tmp_path]
    ran = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", ALONE, "sh", *program],
        cwd=one_file.parent,
        env=quiet() | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert [path.name for path in one_file.parent.iterdir()] == ["referee.pyz"]

"""The one file that `make pyz` builds runs where there is nothing but Python, and
writes nothing beside itself.
"""

import ast
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


def run_with(program: Path, *words: str | Path, home: Path) -> tuple[int, str]:
    """Run a Python alone with this home; its status, and what it complains of."""
    ran = subprocess.run(
        [program, *words],
        env={"HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return ran.returncode, ran.stderr


def test_an_older_python_is_refused_in_one_sentence(
    one_file: Path, bare_python: Path, tmp_path: Path
) -> None:
    as_an_older_one = (
        "import runpy, sys; sys.version_info = (3, 10, 13); sys.argv = sys.argv[1:]; "
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    status, complaint = run_with(
        bare_python, "-c", as_an_older_one, one_file, home=tmp_path
    )
    assert (status, complaint.count("\n")) == (1, 1)
    assert "needs Python 3.11 or newer, and this is Python 3.10" in complaint
    # What runs first can be read by the oldest Python that somebody may still have.
    first = (ROOT / "tools/setup/pyz_main.py").read_text("utf-8")
    ast.parse(first, feature_version=(3, 6))


def test_a_home_that_cannot_be_written_is_told_in_one_sentence(
    one_file: Path, bare_python: Path, tmp_path: Path
) -> None:
    home = tmp_path / "a-file"
    home.touch()
    status, complaint = run_with(bare_python, one_file, "games", home=home)
    assert (status, complaint.count("\n")) == (1, 1)
    assert f"into {home}/.shiv, which cannot be written" in complaint
    assert "SHIV_ROOT" in complaint


def test_it_removes_what_a_former_build_unpacked_and_unpacks_few_languages(
    one_file: Path, bare_python: Path, tmp_path: Path
) -> None:
    unpacked = tmp_path / ".shiv"
    for name in ("referee.pyz_former", "another.pyz_former"):
        (unpacked / name).mkdir(parents=True)
    assert run_with(bare_python, one_file, "games", home=tmp_path) == (0, "")
    [own, another] = sorted(unpacked.glob("[!.]*"), reverse=True)
    assert another.name == "another.pyz_former"
    assert own.name != "referee.pyz_former"
    data = own / "site-packages" / "babel" / "locale-data"
    assert {path.stem.split("_")[0] for path in data.glob("*.dat")} == {
        *("de", "en", "es", "root")
    }

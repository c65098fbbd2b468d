"""systemd reads the unit by which the referee starts with the computer."""

import subprocess
from pathlib import Path

UNIT = Path(__file__).parents[2] / "tools" / "deploy" / "referee.service"


def test_systemd_finds_nothing_wrong_with_it(tmp_path: Path) -> None:
    installed = tmp_path / "referee"
    installed.write_text("#!/bin/sh\n")
    installed.chmod(0o755)
    unit = UNIT.read_text("utf-8")
    assert unit.count("/opt/referee/bin/referee") == 1
    copy = tmp_path / "referee.service"
    copy.write_text(unit.replace("/opt/referee/bin/referee", str(installed)))
    ran = subprocess.run(
        ["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")

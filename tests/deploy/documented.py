"""The document for those who run the referee, and the commands that stand in it."""

import re
import subprocess
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "running-it-for-many.md"


def blocks(language: str) -> list[str]:
    """The document's blocks in this language."""
    text = DOCUMENT.read_text("utf-8")
    return re.findall(rf"(?sm)^```{language}\n(.*?)^```", text)


def command(program: str) -> str:
    """The document's only command line of this program, without its remark."""
    lines = "\n".join(blocks("sh")).splitlines()
    [found] = [line for line in lines if line.startswith(f"{program} ")]
    return found.partition(" #")[0].strip()


def run(line: str, folder: Path, **settings: str) -> None:
    """Run a command line there as a shell would."""
    subprocess.run(["sh", "-c", line], cwd=folder, env=settings or None, check=True)

"""A line of a template fits on a screen, so that somebody can read it."""

from pathlib import Path

WEB = Path(__file__).parents[2] / "web/referee_web"
LONGEST = 120


def test_templates_have_no_long_lines() -> None:
    long = []
    for path in sorted((WEB / "templates").rglob("*.html")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if len(line) > LONGEST:
                long.append(f"{path.relative_to(WEB)}:{number}")
    assert not long

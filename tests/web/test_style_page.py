"""The page that shows the design: every token of the stylesheet, and the parts in the states they have."""

import re

import pytest
from flask import Flask
from referee_web.assets import STATIC
from referee_web.pages.style import SEATS, tokens

SHEET = (STATIC / "style.css").read_text("utf-8")


@pytest.fixture
def shown(app: Flask) -> str:
    return app.test_client().get("/style").get_data(as_text=True)


def test_every_token_is_shown(shown: str) -> None:
    named = set(re.findall(r"^  --([\w-]+):", SHEET.partition("\n}")[0], re.MULTILINE))
    kinds = tokens()
    assert {name for names in kinds.values() for name in names} == {name for name in named if "pip-" not in name}
    assert all(kinds.values())
    for name in (*kinds["colours"], *kinds["type"], *kinds["space"]):
        assert f"--{name}<" in shown


def test_every_seat_has_a_colour_and_a_mark_of_its_own(shown: str) -> None:
    assert [f"seat-{place}" in tokens()["seats"] for place in range(len(SEATS))] == [True] * 10
    marks = re.findall(r'class="badge seat-\d" aria-hidden="true">(\w+)<', shown.partition('id="cards"')[0])
    assert len(set(marks[: len(SEATS)])) == len(SEATS)


@pytest.mark.parametrize(
    "drawn", ["card back", "marked", " checked", " disabled", "refusal", "lesser", "error", "joker-grey"]
)
def test_parts_are_shown_in_their_states(shown: str, drawn: str) -> None:
    assert drawn in shown


def test_no_token_is_used_that_is_not_there() -> None:
    used = set(re.findall(r"var\(--([\w-]+)[,)]", SHEET))
    defined = set(re.findall(r"--([\w-]+):", SHEET))
    scripts = "".join(path.read_text("utf-8") for path in STATIC.rglob("*.js"))
    assert {name for name in used - defined if f"--{name}" not in scripts} == set()

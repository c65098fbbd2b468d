"""Answers are written as JSON, with orjson and without."""

import json

import pytest
from referee_web import json_text

VALUES = [
    {"seq": 1, "rulings": [], "none": None, "yes": True},
    {"summary": "Ana gewinnt mit „Herz-Bube“ \N{BLACK HEART SUIT}", "points": -1.5},
    "half a character: \ud800",
    2**70,
]


@pytest.mark.parametrize("value", VALUES, ids=["plain", "beyond-ascii", "half-a-character", "large"])
@pytest.mark.parametrize("with_orjson", [True, False])
def test_what_is_written_is_read_as_it_was(value: object, with_orjson: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not with_orjson:
        monkeypatch.setattr(json_text, "orjson", None)
    assert json.loads(json_text.encoded(value)) == value

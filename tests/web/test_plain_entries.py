"""An entry that is right at sight is just what the shape of entries makes of it."""

from itertools import combinations
from typing import Any

import pytest
from referee_web.api import schemas
from referee_web.api.plain_entry import is_plain_entry

from referee.vocabulary.errors import WrongFieldsError

SOUND: dict[str, Any] = {
    "id": "7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70",
    "kind": "trick",
    "seat": "Ana",
    "data": {"cards": ["2C"]},
    "after": 3,
    "heat": 1,
}
DEFAULTS = {"seat": None, "after": None, "heat": None}
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    1.0,
    1.5,
    10**30,
    "",
    "1",
    "x" * 100,
    "x" * 101,
    [],
    {},
    {"a": [1]},
]


def shaped(body: dict[str, Any]) -> dict[str, Any] | None:
    """Return what the shape makes of a body; None if it is wrong."""
    try:
        return schemas.read("OneEntry", body)
    except WrongFieldsError:
        return None


def test_an_entry_as_pages_send_it_is_plain() -> None:
    assert is_plain_entry(SOUND)
    assert is_plain_entry({"id": SOUND["id"], "kind": "trick", "data": {}})


@pytest.mark.parametrize("name", [*SOUND, "more"])
def test_a_plain_entry_is_as_its_shape_makes_it(name: str) -> None:
    plain = 0
    for value in VALUES:
        body = SOUND | {name: value}
        if name == "id" and isinstance(value, str):
            # Whether it is a UUID is looked at where entries are taken.
            continue
        if is_plain_entry(body):
            plain += 1
            assert shaped(body) == DEFAULTS | body
    assert plain or name in ("id", "more")


def test_whatever_is_missing_is_left_to_the_shape_or_has_its_default() -> None:
    for size in range(len(SOUND) + 1):
        for names in combinations(SOUND, size):
            body = {name: SOUND[name] for name in names}
            if is_plain_entry(body):
                assert shaped(body) == DEFAULTS | body

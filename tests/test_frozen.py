"""A value is a frozen dataclass with slots for whoever looks at it, however it is made."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import sys
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, FrozenInstanceError, dataclass, field, replace
from typing import Any

import pytest

from referee.frozen import frozen


@frozen
class Place:
    """Where something lies."""

    row: int
    column: int = 0
    marks: Mapping[str, int] = field(default_factory=dict, compare=False)
    seen: int = field(default=0, compare=False, repr=False)


@frozen
class NamedPlace(Place):
    """And what it is called."""

    _: KW_ONLY
    name: str

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a place without a name")

    def __repr__(self) -> str:
        return f"<{self.name}>"


@frozen
class Nothing:
    """Without fields."""


@dataclass(frozen=True, slots=True)
class LibraryPlace:
    """As the standard library makes it."""

    row: int
    column: int = 0
    marks: Mapping[str, int] = field(default_factory=dict, compare=False)
    seen: int = field(default=0, compare=False, repr=False)


EITHER = pytest.mark.parametrize("kind", [Place, LibraryPlace])


@EITHER
def test_it_is_what_the_standard_library_makes(kind: type[Any]) -> None:
    one = kind(1)
    assert [one.row, one.column, one.marks, one.seen] == [1, 0, {}, 0]
    assert repr(one) == f"{kind.__name__}(row=1, column=0, marks={{}})"
    assert one == kind(1, 0, {"a": 1}, 5) and hash(one) == hash(kind(1, 0, {}, 5)) == hash((1, 0))
    assert one != kind(2) and one != (1, 0)
    assert [each.name for each in dataclasses.fields(kind)] == list(kind.__match_args__) == list(kind.__slots__)
    assert list(inspect.signature(kind).parameters) == ["row", "column", "marks", "seen"]
    assert replace(one, column=3) == kind(1, 3)


@EITHER
@pytest.mark.parametrize("change", [lambda one: setattr(one, "row", 2), lambda one: delattr(one, "row")])
def test_nothing_in_it_changes(kind: type[Any], change: Callable[[Any], None]) -> None:
    one = kind(1)
    with pytest.raises(FrozenInstanceError, match="field 'row'"):
        change(one)
    assert one == kind(1)
    assert not hasattr(one, "__dict__")


@EITHER
def test_pytest_says_in_which_fields_two_differ(kind: type[Any]) -> None:
    with pytest.raises(AssertionError, match=r"Differing attributes:\s+\['column'\]"):
        assert kind(1, 2) == kind(1, 3)


@EITHER
def test_what_is_missing_is_named_with_the_class(kind: type[Any]) -> None:
    with pytest.raises(TypeError, match=rf"{kind.__name__}.__init__\(\) missing .* 'row'"):
        kind()


def test_each_has_defaults_of_its_own() -> None:
    assert Place(1).marks is not Place(1).marks


def test_it_inherits_is_checked_and_keeps_methods_of_its_own() -> None:
    one = NamedPlace(1, 2, name="here")
    assert (one.row, one.column, one.name, repr(one)) == (1, 2, "here", "<here>")
    assert one != Place(1, 2)
    with pytest.raises(ValueError, match="without a name"):
        NamedPlace(1, name="")
    with pytest.raises(TypeError):
        NamedPlace(1, 2, {}, 0, "here")  # type: ignore[call-arg]  # by place, which the test is about


def test_it_may_have_no_fields() -> None:
    assert Nothing() == Nothing() and hash(Nothing()) == hash(Nothing())
    assert repr(Nothing()) == "Nothing()"


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_it_is_copied_whole(way: Callable[[object], object]) -> None:
    one = Place(1, 2, {"a": 1}, 5)
    other = way(one)
    assert other is not one and isinstance(other, Place)
    assert dataclasses.astuple(other) == dataclasses.astuple(one)


def test_a_value_of_the_standard_library_may_inherit_from_it() -> None:
    @dataclass(frozen=True, slots=True)
    class Marked(Place):
        """And with a mark."""

        mark: str = ""

    assert replace(Marked(1, mark="x"), column=2) == Marked(1, 2, mark="x")
    with pytest.raises(FrozenInstanceError):
        Marked(1).row = 2  # type: ignore[misc]  # mypy refuses it too, as it should
    with pytest.raises(TypeError, match="non-frozen"):
        dataclass(type("Open", (Place,), {"__annotations__": {}}))


def test_one_function_is_compiled_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which a start is quicker by: the standard library has Python compile six."""
    compiled: list[str] = []

    def counted(source: str, *names: dict[str, Any]) -> None:
        compiled.append(source)
        exec(source, *names)

    for module in (dataclasses, sys.modules[frozen.__module__]):
        monkeypatch.setattr(module, "exec", counted, raising=False)
    late: Any = frozen(type("Late", (), {"__annotations__": {"row": int}}))
    assert [source.split("(")[0] for source in compiled] == ["def __init__"]
    assert late(row=3).row == 3


def test_nothing_is_kept_for_fields_whose_defaults_are_not_made() -> None:
    made = [name for name in vars(Place)["__init__"].__globals__ if name.startswith("make_")]
    assert made == ["make_marks"]

"""Dataclasses whose methods are compiled late are as those of the standard library."""

import pickle
from collections.abc import Callable
from dataclasses import (
    FrozenInstanceError,
    dataclass as standard,
    field,
    fields,
    replace,
)
from inspect import signature
from typing import Any

import pytest

from referee.frozen import frozen


@frozen
class Pile:
    """Some cards."""

    owner: str
    cards: list[str] = field(default_factory=list, hash=False)
    seen: bool = field(default=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.owner:
            raise ValueError("nobody owns it")


@frozen
class Deck(Pile):
    """A pile with a back."""

    back: str = "red"


def of_the_library() -> type[Any]:
    @standard(frozen=True, slots=True)
    class Pile:
        """Some cards."""

        owner: str
        cards: list[str] = field(default_factory=list, hash=False)
        seen: bool = field(default=False, compare=False, repr=False)

    return Pile


@pytest.mark.parametrize(
    "look",
    [
        pytest.param(lambda kind: [each.name for each in fields(kind)], id="fields"),
        pytest.param(lambda kind: kind.__match_args__, id="patterns"),
        pytest.param(lambda kind: kind.__slots__, id="slots"),
        pytest.param(lambda kind: str(signature(kind)), id="signature"),
        pytest.param(lambda kind: kind("Ana", ["7H"]).cards, id="members"),
        pytest.param(lambda kind: kind("Ana", seen=True) == kind("Ana"), id="equal"),
        pytest.param(lambda kind: kind("Ana") == kind("Ben"), id="unequal"),
        pytest.param(lambda kind: kind("Ana") == "Ana", id="of another kind"),
        pytest.param(lambda kind: hash(kind("Ana")) == hash(("Ana",)), id="hash"),
        pytest.param(lambda kind: replace(kind("Ana"), owner="Ben").owner, id="other"),
    ],
)
def test_it_is_as_the_librarys(look: Callable[[type[Any]], object]) -> None:
    assert look(Pile) == look(of_the_library())


def test_whoever_sees_it_reads_what_it_holds() -> None:
    assert repr(Pile("Ana", ["7H"])) == "Pile(owner='Ana', cards=['7H'])"
    assert repr(Deck("Ana")) == "Deck(owner='Ana', cards=[], back='red')"


def test_nobody_changes_it() -> None:
    pile = Pile("Ana")
    with pytest.raises(FrozenInstanceError):
        pile.owner = "Ben"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del pile.owner


def test_it_checks_itself() -> None:
    with pytest.raises(ValueError, match="nobody owns it"):
        Deck("")


def test_a_class_of_somebody_elses_may_follow_from_it() -> None:
    class Heap(Pile):
        """A pile that notes more."""

    heap = Heap("Ana", seen=True)
    assert (type(heap), heap.owner, heap.cards, heap.seen) == (Heap, "Ana", [], True)


def test_it_goes_to_another_process() -> None:
    deck = Deck("Ana", ["7H"], True, "blue")
    assert pickle.loads(pickle.dumps(deck)) == deck

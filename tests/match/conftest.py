from collections.abc import Callable
from itertools import count

import pytest

from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.plugin.rulebook import Rulebook
from tests.toy_games import highest_card

Lay = Callable[..., LogEntry]


@pytest.fixture
def match() -> Match:
    """Ana and Ben play the small game to two points."""
    rulebook = Rulebook(highest_card)
    return Match.begin(rulebook, rulebook.read_setting(["Ana", "Ben"], None, {}))


def enter(match: Match, *entries: LogEntry) -> None:
    """These entries, one after the other."""
    for entry in entries:
        match.add([match.history.take_new(match.history.position, entry)])


@pytest.fixture
def lay() -> Lay:
    """Makes entries, numbered from one: a card laid by a seat."""
    numbers = count(1)

    def laid(seat: str, card: str, by: str | None = "", host: bool = False) -> LogEntry:
        seq = next(numbers)
        author = seat if by == "" else by
        return LogEntry(
            seq, f"id-{seq}", "lay", seat, {"card": card}, author, host, 1000.0 + seq
        )

    return laid


@pytest.fixture
def two_tricks(match: Match, lay: Lay) -> Match:
    """Ana won with the king, Ben with the queen: one point each."""
    enter(match, lay("Ana", "KH"), lay("Ben", "3C"), lay("Ana", "4C"), lay("Ben", "QH"))
    return match

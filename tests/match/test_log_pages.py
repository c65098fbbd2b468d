"""The log in pages: whoever follows `next` gets everything once, and other entries make
a page no dearer.
"""

from typing import Any

import pytest

from referee.match.match import Match
from referee.match.showing.log_lines import correction_lines, dispute_lines, log_lines
from referee.match.showing.log_pages import LogPage, page_after
from referee.match.viewer import SPECTATOR
from referee.plugin.discovery import installed
from referee.plugin.rulebook import Rulebook
from referee.testing.checks.check_disputes import DisputeFuzzer


@pytest.fixture(scope="module")
def quarrelled() -> Match:
    """A match with corrections and disputes among its entries, some of which are
    sealed.
    """
    table = DisputeFuzzer(Rulebook(installed().games["jizara"]), 2, 3)
    for _ in range(40):
        table.take_turn()
    assert table.match.changes
    assert table.match.disputes
    return table.match


def joined(pages: list[LogPage]) -> tuple[list[Any], ...]:
    return (
        [line for page in pages for line in page.entries],
        [line for page in pages for line in page.corrections],
        [line for page in pages for line in page.disputes],
    )


@pytest.mark.parametrize("limit", [1, 7, 1_000])
def test_following_next_one_gets_everything_once_and_in_order(
    quarrelled: Match, limit: int
) -> None:
    pages = [page_after(quarrelled, SPECTATOR, limit=limit)]
    while (after := pages[-1].next) is not None:
        pages.append(page_after(quarrelled, SPECTATOR, after, limit))
    whole = (
        log_lines(quarrelled, SPECTATOR),
        correction_lines(quarrelled, SPECTATOR),
        dispute_lines(quarrelled),
    )
    assert joined(pages) == tuple(map(list, whole))
    assert all(0 < sum(map(len, joined([page]))) <= limit for page in pages)
    assert page_after(quarrelled, SPECTATOR, quarrelled.seq) == LogPage()

"""The check of an entry's cost, counted in lines of the game that run.

The count is the same on every machine.
"""

import sys
from collections.abc import Iterator
from statistics import median
from types import FrameType
from typing import Any

from referee.match.history import History
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.flaw import Flaws
from referee.testing.random_match import RandomMatch

AT_MOST = 300_000
"""The most lines for an entry: a fifth of a second on a slow machine."""

GROWS = 6
"""The most that a late entry may cost, as a multiple of an early one."""

WORTH_A_LOOK = 2_000
"""A cost in lines too low to report."""

ENOUGH = 40
"""The fewest entries for comparing early and late ones."""


def flaws(game: CheckedGame) -> Flaws:
    """Yield costly entries, and costs that grow with the match."""
    match = max(game.matches, key=lambda match: match.entries_taken)
    costs = list(_costs(game, match))
    if costs and max(costs) > AT_MOST:
        what = f"For one entry {max(costs):,} lines of the game run."
        why = (
            "Everybody at the table waits for it, and a correction takes all entries "
            "after it again."
        )
        instead = "Keep in the state what would have to be worked out each time."
        yield game.flaw_at("accept", what, why, instead)
    if len(costs) < ENOUGH:
        return
    quarter = len(costs) // 4
    early = median(costs[:quarter])
    late = median(costs[-quarter:])
    if late > WORTH_A_LOOK and late > GROWS * early:
        what = (
            f"Late entries cost {late / max(early, 1):.0f} times as much as early "
            f"ones: {late:,.0f} lines each."
        )
        why = "A long match would become slower and slower."
        instead = "Keep totals in the state, and go through what is past only once."
        yield game.flaw_at("accept", what, why, instead)


def _costs(game: CheckedGame, match: RandomMatch) -> Iterator[int]:
    """Yield the number of a game's lines that run for each entry of a match."""
    files = {str(source.path) for source in game.sources}
    lines = 0

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal lines
        if frame.f_code.co_filename not in files:
            return None
        lines += event == "line"
        return count

    history = History.begin(game.fresh(), match.history.setting)
    for step in match.history.steps:
        lines = 0
        before = sys.gettrace()
        sys.settrace(count)
        try:
            step_again = history.take_logged(history.position, step.entry)
            history.rulebook.scene(step_again.after.state)
        finally:
            sys.settrace(before)
        history.add(step_again)
        yield lines

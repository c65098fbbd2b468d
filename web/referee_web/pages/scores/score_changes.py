"""By how much an entry changed each score, and what that is made of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.hosting.tables.snapshot import Snapshot
from referee.plugin.game_faults import GameFaultError
from referee.vocabulary.ruling import ReckoningColumn, Ruling
from referee.vocabulary.text import Text
from referee.vocabulary.values import (
    Score,
    as_score,
    name_side,
    sides_of,
    written_score,
)
from referee.vocabulary.view import totals_of
from referee_web.pages.template_filters import word

SHORT_NAME = 3
"""The most letters of a column's name beside its number, as in `Q♠ 13`."""


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """By how much the score of a seat or side changed, and what it is since.

    `parts` is what that is made of, as in `+4 +Q♠ 13`; empty if it is of one piece.
    """

    whose: str
    by: Score
    now: Score
    parts: str


def _parts_of(by: Score, whose: str, rulings: Sequence[Ruling]) -> str:
    """Return the parts of these points, as the ruling reckons them."""
    for ruling in rulings:
        reckoning = ruling.reckoning
        if reckoning is None:
            continue
        for row in reckoning.rows:
            if row.seat == whose:
                return _add_up(by, reckoning.columns, row.cells)
    return ""


def _add_up(
    by: Score, columns: Iterable[ReckoningColumn], cells: Iterable[Score | Text]
) -> str:
    """Return the first cells that come to these points; "" for one alone.

    `−1 −1 → −2` would not say what adds up, so at least one part has a name beside it.
    """
    texts = []
    is_named = False
    come_to: Score = 0
    for column, cell in zip(columns, cells, strict=True):
        if column.aside or isinstance(cell, Text) or not cell:
            continue
        come_to += cell
        name = word(column.name)
        label = ""
        if len(name) <= SHORT_NAME:
            label = f"{name} "
            is_named = True
        sign = "−" if cell < 0 else "+"
        texts.append(f"{sign}{label}{written_score(abs(cell))}")
        if come_to == by:
            break

    is_sum = come_to == by and len(texts) > 1 and is_named
    return " ".join(texts) if is_sum else ""


def score_changes(
    snapshot: Snapshot, seq: int, rulings: Sequence[Ruling]
) -> list[ScoreChange]:
    """Return whose scores the entry of this number changed."""
    if snapshot.match is None:
        return []
    history = snapshot.match.history
    step = history.step(seq)
    if step is None:
        return []
    seats = history.setting.seats
    try:
        # Not by the history, which has the scene that the page shows.
        before = totals_of(snapshot.rulebook.scene(step.before.state, seats))
        after = totals_of(snapshot.rulebook.scene(step.after.state, seats))
    except GameFaultError:
        # After an upgrade a game may fail on what is past, and yet go on.
        return []
    changes = []
    for side in sides_of(seats, snapshot.view.sides):
        now = after[side[0]]
        by = as_score(now - before[side[0]])
        if by:
            whose = name_side(side)
            parts = _parts_of(by, whose, rulings)
            changes.append(ScoreChange(whose, by, now, parts))
    return changes

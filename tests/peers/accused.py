"""Whom rulings accuse: an honest deal accuses nobody."""

from collections.abc import Iterable

from referee import Ruling
from referee.testing import PlayedMatch


def accusing(rulings: Iterable[Ruling]) -> list[Ruling]:
    """Return the rulings that say somebody broke a rule."""
    return [ruling for ruling in rulings if ruling.verdict.get("legal") is False]


def accusing_in(match: PlayedMatch) -> list[Ruling]:
    """Return those of a whole match."""
    return accusing(ruling for step in match.history.steps for ruling in step.rulings)

"""What is done where something went wrong, as tests ask it."""

from collections.abc import Mapping
from typing import Any, cast

from referee import Ruling
from referee.testing import ask


def ruling_now(
    game: str, situation: str, who: str, noticed: str, **given: object
) -> Ruling:
    """Return what the game's law says is done now."""
    return ask(
        game, "irregularity", situation=situation, who=who, noticed=noticed, **given
    )


def reasons_of(ruling: Ruling) -> str:
    """Return all reasons of a ruling, in a line."""
    return " ".join(str(reason.text) for reason in ruling.because)


def remedies_of(ruling: Ruling) -> tuple[Mapping[str, Any], ...]:
    """Return the remedies of a ruling, in the order of the law."""
    return cast(tuple[Mapping[str, Any], ...], ruling.verdict["remedies"])

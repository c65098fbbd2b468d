"""A ruling is an object with its reasons; a refusal is a ruling too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from referee.vocabulary.text import Text

Basis = Literal["rules", "reading", "house-rule"]
"""What a reason rests on: the author's text, how this referee reads a silent or unclear place, a house rule."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: the rule section it rests on (`game#section`), on what basis, and what it says in this case."""

    rule: str
    basis: Basis
    text: Text


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict, one sentence for people, and the reasons, most telling first.

    `verdict` maps names to plain values (seats, numbers, cards, lists of them, None); which names it holds is
    the question's promise. Its cards may be Card objects: they become codes where the ruling leaves Python.
    """

    verdict: Mapping[str, object]
    summary: Text
    because: tuple[Reason, ...]

"""In whose words an answer speaks: those of the table it is about."""

from __future__ import annotations

from flask import g

from referee.cards.naming import JokerWording
from referee.hosting.table import Table
from referee.vocabulary.text import PLAIN, Wording


def wording_of(table: Table) -> Wording:
    """What this table calls its jokers."""
    jokers: JokerWording | None = table.row.options.get("jokers")
    return Wording(jokers=jokers) if jokers else PLAIN


def speak_as(table: Table) -> None:
    """Word the rest of this request's answer as this table would, what goes wrong included."""
    g.wording = wording_of(table)


def wording() -> Wording:
    """The wording of this request: its table's, or the plain one while it is about none."""
    spoken: Wording = g.get("wording", PLAIN)
    return spoken

"""In whose words an answer speaks: those of the table it is about."""

from __future__ import annotations

from typing import cast

from flask import g

from referee.cards.naming import JOKER_NAMES, JokerWording
from referee.hosting.table import Table
from referee.vocabulary.text import PLAIN, Wording


def wording_of(table: Table) -> Wording:
    """What this table calls its jokers. A game may mean something else by an option of that name."""
    jokers = table.row.options.get("jokers")
    known = isinstance(jokers, str) and jokers in JOKER_NAMES
    return Wording(jokers=cast(JokerWording, jokers)) if known else PLAIN


def speak_as(table: Table) -> None:
    """Word the rest of this request's answer as this table would, what goes wrong included."""
    g.wording = wording_of(table)


def wording() -> Wording:
    """The wording of this request: its table's, or the plain one while it is about none."""
    spoken: Wording = g.get("wording", PLAIN)
    return spoken

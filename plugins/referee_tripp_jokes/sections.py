"""The rule sections that rulings cite."""

from __future__ import annotations

from referee import Ruling, Text, read_sections

GAME = "tripp-jokes"
SECTIONS = read_sections(GAME, __package__ or "referee_tripp_jokes")


def refusal(section: str, template: str, **values: object) -> Ruling:
    """A ruling that refuses an entry, in one sentence that rests on one section."""
    return Ruling({"legal": False}, Text(template, values), (SECTIONS.cite(section, template, **values),))

"""The rule sections that rulings cite."""

from __future__ import annotations

from referee import Ask, Ruling, Text, read_sections

GAME = "tripp-jokes"
SECTIONS = read_sections(GAME, __package__ or "referee_tripp_jokes")


def refusal(section: str, template: str, **values: object) -> Ruling:
    """A ruling that refuses an entry, in one sentence that rests on one section."""
    return Ruling({"legal": False}, Text(template, values), (SECTIONS.cite(section, template, **values),))


def forbidden(wrong: Ruling | None, ask: Ask) -> Ruling | None:
    """This refusal, which rests on a rule; None where there is none, or the table has overruled it."""
    if wrong is None or (ruled := ask(wrong)).verdict["legal"]:
        return None
    return ruled

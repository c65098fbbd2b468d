"""Two sections have one id."""

from referee import Section, hookimpl
from tests.toy_games.highest_card import *


@hookimpl
def rule_sections() -> tuple[Section, ...]:
    again = Section(
        "once",  # wrong: 2 sections have the id 'once'
        "Once more",
        "It is said twice.",
    )
    return (*SECTIONS, again)

"""Two sections have one id."""

from referee import Section, hookimpl
from tests.toy_games.highest_card import *


@hookimpl
def rule_sections() -> tuple[Section, ...]:
    again = Section(
        "once", "Once more", "It is said twice."
    )  # wrong: 2 sections have the id 'once'
    return (*SECTIONS, again)

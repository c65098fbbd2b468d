"""The hook that is needed where something is entered in secret is not marked as one."""

from referee import Accepted, Ask, Entry
from tests.toy_games import highest_card
from tests.toy_games.highest_card import (
    State,
    accept,
    begin,
    clashes,
    describe_game,
    prompts,
    questions,
    resolve_trick,
    rule_sections,
    scene,
)


def reveal(  # wrong: The function `reveal` is no hook
    state: State, entries: tuple[Entry, ...], ask: Ask
) -> Accepted:
    return highest_card.reveal(state, entries, ask)

"""Where in a game's files a sentence stands."""

from pathlib import Path

import pytest

from referee.plugin.loose_games import import_loose
from referee.testing.sources import hooks_of, place_of, place_of_function, sources_of

GAME = '''"""A game of tricks."""
from referee import hookimpl, rule_round, rule_trick, say

@hookimpl
def resolve_trick(given):
    return rule_trick(
        given["plays"])

@hookimpl
def accept(state, entry, ask):
    own = say("It is the last deal.")
    return state.deal.rule_revokes(None, ""), rule_round(state, state, None, ""), own
'''


@pytest.mark.parametrize(
    ("sentence", "hook", "line"),
    [
        ("It is the last deal.", "accept", 11),
        ("Nobody says this.", "accept", 9),
        ("Nobody says this.", "resolve_trick", 4),
    ],
)
def test_a_sentence_is_found_where_the_game_says_it_else_at_its_hook(
    tmp_path: Path, sentence: str, hook: str, line: int
) -> None:
    file = tmp_path / f"says_it_{line}.py"
    file.write_text(GAME, "utf-8")
    module = import_loose(file)
    where = place_of([sentence], sources_of([module]), place_of_function(hooks_of(module)[hook]))
    assert where == f"{file}:{line}"

"""A hook takes an argument that it is not given."""

from referee import hookimpl
from tests.toy_games.highest_card import *


@hookimpl  # wrong: `begin` takes `setup`, which it is not given
def begin(setup: object) -> object:
    return State(("Ana", "Ben"), 1)

"""A hook has a name that there is not."""

from referee import Setup, SetUpStep, hookimpl
from tests.toy_games.highest_card import *


@hookimpl  # wrong: There is no hook `setup`
def setup(setting: Setup) -> tuple[SetUpStep, ...]:
    return ()

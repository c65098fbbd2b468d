"""A hook has a name that there is not."""

from referee import Preparation, Setting, hookimpl
from tests.toy_games.highest_card import *


@hookimpl  # wrong: There is no hook `setup`
def setup(setting: Setting) -> tuple[Preparation, ...]:
    return ()

"""Setting up speaks of whoever deals by name."""

from referee import Preparation, Setting, hookimpl, say
from tests.toy_games.highest_card import *


@hookimpl  # wrong: Setting up depends on who deals
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    return (
        Preparation(
            say("The deal"), say("{seat} deals.", seat=setting.dealer), section="trick"
        ),
    )

"""Setting up speaks of whoever deals by name."""

from referee import Setup, SetUpStep, hookimpl, say
from tests.toy_games.highest_card import *


@hookimpl  # wrong: Setting up depends on who deals
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    return (
        SetUpStep(
            say("The deal"), say("{seat} deals.", seat=setting.dealer), section="trick"
        ),
    )

"""Getting the table ready: the pack, the chips, the blinds, the deal."""

from referee import Setup, SetUpStep, hookimpl, read_guide

_GUIDE = read_guide(__package__)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the first bets."""
    chosen = setting.chosen
    return _GUIDE.steps(stack=chosen.number("stack"), small=chosen.number("small"), big=chosen.number("big"))

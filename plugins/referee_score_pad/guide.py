"""Getting the table ready: whatever is played, who sits here, and what ends it."""

from referee import Setup, SetUpStep, hookimpl, read_guide

_GUIDE = read_guide(__package__)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From what is played to the first round."""
    return _GUIDE.steps(setting.chosen.choice("preset"), n=len(setting.seats))

"""Getting the table ready: whatever is played, who sits here, and what ends it."""

from referee import Setup, SetUpStep, hookimpl, read_guide

from .sheets import SHEETS, begin

_GUIDE = read_guide(__package__)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From what is played to the first round."""
    preset = setting.chosen.choice("preset")
    target = setting.chosen.number_if_any("target") or SHEETS[preset].target
    return _GUIDE.steps(preset, n=len(setting.seats), target=target, rounds=begin(setting).rounds.last)

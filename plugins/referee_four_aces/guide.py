"""Getting the table ready: the first dealer, the deal, the stock, and how a round goes."""

from referee import FIFTY_FOUR, Setup, SetUpStep, hookimpl, read_guide

from .rules import DEALT

_GUIDE = read_guide(__package__)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the end of the first round, after which hands are entered."""
    return _GUIDE.steps(n=len(FIFTY_FOUR) - DEALT * len(setting.seats))

"""Getting the table ready: the pack, the first dealer, the deal, the crib, the starter."""

from referee import FIFTY_TWO, Setup, SetUpStep, hookimpl, read_guide

_GUIDE = read_guide(__package__, FIFTY_TWO)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the starter."""
    return _GUIDE.steps("two" if len(setting.seats) == 2 else "three")

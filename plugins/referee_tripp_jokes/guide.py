"""Getting the table ready: the packs, the deal, the three rows, the pile."""

from referee import Setup, SetUpStep, hookimpl, read_guide

from .state import packs_for

_GUIDE = read_guide(__package__)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the first play."""
    return _GUIDE.steps("two packs" if packs_for(setting) > 1 else "one pack")

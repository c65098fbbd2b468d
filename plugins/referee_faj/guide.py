"""Getting the table ready: two stacks, a dealer, the draft."""

from referee import Setup, SetUpStep, hookimpl, read_guide

from .stacks import DRAFT_CARDS, TRICK_CARDS

_GUIDE = read_guide(__package__)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the first board."""
    return _GUIDE.steps(
        draft=len(DRAFT_CARDS), tricks=len(TRICK_CARDS), n=4 * len(setting.seats)
    )

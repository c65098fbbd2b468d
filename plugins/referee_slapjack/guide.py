"""Getting the table ready: all cards dealt out, and the phones beside the pile."""

from referee import FIFTY_FOUR, Setup, SetUpStep, hookimpl, read_guide

_GUIDE = read_guide(__package__)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the first card played."""
    each, odd = divmod(len(FIFTY_FOUR), len(setting.seats))
    return _GUIDE.steps("odd deal" if odd else "even deal", each=each, odd=odd, more=each + 1)

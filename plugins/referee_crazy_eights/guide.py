"""Getting the table ready: the packs, the deal, the first card."""

from referee import Setup, SetUpStep, hookimpl, read_guide

from .rules import dealt_to, variant_of

_GUIDE = read_guide(__package__)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the packs to the first card turned up."""
    variant = variant_of(setting)
    number = "one" if variant.packs(len(setting.seats)) == 1 else "two"
    return _GUIDE.steps(f"{number}-{len(variant.cards)}", n=dealt_to(setting))

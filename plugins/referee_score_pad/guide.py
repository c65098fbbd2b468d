"""Getting the table ready: whatever is played, who sits here, and what ends it."""

from referee import SetUpStep, hookimpl, read_guide

_GUIDE = read_guide(__package__)


@hookimpl
def set_up() -> tuple[SetUpStep, ...]:
    """From what is played to the first round."""
    return _GUIDE.steps()

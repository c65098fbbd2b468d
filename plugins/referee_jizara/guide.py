"""Getting the table ready: the keys, the bidding draw, the pot, and who sits where."""

from referee import Setup, SetUpStep, hookimpl, read_guide

from .card_values import KEYS
from .sides import sides_of
from .state import bidding_draw, pot_at_first

_GUIDE = read_guide(__package__)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the first card turned."""
    sides, draw = sides_of(setting), bidding_draw(setting)
    one, other = sides.names
    return _GUIDE.steps(
        "teams" if sides.copies > 1 else "two players",
        one=one,
        other=other,
        bidders=sides.bidders,
        builders=sides.builders,
        ordinary=draw - len(KEYS),
        draw=draw,
        pot=pot_at_first(setting, sides),
    )

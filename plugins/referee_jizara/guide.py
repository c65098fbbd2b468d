"""Getting the table ready: the keys, the bidding draw, the pot, and who sits where."""

from __future__ import annotations

from referee import Setup, SetUpStep, hookimpl, say

from .card_values import KEYS
from .sides import Sides, sides_of
from .state import bidding_draw, pot_at_first


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the first card turned."""
    sides, draw = sides_of(setting), bidding_draw(setting)
    seats, keys = (_of_teams(sides) if sides.copies > 1 else _of_two()), tuple(KEYS)
    told = {"ordinary": draw - len(keys), "draw": draw, "pot": pot_at_first(setting, sides)}
    return (
        *seats,
        SetUpStep(
            say("The bidding draw"),
            say(
                "Shuffle the other cards. Count off {ordinary} of them, shuffle the five keys in, and lay these {draw}"
                " cards face down in the middle: the bidding draw.",
                **told,
            ),
            "team-draw" if sides.copies > 1 else "setting-up",
        ),
        SetUpStep(
            say("The pot and the burn"),
            say(
                "The other {pot} cards are the pot, face down beside it. Leave room for the burn, where used cards go"
                " face up, and for the keys that each side wins.",
                **told,
            ),
            "setting-up",
        ),
        SetUpStep(say("Hands"), say("Everybody draws five cards from the pot and shows them to nobody."), "setting-up"),
        SetUpStep(
            say("The first card"),
            say("The dealer turns the top card of the bidding draw. Enter it; from then on this page says what to do."),
            "deciding",
        ),
    )


def _of_two() -> tuple[SetUpStep, ...]:
    return (
        SetUpStep(say("The pack"), say("Take one pack of 52 cards. The jokers stay in the box."), "cards"),
        SetUpStep(
            say("The keys"),
            say("Lay the five keys aside, face up: the four aces and the four of clubs."),
            "goal",
            tuple(KEYS),
        ),
    )


def _of_teams(sides: Sides) -> tuple[SetUpStep, ...]:
    one, other = sides.names
    return (
        SetUpStep(
            say("Who sits where"),
            say("Partners sit across from each other: {one} against {other}.", one=one, other=other),
            "team-seats",
        ),
        SetUpStep(
            say("Bidders and builders"),
            say(
                "{bidders} bid, {builders} build: builders take what their team wins.",
                bidders=sides.bidders,
                builders=sides.builders,
            ),
            "teams",
        ),
        SetUpStep(
            say("The packs"),
            say("Take two packs of 52 cards, without their jokers, and take all aces and fours of clubs out of both."),
            "teams",
        ),
        SetUpStep(
            say("The keys"),
            say("One set of these is the five keys: lay it aside, face up. The other set is not used."),
            "teams",
            tuple(KEYS),
        ),
    )

"""Getting the table ready: the packs, the deal, the three rows, the pile."""

from __future__ import annotations

from referee import JOKERS, Setup, SetUpStep, hookimpl, say

from .state import packs_for


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the first play."""
    pack = say("Take one pack of 52 cards and its two jokers: 54 cards in all.")
    if packs_for(setting) > 1:
        pack = say("Take two packs of 52 cards, each with its two jokers, and shuffle them into one: 108 cards in all.")
    return (
        SetUpStep(say("The cards"), pack, "cards", JOKERS),
        SetUpStep(
            say("Deal"),
            say(
                "Let chance choose a dealer. The dealer shuffles and deals nine cards face down to each. Nobody looks"
                " at them yet. The rest is the stock, face down in the middle."
            ),
            "deal",
        ),
        SetUpStep(
            say("The pile"),
            say("The dealer turns the top card of the stock over beside it, and enters it: that begins the pile."),
            "deal",
        ),
        SetUpStep(
            say("Three FINAL cards"),
            say("Choose three of your nine without looking at them, and lay them face down in a row before you."),
            "three-rows",
        ),
        SetUpStep(
            say("Three PENULTIMATE cards"),
            say(
                "Now look at the other six. Lay three of them face up on your FINAL cards, and enter them; high cards"
                " and specials do well there. The last three are your hand."
            ),
            "three-rows",
        ),
        SetUpStep(
            say("Who begins"),
            say("The player to the dealer's right has the first turn; then it goes on clockwise, to the left."),
            "first-turn",
        ),
    )

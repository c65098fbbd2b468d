"""Getting the table ready: the first dealer, the deal, the stock, and how a round goes."""

from __future__ import annotations

from referee import FIFTY_FOUR, JOKERS, Setup, SetUpStep, card, hookimpl, say

from .rules import DEALT


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the end of the first round, after which hands are entered."""
    return (
        SetUpStep(
            say("The pack"), say("Take one pack of 52 cards and its two jokers: 54 cards in all."), "deck", JOKERS
        ),
        SetUpStep(
            say("The first dealer"),
            say("Deal cards round, face up, until somebody gets the ace of spades: that player deals the first round."),
            "first-dealer",
            (card("AS"),),
        ),
        SetUpStep(
            say("Deal"),
            say(
                "The dealer shuffles all cards again and deals three face down to each, the hidden hand, and then three"
                " face up to each, the exposed hand. Only you look at your hidden hand; the exposed one lies open"
                " before you."
            ),
            "deal",
        ),
        SetUpStep(
            say("The stock"),
            say(
                "The other {n} cards are the stock, face down in the middle. Leave room beside it for the discard"
                " pile; no card is turned up for it.",
                n=len(FIFTY_FOUR) - DEALT * len(setting.seats),
            ),
            "deal",
        ),
        SetUpStep(
            say("Turns"),
            say(
                "The player to the dealer's left begins. Draw from the stock into the hidden hand, or take the top"
                " discard into the exposed one; then discard from the same hand, or play a joker."
            ),
            "turn",
        ),
        SetUpStep(
            say("The end of the round"),
            say("Play until the stock is gone and the last turn is finished. Then everybody enters both hands here."),
            "end-of-round",
        ),
    )

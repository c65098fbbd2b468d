"""Getting the table ready: two stacks, a dealer, the draft."""

from __future__ import annotations

from referee import JOKERS, Setup, SetUpStep, Text, card, hookimpl, say

from .stacks import DRAFT_CARDS, TRICK_CARDS


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the first board."""
    return (
        SetUpStep(
            say("Two stacks"),
            say(
                "Take one pack of 52 cards and its two jokers, and part it: the {draft} aces, kings, queens, jacks"
                " and jokers are the draft stack, the {tricks} cards from 2 to 10 the trick stack.",
                draft=len(DRAFT_CARDS),
                tricks=len(TRICK_CARDS),
            ),
            "cards",
            (card("AS"), card("KS"), card("QS"), card("JS"), *JOKERS),
        ),
        SetUpStep(
            say("The dealer"),
            say(
                "Everybody points at who should deal, and the most votes win; a tie is settled by drawing for the high"
                " card. That player deals the whole game."
            ),
            "dealer",
        ),
        SetUpStep(
            say("Where the stacks lie"),
            say(
                "The dealer shuffles both and lays them face down: the draft stack to their left, the trick stack to"
                " their right. The middle stays free for the board, and before everybody there is room for the cards"
                " they win."
            ),
            "dealer",
        ),
        SetUpStep(say("Deal"), _dealt(len(setting.seats)), "draft"),
        SetUpStep(
            say("Draft"),
            say(
                "Look at your cards, keep one face down and pass the others to the right. Do the same with what comes"
                " from the left, until all are taken; then pick up the four that you kept."
            ),
            "draft",
        ),
        SetUpStep(
            say("The first board"),
            say(
                "The dealer turns one trick card face up in the middle. Enter it; then everybody places one card of"
                " their hand face down beside it, and enters that."
            ),
            "tricks",
        ),
    )


def _dealt(players: int) -> Text:
    template = "The dealer deals four draft cards to each, face down, {n} in all. The others are not used this round."
    return say(template, n=4 * players)

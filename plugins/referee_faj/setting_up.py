"""Getting the table ready: two stacks, a dealer, the draft."""

from __future__ import annotations

from referee import JOKERS, Setting, Step, Text, card, say

from .stacks import DRAFT_CARDS, TRICK_CARDS


def steps(setting: Setting) -> tuple[Step, ...]:
    """From the pack to the first board."""
    return (
        Step(
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
        Step(
            say("The dealer"),
            say(
                "Everybody points at who should deal, and the most votes win; a tie is settled by drawing for the high"
                " card. That player deals the whole game."
            ),
            "dealer",
        ),
        Step(
            say("Where the stacks lie"),
            say(
                "The dealer shuffles both and lays them face down: the draft stack to their left, the trick stack to"
                " their right. The middle stays free for the board, and before everybody there is room for the cards"
                " they win."
            ),
            "dealer",
        ),
        Step(say("Deal"), _dealt(len(setting.seats)), "draft"),
        Step(
            say("Draft"),
            say(
                "Look at your cards, keep one face down and pass the others to the right. Do the same with what comes"
                " from the left, until all are taken; then pick up the four that you kept."
            ),
            "draft",
        ),
        Step(
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

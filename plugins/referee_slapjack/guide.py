"""Getting the table ready: all cards dealt out, and the phones beside the pile."""

from __future__ import annotations

from referee import FIFTY_FOUR, JOKERS, Setup, SetUpStep, Text, card, hookimpl, say


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the first card played."""
    return (
        SetUpStep(
            say("The pack"),
            say("Take one pack of 52 cards and its two jokers: 54 cards in all. A joker is a card like any other."),
            "cards",
            JOKERS,
        ),
        SetUpStep(
            say("Who sits where"),
            say("Sit so that everybody reaches the middle of the table equally well: the pile will lie there."),
            "slap",
        ),
        SetUpStep(say("Deal"), _dealt(len(setting.seats)), "deal-order"),
        SetUpStep(
            say("What is slapped"),
            say("First the jacks alone. When all four are won it is queens, and after those the kings."),
            "stages",
            tuple(card(f"J{suit}") for suit in "CDHS"),
        ),
        SetUpStep(
            say("The phones"),
            say(
                "Lay your phones round the pile, on this table's page: after the start each is a buzzer, and a slap on"
                " your phone is a slap on the pile. Without phones, see who was first and enter it."
            ),
            "dead-heat",
        ),
        SetUpStep(
            say("The first card"),
            say(
                "The player to the dealer's left lays the top card of their stack face up in the middle, without"
                " looking at it before, and enters it. The others follow clockwise."
            ),
            "turn",
        ),
    )


def _dealt(seats: int) -> Text:
    each, odd = divmod(len(FIFTY_FOUR), seats)
    told = {"each": each, "odd": odd, "more": each + 1}
    if not odd:
        template = "The dealer shuffles and deals all cards out, face down: {each} to each. Nobody looks at them."
        return say(template, **told)
    if odd == 1:
        return say(
            "The dealer shuffles and deals all cards out, face down, left neighbour first: {more} to the first seat,"
            " {each} to the others. Nobody looks at them.",
            **told,
        )
    return say(
        "The dealer shuffles and deals all cards out, face down, left neighbour first: {more} each to the first {odd}"
        " seats, {each} to the others. Nobody looks at them.",
        **told,
    )

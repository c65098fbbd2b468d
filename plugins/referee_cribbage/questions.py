"""What can be asked without a table: what a hand counts, and what a card scores in the play."""

from referee import FIFTY_TWO, Field, Question, Ruling, Values, hookimpl, say

from .hand import combinations_in, rule_hand
from .pegging import rule_play
from .rules import HAND


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """What a hand counts, and what a card scores."""
    four = Field("cards", "cards", say("The four cards"), min=HAND, max=HAND, choices=FIFTY_TWO)
    starter = Field("starter", "card", say("The starter"), choices=FIFTY_TWO)
    crib = Field("crib", "flag", say("It is the crib"), optional=True, default=False)
    first_to_last = say("The cards of this count, first to last")
    lying = Field("cards", "cards", first_to_last, optional=True, min=0, choices=FIFTY_TWO)
    card = Field("card", "card", say("The card played now"), choices=FIFTY_TWO)
    help = say("Only the cards since the count last began at nothing.")
    return (
        Question("hand", say("What does this hand count?"), (four, starter, crib), hook="score_round"),
        Question("play", say("May this card be played, and what does it score?"), (lying, card), help),
    )


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on what a hand or the crib counts."""
    hand, starter, crib = given.cards("cards"), given.card("starter"), given.has("crib") and given.flag("crib")
    return rule_hand(hand, starter, combinations_in(hand, starter, crib), crib)


@hookimpl
def answer(given: Values) -> Ruling:
    """The ruling on a card that is played."""
    return rule_play(given.cards("cards"), given.card("card"))

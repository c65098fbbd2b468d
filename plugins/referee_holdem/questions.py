"""The questions that the game answers without any table."""

from referee import FIFTY_TWO, Field, Question, hookimpl, say

_SHOWDOWN = (
    Field("board", "cards", say("The board"), min=3, max=5, choices=FIFTY_TWO),
    Field("hands", "cards_by_seat", say("The two cards of each"), min=2, max=2, choices=FIFTY_TWO),
)
_POTS = (
    Field("put_in", "numbers_by_seat", say("What each has put in, from the dealer's left"), min=0),
    Field("ranking", "order", say("Who is still in, best hand first"), min=1),
    Field("mucks", "seats", say("Who is in and shows nothing"), optional=True),
    Field("chip", "number", say("Smallest chip"), optional=True, min=1, max=10_000),
)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """Who wins a showdown, and how pots split."""
    return (
        Question("showdown", say("Who wins this showdown?"), _SHOWDOWN),
        Question("pots", say("How do these pots split?"), _POTS, hook="score_round"),
    )

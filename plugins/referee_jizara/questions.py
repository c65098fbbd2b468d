"""The questions that the game answers without any table."""

from referee import Field, Question, Ruling, Text, Values, hookimpl, say, two_of

from .bid import rule_bid
from .card_values import ORDINARY
from .rules import HAND

COPIES = 2
TWO_OF_EACH = two_of(ORDINARY)
"""A game of teams has two of each card; with one deck the answers look closer
themselves.
"""


def _without_keys(label: Text) -> Text:
    return say("{label} (no ace and no four of clubs: these are keys)", label=label)


QUESTIONS = (
    Question(
        "bid",
        say("Is this a bid, and what is it worth?"),
        (
            Field(
                "cards",
                "cards",
                _without_keys(say("Cards bid by one player")),
                min=1,
                max=HAND,
                choices=TWO_OF_EACH,
            ),
        ),
        say("A bid has at most one card that is not a 2, 3 or 4."),
        COPIES,
    ),
    Question(
        "contest",
        say("Who takes the card that was turned?"),
        (
            Field(
                "bids",
                "cards_by_seat",
                _without_keys(say("The bid of each side that bids")),
                min=1,
                max=HAND,
                choices=TWO_OF_EACH,
                partners=True,
            ),
        ),
        say(
            "For each side the cards bid; of a team the cards of both partners, one "
            "list each. Leave out who passes."
        ),
        COPIES,
        "resolve_trick",
    ),
    Question(
        "key",
        say("Who takes the key?"),
        (
            Field(
                "hands",
                "cards_by_seat",
                _without_keys(say("The hand of each side")),
                min=HAND,
                max=HAND,
                choices=TWO_OF_EACH,
                partners=True,
            ),
            Field(
                "last_winner",
                "seat",
                say("Who last won a card by bidding"),
                optional=True,
            ),
        ),
        say(
            "For each side the cards in hand; of a team the hands of both partners, "
            "one list each."
        ),
        COPIES,
        "score_round",
    ),
)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """What is a bid, who takes the card that was turned, and who takes a key."""
    return QUESTIONS


@hookimpl
def answer(given: Values) -> Ruling:
    """The ruling on a bid."""
    return rule_bid(given.cards("cards"))

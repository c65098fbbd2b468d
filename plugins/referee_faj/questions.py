"""The questions that the game answers without any table."""

from referee import Field, Question, Ruling, Values, hookimpl, say

from .draft import DRAFT_FIELDS, rule_draft
from .poker_hand import rule_hand
from .stacks import DRAFT_CARDS, TRICK_CARDS

QUESTIONS = (
    Question(
        "trick",
        say("Who wins this trick?"),
        (
            Field(
                "board",
                "cards",
                say("Trick cards on the board"),
                min=0,
                max=36,
                choices=TRICK_CARDS,
            ),
            Field(
                "plays",
                "card_by_seat",
                say("The card that each has played"),
                choices=DRAFT_CARDS,
            ),
        ),
        say(
            "The trick cards that lie on the board, and one draft card for each who "
            "has played."
        ),
        hook="resolve_trick",
    ),
    Question(
        "hand",
        say("What is the best poker hand of these cards?"),
        (
            Field(
                "cards",
                "cards",
                say("Trick cards won"),
                min=0,
                max=36,
                choices=TRICK_CARDS,
            ),
        ),
        say("Any number of trick cards: the best five of them are found."),
    ),
    Question(
        "showdown",
        say("Who wins with these cards?"),
        (
            Field(
                "piles",
                "cards_by_seat",
                say("Trick cards that each has won"),
                min=0,
                choices=TRICK_CARDS,
            ),
        ),
        say(
            "For each player the trick cards in their pile, also for those who have "
            "none."
        ),
        hook="score_round",
    ),
    Question(
        "draft",
        say("May this be done in the draft?"),
        DRAFT_FIELDS,
        say("Fill in what you saw, and leave the rest open."),
    ),
)
"""The questions, each with the fields it needs."""


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """Who wins a trick, what a pile makes, who wins a showdown, and what may be done in
    the draft.
    """
    return QUESTIONS


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """The ruling on a pile, or on what was done in the draft."""
    return rule_draft(given) if question == "draft" else rule_hand(given.cards("cards"))

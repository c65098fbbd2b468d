"""The questions that the game answers without any table."""

from referee import FIFTY_FOUR, Field, Question, hookimpl, say

from .stages import FACE_CARDS, MANY, STAGES

QUESTIONS = (
    Question(
        "slap",
        say("Is this slap good?"),
        (
            Field("stage", "choice", say("What is being slapped"), choices=STAGES, labels=MANY),
            Field("pile", "cards", say("The pile, bottom card first"), min=0, max=54, choices=FIFTY_FOUR),
        ),
        say("The cards of the pile in the order in which they were played, the top card last."),
        hook="resolve_trick",
    ),
    Question(
        "score",
        say("Who has won?"),
        (
            Field("faces", "cards_by_seat", say("Face cards won"), min=0, choices=FACE_CARDS),
            Field("stacks", "numbers_by_seat", say("Cards left in the stack"), min=0, max=54),
        ),
        say("For each player the face cards set aside, also for those who have none, and how many cards are left."),
        hook="score_round",
    ),
)
"""The questions, each with the fields it needs."""


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """Whether a pile can be slapped, and who has won in the end."""
    return QUESTIONS

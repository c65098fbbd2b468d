"""The question that the game answers without any table."""

from __future__ import annotations

from referee import FIFTY_FOUR, Field, Question, hookimpl, say

from .stages import MANY, STAGES

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
)
"""The question, with the fields it needs."""


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """Whether a pile can be slapped."""
    return QUESTIONS

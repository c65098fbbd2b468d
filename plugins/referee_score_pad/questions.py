"""What can be asked without a table: what a round comes to."""

from referee import Field, Question, hookimpl, say

QUESTIONS = (
    Question(
        "round",
        say("What does a round come to?"),
        (
            Field("totals", "numbers_by_seat", say("What everybody had"), halves=True, some=True),
            Field("points", "numbers_by_seat", say("What the round brings"), halves=True, some=True),
        ),
        hook="score_round",
    ),
)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """What a round adds up to."""
    return QUESTIONS

"""What can be asked without a table: what a round comes to, or scores by the rules of a preset."""

from referee import Field, Question, Ruling, Values, hookimpl, say

from .sheets import SHEETS

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


_RULES = {sheet.question.name: sheet.rule for sheet in SHEETS.values() if sheet.question and sheet.rule}


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """What a round adds up to, and what it scores by the rules of each preset."""
    return (*QUESTIONS, *(sheet.question for sheet in SHEETS.values() if sheet.question))


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """The ruling on a round or a turn by the rules of a preset."""
    return _RULES[question](given)

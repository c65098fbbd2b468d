"""What Spades answers without a table: who wins a trick, and what a deal scores."""

from referee import (
    ENDS_EARLY,
    FIFTY_TWO,
    Field,
    FieldError,
    Question,
    Ruling,
    Values,
    WrongFieldsError,
    deal_end_fields,
    hookimpl,
    rule_trick,
    say,
    trick_question,
)

from .deal_score import BAGS_THAT_COST
from .rules import TRICKS, TRUMP, cite

BIDS = Field("bids", "numbers_by_seat", say("Bids"), min=0, max=TRICKS)
TAKEN = Field(
    "tricks",
    "numbers_by_seat",
    say("Tricks"),
    min=0,
    max=TRICKS,
    total=TRICKS,
    unless=ENDS_EARLY,
)
BLIND = Field("blind", "seats", say("Who bids nil blind"), optional=True)

_BAGS = Field(
    "bags",
    "numbers_by_seat",
    say("Bags before"),
    optional=True,
    min=0,
    max=BAGS_THAT_COST - 1,
    some=True,
)
_SOLO = Field(
    "solo",
    "flag",
    say("Who plays with whom"),
    optional=True,
    labels={"yes": say("Each for itself"), "no": say("In pairs")},
    default=False,
)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """Who wins a trick, and what a deal scores."""
    how = say("Partners are the first and the third, the second and the fourth.")
    deal = Question(
        "deal",
        say("What does a deal score?"),
        (BIDS, TAKEN, BLIND, _BAGS, _SOLO, *deal_end_fields()),
        how,
        hook="score_round",
    )
    return trick_question(FIFTY_TWO), deal


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The ruling on who wins a trick: spades are trump."""
    plays = given.card_by_seat("plays")
    if len(plays) > 4:
        raise WrongFieldsError(
            FieldError("plays", say("A trick has at most {n} cards.", n=4))
        )
    return rule_trick(plays, cite, "trick", trump=TRUMP)

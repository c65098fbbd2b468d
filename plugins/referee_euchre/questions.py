"""What Euchre answers without a table: who wins a trick, and what a deal scores."""

from dataclasses import replace

from referee import (
    ENDS_EARLY,
    SUIT_NAMES,
    TWENTY_FOUR,
    Field,
    FieldError,
    Question,
    Ruling,
    Values,
    WrongFieldsError,
    hookimpl,
    rule_trick,
    say,
    side_end_fields,
    trick_question,
)

from .bowers import left_bower, trumps_of
from .rules import HAND, cite

TRUMP = Field(
    "trump", "choice", say("Trump"), choices=tuple(SUIT_NAMES), labels=SUIT_NAMES
)
ALONE = Field(
    "alone",
    "flag",
    say("How the maker plays"),
    optional=True,
    labels={"yes": say("Alone"), "no": say("As a pair")},
    default=False,
)
TAKEN = Field(
    "tricks",
    "number",
    say("Tricks of the makers"),
    min=0,
    max=HAND,
    unless=("offenders", *ENDS_EARLY),
)
SIDES = {"makers": say("The makers"), "defenders": say("The others")}

_REVOKED = Field(
    "revoked",
    "choice",
    say("Who is proven not to have followed suit"),
    optional=True,
    choices=("makers", "defenders", "both"),
    labels={**SIDES, "both": say("Both sides")},
)
_TAKEN = replace(TAKEN, unless=("revoked", *ENDS_EARLY))


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """Who wins a trick, and what a deal scores."""
    deal = Question(
        "deal",
        say("What does a deal score?"),
        (_TAKEN, ALONE, _REVOKED, *side_end_fields(SIDES)),
        hook="score_round",
    )
    return trick_question(TWENTY_FOUR, TRUMP), deal


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The ruling on who wins a trick; where the left bower was played, that it is a
    trump is said too.
    """
    plays, suit = given.card_by_seat("plays"), given.choice("trump")
    if len(plays) > 4:
        raise WrongFieldsError(
            FieldError("plays", say("A trick has at most four cards."))
        )
    ruling = rule_trick(plays, cite, "trick", trump=trumps_of(suit))
    if left_bower(suit) not in plays.values():
        return ruling
    template = "The {card} is the left bower: it counts as one of the {trump}."
    why = cite("bowers", template, card=left_bower(suit), trump=SUIT_NAMES[suit])
    return Ruling(ruling.verdict, ruling.summary, (*ruling.because, why), ruling.shown)

"""What can be asked without a table: a trick, a score, an auction, a revoke, IMPs."""

from referee import (
    FIFTY_TWO,
    Field,
    FieldError,
    Question,
    Ruling,
    Text,
    Values,
    WrongFieldsError,
    hookimpl,
    rule_trick,
    say,
    side_end_fields,
    trick_question,
)

from .auction import rule_auction
from .contract import STRAINS, contract_fields
from .revokes import FREE, WON_BY, rule_revoke
from .rules import SCORINGS, choose, cite
from .score import SIDES, TRICKS_TAKEN, rule_imps

_SCORINGS = {"duplicate": say("Duplicate"), **SCORINGS}
_SEATS = say("Who sits here, clockwise, dealer first (else N, E, S, W)")
_CALLS = say("The calls, dealer first, such as: 1S P 2S all pass")


def _flag(name: str, label: Text) -> Field:
    return Field(name, "flag", label, default=False, optional=True)


_SCORE = (
    *contract_fields(),
    TRICKS_TAKEN,
    _flag("vulnerable", say("The declarer's side is vulnerable")),
    choose("scoring", say("Score"), _SCORINGS, default="duplicate", optional=True),
    Field(
        "part_score",
        "number",
        say("Below the line before (Chicago, rubber)"),
        min=0,
        max=90,
        optional=True,
    ),
    _flag("last", say("It is the last deal (Chicago)")),
    _flag("others_vulnerable", say("The others are vulnerable (rubber)")),
    *side_end_fields(SIDES),
)
_REVOKE = (
    choose("won_by", say("Who took the trick"), WON_BY),
    Field(
        "later",
        "number",
        say("Tricks that the revoking side took afterwards"),
        min=0,
        max=12,
    ),
    choose(
        "free", say("What speaks against paying"), FREE, default="no", optional=True
    ),
)
_AUCTION = (
    Field("seats", "seats", _SEATS, max=4, optional=True),
    Field(
        "calls",
        "text",
        _CALLS,
        choices=("1S P 2S P P P", "P 1NT all pass"),
        suggests=True,
    ),
)
_IMPS = (
    Field("ours", "number", say("Our score at one table")),
    Field("theirs", "number", say("Our score at the other")),
)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """List what the referee answers about bridge."""
    return (
        trick_question(FIFTY_TWO, choose("trump", say("Trump"), STRAINS)),
        Question(
            "deal", say("What does this contract score?"), _SCORE, hook="score_round"
        ),
        Question("auction", say("Which contract do these calls make?"), _AUCTION),
        Question("revoke", say("What does a revoke cost?"), _REVOKE),
        Question(
            "imps",
            say("How many international match points (IMPs) is the difference?"),
            _IMPS,
        ),
    )


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Rule on who wins a trick."""
    plays, trump = given.card_by_seat("plays"), given.choice("trump")
    if len(plays) > 4:
        raise WrongFieldsError(
            FieldError("plays", say("A trick has at most four cards."))
        )
    return rule_trick(plays, cite, "trick", trump=None if trump == "NT" else trump)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Rule on an auction, a revoke or IMPs."""
    if question == "auction":
        return rule_auction(given)
    if question == "revoke":
        return rule_revoke(given)
    return rule_imps(given.number("ours"), given.number("theirs"))

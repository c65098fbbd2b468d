"""What can be asked without a table: a trick, a score, an auction, a revoke, honours, IMPs."""

from referee import FIFTY_TWO, Field, Question, Ruling, Values, hookimpl, rule_trick, say, trick_question

from .contract import STRAINS, rule_auction
from .revokes import QUESTION as REVOKE
from .revokes import rule_revoke
from .rules import cite
from .score import HONOURS, IMPS, rule_honours, rule_imps
from .score import QUESTION as SCORE

_TRUMP = Field("trump", "choice", say("Trump"), choices=tuple(STRAINS), labels=STRAINS)

AUCTION = Question(
    "auction",
    say("Which contract do these calls make?"),
    (
        Field("seats", "seats", say("Who sits here, clockwise, dealer first (else N, E, S, W)"), max=4, optional=True),
        Field("calls", "text", say("The calls, dealer first, such as: 1S P 2S P P P")),
    ),
    help=say("P is a pass, X a double, XX a redouble. The first call that cannot be is named."),
)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """List what the referee answers about bridge."""
    return trick_question(FIFTY_TWO, _TRUMP), SCORE, AUCTION, REVOKE, HONOURS, IMPS


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Rule on who wins a trick."""
    trump = given.choice("trump")
    return rule_trick(given.card_by_seat("plays"), cite, "trick", trump=None if trump == "NT" else trump)


def _seats(given: Values) -> tuple[str, ...]:
    """Return the four seats; those that nobody named go by their directions."""
    named = given.seats("seats")
    return named + tuple(seat for seat in "NESW" if seat not in named)[: 4 - len(named)]


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Rule on an auction, a revoke, honours or IMPs."""
    if question == "auction":
        return rule_auction(_seats(given), given.text("calls"))
    if question == "revoke":
        return rule_revoke(given)
    if question == "honours":
        return rule_honours(given.choice("strain"), given.cards("cards"))
    return rule_imps(given.number("ours"), given.number("theirs"))

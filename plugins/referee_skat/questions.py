"""What can be asked about Skat without a table, and the fields of which its questions and prompts are made."""

from dataclasses import replace

from referee import THIRTY_TWO, Field, Question, Ruling, Values, hookimpl, rule_trick, say, trick_question

from .result import ALL, NONE, SOME
from .rules import ALL_POINTS, ANNOUNCED, BIDS, GAMES, LABELS, NULL, RANKS, cite, trumps_of

GAME = Field("game", "choice", say("Game"), choices=GAMES, labels=LABELS)
CONTRACT = (
    GAME,
    Field("announced", "choice", say("Announced"), choices=tuple(ANNOUNCED), labels=ANNOUNCED, default="nothing"),
    Field("bid", "number", say("Bid"), min=BIDS[0], max=BIDS[-1], default=BIDS[0]),
)
_WORDS = {"yes": say("without"), "no": say("with")}
WITHOUT = Field("without", "flag", say("With or without"), labels=_WORDS, default=False)
MATADORS = Field("matadors", "number", say("Matadors"), min=1, max=11)
POINTS = Field("points", "number", say("Declarer’s card points"), min=0, max=ALL_POINTS)
_TAKEN = {SOME: say("some"), NONE: say("no trick"), ALL: say("all")}
TRICKS = Field("tricks", "choice", say("Declarer’s tricks"), choices=tuple(_TAKEN), labels=_TAKEN, default=SOME)


def matadors_of(game: str) -> tuple[Field, ...]:
    """Return the fields that ask for the matadors of a game; a null has none."""
    return () if game == NULL else (WITHOUT, replace(MATADORS, max=len(trumps_of(game))))


def result_of(game: str) -> tuple[Field, ...]:
    """Return the fields that say how a game ended: of a null whether the declarer took a trick."""
    if game == NULL:
        return (replace(TRICKS, choices=(NONE, SOME), default=None),)
    return (*matadors_of(game), POINTS, TRICKS)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Who wins a trick, what a game counts, and whether a game covers a bid."""
    game = (*CONTRACT, WITHOUT, replace(MATADORS, optional=True))
    ended = replace(POINTS, optional=True), replace(TRICKS, optional=True, default=None)
    counts = Question("game", say("What does this game count?"), (*game, *ended), hook="score_round")
    return trick_question(THIRTY_TWO, GAME), counts, Question("bid", say("Is the bid covered?"), game)


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Who wins a trick: in a null the suit led alone, with the ten low; else the highest trump."""
    plays, game = given.card_by_seat("plays"), given.choice("game")
    if game == NULL:
        return rule_trick(plays, cite, "null-order")
    return rule_trick(plays, cite, "trick", trump=trumps_of(game), ranks=RANKS)

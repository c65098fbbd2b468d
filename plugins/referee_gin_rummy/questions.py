"""The questions that the game answers without a table: the best melds, a deal, a game."""

from dataclasses import replace

from referee import FIFTY_TWO, Card, Field, Question, Ruling, ShownCards, Values, count, hookimpl, say

from .game_end import rule_game
from .melds import all_ways, best_way, explain_way, show_way
from .rules import BONUSES, GAME_BONUSES, HAND, KNOCK, cite

KNOCKER = Field("knocker", "seat", say("Who knocked"))
MELDS = Field("melds", "card_groups", say("The knocker’s melds, if laid otherwise"), optional=True, min=3)
UPCARD = Field("upcard", "card", say("The card turned up at the deal"), choices=FIFTY_TWO)


def _optional(*fields: Field) -> tuple[Field, ...]:
    return tuple(replace(field, optional=True, default=None) for field in fields)


QUESTIONS = (
    Question(
        "melds",
        say("What are the best melds?"),
        (Field("hand", "cards", say("Ten cards, or eleven"), min=1, max=HAND + 1, choices=FIFTY_TWO),),
        say("Of eleven cards one is discarded."),
    ),
    Question(
        "deal",
        say("What does this deal score?"),
        (
            KNOCKER,
            Field(
                "hands",
                "cards_by_seat",
                say("Both hands, that of the knocker after the discard"),
                min=HAND,
                max=HAND + 1,
                choices=FIFTY_TWO,
                unless=("deadwood",),
            ),
            Field(
                "deadwood",
                "numbers_by_seat",
                say("Or the points left in each"),
                min=0,
                max=98,
                unless=("hands",),
            ),
            MELDS,
            *_optional(UPCARD, KNOCK, *BONUSES),
            Field("big_gin", "flag", say("It was big gin"), optional=True),
        ),
        hook="score_round",
    ),
    Question(
        "game",
        say("What does the game come to?"),
        (
            Field("points", "numbers_by_seat", say("Points"), min=0),
            Field("boxes", "numbers_by_seat", say("Deals won"), min=0),
            *_optional(*GAME_BONUSES),
        ),
    ),
)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """The best melds, what a deal scores, and what a game comes to."""
    return QUESTIONS


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """The ruling on the best melds of a hand, or on a finished game."""
    return rule_game(given) if question == "game" else rule_melds(given.cards("hand"))


def rule_melds(hand: tuple[Card, ...]) -> Ruling:
    """The ruling on the best way to meld a hand; of eleven cards the one is discarded that counts most."""
    ways, discard = all_ways(hand), None
    best = best_way(ways)
    if len(hand) > HAND and best.left:
        discard = {way.melds: way.left[-1] for way in ways if way.left}
        ways = [replace(way, left=way.left[:-1]) for way in ways if way.left]
        best = best_way(ways)
    discarded = discard[best.melds] if discard else None
    verdict = {"points": best.points, "melds": best.melds, "left": best.left, "discard": discarded}
    because = [cite("meld", "{why}", why=explain_way(best, ways))]
    shown = show_way(None, best)
    if discarded is not None:
        because.insert(0, cite("turn", "Of eleven cards the {card} is discarded.", card=discarded))
        shown = (*shown, ShownCards(None, (discarded,), (), say("discarded")))
    elif len(hand) > HAND:
        because.append(cite("big-gin", "All eleven are melded: big gin, where the table plays it."))
    summary = count("{n} point is left at best", "{n} points are left at best", best.points)
    return Ruling(verdict, summary, tuple(because), shown)

"""Between jacks of suits on the board suit order alone decides, trump or not."""

from dataclasses import replace

from referee import HouseRule, Ruling, Values, Wrapper, by_house_rule, hookimpl

from ..game import GAME
from ..trick import Trick, say_winner, show_trick, suited_jacks

RULE = HouseRule(
    "suit-order-jacks",
    GAME.id,
    title="Suit order alone decides between jacks",
    text="When a joker is played and several jacks of suits on the board, the jack of "
    "the highest suit wins the trick: spades, hearts, diamonds, clubs. That a "
    "jack is of the trump suit doesn’t matter.",
)
describe_house_rule = RULE.hook

_READING = "faj#jack-of-trump"


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Wrapper[Ruling]:
    """Rule again on a trick in which the referee's reading chose between jacks."""
    ruling = yield
    others = [reason for reason in ruling.because if reason.rule != _READING]
    if len(others) == len(ruling.because):
        return ruling

    board = given.cards("board")
    plays = given.card_by_seat("plays")
    seats = {card: seat for seat, card in plays.items()}
    jack = suited_jacks(board, seats)[-1]
    winner = seats[jack]
    template = (
        "Between these jacks suit order alone decides, whichever suit is trump: "
        "for the {jack}."
    )
    why = by_house_rule(RULE, template, jack=jack)
    if winner == ruling.verdict["winner"]:
        first, *rest = others
        return replace(ruling, because=(first, why, *rest))

    trump = ruling.decided.choice("trump", None)
    trick = Trick(winner, jack, trump, "suited-jack")
    return Ruling(
        {**ruling.verdict, "winner": winner, "card": jack},
        say_winner(winner, jack),
        (why, *others),
        show_trick(board, plays, trick),
    )

"""Who wins a trick, by which of the four rules, and why."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Literal, NamedTuple

from referee import (
    SUIT_NAMES,
    Card,
    Contest,
    Reason,
    Ruling,
    ShownCards,
    Text,
    Values,
    hookimpl,
    say,
)

from .rules import cite
from .stacks import DRAFT_CARDS
from .trump import suit_values, trump_of

DecidingRule = Literal["suited-jack", "joker", "trump", "highest"]
"""The rule that gave the trick, named as its section of the rules is."""

_DRAFT_CARDS = frozenset(DRAFT_CARDS)

# Draft cards stand in the order that the rules give them: by rank, equal ranks by suit,
# the jokers above all.
_order = attrgetter("order")


class Trick(NamedTuple):
    """A decided trick: the winning seat, its card, trump (a suit's letter or None), and
    the deciding rule.
    """

    winner: str
    card: Card
    trump: str | None
    reason: DecidingRule


def decide_trick(board: Sequence[Card], plays: Mapping[str, Card]) -> Trick:
    """The trick for a board of trick cards and one draft card by seat: the first rule
    that applies.

    Any number of board cards and of seats is judged. Raises ValueError when nobody has
    played, when a card belongs to the other stack (2 to 10 on the board, the rest in
    hands), and when one stands twice.
    """
    trump = trump_of(board)
    seats = {played: seat for seat, played in plays.items()}
    if not seats or len(seats) != len(plays) or not seats.keys() <= _DRAFT_CARDS:
        raise ValueError(_fault(plays))
    best, reason = _winning(board, trump, seats)
    return Trick(seats[best], best, trump, reason)


def _winning(
    board: Sequence[Card], trump: str | None, played: Mapping[Card, str]
) -> tuple[Card, DecidingRule]:
    highest: Card = max(played, key=_order)
    if highest.suit is None:
        on_board = {each.suit for each in board}
        jacks = [each for each in played if each.rank == "J" and each.suit in on_board]
        if jacks:
            return max(
                jacks, key=lambda jack: (jack.suit == trump, jack.order)
            ), "suited-jack"
        return highest, "joker"
    trumps = [each for each in played if each.suit == trump]
    if trumps:
        return max(trumps, key=_order), "trump"
    return highest, "highest"


def _fault(plays: Mapping[str, Card]) -> str:
    if not plays:
        return "nobody has played a card: a trick needs at least one"
    for seat, played in plays.items():
        if played not in _DRAFT_CARDS:
            return (
                f"{seat} played {played}, which is no draft card: play an ace, king, "
                "queen, jack or joker"
            )
    return (
        f"a card was played twice among {' '.join(map(str, plays.values()))}: each "
        "seat plays its own"
    )


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The ruling on a board and the plays: `winner`, `card`, `trump` (a suit's letter
    or None), `reason`.

    Raises ValueError as `decide_trick` does.
    """
    board, plays = given.cards("board"), given.card_by_seat("plays")
    trick = decide_trick(board, plays)
    verdict = {
        "winner": trick.winner,
        "card": trick.card,
        "trump": trick.trump,
        "reason": trick.reason,
    }
    played = sorted(plays.values(), key=lambda each: each.order)
    because = (*_WHY[trick.reason](trick, board, played), why_trump(board, trick.trump))
    shown, contest = cards_of(board, plays, trick), _contest(board, plays, trick)
    return Ruling(
        verdict, won_with(trick.winner, trick.card), because, shown, contest=contest
    )


def _contest(
    board: Sequence[Card], plays: Mapping[str, Card], trick: Trick
) -> Contest | None:
    """Between the winner and whoever would have won without that card: how many cards
    of the draft stack it is above the other one, and far more where a trump, a joker or
    a jack won over what is none. None where nobody else has played.
    """
    on_board = (
        frozenset(each.suit for each in board)
        if trick.reason == "suited-jack"
        else frozenset()
    )
    strength = _strengths(trick.trump, on_board)
    others = [seat for seat in plays if seat != trick.winner]
    if not others:
        return None
    second = max(others, key=lambda seat: strength[plays[seat]])
    told = {
        "winner": trick.winner,
        "card": trick.card,
        "other": second,
        "lower": plays[second],
    }
    text = say("{winner} with the {card} against {other} with the {lower}", **told)
    return Contest(
        trick.winner, second, strength[trick.card] - strength[plays[second]], text
    )


@cache
def _strengths(
    trump: str | None, suits_of_jacks: frozenset[str | None]
) -> Mapping[Card, int]:
    """Each card's strength under this trump, where jacks of these suits beat jokers:
    its place in the draft stack, far above every card that it beats by another rule
    than that of the highest.
    """
    far = 2 * len(DRAFT_CARDS)

    def strength(place: int, each: Card) -> int:
        if each.rank == "J" and each.suit in suits_of_jacks:
            return 3 * far + (_ABOVE_JACKS if each.suit == trump else place)
        return place + far * (2 if each.suit is None else each.suit == trump)

    return {
        each: strength(place, each)
        for place, each in enumerate(sorted(DRAFT_CARDS, key=_order))
    }


_ABOVE_JACKS = 4


def cards_of(
    board: Sequence[Card], plays: Mapping[str, Card], trick: Trick
) -> tuple[ShownCards, ...]:
    """The cards of a trick: the one that won it decided, and on the board those of the
    suit that made it win.
    """
    deciding: tuple[Card, ...] = ()
    if trick.reason in ("suited-jack", "trump"):
        deciding = tuple(each for each in board if each.suit == trick.card.suit)
    played = (
        ShownCards(seat, (each,), (each,) if each is trick.card else ())
        for seat, each in plays.items()
    )
    return ShownCards(None, tuple(board), deciding, BOARD), *played


BOARD = say("the board")


def won_with(winner: str, card: Card) -> Text:
    """The sentence that says who wins a trick, and with what."""
    return say("{winner} wins the trick with the {card}", winner=winner, card=card)


def suited_jacks(board: Collection[Card], played: Collection[Card]) -> tuple[Card, ...]:
    """The jacks among the cards played that are of a suit on the board, lowest suit
    first.
    """
    suits = {each.suit for each in board}
    jacks = (each for each in played if each.rank == "J" and each.suit in suits)
    return tuple(sorted(jacks, key=lambda each: each.order))


def why_trump(board: Sequence[Card], trump: str | None) -> Reason:
    """Why this suit, or none, is trump on this board."""
    if not board:
        return cite("trump-suit", "No card lies on the board, so no suit is trump.")
    values = suit_values(board)
    sums = tuple(
        say("{suit} {sum}", suit=SUIT_NAMES[suit], sum=value)
        for suit, value in values.items()
    )
    if trump:
        return cite(
            "trump-suit", "Trump is {suit}: {sums}.", suit=SUIT_NAMES[trump], sums=sums
        )
    highest = max(values.values())
    level = tuple(
        SUIT_NAMES[suit] for suit, value in values.items() if value == highest
    )
    template = "No suit is trump, as {suits} tie for the highest sum: {sums}."
    return cite("trump-suit", template, suits=level, sums=sums)


def _why_suited_jack(
    trick: Trick, board: Sequence[Card], played: Sequence[Card]
) -> tuple[Reason, ...]:
    jacks = suited_jacks(board, played)
    if len(jacks) == 1:
        template = (
            "A joker was played, and against it the {jack}, whose suit lies on the "
            "board: it wins."
        )
        return (cite("suited-jack", template, jack=trick.card),)
    template = (
        "A joker was played, and against it {jacks}, whose suits lie on the board: the "
        "highest jack wins."
    )
    return cite("suited-jack", template, jacks=jacks), _highest_jack(trick)


def _highest_jack(trick: Trick) -> Reason:
    if trick.card.suit == trick.trump:
        template = (
            "The rules do not say which of these jacks is the highest; this referee "
            "reads it so:"
            " the {jack} is, as the jack of trump."
        )
    else:
        template = (
            "The rules do not say which of these jacks is the highest; this referee "
            "reads it so:"
            " none of them is trump, so suit order decides, for the {jack}."
        )
    return cite("jack-of-trump", template, jack=trick.card)


def _why_joker(
    trick: Trick, board: Sequence[Card], played: Sequence[Card]
) -> tuple[Reason, ...]:
    jokers = [each for each in played if each.is_joker]
    if len(jokers) == 2:
        template = (
            "Both jokers were played, and no jack of a suit on the board: the {card} "
            "beats the {other}."
        )
        deciding = cite("joker", template, card=trick.card, other=jokers[0])
    else:
        template = (
            "The {card} was played, and no jack of a suit on the board: the joker wins."
        )
        deciding = cite("joker", template, card=trick.card)
    return deciding, *(_unsuited(each) for each in played if each.rank == "J")


def _unsuited(jack: Card) -> Reason:
    template = (
        "The {jack} does not beat a joker here: no card of its suit lies on the board."
    )
    return cite("suited-jack", template, jack=jack)


def _why_trump_won(
    trick: Trick, board: Sequence[Card], played: Sequence[Card]
) -> tuple[Reason, ...]:
    trumps = tuple(each for each in played if each.suit == trick.trump)
    if len(trumps) == 1:
        return (
            cite(
                "trump",
                "No joker was played, and the {card} is the only trump.",
                card=trick.card,
            ),
        )
    template = (
        "No joker was played, and of the trumps, {trumps}, the {card} is the highest."
    )
    return (cite("trump", template, trumps=trumps, card=trick.card),)


def _why_highest(
    trick: Trick, board: Sequence[Card], played: Sequence[Card]
) -> tuple[Reason, ...]:
    equals = tuple(each for each in played if each.rank == trick.card.rank)
    if len(equals) > 1:
        return _by_suit(trick, equals)
    if trick.trump:
        template = (
            "Nobody played a joker or a trump, and the {card} is the highest card."
        )
    else:
        template = (
            "No joker was played, no suit is trump, and the {card} is the highest card."
        )
    return (cite("highest", template, card=trick.card),)


def _by_suit(trick: Trick, equals: tuple[Card, ...]) -> tuple[Reason, ...]:
    if not trick.trump:
        template = (
            "No joker was played, no suit is trump, and the highest cards are {equals}:"
            " suit order decides, for the {card}."
        )
        return (cite("highest", template, equals=equals, card=trick.card),)
    return (
        cite(
            "highest",
            "Nobody played a joker or a trump, and the highest cards are {equals}.",
            equals=equals,
        ),
        cite(
            "suits-under-trump",
            "The rules rank the suits only where there is no trump; this referee reads "
            "it so:"
            " suit order decides here too, for the {card}.",
            card=trick.card,
        ),
    )


_WHY: Mapping[
    str, Callable[[Trick, Sequence[Card], Sequence[Card]], tuple[Reason, ...]]
] = {
    "suited-jack": _why_suited_jack,
    "joker": _why_joker,
    "trump": _why_trump_won,
    "highest": _why_highest,
}

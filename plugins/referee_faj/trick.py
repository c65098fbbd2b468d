"""The trump, and the winner of a trick by one of the four rules, with reasons."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Literal, NamedTuple

from referee import (
    RANKS,
    SUIT_NAMES,
    SUITS,
    Card,
    Cards,
    Contest,
    Reason,
    Reasons,
    ShownCards,
    Text,
    say,
)

from .game import DRAFT_CARDS, cite

DecidingRule = Literal["suited-jack", "joker", "trump", "highest"]
"""The rule that gave the trick, by the name of its section."""

BOARD = say("the board")

# Draft cards stand in the order that the rules give them: by rank, equal ranks by suit,
# the jokers above all.
_order = attrgetter("order")
_suit = attrgetter("suit")


class Trick(NamedTuple):
    """A decided trick."""

    winner: str
    card: Card
    """The winner's card."""
    trump: str | None
    """The letter of the trump suit."""
    reason: DecidingRule


def decide_trick(board: Sequence[Card], plays: Mapping[str, Card]) -> Trick:
    """Return the winner by the first rule that applies, with a card for each seat."""
    trump = trump_of(board)
    seats = {card: seat for seat, card in plays.items()}
    best, reason = _find_best(board, trump, seats)
    return Trick(seats[best], best, trump, reason)


def _find_best(
    board: Sequence[Card], trump: str | None, played: Collection[Card]
) -> tuple[Card, DecidingRule]:
    highest = max(played, key=_order)
    if highest.suit is None:
        # It is a joker.
        jacks = suited_jacks(board, played)
        for jack in jacks:
            if jack.suit == trump:
                return jack, "suited-jack"
        if jacks:
            return jacks[-1], "suited-jack"
        return highest, "joker"

    trumps = [card for card in played if card.suit == trump]
    if trumps:
        return max(trumps, key=_order), "trump"
    return highest, "highest"


def suited_jacks(board: Collection[Card], played: Collection[Card]) -> Cards:
    """Return the jacks played that are of a suit on the board, lowest suit first."""
    suits = set(map(_suit, board))
    jacks = [card for card in played if card.rank == "J" and card.suit in suits]
    return tuple(sorted(jacks, key=_order))


# Trump

_VALUES = {rank: value for value, rank in enumerate(RANKS, 2)}


def trump_of(board: Sequence[Card]) -> str | None:
    """Return the suit with the highest sum on a board; None without a single one."""
    sums = suit_values(board)
    highest = max(sums.values(), default=0)
    leading = [suit for suit, total in sums.items() if total == highest]
    return leading[0] if len(leading) == 1 else None


def suit_values(board: Sequence[Card]) -> dict[str, int]:
    """Return the sum of values of every suit on the board, lowest suit first."""
    sums = dict.fromkeys(SUITS, 0)
    for card in board:
        sums[str(card.suit)] += _VALUES[card.rank]
    return {suit: total for suit, total in sums.items() if total}


# How narrowly it was won


def contest_of(
    board: Sequence[Card], plays: Mapping[str, Card], trick: Trick
) -> Contest | None:
    """Return the winner against the next best; None if the winner was alone.

    The margin is the number of draft cards between their cards. It is far more if a
    trump, a joker or a jack won over an ordinary card.
    """
    others = [seat for seat in plays if seat != trick.winner]
    if not others:
        return None

    suits: frozenset[str | None] = frozenset()
    if trick.reason == "suited-jack":
        suits = frozenset(map(_suit, board))
    strengths = _strengths(trick.trump, suits)
    second = max(others, key=lambda seat: strengths[plays[seat]])
    card = trick.card
    lower = plays[second]
    template = "{winner} with the {card} beats {other} with the {lower}"
    text = say(template, winner=trick.winner, card=card, other=second, lower=lower)
    return Contest(trick.winner, second, strengths[card] - strengths[lower], text)


def _strengths(
    trump: str | None, suits_of_jacks: frozenset[str | None]
) -> Mapping[Card, int]:
    """Return each card's strength under this trump; jacks of these suits beat jokers.

    The strength is the card's index in the draft stack. It is far above every card that
    the card beats by another rule than that of the highest.
    """
    far = 2 * len(DRAFT_CARDS)
    strengths = {}
    for index, card in enumerate(DRAFT_CARDS):
        is_trump = card.suit == trump
        strength = index
        if card.rank == "J" and card.suit in suits_of_jacks:
            # The jacks have the indexes 0 to 3, and that of trump is above them all.
            strength = 3 * far + 4 if is_trump else 3 * far + index
        elif card.is_joker:
            strength += 2 * far
        elif is_trump:
            strength += far
        strengths[card] = strength
    return strengths


# What is shown and said of it


def show_trick(
    board: Sequence[Card], plays: Mapping[str, Card], trick: Trick
) -> tuple[ShownCards, ...]:
    """Return the cards of a trick: the winner's decided, and on the board its suit."""
    deciding: Cards = ()
    if trick.reason in ("suited-jack", "trump"):
        deciding = tuple(card for card in board if card.suit == trick.card.suit)
    shown = [ShownCards(None, tuple(board), deciding, BOARD)]
    for seat, card in plays.items():
        cards = (card,)
        shown.append(ShownCards(seat, cards, cards if seat == trick.winner else ()))
    return tuple(shown)


def say_winner(winner: str, card: Card) -> Text:
    """Return the sentence that says who wins a trick, and with what."""
    return say("{winner} wins the trick with the {card}", winner=winner, card=card)


def explain_trick(
    board: Sequence[Card], plays: Mapping[str, Card], trick: Trick
) -> Reasons:
    """Return why this card wins, and why this suit, or none, is trump."""
    played = sorted(plays.values(), key=_order)
    reasons = _REASONS[trick.reason](trick, board, played)
    return (*reasons, _explain_trump(board, trick.trump))


def _explain_trump(board: Sequence[Card], trump: str | None) -> Reason:
    if not board:
        return cite("trump-suit", "There is no card on the board, so no suit is trump.")
    values = suit_values(board)
    highest = max(values.values())
    sums = []
    tied = []
    for suit, value in values.items():
        name = SUIT_NAMES[suit]
        sums.append(say("{suit} {sum}", suit=name, sum=value))
        if value == highest:
            tied.append(name)
    if trump:
        template = "Trump is {suit}: {sums}."
        return cite("trump-suit", template, suit=SUIT_NAMES[trump], sums=tuple(sums))
    template = "No suit is trump, as {suits} tie for the highest sum: {sums}."
    return cite("trump-suit", template, suits=tuple(tied), sums=tuple(sums))


_Reasons = Iterator[Reason]


def _by_suited_jack(
    trick: Trick, board: Sequence[Card], played: Sequence[Card]
) -> _Reasons:
    jack = trick.card
    jacks = suited_jacks(board, played)
    if len(jacks) == 1:
        template = "The {jack} beats the joker: its suit is on the board."
        yield cite("suited-jack", template, jack=jack)
        return

    template = (
        "Against the joker came {jacks}, whose suits are on the board: the highest "
        "jack wins."
    )
    yield cite("suited-jack", template, jacks=jacks)
    template = (
        "The rules don’t say which of these jacks is the highest. None of them is "
        "trump, so suit order decides, for the {jack}."
    )
    if jack.suit == trick.trump:
        template = (
            "The rules don’t say which of these jacks is the highest. Here it is the "
            "{jack}, as the jack of trump."
        )
    yield cite("jack-of-trump", template, jack=jack)


def _by_joker(trick: Trick, board: Sequence[Card], played: Sequence[Card]) -> _Reasons:
    card = trick.card
    lower, *_ = [joker for joker in played if joker.is_joker]
    template = "The {card} wins: nobody played a jack of a suit on the board."
    if lower is not card:
        template = (
            "Two jokers, and no jack of a suit on the board: the {card} beats the "
            "{other}."
        )
    yield cite("joker", template, card=card, other=lower)
    template = "The {jack} doesn’t beat a joker here: its suit isn’t on the board."
    for jack in played:
        if jack.rank == "J":
            yield cite("suited-jack", template, jack=jack)


def _by_trump(trick: Trick, board: Sequence[Card], played: Sequence[Card]) -> _Reasons:
    trumps = tuple(card for card in played if card.suit == trick.trump)
    template = "No joker, and of the trumps, {trumps}, the {card} is the highest."
    if len(trumps) == 1:
        template = "No joker, and the {card} is the only trump."
    yield cite("trump", template, trumps=trumps, card=trick.card)


def _by_highest(
    trick: Trick, board: Sequence[Card], played: Sequence[Card]
) -> _Reasons:
    card = trick.card
    equals = tuple(other for other in played if other.rank == card.rank)
    if len(equals) == 1:
        template = "No joker, no trump, and the {card} is the highest card."
        if trick.trump:
            template = (
                "Nobody played a joker or a trump, and the {card} is the highest card."
            )
        yield cite("highest", template, card=card)
    elif not trick.trump:
        template = (
            "No joker, no trump, and the highest cards are {equals}: suit order "
            "favours the {card}."
        )
        yield cite("highest", template, equals=equals, card=card)
    else:
        template = (
            "Nobody played a joker or a trump, and the highest cards are {equals}."
        )
        yield cite("highest", template, equals=equals)
        template = (
            "The rules rank the suits only without a trump. Suit order decides here "
            "too, for the {card}."
        )
        yield cite("suits-under-trump", template, card=card)


_REASONS = {
    "suited-jack": _by_suited_jack,
    "joker": _by_joker,
    "trump": _by_trump,
    "highest": _by_highest,
}

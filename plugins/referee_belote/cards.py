"""The cards: their order, their points, what may be played, and announcements."""

from referee import (
    RANKS,
    SUIT_NAMES,
    Cards,
    TakenTrick,
    best_card,
    card,
    choice_field,
    count_points,
    follow_suit,
    is_run,
    is_set,
    say,
    suit_of,
)

NO_TRUMP = "none"
ALL_TRUMP = "all"

TRUMPS = {**SUIT_NAMES, NO_TRUMP: say("no trump"), ALL_TRUMP: say("all trump")}
"""The names of all possible trumps, for sentences."""

TRUMP = choice_field("trump", say("Trump"), TRUMPS)

_PLAIN_RANKS = "789JQKTA"
_TRUMP_RANKS = "78QKTA9J"
"""The ranks in trump and in plain suits, both lowest first."""

_PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
_MORE_IN_TRUMP = {"J": 18, "9": 14}
"""The points of cards of the trump suit beyond those of plain suits."""

_OTHER_POINTS = {
    NO_TRUMP: {**_PLAIN_POINTS, "A": 19},
    ALL_TRUMP: {"J": 13, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 2},
}

BELOTE = 20


def trumps_of(trump: str) -> Cards:
    """Return the trump suit's cards, lowest first; empty if no single suit is trump.

    >>> trumps_of("H")
    (<7H>, <8H>, <QH>, <KH>, <TH>, <AH>, <9H>, <JH>)
    """
    if trump not in SUIT_NAMES:
        return ()
    return tuple(card(f"{rank}{trump}") for rank in _TRUMP_RANKS)


def ranks_of(trump: str) -> str:
    """Return the ranks of cards outside a trump suit, lowest first."""
    if trump == ALL_TRUMP:
        return _TRUMP_RANKS
    return _PLAIN_RANKS


def count_cards(cards: Cards, trump: str) -> int:
    """Return the points of cards, without those for the last trick.

    >>> count_cards((card("JH"), card("JS"), card("AS")), "H")
    33
    """
    trumps = [card for card in cards if card.suit == trump]
    points = count_points(cards, _OTHER_POINTS.get(trump, _PLAIN_POINTS))
    return points + count_points(trumps, _MORE_IN_TRUMP)


def may_play(
    trump: str, trumps_under: bool, lying: TakenTrick, hand: Cards, trumps: Cards
) -> Cards:
    """Return which cards of a hand may be played to a trick.

    With `trumps_under` a hand without a higher trump has to play a lower one.

    >>> hearts = trumps_of("H")
    >>> lying = TakenTrick({"Ana": card("AS"), "Ben": card("9H")}, "")
    >>> may_play("H", True, lying, (card("7H"), card("8C")), hearts)
    (<7H>,)
    >>> may_play("H", True, lying, (card("7H"), card("JH"), card("8C")), hearts)
    (<JH>,)
    """
    led = lying.suit_led(trumps)
    played = tuple(lying.plays.values())
    if not led or not played:
        return hand
    ranks = ranks_of(trump)
    best = best_card(played, led, trumps, ranks)
    may = follow_suit(lying, hand, trumps)
    owes_lower = True
    if suit_of(may[0], trumps) != led:
        # The second to last card is the partner's.
        if best in played[-2:-1]:
            return hand
        may = tuple(card for card in hand if card in trumps)
        owes_lower = trumps_under
    elif trump != ALL_TRUMP and may[0] not in trumps:
        return may

    higher = tuple(
        card for card in may if best_card((best, card), led, trumps, ranks) is card
    )
    if owes_lower:
        return higher or may or hand
    return higher or hand


# Announcements

_RUNS = {3: 20, 4: 50}
_CARRES = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
_CARRES_WITHOUT_TRUMP = {**_CARRES, "A": 200, "T": 150, "J": 100, "9": 100}


def strength_of(meld: Cards, trump: str) -> tuple[int, ...]:
    """Return an announcement's strength among others; empty for any other cards.

    A carré beats every sequence. More points, the second number, beat fewer; then the
    highest card decides, then trump.

    >>> jacks = tuple(map(card, ("JC", "JD", "JH", "JS")))
    >>> strength_of(jacks, "H")[1], strength_of(jacks, "none")[1]
    (200, 100)
    >>> strength_of(jacks[:3], "H")
    ()
    """
    first = meld[0]
    if is_run(meld, aces="high"):
        # Five cards or more are a quinte.
        points = _RUNS.get(len(meld), 100)
        highest = max(RANKS.index(card.rank) for card in meld)
        return False, points, highest, first.suit == trump
    carres = _CARRES_WITHOUT_TRUMP if trump == NO_TRUMP else _CARRES
    if len(meld) < 4 or not is_set(meld) or first.rank not in carres:
        return ()
    return True, carres[first.rank], _PLAIN_RANKS.index(first.rank)

"""The cards: their order, their points, what may be played, and announcements."""

from collections.abc import Mapping

from referee import (
    RANKS,
    SUIT_NAMES,
    Card,
    Cards,
    TakenTrick,
    best_card,
    card,
    choice_field,
    count_points,
    is_run,
    is_set,
    say,
    suit_of,
    without,
)

NO_TRUMP, ALL_TRUMP = "none", "all"

TRUMPS = {**SUIT_NAMES, NO_TRUMP: say("no trump"), ALL_TRUMP: say("all trump")}
"""All that can be trump, with their names in a sentence."""

TRUMP = choice_field("trump", say("Trump"), TRUMPS)

_PLAIN_RANKS = "789JQKTA"
_TRUMP_RANKS = "78QKTA9J"
"""Both lowest first."""

_PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
_TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
_OTHER_POINTS: Mapping[str, Mapping[str, int]] = {
    NO_TRUMP: {**_PLAIN_POINTS, "A": 19},
    ALL_TRUMP: {"J": 13, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 2},
}

DER = 10
"""The last trick, dix de der."""

ALL_POINTS, ALL_TRICKS = 162, 252
"""A deal's points with the last trick; and those of a side that takes all tricks."""

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
    """Return how cards outside a trump suit rank, lowest first."""
    return _TRUMP_RANKS if trump == ALL_TRUMP else _PLAIN_RANKS


def count_cards(cards: Cards, trump: str) -> int:
    """Return the points of cards, without those for the last trick.

    >>> count_cards((card("JH"), card("JS"), card("AS")), "H")
    33
    """
    trumps = tuple(card for card in cards if card.suit == trump)
    plain = _OTHER_POINTS.get(trump, _PLAIN_POINTS)
    others = without(cards, trumps)
    return count_points(trumps, _TRUMP_POINTS) + count_points(others, plain)


def may_play(
    trump: str, trumps_under: bool, lying: TakenTrick, hand: Cards, trumps: Cards
) -> Cards:
    """Return which cards of a hand may be played to a trick.

    With `trumps_under` a hand that has no higher trump has to play a lower one.

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
    best = best_card(played, led, trumps, ranks_of(trump))
    following = tuple(card for card in hand if suit_of(card, trumps) == led)
    if following:
        is_trump_led = trump == ALL_TRUMP or following[0] in trumps
        return (is_trump_led and _list_higher(best, following)) or following

    held = tuple(card for card in hand if card in trumps)
    partner_wins = len(played) > 1 and played[-2] is best
    if partner_wins or not held:
        return hand
    if best not in trumps:
        return held
    higher = _list_higher(best, held)
    if higher or trumps_under:
        return higher or held
    return hand


def _list_higher(best: Card, cards: Cards) -> Cards:
    """Return which of these cards, all of one suit, beat `best` by rank of trumps."""
    height = _TRUMP_RANKS.index(best.rank)
    return tuple(card for card in cards if _TRUMP_RANKS.index(card.rank) > height)


# Announcements

_RUNS = {3: 20, 4: 50, 5: 100}
_CARRES = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
_CARRES_WITHOUT_TRUMP = {**_CARRES, "A": 200, "T": 150, "J": 100, "9": 100}


def value_of(meld: Cards, trump: str) -> int:
    """Return the points of an announcement; 0 if it is none.

    >>> jacks = tuple(map(card, ("JC", "JD", "JH", "JS")))
    >>> value_of(jacks, "H"), value_of(jacks, "none"), value_of(jacks[:3], "H")
    (200, 100, 0)
    """
    if is_run(meld, aces="high"):
        # Six or more count as five.
        return _RUNS[min(len(meld), 5)]
    if not is_set(meld) or len(meld) < 4:
        return 0
    carres = _CARRES_WITHOUT_TRUMP if trump == NO_TRUMP else _CARRES
    return carres.get(meld[0].rank, 0)


def strength_of(meld: Cards, trump: str) -> tuple[int, ...]:
    """Return how an announcement compares with others; empty if it is none.

    A carré beats every sequence, more points beat fewer; then the highest card decides,
    then trump.
    """
    value = value_of(meld, trump)
    if not value:
        return ()
    carre = is_set(meld)
    ranks = _PLAIN_RANKS if carre else RANKS
    highest = max(ranks.index(card.rank) for card in meld)
    return carre, value, highest, not carre and meld[0].suit == trump

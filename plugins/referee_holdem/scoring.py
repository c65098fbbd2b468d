"""The winners of showdowns, and the split of pots: questions and rulings."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise

from referee import (
    FIFTY_TWO,
    POKER_CATEGORIES,
    RANKS,
    Card,
    Cards,
    CardsSeen,
    Field,
    PokerHand,
    Pot,
    Question,
    Reason,
    Ruling,
    Seats,
    ShownCards,
    Text,
    Values,
    best_poker_hand,
    divide_pots,
    hookimpl,
    name_poker_hand,
    return_uncalled,
    say,
    share_pot,
    wrong_field,
)

from .game import cite

Share = Callable[[int, Sequence[str], int], dict[str, int]]
"""How winners share chips that come in chips of one size."""

_TWO_EACH = say("The two cards of each")
BOARD = Field("board", "cards", say("The board"), min=3, max=5, choices=FIFTY_TWO)
HANDS = Field("hands", "cards_by_seat", _TWO_EACH, min=2, max=2, choices=FIFTY_TWO)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions who wins a showdown, and how pots split."""
    showdown = Question("showdown", say("Who wins this showdown?"), (BOARD, HANDS))

    label = say("Each player's chips in the pot, from the dealer's left")
    put_in = Field("put_in", "numbers_by_seat", label, min=0)
    ranking = Field("ranking", "order", say("Who is still in, best hand first"), min=1)
    label = say("Smallest chip")
    chip = Field("chip", "number", label, optional=True, min=1, max=10_000)
    title = say("How do these pots split?")
    fields = (put_in, ranking, chip)
    return showdown, Question("pots", title, fields, hook="score_round")


@hookimpl
def answer(given: Values) -> Ruling:
    """Return who wins a showdown; the ruling refuses a card that is named twice."""
    return rule_showdown(given.cards("board"), given.cards_by_seat("hands"))


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return how the pots split.

    The seats of `put_in` stand clockwise from the dealer's left neighbour on. `ranking`
    has those who are still in, the best hand first; all others have folded, or show
    nothing.
    """
    return rule_pots(given, share_pot)


def rule_pots(given: Values, share: Share) -> Ruling:
    """Return the ruling on pots whose odd chips are shared so."""
    put_in = given.numbers_by_seat("put_in")
    ranking = given.order("ranking")
    inside = list(chain.from_iterable(ranking))
    _require_winner(put_in, inside)
    chip = given.number("chip", None) or 1
    pots = divide_pots(put_in, [seat for seat in put_in if seat not in inside])

    because = []
    returned = return_uncalled(put_in)
    for seat, n in returned.items():
        template = "{n} goes back to {seat}: nobody called it."
        because.append(cite("uncalled", template, seat=seat, n=n))
    won = dict.fromkeys(put_in, 0)
    winners = []
    shared_out = []
    odd_chips = []
    for number, pot in enumerate(pots):
        best = _find_winners(pot, ranking, put_in)
        winners.append(best)
        shared_out.append({"chips": pot.chips, "seats": pot.seats, "winners": best})
        because.append(_explain_pot(pot, number, len(pots), best))

        shares = share(pot.chips, best, chip)
        most = max(shares.values())
        for seat, n in shares.items():
            won[seat] += n
        more = tuple(seat for seat in best if shares[seat] == most)
        if more != best:
            template = "The odd chips go to {seats}, first left of the dealer."
            odd_chips.append(cite("odd-chips", template, seats=more))

    verdict = {"won": won, "returned": returned, "pots": shared_out}
    return Ruling(verdict, _summarise(pots, winners), (*because, *odd_chips))


def _require_winner(put_in: Mapping[str, int], inside: Collection[str]) -> None:
    """Raise WrongFieldsError where nobody could win what was put in."""
    for seat in inside:
        if seat not in put_in:
            message = say("{seat} has no chips in the pot.", seat=seat)
            raise wrong_field("ranking", message)

    called = sum(put_in.values()) - sum(return_uncalled(put_in).values())
    if called and not any(put_in[seat] for seat in inside):
        message = say("Nobody here put in chips, so nobody can win the pot.")
        raise wrong_field("ranking", message)


def _find_winners(
    pot: Pot, ranking: Sequence[Sequence[str]], clockwise: Collection[str]
) -> Seats:
    """Return the best of those who can win a pot, clockwise."""
    for place in ranking:
        able = set(place).intersection(pot.seats)
        if able:
            return tuple(seat for seat in clockwise if seat in able)
    return ()


def _explain_pot(pot: Pot, number: int, pots: int, winners: Seats) -> Reason:
    template = "Side pot {number}, {n}: {seats} can win it. It goes to {winners}."
    if len(pot.seats) == 1:
        template = "{seats} wins this pot of {n}."
    elif pots == 1:
        template = "The pot, {n}: {seats} can win it. It goes to {winners}."
    elif not number:
        template = "Main pot, {n}: {seats} can win it. It goes to {winners}."
    return cite(
        "pots", template, number=number, n=pot.chips, seats=pot.seats, winners=winners
    )


def _summarise(pots: Sequence[Pot], winners: Sequence[Seats]) -> Text:
    if not pots:
        return say("Nothing is in the pot")
    texts = []
    total = 0
    for pot, best in zip(pots, winners, strict=True):
        total += pot.chips
        texts.append(say("{n} to {seats}", n=pot.chips, seats=best))
    if len(set(winners)) > 1:
        return say("{parts:;}", parts=tuple(texts))
    seats = winners[0]
    if len(seats) == 1:
        return say("{seat} takes {n}", seat=seats[0], n=total)
    return say("{seats} share {n}", seats=seats, n=total)


# A showdown


Ranking = tuple[Seats, ...]
_Hands = Mapping[str, PokerHand]

_RANKS_IN_NAME = {"two pair": 2, "full house": 2}
"""How many ranks the name of a hand tells, where it is more than one."""

_WITHOUT_KICKERS = ("high card", "flush")
"""Hands of five single cards: of these one speaks of the next card, not of a kicker."""


def rule_showdown(board: Cards, held: Mapping[str, Cards]) -> Ruling:
    """Return the ruling on a showdown, a refusal where a card is named twice."""
    seen = CardsSeen().with_cards(board, cite("one-of-each", "It's on the board."))
    refused = seen.refuse(chain.from_iterable(held.values()), _say_twice)
    if refused:
        return refused

    hands = {seat: best_poker_hand((*cards, *board)) for seat, cards in held.items()}
    strengths = {seat: hand.strength for seat, hand in hands.items()}
    ordered = sorted(hands, key=strengths.__getitem__, reverse=True)
    places = groupby(ordered, key=strengths.__getitem__)
    ranking = tuple(tuple(place) for _, place in places)
    winners = ranking[0]
    best_fives = {}
    for seat, hand in hands.items():
        best_fives[seat] = {"category": hand.category, "cards": hand.cards}
    verdict = {"ranking": ranking, "winners": winners, "hands": best_fives}

    shown = [ShownCards(None, board, name=say("The board"))]
    for seat in ordered:
        five = hands[seat].cards
        shown.append(ShownCards(seat, five, five if seat in winners else ()))
    because = tuple(_explain_ranking(ranking, hands))
    return Ruling(verdict, _name_winners(ranking, hands), because, tuple(shown))


def _say_twice(card: Card) -> Text:
    return say("The {card} is entered twice", card=card)


def _name_winners(ranking: Ranking, hands: _Hands) -> Text:
    winners = ranking[0]
    winner = winners[0]
    best = hands[winner]
    hand = name_poker_hand(best)
    if len(winners) > 1:
        return say("{winners} share: {hand}", winners=winners, hand=hand)
    if len(ranking) > 1 and best.category not in _WITHOUT_KICKERS:
        kickers = _find_deciding_cards(best, hands[ranking[1][0]])
        if kickers:
            template = "{winner} wins: {hand}, {card:short} as kicker"
            return say(template, winner=winner, hand=hand, card=kickers[0])
    return say("{winner} wins: {hand}", winner=winner, hand=hand)


def _explain_ranking(ranking: Ranking, hands: _Hands) -> Iterator[Reason]:
    """Yield what parts each place from the next, and why others share one."""
    for above, below in pairwise(ranking):
        yield _explain_place(above[0], below[0], hands)
    for place in ranking:
        if len(place) > 1:
            template = "{seats} have five cards of the same ranks: they share."
            yield cite("share", template, seats=place)
    if len(hands) == 1:
        yield cite("best-five", "Nobody else showed cards.")


def _explain_place(seat: str, other: str, hands: _Hands) -> Reason:
    best = hands[seat]
    second = hands[other]
    hand = name_poker_hand(best)
    cards = _find_deciding_cards(best, second)
    if cards:
        card, lower_card = cards
        template = (
            "{seat} and {other} both have {hand}. The kicker decides: {card:short} to "
            "{lower:short}."
        )
        if best.category in _WITHOUT_KICKERS:
            template = (
                "{seat} and {other} both have {hand}. The next card decides: "
                "{card:short} to {lower:short}."
            )
        return cite(
            "kickers",
            template,
            seat=seat,
            other=other,
            hand=hand,
            card=card,
            lower=lower_card,
        )

    section = "kickers"
    template = "{seat}: {hand}. {other}: {lower}."
    lower = name_poker_hand(second)
    if best.category != second.category:
        section = "best-five"
        template = "{seat} has {hand}, {other} only {lower}."
        hand = POKER_CATEGORIES[best.category]
        lower = POKER_CATEGORIES[second.category]
    return cite(section, template, seat=seat, other=other, hand=hand, lower=lower)


def _find_deciding_cards(best: PokerHand, second: PokerHand) -> Cards:
    """Return the single cards that part two hands of one name; none if names do."""
    strengths = zip(best.strength, second.strength, strict=False)
    pairs = enumerate(strengths)
    place = next(place for place, (high, low) in pairs if high != low)
    if place <= _RANKS_IN_NAME.get(best.category, 1):
        return ()
    return _find_card(best, place), _find_card(second, place)


def _find_card(hand: PokerHand, place: int) -> Card:
    rank = RANKS[hand.strength[place] - 2]
    return next(card for card in hand.cards if card.rank == rank)

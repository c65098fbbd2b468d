"""The winners of showdowns, and the split of pots: questions and rulings."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
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
    Reasons,
    Ruling,
    Seats,
    ShownCards,
    Text,
    Values,
    divide_pots,
    hookimpl,
    name_poker_hand,
    number_field,
    return_uncalled,
    say,
    share_pot,
    wrong_field,
)

from .game import HILO, TEXAS, VARIANT, cards_of, cite
from .omaha import best_hand, best_low, low_strength

Share = Callable[[int, Sequence[str], int], dict[str, int]]
"""Shares chips among winners, in chips of one size."""

_CARDS_EACH = say("The cards of each")
BOARD = Field("board", "cards", say("The board"), min=3, max=5, choices=FIFTY_TWO)
HANDS = Field("hands", "cards_by_seat", _CARDS_EACH, min=2, max=2, choices=FIFTY_TWO)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions who wins a showdown, and how pots split."""
    variant = replace(VARIANT, optional=True, default=None)
    fields = (BOARD, replace(HANDS, max=4), variant)
    showdown = Question("showdown", say("Who wins this showdown?"), fields)
    label = say("Who is still in, from the dealer’s left")
    inside = Field("inside", "seats", label, min=1)
    label = say("Who bet or raised last in the last betting round (nobody: empty)")
    aggressor = Field("aggressor", "seat", label, optional=True)
    title = say("Who shows first?")
    shows = Question("shows-first", title, (inside, aggressor))

    label = say("Each player’s chips in the pot, from the dealer’s left")
    put_in = Field("put_in", "numbers_by_seat", label, min=0)
    ranking = Field("ranking", "order", say("Who is still in, best hand first"), min=1)
    label = say("Smallest chip")
    chip = number_field("chip", label, 1, 10_000, optional=True)
    title = say("How do these pots split?")
    low = Field("low", "order", say("Best low first"), optional=True, min=0)
    label = say("Antes for all, and other dead chips")
    dead = number_field("dead", label, 0, optional=True)
    pots = (put_in, ranking, chip, low, dead)
    return showdown, shows, Question("pots", title, pots, hook="score_round")


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Return who shows first, or who wins a showdown.

    The ruling refuses a card that is named twice.
    """
    if question == "shows-first":
        inside = given.seats("inside")
        aggressor = given.seat("aggressor", "")
        first = shows_first(inside, aggressor)
        template = (
            "Nobody bet in the last betting round: {seat} is the first left of the "
            "dealer."
        )
        if first == aggressor:
            template = "{seat} was the last to bet or raise in the last betting round."
        why = cite("shows-first", template, seat=first)
        summary = say("{seat} shows first", seat=first)
        return Ruling({"seat": first}, summary, (why,))
    variant = given.choice("variant") if given.has("variant") else TEXAS
    hands = given.cards_by_seat("hands")
    n = cards_of(variant)
    for seat, cards in hands.items():
        if len(cards) != n:
            template = "{seat} needs {n} cards."
            message = say(template, seat=seat, n=n)
            raise wrong_field("hands", message)
    return rule_showdown(given.cards("board"), hands, variant)


def shows_first(inside: Sequence[str], aggressor: str) -> str:
    """Return the seat that shows first; `inside` begins at the dealer's left."""
    return aggressor if aggressor in inside else inside[0]


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return how the pots split.

    The seats of `put_in` stand clockwise from the dealer's left neighbour on. `ranking`
    has the seats still in, the best hand first. All others have folded, or show
    nothing.
    """
    return rule_pots(given, share_pot)


def rule_pots(given: Values, share: Share) -> Ruling:
    """Return the ruling on pots; `share` divides one pot among its winners."""
    put_in = given.numbers_by_seat("put_in")
    low = given.order("low") if given.has("low") else None
    ranking = _rank_inside(given.order("ranking"), low or ())
    inside = list(chain.from_iterable(ranking))
    _require_winner(put_in, inside)
    chip = given.number("chip", None) or 1
    pots = divide_pots(put_in, [seat for seat in put_in if seat not in inside])

    because = []
    dead = given.number("dead", 0)
    if dead:
        pots = _add_dead(pots, dead, inside)
    returned = return_uncalled(put_in)
    for seat, n in returned.items():
        template = "{n} goes back to {seat}: nobody called it."
        because.append(cite("uncalled", template, seat=seat, n=n))
    won = dict.fromkeys(put_in, 0)
    winners = []
    shared_out = []
    odd_chips: list[Reason] = []
    for number, pot in enumerate(pots):
        best = find_winners(pot, ranking, put_in)
        winners.append(best)
        shared_out.append({"chips": pot.chips, "seats": pot.seats, "winners": best})
        lows = None if low is None else find_winners(pot, low, put_in)
        for_low, for_high, why = _share_one_pot(pot, best, lows, chip, share)
        for seat, n in chain(for_low.items(), for_high.items()):
            won[seat] += n
        because.append(_explain_pot(pot, number, len(pots), best, bool(for_low)))
        because += why
        odd_chips += _explain_odd_chips(for_high)

    if dead:
        because.append(cite("antes", "Dead chips in the main pot: {n}.", n=dead))
    verdict = {"won": won, "returned": returned, "pots": shared_out}
    # Of one pot, the best hand and the best low win a part each.
    summary = _summarise_shares(won) if low else _summarise(pots, winners)
    return Ruling(verdict, summary, (*because, *odd_chips))


def _rank_inside(ranking: Sequence[Seats], low: Sequence[Seats]) -> tuple[Seats, ...]:
    """Return all who are still in, the best hand first.

    Seats that only win a low come below all high hands of the entry.
    """
    inside = [*chain.from_iterable(ranking)]
    only_low = [seat for seat in chain.from_iterable(low) if seat not in inside]
    if not only_low:
        return tuple(ranking)
    return (*ranking, tuple(only_low))


def _share_one_pot(
    pot: Pot, best: Seats, lows: Seats | None, chip: int, share: Share
) -> tuple[Mapping[str, int], Mapping[str, int], Reasons]:
    """Return the shares of a pot's low and of its high hands, and why the low's."""
    for_low, why = _give_low(pot, lows, best, chip, share)
    left = pot.chips - sum(for_low.values())
    return for_low, share(left, best, chip), why


def _give_low(
    pot: Pot,
    best: Seats | None,
    high: Seats,
    chip: int,
    share: Share,
) -> tuple[Mapping[str, int], Reasons]:
    """Return the shares of a pot's best lows, with the reasons.

    `best` is None without hi-lo. Several seats that win `both` halves share the whole
    pot.
    """
    if best is None:
        return {}, ()
    if len(high) > 1 and high == best:
        template = "{seats} share both halves: so the pot is shared as one."
        return {}, (cite("hi-lo", template, seats=high),)
    if not best:
        template = "Nobody who can win it has a low: the high hand takes it all."
        return {}, (cite("hi-lo", template),)
    n = pot.chips // 2 // chip * chip
    template = "Half of it, {n}, goes to the low: {seats}."
    if 2 * n < pot.chips:
        template = "{n} goes to the low: {seats}. The odd chip goes to the high hand."
    shares = share(n, best, chip)
    why = cite("hi-lo", template, n=n, seats=best)
    return shares, (why, *_explain_odd_chips(shares))


def _explain_odd_chips(shares: Mapping[str, int]) -> Reasons:
    """Return who gets more of a shared pot than others; nothing if nobody does."""
    most = max(shares.values())
    more = tuple(seat for seat, n in shares.items() if n == most)
    if len(more) == len(shares):
        return ()
    template = "The odd chips go to {seats}, first left of the dealer."
    return (cite("odd-chips", template, seats=more),)


def _add_dead(pots: Sequence[Pot], dead: int, inside: Sequence[str]) -> tuple[Pot, ...]:
    """Add an ante for all to the main pot.

    If the big blind had chips for the ante alone, the ante is the main pot.
    """
    if not pots or not set(inside).issubset(pots[0].seats):
        return (Pot(dead, tuple(inside)), *pots)
    main, *others = pots
    grown = replace(main, chips=main.chips + dead)
    return (grown, *others)


def _require_winner(put_in: Mapping[str, int], inside: Collection[str]) -> None:
    """Raise WrongFieldsError if nobody could win what was put in."""
    for seat in inside:
        if seat not in put_in:
            message = say("{seat} has no chips in the pot.", seat=seat)
            raise wrong_field("ranking", message)

    called = sum(put_in.values()) - sum(return_uncalled(put_in).values())
    if called and not any(put_in[seat] for seat in inside):
        message = say("Nobody here put in chips, so nobody can win the pot.")
        raise wrong_field("ranking", message)


def find_winners(
    pot: Pot, ranking: Sequence[Sequence[str]], clockwise: Collection[str]
) -> Seats:
    """Return the best of those who can win a pot, clockwise."""
    for place in ranking:
        able = set(place).intersection(pot.seats)
        if able:
            return tuple(seat for seat in clockwise if seat in able)
    return ()


_POTS = {
    "only": "The pot, {n}, paid by {payers}: it goes to {winners}.",
    "main": "Main pot, {n}, paid by {payers}: it goes to {winners}.",
    "side": "Side pot {number}, {n}, paid by {payers}: it goes to {winners}.",
    "dead": "Main pot, {n}: it goes to {winners}.",
}
_HALVED_POTS = {
    "only": "The pot, {n}, paid by {payers}. High: {winners}.",
    "main": "Main pot, {n}, paid by {payers}. High: {winners}.",
    "side": "Side pot {number}, {n}, paid by {payers}. High: {winners}.",
    "dead": "Main pot, {n}. High: {winners}.",
}


def _explain_pot(
    pot: Pot, number: int, pots: int, winners: Seats, is_halved: bool
) -> Reason:
    which = "side" if number else "main"
    if pots == 1:
        which = "only"
    if not pot.payers:
        which = "dead"
    template = _HALVED_POTS[which] if is_halved else _POTS[which]
    values = {"number": number, "n": pot.chips}
    return cite("pots", template, payers=pot.payers, winners=winners, **values)


def _summarise(pots: Sequence[Pot], winners: Sequence[Seats]) -> Text:
    if not pots:
        return say("Nothing is in the pot")
    if len(set(winners)) > 1:
        parts = []
        for pot, best in zip(pots, winners, strict=True):
            parts.append(say("{n} to {seats}", n=pot.chips, seats=best))
        return say("{parts:;}", parts=tuple(parts))
    return _summarise_pot(sum(pot.chips for pot in pots), winners[0])


def _summarise_shares(won: Mapping[str, int]) -> Text:
    won = {seat: n for seat, n in won.items() if n}
    if not won:
        return say("Nothing is in the pot")
    if len(set(won.values())) > 1:
        parts = []
        for seat, n in won.items():
            parts.append(say("{n} to {seats}", n=n, seats=(seat,)))
        return say("{parts:;}", parts=tuple(parts))
    return _summarise_pot(sum(won.values()), tuple(won))


def _summarise_pot(n: int, seats: Seats) -> Text:
    if len(seats) == 1:
        return say("{seat} takes {n}", seat=seats[0], n=n)
    return say("{seats} share {n}", seats=seats, n=n)


# A showdown


Ranking = tuple[Seats, ...]
_Hands = Mapping[str, PokerHand]

_RANKS_IN_NAME = {"two pair": 2, "full house": 2}
"""The number of ranks in the name of a hand, if there are several."""

_WITHOUT_KICKERS = ("high card", "flush")
"""The hands of five single cards; their names tell the next card, not a kicker."""


def rule_showdown(
    board: Cards, held: Mapping[str, Cards], variant: str = TEXAS
) -> Ruling:
    """Return the ruling on a showdown; it refuses a card that is named twice."""
    why = cite("one-of-each", "It’s on the board.")
    seen = CardsSeen().with_cards(board, why)
    refused = seen.refuse(chain.from_iterable(held.values()), _say_twice)
    if refused:
        return refused

    hands = {seat: best_hand(cards, board, variant) for seat, cards in held.items()}
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
        deciding = five if seat in winners else ()
        name = name_poker_hand(hands[seat])
        shown.append(ShownCards(seat, five, deciding, name))
    because = tuple(_explain_ranking(ranking, hands))
    if variant != TEXAS:
        template = "Each hand is two of the four cards and three of the board."
        because = (*because, cite("omaha", template))
    summary = _name_winners(ranking, hands)
    if variant == HILO:
        lows = {seat: best_low(cards, board) for seat, cards in held.items()}
        lows = {seat: low for seat, low in lows.items() if low}
        low = _rank_lows(lows)
        verdict["low"] = low
        because = (*because, _explain_low(lows))
        if low:
            summary = say("{high}; low: {seats}", high=summary, seats=low[0])
    return Ruling(verdict, summary, because, tuple(shown))


def refuse_shown(
    shown: Mapping[str, Cards], hands: Mapping[str, Cards]
) -> Ruling | None:
    """Return why a hand cannot be: another seat has shown its card; else None."""
    seen = CardsSeen()
    for seat, cards in shown.items():
        why = cite("one-of-each", "{seat} has shown it.", seat=seat)
        seen = seen.with_cards(cards, why)
    return seen.refuse(chain.from_iterable(hands.values()), _say_twice)


def _rank_lows(lows: Mapping[str, Cards]) -> Ranking:
    def strength(seat: str) -> tuple[int, ...]:
        return low_strength(lows[seat])

    ordered = sorted(lows, key=strength)
    return tuple(tuple(place) for _, place in groupby(ordered, key=strength))


def _explain_low(lows: Mapping[str, Cards]) -> Reason:
    if not lows:
        return cite("hi-lo", "Nobody has five different cards of eight or lower.")
    best = _rank_lows(lows)[0]
    template = "The best low: {seats} with {cards:short}."
    return cite("hi-lo", template, seats=best, cards=lows[best[0]])


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
    """Yield what puts each place above the next, and why seats share a place."""
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
    """Return the single cards that decide between hands of one name, if any do."""
    strengths = zip(best.strength, second.strength, strict=False)
    pairs = enumerate(strengths)
    index = next(index for index, (high, low) in pairs if high != low)
    if index <= _RANKS_IN_NAME.get(best.category, 1):
        return ()
    return _find_card(best, index), _find_card(second, index)


def _find_card(hand: PokerHand, index: int) -> Card:
    rank = RANKS[hand.strength[index] - 2]
    return next(card for card in hand.cards if card.rank == rank)

"""The cards and numbers that everybody knows, and the entries that they rule out."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from referee import (
    FIFTY_FOUR,
    Ask,
    Card,
    Cards,
    Reason,
    Reasons,
    Ruling,
    Text,
    Values,
    rule_illegal,
    say,
    say_card_count,
    two_of,
    uphold,
    without,
)

from .game import cite
from .state import CardsPlayed, Holding, KnownCard, State


def refusal(section: str, template: str, **values: object) -> Ruling:
    """Refuse an entry, in one sentence that rests on one section."""
    why = cite(section, template, **values)
    return rule_illegal(why.text, why)


# Where a card lies


def refuse_unseen(state: State, cards: Iterable[Card]) -> Ruling | None:
    """Return why these cards cannot come from an unseen place; None if they can.

    They cannot if all copies of one of them are seen.
    """
    for card, times in Counter(cards).items():
        if state.seen.count(card) + times > state.packs:
            where = _locate_copies(state, card)
            exist = cite("check-copies", _EXIST[state.packs], card=card)
            summary = say(
                "The {card} can’t be there {times} times.", card=card, times=times
            )
            if where:
                template = "The {card} can’t have come from there. {seen}"
                summary = say(template, card=card, seen=where[0].text)
            return rule_illegal(
                summary, *where, exist, card=card, named=times, seen=len(where)
            )
    return None


_EXIST = {
    1: "There’s one pack, so one {card}.",
    2: "There are two packs, so two of the {card}.",
}


def _locate_copies(state: State, card: Card) -> list[Reason]:
    """Return the place of each copy of this card that everybody has seen."""
    section = "check-copies"
    lies = cite(section, "The {card} is in the pile.", card=card)
    reasons = [lies] * state.pile.count(card)
    lies = cite(section, "The {card} is in the discards.", card=card)
    reasons += [lies] * state.discard.count(card)
    for seat, holding in state.holdings.items():
        template = "The {card} is open among {seat}’s PENULTIMATE cards."
        lies = cite(section, template, card=card, seat=seat)
        reasons += [lies] * holding.penultimate.count(card)
        for known in holding.known:
            if known.card is card:
                reasons.append(_explain_taken(seat, known))
    return reasons


_TAKEN = {
    "pile": "{seat} took the {card} into hand with the pile on turn {round} and "
    "hasn’t played it since.",
    "joker": "{seat} took the {card} into hand from under a joker on turn {round} and "
    "hasn’t played it since.",
    "final": "{seat} took the {card}, a FINAL card, into hand on turn {round} and "
    "hasn’t played it since.",
}

# FINAL cards are shown one by one, and so never taken together.
_TAKEN_TOGETHER = {
    "pile": "{seat} took {cards:short} into hand with the pile on turn {round} and "
    "hasn’t played them since.",
    "joker": "{seat} took {cards:short} into hand from under a joker on turn {round} "
    "and hasn’t played them since.",
}


def explain_hand(seat: str, known: Iterable[KnownCard]) -> Reasons:
    """Return how known cards came into this hand, with one reason for each way."""
    reasons = []
    for (how, round), group in groupby(known, attrgetter("how", "round")):
        first, *more = group
        if not more:
            reasons.append(_explain_taken(seat, first))
            continue
        cards = (first.card, *[each.card for each in more])
        template = _TAKEN_TOGETHER[how]
        why = cite("check-hand", template, seat=seat, cards=cards, round=round)
        reasons.append(why)
    return tuple(reasons)


def _explain_taken(seat: str, known: KnownCard) -> Reason:
    template = _TAKEN[known.how]
    card = known.card
    round = known.round
    return cite("check-hand", template, seat=seat, card=card, round=round)


# Where the cards of an entry cannot come from


def refuse_play(state: State, played: CardsPlayed, ask: Ask) -> Ruling | None:
    """Return why the seat in turn cannot play cards from there; None if it can.

    Whether the cards beat the pile is no matter here.
    """
    if not played.cards:
        template = "No cards entered. Enter the cards {seat} plays."
        return refusal("turn", template, seat=state.turn)
    if played.final:
        if len(played.cards) > 1:
            return refusal("final", "One FINAL card is shown at a time, and alone.")
        lying = state.actor.penultimate
        early = _refuse_early(state)
        if early is None and lying:
            template = "{seat} has PENULTIMATE cards to play first: {cards:short}."
            early = refusal("final", template, seat=state.turn, cards=lying)
        return uphold(early, ask) or refuse_unseen(state, played.final)
    refused = _refuse_hand(state, played.hand)
    if refused is None and played.penultimate:
        refused = _refuse_penultimate(state, played, ask)
    return refused


def _refuse_early(state: State, hand_played: int = 0) -> Ruling | None:
    """Return why a seat with hand cards may not play its cards on the table yet."""
    section = "no-stock"
    stock = state.stock
    if stock:
        template = "{n} left in the stock: until it’s gone, play only hand cards."
        if stock == 1:
            template = (
                "There is {n} in the stock: until it’s gone, play only hand cards."
            )
        return refusal(section, template, n=say_card_count(stock))
    left = state.actor.hand - hand_played
    if left <= 0:
        return None
    template = "{seat} has {n} in hand to play first. If that’s wrong, count again."
    return refusal(section, template, seat=state.turn, n=say_card_count(left))


def _refuse_penultimate(state: State, played: CardsPlayed, ask: Ask) -> Ruling | None:
    early = uphold(_refuse_early(state, len(played.hand)), ask)
    if early:
        return early
    lying = state.actor.penultimate
    left = list(lying)
    for card in played.penultimate:
        if card not in left:
            template = "The {card} isn’t among {seat}’s PENULTIMATE cards."
            summary = say(template, card=card, seat=state.turn)
            why = cite("penultimate", "They are {lying:short}.", lying=lying)
            if not lying:
                why = cite("penultimate", "None are left there.")
            return rule_illegal(summary, why, card=card, penultimate=lying)
        left.remove(card)
    return None


def _refuse_hand(state: State, cards: Cards) -> Ruling | None:
    seat = state.turn
    actor = state.actor
    if len(cards) > actor.hand:
        template = (
            "{seat} can’t play {n} from a hand of {hand}. If that’s wrong, count again."
        )
        n = say_card_count(len(cards))
        hand = say_card_count(actor.hand)
        return refusal("check-hand", template, seat=seat, n=n, hand=hand)
    hidden = actor.hidden_among(cards)
    if len(hidden) > actor.hidden:
        known = actor.known_cards
        counted = cite(
            "check-hand",
            "{seat} has {hand} in hand; {known} of them known, {hidden} hidden.",
            seat=seat,
            hand=say_card_count(actor.hand),
            known=len(known),
            hidden=actor.hidden,
        )
        because = (counted, *explain_hand(seat, actor.known))
        return rule_illegal(
            _say_known(seat, actor, hidden),
            *because,
            seat=seat,
            cards=hidden,
            known=known,
        )
    return refuse_unseen(state, hidden)


def _say_known(seat: str, holding: Holding, cards: Cards) -> Text:
    hidden = holding.hidden
    if not hidden:
        template = (
            "{cards:short} can’t be in {seat}’s hand, which is known: {known:short}."
        )
        return say(template, cards=cards, seat=seat, known=holding.known_cards)
    template = "{cards:short} can’t all be in {seat}’s hand: only {n} of it is unknown."
    if hidden > 1:
        template = (
            "{cards:short} can’t all be in {seat}’s hand: only {n} of it are unknown."
        )
    return say(template, cards=cards, seat=seat, n=say_card_count(hidden))


# Cards that nobody has seen


def unseen_without(state: State, ranks: tuple[str, ...]) -> int:
    """Return the number of unseen cards that are of none of these ranks."""
    return sum(card.rank not in ranks for card in unseen(state))


def may_be_in_hand(state: State, holding: Holding, ranks: tuple[str, ...]) -> Cards:
    """Return the cards of these ranks that this hand may hold.

    Each card stands there as often as it can be in the hand.
    """
    cards = [known.card for known in holding.known_among(ranks)]
    if holding.hidden:
        cards += [card for card in unseen(state) if card.rank in ranks]
        cards.sort(key=attrgetter("order"))
    return tuple(cards)


def unseen(state: State) -> Cards:
    """Return the unseen cards, each as often as copies of it are left."""
    cards = FIFTY_FOUR if state.packs == 1 else two_of(FIFTY_FOUR)
    return without(cards, state.seen)


# Cards that are counted again


def recount(state: State, given: Values) -> tuple[State, Ruling]:
    """Return the match with hands and stock as counted, and the ruling on it.

    The ruling says that the count is not `legal` if the numbers are impossible.
    """
    hands = given.numbers_by_seat("hands")
    if not hands and not given.has("stock"):
        template = "Nothing was counted. Give the hands, the stock or both."
        return state, refusal("check-recount", template)
    for seat, count in hands.items():
        refused = _refuse_count(state, seat, count)
        if refused:
            return state, refused
    holdings = dict(state.holdings)
    stock = state.stock
    for seat, count in hands.items():
        holding = holdings[seat]
        if count != holding.hand:
            # Nothing is known of hidden cards that came or went.
            holdings[seat] = replace(holding, hand=count, denials=())
            stock -= count - holding.hand
    if given.has("stock"):
        stock = given.number("stock")
    after = replace(state, holdings=holdings, stock=stock, moved=())
    return after, _refuse_total(after) or _rule(after)


def _refuse_count(state: State, seat: str, count: int) -> Ruling | None:
    holding = state.holdings[seat]
    known = holding.known_cards
    if count < len(known):
        template = "{seat}’s hand can’t be {n}: everybody saw {known} go into it."
        summary = say(template, seat=seat, n=say_card_count(count), known=known)
        return rule_illegal(
            summary, *explain_hand(seat, holding.known), seat=seat, known=known
        )
    if seat in state.out or count or holding.penultimate or holding.final:
        return None
    template = (
        "{seat} would have no cards, and so have won with the last one played: "
        "correct that entry."
    )
    return refusal("check-recount", template, seat=seat)


def _refuse_total(state: State) -> Ruling | None:
    section = "check-recount"
    if state.stock < 0:
        template = (
            "The hands can’t hold that many: {n} would be missing from the stock."
        )
        return refusal(section, template, n=say_card_count(-state.stock))
    missing = count_missing(state)
    if missing >= 0:
        return None
    template = (
        "That’s {n} more than the {all} there are: count hands and stock together."
    )
    return refusal(section, template, n=say_card_count(-missing), all=_count_all(state))


def _rule(state: State) -> Ruling:
    section = "check-recount"
    hands = {seat: holding.hand for seat, holding in state.holdings.items()}
    missing = count_missing(state)
    verdict = {"hands": hands, "stock": state.stock, "missing": missing}
    why = cite(section, "The referee goes on with your count.")
    template = "Counted again: {stock} in the stock."
    summary = say(template, stock=say_card_count(state.stock))
    if not missing:
        return Ruling(verdict, summary, (why,))
    template = "Caution: {n} missing out of {all}."
    n = say_card_count(missing)
    caution = cite(section, template, n=n, all=_count_all(state))
    summary = say("{summary} {caution}", summary=summary, caution=caution.text)
    return Ruling(verdict, summary, (caution, why))


def count_missing(state: State) -> int:
    """Return the number of missing cards; below zero, of surplus cards."""
    missing = _count_all(state) - state.stock - len(state.pile) - len(state.discard)
    for holding in state.holdings.values():
        missing -= holding.left
    return missing


def _count_all(state: State) -> int:
    return state.packs * len(FIFTY_FOUR)

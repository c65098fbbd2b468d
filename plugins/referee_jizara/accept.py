"""What each entry does to a match."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee import (
    NOTHING,
    Accepted,
    Ask,
    Card,
    Entry,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Refused,
    Ruling,
    ShownCards,
    Step,
    Text,
    count,
    entered_by,
    hookimpl,
    rule_alone,
    say,
    without,
)

from .card_values import KEYS
from .pot import Piles, list_draws, rule_draws, rule_new_hands
from .prompts import fields_of_bids, fields_of_hands
from .rules import KEYS_THAT_WIN, cite
from .sides import CardsOfSide, people
from .state import CardsBySeat, State
from .validation import (
    refuse_bid,
    refuse_clashes,
    refuse_hand,
    refuse_turn,
    visible,
    with_known,
)


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this open entry, or why it cannot be."""
    if entry.kind == "turn":
        return _turn(state, entry.given.card("card"))
    if entry.kind == "coin":
        return _coin(state, entry, ask)
    return _lone_bid(state, entry, ask)


@hookimpl
def clashes(state: State, entries: tuple[Entry, ...], ask: Ask) -> tuple[Ruling, ...]:
    """Why these bids or hands cannot all be so; empty where they can, or where they are
    decisions.
    """
    if state.phase == "decide":
        return ()
    laid = _laid_in(state, entries)
    alone = rule_alone(laid, lambda seat, cards: _refuse(state, seat, cards, ask))
    return (*alone, *refuse_clashes(state, laid))


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """The match after all decisions, bids or hands were shown."""
    if state.phase == "decide":
        return _decided(
            state,
            entered_by(entries, state.setting.seats, lambda given: given.flag("bid")),
            ask,
        )
    after = replace(state, laid=_laid_in(state, entries))
    return _contest(after, ask) if state.phase == "bid" else _key(after, ask)


def _laid_in(state: State, entries: Sequence[Entry]) -> CardsBySeat:
    """The cards that each seat has entered, known ones added to a hand."""
    laid = entered_by(
        entries,
        state.setting.seats,
        lambda given: given.cards("cards"),
        kind=state.phase,
    )
    return (
        {seat: with_known(state, seat, cards) for seat, cards in laid.items()}
        if state.phase == "hand"
        else laid
    )


def _refuse(
    state: State, seat: str, cards: tuple[Card, ...], ask: Ask
) -> Ruling | None:
    """Why a seat cannot have these cards as its bid or its hand, by what everybody
    knows; None if it can.
    """
    if state.phase == "hand":
        return refuse_hand(state, seat, cards)
    if (wrong := refuse_bid(state, seat, cards)) is not None:
        return wrong
    bid = ask("bid", cards=cards)
    return None if bid.verdict["legal"] else bid


def _turn(state: State, card: Card) -> Accepted | Refused:
    if (wrong := refuse_turn(state, card)) is not None:
        return Refused(wrong)
    draw = state.draw - 1
    if card in KEYS:
        return Accepted(
            replace(
                state,
                phase="hand",
                turned=card,
                draw=draw,
                fields=fields_of_hands(state),
            )
        )
    outside = {**state.outside, card: state.outside.get(card, 0) + 1}
    return Accepted(
        replace(state, phase="decide", turned=card, draw=draw, outside=outside)
    )


def _decided(state: State, decided: Mapping[str, bool], ask: Ask) -> Accepted:
    after = replace(state, decided=decided)
    bidding = after.bidding
    if not bidding:
        return _nobody(after, ask)
    bids = replace(after, phase="bid", fields=fields_of_bids(after, bidding))
    return Accepted(bids, (_who_bids(after, bidding),))


def _nobody(state: State, ask: Ask) -> Accepted:
    contest = _about(state, ask("contest", bids=dict.fromkeys(state.sides.names)))
    piles = replace(state.piles, burn=(*state.piles.burn, _turned(state)))
    burned = Step((), say("The {card} goes into the burn.", card=state.turned))
    return Accepted(_next_card(state, (burned,), piles=piles), (contest,))


def _about(state: State, ruling: Ruling) -> Ruling:
    """This ruling, on the card that was turned, which is shown first."""
    shown = (ShownCards(None, (_turned(state),), (), say("turned")), *ruling.shown)
    about = say("Card {round}: the {card}", round=state.round, card=state.turned)
    return replace(ruling, shown=shown, about=about)


def _turned(state: State) -> Card:
    assert state.turned is not None
    return state.turned


def _next_card(state: State, after: tuple[Step, ...], **changes: Any) -> State:
    """The state with these changes, in which the next card is to be turned once `after`
    has been done.
    """
    fresh: dict[str, Any] = {"turned": None, "decided": {}, "laid": {}, "fields": {}}
    return replace(
        state, phase="turn", round=state.round + 1, after=after, **fresh, **changes
    )


def _who_bids(state: State, bidding: tuple[str, ...]) -> Ruling:
    passing = tuple([side for side in state.sides.names if side not in bidding])
    verdict = {"bidding": bidding, "passing": passing}
    if not passing:
        because = cite(
            "both-bid",
            "Both sides bid: bids are laid face down and turned up together.",
        )
        return Ruling(verdict, say("Both sides bid"), (because,))
    solo = cite("solo", "The other side passes: whatever is bid takes the card.")
    openly = cite(
        "solo-openly",
        "The rules do not say whether a lone bid is shown; this referee reads it so: "
        "it goes into the burn openly.",
    )
    only = count(
        "Only {side} bids", "Only {side} bid", people(bidding[0]), side=bidding[0]
    )
    return Ruling(verdict, only, (solo, openly))


def _lone_bid(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """A bid of the only side that bids, laid openly; partners lay theirs one after the
    other.
    """
    seat, cards = entry.own_seat, entry.given.cards("cards")
    after = replace(state, laid={**state.laid, seat: cards})
    wrong = _refuse(state, seat, cards, ask) or next(
        iter(refuse_clashes(after, after.laid)), None
    )
    if wrong is not None:
        return Refused(wrong)
    return Accepted(after) if after.waiting else _contest(after, ask)


def _contest(state: State, ask: Ask) -> Accepted:
    bids = {side: _of_side(state, side) for side in state.sides.names}
    contest = _about(state, ask("contest", bids=bids, ruled=True))
    winner = contest.decided.seat_if_any("winner")
    taker = None if winner is None else state.sides.builder(winner)
    burned, draws = _burned(state, taker), _draws(state, taker)
    piles, drawing = rule_draws(burned, draws)
    held = {
        seat: without(cards, state.laid.get(seat, ()))
        for seat, cards in state.held.items()
    }
    if taker is not None:
        held[taker] = (*held[taker], _turned(state))
    after = _next_card(
        state,
        (_taken(state, taker), *list_draws(burned, draws)),
        piles=piles,
        held=held,
        outside=_outside(state),
        last_winner=winner or state.last_winner,
    )
    return Accepted(after, (contest, drawing))


def _of_side(state: State, side: str) -> CardsOfSide | None:
    """What each partner has laid, or None for a side that passes."""
    laid = tuple(
        [state.laid[seat] for seat in state.sides.seats[side] if seat in state.laid]
    )
    return laid or None


def _burned(state: State, taker: str | None) -> Piles:
    bids = [each for laid in state.laid.values() for each in laid]
    card = () if taker is not None else (_turned(state),)
    piles = state.piles
    return Piles(piles.pot, (*piles.burn, *bids, *card), piles.untouched)


def _draws(state: State, taker: str | None) -> Mapping[str, int]:
    laid = state.laid
    return {
        seat: len(laid[seat]) - (seat == taker)
        for seat in state.setting.seats
        if seat in laid
    }


def _outside(state: State) -> Mapping[Card, int]:
    """How many copies are known to be out of the bidding draw, now that all cards laid
    are seen.
    """
    outside, seen = dict(state.outside), visible(state, state.laid)
    for laid in state.laid.values():
        for each in laid:
            outside[each] = max(outside.get(each, 0), seen[each])
    return outside


def _taken(state: State, taker: str | None) -> Step:
    card = state.turned
    if taker is None:
        burned = say("The {card} and all cards bid go into the burn.", card=card)
        return Step((), burned)
    template = "{taker} takes {card:short}; all bids go into the burn."
    return Step((taker,), say(template, taker=taker, card=card))


def _key(state: State, ask: Ask) -> Accepted:
    hands = {side: _of_side(state, side) for side in state.sides.names}
    last = {} if state.last_winner is None else {"last_winner": state.last_winner}
    key = _about(state, ask("key", hands=hands, **last))
    shown = replace(state, outside=_outside(state))
    winner = key.decided.seat_if_any("winner")
    if winner is None:
        return Accepted(replace(shown, phase="coin"), (key,))
    return _won(shown, winner, key)


def _coin(state: State, entry: Entry, ask: Ask) -> Accepted:
    tossed = entry.given.toss("winner")
    told = {"winner": tossed, "key": state.turned}
    because = cite("chance", "The hands are level, and chance decides between them.")
    one, two = (
        "{winner} wins the toss and takes the {key}",
        "{winner} win the toss and take the {key}",
    )
    toss = _about(
        state, ask(Ruling(told, count(one, two, people(tossed), **told), (because,)))
    )
    return _won(state, toss.decided.seat("winner"), toss)


def _won(state: State, winner: str, ruling: Ruling) -> Accepted:
    """The match after this side has won the key by this ruling, and what follows from
    it.
    """
    keys = {**state.keys, winner: (*state.keys[winner], _turned(state))}
    if len(keys[winner]) == KEYS_THAT_WIN:
        won = replace(state, phase="finished", keys=keys)
        return Accepted(won, (_with_keys(won, ruling), _game_won(won, winner)))
    piles, hands = rule_new_hands(state.piles, state.setting.seats)
    builder, seats = state.sides.builder(winner), state.setting.seats
    aside = say("{builder} lays the {key} aside.", builder=builder, key=state.turned)
    steps = Step((builder,), aside), Step(seats, hands.summary)
    held: dict[str, tuple[Card, ...]] = dict.fromkeys(state.setting.seats, ())
    after = _next_card(state, steps, keys=keys, piles=piles, held=held)
    return Accepted(after, (_with_keys(after, ruling), hands))


_IN_HAND, _KEYS = (
    ReckoningColumn(say("In hand"), aside=True),
    ReckoningColumn(say("Keys")),
)


def _with_keys(state: State, ruling: Ruling) -> Ruling:
    """The ruling on a key, with what each side held and the keys that each has now."""
    totals = (
        ruling.decided.numbers_by_seat("totals") if ruling.decided.has("totals") else {}
    )
    columns = (_IN_HAND, _KEYS) if totals else (_KEYS,)
    rows = [
        ReckonedSeat(
            side,
            (*((totals[side],) if totals else ()), _named(keys)),
            side == ruling.verdict["winner"],
        )
        for side, keys in state.keys.items()
    ]
    return replace(ruling, reckoning=Reckoning(columns, tuple(rows)))


def _named(keys: tuple[Card, ...]) -> Text:
    return say("{keys:short}", keys=keys) if keys else NOTHING


def _game_won(state: State, winner: str) -> Ruling:
    verdict = {
        "winners": state.sides.seats[winner],
        "keys": {side: len(keys) for side, keys in state.keys.items()},
    }
    keys = state.keys[winner]
    because = cite("goal", "{keys:short} are three of the five keys.", keys=keys)
    one, two = (
        "{winner} wins the game with three keys",
        "{winner} win the game with three keys",
    )
    won = count(one, two, people(winner), winner=winner)
    return Ruling(
        verdict, won, (because,), (ShownCards(winner, keys, keys, say("keys")),)
    )

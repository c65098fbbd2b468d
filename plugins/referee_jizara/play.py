"""The match at the table: its beginning, what entries do, its scene."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from referee import (
    EVERYBODY,
    NOTHING,
    Accepted,
    Ask,
    Card,
    Cards,
    Entry,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Refused,
    Ruling,
    Rulings,
    Scene,
    Setting,
    ShownCards,
    Step,
    Steps,
    Text,
    Zone,
    entered_by,
    hookimpl,
    rank_sides,
    rule_alone,
    say,
    say_count,
    without,
)

from .game import HAND, KEYS, KEYS_THAT_WIN, bidding_draw, cite, pot_at_first
from .prompts import fields_of_bids, fields_of_hands
from .sides import CardsOfSide, count_people, sides_of
from .state import CardsBySeat, Piles, State, list_draws, rule_draws, rule_new_hands
from .validation import add_known, refuse_bid, refuse_clashes, refuse_hand, refuse_turn


@hookimpl
def begin(setting: Setting) -> State:
    """Return the match before the first card is turned: nobody knows a hand."""
    sides = sides_of(setting)
    seats = setting.seats
    pot = Piles(pot_at_first(setting) - HAND * len(seats))
    held: CardsBySeat = dict.fromkeys(seats, ())
    keys: CardsBySeat = dict.fromkeys(sides.names, ())
    return State(setting, sides, "turn", bidding_draw(setting), pot, held, keys)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this open entry, or the ruling that refuses it."""
    given = entry.given
    match entry.kind:
        case "turn":
            return _turn(state, given.card("card"))
        case "coin":
            return _toss(state, given.toss("winner"), ask)
    return _bid_openly(state, entry.own_seat, given.cards("cards"), ask)


@hookimpl
def clashes(state: State, entries: tuple[Entry, ...], ask: Ask) -> Rulings:
    """Return why these bids or hands cannot all be right; decisions always can."""
    if state.phase == "decide":
        return ()
    laid = _read_cards(state, entries)
    alone = rule_alone(laid, partial(_refuse, state, ask))
    return (*alone, *refuse_clashes(state, laid))


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """Return the match after all decisions, bids or hands were shown."""
    if state.phase == "decide":
        seats = state.setting.seats
        decided = entered_by(entries, seats, lambda given: given.flag("bid"))
        return _decide(replace(state, decided=decided), ask)
    after = replace(state, laid=_read_cards(state, entries))
    if state.phase == "bid":
        return _settle_card(after, ask)
    return _settle_key(after, ask)


def _read_cards(state: State, entries: Sequence[Entry]) -> CardsBySeat:
    """Return the cards that each seat has entered, with known cards added to a hand."""
    phase = state.phase
    seats = state.setting.seats
    laid = entered_by(entries, seats, lambda given: given.cards("cards"), kind=phase)
    if phase == "bid":
        return laid
    return {seat: add_known(state, seat, cards) for seat, cards in laid.items()}


def _refuse(state: State, ask: Ask, seat: str, cards: Cards) -> Ruling | None:
    """Return why a seat cannot have these cards as its bid or hand, as all know."""
    if state.phase == "hand":
        return refuse_hand(state, seat, cards)
    refused = refuse_bid(state, seat, cards)
    if refused:
        return refused
    bid = ask("bid", cards=cards)
    return None if bid.verdict["legal"] else bid


# A card is turned, and both sides decide whether to bid


def _turn(state: State, card: Card) -> Accepted | Refused:
    """Turn a card of the bidding draw: all hands are shown for a key."""
    refused = refuse_turn(state, card)
    if refused:
        return Refused(refused)
    after = replace(state, turned=card, draw=state.draw - 1)
    if card in KEYS:
        return Accepted(replace(after, phase="hand", fields=fields_of_hands(state)))
    outside = {**state.outside, card: state.outside.get(card, 0) + 1}
    return Accepted(replace(after, phase="decide", outside=outside))


def _decide(state: State, ask: Ask) -> Accepted:
    bidding = state.bidding
    names = state.sides.names
    if not bidding:
        contest = _show_card(state, ask("contest", bids=dict.fromkeys(names)))
        piles = replace(state.piles, burn=(*state.piles.burn, state.card))
        burned = say("The {card} goes into the burn.", card=state.turned)
        after = _next_card(replace(state, piles=piles), Step((), burned))
        return Accepted(after, (contest,))

    after = replace(state, phase="bid", fields=fields_of_bids(state, bidding))
    passing = tuple(side for side in names if side not in bidding)
    verdict = {"bidding": bidding, "passing": passing}
    if not passing:
        template = "Both sides bid: bids are laid face down and turned up together."
        why = cite("both-bid", template)
        return Accepted(after, (Ruling(verdict, say("Both sides bid"), (why,)),))

    side = bidding[0]
    why = cite("solo", "The other side passes: whatever is bid takes the card.")
    openly = cite(
        "solo-openly",
        "The rules don’t say whether a lone bid is shown. It goes into the burn "
        "openly.",
    )
    summary = say_count(
        "Only {side} bids", "Only {side} bid", count_people(side), side=side
    )
    return Accepted(after, (Ruling(verdict, summary, (why, openly)),))


def _show_card(state: State, ruling: Ruling) -> Ruling:
    """Return this ruling, on the card that was turned, which is shown first."""
    shown = (ShownCards(None, (state.card,), (), say("turned")), *ruling.shown)
    about = say("Card {round}: the {card}", round=state.round, card=state.turned)
    return replace(ruling, shown=shown, about=about)


def _next_card(state: State, *steps: Step) -> State:
    """Return the match in which the next card is to be turned, after these steps."""
    return replace(
        state,
        phase="turn",
        round=state.round + 1,
        after=steps,
        turned=None,
        decided={},
        laid={},
        fields={},
    )


# Bids


def _bid_openly(state: State, seat: str, cards: Cards, ask: Ask) -> Accepted | Refused:
    """Lay a bid of the only side that bids; partners lay theirs one after the other."""
    after = replace(state, laid={**state.laid, seat: cards})
    refused = _refuse(state, ask, seat, cards)
    if refused:
        return Refused(refused)
    for clash in refuse_clashes(after, after.laid):
        return Refused(clash)
    if after.waiting:
        return Accepted(after)
    return _settle_card(after, ask)


def _settle_card(state: State, ask: Ask) -> Accepted:
    """Decide who takes the card turned; all bids go into the burn, and seats draw."""
    contest = _show_card(state, ask("contest", bids=_cards_by_side(state), ruled=True))
    card = state.card
    burn = [*state.piles.burn, *chain.from_iterable(state.laid.values())]
    draws = {}
    held = {}
    for seat, cards in state.held.items():
        bid = state.laid.get(seat, ())
        held[seat] = without(cards, bid)
        if seat in state.laid:
            draws[seat] = len(bid)

    last_winner = state.last_winner
    winner = contest.decided.seat("winner", None)
    if winner is None:
        burn.append(card)
        template = "The {card} and all cards bid go into the burn."
        taken = Step((), say(template, card=card))
    else:
        last_winner = winner
        taker = state.sides.builder(winner)
        held[taker] = (*held[taker], card)
        if taker in draws:
            draws[taker] -= 1
        template = "{taker} takes {card:short}; all bids go into the burn."
        taken = Step((taker,), say(template, taker=taker, card=card))

    burned = replace(state.piles, burn=tuple(burn))
    piles, drawing = rule_draws(burned, draws)
    after = replace(
        state,
        piles=piles,
        held=held,
        outside=_seen_outside_draw(state),
        last_winner=last_winner,
    )
    after = _next_card(after, taken, *list_draws(burned, draws))
    return Accepted(after, (contest, drawing))


def _cards_by_side(state: State) -> Mapping[str, CardsOfSide | None]:
    """Return each partner's cards laid, by side; None for a side that passes."""
    laid = {}
    for side, partners in state.sides.seats.items():
        cards = [state.laid[seat] for seat in partners if seat in state.laid]
        laid[side] = tuple(cards) or None
    return laid


def _seen_outside_draw(state: State) -> Mapping[Card, int]:
    """Return the copies outside the bidding draw, now that all cards laid are seen."""
    outside = dict(state.outside)
    seen = state.visible(state.laid)
    for card in chain.from_iterable(state.laid.values()):
        outside[card] = max(outside.get(card, 0), seen[card])
    return outside


# Keys


def _settle_key(state: State, ask: Ask) -> Accepted:
    """Decide by the hands shown who takes the key, or leave it to a toss."""
    given: dict[str, object] = {"hands": _cards_by_side(state)}
    if state.last_winner is not None:
        given["last_winner"] = state.last_winner
    key = _show_card(state, ask("key", **given))
    after = replace(state, outside=_seen_outside_draw(state))
    winner = key.decided.seat("winner", None)
    if winner is None:
        return Accepted(replace(after, phase="coin"), (key,))
    return _win_key(after, winner, key)


def _toss(state: State, winner: str, ask: Ask) -> Accepted:
    """Give the key to the side that has won the toss for it."""
    key = state.turned
    why = cite("chance", "The hands are level, and chance decides between them.")
    summary = say_count(
        "{winner} wins the toss and takes the {key}",
        "{winner} win the toss and take the {key}",
        count_people(winner),
        winner=winner,
        key=key,
    )
    ruling = ask(Ruling({"winner": winner, "key": key}, summary, (why,)))
    toss = _show_card(state, ruling)
    return _win_key(state, toss.decided.seat("winner"), toss)


def _win_key(state: State, winner: str, ruling: Ruling) -> Accepted:
    """Give this side the key that the ruling is on; the third one wins the game."""
    won = (*state.keys[winner], state.card)
    keys = {**state.keys, winner: won}
    if len(won) == KEYS_THAT_WIN:
        after = replace(state, phase="finished", keys=keys)
        return Accepted(after, (_add_keys(after, ruling), _rule_game(after, winner)))

    seats = state.setting.seats
    builder = state.sides.builder(winner)
    piles, hands = rule_new_hands(state.piles, seats)
    held: CardsBySeat = dict.fromkeys(seats, ())
    aside = say("{builder} lays the {key} aside.", builder=builder, key=state.turned)
    after = replace(state, keys=keys, piles=piles, held=held)
    after = _next_card(after, Step((builder,), aside), Step(seats, hands.summary))
    return Accepted(after, (_add_keys(after, ruling), hands))


_IN_HAND = ReckoningColumn(say("In hand"), aside=True)
_KEYS = ReckoningColumn(say("Keys"))


def _add_keys(state: State, ruling: Ruling) -> Ruling:
    """Return the ruling on a key, with each side's cards in hand and its keys now."""
    decided = ruling.decided
    winner = decided.seat("winner")
    columns: tuple[ReckoningColumn, ...] = (_KEYS,)
    totals: Mapping[str, int] = {}
    if decided.has("totals"):
        columns = (_IN_HAND, _KEYS)
        totals = decided.numbers_by_seat("totals")

    rows = []
    for side, keys in state.keys.items():
        won = say("{keys:short}", keys=keys) if keys else NOTHING
        cells: tuple[Text | int, ...] = (won,)
        if totals:
            cells = (totals[side], won)
        rows.append(ReckonedSeat(side, cells, side == winner))
    return replace(ruling, reckoning=Reckoning(columns, tuple(rows)))


def _rule_game(state: State, winner: str) -> Ruling:
    keys = state.keys[winner]
    verdict = {
        "winners": state.sides.seats[winner],
        "keys": {side: len(keys) for side, keys in state.keys.items()},
    }
    why = cite("goal", "{keys:short} are three of the five keys.", keys=keys)
    summary = say_count(
        "{winner} wins the game with three keys",
        "{winner} win the game with three keys",
        count_people(winner),
        winner=winner,
    )
    shown = ShownCards(winner, keys, keys, say("keys"))
    return Ruling(verdict, summary, (why,), (shown,))


# What lies on the table, and what to do next


@hookimpl
def scene(state: State) -> Scene:
    """Return each seat's standing, the places of cards, and the next steps."""
    setting = state.setting
    sides = state.sides.seats
    keys = {sides[side]: len(keys) for side, keys in state.keys.items()}
    scene = Scene(
        phase=state.phase,
        round=state.round,
        to_act=state.waiting,
        standings=rank_sides(keys),
        zones=_list_zones(state),
        steps=_list_steps(state),
        dealer=setting.dealer,
        sides=tuple(sides.values()),
    )
    if state.winner is not None:
        return replace(scene, finished=True, winners=sides[state.winner], dealer=None)
    if state.phase == "turn":
        return replace(scene, to_act=(setting.dealer,))
    if state.phase == "coin":
        return replace(scene, to_act=setting.seats)
    return scene


def _list_zones(state: State) -> tuple[Zone, ...]:
    piles = state.piles
    burn = piles.burn
    zones = [Zone("bidding draw", None, state.draw)]
    if state.turned is not None and state.phase != "finished":
        zones.append(Zone("turned", None, 1, (state.turned,), EVERYBODY))
    zones.append(Zone("pot", None, piles.pot, piles.untouched or None, EVERYBODY))
    zones.append(Zone("burn", None, len(burn), burn, EVERYBODY, collapsed=True))
    for seat in state.setting.seats:
        # The cards won, or the whole hand once it was shown for a key.
        known = state.held[seat] or None
        if state.phase in ("coin", "finished"):
            known = state.laid[seat]
        zones.append(Zone("hand", seat, HAND, known, EVERYBODY))
    for side, keys in state.keys.items():
        builder = state.sides.builder(side)
        zones.append(Zone("keys", builder, len(keys), keys, EVERYBODY, shared=True))
    return tuple(zones)


def _list_steps(state: State) -> Steps:
    match state.phase:
        case "turn":
            dealer = state.setting.dealer
            template = "{dealer} turns the top card of the bidding draw: enter it."
            turn = Step((dealer,), say(template, dealer=dealer))
            before = state.after or _list_setting_up(state)
            return (*before, turn)
        case "decide":
            waiting = state.waiting
            turned = say("The {card} is turned up.", card=state.turned)
            template = "{waiting} decide, each in secret, whether to bid or to pass."
            return Step((), turned), Step(waiting, say(template, waiting=waiting))
        case "bid":
            return (_ask_for_bids(state),)
        case "hand":
            is_key = say("The {key} is a key.", key=state.turned)
            show = say("Everybody shows all five cards and enters them.")
            return Step((), is_key), Step((), show)
        case "coin":
            template = (
                "Toss a coin, roll a die or draw cards for the {key}, "
                "and enter who won; or let the referee toss."
            )
            return (Step((), say(template, key=state.turned)),)
        case "finished":
            assert state.winner is not None
            over = say_count(
                "Game over: {winner} wins with three keys.",
                "Game over: {winner} win with three keys.",
                count_people(state.winner),
                winner=state.winner,
            )
            return (Step(state.sides.seats[state.winner], over),)


def _list_setting_up(state: State) -> Steps:
    setting = state.setting
    seats = setting.seats
    draws = Step(seats, say("{seats} draw five cards each.", seats=seats))
    draw = bidding_draw(setting)
    numbers = {"ordinary": draw - len(KEYS), "draw": draw, "pot": pot_at_first(setting)}
    if state.sides.copies == 1:
        return draws, Step((), say(_ONE_DECK, **numbers))
    return draws, Step((), say(_TWO_DECKS)), Step((), say(_SHUFFLE, **numbers))


_ONE_DECK = (
    "First take the keys, the four aces and the four of clubs, out of 52 cards and "
    "shuffle the rest; {ordinary} of them and the keys, shuffled together, are the "
    "bidding draw of {draw} cards, the other {pot} the pot."
)
_TWO_DECKS = (
    "First take all aces and fours of clubs out of two packs of 52 cards. Lay one set "
    "of them, the five keys, aside; the other set isn’t used."
)
_SHUFFLE = (
    "Shuffle the rest; {ordinary} of them and the keys, shuffled together, are the "
    "bidding draw of {draw} cards, the other {pot} the pot."
)


def _ask_for_bids(state: State) -> Step:
    waiting = state.waiting
    template = (
        "{waiting} lay their bids for the {card} face up in the burn: enter them."
    )
    if state.laid:
        template = "Still to bid for the {card}: {waiting}."
    elif state.secret:
        template = "{waiting} lay their bids for the {card} face down and enter them."
    elif len(waiting) == 1:
        template = "{waiting} lays a bid for the {card} face up in the burn: enter it."
    return Step(waiting, say(template, card=state.turned, waiting=waiting))

"""Who takes: the card that was turned up, or the auction of Coinche."""

from collections.abc import Iterator
from dataclasses import replace

from referee import (
    DOUBLE,
    PASS,
    REDOUBLE,
    SUIT_NAMES,
    THIRTY_TWO,
    Accepted,
    Entry,
    Field,
    Prompt,
    Ruling,
    Text,
    Values,
    say,
)

from .cards import TRUMP, TRUMPS
from .game import cite
from .scoring import BID, DOUBLED
from .state import BIDS, DOUBLED as DOUBLED_BY, Contract, State

_TAKER = Field("taker", "seat", say("Who took"))
_TURNED = Field(
    "turned", "card", say("The card turned up"), choices=THIRTY_TWO, optional=True
)


def _ask_trump(state: State) -> Field:
    if state.setting.chosen.flag("wide"):
        return TRUMP
    return replace(TRUMP, choices=tuple(SUIT_NAMES), labels=SUIT_NAMES)


def contract_fields(state: State) -> tuple[Field, ...]:
    """Return the fields of a contract."""
    taker = replace(_TAKER, choices=state.setting.seats)
    if state.is_coinche:
        return taker, BID, _ask_trump(state), DOUBLED
    return taker, _ask_trump(state)


def ask_contract(state: State) -> Iterator[Prompt]:
    """Yield the prompts for the contract: in Coinche call by call, or as a whole."""
    fields = contract_fields(state)
    if not state.is_coinche:
        fields = (*fields, _TURNED)
    elif state.calls:
        yield from _ask_calls(state)
        return
    else:
        yield from _ask_calls(state)
    title = say("Who took what")
    seats = state.setting.seats
    yield Prompt("contract", seats, title, fields=fields, optional=state.is_coinche)
    yield ask_passed(state)


def ask_passed(state: State) -> Prompt:
    """Return the prompt for a deal that nobody takes."""
    title = say("Everyone passed")
    return Prompt("passed", state.setting.seats, title, optional=True)


def _ask_calls(state: State) -> Iterator[Prompt]:
    """Yield what the seat in turn may call."""
    auction = state.auction
    turn = auction.turn
    last = BIDS[auction.bid.split()[0]] if auction.bid else 0
    higher = tuple(bid for bid, n in BIDS.items() if n > last)
    if higher and not auction.doubled:
        title = say("{seat}'s bid", seat=turn)
        fields = replace(BID, choices=higher), _ask_trump(state)
        yield Prompt("bid", (turn,), title, fields=fields)
    yield Prompt("pass", (turn,), say("Pass"))
    for call, title in ((DOUBLE, say("Coinche")), (REDOUBLE, say("Surcoinche"))):
        if auction.refuse(call) is None:
            yield Prompt("double", (turn,), title)


def enter_call(state: State, entry: Entry) -> Accepted:
    """Return the match after a call: with the contract once the auction is over."""
    auction = state.auction
    seat = auction.turn
    call = PASS
    summary = say("{seat} passes", seat=seat)
    if entry.kind == "bid":
        given = entry.given
        call = f"{given.choice('bid')} {given.choice('trump')}"
        summary = say("{seat} bids {bid}", seat=seat, bid=name_contract(given.values))
    elif entry.kind == "double":
        call = REDOUBLE if auction.doubled else DOUBLE
        name = DOUBLED.labels[DOUBLED_BY[call]]
        summary = say("{seat}: {call}", seat=seat, call=name)

    auction = auction.with_call(call)
    if not auction.is_over:
        why = cite("auction", "It is over when all others pass.")
        ruling = Ruling({"seat": seat, "call": call}, summary, (why,))
        return Accepted(replace(state, calls=auction.calls), (ruling,))
    if not auction.bid:
        return pass_deal(state)
    bid, trump = auction.bid.split()
    doubled = DOUBLED_BY[auction.doubled]
    contract = {"bid": bid, "trump": trump, "doubled": doubled}
    return enter_contract(state, {"taker": auction.bidder, **contract})


def enter_contract(state: State, contract: Contract) -> Accepted:
    """Return the match once it is known who took what."""
    taker = Values(contract).seat("taker")
    what = name_contract(contract)
    why = cite("taking", "Whoever takes names trump.")
    if state.is_coinche:
        why = cite("coinche-made", "The takers need the bid, and more than the others.")
    summary = say("{taker} takes {what}", taker=taker, what=what)
    ruling = Ruling(dict(contract), summary, (why,))
    return Accepted(state.with_contract(contract), (ruling,))


def name_contract(contract: Contract) -> Text:
    """Return what people call a contract or a bid."""
    values = Values(contract)
    name = TRUMPS[values.choice("trump")]
    if values.has("bid"):
        bid = BID.labels[values.choice("bid")]
        name = say("{bid} {trump}", bid=bid, trump=name)
    doubled = values.choice("doubled", "no")
    if doubled == "no":
        return name
    return say("{contract}, {doubled}", contract=name, doubled=DOUBLED.labels[doubled])


def pass_deal(state: State) -> Accepted:
    """Return the match after a deal that everybody passed."""
    deals = state.deals.scored({})
    dealer = deals.rounds.dealer
    why = cite("passed", "No score; {dealer} deals.", dealer=dealer)
    passed = Ruling({"dealer": dealer}, say("Everyone passed"), (why,))
    return Accepted(State(deals, state.held), (passed,))

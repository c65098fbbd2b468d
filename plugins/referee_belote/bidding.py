"""Who takes: the card that was turned up, or the auction of Coinche."""

from collections.abc import Iterator
from dataclasses import replace

from referee import (
    DOUBLE,
    PASS,
    REDOUBLE,
    SUIT_NAMES,
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
from .state import BIDS, Contract, State

_TAKER = Field("taker", "seat", say("Who took"))


def _trump_field(state: State) -> Field:
    if state.setting.chosen.flag("wide"):
        return TRUMP
    return replace(TRUMP, choices=tuple(SUIT_NAMES), labels=SUIT_NAMES)


def contract_fields(state: State) -> tuple[Field, ...]:
    """Return the fields of a contract."""
    taker = replace(_TAKER, choices=state.setting.seats)
    if state.is_coinche:
        return taker, BID, _trump_field(state), DOUBLED
    return taker, _trump_field(state)


def ask_contract(state: State) -> Iterator[Prompt]:
    """Yield the prompts for the contract: in Coinche call by call, or as a whole."""
    coinche = state.is_coinche
    if coinche:
        yield from _ask_calls(state)
    if state.calls:
        return
    title = say("Who took what")
    fields = contract_fields(state)
    seats = state.setting.seats
    yield Prompt("contract", seats, title, fields=fields, optional=coinche)
    yield ask_passed(state)


def ask_passed(state: State) -> Prompt:
    """Return the prompt for a deal that nobody takes."""
    title = say("Everyone passed")
    return Prompt("passed", state.setting.seats, title, optional=True)


def _ask_calls(state: State) -> Iterator[Prompt]:
    """Yield what the seat in turn may call."""
    auction = state.auction
    turn = auction.turn
    higher = tuple(bid for bid in BIDS if auction.refuse(f"{bid} C") is None)
    if higher:
        title = say("{seat}’s bid", seat=turn)
        fields = replace(BID, choices=higher), _trump_field(state)
        yield Prompt("bid", (turn,), title, fields=fields)
    yield Prompt("pass", (turn,), say("Pass"))
    for call, title in ((DOUBLE, say("Coinche")), (REDOUBLE, say("Surcoinche"))):
        if auction.refuse(call) is None:
            yield Prompt("double", (turn,), title)


def enter_call(state: State, entry: Entry) -> Accepted:
    """Return the match after a call: with the contract once the auction is over."""
    given = entry.given
    auction = state.auction
    call = PASS
    if entry.kind == "bid":
        call = f"{given.choice('bid')} {given.choice('trump')}"
    elif entry.kind == "double":
        call = REDOUBLE if auction.doubled else DOUBLE
    after = replace(state, calls=(*state.calls, call))
    if not after.auction.is_over:
        return Accepted(after)
    if not after.called:
        return pass_deal(state)
    return Accepted(state.with_contract(after.called))


def name_contract(contract: Contract) -> Text:
    """Return what people call a contract."""
    values = Values(contract)
    name = TRUMPS[values.choice("trump")]
    if not values.has("bid"):
        return name
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

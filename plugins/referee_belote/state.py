"""The state of a match, and who takes: the card turned up, or an auction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from referee import (
    DOUBLE,
    PASS,
    REDOUBLE,
    SUIT_NAMES,
    Accepted,
    Auction,
    Card,
    Deals,
    Entry,
    Field,
    Prompt,
    Setting,
    Side,
    Text,
    Values,
    say,
)

from .cards import TRUMP, TRUMPS, trumps_of
from .game import BID, BIDS, DOUBLED, cite

_DOUBLED = {DOUBLE: "coinche", REDOUBLE: "surcoinche"}

NO_CONTRACT = Values({})


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and this deal's calls, contract and announcements."""

    deals: Deals
    held: int = 0
    """The points held over for the side that wins the next contract."""
    calls: tuple[str, ...] = ()
    contract: Values = NO_CONTRACT
    """The fields of the prompt `contract`; during an auction those of the last bid."""
    counted: Mapping[Side, int] = field(default_factory=dict)
    """The points of the announcements that count."""
    shown: Mapping[Card, Side] = field(default_factory=dict)
    """The cards of these announcements, each with its side."""
    belotes: tuple[str, ...] = ()
    """The seats that have had belote-rebelote."""

    @property
    def setting(self) -> Setting:
        """Return the setting of the match."""
        return self.deals.rounds.setting

    @property
    def is_coinche(self) -> bool:
        """Return whether people bid for trump."""
        return self.setting.chosen.choice("play") == "coinche"

    @property
    def is_taken(self) -> bool:
        """Return whether somebody has taken, so that the bidding is over."""
        return bool(self.contract.values) and not self.calls

    @property
    def has_announcements(self) -> bool:
        """Return whether sequences and carrés score."""
        return self.setting.chosen.choice("announcements") != "none"

    @property
    def auction(self) -> Auction:
        """Return the auction of Coinche."""
        seats = self.deals.deal.to_play
        return Auction(seats, BIDS, self.calls, double_ends_bids=True)

    def with_contract(self, contract: Values) -> State:
        """Return the match once somebody has taken this contract."""
        deals = self.deals.with_parts(trumps=trumps_of(contract.choice("trump")))
        if self.setting.chosen.choice("leads") == "taker":
            deals = deals.with_parts(leader=contract.seat("taker"))
        return State(deals, self.held, contract=contract)


# Who takes


def _trump_field(state: State) -> Field:
    if state.setting.chosen.flag("wide"):
        return TRUMP
    return replace(TRUMP, choices=tuple(SUIT_NAMES))


def contract_fields(state: State) -> Iterator[Field]:
    """Yield the fields of a contract."""
    yield Field("taker", "seat", say("Who took"), choices=state.setting.seats)
    if state.is_coinche:
        yield BID
    yield _trump_field(state)
    if state.is_coinche:
        yield DOUBLED


def ask_contract(state: State) -> Iterator[Prompt]:
    """Yield the prompts for the contract: in Coinche call by call, or as a whole."""
    coinche = state.is_coinche
    if coinche:
        auction = state.auction
        turn = auction.turn
        higher = tuple(bid for bid in BIDS if auction.refuse(bid) is None)
        if higher:
            title = say("{seat}’s bid", seat=turn)
            bid = replace(BID, choices=higher)
            yield Prompt("bid", (turn,), title, fields=(bid, _trump_field(state)))
        yield Prompt("pass", (turn,), say("Pass"))
        for call, title in ((DOUBLE, say("Coinche")), (REDOUBLE, say("Surcoinche"))):
            if auction.refuse(call) is None:
                yield Prompt("double", (turn,), title)
    if state.calls:
        return
    fields = tuple(contract_fields(state))
    seats = state.setting.seats
    title = say("Who took what")
    yield Prompt("contract", seats, title, fields=fields, optional=coinche)
    yield state.deals.ask_passed()


def enter_call(state: State, entry: Entry) -> Accepted:
    """Return the match after a call: with the contract once the auction is over."""
    auction = state.auction
    contract = state.contract
    call = PASS
    if entry.kind == "bid":
        call = entry.given.choice("bid")
        contract = Values({**entry.given.values, "taker": auction.turn})
    elif entry.kind == "double":
        call = REDOUBLE if auction.doubled else DOUBLE
        contract = Values({**contract.values, "doubled": _DOUBLED[call]})
    after = replace(state, calls=(*state.calls, call), contract=contract)
    if not after.auction.is_over:
        return Accepted(after)
    if contract.values:
        return Accepted(state.with_contract(contract))
    deals, rulings = state.deals.passed(cite)
    return Accepted(State(deals, state.held), rulings)


def name_contract(contract: Values) -> Text:
    """Return the contract's name."""
    name = TRUMPS[contract.choice("trump")]
    if not contract.has("bid"):
        return name
    bid = contract.choice("bid")
    name = say("{bid} {trump}", bid=BID.labels.get(bid, bid), trump=name)
    doubled = contract.choice("doubled", "no")
    if doubled == "no":
        return name
    return say("{contract}, {doubled}", contract=name, doubled=DOUBLED.labels[doubled])

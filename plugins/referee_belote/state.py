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
    Deals,
    Entry,
    Field,
    Prompt,
    Setup,
    Side,
    Text,
    Values,
    say,
)

from .cards import TRUMP, TRUMPS, trumps_of
from .game import BID, BIDS, DOUBLED, cite

_HEIGHTS = {f"{bid} {trump}": n for bid, n in BIDS.items() for trump in TRUMPS}

_DOUBLED = {"": "no", DOUBLE: "coinche", REDOUBLE: "surcoinche"}

NO_CONTRACT = Values({})


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and this deal's calls, contract and announcements."""

    deals: Deals
    held: int = 0
    """Points held over for whoever wins the next contract."""
    calls: tuple[str, ...] = ()
    contract: Values = NO_CONTRACT
    """The fields of the prompt `contract`, once somebody has taken."""
    counted: Mapping[Side, int] = field(default_factory=dict)
    """The points of announcements that count."""
    belotes: tuple[str, ...] = ()
    """Who has had belote-rebelote."""

    @property
    def setting(self) -> Setup:
        """Return the setting of the match."""
        return self.deals.rounds.setting

    @property
    def is_coinche(self) -> bool:
        """Return whether people bid for trump."""
        return self.setting.chosen.choice("play") == "coinche"

    @property
    def trumps_under(self) -> bool:
        """Return whether a lower trump is owed where there is no higher one."""
        # Belote owes it, Coinche does not, and the option turns either round.
        return self.is_coinche == self.setting.chosen.flag("under")

    @property
    def has_announcements(self) -> bool:
        """Return whether sequences and carrés score."""
        return self.setting.chosen.choice("announcements") != "none"

    @property
    def auction(self) -> Auction:
        """Return the auction of Coinche; a bid is points and a trump."""
        seats = self.setting.clockwise_from(self.deals.rounds.first)
        return Auction(seats, _HEIGHTS, self.calls, double_ends_bids=True)

    @property
    def called(self) -> Values:
        """Return the contract of the auction so far."""
        auction = self.auction
        if not auction.bid:
            return NO_CONTRACT
        bid, trump = auction.bid.split()
        doubled = _DOUBLED[auction.doubled]
        taker = auction.bidder
        return Values({"taker": taker, "bid": bid, "trump": trump, "doubled": doubled})

    def with_contract(self, contract: Values) -> State:
        """Return the match once somebody has taken."""
        trumps = trumps_of(contract.choice("trump"))
        deals = self.deals.with_parts(trumps=trumps)
        if self.setting.chosen.choice("leads") == "taker":
            deals = deals.with_parts(leader=contract.seat("taker"))
        return State(deals, self.held, contract=contract)


# Who takes


def _trump_field(state: State) -> Field:
    if state.setting.chosen.flag("wide"):
        return TRUMP
    return replace(TRUMP, choices=tuple(SUIT_NAMES), labels=SUIT_NAMES)


def contract_fields(state: State) -> tuple[Field, ...]:
    """Return the fields of a contract."""
    taker = Field("taker", "seat", say("Who took"), choices=state.setting.seats)
    trump = _trump_field(state)
    if state.is_coinche:
        return taker, BID, trump, DOUBLED
    return taker, trump


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
    yield state.deals.ask_passed()


def _ask_calls(state: State) -> Iterator[Prompt]:
    """Yield the calls that the seat in turn may make."""
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
    call = PASS
    if entry.kind == "bid":
        call = f"{given.choice('bid')} {given.choice('trump')}"
    elif entry.kind == "double":
        call = DOUBLE
        if state.auction.doubled:
            call = REDOUBLE
    after = replace(state, calls=(*state.calls, call))
    if not after.auction.is_over:
        return Accepted(after)
    contract = after.called
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

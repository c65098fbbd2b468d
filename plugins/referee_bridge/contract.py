"""Contracts, and the calls that lead to them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee import Field, Ruling, Text, Values, count, say

from .rules import cite

STRAINS: Mapping[str, Text] = {"C": say("♣"), "D": say("♦"), "H": say("♥"), "S": say("♠"), "NT": say("NT")}
"""What can be bid, from the lowest to the highest."""

TIMES = {"no": 1, "doubled": 2, "redoubled": 4}
"""What tricks count in a contract that was not doubled, doubled or redoubled."""

_DOUBLED = {"no": say("no"), "doubled": say("doubled"), "redoubled": say("redoubled")}


@dataclass(frozen=True, slots=True)
class Contract:
    """How many tricks beyond six a declarer has to take, and in which trump; `strain` is a suit's letter or `NT`."""

    declarer: str
    level: int
    strain: str
    doubled: str = "no"

    @property
    def trump(self) -> str | None:
        """The suit that is trump; None in no trump."""
        return None if self.strain == "NT" else self.strain

    @property
    def name(self) -> Text:
        """What people call it."""
        return name_of_contract(self.level, self.strain, self.doubled)


def contract_fields(declarers: tuple[str, ...] = ()) -> tuple[Field, ...]:
    """Return the fields of a contract, with its declarer where there is a table."""
    levels = tuple(map(str, range(1, 8)))
    declarer = (Field("declarer", "seat", say("Declarer"), choices=declarers),) if declarers else ()
    return (
        *declarer,
        Field("level", "choice", say("Tricks bid beyond six"), choices=levels),
        Field("strain", "choice", say("Trump"), choices=tuple(STRAINS), labels=STRAINS),
        Field("doubled", "choice", say("Doubled"), choices=tuple(TIMES), labels=_DOUBLED, default="no", optional=True),
    )


def contract_in(given: Values) -> Contract:
    """Read the contract that was entered."""
    doubled = given.choice("doubled") if given.has("doubled") else "no"
    return Contract(given.seat("declarer"), int(given.choice("level")), given.choice("strain"), doubled)


def name_of_contract(level: int, strain: str, doubled: str = "no") -> Text:
    """Say a contract, or a bid, in words."""
    bid = {
        "C": count("{n} club", "{n} clubs", level),
        "D": count("{n} diamond", "{n} diamonds", level),
        "H": count("{n} heart", "{n} hearts", level),
        "S": count("{n} spade", "{n} spades", level),
        "NT": say("{n} no trump", n=level),
    }[strain]
    if doubled == "no":
        return bid
    return say("{bid} doubled", bid=bid) if doubled == "doubled" else say("{bid} redoubled", bid=bid)


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far: the last bid with its bidder and whether it is doubled, and all bids by seat."""

    seats: tuple[str, ...]
    """From the dealer, clockwise."""
    calls: int = 0
    passes: int = 0
    """How many were made since the last call that was no pass."""
    bidder: str = ""
    level: int = 0
    strain: str = ""
    doubled: str = "no"
    bids: tuple[tuple[str, str], ...] = ()
    """Who has bid which strain, in order."""

    @property
    def turn(self) -> str:
        """Who calls next."""
        return self.seats[self.calls % 4]

    @property
    def over(self) -> bool:
        """Whether three have passed after a bid, or all four without one."""
        return self.passes >= (3 if self.level else 4)

    def is_partner_of_bidder(self, seat: str) -> bool:
        """Return whether a seat is of the side that made the last bid."""
        return (self.seats.index(seat) - self.seats.index(self.bidder)) % 2 == 0

    @property
    def contract(self) -> Contract | None:
        """The contract: its declarer is whoever of the side that bid it last was first to bid its strain."""
        if not self.level:
            return None
        firsts = (seat for seat, strain in self.bids if strain == self.strain and self.is_partner_of_bidder(seat))
        return Contract(next(firsts), self.level, self.strain, self.doubled)

    def with_call(self, call: str) -> "Auction | Text":
        """Return the auction after this call, or why the laws forbid it."""
        after, seat = replace(self, calls=self.calls + 1, passes=0), self.turn
        if self.over:
            return say("The auction was over before it.")
        if call == "P":
            return replace(after, passes=self.passes + 1)
        if call in ("X", "XX"):
            wanted, doubled = ("no", "doubled") if call == "X" else ("doubled", "redoubled")
            if not self.level or self.doubled != wanted or self.is_partner_of_bidder(seat) == (call == "X"):
                if call == "X":
                    return say("Only a bid of the other side that is not doubled yet can be doubled.")
                return say("Only a bid of one's own side that the others have doubled can be redoubled.")
            return replace(after, doubled=doubled)
        level, strain = int(call[0]), call[1:]
        if (level, _RANKS[strain]) <= (self.level, _RANKS.get(self.strain, 0)):
            last = name_of_contract(self.level, self.strain)
            return say("A bid has to be higher than the last one, {last}.", last=last)
        bids = (*self.bids, (seat, strain))
        return replace(after, bidder=seat, level=level, strain=strain, doubled="no", bids=bids)


_RANKS = {strain: place for place, strain in enumerate(STRAINS)}

_WORDS = {"P": "P", "PASS": "P", "X": "X", "D": "X", "DBL": "X", "XX": "XX", "R": "XX", "RDBL": "XX"}
_SIGNS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})


def read_call(word: str) -> str | None:
    """Read a call as people write it: `1S`, `3NT`, `P`, `X`, `XX`; None for anything else."""
    word = word.upper().translate(_SIGNS)
    bid = re.fullmatch(r"([1-7])([CDHS]|NT?)", word)
    return _WORDS.get(word) if bid is None else bid[1] + {"N": "NT"}.get(bid[2], bid[2])


def rule_auction(seats: Sequence[str], calls: str) -> Ruling:
    """Rule on the calls of an auction, dealer first: the contract that they make, or the first that cannot be."""
    auction = Auction(tuple(seats))
    for word in calls.replace(",", " ").split():
        call, seat = read_call(word), auction.turn
        made = say("A call is a bid such as 1S or 3NT, P, X or XX.") if call is None else auction.with_call(call)
        if isinstance(made, Text):
            because = cite("auction", made.template, **made.values)
            summary = say("{call} of {seat} cannot be", call=word, seat=seat)
            return Ruling({"legal": False, "seat": seat, "call": word}, summary, (because,))
        auction = made
    return _rule_calls(auction)


def _rule_calls(auction: Auction) -> Ruling:
    contract = auction.contract
    made = contract or Contract("", 0, "")
    told = {"level": made.level, "strain": made.strain, "doubled": made.doubled}
    verdict = {"legal": True, "over": auction.over, "declarer": made.declarer or None, **told}
    if not auction.over:
        because = cite("auction", "It ends when three pass after a bid, or all four without one.")
        return Ruling(verdict, say("{seat} is to call", seat=auction.turn), (because,))
    if contract is None:
        return Ruling(verdict, say("The deal is passed out"), (cite("auction", "All four have passed."),))
    template = "{declarer} was the first of the side to bid it."
    because = cite("declarer", template, declarer=contract.declarer)
    summary = say("The contract is {contract}, played by {declarer}", contract=contract.name, declarer=made.declarer)
    return Ruling(verdict, summary, (because,))

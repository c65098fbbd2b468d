"""Auctions in turn: bids that rise, passes, doubles and redoubles, and their end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import cycle

from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Seats

PASS = "P"  # noqa: S105 a call at the table, no password
"""The call of a seat that says nothing."""
DOUBLE = "X"
"""The call that doubles the other side's bid."""
REDOUBLE = "XX"
"""The call that doubles a double."""


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction between two sides whose partners sit crosswise: its calls so far.

    A call is a bid, or `PASS`, `DOUBLE`, `REDOUBLE`. The auction is over when all
    others have passed after a bid or a double, or when everybody has passed.

    >>> auction = Auction(("Ana", "Ben", "Cy", "Dee"), {"1C": 1, "1D": 2})
    >>> auction = auction.with_call("1C").with_call("P").with_call("1D")
    >>> auction.turn, auction.bid, auction.bidder
    ('Dee', '1D', 'Cy')
    >>> print(auction.refuse("1C"))
    A bid has to beat the last one, 1D.
    """

    seats: Seats
    """The seats that call, in turn."""
    heights: Mapping[str, int]
    """The height of each possible bid; each bid has to be higher than the one before.
    """
    calls: tuple[str, ...] = ()
    double_ends_bids: bool = False
    """Whether nobody bids after a double; a redouble is then the last call."""

    def with_call(self, call: str) -> Auction:
        """Return the auction after this call of the seat in turn."""
        return replace(self, calls=(*self.calls, call))

    @property
    def turn(self) -> str:
        """Return the seat that calls next."""
        return self.seats[len(self.calls) % len(self.seats)]

    @property
    def by_seat(self) -> Iterator[tuple[str, str]]:
        """Return all calls in turn, each with its seat."""
        return zip(cycle(self.seats), self.calls, strict=False)

    @property
    def bid(self) -> str:
        """Return the last bid; empty without one."""
        bids = [call for call in self.calls if call in self.heights]
        return bids[-1] if bids else ""

    @property
    def bidder(self) -> str:
        """Return the seat that made the last bid; empty without one."""
        bidders = [seat for seat, call in self.by_seat if call in self.heights]
        return bidders[-1] if bidders else ""

    @property
    def doubled(self) -> str:
        """Return how the last bid was doubled: `DOUBLE`, `REDOUBLE`, or empty.

        >>> Auction(("Ana", "Ben"), {"1C": 1}, ("1C", "X")).doubled
        'X'
        """
        latest = ""
        for call in self.calls:
            if call in self.heights:
                latest = ""
            elif call != PASS:
                latest = call
        return latest

    @property
    def is_over(self) -> bool:
        """Return whether the auction has ended.

        >>> Auction(("Ana", "Ben", "Cy", "Dee"), {"1C": 1}, ("1C", *"PPP")).is_over
        True
        """
        if self.double_ends_bids and self.doubled == REDOUBLE:
            return True
        others = len(self.seats) - 1
        return len(self.calls) > others and {*self.calls[-others:]} == {PASS}

    def is_partner(self, seat: str, other: str) -> bool:
        """Return whether two seats are on one side; a seat is on its own side too."""
        return (self.seats.index(seat) - self.seats.index(other)) % 2 == 0

    def refuse(self, call: str) -> Text | None:
        """Return why the seat in turn cannot make this call; None if it can."""
        if self.is_over:
            return say("The auction was already over.")
        if call == PASS:
            return None
        if call in (DOUBLE, REDOUBLE):
            return self._refuse_double(call)
        if self.double_ends_bids and self.doubled:
            return say("Nobody bids any more after a double.")
        last = self.bid
        if not last or self.heights[call] > self.heights[last]:
            return None
        return say("A bid has to beat the last one, {last}.", last=last)

    def _refuse_double(self, call: str) -> Text | None:
        bidder = self.bidder
        is_own = bool(bidder) and self.is_partner(self.turn, bidder)
        if call == REDOUBLE:
            if is_own and self.doubled == DOUBLE:
                return None
            return say("You can only redouble your own side’s bid, once doubled.")
        if bidder and not is_own and not self.doubled:
            return None
        return say("You can only double the other side’s bid, if nobody has yet.")

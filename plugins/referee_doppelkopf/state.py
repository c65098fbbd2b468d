"""The state of a match: its deals, and this deal's game and sides."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from referee import Deals, Field, Seats, Setup, TakenTrick, TricksPlayed

from .game import (
    KONTRA,
    NORMAL,
    OLD,
    PAIRS,
    RE,
    SUIT_TRICK,
    WEDDING,
    trumps_of,
)

FINDS_PARTNER = 3
"""The number of tricks in which a wedding has to find a partner."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement: its side, its level, and the number of cards then in hand."""

    seat: str
    side: str
    level: int
    in_hand: int


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and the current deal's game with all that shows who is Re."""

    deals: Deals
    game: str = NORMAL
    re: Seats = ()
    """The Re players by the game, or as the table said at the end; the player first."""
    pigs: str = ""
    """The seat that has both foxes as pigs."""
    announcements: tuple[Announcement, ...] = ()

    @property
    def setting(self) -> Setup:
        """Return the setting of the match."""
        return self.deals.rounds.setting

    @property
    def deal(self) -> TricksPlayed:
        """Return the tricks of this deal."""
        return self.deals.deal

    def agrees(self, option: Field) -> bool:
        """Return whether the table has agreed on this option."""
        return self.setting.chosen.flag(option.name)

    @property
    def is_solo(self) -> bool:
        """Return whether a solo was announced."""
        return self.game not in PAIRS

    @property
    def re_known(self) -> Seats:
        """Return who is Re for certain: by the game, the queens, and announcements."""
        known = {*self.re}
        for trick in self._find_partner():
            known.add(trick.winner)
        if not self.re:
            known.update(self._count_queens())
            for each in self.announcements:
                if each.side == RE:
                    known.add(each.seat)
        return tuple(seat for seat in self.deal.seats if seat in known)

    @property
    def is_settled(self) -> bool:
        """Return whether everybody knows all partners."""
        if self.is_solo or len(self.re_known) == 2:
            return True
        if self.game == WEDDING:
            return len(self.deal.tricks) >= FINDS_PARTNER
        return 2 in self._count_queens().values()

    @property
    def clarified_in(self) -> int:
        """Return the trick that settled a wedding, from 1; 0 if there was none."""
        if self.game != WEDDING:
            return 0
        for trick in self._find_partner():
            return self.deal.tricks.index(trick) + 1
        return FINDS_PARTNER

    def side_of(self, seat: str) -> str | None:
        """Return the side of a seat; None as long as nobody can know it."""
        if seat in self.re_known:
            return RE
        announced = any(each.seat == seat for each in self.announcements)
        return KONTRA if announced or self.is_settled else None

    def announced_by(self, side: str) -> int:
        """Return the highest level that a side has announced."""
        highest = 0
        for each in self.announcements:
            if each.side == side:
                highest = max(highest, each.level)
        return highest

    def with_trumps(self) -> State:
        """Return the state with the trumps of the game that is played."""
        trumps = trumps_of(self.game, bool(self.pigs))
        return replace(self, deals=self.deals.with_parts(trumps=trumps))

    def _count_queens(self) -> Counter[str]:
        """Return the number of queens of clubs that each seat has played."""
        return Counter(seat for seat, card in self.deal.laid if card is OLD)

    def _find_partner(self) -> tuple[TakenTrick, ...]:
        """Return the trick that finds the partner of a wedding, if there is one."""
        if self.game != WEDDING:
            return ()
        by_suit = self.setting.chosen.choice("wedding") == SUIT_TRICK
        trumps = self.deal.trumps
        for trick in self.deal.tricks[:FINDS_PARTNER]:
            leads_trump = next(iter(trick.plays.values())) in trumps
            if trick.winner not in self.re and not (by_suit and leads_trump):
                return (trick,)
        return ()


def begin_deal(deals: Deals) -> State:
    """Return the state in which a deal begins: of five the dealer sits out."""
    rounds = deals.rounds
    seats = rounds.playing
    if len(seats) > 4:
        seats = tuple(seat for seat in seats if seat != rounds.dealer)
    return State(deals.with_parts(seats=seats, trumps=trumps_of(NORMAL)))

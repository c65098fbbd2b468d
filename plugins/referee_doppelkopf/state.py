"""The state of a match: its deals, and this deal's game and sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import Card, Deals, Field, Seats, Setting, TricksPlayed

from .game import (
    FOX,
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
    bock: int = 0
    """How many deals count double, with this one."""
    is_compulsory: bool = False
    """Whether the solo is one that its player owes."""
    announcements: tuple[Announcement, ...] = ()

    @property
    def setting(self) -> Setting:
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
        known = {*self.re, *self._find_partner()}
        if not self.re:
            known.update(self.queens)
            if self.queens.total() < 2 or self.is_lenient:
                known.update(self.announcers(RE))
        return tuple(seat for seat in self.deal.seats if seat in known)

    def announcers(self, side: str) -> set[str]:
        """Return who has announced for this side."""
        return {each.seat for each in self.announcements if each.side == side}

    @property
    def is_lenient(self) -> bool:
        """Return whether the match began when a wrong announcement cost nothing."""
        return self.setting.version == "1"

    @property
    def is_settled(self) -> bool:
        """Return whether everybody knows all partners."""
        if self.is_solo or len(self.re_known) == 2:
            return True
        if self.game == WEDDING:
            is_alone = not {*self._claimed}.isdisjoint(self.re)
            return is_alone or len(self.deal.tricks) >= FINDS_PARTNER
        if self.is_lenient:
            return 2 in self.queens.values()
        return self.queens.total() == 2

    @property
    def clarified_in(self) -> int:
        """Return the trick that settled a wedding, from 1; 0 if there was none."""
        if self.game != WEDDING:
            return 0
        return next(iter(self._find_partner().values()), FINDS_PARTNER)

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

    @property
    def queens(self) -> Counter[str]:
        """Return the number of queens of clubs that each seat has played."""
        return self._count_laid(OLD)

    def _count_laid(self, card: Card) -> Counter[str]:
        return Counter(seat for seat, laid in self.deal.laid if laid is card)

    @property
    def disproven(self) -> set[str]:
        """Return who has announced what the cards disprove, or the table in the end."""
        wrong = {self.pigs} if self.lacks_pigs else set()
        if self.is_lenient:
            return wrong
        if self.game == WEDDING and self.queens.keys() - {*self.re}:
            wrong.add(self.re[0])
        if self.game == NORMAL:
            wrong |= self.announcers(KONTRA) & self.queens.keys()
            if self.is_proven:
                wrong |= self.announcers(RE).difference(self.re_known)
        return wrong

    @property
    def lacks_pigs(self) -> bool:
        """Return whether another seat than the one with pigs has played a fox."""
        if self.is_lenient or not self.pigs:
            return False
        return bool(self._count_laid(FOX).keys() - {self.pigs})

    @property
    def is_proven(self) -> bool:
        """Return whether the game, or both queens of clubs, show who is Re."""
        return bool(self.re) or self.queens.total() == 2

    @property
    def may_be_re(self) -> set[str]:
        """Return who may be Re, by queens, announcements, and a wedding's claim."""
        known = {*self.re_known}
        seats = {*self.deal.seats}
        if self.is_lenient:
            return seats
        if len(known) > 1:
            return known
        if self.game == WEDDING:
            return known.union(self._claimed or seats)
        return seats - (self.announcers(KONTRA) - known)

    @property
    def _claimed(self) -> Mapping[str, int]:
        """Return the claimed tricks, as far as they can find a wedding's partner."""
        return {} if self.is_lenient else self.deal.claimed

    def _find_partner(self) -> dict[str, int]:
        """Return the partner of a wedding, if found, with the number of the trick."""
        if self.game != WEDDING:
            return {}
        by_suit = self.setting.chosen.choice("wedding") == SUIT_TRICK
        trumps = self.deal.trumps
        for number, trick in enumerate(self.deal.tricks[:FINDS_PARTNER], start=1):
            leads_trump = next(iter(trick.plays.values())) in trumps
            if trick.winner not in self.re and not (by_suit and leads_trump):
                return {trick.winner: number}
        number = self.deal.trick
        if by_suit or number > FINDS_PARTNER:
            return {}
        return {seat: number for seat in self._claimed if seat not in self.re}


def begin_deal(deals: Deals, bock: int = 0) -> State:
    """Return the state in which a deal begins: of five the dealer sits out.

    So many deals count double, with this one.
    """
    rounds = deals.rounds
    seats = rounds.playing
    if len(seats) > 4:
        seats = tuple(seat for seat in seats if seat != rounds.dealer)
    deals = deals.with_parts(seats=seats, trumps=trumps_of(NORMAL))
    return State(deals, bock=bock)

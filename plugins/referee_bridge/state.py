"""Contracts, and where a match stands: deals, games, and points below the line."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import (
    Deals,
    Field,
    Seats,
    Setting,
    Text,
    Values,
    choice_field,
    name_side,
    say,
)

STRAINS = {"C": say("♣"), "D": say("♦"), "H": say("♥"), "S": say("♠"), "NT": say("NT")}
"""The strains of bids, from the lowest to the highest."""

TIMES = {"no": 1, "doubled": 2, "redoubled": 4}
"""The factors of tricks in contracts: undoubled, doubled, redoubled."""

_DOUBLED = {"no": say("no"), "doubled": say("doubled"), "redoubled": say("redoubled")}


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract: the tricks beyond six that a declarer needs, and the trump."""

    declarer: str
    level: int
    strain: str
    """A suit's letter, or `NT`."""
    doubled: str = "no"

    @property
    def name(self) -> Text:
        """Return the contract's name."""
        bid = say("{n}{strain}", n=self.level, strain=STRAINS[self.strain])
        if self.doubled == "no":
            return bid
        return say("{bid} {doubled}", bid=bid, doubled=_DOUBLED[self.doubled])


def contract_fields(declarers: Seats = ()) -> tuple[Field, ...]:
    """Return the fields of a contract; at a table also its declarer."""
    fields = (
        Field("level", "choice", say("Level"), choices=tuple("1234567")),
        choice_field("strain", say("Trump"), STRAINS),
        choice_field("doubled", say("Doubled"), _DOUBLED, default="no", optional=True),
    )
    if not declarers:
        return fields
    return (Field("declarer", "seat", say("Declarer"), choices=declarers), *fields)


def read_contract(given: Values) -> Contract:
    """Return the contract in these fields; without a table it has no declarer."""
    declarer = given.seat("declarer", "")
    level = int(given.choice("level"))
    doubled = given.choice("doubled", "no")
    return Contract(declarer, level, given.choice("strain"), doubled)


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries; sides go by their names."""

    deals: Deals
    below: Mapping[str, int]
    """The points below the line that each side has towards its next game."""
    games: Mapping[str, int]
    """The number of games that each side has won."""
    contract: Contract | None = None
    """The contract that is played; None before it is known."""

    @property
    def setting(self) -> Setting:
        """Return the setting of the match."""
        return self.deals.rounds.setting

    @property
    def is_rubber(self) -> bool:
        """Return whether a rubber is played, not Chicago."""
        return self.setting.chosen.choice("scoring") == "rubber"

    def side_of(self, seat: str) -> str:
        """Return the name of a seat's side."""
        return name_side(self.deals.rounds.side_of(seat))

    @property
    def vulnerable(self) -> Seats:
        """Return the sides that are vulnerable in this deal."""
        if self.is_rubber:
            return tuple(side for side, n in self.games.items() if n)

        number = self.deals.rounds.number
        sides = tuple(self.games)
        if number == 1:
            return ()
        if number == 4:
            return sides
        dealers = self.side_of(self.deals.rounds.dealer)
        if self.setting.chosen.choice("vulnerable") == "dealer":
            return (dealers,)
        return tuple(side for side in sides if side != dealers)

    def with_contract(self, contract: Contract) -> "State":
        """Return the match once this contract is played: the declarer's left leads."""
        leader = self.setting.left_of(contract.declarer)
        deals = self.deals.with_parts(leader=leader)
        return replace(self, deals=deals, contract=contract)

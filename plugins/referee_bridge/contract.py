"""Contracts, as they are entered and called."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee import Field, Text, Values, say

from .rules import choose

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
    def name(self) -> Text:
        """What people call it."""
        bid = say("{n}{strain}", n=self.level, strain=STRAINS[self.strain])
        return bid if self.doubled == "no" else say("{bid} {doubled}", bid=bid, doubled=_DOUBLED[self.doubled])


def contract_fields(declarers: tuple[str, ...] = ()) -> tuple[Field, ...]:
    """Return the fields of a contract, with its declarer where there is a table."""
    fields = (
        Field("level", "choice", say("Level"), choices=tuple("1234567")),
        choose("strain", say("Trump"), STRAINS),
        choose("doubled", say("Doubled"), _DOUBLED, default="no", optional=True),
    )
    return (Field("declarer", "seat", say("Declarer"), choices=declarers), *fields) if declarers else fields


def contract_in(given: Values) -> Contract:
    """Read a contract; without a table it has no declarer."""
    declarer, doubled = given.seat_if_any("declarer") or "", given.seat_if_any("doubled") or "no"
    return Contract(declarer, int(given.choice("level")), given.choice("strain"), doubled)

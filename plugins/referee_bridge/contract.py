"""Contracts, and the fields that say one."""

from dataclasses import dataclass

from referee import Field, Seats, Text, Values, choice_field, say

STRAINS = {
    "C": say("♣"),
    "D": say("♦"),
    "H": say("♥"),
    "S": say("♠"),
    "NT": say("NT"),
}
"""What can be bid, from the lowest to the highest."""

TIMES = {"no": 1, "doubled": 2, "redoubled": 4}
"""What tricks count in a contract that was not doubled, doubled or redoubled."""

_DOUBLED = {"no": say("no"), "doubled": say("doubled"), "redoubled": say("redoubled")}


@dataclass(frozen=True, slots=True)
class Contract:
    """How many tricks beyond six a declarer has to take, and in which trump."""

    declarer: str
    level: int
    strain: str
    """A suit's letter, or `NT`."""
    doubled: str = "no"

    @property
    def name(self) -> Text:
        """What people call it."""
        bid = say("{n}{strain}", n=self.level, strain=STRAINS[self.strain])
        if self.doubled == "no":
            return bid
        return say("{bid} {doubled}", bid=bid, doubled=_DOUBLED[self.doubled])


def contract_fields(declarers: Seats = ()) -> tuple[Field, ...]:
    """Return the fields of a contract, with its declarer where there is a table."""
    fields = (
        Field("level", "choice", say("Level"), choices=tuple("1234567")),
        choice_field("strain", say("Trump"), STRAINS),
        choice_field("doubled", say("Doubled"), _DOUBLED, default="no", optional=True),
    )
    if not declarers:
        return fields
    return (Field("declarer", "seat", say("Declarer"), choices=declarers), *fields)


def read_contract(given: Values) -> Contract:
    """Return the contract that these fields say; without a table it has no declarer."""
    declarer = given.seat("declarer", "")
    level = int(given.choice("level"))
    doubled = given.choice("doubled", "no")
    return Contract(declarer, level, given.choice("strain"), doubled)

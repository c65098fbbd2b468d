"""Honours: what one hand scores above the line for its highest trumps, or for four
aces.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from referee import Entry, FieldError, Ruling, Setup, TakenTrick, WrongFieldsError, say

from .contract import Contract
from .rules import cite
from .score import honours_in


@dataclass(frozen=True, slots=True)
class Honours:
    """Who has honours, and for how many points; the section says whether cards have
    shown it.
    """

    holder: str
    points: int
    section: str


def honours_of(
    tricks: Sequence[TakenTrick], setting: Setup, contract: Contract, entry: Entry
) -> Honours | None:
    """Return the honours of a deal: as all the cards played show them, or as they were
    entered.
    """
    if setting.chosen.flag("honours") and len(tricks) == 13:
        return _shown_honours(tricks, contract)

    holder = entry.given.seat_if_any("holder")
    points = int(entry.given.seat_if_any("honours") or 0)
    if holder and points:
        return Honours(holder, points, "honours")
    if points and entry.version != "1":
        raise WrongFieldsError(FieldError("holder", say("Say who has them.")))
    if holder and entry.version != "1":
        raise WrongFieldsError(
            FieldError("honours", say("Say for how many points, or name nobody."))
        )
    return None


def _shown_honours(tricks: Sequence[TakenTrick], contract: Contract) -> Honours | None:
    for seat in tricks[0].plays:
        hand = [trick.plays[seat] for trick in tricks]
        points = honours_in(hand, contract.strain)
        if points:
            return Honours(seat, points, "honours-shown")
    return None


def refuse_honours(honours: Honours | None, contract: Contract) -> Ruling | None:
    """Say why these honours cannot be; None if they can."""
    if honours is None or contract.strain != "NT" or honours.points != 100:
        return None
    because = cite(
        "honours", "In no trump four aces count 150, and nothing else counts."
    )
    summary = say("{holder} cannot have honours for 100 points", holder=honours.holder)
    return Ruling({"legal": False, "seat": honours.holder}, summary, (because,))


def rule_honours(honours: Honours) -> Ruling:
    """Rule on the points of honours."""
    because = cite(honours.section, "They go above the line, whoever has won the deal.")
    told = {"holder": honours.holder, "n": honours.points}
    summary = say("{holder} has honours for {n} points", **told)
    return Ruling(
        {"seat": honours.holder, "points": honours.points}, summary, (because,)
    )

"""Honours: what one hand scores for its highest trumps, or for four aces."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee import (
    Card,
    Entry,
    Ruling,
    Setup,
    TakenTrick,
    forbid,
    say,
    wrong_field,
)

from .contract import Contract
from .game import TRICKS, cite


@dataclass(frozen=True, slots=True)
class Honours:
    """Who has honours, for how many points, and by which section."""

    holder: str
    points: int
    section: str
    """It says whether cards have shown them."""


def honours_in(hand: Sequence[Card], strain: str) -> int:
    """Return what one hand scores for honours."""
    if strain == "NT":
        aces = [card for card in hand if card.rank == "A"]
        return 150 if len(aces) == 4 else 0
    highest = [card for card in hand if card.suit == strain and card.rank in "TJQKA"]
    return {4: 100, 5: 150}.get(len(highest), 0)


def honours_of(
    tricks: Sequence[TakenTrick], setting: Setup, contract: Contract, entry: Entry
) -> Honours | None:
    """Return the honours of a deal, as all its cards show them, or as they are entered.

    WrongFieldsError where only half of an entry is filled in.
    """
    if setting.chosen.flag("honours") and len(tricks) == TRICKS:
        return _shown_honours(tricks, contract)

    holder = entry.given.seat("holder", None)
    points = int(entry.given.choice("honours", 0))
    if holder and points:
        return Honours(holder, points, "honours")
    if entry.version != "1":
        if points:
            message = say("Say who has them.")
            raise wrong_field("holder", message)
        if holder:
            message = say("Say for how many points, or name nobody.")
            raise wrong_field("honours", message)
    return None


def _shown_honours(tricks: Sequence[TakenTrick], contract: Contract) -> Honours | None:
    for seat in tricks[0].plays:
        hand = [trick.plays[seat] for trick in tricks]
        points = honours_in(hand, contract.strain)
        if points:
            return Honours(seat, points, "honours-shown")
    return None


def refuse_honours(honours: Honours | None, contract: Contract) -> Ruling | None:
    """Return why these honours cannot be; None if they can."""
    if honours is None or contract.strain != "NT" or honours.points != 100:
        return None
    holder = honours.holder
    template = "In no trump four aces count 150, and nothing else counts."
    why = cite("honours", template)
    summary = say("{holder} cannot have honours for 100 points", holder=holder)
    return forbid(summary, why, seat=holder)


def rule_honours(honours: Honours) -> Ruling:
    """Return the ruling on the points of honours."""
    holder = honours.holder
    n = honours.points
    why = cite(honours.section, "They go above the line, whoever has won the deal.")
    summary = say("{holder} has honours for {n} points", holder=holder, n=n)
    return Ruling({"seat": holder, "points": n}, summary, (why,))

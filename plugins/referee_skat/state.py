"""The state of a match: the deals, and this one's game and end."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee import NOTHING, Deals, Score, Text, TricksPlayed, Values

from .game import BREAKS_RULE, DECLARER, HAND, NO_LEVEL, NULL, OPPONENTS, name_game
from .value import Sheet


@dataclass(frozen=True, slots=True)
class ListedDeal:
    """A deal in the list that clubs keep."""

    name: Text
    """The name of the game played."""
    points: Mapping[str, Score] = field(default_factory=dict)
    """The points that the game itself scored, by seat."""
    declarer: str = ""
    """The declarer; empty if nobody played alone."""
    is_won: bool = False
    levels: Text = NOTHING
    bonus: int = 0
    """The points by Seeger–Fabian that the declarer scores beside the game."""
    others_get: int = 0
    """The points by Seeger–Fabian that each of the others gets."""


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and this deal's game and early end."""

    deals: Deals
    contract: Mapping[str, object] = field(default_factory=dict)
    """The fields of the prompt `contract`; empty before the contract."""
    ended_by: str | None = None
    """The side that gave up, laid down, or broke a rule."""
    how: str = BREAKS_RULE
    """The way in which `ended_by` ended the deal."""
    level: str = NO_LEVEL
    """The level that the declarer demanded in laying down."""
    broken_in: int | None = None
    """The trick in which the side broke the rule: no trick from there on counts."""

    pushed: int | None = None
    """The number of times that the skat was passed on; None unless a Ramsch is played.
    """
    bock: int = 0
    """The number of deals in which all counts double, with the current one."""
    listed: tuple[ListedDeal, ...] = ()
    """The finished deals."""

    @property
    def passed_is(self) -> str:
        """Return the game that the table plays when all pass."""
        return self.deals.rounds.setting.chosen.choice("passed")

    @property
    def bock_is(self) -> str:
        """Return the occasion on which the table plays Bock rounds."""
        return self.deals.rounds.setting.chosen.choice("bock")

    @property
    def deal(self) -> TricksPlayed:
        """Return the tricks of this deal."""
        return self.deals.deal

    @property
    def sheet(self) -> Sheet:
        """Return the sheet of the game that was named, before its end."""
        return Sheet.read(self.contract)

    @property
    def game(self) -> str:
        """Return the game that is played."""
        return self.sheet.game

    @property
    def name(self) -> Text:
        """Return the game's name, with what was announced."""
        return name_game(self.game, self.sheet.announced)

    @property
    def declarer(self) -> str:
        """Return the seat that plays the game alone."""
        return Values(self.contract).seat("declarer")

    @property
    def is_over(self) -> bool:
        """Return whether all is played or claimed, given up, or a null is lost."""
        if self.deal.over or self.ended_by is not None:
            return True
        return self.game == NULL and self.deal.tricks_of[self.declarer] > 0

    @property
    def cards_left(self) -> int:
        """Return how many cards the declarer still has to play."""
        played = len(self.deal.tricks)
        if self.declarer in self.deal.lying:
            played += 1
        return HAND - played

    def side_of(self, seat: str) -> str:
        """Return the side of a seat."""
        if seat == self.declarer:
            return DECLARER
        return OPPONENTS


def begin_deal(
    deals: Deals, bock: int = 0, listed: tuple[ListedDeal, ...] = ()
) -> State:
    """Return the state in which a deal begins: of four the dealer sits out."""
    seats = deals.rounds.playing
    if len(seats) > 3:
        dealer = deals.rounds.dealer
        seats = tuple(seat for seat in seats if seat != dealer)
    seated = deals.with_parts(seats=seats)
    return State(seated, bock=bock, listed=listed)

"""The heats of a race: to which of them a slap belongs, and which finish fills prompts.

A race is run again and again until its entry is made: somebody may have slapped by
mistake. Whoever looks at heats holds the lock of their table's races (see `races`).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from referee.hosting.races.clocks import Timed
from referee.vocabulary.photo_finish import PhotoFinish

WINDOW_MS = 350.0
"""How long others are waited for after the first slap was heard: longer than a slow
phone's slap is under way.
"""

QUIET_MS = 3_000.0
"""For how long after a heat only those who did not slap in it open the next one: a
false tap shuts nobody out, and whoever clearly lost does not run the race again alone.
Afterwards anybody does.
"""

ENTRIES_WAITED = 2
"""A finish that is still not entered after this many other entries is forgotten: nobody
meant that slap.
"""


@dataclass(slots=True, eq=False)
class Heat:
    """A race that is run, or has been."""

    race: str
    number: int
    seq: int
    """The line of the log after which it was opened."""
    entry_count: int
    """How many entries had been made at the table then."""
    ends: float
    """What arrived up to then counts, however late it is looked at."""
    begins_run: bool = True
    """The heat before was long over by then."""
    gathered_here: bool = True
    """Its slaps were gathered by this daemon, not by another."""
    slaps: dict[str, Timed] = field(default_factory=dict)
    finish: PhotoFinish | None = None
    """None while slaps are waited for."""


@dataclass(slots=True)
class Heats:
    """The heats, in order, of the race in which somebody slapped last at a table.

    Whatever race came before it is over: its entry was made, or the game went on
    without one.
    """

    race: str = ""
    in_order: list[Heat] = field(default_factory=list)

    def begin_race(self, race: str) -> None:
        """Forget the heats of another race."""
        if self.race != race:
            self.race = race
            self.in_order = []

    def heat_for(
        self, seat: str, arrived: float, seq: int, entry_count: int
    ) -> Heat | None:
        """Return the heat in whose window a slap arrived, or open the next one; None
        where this seat may not open it yet.
        """
        for heat in self.in_order:
            if heat.gathered_here and arrived <= heat.ends:
                return heat

        number = 1
        begins_run = True
        if self.in_order:
            last = self.in_order[-1]
            number = last.number + 1
            begins_run = arrived - last.ends > QUIET_MS
            if seat in last.slaps and not begins_run:
                return None
        ends = arrived + WINDOW_MS
        heat = Heat(self.race, number, seq, entry_count, ends, begins_run)
        self.in_order.append(heat)
        return heat

    def drop_surpassed(self, latest: Heat) -> None:
        """Keep, once this heat has its finish, the latest heat of each seat and the one
        that fills prompts.

        So nobody pushes out a heat in which others slapped, and there are few.
        """
        finished = self._finished()
        latest_of_seats = {}
        for heat in finished:
            for seat in heat.slaps:
                latest_of_seats[seat] = heat
        kept = {*latest_of_seats.values(), heat_to_fill_in(finished), latest}
        for heat in finished:
            if heat not in kept:
                self.in_order.remove(heat)

    def finishes(self) -> list[PhotoFinish]:
        """Return all finishes; the one that prompts are filled with stands first."""
        finished = self._finished()
        first = heat_to_fill_in(finished)
        finished.remove(first)
        return finishes_of([first, *finished])

    def _finished(self) -> list[Heat]:
        return [heat for heat in self.in_order if heat.finish]

    def waiting(self, races: Collection[str | None], entry_count: int) -> list[Heat]:
        """Return the finished heats that wait for an entry, if theirs is one of these
        races.
        """
        if self.race not in races:
            return []
        waiting = []
        for heat in self.in_order:
            if heat.finish and entry_count - heat.entry_count < ENTRIES_WAITED:
                waiting.append(heat)
        return waiting

    def import_finishes(
        self, finishes: Sequence[PhotoFinish], entry_count: int, now: float
    ) -> None:
        """Take over the finishes that another daemon keeps of a race, unless the slaps
        of the latest heat were gathered here.
        """
        fills_in = finishes[0]
        by_heat = sorted(finishes, key=lambda finish: finish.heat)
        self.begin_race(fills_in.race)
        if self.in_order:
            last = self.in_order[-1]
            if last.gathered_here and last.number >= by_heat[-1].heat:
                return

        self.in_order = []
        for finish in by_heat:
            heat = Heat(
                finish.race,
                finish.heat,
                finish.seq,
                entry_count,
                now,
                begins_run=finish is fills_in,
                gathered_here=False,
                finish=finish,
            )
            for slap in finish.slaps:
                heat.slaps[slap.seat] = Timed(slap.time_ms, slap.uncertainty_ms)
            self.in_order.append(heat)


def finishes_of(heats: Sequence[Heat]) -> list[PhotoFinish]:
    """Return the finishes of these heats."""
    return [heat.finish for heat in heats if heat.finish]


def heat_to_fill_in(heats: Sequence[Heat]) -> Heat:
    """Return the heat that prompts are filled with: the first since the race was last
    run again after a while.

    What came right after it was later. A heat in which only some slapped of those in an
    earlier one does not count: a loser could run it again, alone.
    """
    for heat in reversed(heats):
        if heat.begins_run and not _has_fewer(heat, heats):
            return heat
    return heats[0]


def _has_fewer(heat: Heat, heats: Sequence[Heat]) -> bool:
    """Return whether only some of those who slapped in an earlier heat slapped in this
    one.
    """
    for earlier in heats:
        if earlier.number >= heat.number:
            return False
        if heat.slaps.keys() < earlier.slaps.keys():
            return True
    return False

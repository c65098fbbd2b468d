"""The heats of a race: the heat of each slap, and the finish that fills prompts.

A race runs again and again until its entry is made, since somebody may slap by mistake.
Hold the lock of the table's races (see `races`) while you use heats.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from referee.hosting.races.clocks import Timed
from referee.vocabulary.photo_finish import PhotoFinish

WINDOW_MS = 350.0
"""The window after the first slap: longer than a slow phone's slap travels."""

QUIET_MS = 3_000.0
"""How long after a heat only those who missed it may open the next.

So a false tap excludes nobody, and a clear loser cannot rerun the race alone.
Afterwards anybody may.
"""

ENTRIES_WAITED = 2
"""The number of other entries after which an unused finish is forgotten."""


@dataclass(slots=True, eq=False)
class Heat:
    """A running or finished race."""

    race: str
    number: int
    seq: int
    """The last line of the log when it opened."""
    entry_count: int
    """The number of entries at the table then."""
    ends: float
    """Slaps that arrived until then count, however late they are processed."""
    begins_run: bool = True
    """Whether the previous heat was long over by then."""
    gathered_here: bool = True
    """Whether this daemon gathered its slaps, not another."""
    slaps: dict[str, Timed] = field(default_factory=dict)
    finish: PhotoFinish | None = None
    """None while slaps may come."""


@dataclass(slots=True)
class Heats:
    """The heats, in order, of the race in which somebody slapped last at a table.

    Any earlier race is over: its entry was made, or the game went on without one.
    """

    race: str = ""
    in_order: list[Heat] = field(default_factory=list)

    def begin_race(self, race: str) -> None:
        """Forget the heats of any other race."""
        if self.race != race:
            self.race = race
            self.in_order = []

    def heat_for(
        self, seat: str, arrived: float, seq: int, entry_count: int
    ) -> Heat | None:
        """Return the heat of a slap, maybe a new one; None if the seat must wait."""
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
        """Keep the latest heat of each seat and the one that fills prompts.

        So heats stay few, and nobody pushes out a heat of others. The new heat has its
        finish.
        """
        finished = self._list_finished()
        latest_of_seats = {}
        for heat in finished:
            for seat in heat.slaps:
                latest_of_seats[seat] = heat
        needed = {*latest_of_seats.values(), heat_to_fill_in(finished), latest}
        for heat in finished:
            if heat not in needed:
                self.in_order.remove(heat)

    def finishes(self) -> list[PhotoFinish]:
        """Return all finishes, the one that fills prompts first."""
        finished = self._list_finished()
        first = heat_to_fill_in(finished)
        finished.remove(first)
        return finishes_of([first, *finished])

    def _list_finished(self) -> list[Heat]:
        return [heat for heat in self.in_order if heat.finish]

    def waiting(self, races: Collection[str | None], entry_count: int) -> list[Heat]:
        """Return the finished heats that wait for an entry of one of these races."""
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
        """Import a race's finishes from another daemon, unless we ran the latest."""
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
    """Return the heat that fills prompts: the first after the last long pause.

    Heats right after it were reruns. A heat with only some of an earlier heat's
    slappers does not count: else a loser could run it again alone.
    """
    for heat in reversed(heats):
        if heat.begins_run and not _has_fewer(heat, heats):
            return heat
    return heats[0]


def _has_fewer(heat: Heat, heats: Sequence[Heat]) -> bool:
    """Return whether only some of an earlier heat's slappers took part in this one."""
    for earlier in heats:
        if earlier.number >= heat.number:
            return False
        if heat.slaps.keys() < earlier.slaps.keys():
            return True
    return False

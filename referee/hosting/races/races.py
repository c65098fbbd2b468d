"""Races: phones beside the pile are buzzers, and their slaps are ruled here.

All of it lives in the memory of the one daemon that has the table's races (see
`homes`). Only the entry made from a race lasts, with its finish in the log.
"""

import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from referee.hosting.races.buzzers import Buzzer, Measured, Press
from referee.hosting.races.heats import Heat, Heats, finishes_of, heat_to_fill_in
from referee.hosting.races.placing import photo_finish
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.fields import type_of
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import Ordinal, Seats
from referee.vocabulary.view import View

MOST_LATE_MS = 3_000.0
"""How long a heat stays open after its window, for slaps not yet processed."""

LOOKED_EVERY_MS = 10.0

TABLES_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class Buzzed:
    """The answer to a slap."""

    race: str
    heat: Ordinal
    """The number of this heat, from 1."""
    counted: bool
    """Whether it counts; not if the seat slapped before in this race, or it is over."""
    note: Text = NOTHING
    """The reason why it does not count; else empty."""


@dataclass(slots=True)
class _TableRaces:
    """The races of one table: buzzers by seat, opening times of open races, and heats.

    `knows_others`: the finishes of other daemons were read. Hold their lock while you
    use them.
    """

    buzzers: defaultdict[str, Buzzer] = field(
        default_factory=lambda: defaultdict(Buzzer)
    )
    opened: dict[str, float] = field(default_factory=dict)
    heats: Heats = field(default_factory=Heats)
    knows_others: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)


def now_ms() -> float:
    """Return our clock in milliseconds from an arbitrary moment; it never goes back."""
    return time.perf_counter() * 1_000


def _later(milliseconds: float, do: Callable[[], None]) -> None:
    timer = threading.Timer(milliseconds / 1_000, do)
    timer.daemon = True
    timer.start()


class Races:
    """The races of all tables, for any thread; tables never block each other.

    `ring` is called with a table's code when a race there has its result. `later` calls
    a function after some milliseconds, and `now` reads the clock. `store` keeps a
    race's finishes for all daemons, with the number of earlier entries; it returns
    False if this daemon lost the table's races.

    `looked_at` tells whether all slaps at a table that arrived by some time were
    processed; the reader of connections sets it.
    """

    def __init__(
        self,
        ring: Callable[[str], None],
        now: Callable[[], float] = now_ms,
        later: Callable[[float, Callable[[], None]], None] = _later,
        store: Callable[[str, Sequence[PhotoFinish], int], bool] = lambda *_: True,
    ) -> None:
        self._ring = ring
        self.now = now
        self.looked_at: Callable[[str, float], bool] = lambda *_: True
        self._later = later
        self._store = store
        self._tables: OrderedDict[str, _TableRaces] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def _hold(self, code: str) -> Iterator[_TableRaces]:
        """Lock a table's races; create them if need be."""
        with self._lock:
            table = self._tables.setdefault(code, _TableRaces())
            self._tables.move_to_end(code)
            while len(self._tables) > TABLES_KEPT:
                self._tables.popitem(last=False)
        with table.lock:
            yield table

    @contextmanager
    def _look_up(self, code: str) -> Iterator[_TableRaces]:
        """Lock a table's races, or empty ones that nothing keeps."""
        with self._lock:
            table = self._tables.get(code) or _TableRaces()
        with table.lock:
            yield table

    # Clocks

    def measure(
        self,
        code: str,
        seat: str,
        arrival: float,
        nonce: str | None = None,
        phone_time: float | None = None,
    ) -> Measured:
        """Send the next probe of a page's clock, after its answer to the previous one.

        Without a `nonce` the page is new, or starts over. Raise ConflictError if that
        probe is not pending.
        """
        with self._hold(code) as table:
            buzzer = table.buzzers[seat]
            if nonce is None or phone_time is None:
                page = buzzer.open_page()
            else:
                page = buzzer.take_answer(nonce, phone_time, arrival)
            return page.next_probe(self.now)

    def forget_table(self, code: str) -> None:
        """Forget a deleted table."""
        with self._lock:
            self._tables.pop(code, None)

    def forget_phone(self, code: str, seat: str) -> None:
        """Forget the clocks of a seat that moved to another phone."""
        with self._look_up(code) as table:
            table.buzzers.pop(seat, None)

    # Slaps

    def set_open_races(self, code: str, races: Collection[str]) -> None:
        """Set the races open at a table; slaps count only in these."""
        if not races and code not in self._tables:
            return
        with self._hold(code) if races else self._look_up(code) as table:
            before = table.opened
            table.opened = {race: before.get(race, self.now()) for race in races}

    def buzz(
        self,
        code: str,
        seat: str,
        prompt: Prompt,
        press: Press,
        seq: int,
        entry_count: int = 0,
    ) -> Buzzed:
        """Record a slap in the race of this open prompt.

        `seq` is the log's last line; `entry_count` the number of entries at this table.
        Raise TooManyRequestsError if the seat presses too often, ConflictError for a
        seat that may not slap, or a page that is not armed.
        """
        race = prompt.race or ""
        racers = entrants(prompt)
        with self._hold(code) as table:
            buzzer = table.buzzers[seat]
            buzzer.count_press(press.arrival)
            if press.arrival < table.opened.get(race, press.arrival):
                raise nothing_to_slap()
            if seat not in racers:
                raise ConflictError(say("{seat} can’t slap now.", seat=seat))
            slap = buzzer.time_slap(press)

            heats = table.heats
            heats.begin_race(race)
            heat = heats.heat_for(
                seat, press.arrival - press.lateness, seq, entry_count
            )
            if heat is None:
                over = say("Too late: this race is over.")
                return Buzzed(race, heats.in_order[-1].number, False, over)
            if seat in heat.slaps:
                again = say("The first slap counts, and was heard.")
                return Buzzed(race, heat.number, False, again)

            heat.slaps[seat] = slap
            # Only presses without effect count as mashing.
            buzzer.presses.pop()
            is_first = len(heat.slaps) == 1
            are_all_in = len(heat.slaps) == len(racers)
            if are_all_in:
                heat.ends = min(heat.ends, self.now())

        if are_all_in or heat.finish is not None:
            self._close(code, heat)
        elif is_first:
            self._close_after(code, heat)
        return Buzzed(race, heat.number, True)

    def count_press(self, code: str, seat: str, arrival: float) -> None:
        """Count a slap without an open race; raise TooManyRequestsError for mashing."""
        with self._hold(code) as table:
            table.buzzers[seat].count_press(arrival)

    def _close_after(self, code: str, heat: Heat) -> None:
        """Close a heat after its window, once all slaps from it are processed."""

        def close() -> None:
            may_wait = self.now() < heat.ends + MOST_LATE_MS
            if may_wait and not self.looked_at(code, heat.ends):
                self._later(LOOKED_EVERY_MS, close)
            elif heat.finish is None:
                self._close(code, heat)

        self._later(max(0.0, heat.ends - self.now()), close)

    def _close(self, code: str, heat: Heat) -> None:
        """Compute a heat's finish, again if one of its slaps is processed late."""
        with self._look_up(code) as table:
            heats = table.heats
            if heat not in heats.in_order:
                return
            heat.finish = photo_finish(heat.slaps, heat.race, heat.number, heat.seq)
            heats.drop_surpassed(heat)
            if not self._store(code, heats.finishes(), heat.entry_count):
                # Another daemon has these races now, so the result has to be read from
                # it.
                table.heats = Heats()
                table.knows_others = False
        self._ring(code)

    # What other daemons keep

    def knows_others(self, code: str) -> bool:
        """Return whether other daemons' finishes are known here."""
        with self._look_up(code) as table:
            return table.knows_others

    def note_reading(self, code: str) -> None:
        """Note that other daemons' finishes are read, until they are forgotten here."""
        with self._hold(code) as table:
            table.knows_others = True

    def import_finish(
        self, code: str, finishes: Sequence[PhotoFinish], entry_count: int
    ) -> None:
        """Import a race's finishes as another daemon stored them."""
        with self._hold(code) as table:
            table.heats.import_finishes(finishes, entry_count, self.now())

    # Results

    def finish(
        self, code: str, race: str | None, entry_count: int, heat: int | None = None
    ) -> PhotoFinish | None:
        """Return this race's finish that no entry has used yet, or None.

        If several heats wait, return the finish of `heat`, or the one that fills in
        prompts. `entry_count` entries were made at this table.
        """
        with self._look_up(code) as table:
            heats = table.heats.waiting((race,), entry_count)
            if heats and heat is None:
                return heat_to_fill_in(heats).finish
            for run in heats:
                if run.number == heat:
                    return run.finish
        return None

    def forget_race(self, code: str, race: str) -> None:
        """Forget the finishes of a race whose entry was made."""
        with self._look_up(code) as table:
            if table.heats.race == race:
                table.heats = Heats()

    def with_finishes(
        self, view: View, open_races: Collection[str], entry_count: int
    ) -> View:
        """Return the view with the finishes of an open race, and its prompt filled in.

        `entry_count` entries were made at this table.
        """
        if not open_races:
            return view
        with self._look_up(view.code) as table:
            heats = table.heats.waiting(open_races, entry_count)
            if not heats:
                return view
            finishes = tuple(finishes_of(heats))
            finish = heat_to_fill_in(heats).finish
        return _fill_in(replace(view, finishes=finishes), finish)


def entrants(prompt: Prompt) -> Seats:
    """Return the seats that may slap in a prompt's race and are in its order."""
    for entry_field in prompt.fields:
        choices = entry_field.choices
        if choices and type_of(entry_field).raced:
            return tuple(seat for seat in prompt.seats if seat in choices)
    return prompt.seats


def nothing_to_slap() -> ConflictError:
    """Return the error for a slap in a race that is not, or was not yet, open."""
    return ConflictError(
        say("There’s nothing to slap now: no race by this name is open.")
    )


def choose(view: View, heat: int) -> View:
    """Return the view with this heat's finish, and its prompt filled in with that."""
    for finish in view.finishes:
        if finish.heat == heat:
            return _fill_in(view, finish)
    return _fill_in(view, view.finish)


def _fill_in(view: View, finish: PhotoFinish | None) -> View:
    """Return the view with this finish, and its order in the race's prompt."""
    if finish is None:
        return view
    prompts = list(view.prompts)
    for n, prompt in enumerate(prompts):
        if prompt.race == finish.race:
            prompts[n] = _fill_order_in(prompt, finish)
    return replace(view, finish=finish, prompts=tuple(prompts))


def _fill_order_in(prompt: Prompt, finish: PhotoFinish) -> Prompt:
    fields = list(prompt.fields)
    for n, entry_field in enumerate(fields):
        if type_of(entry_field).raced:
            fields[n] = replace(entry_field, default=finish.as_given)
    return replace(prompt, fields=tuple(fields))

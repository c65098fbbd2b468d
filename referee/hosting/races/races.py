"""Races: phones beside the pile are the buzzers. Clocks are kept here, slaps gathered,
and their order found.

All of it lives in the memory of one daemon, which has the races of a table: see
`leases`. What lasts is the entry that is made of a race, which keeps its finish in the
log.
"""

import secrets
import threading
import time
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from referee.hosting.races.clocks import (
    MOST_UNCERTAIN_MS,
    PhoneClock,
    Probe,
    Timed,
    map_slap,
)
from referee.hosting.races.placing import photo_finish
from referee.vocabulary.errors import ConflictError, TooManyRequestsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import NOTHING, Text, count, say
from referee.vocabulary.values import Milliseconds, Ordinal
from referee.vocabulary.view import View

WINDOW_MS = 350.0
"""How long others are waited for after the first slap was heard: longer than a slow
phone's slap is under way.
"""

QUIET_MS = 3_000.0
"""For how long after a heat only those who did not slap in it open the next one: a
false tap shuts nobody out, and whoever clearly lost does not run the race again alone.
Afterwards anybody does.
"""

MOST_LATE_MS = 3_000.0
"""For how long after its window a heat stays open while slaps that came in it are still
to be looked at.
"""

LOOKED_EVERY_MS = 10.0

MASHING_MS = 4_000.0
MOST_PRESSES = 6
MASHING_COSTS_MS = 3_000.0

ENTRIES_WAITED = 2
"""A finish that is still not entered after this many other entries is forgotten: nobody
meant that slap.
"""

TABLES_KEPT = 1_000
PAGES_KEPT = 8
"""How many pages of one seat have their clocks kept: those that asked last."""

NONCES_KEPT = 8
"""A page is known by this many of the nonces given to it last."""


def mashing(seconds: int) -> TooManyRequestsError:
    """Return the error for somebody who presses again and again; their slaps are heard
    again after `seconds`.
    """
    one = "That is mashing. This phone is heard again in {n} second."
    many = "That is mashing. This phone is heard again in {n} seconds."
    return TooManyRequestsError(seconds, count(one, many, seconds))


@dataclass(frozen=True, slots=True)
class Measured:
    """The next probe of a page's clock, to be answered at once, and how well the clock
    is known.
    """

    nonce: str
    """Good once."""
    rtt_ms: Milliseconds | None
    """The lowest round trip; None while there is none."""
    uncertainty_ms: Milliseconds | None
    """The ± with which the phone's clock is known now; None while nothing was measured.
    """
    armed: bool
    """A slap on this page can be placed."""
    note: Text = NOTHING
    """Why a slap on this page cannot be placed, and what to do, where its way is too
    slow.
    """


@dataclass(frozen=True, slots=True)
class Buzzed:
    """The slap was heard."""

    race: str
    heat: Ordinal
    """How many times this race has been run, with this one."""
    counted: bool
    """It takes part. Not: the seat slapped before in this race, or it is over."""
    note: Text = NOTHING
    """Why it does not count; empty where it does."""


@dataclass(slots=True)
class _Page:
    """A page that a seat has open somewhere: its clock, and the nonces given to it
    last.

    Each nonce stands with the time at which it was sent; None once it was answered.
    """

    clock: PhoneClock = field(default_factory=PhoneClock)
    nonces: dict[str, float | None] = field(default_factory=dict)

    def next_probe(self, now: Callable[[], float]) -> Measured:
        nonce, clock, at = secrets.token_urlsafe(9), self.clock, now()
        while len(self.nonces) >= NONCES_KEPT:
            self.nonces.pop(next(iter(self.nonces)))
        uncertainty = clock.uncertainty(at)
        note = (
            _too_slow(uncertainty)
            if uncertainty is not None and clock.is_too_slow(at)
            else NOTHING
        )
        measured = Measured(
            nonce,
            _tenths(clock.round_trip),
            _tenths(uncertainty),
            clock.is_armed(at),
            note,
        )
        # The last thing before it goes: what happens here is no part of its way.
        self.nonces[nonce] = now()
        return measured


@dataclass(slots=True)
class _Buzzer:
    """The buzzer of a seat: its pages, those that asked last at the end, and when it
    was pressed lately.
    """

    pages: list[_Page] = field(default_factory=list)
    presses: deque[float] = field(default_factory=deque)
    deaf_until: float = 0.0

    def page(self, nonce: str | None) -> _Page | None:
        """Return the page to which this nonce was given; without one, the page that
        answered last.
        """
        last_first = reversed(self.pages)
        if nonce is None:
            return next((page for page in last_first if page.clock.probes), None)
        return next((page for page in last_first if nonce in page.nonces), None)


@dataclass(slots=True, eq=False)
class _Heat:
    """A race that is run, or has been: `finish` is None while slaps are waited for.

    What arrived up to `ends` counts, however late it is looked at. `again` says that it
    was run when the one before was long over; `here`, that its slaps were gathered by
    this daemon.
    """

    race: str
    number: int
    seq: int
    entries: int
    ends: float
    again: bool = True
    here: bool = True
    slaps: dict[str, Timed] = field(default_factory=dict)
    finish: PhotoFinish | None = None


@dataclass(slots=True)
class _TableRaces:
    """The races of one table: its buzzers by seat, when each race that is open was
    opened, and its heats in order.

    `knows_others`: the finishes that other daemons kept were read. Whoever looks at
    them holds their lock.
    """

    buzzers: defaultdict[str, _Buzzer] = field(
        default_factory=lambda: defaultdict(_Buzzer)
    )
    opened: dict[str, float] = field(default_factory=dict)
    heats: dict[str, list[_Heat]] = field(default_factory=dict)
    knows_others: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)


def now_ms() -> float:
    """Return the referee's own clock, in milliseconds since some moment; it never goes
    back.
    """
    return time.perf_counter() * 1_000


def _later(milliseconds: float, do: Callable[[], None]) -> None:
    timer = threading.Timer(milliseconds / 1_000, do)
    timer.daemon = True
    timer.start()


class Races:
    """The races of all tables. Any thread may call any method, and no race waits for
    another table's.

    `ring` is told a table's code when a race there has its result. `later` does
    something after so many milliseconds, and `now` is what the clock shows. `keep`
    keeps the finishes of a race for all daemons, with how many entries were made
    before; it answers whether it may: this daemon may have lost the races of the table
    meanwhile.

    `looked_at` says whether each slap at a table that had arrived by a time was looked
    at. Whoever reads what phones send sets it.
    """

    def __init__(
        self,
        ring: Callable[[str], None],
        now: Callable[[], float] = now_ms,
        later: Callable[[float, Callable[[], None]], None] = _later,
        keep: Callable[[str, Sequence[PhotoFinish], int], bool] = lambda *_: True,
    ) -> None:
        self._ring = ring
        self.now = now
        self.looked_at: Callable[[str, float], bool] = lambda *_: True
        self._later = later
        self._keep = keep
        self._tables: OrderedDict[str, _TableRaces] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def _held(self, code: str) -> Iterator[_TableRaces]:
        """The races of a table, locked for everybody else; they are kept from now on."""
        with self._lock:
            there = self._tables.setdefault(code, _TableRaces())
            self._tables.move_to_end(code)
            while len(self._tables) > TABLES_KEPT:
                self._tables.popitem(last=False)
        with there.lock:
            yield there

    @contextmanager
    def _looked_at(self, code: str) -> Iterator[_TableRaces]:
        """The same, but nothing is kept by looking: no races where there are none."""
        with self._lock:
            there = self._tables.get(code) or _TableRaces()
        with there.lock:
            yield there

    # Clocks

    def measure(
        self,
        code: str,
        seat: str,
        arrival: float,
        nonce: str | None = None,
        told: float | None = None,
    ) -> Measured:
        """Send the next probe of a page's clock, after its answer to the one before.

        Without a `nonce` the page was just opened, or begins again. ConflictError where
        the probe is not under way.
        """
        with self._held(code) as there:
            buzzer = there.buzzers[seat]
            if nonce is None or told is None:
                page = _Page()
                buzzer.pages = [*buzzer.pages, page][-PAGES_KEPT:]
                return page.next_probe(self.now)
            asked = buzzer.page(nonce)
            sent = asked.nonces[nonce] if asked else None
            if asked is None or sent is None:
                raise ConflictError(
                    say(
                        "This probe is not known any more. Begin again, with an empty "
                        "object."
                    )
                )
            asked.nonces[nonce] = None
            asked.clock = asked.clock.with_probe(Probe(sent, told, arrival))
            buzzer.pages.sort(key=lambda other: other is asked)
            return asked.next_probe(self.now)

    def forget_table(self, code: str) -> None:
        """Forget a table that is gone."""
        with self._lock:
            self._tables.pop(code, None)

    def forget_phone(self, code: str, seat: str) -> None:
        """Forget the clocks of a seat that went to another phone."""
        with self._looked_at(code) as there:
            there.buzzers.pop(seat, None)

    # Slaps

    def set_open_races(self, code: str, races: Collection[str]) -> None:
        """Note that these races, and no others, are open at a table now. A slap counts
        only in a race that is open.
        """
        if not races and code not in self._tables:
            return
        with self._held(code) if races else self._looked_at(code) as there:
            there.opened = {race: there.opened.get(race, self.now()) for race in races}

    def buzz(
        self,
        code: str,
        seat: str,
        prompt: Prompt,
        told: float,
        arrival: float,
        seq: int,
        entries: int = 0,
        nonce: str | None = None,
        lateness: float = 0.0,
    ) -> Buzzed:
        """Take a slap in the race of this open prompt, while the log's last line has
        the number `seq`.

        `entries` is how many were made at this table; `nonce` one of those last given
        to the page that was slapped on, None for the one that answered last. It may
        have arrived `lateness` milliseconds before `arrival`. TooManyRequestsError
        where the seat presses too often; ConflictError for whoever cannot slap in it,
        and for a page that is not armed.
        """
        race = prompt.race or ""
        with self._held(code) as there:
            buzzer = there.buzzers[seat]
            _count_press(buzzer, arrival)
            if arrival < there.opened.get(race, arrival):
                raise nothing_to_slap()
            if seat not in entrants(prompt):
                raise ConflictError(say("{seat} cannot slap now.", seat=seat))
            clock = _armed(buzzer.page(nonce), arrival)
            timed = map_slap(clock, told, arrival, lateness)
            heats = _heats_of(there, race)
            heat = _heat_for(heats, race, seat, arrival - lateness, seq, entries)
            if heat is None:
                return Buzzed(
                    race, heats[-1].number, False, say("Too late: this race is over.")
                )
            if seat in heat.slaps:
                return Buzzed(
                    race,
                    heat.number,
                    False,
                    say("The first slap counts, and was heard."),
                )
            heat.slaps[seat] = timed
            # Only what comes to nothing is mashing.
            buzzer.presses.pop()
            first, all_in = (
                len(heat.slaps) == 1,
                len(heat.slaps) == len(entrants(prompt)),
            )
            if all_in:
                heat.ends = min(heat.ends, self.now())
        if all_in or heat.finish is not None:
            self._close(code, heat)
        elif first:
            self._close_after(code, heat)
        return Buzzed(race, heat.number, True)

    def count_press(self, code: str, seat: str, arrival: float) -> None:
        """A slap while no race is open: it counts towards mashing, and raises it."""
        with self._held(code) as there:
            _count_press(there.buzzers[seat], arrival)

    def _close_after(self, code: str, heat: _Heat) -> None:
        """Close a heat after its window, once all slaps that came in it were looked at."""

        def close() -> None:
            if self.now() < heat.ends + MOST_LATE_MS and not self.looked_at(
                code, heat.ends
            ):
                self._later(LOOKED_EVERY_MS, close)
            elif heat.finish is None:
                self._close(code, heat)

        self._later(max(0.0, heat.ends - self.now()), close)

    def _close(self, code: str, heat: _Heat) -> None:
        """Find the finish of a heat; find it again where a slap that came in its window
        is looked at only now.
        """
        with self._looked_at(code) as there:
            heats = there.heats.get(heat.race, [])
            if heat not in heats:
                return
            heat.finish = photo_finish(heat.slaps, heat.race, heat.number, heat.seq)
            heats[:] = _heats_after(heats, heat)
            if not self._keep(code, _finishes_of(heats), heat.entries):
                # Another daemon has the races of this table by now: how it ended there
                # has to be read.
                del there.heats[heat.race]
                there.knows_others = False
        self._ring(code)

    def knows_others(self, code: str) -> bool:
        """Return whether the finishes that other daemons keep were read since the races
        here were forgotten or lost.
        """
        with self._looked_at(code) as there:
            return there.knows_others

    def note_reading(self, code: str) -> None:
        """Note that the finishes that other daemons keep are being read: what is
        forgotten later is read again.
        """
        with self._held(code) as there:
            there.knows_others = True

    def import_finish(
        self, code: str, finishes: Sequence[PhotoFinish], entries: int
    ) -> None:
        """Take in the finishes of a race of which another daemon has the slaps, as it
        keeps them.
        """
        race, latest = finishes[0].race, max(finish.heat for finish in finishes)
        with self._held(code) as there:
            known = there.heats.get(race)
            if not known or known[-1].number < latest or not known[-1].here:
                there.heats = {race: _known(finishes, entries, self.now())}

    # Results

    def finish(
        self, code: str, race: str | None, entries: int, heat: int | None = None
    ) -> PhotoFinish | None:
        """Return the finish of this race, which was not entered yet; `entries` is how
        many were made at this table.

        Of several it is that of the `heat` which is named, or the one that prompts are
        filled with.
        """
        with self._looked_at(code) as there:
            heats = _finished(there, race, entries)
            if heat is not None:
                return next((run.finish for run in heats if run.number == heat), None)
            return _to_fill_in(heats).finish if heats else None

    def forget_race(self, code: str, race: str) -> None:
        """The entry of this race was made: its finishes are used up."""
        with self._looked_at(code) as there:
            there.heats.pop(race, None)

    def with_finishes(
        self, view: View, open_races: Collection[str], entries: int
    ) -> View:
        """Return the view with the finishes of one of the races that are open, and with
        the prompt for it filled in.

        `entries` is how many were made at this table.
        """
        if not open_races:
            return view
        with self._looked_at(view.code) as there:
            found = (_finished(there, race, entries) for race in open_races)
            heats = next(filter(None, found), [])
            finishes = tuple(heat.finish for heat in heats if heat.finish)
            return (
                _filled(replace(view, finishes=finishes), _to_fill_in(heats).finish)
                if heats
                else view
            )


def entrants(prompt: Prompt) -> tuple[str, ...]:
    """Return the seats that can slap in a prompt's race: who may answer it and can
    stand in its order.
    """
    named = next(
        (
            field.choices
            for field in prompt.fields
            if type_of(field).raced and field.choices
        ),
        prompt.seats,
    )
    return tuple(seat for seat in prompt.seats if seat in named)


def nothing_to_slap() -> ConflictError:
    """Return the error for a slap in a race that is not open, or was not when it came."""
    return ConflictError(
        say("There is nothing to slap now: no race of this name is open.")
    )


def _heats_of(there: _TableRaces, race: str) -> list[_Heat]:
    if race not in there.heats:
        # Whatever came before it is over: its entry was made, or the game went on
        # without one.
        there.heats = {race: []}
    return there.heats[race]


def _heat_for(
    heats: list[_Heat], race: str, seat: str, arrived: float, seq: int, entries: int
) -> _Heat | None:
    """Return the heat in whose window a slap arrived, or the next one; None where this
    seat may not open it yet.
    """
    if (
        found := next(
            (heat for heat in heats if heat.here and arrived <= heat.ends), None
        )
    ) is not None:
        return found
    last = heats[-1] if heats else None
    again = last is None or arrived - last.ends > QUIET_MS
    if last is not None and not again and seat in last.slaps:
        return None
    heats.append(
        _Heat(
            race,
            last.number + 1 if last else 1,
            seq,
            entries,
            arrived + WINDOW_MS,
            again,
        )
    )
    return heats[-1]


def _heats_after(heats: Sequence[_Heat], latest: _Heat) -> list[_Heat]:
    """Return the heats to keep once this one has its finish: the latest of each seat,
    and the first of the run.

    So nobody pushes out a heat in which others slapped, and there are few.
    """
    finished = [heat for heat in heats if heat.finish]
    of_seats = {seat: heat for heat in finished for seat in heat.slaps}
    kept = {*of_seats.values(), _to_fill_in(finished), latest}
    return [heat for heat in heats if heat in kept or not heat.finish]


def _finishes_of(heats: Sequence[_Heat]) -> list[PhotoFinish]:
    """Return the finishes of a race; the one that prompts are filled with stands first."""
    finished = [heat for heat in heats if heat.finish]
    first = _to_fill_in(finished)
    return [
        heat.finish
        for heat in sorted(finished, key=lambda heat: heat is not first)
        if heat.finish
    ]


def _known(finishes: Sequence[PhotoFinish], entries: int, now: float) -> list[_Heat]:
    """Return the heats of a race of which another daemon keeps these finishes."""
    return [
        _Heat(
            finish.race,
            finish.heat,
            finish.seq,
            entries,
            now,
            again=finish is finishes[0],
            here=False,
            slaps={
                slap.seat: Timed(slap.time_ms, slap.uncertainty_ms)
                for slap in finish.slaps
            },
            finish=finish,
        )
        for finish in sorted(finishes, key=lambda finish: finish.heat)
    ]


def _finished(there: _TableRaces, race: str | None, entries: int) -> list[_Heat]:
    """Return the heats of a race that wait for its entry."""
    heats = there.heats.get(race, []) if race is not None else []
    return [
        heat
        for heat in heats
        if heat.finish and entries - heat.entries < ENTRIES_WAITED
    ]


def _to_fill_in(heats: Sequence[_Heat]) -> _Heat:
    """Return the first heat since the race was last run again after a while: what came
    right after it was later.

    Only some of those who slapped in an earlier one do not run it again: a loser could,
    alone.
    """
    return next(
        (
            heat
            for heat in reversed(heats)
            if heat.again and not _has_fewer(heat, heats)
        ),
        heats[0],
    )


def _has_fewer(heat: _Heat, heats: Sequence[_Heat]) -> bool:
    """Return whether only some of those who slapped in an earlier heat slapped in this
    one.
    """
    return any(
        heat.slaps.keys() < other.slaps.keys()
        for other in heats
        if other.number < heat.number
    )


def _armed(page: _Page | None, at: float) -> PhoneClock:
    """Return the clock of a page on which a slap can be placed; ConflictError for any
    other.
    """
    if page is None or not page.clock.is_known(at):
        raise ConflictError(
            say("This phone is not armed yet: its clock is still being measured.")
        )
    uncertainty = page.clock.uncertainty(at)
    if uncertainty is not None and page.clock.is_too_slow(at):
        raise ConflictError(_too_slow(uncertainty))
    return page.clock


def _too_slow(uncertainty: float) -> Text:
    template = (
        "This phone’s connection is too slow for races: its clock is known to ± {n} ms "
        "only, and {most} is the "
        "most. Move nearer to the router, or join the referee’s own network; until "
        "then, let somebody enter the order."
    )
    return say(template, n=round(uncertainty), most=round(MOST_UNCERTAIN_MS))


def _count_press(buzzer: _Buzzer, at: float) -> None:
    presses = buzzer.presses
    while presses and at - presses[0] > MASHING_MS:
        presses.popleft()
    presses.append(at)
    if len(presses) > MOST_PRESSES:
        presses.clear()
        buzzer.deaf_until = at + MASHING_COSTS_MS
    if at < buzzer.deaf_until:
        raise mashing(max(1, round((buzzer.deaf_until - at) / 1_000)))


def choose(view: View, heat: int) -> View:
    """Return the view with the finish of this heat in the place of `finish`, and its
    prompt filled with that.
    """
    return _filled(
        view,
        next((known for known in view.finishes if known.heat == heat), view.finish),
    )


def _filled(view: View, finish: PhotoFinish | None) -> View:
    """Return the view with this finish, and with its order in the prompt for its race."""
    if finish is None:
        return view
    prompts = [
        _with_order(prompt, finish) if prompt.race == finish.race else prompt
        for prompt in view.prompts
    ]
    return replace(view, finish=finish, prompts=tuple(prompts))


def _with_order(prompt: Prompt, finish: PhotoFinish) -> Prompt:
    order = finish.as_given
    fields = [
        replace(field, default=order) if type_of(field).raced else field
        for field in prompt.fields
    ]
    return replace(prompt, fields=tuple(fields))


def _tenths(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else round(milliseconds, 1)

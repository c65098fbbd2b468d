"""Races: phones beside the pile are the buzzers. Clocks are kept here, slaps gathered, and their order found.

All of it lives in the memory of one process. What lasts is the entry that is made of a race, which keeps its
finish in the log.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from referee.hosting.clocks import MOST_UNCERTAIN_MS, Clock, Probe, Timed, map_slap
from referee.hosting.errors import Hindrance, Overtaken
from referee.hosting.photo_finish import photo_finish
from referee.vocabulary.finish import Finish
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import NOTHING, Text, count, say
from referee.vocabulary.view import View

WINDOW_MS = 350.0
"""How long after the first slap arrived others are waited for: longer than a slow phone's way."""

QUIET_MS = 3_000.0
"""For how long after a finish a slap is late. Afterwards it opens the race anew, in its next heat."""

MASHING_MS = 4_000.0
MOST_PRESSES = 6
MASHING_COSTS_MS = 3_000.0

ENTRIES_WAITED = 2
"""After so many entries that were not made of it, a finish is forgotten: nobody meant that slap."""

LONGEST_ROUND_TRIP_MS = 1_000.0
"""A probe that was answered later than that tells nothing: the phone had put it aside."""

TABLES_KEPT = 1_000
PROBES_UNDER_WAY = 8


class Mashing(Hindrance):
    """Somebody presses again and again; `seconds` is when their slaps are heard again."""

    def __init__(self, seconds: int) -> None:
        one = "That is mashing. This phone is heard again in {n} second."
        many = "That is mashing. This phone is heard again in {n} seconds."
        super().__init__(count(one, many, seconds))
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Measured:
    """The next probe of a phone's clock, and how well the clock is known: None while nothing was measured.

    `armed`: a slap on this phone can be placed.
    """

    nonce: str
    rtt_ms: float | None
    uncertainty_ms: float | None
    armed: bool


@dataclass(frozen=True, slots=True)
class Buzzed:
    """A slap heard: in which heat of the race, whether it counts, and, where it does not, why."""

    race: str
    heat: int
    counted: bool
    note: Text = NOTHING


@dataclass(slots=True)
class _Phone:
    """A seat's phone: its clock, the probes under way by nonce, and when it was pressed lately."""

    clock: Clock = field(default_factory=Clock)
    under_way: dict[str, float] = field(default_factory=dict)
    presses: deque[float] = field(default_factory=deque)
    deaf_until: float = 0.0


@dataclass(slots=True)
class _Heat:
    """A race that is run, or has been: `finish` is None while slaps are waited for, or where none can be placed."""

    race: str
    number: int
    seq: int
    entries: int
    slaps: dict[str, Timed] = field(default_factory=dict)
    closed_at: float | None = None
    finish: Finish | None = None
    filled: tuple[tuple[Field, ...], tuple[Field, ...]] | None = None


@dataclass(slots=True)
class _Course:
    """The races of one table: its phones by seat, and the latest heat of each race."""

    phones: dict[str, _Phone] = field(default_factory=dict)
    heats: dict[str, _Heat] = field(default_factory=dict)


def now_ms() -> float:
    """The referee's own clock, in milliseconds since some moment; it never goes back."""
    return time.perf_counter() * 1_000


def _later(milliseconds: float, do: Callable[[], None]) -> None:
    timer = threading.Timer(milliseconds / 1_000, do)
    timer.daemon = True
    timer.start()


class Races:
    """The races of all tables. Any thread may call any method.

    `ring` is told a table's code when a race there has its result. `later` does something after so many
    milliseconds, and `now` is the clock.
    """

    def __init__(
        self,
        ring: Callable[[str], None],
        now: Callable[[], float] = now_ms,
        later: Callable[[float, Callable[[], None]], None] = _later,
    ) -> None:
        self._ring = ring
        self._now = now
        self._later = later
        self._courses: OrderedDict[str, _Course] = OrderedDict()
        self._lock = threading.Lock()

    def now(self) -> float:
        """What the clock shows."""
        return self._now()

    def _course(self, code: str) -> _Course:
        course = self._courses.setdefault(code, _Course())
        self._courses.move_to_end(code)
        while len(self._courses) > TABLES_KEPT:
            self._courses.popitem(last=False)
        return course

    # Clocks

    def begin_clock(self, code: str, seat: str) -> Measured:
        """Measure this seat's phone from the start: it is another phone, or its page was opened anew."""
        with self._lock:
            phone = self._course(code).phones.setdefault(seat, _Phone())
            phone.clock = Clock()
            phone.under_way.clear()
            return self._next_probe(phone)

    def answer_probe(self, code: str, seat: str, nonce: str, told: float, arrival: float) -> Measured:
        """Take the answer to a probe, and send the next. Overtaken where the probe is not under way."""
        with self._lock:
            phone = self._course(code).phones.get(seat)
            sent = phone.under_way.pop(nonce, None) if phone else None
            if phone is None or sent is None:
                raise Overtaken(say("This probe is not known any more. Begin anew, with an empty object."))
            if arrival - sent <= LONGEST_ROUND_TRIP_MS:
                phone.clock = phone.clock.with_probe(Probe(sent, told, arrival))
            return self._next_probe(phone)

    def _next_probe(self, phone: _Phone) -> Measured:
        nonce, now = secrets.token_urlsafe(9), self._now()
        while len(phone.under_way) >= PROBES_UNDER_WAY:
            phone.under_way.pop(next(iter(phone.under_way)))
        clock = phone.clock
        measured = Measured(nonce, _tenths(clock.round_trip), _tenths(clock.uncertainty(now)), clock.armed(now))
        phone.under_way[nonce] = self._now()
        return measured

    def forget_table(self, code: str) -> None:
        """Everything about this table: it is gone, or a seat there is called otherwise now."""
        with self._lock:
            self._courses.pop(code, None)

    def forget_phone(self, code: str, seat: str) -> None:
        """The seat went to another phone: its clock is not known."""
        with self._lock:
            if code in self._courses:
                self._courses[code].phones.pop(seat, None)

    # Slaps

    def buzz(
        self, code: str, seat: str, prompt: Prompt, told: float, arrival: float, seq: int, entries: int = 0
    ) -> Buzzed:
        """A slap in the race of this open prompt, while the log's last line has the number `seq`.

        `entries` is how many were made at this table. Mashing where the phone is pressed too often; Overtaken for who
        cannot slap in it, and for a phone that is not armed.
        """
        race = prompt.race or ""
        with self._lock:
            course = self._course(code)
            phone = course.phones.setdefault(seat, _Phone())
            _count_press(phone, arrival)
            if seat not in entrants(prompt):
                raise Overtaken(say("{seat} cannot slap now.", seat=seat))
            if not phone.clock.armed(arrival):
                raise Overtaken(say("This phone is not armed yet: its clock is still being measured."))
            heat = self._heat(course, race, arrival, seq, entries)
            buzzed = _slap_in(heat, seat, map_slap(phone.clock, told, arrival))
            if buzzed.counted:
                # Only what comes to nothing is mashing.
                phone.presses.pop()
            first, all_in = len(heat.slaps) == 1, len(heat.slaps) == len(entrants(prompt))
        if buzzed.counted and all_in:
            self._close(code, heat)
        elif buzzed.counted and first:
            self._later(WINDOW_MS - (self._now() - arrival), lambda: self._close(code, heat))
        return buzzed

    def press(self, code: str, seat: str, arrival: float) -> None:
        """A slap while no race is open: it counts towards mashing, and raises it."""
        with self._lock:
            _count_press(self._course(code).phones.setdefault(seat, _Phone()), arrival)

    def _heat(self, course: _Course, race: str, at: float, seq: int, entries: int) -> _Heat:
        heat = course.heats.get(race)
        if heat is None:
            # Whatever came before it is over: its entry was made, or the game went on without one.
            course.heats.clear()
            heat = course.heats[race] = _Heat(race, 1, seq, entries)
        elif heat.closed_at is not None and at - heat.closed_at > QUIET_MS:
            heat = course.heats[race] = _Heat(race, heat.number + 1, seq, entries)
        return heat

    def _close(self, code: str, heat: _Heat) -> None:
        with self._lock:
            course = self._courses.get(code)
            if heat.closed_at is not None or course is None or course.heats.get(heat.race) is not heat:
                return
            heat.closed_at = self._now()
            heat.finish = photo_finish(heat.slaps, heat.race, heat.number, heat.seq)
        self._ring(code)

    # Results

    def finish(self, code: str, race: str | None, entries: int) -> Finish | None:
        """The result of this race, which was not entered yet; `entries` is how many were made at this table."""
        with self._lock:
            heat = self._finished(code, race, entries)
            return heat.finish if heat else None

    def _finished(self, code: str, race: str | None, entries: int) -> _Heat | None:
        course = self._courses.get(code)
        heat = course.heats.get(race) if course and race is not None else None
        return heat if heat and heat.finish and entries - heat.entries < ENTRIES_WAITED else None

    def entered(self, code: str, race: str) -> None:
        """The entry of this race was made: its result is used up."""
        with self._lock:
            if code in self._courses:
                self._courses[code].heats.pop(race, None)

    def shown(self, view: View, open_races: Collection[str], entries: int) -> View:
        """The view with the result of one of the races that are open, and with the prompt for it filled in.

        `entries` is how many were made at this table.
        """
        with self._lock:
            heats = [heat for race in open_races if (heat := self._finished(view.code, race, entries))]
            if not heats:
                return view
            return _with_finish(view, heats[0])


def entrants(prompt: Prompt) -> tuple[str, ...]:
    """The seats that can slap in a prompt's race: who may answer it and can stand in its order."""
    named = next((one.choices for one in prompt.fields if one.type == "order" and one.choices), prompt.seats)
    return tuple(seat for seat in prompt.seats if seat in named)


def _count_press(phone: _Phone, at: float) -> None:
    presses = phone.presses
    while presses and at - presses[0] > MASHING_MS:
        presses.popleft()
    presses.append(at)
    if len(presses) > MOST_PRESSES:
        presses.clear()
        phone.deaf_until = at + MASHING_COSTS_MS
    if at < phone.deaf_until:
        raise Mashing(max(1, round((phone.deaf_until - at) / 1_000)))


def _slap_in(heat: _Heat, seat: str, timed: Timed) -> Buzzed:
    if heat.closed_at is not None:
        return Buzzed(heat.race, heat.number, False, say("Too late: this race is over."))
    if seat in heat.slaps:
        return Buzzed(heat.race, heat.number, False, say("The first slap counts, and was heard."))
    if timed.uncertainty > MOST_UNCERTAIN_MS:
        return Buzzed(heat.race, heat.number, False, say("This slap came in so late that it cannot be placed."))
    heat.slaps[seat] = timed
    return Buzzed(heat.race, heat.number, True)


def _with_finish(view: View, heat: _Heat) -> View:
    prompts = tuple(_filled(prompt, heat) if prompt.race == heat.race else prompt for prompt in view.prompts)
    return replace(view, finish=heat.finish, prompts=prompts)


def _filled(prompt: Prompt, heat: _Heat) -> Prompt:
    # The same fields for every phone: what they look like in an answer is worked out once.
    if heat.filled is None or heat.filled[0] is not prompt.fields:
        heat.filled = prompt.fields, tuple(_with_order(one, heat.finish) for one in prompt.fields)
    return replace(prompt, fields=heat.filled[1])


def _with_order(asked: Field, finish: Finish | None) -> Field:
    return replace(asked, default=finish.as_given) if asked.type == "order" and finish else asked


def _tenths(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else round(milliseconds, 1)

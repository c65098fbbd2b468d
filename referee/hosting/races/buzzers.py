"""A seat's buzzer: its open pages, their clocks, and protection from mashing.

Hold the lock of the table's races (see `races`) while you use one.
"""

import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from referee.hosting.races.clocks import (
    MOST_UNCERTAIN_MS,
    PhoneClock,
    Probe,
    Timed,
    map_slap,
)
from referee.vocabulary.errors import ConflictError, TooManyRequestsError
from referee.vocabulary.text import NOTHING, Text, say, say_count
from referee.vocabulary.values import Milliseconds

MASHING_MS = 4_000.0
MOST_PRESSES = 6
MASHING_COSTS_MS = 3_000.0

PAGES_KEPT = 8
"""The number of pages per seat whose clocks are kept: the latest to ask."""

NONCES_KEPT = 8
"""The number of nonces by which a page is recognized: the latest sent to it."""


def too_many_slaps(seconds: int) -> TooManyRequestsError:
    """Return the error for pressing again and again.

    Slaps count again after `seconds`.
    """
    one = "No mashing! This phone counts again in {n} second."
    many = "No mashing! This phone counts again in {n} seconds."
    return TooManyRequestsError(seconds, say_count(one, many, seconds))


@dataclass(frozen=True, slots=True)
class Measured:
    """A page's next probe, to answer at once; and the precision of its clock so far."""

    nonce: str
    """Valid once."""
    rtt_ms: Milliseconds | None
    """The shortest round trip; None before the first."""
    uncertainty_ms: Milliseconds | None
    """The ± of the phone's clock now; None before the first measurement."""
    armed: bool
    """Whether a slap on this page can be placed."""
    note: Text = NOTHING
    """Why slaps on this page cannot be placed (slow network), and the remedy."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a page's buzzer.

    `phone_time` is by the phone's clock, `arrival` by the referee's; it may have
    arrived up to `lateness` milliseconds earlier. `nonce` is one of the page's latest,
    None for the page that answered last.
    """

    phone_time: float
    arrival: float
    nonce: str | None = None
    lateness: float = 0.0


@dataclass(slots=True, eq=False)
class Page:
    """A page that a seat has open: its clock, and its latest nonces.

    Each nonce has the time when it was sent; None once it is answered.
    """

    clock: PhoneClock = field(default_factory=PhoneClock)
    nonces: dict[str, float | None] = field(default_factory=dict)

    def next_probe(self, now: Callable[[], float]) -> Measured:
        """Return the next probe of this page's clock, as sent."""
        clock = self.clock
        at = now()
        measured = Measured(
            secrets.token_urlsafe(9),
            _tenths(clock.round_trip),
            _tenths(clock.uncertainty(at)),
            clock.is_armed(at),
            _why_too_slow(clock, at),
        )
        while len(self.nonces) >= NONCES_KEPT:
            del self.nonces[next(iter(self.nonces))]
        # Read the time last, so that work here does not count as travel.
        self.nonces[measured.nonce] = now()
        return measured


@dataclass(slots=True)
class Buzzer:
    """A seat's buzzer: its pages, latest answer last, and recent presses."""

    pages: list[Page] = field(default_factory=list)
    presses: deque[float] = field(default_factory=deque)
    deaf_until: float = 0.0

    def open_page(self) -> Page:
        """Return a new page; it replaces the oldest if there are too many."""
        page = Page()
        self.pages = [*self.pages, page][-PAGES_KEPT:]
        return page

    def take_answer(self, nonce: str, phone_time: float, arrival: float) -> Page:
        """Record a page's answer to a probe.

        Raise ConflictError if that is not pending.
        """
        page = self._page(nonce)
        sent = page.nonces[nonce] if page else None
        if page is None or sent is None:
            raise ConflictError(
                say("This probe is no longer known. Start again with an empty object.")
            )

        page.nonces[nonce] = None
        page.clock = page.clock.with_probe(Probe(sent, phone_time, arrival))
        self.pages.remove(page)
        self.pages.append(page)
        return page

    def count_press(self, at: float) -> None:
        """Count a press; raise TooManyRequestsError if there were too many lately."""
        presses = self.presses
        while presses and at - presses[0] > MASHING_MS:
            presses.popleft()
        presses.append(at)
        if len(presses) > MOST_PRESSES:
            presses.clear()
            self.deaf_until = at + MASHING_COSTS_MS
        if at < self.deaf_until:
            raise too_many_slaps(max(1, round((self.deaf_until - at) / 1_000)))

    def time_slap(self, press: Press) -> Timed:
        """Return when a press happened.

        Raise ConflictError if the page is not armed.
        """
        page = self._page(press.nonce)
        if page is None or not page.clock.is_known(press.arrival):
            raise ConflictError(
                say("This phone isn’t armed yet: its clock is still being measured.")
            )
        why = _why_too_slow(page.clock, press.arrival)
        if why != NOTHING:
            raise ConflictError(why)
        return map_slap(page.clock, press.phone_time, press.arrival, press.lateness)

    def _page(self, nonce: str | None) -> Page | None:
        """Return the page with this nonce, or None; without one, the last to answer."""
        for page in reversed(self.pages):
            if nonce in page.nonces:
                return page
            if nonce is None and page.clock.probes:
                return page
        return None


def _why_too_slow(clock: PhoneClock, at: float) -> Text:
    """Return why the page's clock is too imprecise for slaps; empty if it is not."""
    uncertainty = clock.uncertainty(at)
    if uncertainty is None or not clock.is_too_slow(at):
        return NOTHING
    return say(
        "This phone’s connection is too slow for races: its clock is only known to ± "
        "{n} ms, and {most} is the limit. Move closer to the router, or join the "
        "referee’s own network; until then, let somebody enter the order.",
        n=round(uncertainty),
        most=round(MOST_UNCERTAIN_MS),
    )


def _tenths(milliseconds: float | None) -> float | None:
    if milliseconds is None:
        return None
    return round(milliseconds, 1)

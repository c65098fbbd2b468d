"""One timer for all: each has its whole time, and who begins again has it anew."""

import asyncio
from collections.abc import Callable
from contextvars import Context

from referee_web.server.deadlines import Deadlines

SECONDS = 5.0


class StandingLoop(asyncio.AbstractEventLoop):
    """A loop whose time passes only as the test says."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[asyncio.TimerHandle] = []

    def time(self) -> float:
        return self.now

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: object,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        self.timers.append(timer)
        return timer

    def get_debug(self) -> bool:
        return False

    def pass_by(self, seconds: float) -> None:
        end = self.now + seconds
        while self.timers and min(self.timers).when() <= end:
            timer = min(self.timers)
            self.timers.remove(timer)
            self.now = timer.when()
            timer._run()
        self.now = end


def test_whose_time_is_up_is_told_in_turn_and_who_ended_is_not() -> None:
    loop = StandingLoop()
    told: list[str] = []
    times = Deadlines[str](loop, lambda: SECONDS, told.append)
    for name in ("ended", "again", "first", "second"):
        times.begin(name)
    times.end("ended")
    loop.pass_by(2)
    times.begin("again")
    loop.pass_by(SECONDS - 2)
    assert told == ["first", "second"]
    loop.pass_by(2)
    assert told == ["first", "second", "again"]


def test_whose_time_is_up_may_have_another() -> None:
    loop = StandingLoop()
    told: list[float] = []

    def begin_again(name: str) -> None:
        told.append(loop.time())
        times.begin(name)

    times = Deadlines[str](loop, lambda: SECONDS, begin_again)
    times.begin("heart")
    loop.pass_by(3 * SECONDS)
    assert told == [SECONDS, 2 * SECONDS, 3 * SECONDS]

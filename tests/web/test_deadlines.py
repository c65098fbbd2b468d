"""One timer for all: each has its whole time, and who begins again has it anew."""

import asyncio

from referee_web.server.deadlines import Deadlines


def test_whose_time_is_up_is_told_in_turn_and_who_ended_is_not() -> None:
    async def tried() -> list[str]:
        told: list[str] = []
        times = Deadlines[str](asyncio.get_running_loop(), lambda: 0.05, told.append)
        for name in ("ended", "again", "first", "second"):
            times.begin(name)
        times.end("ended")
        await asyncio.sleep(0.02)
        times.begin("again")
        assert told == []
        while len(told) < 3:
            await asyncio.sleep(0.01)
        return told

    assert asyncio.run(asyncio.wait_for(tried(), 60)) == ["first", "second", "again"]


def test_whose_time_is_up_may_have_another() -> None:
    async def tried() -> int:
        told: list[str] = []

        def begin_again(name: str) -> None:
            told.append(name)
            times.begin(name)

        times = Deadlines[str](asyncio.get_running_loop(), lambda: 0.01, begin_again)
        times.begin("heart")
        while len(told) < 3:
            await asyncio.sleep(0.01)
        return len(told)

    assert asyncio.run(asyncio.wait_for(tried(), 60)) == 3

"""A table at which people race on phones, with a clock that tests move on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.web.phone import Answer, Phone

if TYPE_CHECKING:
    from tests.web.conftest import Opened

GAME = "first-slap"


class Time:
    """A clock that tests move on, and what is to be done at which time."""

    def __init__(self) -> None:
        self.ms = 50_000.0
        self.due: list[tuple[float, Any]] = []

    def now(self) -> float:
        return self.ms

    def later(self, milliseconds: float, do: Any) -> None:
        self.due.append((self.ms + milliseconds, do))

    def pass_by(self, milliseconds: float) -> None:
        end = self.ms + milliseconds
        for at, do in sorted(
            (one for one in self.due if one[0] <= end), key=lambda one: one[0]
        ):
            self.due.remove((at, do))
            self.ms = max(self.ms, at)
            do()
        self.ms = end


@dataclass
class Buzzer:
    """A seat's phone whose clock shows so much more than the referee's."""

    phone: Phone
    table: Opened
    time: Time
    ahead: float = 0.0

    def probe(self, answer: Any = None, way: float = 4.0) -> Any:
        """One round trip of the clock, `way` milliseconds there and as long back."""
        if answer is None:
            return self.phone.post(self.table.path("clock"), {}).said(200)
        self.time.ms += way
        told = self.time.ms + self.ahead
        self.time.ms += way
        return self.phone.post(
            self.table.path("clock"), {"nonce": answer["nonce"], "t": told}
        ).said(200)

    def arm(self, way: float = 4.0) -> Any:
        answer = self.probe()
        for _ in range(5):
            answer = self.probe(answer, way)
        return answer

    def slap(
        self,
        race: str = "slap-1",
        ago: float = 4.0,
        nonce: str | None = None,
        **more: Any,
    ) -> Answer:
        """A slap so many milliseconds ago that arrives now."""
        body = {"race": race, "t": self.time.ms + self.ahead - ago, "nonce": nonce}
        return self.phone.post(self.table.path("buzz"), body, **more)


@dataclass
class Racing:
    """Ana, Ben and Cy at a match with races, each with a buzzer."""

    table: Opened
    time: Time
    ana: Buzzer
    ben: Buzzer
    cy: Buzzer

    def look(self) -> Any:
        return self.table.host.look(self.table.code)

    @property
    def order(self) -> Any:
        """What the prompt's order field is filled with."""
        return self.look()["prompts"][0]["fields"][0]["default"]


def armed(racing: Racing) -> Racing:
    for buzzer in (racing.ana, racing.ben, racing.cy):
        buzzer.arm()
    return racing

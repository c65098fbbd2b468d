"""Races by the clock on the wall: the window closes by itself."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter
from random import Random

import pytest

from referee.hosting.races.buzzers import Press
from referee.hosting.races.heats import QUIET_MS, WINDOW_MS
from referee.hosting.races.races import MOST_LATE_MS, Buzzed, Races
from referee.vocabulary.errors import TooManyRequestsError
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import NOTHING, say
from referee.vocabulary.view import View

ORDER = Field("order", "order", say("Who slapped"))
SLAP = Prompt("slap", ("Ana", "Ben", "Cy"), say("Slap"), fields=(ORDER,), race="slap-1")
VIEW = View(
    code="TABLE",
    game="first-slap",
    seats=SLAP.seats,
    dealer=None,
    phase="",
    round=1,
    seq=0,
    to_act=(),
    next=NOTHING,
    zones=(),
    standings=(),
    finished=False,
    winners=(),
    prompts=(SLAP,),
    rulings=(),
)


@dataclass
class Table:
    """Races at a table by a clock that the test moves on: `close` holds what is to be
    done later.
    """

    seats: tuple[str, ...] = SLAP.seats
    at: float = 10_000.0
    due: list[tuple[float, Callable[[], None]]] = field(default_factory=list)
    rung: int = 0
    code: str = "TABLE"
    store: Callable[..., bool] = lambda *_: True

    def __post_init__(self) -> None:
        self.races = Races(
            self.ring,
            now=lambda: self.at,
            later=lambda ms, do: self.due.append((self.at + ms, do)),
            store=self.store,
        )
        self.arm_all()

    def arm_all(self) -> None:
        for seat in self.seats:
            answer = self.races.measure(self.code, seat, self.at)
            for _ in range(6):
                self.at += 4
                answer = self.races.measure(
                    self.code, seat, self.at, answer.nonce, self.at - 2
                )

    def ring(self, _code: str) -> None:
        self.rung += 1

    def pass_by(self, milliseconds: float) -> None:
        end = self.at + milliseconds
        while self.due and min(self.due, key=itemgetter(0))[0] <= end:
            at, do = self.due.pop(self.due.index(min(self.due, key=itemgetter(0))))
            self.at = max(self.at, at)
            do()
        self.at = end

    def slap(
        self,
        seat: str,
        arrived: float | None = None,
        phone_time: float | None = None,
        lateness: float = 0,
    ) -> Buzzed:
        """A slap that arrived at this time and is looked at now."""
        arrival = self.at if arrived is None else arrived
        phone_time = arrival if phone_time is None else phone_time
        press = Press(phone_time, arrival, lateness=lateness)
        return self.races.buzz(self.code, seat, SLAP, press, 0)

    @property
    def finishes(self) -> tuple[PhotoFinish, ...]:
        return self.races.with_finishes(VIEW, ["slap-1"], 0).finishes

    @property
    def order(self) -> object:
        """What the prompt is filled with."""
        return (
            self.races.with_finishes(VIEW, ["slap-1"], 0).prompts[0].fields[0].default
        )


def test_slaps_from_many_threads_are_all_heard() -> None:
    table = Table()
    together = threading.Barrier(len(SLAP.seats))

    def slap(seat: str) -> None:
        together.wait(10)
        table.slap(seat)

    threads = [threading.Thread(target=slap, args=(seat,)) for seat in SLAP.seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (finish,) = table.finishes
    assert {slap.seat for slap in finish.slaps} == set(SLAP.seats)


def test_a_race_whose_finish_is_slow_to_keep_has_no_other_table_wait() -> None:
    is_keeping = threading.Event()
    may_go_on = threading.Event()

    def store(code: str, *_: object) -> bool:
        if code == "OTHER":
            is_keeping.set()
            may_go_on.wait()
        return True

    table = Table(store=store)
    table.code = "OTHER"
    table.arm_all()
    for seat in ("Ana", "Ben"):
        table.slap(seat)
    # The last of all slaps closes the race.
    closing = threading.Thread(target=table.slap, args=("Cy",), daemon=True)
    closing.start()
    assert is_keeping.wait(10)
    table.code = "TABLE"
    assert table.slap("Ana").counted
    table.pass_by(WINDOW_MS + 1)
    assert table.order == ["Ana"]
    may_go_on.set()
    closing.join()


# A finish closes over arrivals


def test_what_arrived_in_the_window_counts_however_late_it_is_looked_at() -> None:
    table = Table()
    table.slap("Ana")
    first = table.at
    table.pass_by(WINDOW_MS + 1)
    assert table.order == ["Ana"]
    table.pass_by(MOST_LATE_MS)
    late = table.slap("Ben", arrived=first + 100)
    assert (late.counted, late.heat) == (True, 1)
    assert table.order == ["Ana", "Ben"]
    assert table.slap("Cy", arrived=first - 100).counted
    assert table.order == ["Cy", "Ana", "Ben"]
    assert table.rung == 3


def test_a_finish_waits_until_all_that_came_in_its_window_was_looked_at() -> None:
    table = Table()
    asked: list[tuple[str, float]] = []
    table.races.looked_at = lambda code, until: (
        bool(asked.append((code, until))) or len(asked) > 5
    )
    table.slap("Ana")
    first = table.at
    table.pass_by(WINDOW_MS + 1)
    assert asked == [("TABLE", first + WINDOW_MS)]
    assert table.order is None
    assert table.slap("Ben", arrived=first + WINDOW_MS).heat == 1
    table.pass_by(1_000)
    assert len(asked) == 6
    assert table.order == ["Ana", "Ben"]
    assert table.rung == 1


def test_a_finish_does_not_wait_for_ever() -> None:
    table = Table()
    table.races.looked_at = lambda *_: False
    table.slap("Ana")
    table.pass_by(WINDOW_MS + MOST_LATE_MS - 20)
    assert table.order is None
    table.pass_by(40)
    assert table.order == ["Ana"]


def test_a_slap_that_was_read_late_may_have_arrived_in_the_window() -> None:
    table = Table()
    table.slap("Ana")
    table.pass_by(WINDOW_MS + 100)
    assert table.slap("Ben", phone_time=table.at - 200, lateness=200).heat == 1
    assert table.slap("Cy", lateness=99).heat == 2


def test_an_honest_slap_that_was_read_late_does_not_lose() -> None:
    table = Table()
    fell = table.at
    table.pass_by(300)
    table.slap("Ben", phone_time=fell + 60, lateness=300)
    table.slap("Ana", phone_time=fell, lateness=300)
    table.pass_by(WINDOW_MS)
    assert table.order == [["Ana", "Ben"]]


def test_a_slap_that_claims_to_be_early_wins_nothing_by_being_read_late() -> None:
    table = Table()
    fell = table.at
    table.pass_by(300)
    table.slap("Ben", phone_time=fell - 200, lateness=300)
    table.slap("Ana", phone_time=fell, lateness=300)
    table.pass_by(WINDOW_MS)
    assert table.order == [["Ben", "Ana"]]


# False taps


def test_whoever_clearly_lost_does_not_start_the_next_heat_alone() -> None:
    table = Table()
    table.slap("Ana")
    table.pass_by(200)
    table.slap("Ben")
    table.pass_by(WINDOW_MS)
    late = table.slap("Ben")
    assert not late.counted
    assert "over" in str(late.note)
    assert table.slap("Cy").heat == 2
    assert table.slap("Ben").heat == 2


def test_after_a_while_anybody_runs_the_race_again_and_prompts_are_filled_with_that() -> (
    None
):
    table = Table()
    table.slap("Ana")
    table.pass_by(WINDOW_MS + QUIET_MS + 10)
    assert table.slap("Ana").heat == 2
    table.pass_by(WINDOW_MS + 1)
    assert [finish.heat for finish in table.finishes] == [2]
    table.pass_by(QUIET_MS)
    table.slap("Ben")
    table.pass_by(WINDOW_MS + 1)
    assert [finish.heat for finish in table.finishes] == [2, 3]
    assert table.order == ["Ben"]


def test_prompts_are_filled_with_the_first_of_heats_that_follow_each_other_at_once() -> (
    None
):
    table = Table()
    for seat in ("Ana", "Ben", "Cy"):
        table.slap(seat)
        table.pass_by(WINDOW_MS + 1)
    assert [finish.heat for finish in table.finishes] == [1, 2, 3]
    assert table.order == ["Ana"]
    chosen = table.races.finish("TABLE", "slap-1", 0, heat=2)
    assert chosen is not None
    assert chosen.order == (("Ben",),)


def test_others_push_no_heat_out_in_which_somebody_slapped() -> None:
    table = Table(("Ana", "Ben", "Cy"))
    table.slap("Ana")
    table.pass_by(WINDOW_MS + 1)
    for seat in 4 * ("Ben", "Cy"):
        with suppress(TooManyRequestsError):
            table.slap(seat)
        table.pass_by(WINDOW_MS + 1)
    assert table.finishes[0].order == (("Ana",),)
    table.pass_by(QUIET_MS)
    for _ in range(5):
        table.slap("Ben")
        table.slap("Cy")
        table.pass_by(QUIET_MS + WINDOW_MS + 1)
    assert table.finishes[0].order == (("Ana",),)
    assert len(table.finishes) == 2


@pytest.mark.parametrize(
    "every", [WINDOW_MS + 1, 1_000, QUIET_MS, QUIET_MS + WINDOW_MS + 1]
)
def test_beside_false_taps_honest_slaps_are_always_placed(every: float) -> None:
    """Cy taps whenever it may open a heat, and people take a while to enter what was
    real.
    """
    rng = Random(every)
    for _ in range(18):
        table = Table()
        honest = table.at + rng.uniform(0, 10_000)
        heats = {}
        while table.at < honest + 15_000:
            table.pass_by(min(every, honest - table.at) if table.at < honest else every)
            if table.at == honest:
                for seat in ("Ana", "Ben"):
                    slapped = table.slap(seat)
                    assert slapped.counted
                    heats[seat] = slapped.heat
                    table.pass_by(20)
            else:
                with suppress(TooManyRequestsError):
                    table.slap("Cy")
        placed = {
            (slap.seat, finish.heat)
            for finish in table.finishes
            for slap in finish.slaps
        }
        assert heats.items() <= placed

"""Races by the clock on the wall: the window closes by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import perf_counter

from referee.hosting.races.races import WINDOW_MS, Races, entrants
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import say

ORDER = Field("order", "order", say("Who slapped"))
SLAP = Prompt("slap", ("Ana", "Ben", "Cy"), say("Slap"), fields=(ORDER,), race="slap-1")


def armed(races: Races, seat: str) -> None:
    answer = races.begin_clock("TABLE", seat)
    for _ in range(6):
        answer = races.answer_probe("TABLE", seat, answer.nonce, races.now(), races.now())
    assert answer.armed


def test_a_race_is_ruled_by_itself_and_not_before_its_window_has_passed() -> None:
    rung = threading.Event()
    races = Races(lambda _code: rung.set())
    armed(races, "Ana")
    begun = perf_counter()
    races.buzz("TABLE", "Ana", SLAP, races.now(), races.now(), 0)
    assert rung.wait(60)
    assert (perf_counter() - begun) * 1_000 >= WINDOW_MS - 1


def test_slaps_from_many_threads_are_all_heard() -> None:
    """The window closes once all have slapped, however late a busy machine runs one of the threads."""
    close: list[Callable[[], None]] = []
    races = Races(lambda _code: None, later=lambda _milliseconds, do: close.append(do))
    for seat in SLAP.seats:
        armed(races, seat)

    def slap(seat: str) -> None:
        races.buzz("TABLE", seat, SLAP, races.now(), races.now(), 0)

    threads = [threading.Thread(target=slap, args=(seat,)) for seat in SLAP.seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for do in close:
        do()
    finish = races.finish("TABLE", "slap-1", 0)
    assert finish is not None
    assert {slap.seat for slap in finish.slaps} == set(SLAP.seats)


def test_a_choice_of_seats_in_the_order_says_who_can_slap() -> None:
    sitting_out = Prompt("slap", SLAP.seats, say("Slap"), race="slap-1")
    some = Field("order", "order", say("Who slapped"), choices=("Ana", "Cy"))
    assert entrants(sitting_out) == SLAP.seats
    assert entrants(Prompt("slap", SLAP.seats, say("Slap"), fields=(some,), race="slap-1")) == ("Ana", "Cy")

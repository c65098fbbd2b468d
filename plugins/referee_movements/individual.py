"""Individual rotation: in fours, everybody with everybody once, against each twice.

Up to 40 people play it in full. One person stays, and all others move on by a place
from one round to the next (a Z-cyclic whist tournament). More people form four groups
that move past each other, for a quarter as many rounds as people.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from referee import Meeting, Movement, Seating, Text, hookimpl, say, say_count

from .nearest import Acquaintance, count_repeats, seat_nearest
from .people import cut_into_fours, leave_out, tables_played

# The tables of a first round: partners, and partners. The last person stays.
_WRITTEN = """
3 0 1 2; 2 7 1 4 6 0 5 3; 10 0 8 11 5 9 2 4 6 3 7 1; 8 9 10 14 0 7 4 2 11 6 3 12 5
15 1 13; 1 19 6 9 2 15 11 4 10 14 16 17 3 12 13 18 0 8 7 5; 12 20 0 2 14 1 5 11 21
22 6 17 7 10 16 9 23 3 4 18 19 15 8 13; 19 7 12 4 27 17 13 0 25 23 6 26 5 15 9 14 8
11 3 24 16 20 2 18 1 10 21 22; 25 30 6 5 2 13 17 15 19 29 11 31 3 18 24 20 7 21 10
16 8 1 22 0 4 12 28 9 23 26 27 14; 16 10 5 26 6 23 28 24 33 32 12 0 7 29 21 13 1 4
30 2 20 11 8 35 25 14 3 18 31 15 27 22 17 19 9 34; 17 27 37 13 25 19 16 14 0 7 5 30
15 24 32 31 23 12 11 38 9 35 20 3 21 2 1 4 29 34 8 26 33 10 6 39 18 22 28 36
"""


def _read_first_rounds() -> dict[int, list[int]]:
    """Return the first rounds by the number of people that they seat."""
    rounds = {}
    for line in _WRITTEN.split(";"):
        people = [int(person) for person in line.split()]
        rounds[len(people)] = people
    return rounds


FIRST_ROUNDS = _read_first_rounds()
MOST_IN_FULL = max(FIRST_ROUNDS)


@hookimpl
def describe_movement() -> Movement:
    """Return the movement's title, promise and table sizes."""
    promise = say(
        "In fours, with each person at most once, against each at most twice, if the "
        "number of people is a multiple of four; else as near to it as can be."
    )
    title = say("Individual rotation")
    return Movement("individual", title, promise, at_table=(4,), in_pairs=True)


@hookimpl
def count_rounds(entrants: int) -> int:
    """Return how many rounds keep the promise."""
    if entrants % 4:
        return 0
    if entrants > MOST_IN_FULL:
        return entrants // 4
    return max(0, entrants - 1)


@hookimpl
def seat_round(meeting: Meeting) -> Seating:
    """Seat the planned round, or if people changed, the nearest to it."""
    starters = meeting.starters or meeting.present
    number = len(meeting.rounds)
    if starters == meeting.present and number < count_rounds(len(starters)):
        tables = _rotate(starters, number)
        # After rounds with other people, partners of the plan could meet again.
        if not _misses(meeting, tables):
            return Seating(tuple(tables))

    fours = len(meeting.present) // 4
    sits_out = meeting.sitting_out(4 * fours)
    people = leave_out(meeting.present, sits_out)
    nearest = seat_nearest(meeting, people)
    return Seating(tuple(map(tuple, nearest)), sits_out, _misses(meeting, nearest))


def _rotate(people: Sequence[str], number: int) -> list[tuple[str, ...]]:
    tables: list[tuple[str, ...]] = []
    if len(people) > MOST_IN_FULL:
        size = len(people) // 4
        second, fourth = _steps(size)[number]
        for first in range(size):
            indexes = first, first + second, first + number, first + fourth
            table = []
            for group, index in enumerate(indexes):
                table.append(people[group * size + index % size])
            tables.append(tuple(table))
        return tables
    turning = len(people) - 1
    line = []
    for index in FIRST_ROUNDS[len(people)]:
        if index != turning:
            index = (index + number) % turning
        line.append(people[index])
    for one, partner, other, its_partner in cut_into_fours(line):
        tables.append((one, other, partner, its_partner))
    return tables


def _steps(size: int) -> list[tuple[int, int]]:
    """Return the distance that the second and the fourth group have moved, by round.

    The third group moves by one each round. Partners meet again if distances are equal,
    so all their distances differ. No distance between opponents stands there three
    times.
    """
    steps: list[tuple[int, int]] = []
    taken = Counter[tuple[str, int]]()
    for third in range(size):
        for ahead, behind in product(range(size), repeat=2):
            second = (2 * third + ahead) % size
            fourth = (behind - third) % size
            distances = {
                ("partners", (second - fourth) % size): 1,
                ("first and second", second): 2,
                ("second and third", (second - third) % size): 2,
                ("third and fourth", (fourth - third) % size): 2,
                ("fourth and first", fourth): 2,
            }
            if all(taken[distance] < most for distance, most in distances.items()):
                taken.update(distances.keys())
                steps.append((second, fourth))
                break
    return steps


def _misses(meeting: Meeting, tables: Sequence[Sequence[str]]) -> tuple[Text, ...]:
    met = Acquaintance(tables_played(meeting))
    again, against = count_repeats(met, tables)
    misses = []
    if again:
        one = "Two people are partners again."
        many = "{n} pairs of people are partners again."
        misses.append(say_count(one, many, again))
    if against:
        third = "Two people are opponents for the third time or more."
        thirds = "{n} times, people are opponents for the third time or more."
        misses.append(say_count(third, thirds, against))
    return tuple(misses)

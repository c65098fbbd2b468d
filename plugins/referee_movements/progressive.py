"""Progressive: winners move to the next table, as at euchre parties."""

from itertools import chain

from referee import Meeting, Movement, PlayedRound, Seating, Text, hookimpl, say

from .nearest import partners_at
from .people import cut_into_fours, leave_out

_NO_ROOM = say(
    "Some find no room at the table to which they would move, and take a free chair at "
    "another."
)


@hookimpl
def describe_movement() -> Movement:
    """Return the movement's title, promise and table sizes."""
    promise = say(
        "In fours: the winners move one table up, the losers of the head table go to "
        "the last one, and everybody has another partner than in the round before."
    )
    title = say("Progressive (winners move)")
    return Movement(
        "progressive", title, promise, at_table=(4,), in_pairs=True, usual_at="drives"
    )


@hookimpl
def count_rounds(entrants: int) -> int:
    """Return the number of rounds: any, as long as all sit at a table."""
    return 0 if entrants % 4 or not entrants else 99


@hookimpl
def seat_round(meeting: Meeting) -> Seating:
    """Move the winners up, and cut the line from the head table into fours."""
    chairs = 4 * (len(meeting.present) // 4)
    sits_out = meeting.sitting_out(chairs)
    seated = leave_out(meeting.present, sits_out)
    if not meeting.rounds:
        return Seating(tuple(map(tuple, cut_into_fours(seated))), sits_out)

    moved = _move(meeting.rounds[-1], chairs // 4)
    lines = []
    for arriving in moved[: chairs // 4]:
        lines.append([entrant for entrant in arriving if entrant in seated])
    placed = list(chain.from_iterable(lines))
    closing = chain.from_iterable(moved[len(lines) :])
    waiting = [entrant for entrant in closing if entrant in seated]
    waiting += leave_out(seated, [*placed, *waiting])
    for table in lines:
        while len(table) < 4:
            table.append(waiting.pop(0))
    tables = []
    for four in lines:
        tables.append(_change_partners(meeting, four))
    misses: tuple[Text, ...] = ()
    if not {*seated}.isdisjoint(chain.from_iterable(moved[len(tables) :])):
        misses = (_NO_ROOM,)
    return Seating(tuple(tables), sits_out, misses)


def _move(played: PlayedRound, many: int) -> list[list[str]]:
    """Return the people of each table of the round before; winners move one up.

    Losers at the head table go to the last table, a new one if there are more now.
    """
    tables = max(len(played.tables), many)
    arriving: list[list[str]] = [[] for _ in range(tables)]
    for number, table in enumerate(played.tables):
        for entrant in table:
            to = number
            if entrant in played.winners:
                to = max(0, number - 1)
            elif number == 0:
                to = tables - 1
            arriving[to].append(entrant)
    return arriving


def _change_partners(meeting: Meeting, four: list[str]) -> tuple[str, ...]:
    """Return these four, so that nobody has the partner of the round before."""
    one, *others = four
    before = meeting.rounds[-1].tables if meeting.rounds else ()
    partners: set[frozenset[str]] = set()
    for table in before:
        partners.update(partners_at(table))
    for partner in others:
        left, right = leave_out(others, (partner,))
        if partners.isdisjoint({frozenset((one, partner)), frozenset((left, right))}):
            return one, left, partner, right
    return one, others[0], others[1], others[2]

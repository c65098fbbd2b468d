"""Progressive: winners move to the next table, as at whist drives."""

from itertools import chain

from referee import Meeting, Movement, Seating, hookimpl, say

from .nearest import partners_at
from .people import cut_into_fours, leave_out


@hookimpl
def describe_movement() -> Movement:
    """Describe it."""
    promise = say(
        "In fours: the winners move one table up, the losers of the head table go to "
        "the last one, and everybody has another partner than in the round before."
    )
    title = say("Progressive (winners move)")
    return Movement("progressive", title, promise, at_table=(4,), in_pairs=True)


@hookimpl
def count_rounds(entrants: int) -> int:
    """Return for how many rounds that holds: any number, with all at a table."""
    return 0 if entrants % 4 or not entrants else 99


@hookimpl
def seat_round(meeting: Meeting) -> Seating:
    """Move the winners up, and cut the line from the head table into fours."""
    places = 4 * (len(meeting.present) // 4)
    sits_out = meeting.sitting_out(places)
    line = leave_out(_line_up(meeting), sits_out)
    tables = []
    for four in cut_into_fours(line):
        tables.append(_change_partners(meeting, four))
    return Seating(tuple(tables), sits_out)


def _line_up(meeting: Meeting) -> list[str]:
    """Return those to seat, from the head table to the last."""
    if not meeting.rounds:
        return [*meeting.present]
    played = meeting.rounds[-1]
    arriving: list[list[str]] = [[] for _ in played.tables]
    for number, table in enumerate(played.tables):
        for entrant in table:
            to = number
            if entrant in played.winners:
                to = max(0, number - 1)
            elif number == 0:
                to = len(played.tables) - 1
            arriving[to].append(entrant)
    moved = chain.from_iterable(arriving)
    line = [entrant for entrant in moved if entrant in meeting.present]
    return line + leave_out(meeting.present, line)


def _change_partners(meeting: Meeting, four: list[str]) -> tuple[str, ...]:
    """Return these four so that nobody has the partner of the round before."""
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

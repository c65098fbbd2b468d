"""Series: tables of three and four, first by draw, then by standing."""

from referee import Meeting, Movement, Seating, hookimpl, say

from .people import leave_out


@hookimpl
def describe_movement() -> Movement:
    """Return the movement's title, promise and table sizes."""
    promise = say(
        "Everybody plays every round, first by draw, then by standing, with as few "
        "tables of three as possible."
    )
    title = say("Series")
    return Movement("series", title, promise, at_table=(3, 4), round=say("series"))


@hookimpl
def count_rounds(entrants: int) -> int:
    """Return the number of rounds: any, but five people fit no table."""
    return 0 if entrants in (0, 1, 2, 5) else 99


@hookimpl
def seat_round(meeting: Meeting) -> Seating:
    """Cut the ranking into tables, those of three last."""
    ranked = list(meeting.ranked)
    sits_out: tuple[str, ...] = ()
    if not count_rounds(len(ranked)):
        sits_out = meeting.sitting_out(4 * (len(ranked) // 4))
        ranked = leave_out(ranked, sits_out)

    threes = -len(ranked) % 4
    fours = (len(ranked) - 3 * threes) // 4
    tables = []
    for size in [4] * fours + [3] * threes:
        tables.append(tuple(ranked[:size]))
        del ranked[:size]
    return Seating(tuple(tables), sits_out)

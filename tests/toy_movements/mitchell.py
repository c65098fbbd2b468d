"""Mitchell: one half keeps its tables, the other moves on by one after each round."""

from referee import Meeting, Movement, Seating, hookimpl, say


@hookimpl
def describe_movement() -> Movement:
    """Describe it; entrants are pairs, or single people at games for two."""
    promise = say(
        "One half stays, the other moves one table on: all of one half meet all of "
        "the other, nobody twice."
    )
    return Movement(
        "mitchell",
        say("Mitchell"),
        promise,
        at_table=(2,),
        lines=(say("North–South"), say("East–West")),
    )


@hookimpl
def count_rounds(entrants: int) -> int:
    """Return the number of tables: then each mover has been at each."""
    return entrants // 2 if entrants > 1 else 0


@hookimpl
def seat_round(meeting: Meeting) -> Seating:
    """Move the movers on by a table; whoever lacks an opponent sits out."""
    everybody = meeting.starters or meeting.present
    late = [each for each in meeting.present if each not in everybody]
    tables = -(-len(everybody) // 2)
    staying = everybody[:tables]
    # An empty chair moves on with the others.
    moving = [*everybody[tables:], *[None] * (len(everybody) % 2)]
    turn = len(meeting.rounds) % tables
    moved = moving[-turn:] + moving[:-turn] if turn else moving
    seated = []
    for north, east in zip(staying, moved, strict=True):
        if north in meeting.present and east in meeting.present:
            seated.append((north, east))
        else:
            # The number stays empty, so that whoever stays has the same all evening.
            seated.append(())
    at_tables = {entrant for table in seated for entrant in table}
    waiting = [each for each in everybody if each in meeting.present]
    waiting = [each for each in waiting if each not in at_tables]
    misses = ()
    if late or {*everybody} - {*meeting.present}:
        misses = (say("Who plays has changed, so some have no opponent."),)
    if len(meeting.rounds) >= tables:
        misses += (say("Some meet again."),)
    return Seating(tuple(seated), (*waiting, *late), misses)

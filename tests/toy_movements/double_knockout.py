"""Double knockout: whoever loses twice is out."""

from referee import Meeting, Movement, Seating, hookimpl, say


@hookimpl
def describe_movement() -> Movement:
    """Describe it."""
    promise = say("Whoever loses twice is out, until one is left.")
    return Movement(
        "double-knockout",
        say("Double knockout"),
        promise,
        at_table=(2,),
        needs_all_rounds=True,
    )


@hookimpl
def count_rounds(entrants: int) -> int:
    """Return how many rounds it takes if the final is played twice."""
    lives = {0: entrants, 1: 0}
    rounds = 0
    while sum(lives.values()) > 2:
        beaten = lives[0] // 2
        lives = {0: lives[0] - beaten, 1: lives[1] - lives[1] // 2 + beaten}
        rounds += 1
    return rounds + 2 if entrants > 1 else 0


@hookimpl
def seat_round(meeting: Meeting) -> Seating:
    """Seat people who lost as often; at the end the last two, whatever they lost."""
    started = meeting.starters or meeting.present
    playing = [each for each in started if each in meeting.present]
    unbeaten = [each for each in playing if meeting.losses(each) == 0]
    once = [each for each in playing if meeting.losses(each) == 1]
    left = [*unbeaten, *once]
    everybody = dict.fromkeys((*started, *meeting.present))
    out = tuple(each for each in everybody if each not in left)
    if len(left) < 2:
        return Seating((), out=out, is_over=True)
    tables = []
    sits_out = []
    for group in [left] if len(left) == 2 else [unbeaten, once]:
        if len(group) % 2:
            free = min(group, key=meeting.byes)
            group.remove(free)
            sits_out.append(free)
        half = len(group) // 2
        tables += zip(group[:half], group[half:], strict=True)
    return Seating(tuple(tables), tuple(sits_out), out=out)

"""Swiss: people of equal scores meet, and nobody twice while that can be avoided."""

from referee import Meeting, Movement, Seating, Text, hookimpl, say

from .matching import Matching, May
from .people import leave_out


@hookimpl
def describe_movement() -> Movement:
    """Return the movement's title, promise and table sizes."""
    promise = say(
        "People with equal scores meet. Nobody meets anybody twice while that can be "
        "avoided; with an odd number, each sits out at most once, the last first."
    )
    return Movement("swiss", say("Swiss"), promise, at_table=(2,))


@hookimpl
def count_rounds(entrants: int) -> int:
    """Return how many rounds there can be in which nobody meets anybody twice."""
    return max(0, entrants - 1 + entrants % 2)


@hookimpl
def seat_round(meeting: Meeting) -> Seating:
    """Pair people from the top, each within their score if possible."""
    may = _list_unmet(meeting)
    everybody = Matching(meeting.ranked, may)
    sits_out: tuple[str, ...] = ()
    if len(meeting.present) % 2:
        sits_out = (_choose_bye(meeting, everybody),)
        everybody = everybody.without(*sits_out)

    rematch = everybody.unmatched
    tables = _pair_from_top(meeting, everybody.without(*rematch))
    tables += zip(rematch[::2], rematch[1::2], strict=True)
    misses: tuple[Text, ...] = ()
    if rematch:
        misses = (say("Not everybody is left to meet somebody new: some meet again."),)
    return Seating(tuple(tables), sits_out, misses)


def _list_unmet(meeting: Meeting) -> May:
    """Return whom each has not met yet."""
    may = {one: {*meeting.present} - {one} for one in meeting.present}
    for played in meeting.rounds:
        for table in played.tables:
            for entrant in may.keys() & {*table}:
                may[entrant] -= {*table}
    return may


def _choose_bye(meeting: Meeting, everybody: Matching) -> str:
    """Return who sits out: the last of those who sat out least, so that others fit."""
    last_first = meeting.sitting_out(0)
    least = meeting.byes(last_first[0])
    candidates = [each for each in last_first if meeting.byes(each) == least]
    fewest = len(last_first)
    chosen = candidates[0]
    for entrant in candidates:
        unmatched = len(everybody.without(entrant).unmatched)
        if unmatched < fewest:
            fewest = unmatched
            chosen = entrant
        if not fewest:
            break
    return chosen


def _pair_from_top(meeting: Meeting, left: Matching) -> list[tuple[str, str]]:
    """Return pairs from the top; whatever is chosen, the others can be matched."""
    tables = []
    group = Matching((), left.may)
    while left.people:
        one = next(iter(left.people))
        if one not in group.people:
            score = meeting.points.get(one, 0)
            equals = [
                each for each in left.people if meeting.points.get(each, 0) == score
            ]
            group = Matching(equals, left.may)
        other = _choose(one, left, group)
        left, group = left.without(one, other), group.without(one, other)
        tables.append((one, other))
    return tables


def _choose(one: str, left: Matching, group: Matching) -> str:
    """Return whom the first one meets, so that few others leave their group."""
    fitting = []
    for other in _sort_by_preference(left, group):
        if other not in left.may[one] or left.without(one, other).unmatched:
            continue
        is_equal = other in group.people
        pairs_left = len(group.without(one, other).mates) // 2
        if pairs_left + is_equal >= len(group.mates) // 2:
            return other
        fitting.append(other)
    return fitting[0]


def _sort_by_preference(left: Matching, group: Matching) -> list[str]:
    """Return the others: of a group first those half of it away, then the next best."""
    equals = [*group.people]
    half = len(equals) // 2
    others = sorted(equals[1:], key=lambda each: abs(equals.index(each) - half))
    return others + leave_out(left.people, group.people)

"""Swiss: pairs from the top, of equal scores if possible, and nobody meets twice."""

from collections import Counter
from itertools import groupby, islice

from referee import Meeting, Movement, Seating, Text, hookimpl, say

from .matching import Matching, May
from .people import leave_out, tables_played


@hookimpl
def describe_movement() -> Movement:
    """Return the movement's title, promise and table sizes."""
    promise = say(
        "Pairs are made from the top: each meets somebody with an equal score, or else "
        "near to it, as far as the pairs above leave one. Nobody meets anybody twice "
        "while that can be avoided. With an odd number nobody sits out again before "
        "all others have, and the last sits out first."
    )
    # Equals meet: who won as often, not who was left behind by as few points.
    return Movement(
        "swiss", say("Swiss"), promise, (2,), counts="wins", usual_at="others"
    )


@hookimpl
def count_rounds(entrants: int) -> int:
    """Return the most rounds in which nobody can meet anybody twice."""
    return max(0, entrants - 1 + entrants % 2)


@hookimpl
def seat_round(meeting: Meeting) -> Seating:
    """Pair people from the top, each within their score if possible."""
    everybody = Matching(meeting.ranked, list_possible(meeting))
    sits_out: tuple[str, ...] = ()
    misses: list[Text] = []
    if len(meeting.present) % 2:
        # The lowest of those who sat out least sits out, so that others fit.
        last_first = meeting.sitting_out(0)
        least = meeting.byes(last_first[0])
        candidates = [each for each in last_first if meeting.byes(each) == least]
        fewest = len(last_first)
        bye = candidates[0]
        for entrant in candidates:
            unmatched = len(everybody.without(entrant).unmatched)
            if unmatched < fewest:
                fewest = unmatched
                bye = entrant
            if not fewest:
                break
        everybody = everybody.without(bye)
        sits_out = (bye,)
        if meeting.byes(bye):
            misses.append(say("Everybody has sat out before: somebody does again."))

    rematch = everybody.unmatched
    tables = pair_from_top(meeting, everybody.without(*rematch))
    tables += _pair_again(meeting, rematch)
    if rematch:
        sentence = say("Not everybody is left to meet somebody new: some meet again.")
        misses.append(sentence)
    return Seating(tuple(tables), sits_out, tuple(misses))


def list_possible(meeting: Meeting, most: int = 0) -> May:
    """Return the people whom each has met no more than `most` times."""
    may = {one: {*meeting.present} - {one} for one in meeting.present}
    met = Counter(map(frozenset, tables_played(meeting)))
    for pair, times in met.items():
        if times > most:
            for entrant in may.keys() & pair:
                may[entrant] -= pair
    return may


def _pair_again(meeting: Meeting, people: list[str]) -> list[tuple[str, str]]:
    """Return pairs of people who have all met, those who met least often first."""
    tables = []
    times = 1
    while people:
        again = Matching(people, list_possible(meeting, times))
        people = again.unmatched
        tables += pair_from_top(meeting, again.without(*people))
        times += 1
    return tables


def pair_from_top(meeting: Meeting, everybody: Matching) -> list[tuple[str, str]]:
    """Return pairs from the top; after each pair the others can still be matched."""
    tables = []
    left = _match_tops(meeting, everybody)
    while left[-1].people:
        one = next(iter(left[-1].people))
        if one not in left[0].people:
            left = _match_tops(meeting, left[-1])
        other, left = _choose(one, left)
        tables.append((one, other))
    return tables


def _match_tops(meeting: Meeting, everybody: Matching) -> list[Matching]:
    """Return matchings of the best score, of the best two scores, and of all."""
    tops = []
    people: list[str] = []
    groups = groupby(everybody.people, lambda each: meeting.points.get(each, 0))
    for _, equals in islice(groups, 2):
        people += equals
        if len(people) < len(everybody.people):
            tops.append(Matching(people, everybody.may))
    return [*tops, everybody]


def _choose(one: str, tops: list[Matching]) -> tuple[str, list[Matching]]:
    """Return the opponent of the first person, and the people who are left.

    All can still be matched, and few others leave their score. Whoever leaves it meets
    somebody of the next score, if the others there still find each other.
    """
    chosen = ""
    fewest: list[int] = []
    left: list[Matching] = []
    for other in _sort_by_preference(tops):
        if other not in tops[-1].may[one]:
            continue
        without = [top.without(one, other) for top in tops]
        lost = []
        for top, others in zip(tops, without, strict=True):
            pairs = len(others.mates) // 2 + (other in top.people)
            lost.append(len(top.mates) // 2 - pairs)
        # Most important: everybody can be matched.
        lost.insert(0, lost[-1])
        if not chosen or lost < fewest:
            chosen = other
            fewest = lost
            left = without
        if not any(lost):
            break
    return chosen, left


def _sort_by_preference(tops: list[Matching]) -> list[str]:
    """Return the others by preference: equals first, half of them away before all."""
    equals = [*tops[0].people]
    half = len(equals) // 2
    others = sorted(equals[1:], key=lambda each: abs(equals.index(each) - half))
    return others + leave_out(tops[-1].people, tops[0].people)

"""Seating the next round of an event by its movement, group by group."""

import logging
from collections.abc import Iterable
from dataclasses import replace

from referee.events.event import Event, Plan, Round
from referee.events.standings import Results, find_winners, rank_entrants
from referee.plugin.movement_rules import MovementFaultError
from referee.plugin.movements import (
    UnknownMovementError,
    count_rounds_of,
    find_movement,
    offer_groups,
)
from referee.vocabulary.movement import (
    Entrants,
    Meeting,
    Movement,
    PlayedRound,
    Seating,
)
from referee.vocabulary.text import Text, say, say_count

log = logging.getLogger(__name__)

CANNOT_SEAT = (UnknownMovementError, MovementFaultError)
"""The errors of a movement that is gone, broken or fails: its event goes on."""


def seat_next_round(event: Event, results: Results) -> Seating:
    """Return the next round: each table with its entrants, clockwise."""
    return _seat_groups(event, _divide_entrants(event), results)


def _seat_groups(
    event: Event,
    groups: Iterable[Entrants],
    results: Results,
    playing: tuple[Round, ...] = (),
) -> Seating:
    movement = find_movement(event.plan.movement)
    names = {each.id: each.name for each in event.entrants.values()}
    tables: list[Entrants] = []
    sits_out: list[str] = []
    out: list[str] = []
    decided: list[bool] = []
    misses: tuple[Text, ...] = ()
    for number, group in enumerate(groups, 1):
        meeting = _describe_meeting(event, group, results, playing)
        if not meeting.present:
            continue
        seating = movement.seat_round(meeting, names)
        tables += seating.tables
        sits_out += seating.sits_out
        out += seating.out
        decided.append(seating.is_over)
        if event.plan.groups == 1:
            misses += seating.misses
            continue
        for miss in seating.misses:
            misses += (say("Group {n}: {miss}", n=number, miss=miss),)
    if event.plan.pairs:
        # Partners sit opposite each other: each entrant twice, in turns.
        pairs = tables
        tables = []
        for table in pairs:
            tables.append((*table, *table))
    is_over = bool(decided) and all(decided)
    return Seating(tuple(tables), tuple(sits_out), misses, tuple(out), is_over)


def seat_unseated(event: Event, results: Results) -> Seating:
    """Return tables for people who have none in this round, as its movement seats.

    There are none before the first round.
    """
    present = _list_present(event, tuple(event.entrants))
    waiting = []
    for each in present:
        if event.table_of(each) is None and each not in event.out:
            waiting.append(each)
    if not event.rounds or not waiting:
        return Seating(())
    entrants = {}
    for entrant in event.entrants.values():
        is_present = entrant.id in waiting
        entrants[entrant.id] = replace(entrant, is_present=is_present)
    waited = replace(event, rounds=event.rounds[:-1], entrants=entrants)
    return _seat_groups(waited, _divide_entrants(event), results, event.rounds[-1:])


def count_sitting_out(event: Event) -> int:
    """Return how many would have no table in a round that began now.

    Raise one of CANNOT_SEAT if the movement fails.
    """
    return len(seat_next_round(event, {}).sits_out)


def advise_groups(event: Event) -> Text | None:
    """Return advice if the movement can't keep its promise; None if it can.

    For one that fails, return what is wrong with it.
    """
    try:
        return _advise(event)
    except CANNOT_SEAT as fault:
        return say_fault(fault)


def say_fault(fault: UnknownMovementError | MovementFaultError) -> Text:
    """Return why a movement cannot seat anybody; log a fault of its code."""
    if isinstance(fault, MovementFaultError):
        log.error("a movement failed", exc_info=fault, extra=fault.log_fields)
    return fault.message


def _advise(event: Event) -> Text | None:
    plan = event.plan
    movement = find_movement(plan.movement).movement
    present = len(_list_present(event, event.by_lot))
    if present < min(movement.at_table):
        return None
    if movement.needs_all_rounds:
        # Those who have left have their rounds all the same.
        present = len({*_list_present(event, event.by_lot), *_find_starters(event)})
        if too_few := _advise_more_rounds(plan, present):
            return too_few

    title = movement.title
    possible = count_rounds_of(plan.movement, present, plan.groups)
    if possible >= plan.rounds:
        return None
    trouble = say_count(
        "With {present} entrants, {movement} works out exactly in {n} round only.",
        "With {present} entrants, {movement} works out exactly in {n} rounds only.",
        possible,
        present=present,
        movement=title,
    )
    remedy = say("The other rounds come as near to it as can be.")
    if not possible:
        trouble = say(
            "With {present} entrants, {movement} doesn’t work out exactly.",
            present=present,
            movement=title,
        )
        remedy = _say_shortfall(movement, plan, present)

    groups = offer_groups(plan.movement, present, plan.rounds)
    if event.rounds and not possible and groups is None:
        # The page says for each round how many sit out.
        return None
    if groups is not None:
        remedy = say_count(
            "Without groups it works out in all rounds.",
            "With {n} groups it works out in all rounds.",
            groups,
        )
    return say("{trouble} {remedy}", trouble=trouble, remedy=remedy)


def _say_shortfall(movement: Movement, plan: Plan, present: int) -> Text:
    """Return how many sit out of each round, or that rounds come near to it."""
    sit_out = present % movement.at_table[0]
    if not sit_out or len(movement.at_table) > 1 or plan.groups > 1:
        return say("Each round comes as near to it as can be.")
    return say_count(
        "In each round {n} sits out.", "In each round {n} sit out.", sit_out
    )


def _advise_more_rounds(plan: Plan, present: int) -> Text | None:
    """Return advice if a movement that needs all its rounds has too few."""
    largest = -(-present // plan.groups)
    movement = find_movement(plan.movement)
    needed = movement.count_rounds(largest)
    if needed <= plan.rounds:
        return None
    return say(
        "With {present} entrants, {movement} takes {n} rounds. "
        "Plan more rounds, or more groups.",
        present=present,
        movement=movement.movement.title,
        n=needed,
    )


def _divide_entrants(event: Event) -> list[Entrants]:
    """Return all entrants by group: starters stay in theirs, others join in turns."""
    many = event.plan.groups
    starters = _find_starters(event) or _list_present(event, event.by_lot)
    groups: list[list[str]] = [[] for _ in range(many)]
    for entrant in event.by_lot:
        if entrant in starters:
            # Of 10 starters in 3 groups the first four, three and three:
            # 0 * 3 // 10 is 0, 4 * 3 // 10 is 1, 7 * 3 // 10 is 2.
            index = starters.index(entrant) * many // len(starters)
        else:
            # Ids count from 1, so latecomers go to the groups in turns.
            index = int(entrant) % many
        groups[index].append(entrant)
    return list(map(tuple, filter(None, groups)))


def _find_starters(event: Event) -> Entrants:
    if not event.rounds:
        return ()
    first = event.rounds[0]
    starters = {*first.sits_out}
    for table in first.tables:
        starters.update(table.seats)
    starters.difference_update(first.late)
    return tuple(filter(starters.__contains__, event.by_lot))


def _list_present(event: Event, entrants: Entrants) -> Entrants:
    return tuple(each for each in entrants if event.entrants[each].is_present)


def _describe_meeting(
    event: Event, group: Entrants, results: Results, playing: tuple[Round, ...]
) -> Meeting:
    points = {}
    for standing in rank_entrants(event, results):
        points[standing.entrant] = standing.total
        if event.plan.counts == "points":
            # Sums of scores are seldom equal: neighbours in the standings meet.
            points[standing.entrant] = -float(standing.place)
    rounds = []
    for played in (*event.rounds, *playing):
        rounds.append(_describe_round(event, played, group, results))
    starters: list[str] = []
    for first in rounds[:1]:
        in_first = {*first.seated, *first.sits_out}
        starters = sorted(
            filter(in_first.__contains__, group), key=first.late.__contains__
        )
    present = _list_present(event, group)
    in_play = rounds.pop() if playing else None
    return Meeting(present, tuple(rounds), points, tuple(starters), in_play)


def _describe_round(
    event: Event, played: Round, group: Entrants, results: Results
) -> PlayedRound:
    tables = []
    winners: list[str] = []
    for table in played.tables:
        # Groups may have changed since: then a table has people of several.
        if not {*group}.isdisjoint(table.seats):
            tables.append(tuple(dict.fromkeys(table.seats)))
            winners += find_winners(event, table, results)
    sits_out = tuple(filter(group.__contains__, played.sits_out))
    return PlayedRound(tuple(tables), sits_out, tuple(winners), played.late)

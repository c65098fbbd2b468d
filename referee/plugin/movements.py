"""Finding installed movements: how people meet at an event."""

from collections.abc import Mapping
from operator import call

from referee.plugin.discovery import is_ours, load_movements, once
from referee.plugin.movement_rules import MovementRules
from referee.time_limit import with_time_limit
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.movement import Movement
from referee.vocabulary.text import Text, say


class UnknownMovementError(NotFoundError):
    """No installed movement has this id."""

    def __init__(self, id: str) -> None:
        super().__init__(
            say("No way to meet called “{movement}” is installed.", movement=id)
        )


class BrokenMovementError(UnknownMovementError):
    """The movement with this id is installed, but cannot be used."""

    def __init__(self, id: str) -> None:
        template = "The way to meet “{movement}” is broken. `referee doctor` says why."
        NotFoundError.__init__(self, say(template, movement=id))


@once
def find_movement(id: str) -> MovementRules:
    """Return the rules of a movement.

    Raise UnknownMovementError if it is not installed, or broken.
    """
    loaded = load_movements()
    if id in loaded.broken:
        raise BrokenMovementError(id)
    if id not in loaded.offered:
        raise UnknownMovementError(id)
    point, module = loaded.offered[id]
    # Referee's own do not hang.
    return MovementRules(module, call if is_ours(point) else with_time_limit)


def installed_movements() -> Mapping[str, Movement]:
    """Return the installed movements by id, without broken ones."""
    return {id: find_movement(id).movement for id in load_movements().offered}


def title_of_movement(id: str) -> Text:
    """Return a movement's title; its id if it cannot be used."""
    try:
        return find_movement(id).movement.title
    except UnknownMovementError:
        return say("{movement}", movement=id)


def word_for_round(id: str) -> Text:
    """Return a movement's word for a round; the usual one if it cannot be used."""
    try:
        return find_movement(id).movement.round
    except UnknownMovementError:
        return say("round")


def list_lines(id: str) -> tuple[Text, ...]:
    """Return the lines that a movement ranks apart; none if it cannot be used."""
    try:
        return find_movement(id).movement.lines
    except UnknownMovementError:
        return ()


def count_rounds_of(id: str, entrants: int, groups: int = 1) -> int:
    """Return for how many rounds a movement keeps its promise in every group."""
    rules = find_movement(id)
    sizes = {entrants // groups, -(-entrants // groups)}
    if max(sizes) > rules.movement.most:
        return 0
    return min(map(rules.count_rounds, sizes))


def offer_groups(id: str, entrants: int, rounds: int) -> int | None:
    """Return the fewest groups in which a movement keeps its promise; else None."""
    smallest = min(find_movement(id).movement.at_table)
    for groups in range(1, entrants // (2 * smallest) + 1):
        if count_rounds_of(id, entrants, groups) >= rounds:
            return groups
    return None

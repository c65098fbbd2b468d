"""The typed front of movements: calls their hooks, and checks each answer."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import call
from types import ModuleType
from typing import Any, TypeVar

from referee.plugin import movement_hookspecs
from referee.plugin.answer_checks import (
    WrongAnswerError,
    WrongSeatingError,
    frozen_copy,
    require_type,
)
from referee.plugin.game_faults import GameFaultError, GameFlaw
from referee.plugin.hooks import register
from referee.plugin.rulebook import find_flaw
from referee.time_limit import is_ctrl_c
from referee.vocabulary.movement import Meeting, Movement, Seating
from referee.vocabulary.text import Text, say

T = TypeVar("T")

Within = Callable[[Callable[[], Any]], Any]
"""Runs a function and returns its result, or stops it."""

_SEAT_EACH_ONCE = (
    "Give each of `meeting.present` one place: at a table, in `sits_out` or in `out`."
)

_OTHER_SIZE = (
    "The description says `at_table={sizes}`: seat as many at each table, or name this "
    "number there too."
)


class MovementFaultError(GameFaultError):
    """A movement's hook raised an error or gave an invalid answer."""

    title = say("The way to meet has a fault")
    plugin = "movement"

    def __init__(self, title: Text | str, id: str, flaw: GameFlaw, why: Text) -> None:
        super().__init__(id, id, flaw)
        self.message = say(
            "{movement} has a fault, and nothing was changed. {why}",
            movement=title,
            why=why,
        )


class MovementRules:
    """A movement in a pluggy manager of its own.

    `movement` is its description, and `module` where it stands. Any error of a hook,
    and any answer by which nobody could be seated, becomes a MovementFaultError.
    `within` runs each hook.
    """

    def __init__(self, module: ModuleType, within: Within = call) -> None:
        self._hooks = register(movement_hookspecs, module)
        self._within = within
        self.module = module
        self._names: tuple[Text | str, str] = module.__name__, module.__name__
        self.movement: Movement = self._call("describe_movement", _check_movement)
        self._names = self.movement.title, self.movement.id

    def count_rounds(self, entrants: int) -> int:
        """Return for how many rounds the promise holds."""
        return self._call("count_rounds", _check_rounds, entrants=entrants)

    def seat_round(
        self, meeting: Meeting, names: Mapping[str, str] | None = None
    ) -> Seating:
        """Return the next round, in which everybody present has one place.

        `names` is by entrant, for a fault's message.
        """
        check = partial(
            _check_seating, self.movement, meeting=meeting, names=names or {}
        )
        return self._call("seat_round", check, meeting=meeting)

    def _call(self, name: str, check: Callable[[Any], T], **given: object) -> T:
        hook = self._hooks[name]
        try:
            if not hook.get_hookimpls():
                raise WrongAnswerError("it is missing")
            return check(self._within(partial(hook, **given)))
        except BaseException as error:  # a stranger's movement may fail in any way
            if is_ctrl_c(error):
                raise
            file = f"{self.module.__file__}:1"
            package = self.module.__name__.partition(".")[0]
            flaw = find_flaw(hook, error, {package}, file)
            why = say("The referee’s log has what its author needs to know.")
            if type(error) is WrongSeatingError:
                why = error.why
            raise MovementFaultError(*self._names, flaw, why) from error


def _check_movement(value: object) -> Movement:
    movement = frozen_copy(require_type(Movement, value, "the description"))
    if not movement.at_table or min(movement.at_table) < 2:
        wrong = f"its at_table is {movement.at_table}"
        instead = "Write the possible numbers of entrants at a table, as `(2,)`."
        raise WrongAnswerError(wrong, instead=instead)
    return movement


def _check_rounds(value: object) -> int:
    rounds = require_type(int, value, "the number of rounds")
    if rounds < 0:
        instead = "Return 0 where the promise holds for no round."
        raise WrongAnswerError(f"it counts {rounds} rounds", instead=instead)
    return rounds


def _check_seating(
    movement: Movement, value: object, meeting: Meeting, names: Mapping[str, str]
) -> Seating:
    """Return a seating in which everybody present has one place.

    Raise WrongSeatingError, with the names of those for whom it does not hold.
    """

    def require_none(
        trouble: Text, entrants: Iterable[str], instead: str = _SEAT_EACH_ONCE
    ) -> None:
        people = tuple(names.get(each, each) for each in entrants)
        if people:
            why = say("{trouble}: {names}.", trouble=trouble, names=people)
            raise WrongSeatingError(why, instead)

    seating = frozen_copy(require_type(Seating, value, "the seating"))
    places = Counter((*seating.sits_out, *seating.out))
    sizes = tuple(map(str, movement.at_table))
    for table in seating.tables:
        places.update(table)
        if table and len(table) not in movement.at_table:
            n = len(table)
            trouble = say(
                "It seats {n} at a table instead of {sizes}", n=n, sizes=sizes
            )
            require_none(trouble, table, _OTHER_SIZE.format(sizes=movement.at_table))
    if seating.is_over:
        for table in seating.tables:
            require_none(
                say("It seats a table although it says that all is over"), table
            )

    known = {*meeting.present, *meeting.starters}
    for played in meeting.rounds:
        known.update(played.seated)
    may_have_places = {*meeting.present, *known.intersection(seating.out)}
    strangers = [each for each in places if each not in may_have_places]
    require_none(say("It seats people who are not here"), strangers)
    twice = [each for each, times in places.items() if times > 1]
    require_none(say("It gives people more than one place"), twice)
    if not seating.is_over:
        left_out = [each for each in meeting.present if each not in places]
        require_none(say("It gives people no place"), left_out)
    return seating

"""A deal that is entered as a whole: how it ended, and who broke a rule in it, laid
down, or gave up.
"""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    ENDS_EARLY,
    DealEnd,
    Field,
    FieldError,
    Reason,
    Values,
    WrongFieldsError,
    deal_end_fields,
    read_deal_end,
    say,
)

from . import rules
from .rules import (
    ALL,
    BREAKS_RULE,
    CLAIMS,
    DECLARER,
    GIVES_UP,
    NONE,
    NULL,
    OPPONENTS,
    SOME,
    cite,
)
from .state import State

_SAID_OTHERWISE = ("offenders", *ENDS_EARLY)
"""Where one of these is filled in, card points and tricks are those of what was played.
"""


def deal_fields(state: State) -> tuple[Field, ...]:
    """Return the fields that say how a deal of this game ended, and what else happened
    in it.
    """
    fields = []
    for field in rules.result_of(state.game):
        if field.name in ("points", "tricks"):
            field = replace(field, unless=_SAID_OTHERWISE)
        fields.append(field)

    ends = deal_end_fields(state.deals.deal.seats, _sides_of(state))
    fields.extend(ends)
    if state.game != NULL:
        by_then = (
            rules.AGAINST,
            rules.OPPONENTS_TRICKS,
            replace(rules.LEVEL, default=None),
        )
        fields += [replace(field, folded=ends[0].folded) for field in by_then]
    return tuple(fields)


def _sides_of(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    opponents = tuple(seat for seat in state.deals.deal.seats if seat != state.declarer)
    return (state.declarer,), opponents


def read_whole_deal(
    state: State, given: Values
) -> tuple[Mapping[str, object], tuple[Reason, ...]]:
    """Return the fields of the question about a game, and what else decides it.

    WrongFieldsError where what is said does not tell.
    """
    end = read_deal_end(given, _sides_of(state))
    told = {
        name: value for name, value in given.values.items() if name in _OF_THE_QUESTION
    }
    offending = {state.side_of(seat) for seat in end.offenders}
    if len(offending) > 1:
        first = say("The first to break a rule ended the deal: name them alone.")
        raise WrongFieldsError(FieldError("offenders", first))
    if not offending and not end.is_early:
        for name in ("against", "opponents_tricks", "level"):
            told.pop(name, None)
        return told, ()

    by, how = _who_ended(state, end, offending)
    if how == CLAIMS and (by == OPPONENTS or state.game == NULL):
        return _with_rest(state, told, by)
    if how != CLAIMS:
        told.pop("level", None)
    _require_against(state, told, by, how)
    return {**told, "ended_by": by, "how": how}, ()


_OF_THE_QUESTION = (
    "matadors",
    "without",
    "points",
    "tricks",
    "against",
    "opponents_tricks",
    "level",
)


def _who_ended(state: State, end: DealEnd, offending: set[str]) -> tuple[str, str]:
    """Return which side ended the deal, and how."""
    if offending:
        return offending.pop(), BREAKS_RULE
    taker = state.side_of(end.find_taker(_sides_of(state))[0])
    if end.given_up:
        return state.side_of(end.given_up[0]), GIVES_UP
    return taker, CLAIMS


def _with_rest(
    state: State, told: Mapping[str, object], taker: str
) -> tuple[Mapping[str, object], tuple[Reason, ...]]:
    """Opponents who lay down take the rest as if it had been played; in a null it is
    tricks alone that count.
    """
    tricks = told.get("tricks", NONE)
    if state.game == NULL:
        why = cite("claim", "The declarer takes no more trick.")
        if taker == DECLARER:
            # Who lays a null hand down claims no trick, and means the opponents here.
            message = say("In a null the declarer claims no trick: name the opponents.")
            raise WrongFieldsError(FieldError("rest", message))
        return {"tricks": tricks}, (why,)

    if tricks == ALL:
        tricks = SOME
    played = {
        name: value
        for name, value in told.items()
        if name in ("matadors", "without", "points")
    }
    why = cite("claim", "The opponents lay down: all that was left is theirs.")
    return {"points": 0, **played, "tricks": tricks}, (why,)


def _require_against(
    state: State, told: Mapping[str, object], by: str, how: str
) -> None:
    """Raise WrongFieldsError where it matters what the opponents had, and nobody says."""
    is_lost = by == DECLARER and how != CLAIMS
    if is_lost or state.game == NULL or "against" in told:
        return
    if told.get("tricks", NONE) == SOME:
        message = say("Say how many card points the opponents had by then.")
        raise WrongFieldsError(FieldError("against", message))

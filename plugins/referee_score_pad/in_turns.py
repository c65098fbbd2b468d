"""Presets that are entered turn by turn: sheets for five dice, and counting down."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee import (
    Field,
    Prompt,
    Question,
    Ruling,
    Seats,
    Step,
    Steps,
    Values,
    choice_field,
    number_field,
    rule_illegal,
    say,
)

from .game import cite
from .state import Sheet, State, ask_turn, rule_points

LABELS = {
    "ones": say("Ones"),
    "twos": say("Twos"),
    "threes": say("Threes"),
    "fours": say("Fours"),
    "fives": say("Fives"),
    "sixes": say("Sixes"),
    "three-of-a-kind": say("3 of a kind"),
    "four-of-a-kind": say("4 of a kind"),
    "full-house": say("Full house"),
    "small-straight": say("Straight of 4"),
    "large-straight": say("Straight of 5"),
    "five-of-a-kind": say("5 of a kind"),
    "chance": say("Chance"),
}
UPPER = tuple(LABELS)[:6]

_ANY_SUM = range(5, 31)
_LOWER = {
    "three-of-a-kind": (0, *_ANY_SUM),
    "four-of-a-kind": (0, *_ANY_SUM),
    "full-house": (0, 25),
    "small-straight": (0, 30),
    "large-straight": (0, 40),
    "five-of-a-kind": (0, 50),
    "chance": _ANY_SUM,
}

BONUS = 35
BONUS_AT = 63


def possible(category: str) -> Sequence[int]:
    """Return the possible scores of five dice in this category.

    >>> list(possible("fours")), possible("full-house")
    ([0, 4, 8, 12, 16, 20], (0, 25))
    """
    if category not in UPPER:
        return _LOWER[category]
    eyes = UPPER.index(category) + 1
    return range(0, 5 * eyes + 1, eyes)


_CATEGORY = choice_field("category", say("Category"), LABELS)
_POINTS = Field("points", "numbers_by_seat", say("Points"), min=0, max=50, adds=1)


def _ask(state: State) -> Prompt:
    seat = state.in_turn
    labels = dict(LABELS)
    for filled, n in state.filled.get(seat, {}).items():
        labels[filled] = say("{name}: {n}", name=LABELS[filled], n=n)
    above = say("{n} of {all} above", n=_add_upper(state), all=BONUS_AT)
    points = replace(_POINTS, choices=(seat,), labels={seat: above}, own=True)
    category = replace(_CATEGORY, labels=labels)
    help = say("The dice’s points and category; 0 if they don’t fit.")
    return ask_turn(state, help, category, points)


def refuse_again(state: State, given: Values) -> Ruling | None:
    """Return why this category cannot be filled; None if it can."""
    seat = state.in_turn
    category = given.choice("category")
    filled = state.filled.get(seat, {})
    if category not in filled:
        return None
    template = "{seat} already filled “{category}”, with {n}."
    label = LABELS[category]
    why = cite("dice", template, seat=seat, category=label, n=filled[category])
    return rule_illegal(say("Each category is filled once"), why)


def _rule(given: Values) -> Ruling:
    """Return the ruling on a turn; `upper` is the upper part's sum before."""
    category = given.choice("category")
    label = LABELS[category]
    upper = given.number("upper", 0)
    is_upper = category in UPPER
    section = "dice-upper" if is_upper else "dice-lower"
    points = {}
    filled = []
    bonus = []
    for seat, n in given.numbers_by_seat("points").items():
        if n not in possible(category):
            template = "No five dice score {n} for “{category}”."
            impossible = cite(section, template, n=n, category=label)
            return rule_illegal(say("That score can’t be right"), impossible)
        points[seat] = n
        template = "{seat} fills “{category}” with {n}."
        filled.append(cite(section, template, seat=seat, category=label, n=n))
        if is_upper and upper < BONUS_AT <= upper + n:
            points[seat] += BONUS
            template = "{seat} has {least} or more in the upper part: {n} more."
            bonus.append(cite(section, template, seat=seat, least=BONUS_AT, n=BONUS))
    return rule_points(points, *filled, *bonus)


def _add_upper(state: State) -> int:
    total = 0
    for category, n in state.filled.get(state.in_turn, {}).items():
        if category in UPPER:
            total += n
    return total


def _also(state: State) -> Mapping[str, object]:
    return {"upper": _add_upper(state)}


def _remember(state: State, given: Values, _ruling: Ruling) -> State:
    seat = state.in_turn
    column = dict(state.filled.get(seat, {}))
    points = given.numbers_by_seat("points")[seat]
    column[given.choice("category")] = points
    filled = {**state.filled, seat: column}
    return replace(state, filled=filled)


def _list_steps(state: State) -> Steps:
    seat = state.in_turn
    throws = say("{seat} throws, up to three times.", seat=seat)
    return Step((seat,), throws), Step((), say("Then enter one category."))


_BEFORE = say("The upper part before")
_UPPER = number_field("upper", _BEFORE, 0, 105, optional=True)
_QUESTION = say("What does a throw score on a dice sheet?")

_ASKED_OF_DICE = Question("dice", _QUESTION, (_CATEGORY, _POINTS, _UPPER))
DICE = Sheet(
    ask=_ask,
    question=_ASKED_OF_DICE,
    rule=_rule,
    also=_also,
    remember=_remember,
    steps=_list_steps,
    ends_itself=True,
    last=len(LABELS),
    in_turns=True,
)


# Counting down from a number to exactly zero, as in darts


MOST = 180


_LEFT = Field("left", "numbers_by_seat", say("Left before"), min=1)
_THROWN = Field("thrown", "numbers_by_seat", say("Thrown"), min=0, max=MOST, adds=-1)


def _ask_thrown(state: State) -> Prompt:
    help = say("The turn’s total, even if it is too much.")
    thrown = replace(_THROWN, choices=(state.in_turn,), own=True)
    return ask_turn(state, help, thrown)


def _rule_thrown(given: Values) -> Ruling:
    """Return the ruling on a throw; below zero a turn is bust and scores nothing."""
    thrown = given.numbers_by_seat("thrown")
    left = given.numbers_by_seat("left")
    points = {}
    reasons = []
    for seat, n in thrown.items():
        before = left[seat]
        if n > before:
            points[seat] = 0
            template = "{seat}: {thrown} is more than {left}. Bust!"
            why = cite("countdown-bust", template, seat=seat, thrown=n, left=before)
            reasons.append(why)
            continue
        points[seat] = -n
        after = before - n
        template = "{seat}: {left} minus {thrown} leaves {after}."
        why = cite("countdown", template, seat=seat, thrown=n, left=before, after=after)
        reasons.append(why)
    return rule_points(points, *reasons)


def _add_left(state: State) -> Mapping[str, object]:
    seat = state.in_turn
    return {"left": {seat: state.rounds.totals[seat]}}


def _find_winners(state: State) -> Seats:
    return tuple(seat for seat, left in state.rounds.totals.items() if not left)


def _list_throw(state: State) -> Steps:
    seat = state.in_turn
    throws = say("{seat} throws.", seat=seat)
    return Step((seat,), throws), Step((), say("Then enter the total."))


_WHAT_IS_LEFT = say("What does a turn leave?")

_ASKED_OF_COUNTDOWN = Question("countdown", _WHAT_IS_LEFT, (_LEFT, _THROWN))
COUNTDOWN = Sheet(
    ask=_ask_thrown,
    question=_ASKED_OF_COUNTDOWN,
    rule=_rule_thrown,
    also=_add_left,
    winners=_find_winners,
    steps=_list_throw,
    ends_itself=True,
    target=501,
    in_turns=True,
)

"""Sheets of dice games with five dice: every category once, and a bonus for the upper part."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee import Field, Prompt, Question, Ruling, Text, Values, say

from .rules import cite
from .sheet import Sheet, ask_turn, refuse, rule_points
from .state import State

_ANY_SUM = (0, *range(5, 31))

UPPER: Mapping[str, Text] = {
    "ones": say("Ones"),
    "twos": say("Twos"),
    "threes": say("Threes"),
    "fours": say("Fours"),
    "fives": say("Fives"),
    "sixes": say("Sixes"),
}
LOWER: Mapping[str, tuple[Text, Sequence[int]]] = {
    "three-of-a-kind": (say("3 of a kind"), _ANY_SUM),
    "four-of-a-kind": (say("4 of a kind"), _ANY_SUM),
    "full-house": (say("Full house"), (0, 25)),
    "small-straight": (say("Straight of 4"), (0, 30)),
    "large-straight": (say("Straight of 5"), (0, 40)),
    "five-of-a-kind": (say("5 of a kind"), (0, 50)),
    "chance": (say("Chance"), _ANY_SUM[1:]),
}
LABELS = {**UPPER, **{category: label for category, (label, _) in LOWER.items()}}

BONUS, BONUS_AT = 35, 63

_HELP = say("What the dice bring, and in which category: 0 where they do not fit.")


def possible(category: str) -> Sequence[int]:
    """What five dice can bring in this category.

    >>> possible("fours"), possible("full-house")
    ((0, 4, 8, 12, 16, 20), (0, 25))
    """
    if category in UPPER:
        eyes = list(UPPER).index(category) + 1
        return tuple(range(0, 5 * eyes + 1, eyes))
    return LOWER[category][1]


def _category(labels: Mapping[str, Text] = LABELS) -> Field:
    return Field("category", "choice", say("Category"), choices=tuple(LABELS), labels=labels)


def _points(choices: tuple[str, ...] = ()) -> Field:
    return Field("points", "numbers_by_seat", say("Points"), min=0, max=50, choices=choices, adds=1)


def _ask(state: State) -> Prompt:
    filled = state.filled.get(state.in_turn, {})
    labels = {**LABELS, **{name: say("{name}: {n}", name=LABELS[name], n=n) for name, n in filled.items()}}
    above = say("{n} of {all} above", n=_upper(state), all=BONUS_AT)
    points = replace(_points((state.in_turn,)), labels={state.in_turn: above})
    return ask_turn(state, _HELP, _category(labels), points)


def refuse_again(state: State, given: Values) -> Ruling | None:
    """Why this category cannot be filled; None if it can."""
    category, filled = given.choice("category"), state.filled.get(state.in_turn, {})
    if category not in filled:
        return None
    told = {"seat": state.in_turn, "category": LABELS[category], "n": filled[category]}
    because = cite("dice", "{seat} has filled “{category}” already, with {n}.", **told)
    return refuse(say("Each category is filled once"), because)


def _rule(given: Values) -> Ruling:
    """The ruling on what this category brings; `upper` is what the upper part came to before."""
    category, points = given.choice("category"), given.numbers_by_seat("points")
    upper = given.number_if_any("upper") or 0
    named, section = LABELS[category], "dice-upper" if category in UPPER else "dice-lower"
    if odd := [n for n in points.values() if n not in possible(category)]:
        impossible = cite(section, "No five dice bring {n} for “{category}”.", n=odd[0], category=named)
        return refuse(say("Those points cannot be"), impossible)
    template = "{seat} fills “{category}” with {n}."
    filled = [cite(section, template, seat=seat, category=named, n=n) for seat, n in points.items()]
    raised = [seat for seat, n in points.items() if category in UPPER and upper < BONUS_AT <= upper + n]
    template = "{seat} has {least} or more in the upper part: {n} more."
    more = [cite(section, template, seat=seat, least=BONUS_AT, n=BONUS) for seat in raised]
    return rule_points({seat: n + BONUS * (seat in raised) for seat, n in points.items()}, *filled, *more)


def _upper(state: State) -> int:
    return sum(n for name, n in state.filled.get(state.in_turn, {}).items() if name in UPPER)


def _remember(state: State, given: Values, _ruled: Ruling) -> State:
    seat = state.in_turn
    column = {**state.filled.get(seat, {}), given.choice("category"): given.numbers_by_seat("points")[seat]}
    return replace(state, filled={**state.filled, seat: column})


SHEET = Sheet(
    ask=_ask,
    question=Question(
        "dice",
        say("What does a throw bring on a dice sheet?"),
        (
            _category(),
            _points(),
            Field("upper", "number", say("The upper part before"), optional=True, min=0, max=105),
        ),
    ),
    rule=_rule,
    also=lambda state: {"upper": _upper(state)},
    remember=_remember,
    next=lambda state: say("{seat} throws, up to three times. Then enter one category.", seat=state.in_turn),
    wins="most",
    last=lambda _players: len(LABELS),
    in_turns=True,
)

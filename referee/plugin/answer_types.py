"""Checks of the types in hooks' answers: what is checked nobody can change.

Answers consist of Referee's own types and Python's plain ones, without subclasses,
whose behaviour nobody knows. Each member has its declared type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from functools import cache, partial
from math import isfinite
from operator import is_
from types import MappingProxyType, NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from referee.cards.card import EVERY_CARD, Card, Cards
from referee.vocabulary.game import (
    Accepted,
)
from referee.vocabulary.text import Text, names_in
from referee.vocabulary.values import (
    MOST_COUNTED,
    Score,
    Seats,
    any_of,
)

T = TypeVar("T")

KnownSeats = Seats | None
"""The existing seats; None: any name."""

Check = Callable[..., Any]
"""Takes a value and its description; returns it unchangeable."""

Checks = Mapping[type[Any], Check]
"""The types allowed in a place, each with its check."""

MOST_WITHIN = 12
"""How deep values may contain each other: a text in a text, a list in a list."""


class WrongAnswerError(Exception):
    """A hook gave a forbidden answer; the message says why.

    `words` come from the answer, the most specific first, to find the place in the
    code.
    """

    def __init__(self, what: str, *words: object, instead: str = "") -> None:
        super().__init__(what)
        self.instead = instead
        self.words = tuple(word for word in words if type(word) is str and word)

    def within(self, value: Any) -> WrongAnswerError:
        """Return the error with the value's name, if any: ` (in the prompt 'bid')`."""
        if not is_dataclass(value):
            return self
        name = getattr(value, fields(value)[0].name)
        if type(name) is not str:
            return self
        kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(value).__name__).lower()
        wrong = f"{self} (in the {kind} {name!r})"
        return type(self)(wrong, *self.words, name, instead=self.instead)


class LargeNumberError(WrongAnswerError):
    """A number in an answer is too large to be exact, maybe due to an entry."""


def require_type(kind: type[T], value: object, what: str) -> T:
    """Return this value of exactly this type; raise WrongAnswerError for any other."""
    if type(value) is not kind:
        wanted = _name_type(kind)
        wrong = f"{what} is {_describe(value)}, not {wanted}"
        instead = _INSTEAD.get(kind, f"Give {wanted}.")
        if value is None:
            instead = (
                f"Give {wanted}: a function that ends without `return` answers None."
            )
        elif kind is tuple:
            instead = "Put it in a tuple, which needs a comma: `(…,)`."
            if isinstance(value, (list, set, frozenset)):
                instead = "Write `tuple(…)` round it."
        elif kind is str and isinstance(value, Text):
            instead = "Write the plain string, without `say`."
        raise WrongAnswerError(wrong, instead=instead)
    return value


_INSTEAD: Mapping[type[Any], str] = {
    Accepted: "Return `Accepted(state, rulings)`, or `Refused(ruling)`.",
    Card: 'Write `card("9H")`, or take it from the deck.',
    Text: 'Write `say("…")` round it, with what changes in it by name.',
    str: "Write a string; a seat is its name, as in `setting.seats`.",
}


def _describe(value: object) -> str:
    if value is None:
        return "None"
    return _name_type(type(value))


def _name_type(kind: type[Any]) -> str:
    name = kind.__name__
    article = "an" if name[0] in "aeiouAEIOU" else "a"
    return f"{article} {name}"


# Values by the types that their classes declare


def frozen_copy(value: T, _what: str = "") -> T:
    """Return an unchangeable copy of this dataclass value, with each member checked."""
    kind = type(value)
    members = []
    copies = []
    for name, checks in _list_members(kind):  # type: ignore[arg-type]  # a type is hashable
        member = getattr(value, name)
        members.append(member)
        copies.append(_check_value(checks, member, f"its {name}"))
    return value if all(map(is_, members, copies)) else kind(*copies)


# Without it a trick at 50 tables takes 229 ms of the processor, with it 148.
@cache
def _list_members(kind: type[Any]) -> tuple[tuple[str, Checks], ...]:
    """Return the names of a dataclass's members, each with its checks."""
    hints = get_type_hints(kind, include_extras=True)
    members = []
    for member in fields(kind):
        members.append((member.name, _checks_of(hints[member.name])))
    return tuple(members)


def _checks_of(hint: Any) -> Checks:
    """Return the types allowed by a declaration, each with its check."""
    origin = get_origin(hint)
    inner = get_args(hint)
    if hint in _CHECKS:
        return _CHECKS[hint]
    if origin is Annotated:
        return {int: partial(_check_number, inner[1][1])}
    if origin is Literal:
        return {str: partial(_check_choice, inner)}
    if origin is tuple:
        return {tuple: partial(_check_tuple, _checks_of(inner[0]))}
    if origin is Mapping:
        check = partial(_check_mapping, _checks_of(inner[1]))
        return {dict: check, MappingProxyType: check}
    if is_dataclass(hint):
        return {cast("type[Any]", hint): frozen_copy}
    checks = dict[type[Any], Check]()
    for member in inner:
        checks |= _checks_of(member)
    return checks or {hint: _keep}


def _keep(value: object, _what: str) -> object:
    return value


def _check_value(checks: Checks, value: object, what: str) -> Any:
    """Return a value of one of these types, checked and unchangeable."""
    check = checks.get(type(value))
    if check is None:
        if not checks:
            raise WrongAnswerError(
                f"more than {MOST_WITHIN} values stand within each other"
            )
        if frozenset in checks:  # as among plain values alone
            raise WrongAnswerError(
                f"{what} is {_describe(value)}, which has no plain form"
            )
        kind = next(iter(checks))
        if kind is tuple:
            what = f"what stands for {what}"
        require_type(kind, value, what)
        raise AssertionError(kind)
    return check(value, what)


def check_each(kind: Any, values: object, what: str) -> tuple[Any, ...]:
    """Return these values, checked as a tuple of this declared type."""
    several = require_type(tuple, values, f"what stands for {what}")
    return _check_tuple(_checks_of(kind), several, what)


def _check_tuple(checks: Checks, values: tuple[Any, ...], what: str) -> tuple[Any, ...]:
    checked: tuple[Any, ...] = _check_items(checks, values, f"one of {what}")
    return checked


def _check_items(checks: Checks, values: Any, what: str) -> Any:
    """Return a list, tuple or set of these values, each checked.

    The result is a copy if the original could be changed.
    """
    copies = []
    for value in values:
        try:
            copies.append(_check_value(checks, value, what))
        except WrongAnswerError as wrong:
            raise wrong.within(value) from None
    if type(values) is not list and all(map(is_, values, copies)):
        return values
    return type(values)(copies)


def _check_mapping(
    checks: Checks, values: Mapping[Any, Any], what: str
) -> Mapping[str, Any]:
    """Return values by name, unchangeable.

    The result is a copy in any case: a game may keep the dict behind a proxy, and
    change it.
    """
    for name in values:
        what_name = f"a name in {what}"
        _check_word(require_type(str, name, what_name), what_name)
    copies = _check_items(checks, [*values.values()], f"a value in {what}")
    return MappingProxyType(dict(zip(values, copies, strict=True)))


def _check_word(value: str, what: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise WrongAnswerError(f"{what} holds half a character") from None
    return value


def _check_choice(words: Iterable[str], value: str, what: str) -> str:
    if value in words:
        return value
    wrong = f"{what} is {value!r}, which is none of {', '.join(words)}"
    near = get_close_matches(value, words)
    instead = f"Write {any_of(near)}." if near else ""
    raise WrongAnswerError(wrong, value, instead=instead)


def _check_number(least: int, value: float, what: str) -> float:
    if least <= value <= MOST_COUNTED:
        return value
    wrong = f"{what} is {value}, which is not from {least} to {MOST_COUNTED}"
    if abs(value) > MOST_COUNTED:
        raise LargeNumberError(wrong)
    raise WrongAnswerError(wrong)


def _check_float(value: float, what: str) -> float:
    if isfinite(value):
        return value
    why = "no number that can be shown: neither is NaN, nor infinity"
    raise WrongAnswerError(f"{what} is {value}, which is {why}")


def _check_score(value: float, what: str) -> float:
    if isfinite(value):
        _check_count(value, what)
    if (value * 2).is_integer():
        return value
    why = "neither a whole number nor one with a half"
    raise WrongAnswerError(f"{what} is {value}, which is {why}")


def _check_card(value: Card, what: str) -> Card:
    if value in EVERY_CARD:
        return value
    raise WrongAnswerError(f"{what} is no card of any deck, but made by hand")


def _check_text(checks: Checks, text: Text, what: str) -> Text:
    """Return a text with a value, checked by these, for every name in its braces."""
    template = text.template
    many = text.many
    values = text.values
    if type(values) is not MappingProxyType:
        require_type(dict, values, f"what stands for the values of {what}")
    for form in (template, many):
        require_type(str, form, f"the template of {what}")
    try:
        (template + many).encode()
        names = names_in(template) | names_in(many)
    except ValueError as error:
        raise WrongAnswerError(f"{what} cannot be worded: {error}", template) from None
    if not values.keys() >= names:
        missing = ", ".join(sorted(names.difference(values)))
        wrong = f"{what}, {template!r}, has no value for {missing}"
        instead = f"Give `say` the value by its name: `{missing.split(', ')[0]}=…`."
        raise WrongAnswerError(wrong, template, instead=instead)
    if many:
        _check_value(_CHECKS[int], values.get("n"), f"“n” in {what}")
    given = tuple(values.values())
    copies = _check_items(checks, given, "a value in a text")
    if type(values) is MappingProxyType and copies is given:
        return text
    frozen = MappingProxyType(dict(zip(values, copies, strict=True)))
    return Text(template, frozen, many)


def freeze_values(values: object, what: str) -> Mapping[str, Any]:
    """Return plain values by name, unchangeable."""
    if type(values) is not MappingProxyType:
        require_type(dict, values, what)
    return _check_mapping(_PLAIN, cast("Mapping[Any, Any]", values), what)


_check_count = partial(_check_number, -MOST_COUNTED)


def _plain_checks(levels: int) -> Checks:
    """Return the checks of what can be shown and stored, down to so many levels."""
    inner = _plain_checks(levels - 1) if levels else {}
    return {
        str: _check_word,
        int: _check_count,
        float: _check_float,
        bool: _keep,
        NoneType: _keep,
        Card: _check_card,
        Text: partial(_check_text, inner),
        **dict.fromkeys((list, tuple, frozenset), partial(_check_items, inner)),
        **dict.fromkeys((dict, MappingProxyType), partial(_check_mapping, inner)),
    }


_PLAIN = _plain_checks(MOST_WITHIN)

_CHECKS: dict[Any, Checks] = {
    **{kind: {kind: _PLAIN[kind]} for kind in (str, int, bool, NoneType, Card, Text)},
    float: {float: _check_score, int: _check_count},
    Score: {float: _check_score, int: _check_count},
    object: _PLAIN,
    # The field's type decides between cards and seats: `_require_sound_field`.
    Cards | Seats: {tuple: _keep},
}

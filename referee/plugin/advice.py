"""Advice for the author of a game whose code raised an error."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import FrozenInstanceError, fields, is_dataclass
from difflib import get_close_matches
from inspect import formatannotation, signature
from traceback import walk_tb
from types import TracebackType, UnionType
from typing import Any, get_origin, get_type_hints

import referee
from referee.time_limit import TimeLimitError
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.values import any_of

MAY_REFUSE = {"answer", "resolve_trick", "score_round", "accept"}
"""The hooks that may raise WrongFieldsError."""

_RAISES_NOTHING = (
    "This hook has to return an answer for every input. Return `Refused(ruling)` for a "
    "move that the rules forbid. For values that make no sense together raise "
    f"WrongFieldsError; only {', '.join(sorted(MAY_REFUSE))} may raise it."
)

ANSWERS_WRONGLY = (
    "Return what the specification of this hook asks for: `referee docs hooks` shows "
    "it."
)

_FAILS = "Put this line right; `referee docs names` lists all names."

_CANNOT_BE = (
    "This line fails with what the hook was given. `referee check` finds an entry and "
    "a state with which it does, and `--seed` plays that match again."
)

_IS_FROZEN = (
    "Values are never changed: make another of this one with `dataclasses.replace`."
)

_MUTABLE_DEFAULT = "Write a tuple, as `= ()`: nothing in a state is ever changed."

_OF_ONE_TYPE = "Give this line values of one type, as `int(…)` makes of a text."

_LOOKS_UP = (
    "Look up in this line only what is there; ask with `has`, `get` or `in` first for "
    "what may be left out."
)

_CANNOT_BE_READ = (
    "Correct this line; sometimes a bracket is still open in a line above it."
)

_IN_A_CIRCLE = (
    "These files import each other: move what both need into a third file, which "
    "imports neither of them."
)

_IS_NOT_THERE = (
    "Import a file beside this one, or install the package that has the module."
)

_CANNOT_BE_IMPORTED = (
    "Make the import work: `python -c 'import …'` shows the whole error."
)

FORMER_NAMES = {
    "Setup": "Setting",
    "SetUpStep": "Preparation",
    "set_up": "prepare_table",
    "forbid": "rule_illegal",
    "count": "say_count",
    "count_cards": "say_card_count",
    "whole": "as_score",
    "name_of": "name_side",
    "parts_of": "seats_in_side",
    "part_sides": "split_seats",
    "Proofs": "OffenceRules",
    "ENDS_EARLY": "EARLY_END_FIELDS",
    "OTHERS_TRICKS": "OTHER_SIDE_TRICKS",
    "Wins": "WinningScore",
}
"""What authors write now, by what they wrote before 1.0.0."""

MOST_NEAR = 3
"""The most likely meanings of a misspelt name that are listed."""

VERY_NEAR = 0.75
"""How alike a wrong variable and a suggestion must be.

Higher than usual, since any name may be in use.
"""


def advise(error: BaseException) -> str:
    """Return the advice for the author of a hook that raised this."""
    note = _note_of(error) or _name_misfit(error)
    if note:
        return note
    for kind, advice in _ADVICE.items():
        if isinstance(error, kind):
            return advice
    for kind, name_likely in _LIKELY.items():
        if isinstance(error, kind):
            return name_likely(error) or _FAILS
    return _CANNOT_BE


def advise_importing(error: BaseException) -> str:
    """Return the advice for the author of a file that cannot be imported."""
    note = _note_of(error)
    if note:
        return note
    if isinstance(error, SyntaxError):
        return _CANNOT_BE_READ
    if isinstance(error, TimeLimitError):
        return HANGS
    if isinstance(error, ValueError) and "mutable default" in str(error):
        return _MUTABLE_DEFAULT
    if isinstance(error, ModuleNotFoundError):
        return _IS_NOT_THERE
    if isinstance(error, ImportError):
        return _name_import(error) or _CANNOT_BE_IMPORTED
    if isinstance(error, (AttributeError, NameError, TypeError)):
        advice = advise(error)
        return _CANNOT_BE_IMPORTED if advice == _FAILS else advice
    return _CANNOT_BE_IMPORTED


def _note_of(error: BaseException) -> str:
    """Return the remedy that an error itself names, or ""."""
    notes = getattr(error, "__notes__", None)
    if type(notes) is list and notes and type(notes[-1]) is str:
        return notes[-1]
    return ""


def _name_misfit(error: BaseException) -> str:
    """Return which argument of a piece of the kit has a wrong type, or "".

    The author's own call is the outermost.
    """
    for frame, _ in walk_tb(error.__traceback__):
        called = frame.f_code.co_qualname
        piece = _find_piece(called)
        if getattr(piece, "__code__", None) is not frame.f_code:
            continue
        for name, hint in get_type_hints(piece).items():
            value = frame.f_locals.get(name)
            kind = hint if isinstance(hint, UnionType) else get_origin(hint) or hint
            try:
                fits = kind is float or isinstance(value, kind)
            except TypeError:  # as for protocols, which nothing here tells apart
                continue
            if name in frame.f_locals and not fits:
                declared = re.sub(r"\w+\.", "", formatannotation(hint))
                return (
                    f"Write `{declared}` as `{name}`: `{called}` cannot go on from a "
                    f"value of the type `{type(value).__name__}`."
                )
    return ""


def _find_piece(name: str) -> Any:
    """Return the function or method that authors import by this name, or None."""
    piece: Any = referee
    for part in name.split("."):
        piece = getattr(piece, part, None)
    return piece


def _name_attribute(error: AttributeError) -> str:
    """Return which attributes the author may have meant; "" for other types."""
    value = error.obj
    name = str(error.name)
    kind = type(value)
    if kind.__module__.partition(".")[0] != "referee":
        return ""
    known = [other for other in dir(kind) if not other.startswith("_")]
    has = any_of(_paths_to(name, value) or _nearest(name, known) or known)
    return f"Write {has}: a value of the type `{kind.__name__}` has no `{name}`."


def _paths_to(name: str, value: Any) -> list[str]:
    """Return the paths to this name in a value's members, such as `setting.seats`."""
    if not is_dataclass(value):
        return []
    paths = []
    for member in fields(value):
        inner = getattr(value, member.name, None)
        if is_dataclass(inner) and name in dir(type(inner)):
            paths.append(f"{member.name}.{name}")
    return paths


def _name_variable(error: NameError) -> str:
    """Return the names that the author may have meant, or ""."""
    trace: TracebackType | None = error.__traceback__
    if trace is None:
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    frame = trace.tb_frame
    names = {**frame.f_globals, **frame.f_locals}
    near = get_close_matches(str(error.name), names, cutoff=VERY_NEAR)
    if near:
        return f"Write {any_of(near)}: nothing here is called `{error.name}`."
    if error.name in referee.__all__:
        return f"Import it: `from referee import {error.name}`."
    return ""


def _name_argument(error: TypeError) -> str:
    """Return the arguments that a function of Referee takes; "" for others."""
    wrong = re.match(
        r"([\w.]+?)(?:\.__\w+__)?\(\) (?:missing|takes|got [^']+ '(\w+)')", str(error)
    )
    if "unsupported operand" in str(error) or "not supported between" in str(error):
        return _OF_ONE_TYPE
    called = _find_piece(wrong[1]) if wrong else None
    if wrong is None or not callable(called):
        return ""
    known = [each for each in signature(called).parameters if each != "self"]
    if wrong[2] is None:
        return f"Write `{wrong[1]}({', '.join(known)})`."
    takes = any_of(_nearest(wrong[2], known) or known)
    return f"Write {takes}: `{wrong[1]}` takes no `{wrong[2]}`."


def _name_import(error: ImportError) -> str:
    """Return the names that can be imported instead of this one, or ""."""
    if "partially initialized" in str(error):
        return _IN_A_CIRCLE
    wrong = re.search(r"cannot import name '(\w+)' from 'referee'", str(error))
    if wrong is None:
        return ""
    name = wrong[1]
    if name in FORMER_NAMES:
        return f"Write `{FORMER_NAMES[name]}`: `{name}` is called so now."
    owners = []
    for other in referee.__all__:
        kind = getattr(referee, other)
        if isinstance(kind, type) and name in dir(kind):
            owners.append(f"{other}.{name}")
    if owners:
        return f"Import none: it is {any_of(owners[:MOST_NEAR])}."
    near = _nearest(name, referee.__all__)
    if near:
        return f"Write {any_of(near)}: there is no `{name}`."
    return f"There is no `{name}`; `referee docs names` lists all names."


def _nearest(name: str, known: Iterable[str]) -> list[str]:
    return get_close_matches(name, [*known], n=MOST_NEAR)


HANGS = (
    "Let each loop here come to an end, and wait for nothing outside: no `sleep`, no "
    "lock, no network, no other program."
)

_ADVICE: Mapping[type[BaseException], str] = {
    TimeLimitError: HANGS,
    RefereeError: _RAISES_NOTHING,
    LookupError: _LOOKS_UP,
    FrozenInstanceError: _IS_FROZEN,
}

_LIKELY: Mapping[type[BaseException], Callable[[Any], str]] = {
    AttributeError: _name_attribute,
    NameError: _name_variable,
    TypeError: _name_argument,
    ImportError: advise_importing,
}
"""By error, the function that finds the names that were meant; it may return ""."""

"""Checking what a hook answered before anything is made of it: what could not be shown later is found now.

Each of these raises WrongAnswerError, which tells the game's author what is wrong. An answer is made of Referee's own
types and Python's plain ones, and of no subclass of them, since nobody knows what a subclass would do, or when. Every
member is of the type that its class declares; what a type cannot say is checked by hand. No text is worded here: where
a template has all its values it can be worded in every language, since a translation with other names in its braces is
not used.

What belongs to a ruling comes back as nobody can change it any more: that is made while it is looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, lru_cache, partial
from itertools import compress
from math import isfinite
from operator import attrgetter, is_not
from types import MappingProxyType, NoneType
from typing import Annotated, Any, Literal, TypeGuard, TypeVar, cast, get_args, get_origin, get_type_hints

from referee.cards.card import EVERY_CARD, Card
from referee.cards.deck import FIFTY_FOUR
from referee.cards.lexicon import lexicon_of
from referee.cards.naming import JokerWording
from referee.plugin.field_values import read_fields
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import FIELD_TYPES, type_of
from referee.vocabulary.fields.field_type import ReadingContext
from referee.vocabulary.game import MOST_SEATS, Accepted, Game, HouseRule, Question, Refused, Section, SetUpStep
from referee.vocabulary.identity_cache import IdentityCache
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.quantities import Score
from referee.vocabulary.ruling import Contest, Reason, ReckonedSeat, Reckoning, ReckoningColumn, Ruling, ShownCards
from referee.vocabulary.side import parts_of
from referee.vocabulary.text import Text, names_in
from referee.vocabulary.view import EVERYBODY, Scene, Zone

T = TypeVar("T")

Seats = tuple[str, ...] | None
"""The seats that exist; None: any name."""

Check = Callable[[Any, str], Any]
"""Takes a value, and what it is for in words, and answers with it, what belongs to a ruling as nobody can change it any
more; raises WrongAnswerError where it is wrong.
"""

MOST = 2**53
"""No number is greater, or less than its negative: what reads JSON would not read it exactly."""

Deck = tuple[Card, ...]
"""The cards that a game is played with."""

_CARD, _STR = frozenset({Card}), frozenset({str})

MOST_WITHIN = 12
"""How deep values may stand within each other: a text in a text, a list in a list."""


class WrongAnswerError(Exception):
    """A hook answered what it must not; the message says what is wrong with it.

    `instead` is what to answer, in a sentence. `said` are words of the answer by which its author finds the place in
    the code, the most telling first.
    """

    def __init__(self, what: str, instead: str, *said: object) -> None:
        super().__init__(what)
        self.instead = instead
        self.said = tuple(word for word in said if type(word) is str and word)

    def within(self, kind: str, name: object) -> WrongAnswerError:
        """The same, found in something of this kind that has a name: ` (in the prompt 'bid')`."""
        return WrongAnswerError(f"{self} (in the {kind} {name!r})", self.instead, *self.said, name)


# Values by their types


def of(kind: type[T], value: object, what: str) -> T:
    """This value, which is of just this type; `what` says what it is for."""
    if type(value) is not kind:
        raise _of_another(kind, value, what)
    return value


def _of_another(kind: type[object], value: object, what: str) -> WrongAnswerError:
    return WrongAnswerError(f"{what} is {_seen(value)}, not {_named(kind)}", _how_to_make(kind, value))


_HOW_TO_MAKE: dict[type[object], str] = {
    bool: "Write True or False.",
    int: "Write a whole number: neither a bool, nor a float, nor a str.",
    str: "Write a plain str; of an Enum, its `value`.",
    tuple: "Write a tuple: `(one,)` for a single one, `()` for none.",
    Card: 'Use the cards of the deck, or `card("JH")`.',
    Text: 'Make it with `say("…")`, or leave it out.',
}


def _how_to_make(kind: type[object], value: object) -> str:
    how = _HOW_TO_MAKE.get(kind, f"Make it with `{kind.__name__}(…)`.")
    return f"A function that ends without `return` answers None. {how}" if value is None else how


def all_of(kind: type[T], values: object, what: str, also: Callable[[T], object] | None = None) -> tuple[T, ...]:
    """These values, which are a tuple of sound values of this type, as they are kept; `also` checks more of each."""
    if type(values) is not tuple:
        wrong = f"what stands for {what} is {_seen(values)}, not a tuple"
        raise WrongAnswerError(wrong, _how_to_make(tuple, values))
    if not values or (kind is Card and _are_cards(values)) or (kind is str and _are_plain_words(values)):
        return values  # often there are none, or all cards of a deck, or the seats
    check, called = _check_of(kind), f"one of {what}"  # type: ignore[arg-type]  # a type is hashable
    found = []
    for one in values:
        try:
            found.append(check(one, called))
            if also is not None:
                also(one)
        except WrongAnswerError as wrong:
            raise _placed(wrong, kind, one) from None
    return tuple(found)


def _are_plain_words(values: tuple[Any, ...]) -> bool:
    """Whether all of these are words in plain letters."""
    return _STR.issuperset(map(type, values)) and "".join(values).isascii()


def _are_cards(values: Any) -> bool:
    """Whether all of these are cards of some deck."""
    return _CARD.issuperset(map(type, values)) and EVERY_CARD.issuperset(values)


def _placed(wrong: WrongAnswerError, kind: type[object], one: object) -> WrongAnswerError:
    """The same with what of its kind this is, where it has a name."""
    name = getattr(one, fields(kind)[0].name) if is_dataclass(kind) and type(one) is kind else None
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()
    return wrong.within(words, name) if type(name) is str else wrong


def sound(kind: type[T], value: object, what: str, whose: str = "its") -> T:
    """This value of a dataclass, whose members are as it declares; those in `_BY_HAND` are not checked."""
    found = of(kind, value, what)
    plan = _members(kind, whose)  # type: ignore[arg-type]  # the same
    values = plan.values(found)
    # What is left out stands as the class has it, and most is.
    for member, (check, called) in compress(zip(values, plan.checks), map(is_not, values, plan.defaults)):  # noqa: B905
        check(member, called)
    return found


def copied(kind: type[T], value: object, what: str, whose: str = "its") -> T:
    """The same, made again of its members as they are now."""
    found = value if type(value) is kind else of(kind, value, what)
    plan = _members(kind, whose)  # type: ignore[arg-type]  # the same
    values = plan.values(found)
    members = zip(values, plan.defaults, plan.checks)  # noqa: B905
    return kind(*[one if one is default else check(one, called) for one, default, (check, called) in members])


_CALLED = {
    "to_act": "those to act",
    "because": "the reasons",
    "about": "what the ruling is about",
    "shown": "the cards shown",
}
"""How messages name the members whose own names are not plain English."""

_BY_HAND = frozenset({"choices", "default", "fields", "options", "seen_by", "zones"})
"""Members whose types do not say enough: the function that checks the class checks them."""


@dataclass(frozen=True, slots=True)
class _Members:
    """The members of a dataclass that are checked: how to get them, their defaults, and the check of each with what it
    is called.
    """

    values: Callable[[Any], tuple[object, ...]]
    defaults: tuple[object, ...]
    checks: tuple[tuple[Check, str], ...]


@cache
def _members(kind: type[Any], whose: str) -> _Members:
    hints = get_type_hints(kind, include_extras=True)
    checked = [one for one in fields(kind) if one.name not in _BY_HAND]
    return _Members(
        attrgetter(*[one.name for one in checked]),
        tuple([one.default for one in checked]),
        tuple(
            [
                (_CHECKS.get(one.name) or _check_of(hints[one.name]), _CALLED.get(one.name, f"{whose} {one.name}"))
                for one in checked
            ]
        ),
    )


@cache
def _check_of(kind: Any) -> Check:
    """The check of every value that is declared to be of this type."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if origin is Annotated:
        return _sound_score if kind is Score else partial(_sound_number, least=inner[1][1])
    if origin is Literal:
        return partial(_one_of, inner)
    if origin is tuple:
        return partial(all_of, inner[0])
    if origin is Mapping:
        return partial(_sound_mapping, _check_of(inner[1]))
    if NoneType in inner:
        return partial(_if_any, _check_of(inner[0]))
    if kind is Reason:
        return _sound_reason
    if kind in _OF_RULINGS:
        return partial(copied, kind)
    return partial(sound if is_dataclass(kind) else of, kind)


_OF_RULINGS = frozenset({Contest, Reckoning, ReckonedSeat, ReckoningColumn, ShownCards})
"""What rulings are made of: it is kept for as long as the match is."""


def _one_of(words: tuple[str, ...], value: object, what: str) -> str:
    if (word := of(str, value, what)) not in words:
        wrong = f"{what} is {value!r}, which is none of {', '.join(words)}"
        raise WrongAnswerError(wrong, f"Write one of {', '.join(map(repr, words))}.", value)
    return word


def _if_any(check: Check, value: object, what: str) -> object:
    return None if value is None else check(value, what)


def _sound_mapping(check: Check, values: object, what: str) -> Mapping[str, object]:
    called = f"one of {what}"
    found = _names_and_values(values, what).items()
    return MappingProxyType({_sound_word(name, called): check(value, called) for name, value in found})


def _names_and_values(values: object, what: str) -> Mapping[object, object]:
    if type(values) is not dict and type(values) is not MappingProxyType:
        raise WrongAnswerError(f"{what} is {_seen(values)}, not a dict", "Write a plain dict.")
    return cast("Mapping[object, object]", values)


def _seen(value: object) -> str:
    return "None" if value is None else _named(type(value))


def _named(kind: type[object]) -> str:
    return f"{'an' if kind.__name__[0] in 'aeiouAEIOU' else 'a'} {kind.__name__}"


def _sound_word(word: object, what: str) -> str:
    if type(word) is str and word.isascii():
        return word
    found = of(str, word, what)
    try:
        found.encode()
    except UnicodeEncodeError:
        instead = "Write whole characters: this has a surrogate without its other half."
        raise WrongAnswerError(f"{what} holds half a character", instead) from None
    return found


def _sound_number(number: object, what: str, least: int = -MOST) -> int:
    found = of(int, number, what)
    if not least <= found <= MOST:
        wrong = f"{what} is {number}, which is not from {least} to {MOST}"
        raise WrongAnswerError(wrong, "Keep it within these bounds: JSON would not carry it exactly.")
    return found


def _sound_float(number: object, what: str) -> float:
    found = of(float, number, what)
    if not isfinite(found):
        raise WrongAnswerError(f"{what} is no finite number", "Write None where there is no number.")
    return found


def _sound_score(number: object, what: str) -> float:
    if type(number) is not float:
        return _sound_number(number, what)
    if not isfinite(number) or abs(number) > MOST or number * 2 != int(number * 2):
        wrong = f"{what} is {number}, which is neither a whole number nor one with a half"
        raise WrongAnswerError(wrong, "Round it: scores are counted in halves at the finest.")
    return number


def _sound_card(value: object, what: str) -> Card:
    card = of(Card, value, what)
    if card not in EVERY_CARD:
        raise WrongAnswerError(f"{what} is no card of any deck, but made by hand", _HOW_TO_MAKE[Card])
    return card


def _sit_here(named: Iterable[str], seats: Collection[str] | None, what: str) -> None:
    for seat in named:
        if seats is not None and seat not in seats:
            instead = f"Name seats as the Setup has them: {', '.join(seats) or 'nobody sits here'}."
            raise WrongAnswerError(f"among {what} is {seat!r}, who does not sit here", instead, seat)


# Texts and rulings


def sound_text(text: object, what: str, within: int = 0) -> Text:
    """A text that can be worded: it has a value for every name in its braces."""
    if type(text) is not Text:
        raise _of_another(Text, text, what)
    template = text.template
    many = text.many
    values = text.values
    if type(template) is not str or type(many) is not str or type(values) is not dict:
        of(str, template, what)
        of(str, many, what)
        _names_and_values(values, "what stands for the values of a text")
    if not values and not many:
        # It is shown as it stands, braces and all.
        return _text_alone(template, what)
    try:
        names = _names(template, many)
    except (ValueError, TypeError) as error:
        instead = "Write a plain name in each pair of braces, and `{{` for a brace."
        raise WrongAnswerError(f"{what} cannot be worded: {error}", instead, template) from None
    if not values.keys() >= names:
        missing = sorted(names.difference(values))
        wrong = f"{what}, {template!r}, has no value for {', '.join(missing)}"
        given = ", ".join(f"{name}=…" for name in missing)
        raise WrongAnswerError(wrong, f"Give `say` a value for each name in braces: `{given}`.", template)
    if many:
        _sound_number(values.get("n"), f"“n” in {what}")
    called = "a value in a text"
    found = {name: _sound_plain(value, called, _IN_TEXTS, within) for name, value in values.items()}
    return Text(template, MappingProxyType(found), many)


@lru_cache(maxsize=2_000)
def _text_alone(template: str, what: str) -> Text:
    """A text without values: one for all rulings that say the same of the same."""
    _sound_word(template, what)
    return Text(template, MappingProxyType({}))


@lru_cache(maxsize=2_000)
def _names(template: str, many: str) -> frozenset[str]:
    _sound_word(template, "a template")
    _sound_word(many, "a template")
    return names_in(template) | names_in(many)


def _sound_plain(value: Any, what: str, lists: frozenset[type[object]], within: int = 0) -> Any:
    """A value that can be shown and stored, in lists of these types, as nobody can change it."""
    kind = type(value)
    if kind is str:
        return value if value.isascii() else _sound_word(value, what)
    if kind is bool or (kind is int and -MOST <= value <= MOST) or (kind is Card and value in EVERY_CARD):
        return value
    if kind is not Text and (check := _SIMPLE.get(kind)) is not None:
        return check(value, what)
    if within == MOST_WITHIN:
        wrong = f"more than {MOST_WITHIN} values stand within each other"
        raise WrongAnswerError(wrong, "Write plain lists: no page shows values as deep as this.")
    if kind is Text:
        return sound_text(value, "a text within", within + 1)
    if kind not in lists:
        instead = "Write a str, int, float, bool, None, a Card or a Text, or tuples, lists and dicts of them."
        raise WrongAnswerError(f"{what} is {_seen(value)}, which has no plain form", instead)
    if kind is dict or kind is MappingProxyType:
        called = "a name in the verdict"
        if not _are_plain_words(tuple(value)):
            for name in value:
                _sound_word(name, called)
        return MappingProxyType({name: _sound_plain(one, what, lists, within + 1) for name, one in value.items()})
    if kind is tuple and (_are_cards(value) or _are_plain_words(value)):
        return value
    made: type[Any] = kind
    return made([_sound_plain(one, what, lists, within + 1) for one in value])


_IN_TEXTS: frozenset[type[object]] = frozenset({tuple, list})
_IN_VERDICTS = _IN_TEXTS | {frozenset, dict, MappingProxyType}

_SIMPLE: dict[Any, Check] = {
    str: _sound_word,
    int: _sound_number,
    float: _sound_float,
    bool: partial(of, bool),
    NoneType: partial(of, NoneType),
    Card: _sound_card,
    Text: sound_text,
}


def _sound_verdict(verdict: object, what: str) -> Mapping[str, object]:
    _names_and_values(verdict, what)
    named: Mapping[str, object] = _sound_plain(verdict, "a value in the verdict", _IN_VERDICTS)
    return named


def _sound_cells(cells: object, what: str) -> tuple[object, ...]:
    called = "a cell of the reckoning"
    found = of(tuple, cells, "what stands for the cells of a reckoning")
    return tuple([(sound_text if type(cell) is Text else _sound_score)(cell, called) for cell in found])


_CHECKS: dict[str, Check] = {"verdict": _sound_verdict, "cells": _sound_cells}
"""The checks of members whose types do not say enough."""


def sound_ruling(ruling: object, rules: Collection[str]) -> Ruling:
    """A ruling that can be shown, on these rules (`game#section`), as it stands now: whatever its game does afterwards
    with what it was made of, this ruling stays the same.
    """
    found = copied(Ruling, ruling, "the ruling", "the")
    for reason in found.because:
        if reason.rule not in rules:
            wrong = f"a ruling rests on {reason.rule!r}, and there is no such section"
            instead = f"Cite one of {', '.join(sorted(rules))}, or add that section to the rules."
            raise WrongAnswerError(wrong, instead, reason.rule, reason.rule.partition("#")[2])
    if found.reckoning is not None:
        _check_reckoning(found.reckoning)
    return found


_SOUND_REASONS = IdentityCache[bool](2_000)
"""Reasons that were found to be sound, and cannot change: a game often says again why it ruled as it was told."""


def _sound_reason(value: object, what: str) -> Reason:
    if type(value) is Reason and _SOUND_REASONS.get(value):
        return value
    reason = copied(Reason, value, what)
    _SOUND_REASONS.put(reason, True)
    return reason


def _check_reckoning(found: Reckoning) -> None:
    """WrongAnswerError for a reckoning in which not every seat has a cell for each column."""
    if not found.columns:
        instead = "Give it a `ReckoningColumn` for each number, or leave the reckoning out."
        raise WrongAnswerError("the reckoning has no columns", instead)
    for row in found.rows:
        if len(row.cells) != len(found.columns):
            wrong = f"{row.seat!r} has {len(row.cells)} cells in a reckoning of {len(found.columns)} columns"
            raise WrongAnswerError(wrong, "Give each row a cell for each column; `NOTHING` where there is none.")


_UNCHANGING = frozenset({str, int, bool, NoneType, Card})


def unchanging(value: Any) -> Any:
    """The same value as was read of an entry, of which nobody else has a part that could change."""
    kind = type(value)
    if kind is tuple:
        return value if _UNCHANGING.issuperset(map(type, value)) else tuple(map(unchanging, value))
    if kind is list:
        return list(map(unchanging, value))
    if kind is dict or kind is MappingProxyType:
        return MappingProxyType({name: unchanging(inner) for name, inner in value.items()})
    return value


# What is asked


Known = IdentityCache[bool]
"""Prompts and fields that were found to be sound, by the seats: a game may make them once and return them after every
entry. A rulebook has one, since its deck stays the same.
"""

MOST_KNOWN = 2_000


def _once(
    kind: type[T],
    values: object,
    what: str,
    also: Callable[[T, Seats, Deck, Known], object],
    seats: Seats,
    deck: Deck,
    known: Known,
) -> tuple[T, ...]:
    """These values, which are sound; one that was checked before for the same seats is not checked again."""
    found = of(tuple, values, f"what stands for {what}")
    new = tuple([one for one in found if not known.get(one, seats)])
    for one in new and all_of(kind, new, what, lambda one: also(one, seats, deck, known)):
        known.put(one, True, seats)
    return found


def sound_fields(
    values: object, seats: Seats = None, deck: Deck = FIFTY_FOUR, known: Known | None = None
) -> tuple[Field, ...]:
    """Fields that can be shown, filled in and read as cards of this deck, each by another name.

    Those `known` to be sound are not looked at again.
    """
    known = Known(MOST_KNOWN) if known is None else known
    found = _once(Field, values, "the fields", _sound_field, seats, deck, known)
    beside = {one.name: one for one in found}
    if len(beside) < len(found):
        names = [one.name for one in found]
        wrong = f"two fields have one name: {', '.join(names)}"
        twice = next(name for name in names if names.count(name) > 1)
        raise WrongAnswerError(wrong, "Give each field of a prompt, question or game a name of its own.", twice)
    for one in found:
        for other in one.unless if one.among is None else (*one.unless, one.among):
            if other not in beside:
                wrong = f"the field {one.name!r} goes by {other!r}, which is no field beside it"
                raise WrongAnswerError(wrong, f"Name one of {', '.join(map(repr, beside))}.", other, one.name)
        if one.among is not None and not type_of(beside[one.among]).raced:
            wrong = f"a toss is among those of {one.among!r}, which is no order"
            instead = "Name a field of the type 'order', whose dead heat for first the toss settles."
            raise WrongAnswerError(wrong, instead, one.name)
    return found


def _sound_field(one: Field, seats: Seats, deck: Deck, _known: Known) -> None:
    if one.type not in FIELD_TYPES:
        instead = f"The types are {', '.join(FIELD_TYPES)}."
        raise WrongAnswerError(f"its type is {one.type!r}, and there is no such type", instead, one.type)
    type = type_of(one)
    choices = all_of(Card if type.of_cards else str, one.choices, "its choices")
    if type.of_seats:
        _sit_here(map(str, choices), seats, "its choices")
    _sit_here(one.seats, seats, "its seats")
    if one.seats and not (type.by_seat and type.of_cards):
        instead = "Leave `seats` out; where it asks about seats, or by seat for numbers, these are its `choices`."
        raise WrongAnswerError("it has seats, and is no field of cards by seat", instead, one.name)
    if one.seats and one.partners:
        instead = "Leave one of them out: partners are asked as sides, and `seats` are names."
        raise WrongAnswerError("it has both seats and partners", instead, one.name)
    if type.of_cards and (strange := set(choices).difference(deck)):
        codes = ", ".join(sorted(map(str, strange)))
        instead = "Offer cards of the game's deck only, or say in `describe_game` with which `deck` it is played."
        raise WrongAnswerError(f"among its choices is {codes}, which is not in the game's deck", instead)
    if not choices and type.needs_choices and one.among is None:
        instead = f"Give it `choices`: a {one.type} without any cannot be filled in."
        raise WrongAnswerError("it has no choices", instead)
    if one.default is None:
        return
    _sound_plain(one.default, "its default", _IN_VERDICTS)
    try:
        read_fields((one,), {one.name: one.default}, ReadingContext(seats, deck=deck))
    except WrongFieldsError as wrong:
        what = f"it cannot begin with {one.default!r}: {wrong.errors[0].message}"
        raise WrongAnswerError(what, "Give a default as JSON would have it, such as the codes of cards.") from None


def sound_prompts(
    prompts: object, seats: Seats = None, deck: Deck = FIFTY_FOUR, known: Known | None = None
) -> tuple[Prompt, ...]:
    """Prompts that can be shown and answered, for seats that exist, with cards of this deck.

    Those `known` to be sound are not looked at again.
    """
    known = Known(MOST_KNOWN) if known is None else known
    return _once(Prompt, prompts, "the prompts", _sound_prompt, seats, deck, known)


def are_plainly_open(prompts: object) -> TypeGuard[tuple[Prompt, ...]]:
    """Whether these are prompts of which none is secret or asked again, and whose kinds and seats are what they seem to
    be: whatever else is wrong with them shows when an entry is read by them, or somebody looks at them.
    """
    return type(prompts) is tuple and all(map(_is_plainly_open, prompts))


def _is_plainly_open(one: object) -> bool:
    if type(one) is not Prompt or one.secret is not False or one.again is not False:
        return False
    plain = type(one.kind) is str and type(one.optional) is type(one.own) is bool
    return plain and type(one.seats) is tuple and _STR.issuperset(map(type, one.seats))


def _sound_prompt(one: Prompt, seats: Seats, deck: Deck, known: Known) -> None:
    _sit_here(one.seats, seats, "its seats")
    if one.again:
        wrong = "it is asked again, which is the referee's to say"
        raise WrongAnswerError(wrong, "Leave `again` out: the referee asks again where `clashes` says so.")
    sound_fields(one.fields, seats, deck, known)
    if one.secret and any(type_of(field).tossed for field in one.fields):
        wrong = "it is secret and has a toss, of which the next toss's number tells whether it was drawn"
        raise WrongAnswerError(wrong, "Ask for the toss in an open prompt of its own, after the secret ones.")


# Where a match stands


def sound_scene(scene: object, seats: Seats = None) -> Scene:
    """A scene that can be shown, with one standing for each seat and nobody who does not sit here."""
    found = sound(Scene, scene, "the scene", "the")
    standing = tuple(one.seat for one in found.standings)
    here = standing if seats is None else seats
    _sit_here(standing, here, "the standings")
    if len(standing) != len(here) or len(set(standing)) < len(standing):
        wrong = f"the standings are those of {', '.join(standing) or 'nobody'}, not one for each seat"
        raise WrongAnswerError(wrong, "Give one `Standing` for each seat of the Setup; `rank_seats` makes them.")
    if found.sides:
        _sound_sides(found, here)
    _sit_here(found.to_act, here, "those to act")
    _sit_here(found.winners, here, "the winners")
    for fact in found.facts:
        _sit_here(() if fact.seat is None else parts_of(fact.seat), here, "those whom a fact is about")
    _sit_here(() if found.dealer is None else (found.dealer,), here, "the dealers")
    all_of(Zone, found.zones, "the zones", partial(_sound_zone, here))
    return found


def _sound_sides(scene: Scene, here: Collection[str]) -> None:
    """Every seat is of one side, and partners stand alike: pages show them as one."""
    named = [seat for side in scene.sides for seat in side]
    _sit_here(named, here, "the sides")
    if sorted(named) != sorted(here) or not all(scene.sides):
        wrong = f"the sides are {scene.sides!r}, and not every seat is in one of them, once"
        raise WrongAnswerError(wrong, "Name every seat in one side, one that plays alone too; or name no sides.")
    stands = {one.seat: (one.score, one.place, one.seat in scene.winners) for one in scene.standings}
    for side in scene.sides:
        if len({stands[seat] for seat in side}) > 1:
            wrong = f"{' and '.join(side)} are one side, and differ in score, place, or whether they have won"
            raise WrongAnswerError(wrong, "Give partners the same; `rank_sides` does, from the scores of sides.")


def _sound_zone(here: Collection[str], zone: Zone) -> None:
    if zone.owner is not None and zone.owner not in here:
        instead = f"A zone belongs to one of {', '.join(here)}, or to the table: None."
        raise WrongAnswerError(f"it belongs to {zone.owner!r}, who does not sit here", instead, zone.owner)
    if type(zone.seen_by) is not str or zone.seen_by != EVERYBODY:
        _sit_here(all_of(str, zone.seen_by, "those who see it"), here, "those who see it")
    if zone.rows and tuple(card for row in zone.rows for card in row) != zone.cards:
        instead = "Give `cards` all cards of `rows`, row by row; `zone_in_rows` does."
        raise WrongAnswerError("its rows hold other cards than it does", instead, zone.name)


def sound_example(example: object) -> Mapping[str, object] | None:
    """What could be entered, as JSON; None where the fields of the prompt say enough."""
    if example is None:
        return None
    for name, value in _names_and_values(example, "the example").items():
        _sound_word(name, "a name in the example")
        _sound_plain(value, "a value in the example", _IN_VERDICTS)
    return cast("Mapping[str, object]", jsonable(example))


def sound_outcome(outcome: object) -> Accepted | Refused:
    """What an entry did: accepted or refused. Its state and its rulings are not checked here."""
    if type(outcome) is Accepted:
        of(bool, outcome.reveals, "whether it reveals")
        of(tuple, outcome.rulings, "what stands for the rulings")
    elif type(outcome) is not Refused:
        instead = "Return `Accepted(state, rulings)`, or `Refused(ruling)` with the ruling that says why."
        if outcome is None:
            instead = f"A function that ends without `return` answers None. {instead}"
        raise WrongAnswerError(f"the answer is {_seen(outcome)}, neither Accepted nor Refused", instead)
    return outcome


def some_state(state: object) -> object:
    """A state, which is never None."""
    if state is None:
        raise WrongAnswerError("the state is None", "Return a frozen dataclass of your own, also when nothing changed.")
    return state


# What a game says of itself


def sound_game(game: object) -> Game:
    """A game that can be listed and chosen."""
    found = sound(Game, game, "the game", "the")
    if not found.players or min(found.players) < 1:
        instead = "Write in `players` every number of players that can play, as in `players=(2, 3, 4)`."
        raise WrongAnswerError("nobody can play it", instead)
    if max(found.players) > MOST_SEATS:
        wrong = f"{max(found.players)} are to play it, and a table has at most {MOST_SEATS} seats"
        raise WrongAnswerError(wrong, "Leave the larger numbers out of `players`.")
    _sound_deck(found.deck)
    if found.named_by and not any(one.name == found.named_by and one.type == "text" for one in found.options):
        instead = "Name an option of the type `text` there, or leave it out."
        raise WrongAnswerError(f"`named_by` is {found.named_by!r}, which is no option that people write", instead)
    for option in sound_fields(found.options, deck=found.deck):
        if option.default is None and not option.optional:
            instead = "Give it the `default` that stands where nobody chooses, or make it `optional`."
            raise WrongAnswerError(f"the option {option.name!r} has no default", instead, option.name)
        if option.name == "jokers" and not {*option.choices} <= {*get_args(JokerWording)}:
            instead = "Use `JOKER_WORDING` for this option, or give yours another name."
            raise WrongAnswerError("the option 'jokers' has choices that are no names of jokers", instead, "jokers")
    return found


def _sound_deck(deck: Deck) -> None:
    """A deck whose cards are told apart by their codes, and by what people type for them."""
    codes = Counter(card.code for card in dict.fromkeys(deck))
    if not deck or codes.most_common(1)[0][1] > 1:
        wrong = f"two cards of its deck are both {codes.most_common(1)[0][0]!r}" if deck else "its deck has no cards"
        raise WrongAnswerError(
            wrong, "Make all cards of a deck by one call of `make_deck`, and play with some of them."
        )
    try:
        lexicon_of(deck)
    except ValueError as error:
        raise WrongAnswerError(
            f"its deck cannot be typed: {error}", "Write `typed` words that mean one thing."
        ) from None


def sound_sections(sections: object) -> tuple[Section, ...]:
    """Sections that can be shown and cited."""
    return all_of(Section, sections, "the sections")


def sound_questions(questions: object, deck: Deck = FIFTY_FOUR) -> tuple[Question, ...]:
    """Questions that can be shown and put, about cards of this deck.

    A hook that is not told which question it rules on rules on one alone.
    """
    found = all_of(Question, questions, "the questions", lambda one: sound_fields(one.fields, deck=deck))
    hooks = [one.hook for one in found if one.hook != "answer"]
    for hook in hooks:
        if hooks.count(hook) > 1:
            instead = "Let `answer` rule on one of them: it is told which question it is."
            raise WrongAnswerError(f"{hook!r} rules on more than one question", instead, hook)
    return found


def sound_steps(steps: object, sections: Collection[str]) -> tuple[SetUpStep, ...]:
    """Steps of setting up that can be shown, with sections to read on in."""
    found = all_of(SetUpStep, steps, "the steps")
    for one in found:
        if one.section and one.section not in sections:
            wrong = f"a step names the section {one.section!r}, and there is no such section"
            instead = f"Name one of {', '.join(sections)}, or leave the section out."
            raise WrongAnswerError(wrong, instead, one.section)
    return found


def sound_house_rules(rules: object) -> tuple[HouseRule, ...]:
    """House rules that can be listed and cited, in the order in which they were chosen."""
    return all_of(HouseRule, tuple(reversed(of(list, rules, "the house rules"))), "the house rules")


def as_told(error: BaseException) -> WrongFieldsError | None:
    """The error about wrong fields that a game raised, if its words can be shown; None for anything else it raised."""
    if type(error) is not WrongFieldsError:
        return None
    try:
        errors = all_of(FieldError, error.errors, "the errors")
    except WrongAnswerError:
        return None
    return WrongFieldsError(*errors) if errors else None

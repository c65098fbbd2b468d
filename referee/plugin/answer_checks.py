"""What a hook answers is checked here, once, before anything is made or kept of it.

An answer is made of Referee's own types and Python's plain ones, and of no subclass of them, since nobody knows what a
subclass would do, or when. Every member is of the type that its class declares; the functions at the end check what
types cannot say. Whatever comes back can be worded, stored and shown, and nobody can change it any more.

What is only unwise is for `referee check` to tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache, partial
from math import isfinite
from types import MappingProxyType, NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from referee.cards.card import EVERY_CARD, Card
from referee.cards.deck import FIFTY_FOUR
from referee.cards.lexicon import lexicon_of
from referee.plugin.field_values import read_fields
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import FIELD_TYPES, type_of
from referee.vocabulary.fields.field_type import ReadingContext
from referee.vocabulary.game import MOST_SEATS, Accepted, Game, Question, Refused, SetUpStep
from referee.vocabulary.identity_cache import IdentityCache
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.quantities import Score
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.side import parts_of
from referee.vocabulary.text import Text, names_in
from referee.vocabulary.view import EVERYBODY, Scene

T = TypeVar("T")

Seats = tuple[str, ...] | None
"""The seats that exist; None: any name."""

Deck = tuple[Card, ...]
"""The cards that a game is played with."""

Check = Callable[[Any, str], Any]
"""Takes a value, and what it is called; returns it as nobody can change it, or raises WrongAnswerError."""

MOST = 2**53
"""No number is greater, or less than its negative: what reads JSON would not read it exactly."""

MOST_WITHIN = 12
"""How deep values may stand within each other: a text in a text, a list in a list."""


class WrongAnswerError(Exception):
    """A hook answered what it must not; the message says what is wrong with it.

    `words` are of the answer: its author finds the place in the code by them, the most telling first.
    """

    def __init__(self, what: str, *words: object) -> None:
        super().__init__(what)
        self.words = tuple(word for word in words if type(word) is str and word)

    def within(self, kind: str, name: object) -> WrongAnswerError:
        """Return the same, found in something of this kind that has a name: ` (in the prompt 'bid')`."""
        return WrongAnswerError(f"{self} (in the {kind} {name!r})", *self.words, name)


def require_type(kind: type[T], value: object, what: str) -> T:
    """Return this value, which is of just this type; WrongAnswerError for any other."""
    if type(value) is not kind:
        raise WrongAnswerError(f"{what} is {_described(value)}, not {_with_article(kind.__name__)}")
    return value


def _described(value: object) -> str:
    return "None" if value is None else _with_article(type(value).__name__)


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


# Values by the types that their classes declare


def frozen_copy(kind: type[T], value: object, what: str) -> T:
    """Return this value of a dataclass, made of its members as they are now; each is as the class declares."""
    found = value if type(value) is kind else require_type(kind, value, what)
    if kind in _REPEATED and FROZEN.get(found):
        return found
    members = []
    for name, default, check, called in _members(kind):  # type: ignore[arg-type]  # a type is hashable
        member = getattr(found, name)
        members.append(member if member is default else check(member, called))
    copy = kind(*members)
    return FROZEN.put(copy, copy) if kind in _REPEATED else copy


FROZEN = IdentityCache[Any](2_000)
"""Copies that were made here. A game hands on the rulings and reasons that it was answered: half of all checks."""

_REPEATED = frozenset({Ruling, Reason})


@cache
def _members(kind: type[Any]) -> tuple[tuple[str, object, Check, str], ...]:
    """The members of a dataclass: name, default, the check of what is no default, and what messages call it."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((one.name, one.default, _check_of(hints[one.name]), f"its {one.name}") for one in fields(kind))


@cache
def _check_of(hint: Any) -> Check:
    """Return the check of every value that is declared to be of this type."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if origin is Annotated:
        return partial(_check_number, least=inner[1][1])
    if origin is Literal:
        return partial(_check_choice, inner)
    if origin is tuple:
        return partial(check_each, inner[0])
    if origin is Mapping:
        return partial(_check_mapping, _check_of(inner[1]))
    if inner:
        return partial(
            _check_any, {_outer_type(one): _check_score if one is float else _check_of(one) for one in inner}
        )
    return partial(frozen_copy if is_dataclass(hint) else require_type, hint)


def _outer_type(hint: Any) -> type[Any]:
    origin = get_origin(hint) or hint
    return str if origin is Literal else origin


def _check_any(checks: Mapping[type[Any], Check], value: object, what: str) -> object:
    """A value of one of several types; a whole number counts as a score, and None only where it may stand."""
    kind = float if type(value) is int and float in checks else type(value)
    return checks.get(kind, next(iter(checks.values())))(value, what)


def _check_choice(words: Sequence[str], value: object, what: str) -> str:
    if (word := _check_word(value, what)) not in words:
        raise WrongAnswerError(f"{what} is {word!r}, which is none of {', '.join(words)}", word)
    return word


def check_each(kind: Any, values: object, what: str, also: Callable[[Any], object] | None = None) -> tuple[Any, ...]:
    """Return these values, a tuple of values that are declared to be of this type; `also` checks more of each."""
    found = values if type(values) is tuple else require_type(tuple, values, f"what stands for {what}")
    if not found or ({*map(type, found)} == {kind} and _are_plain(found)):
        return found  # often there are none, or all cards of a deck, or the seats
    check, called, copies = _check_of(kind), f"one of {what}", []
    for value in found:
        try:
            copies.append(check(value, called))
            if also is not None:
                also(copies[-1])
        except WrongAnswerError as wrong:
            raise _placed(wrong, kind, value) from None
    return tuple(copies)


def _placed(wrong: WrongAnswerError, kind: Any, value: object) -> WrongAnswerError:
    """The same, with what of its kind this is, where it has a name."""
    if type(value) is not kind or not is_dataclass(kind):
        return wrong
    name = getattr(value, fields(kind)[0].name)
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()
    return wrong.within(words, name) if type(name) is str else wrong


def _check_mapping(check: Check, values: object, what: str) -> Mapping[str, object]:
    if type(values) is not dict and type(values) is not MappingProxyType:
        raise WrongAnswerError(f"{what} is {_described(values)}, not a dict")
    return MappingProxyType(
        {_check_word(name, f"a name in {what}"): check(value, f"a value in {what}") for name, value in values.items()}
    )


def _check_word(value: object, what: str) -> str:
    word = value if type(value) is str else require_type(str, value, what)
    try:
        word.encode()
    except UnicodeEncodeError:
        raise WrongAnswerError(f"{what} holds half a character") from None
    return word


def _check_number(value: object, what: str, least: int = -MOST) -> int:
    number = value if type(value) is int else require_type(int, value, what)
    if not least <= number <= MOST:
        raise WrongAnswerError(f"{what} is {number}, which is not from {least} to {MOST}")
    return number


def _check_float(value: object, what: str) -> float:
    number = require_type(float, value, what)
    if not isfinite(number):
        raise WrongAnswerError(f"{what} is no finite number")
    return number


def _check_score(value: object, what: str) -> float:
    if type(value) is not float:
        return _check_number(value, what)
    if not isfinite(value) or abs(value) > MOST or value * 2 != int(value * 2):
        raise WrongAnswerError(f"{what} is {value}, which is neither a whole number nor one with a half")
    return value


def _check_card(value: object, what: str) -> Card:
    card = require_type(Card, value, what)
    if card not in EVERY_CARD:
        raise WrongAnswerError(f"{what} is no card of any deck, but made by hand")
    return card


def check_text(value: object, what: str, within: int = 0) -> Text:
    """Return a text that can be worded in every language: it has a value for every name in its braces."""
    text = value if type(value) is Text else require_type(Text, value, what)
    template, many, values = text.template, text.many, text.values
    if type(values) is not dict and type(values) is not MappingProxyType:
        raise WrongAnswerError(f"what stands for the values of {what} is {_described(values)}, not a dict")
    if type(template) is not str or type(many) is not str:
        raise WrongAnswerError(f"the template of {what} is {_described(template)}, not a str")
    if not values and not many:
        return _text_alone(template, what)
    try:
        missing = sorted(_names(template, many).difference(values))
    except ValueError as error:
        raise WrongAnswerError(f"{what} cannot be worded: {error}", template) from None
    if missing:
        raise WrongAnswerError(f"{what}, {template!r}, has no value for {', '.join(missing)}", template)
    if many:
        _check_number(values.get("n"), f"“n” in {what}")
    if _are_plain(values.values()):
        return Text(template, MappingProxyType({**values}), many)
    found = {name: check_plain(value, "a value in a text", within) for name, value in values.items()}
    return Text(template, MappingProxyType(found), many)


@lru_cache(maxsize=2_000)
def _text_alone(template: str, what: str) -> Text:
    """A text without values: one for all that say the same of the same."""
    _check_word(template, what)
    return Text(template, MappingProxyType({}))


@lru_cache(maxsize=2_000)
def _names(template: str, many: str) -> frozenset[str]:
    return names_in(_check_word(template, "a template")) | names_in(_check_word(many, "a template"))


def check_plain(value: Any, what: str, within: int = 0) -> Any:
    """Return a value that can be shown and stored; what it holds is its own."""
    kind = type(value)
    if kind is not Text and kind in _SIMPLE:
        return _SIMPLE[kind](value, what)
    if kind not in _HOLDING:
        raise WrongAnswerError(f"{what} is {_described(value)}, which has no plain form")
    if within == MOST_WITHIN:
        raise WrongAnswerError(f"more than {MOST_WITHIN} values stand within each other")
    if kind is Text:
        return check_text(value, "a text within", within + 1)
    if kind is dict or kind is MappingProxyType:
        for name in () if _are_plain(value) else value:
            _check_word(name, f"a name beside {what}")
        if _are_plain(value.values()):
            return MappingProxyType({**value})
        return MappingProxyType({name: check_plain(inner, what, within + 1) for name, inner in value.items()})
    made: type[Any] = kind
    return made(value if _are_plain(value) else [check_plain(inner, what, within + 1) for inner in value])


def _are_plain(values: Iterable[Any]) -> bool:
    """Whether all of these are words in plain letters, cards, small numbers, or yes or no, as most values are."""
    for value in values:
        kind = type(value)
        if (
            not (kind is str and value.isascii())
            and not (kind is Card and value in EVERY_CARD)
            and not (kind is int and -MOST <= value <= MOST)
            and kind is not bool
            and value is not None
        ):
            return False
    return True


check_verdict = partial(_check_mapping, check_plain)
"""Return words with plain values, as nobody can change them."""

_HOLDING = frozenset({Text, tuple, list, frozenset, dict, MappingProxyType})
"""The types of values that hold others."""

_SIMPLE: dict[Any, Check] = {
    str: _check_word,
    int: _check_number,
    float: _check_float,
    bool: partial(require_type, bool),
    NoneType: partial(require_type, NoneType),
    Card: _check_card,
    Text: check_text,
    Score: _check_score,
    object: check_plain,
    # A field says by its type which of them it has.
    tuple[Card, ...] | tuple[str, ...]: check_plain,
    Ruling: partial(frozen_copy, Ruling),
}


# What types cannot say


def _sit_here(named: Iterable[str | None], seats: Collection[str] | None, what: str) -> None:
    for seat in named:
        if seats is not None and seat is not None and seat not in seats:
            raise WrongAnswerError(f"among {what} is {seat!r}, who does not sit here", seat)


def check_ruling(value: object, rules: Collection[str]) -> Ruling:
    """Return a ruling on these rules (`game#section`): whatever its game does afterwards, it stays the same."""
    ruling = frozen_copy(Ruling, value, "the ruling")
    for reason in ruling.because:
        if reason.rule not in rules:
            wrong = f"a ruling rests on {reason.rule!r}, and there is no such section"
            raise WrongAnswerError(wrong, reason.rule, reason.rule.partition("#")[2])
    if ruling.reckoning is not None:
        columns = len(ruling.reckoning.columns)
        for row in ruling.reckoning.rows:
            if len(row.cells) != columns or not columns:
                raise WrongAnswerError(f"{row.seat!r} has {len(row.cells)} cells in a reckoning of {columns} columns")
    return ruling


def check_outcome(outcome: object, check: Callable[[object], Ruling]) -> Accepted | Refused:
    """Return what an entry did: accepted, with a state that is never None, or refused; `check` checks its rulings."""
    if type(outcome) is Refused:
        return Refused(check(outcome.ruling))
    accepted = require_type(Accepted, outcome, "the answer")
    if accepted.state is None:
        raise WrongAnswerError("the state is None")
    rulings = require_type(tuple, accepted.rulings, "what stands for the rulings")
    reveals = require_type(bool, accepted.reveals, "whether it reveals")
    return Accepted(accepted.state, tuple(map(check, rulings)), reveals)


def check_fields(value: object, seats: Seats = None, deck: Deck = FIFTY_FOUR) -> tuple[Field, ...]:
    """Return fields that can be shown, filled in and read as cards of this deck."""
    found = check_each(Field, value, "the fields", lambda field: _check_field(field, seats, deck))
    beside = {field.name: field for field in found}
    if len(beside) < len(found):
        names = [field.name for field in found]
        raise WrongAnswerError(f"two fields have one name: {', '.join(names)}", *names)
    for field in found:
        if field.among is not None and not (field.among in beside and type_of(beside[field.among]).raced):
            raise WrongAnswerError(f"a toss is among those of {field.among!r}, which is no order", field.name)
    return found


def _check_field(field: Field, seats: Seats, deck: Deck) -> None:
    if field.type not in FIELD_TYPES:
        raise WrongAnswerError(f"its type is {field.type!r}, and there is no such type", field.type)
    type = type_of(field)
    check_each(Card if type.of_cards else str, field.choices, "its choices")
    _sit_here(map(str, field.choices) if type.of_seats else (), seats, "its choices")
    _sit_here(field.seats, seats, "its seats")
    if type.of_cards and not set(field.choices).issubset(deck):
        raise WrongAnswerError("among its choices is a card that is not in the game's deck")
    if field.default is not None:
        try:
            read_fields((field,), {field.name: field.default}, ReadingContext(seats, deck=deck))
        except WrongFieldsError as wrong:
            raise WrongAnswerError(f"it cannot begin with {field.default!r}: {wrong.errors[0].message}") from None


def check_prompts(value: object, seats: Seats = None, deck: Deck = FIFTY_FOUR) -> tuple[Prompt, ...]:
    """Return prompts that can be shown and answered, for seats that exist, with cards of this deck."""
    return check_each(Prompt, value, "the prompts", lambda prompt: _check_prompt(prompt, seats, deck))


def _check_prompt(prompt: Prompt, seats: Seats, deck: Deck) -> None:
    _sit_here(prompt.seats, seats, "its seats")
    if prompt.again:
        raise WrongAnswerError("it is asked again, which is the referee's to say")
    check_fields(prompt.fields, seats, deck)
    if prompt.secret and any(type_of(field).tossed for field in prompt.fields):
        # The number of the next toss would tell whether it was drawn.
        raise WrongAnswerError("it is secret and has a toss")


def check_scene(value: object, seats: Seats = None) -> Scene:
    """Return a scene that can be shown, with one standing for each seat and nobody who does not sit here."""
    scene = frozen_copy(Scene, value, "the scene")
    standing = tuple(standing.seat for standing in scene.standings)
    here = standing if seats is None else seats
    if sorted(standing) != sorted(here):
        raise WrongAnswerError(f"the standings are those of {', '.join(standing) or 'nobody'}, not one for each seat")
    _sit_here(scene.to_act, here, "those to act")
    _sit_here((*scene.winners, scene.dealer), here, "the winners and the dealer")
    if scene.sides and (not all(scene.sides) or sorted(seat for side in scene.sides for seat in side) != sorted(here)):
        raise WrongAnswerError(f"the sides are {scene.sides!r}, and not every seat is in one of them, once")
    for fact in scene.facts:
        _sit_here(parts_of(fact.seat) if fact.seat is not None else (), here, "those whom a fact is about")
    for zone in scene.zones:
        seen_by = () if zone.seen_by == EVERYBODY else zone.seen_by
        _sit_here((zone.owner, *seen_by), here, f"those who own or see the zone {zone.name!r}")
        if zone.rows and tuple(card for row in zone.rows for card in row) != zone.cards:
            raise WrongAnswerError("its rows hold other cards than it does", zone.name).within("zone", zone.name)
    return scene


def check_state(state: object) -> object:
    """Return a state, which is never None."""
    if state is None:
        raise WrongAnswerError("the state is None")
    return state


def check_game(value: object) -> Game:
    """Return a game that can be listed and played, with a deck whose cards can be told apart."""
    game = frozen_copy(Game, value, "the game")
    if not game.players or min(game.players) < 1:
        raise WrongAnswerError("nobody can play it")
    if max(game.players) > MOST_SEATS:
        raise WrongAnswerError(f"{max(game.players)} are to play it, and a table has at most {MOST_SEATS} seats")
    if not game.deck or len({card.code for card in game.deck}) < len({*game.deck}):
        raise WrongAnswerError("its deck has no cards, or two that have one code")
    try:
        lexicon_of(game.deck)
    except ValueError as error:
        raise WrongAnswerError(f"its deck cannot be typed: {error}") from None
    check_fields(game.options, deck=game.deck)
    return game


def check_questions(value: object, deck: Deck) -> tuple[Question, ...]:
    """Return questions that can be shown and put, about cards of this deck."""
    return check_each(Question, value, "the questions", lambda question: check_fields(question.fields, deck=deck))


def check_steps(value: object, sections: Collection[str]) -> tuple[SetUpStep, ...]:
    """Return steps of setting up, with sections to read on in."""
    steps = check_each(SetUpStep, value, "the steps")
    for step in steps:
        if step.section and step.section not in sections:
            raise WrongAnswerError(
                f"a step names the section {step.section!r}, and there is no such section", step.section
            )
    return steps


def fields_error(error: BaseException) -> WrongFieldsError | None:
    """Return the error about wrong fields that a game raised, if its words can be shown; None for anything else."""
    if type(error) is not WrongFieldsError:
        return None
    try:
        errors = check_each(FieldError, error.errors, "the errors")
    except WrongAnswerError:
        return None
    return WrongFieldsError(*errors) if errors else None

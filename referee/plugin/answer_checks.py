"""What a hook answers is checked here, once, before anything is made or kept of it.

An answer is made of Referee's own types and Python's plain ones, and of no subclass of
them, since nobody knows what a subclass would do, or when. Every member is of the type
that its class declares; the functions at the end check what types cannot say. Whatever
comes back can be worded, stored and shown, and nobody can change it any more.

What is only unwise is for `referee check` to tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache, partial
from itertools import chain
from math import isfinite
from operator import is_, not_
from types import MappingProxyType, NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    NoReturn,
    TypeGuard,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from referee.cards.card import EVERY_CARD, Card
from referee.cards.decks import FIFTY_FOUR
from referee.cards.reading import lexicon_of
from referee.plugin.field_values import read_fields
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import FIELD_TYPES, type_of
from referee.vocabulary.fields.field_type import ReadingContext
from referee.vocabulary.game import (
    MOST_SEATS,
    Accepted,
    Game,
    Question,
    Refused,
    SetUpStep,
)
from referee.vocabulary.prompt import STOP, Field, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, names_in
from referee.vocabulary.values import MOST_COUNTED, Score, parts_of
from referee.vocabulary.view import EVERYBODY, Scene

T = TypeVar("T")

Seats = tuple[str, ...] | None
"""The seats that exist; None: any name."""

Deck = tuple[Card, ...]
"""The cards that a game is played with."""

Check = Callable[..., Any]
"""Takes a value, what it is called, and how deep it stands; returns it as nobody can
change it.
"""

Checks = Mapping[type[Any], tuple[Callable[[Any], bool] | None, Check]]
"""The types of the values that may stand in a place. Each has a quick look by which
most are seen to be sound, and what checks a value that is not, or that holds others.
"""

MOST_WITHIN = 12
"""How deep values may stand within each other: a text in a text, a list in a list."""


class WrongAnswerError(Exception):
    """A hook answered what it must not; the message says what is wrong with it.

    `words` are of the answer: its author finds the place in the code by them, the most
    telling first.
    """

    def __init__(self, what: str, *words: object) -> None:
        super().__init__(what)
        self.words = tuple(word for word in words if type(word) is str and word)

    def within(self, value: Any) -> WrongAnswerError:
        """Return the same, found in this value, if its first member names it: ` (in the
        prompt 'bid')`.
        """
        name = getattr(value, fields(value)[0].name) if is_dataclass(value) else None
        if type(name) is not str:
            return self
        kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(value).__name__).lower()
        return type(self)(f"{self} (in the {kind} {name!r})", *self.words, name)


class LargeNumberError(WrongAnswerError):
    """A number in an answer cannot be counted exactly: what was entered may have led to
    it, and no fault of a game.
    """


def require_type(kind: type[T], value: object, what: str) -> T:
    """Return this value, which is of just this type; WrongAnswerError for any other."""
    if type(value) is not kind:
        raise WrongAnswerError(
            f"{what} is {_described(value)}, not {_with_article(kind.__name__)}"
        )
    return value


def _described(value: object) -> str:
    return "None" if value is None else _with_article(type(value).__name__)


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


# Values by the types that their classes declare


def frozen_copy(value: T, _what: str = "", within: int = 0) -> T:
    """Return this value of a dataclass as nobody can change it; each member is as the
    class declares.
    """
    kind = type(value)
    members, changed = [], False
    for name, default, checks, called in _members(kind):  # type: ignore[arg-type]  # a type is hashable
        member = getattr(value, name)
        if member is not default:
            is_sound, check = checks.get(type(member)) or _refuse_type(
                checks, member, called
            )
            if is_sound is None or not is_sound(member):
                copy = check(member, called, within)
                changed, member = changed or copy is not member, copy
        members.append(member)
    return kind(*members) if changed else value


@cache
def _members(kind: type[Any]) -> tuple[tuple[str, object, Checks, str], ...]:
    """The members of a dataclass: name, default, the checks of what is no default, and
    what messages call it.
    """
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (
            member.name,
            member.default,
            _checks_of(hints[member.name]),
            f"its {member.name}",
        )
        for member in fields(kind)
    )


@cache
def _checks_of(hint: Any) -> Checks:
    """Return the types of the values that may stand where this is declared, each with
    how such a value is checked.
    """
    origin, inner = get_origin(hint), get_args(hint)
    if hint in _CHECKS:
        return _CHECKS[hint]
    if origin is Annotated:
        return {int: (None, partial(_check_number, inner[1][1]))}
    if origin is Literal:
        return {str: (inner.__contains__, partial(_refuse_choice, inner))}
    if origin is tuple:
        return {tuple: (not_, partial(check_each, inner[0]))}
    if origin is Mapping:
        return dict.fromkeys(
            (dict, MappingProxyType), (None, partial(_check_mapping, inner[1]))
        )
    if inner:
        return {
            kind: check
            for member in inner
            for kind, check in _checks_of(member).items()
        }
    return {
        hint: (None, frozen_copy)
        if is_dataclass(hint)
        else (hint.__instancecheck__, _keep)
    }


def _refuse_type(checks: Checks, value: object, what: str) -> NoReturn:
    if checks is _PLAIN:
        raise WrongAnswerError(
            f"{what} is {_described(value)}, which has no plain form"
        )
    kind = next(iter(checks))
    require_type(kind, value, f"what stands for {what}" if kind is tuple else what)
    raise AssertionError


def check_each(
    kind: Any, values: object, what: str, within: int = 0
) -> tuple[Any, ...]:
    """Return these values, a tuple of values that are declared to be of this type."""
    found = (
        values
        if type(values) is tuple
        else require_type(tuple, values, f"what stands for {what}")
    )
    copies = _check_all(_checks_of(kind), found, f"one of {what}", within)
    return found if all(map(is_, found, copies)) else tuple(copies)


def _check_all(
    checks: Checks, values: Iterable[Any], what: str, within: int
) -> list[Any]:
    """Return these values, checked; those that hold others are copied."""
    if within > MOST_WITHIN:
        raise WrongAnswerError(
            f"more than {MOST_WITHIN} values stand within each other"
        )
    copies = []
    for value in values:
        is_sound, check = checks.get(type(value)) or _refuse_type(checks, value, what)
        if is_sound is not None and is_sound(value):
            copies.append(value)
            continue
        try:
            copies.append(check(value, what, within))
        except WrongAnswerError as wrong:
            raise wrong.within(value) from None
    return copies


def _check_mapping(
    kind: Any, values: Mapping[Any, Any], what: str, within: int = 0
) -> Mapping[str, Any]:
    """Return values of this type by name, as nobody can change them."""
    for name in values:
        if type(name) is not str or not name.isascii():
            _check_word(
                require_type(str, name, f"a name in {what}"), f"a name in {what}"
            )
    copies = _check_all(
        _checks_of(kind), values.values(), f"a value in {what}", within + 1
    )
    return MappingProxyType(dict(zip(values, copies, strict=True)))


def _check_items(values: Any, what: str, within: int = 0) -> Any:
    copies = _check_all(_PLAIN, values, what, within + 1)
    return (
        values
        if type(values) is not list and all(map(is_, values, copies))
        else type(values)(copies)
    )


def _keep(value: object, what: str, within: int = 0) -> object:
    return value


def _check_word(value: str, what: str, within: int = 0) -> str:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise WrongAnswerError(f"{what} holds half a character") from None
    return value


def _refuse_choice(
    words: Sequence[str], value: str, what: str, within: int = 0
) -> NoReturn:
    raise WrongAnswerError(
        f"{what} is {value!r}, which is none of {', '.join(words)}", value
    )


def _check_number(least: int, value: int, what: str, within: int = 0) -> int:
    if not least <= value <= MOST_COUNTED:
        kind = LargeNumberError if abs(value) > MOST_COUNTED else WrongAnswerError
        raise kind(f"{what} is {value}, which is not from {least} to {MOST_COUNTED}")
    return value


def _refuse_float(value: float, what: str, within: int = 0) -> NoReturn:
    raise WrongAnswerError(
        f"{what} is {value}, which is no number that can be shown: neither is NaN, nor "
        "infinity"
    )


def _is_score(value: float) -> bool:
    return abs(value) <= MOST_COUNTED and value * 2 == int(value * 2)


def _refuse_score(value: float, what: str, within: int = 0) -> NoReturn:
    if isfinite(value) and abs(value) > MOST_COUNTED:
        raise LargeNumberError(
            f"{what} is {value}, which is not from {-MOST_COUNTED} to {MOST_COUNTED}"
        )
    raise WrongAnswerError(
        f"{what} is {value}, which is neither a whole number nor one with a half"
    )


def _refuse_card(value: Card, what: str, within: int = 0) -> NoReturn:
    raise WrongAnswerError(f"{what} is no card of any deck, but made by hand")


def check_text(text: Text, what: str, within: int = 0) -> Text:
    """Return a text that can be worded in every language: it has a value for every name
    in its braces.
    """
    template, many, values = text.template, text.many, text.values
    if type(values) is not dict and type(values) is not MappingProxyType:
        raise WrongAnswerError(
            f"what stands for the values of {what} is {_described(values)}, not a dict"
        )
    if type(template) is not str or type(many) is not str:
        raise WrongAnswerError(
            f"the template of {what} is {_described(template)}, not a str"
        )
    try:
        names = _names_in_braces(template, many)
    except ValueError as error:
        raise WrongAnswerError(f"{what} cannot be worded: {error}", template) from None
    if not values.keys() >= names:
        missing = ", ".join(sorted(names.difference(values)))
        raise WrongAnswerError(
            f"{what}, {template!r}, has no value for {missing}", template
        )
    if many:
        _check_all(_CHECKS[int], (values.get("n"),), f"“n” in {what}", within)
    if not values:
        return text
    copies = _check_all(_PLAIN, values.values(), "a value in a text", within + 1)
    if type(values) is MappingProxyType and all(map(is_, values.values(), copies)):
        return text
    return Text(
        template, MappingProxyType(dict(zip(values, copies, strict=True))), many
    )


@lru_cache(maxsize=2_000)
def _names_in_braces(template: str, many: str) -> frozenset[str]:
    """Return the names in both; ValueError where they are not whole characters, or have
    more in their braces.
    """
    (template + many).encode()
    return names_in(template) | names_in(many)


def freeze_values(values: object, what: str) -> Mapping[str, Any]:
    """Return plain values by name, as nobody can change them."""
    if type(values) is not MappingProxyType:
        require_type(dict, values, what)
    return _check_mapping(object, cast("Mapping[Any, Any]", values), what)


_PLAIN: Checks = {
    str: (str.isascii, _check_word),
    int: (
        range(-MOST_COUNTED, MOST_COUNTED + 1).__contains__,
        partial(_check_number, -MOST_COUNTED),
    ),
    float: (isfinite, _refuse_float),
    bool: (bool.__instancecheck__, _keep),
    NoneType: (NoneType.__instancecheck__, _keep),
    Card: (EVERY_CARD.__contains__, _refuse_card),
    Text: (None, check_text),
    **dict.fromkeys((tuple, list, frozenset), (None, _check_items)),
    **dict.fromkeys((dict, MappingProxyType), (None, partial(_check_mapping, object))),
}
"""What can be shown and stored."""

_SCORE: Checks = {float: (_is_score, _refuse_score), int: _PLAIN[int]}

_CHECKS: dict[Any, Checks] = {
    **{kind: {kind: _PLAIN[kind]} for kind in (str, int, bool, NoneType, Card, Text)},
    float: _SCORE,
    Score: _SCORE,
    object: _PLAIN,
    # A field says by its type which of them it has.
    tuple[Card, ...] | tuple[str, ...]: _PLAIN,
}


# What types cannot say


def _sit_here(
    named: Iterable[str | None], seats: Collection[str] | None, what: str
) -> None:
    for seat in named:
        if seats is not None and seat is not None and seat not in seats:
            raise WrongAnswerError(
                f"among {what} is {seat!r}, who does not sit here", seat
            )


def check_ruling(value: object, rules: Collection[str]) -> Ruling:
    """Return a ruling on these rules (`game#section`): whatever its game does
    afterwards, it stays the same.
    """
    ruling = frozen_copy(require_type(Ruling, value, "the ruling"))
    for reason in ruling.because:
        if reason.rule not in rules:
            wrong = f"a ruling rests on {reason.rule!r}, and there is no such section"
            raise WrongAnswerError(wrong, reason.rule, reason.rule.partition("#")[2])
    if ruling.reckoning is not None:
        columns = len(ruling.reckoning.columns)
        for row in ruling.reckoning.rows:
            if len(row.cells) != columns or not columns:
                whose = row.seat or str(row.name)
                raise WrongAnswerError(
                    f"{whose!r} has {len(row.cells)} cells in a reckoning of {columns} "
                    "columns"
                )
    return ruling


def check_outcome(
    outcome: object, check: Callable[[object], Ruling]
) -> Accepted | Refused:
    """Return what an entry did: accepted, with a state that is never None, or refused;
    `check` checks its rulings.
    """
    if type(outcome) is Refused:
        return Refused(check(outcome.ruling))
    accepted = require_type(Accepted, outcome, "the answer")
    rulings = require_type(tuple, accepted.rulings, "what stands for the rulings")
    reveals = require_type(bool, accepted.reveals, "whether it reveals")
    return Accepted(check_state(accepted.state), tuple(map(check, rulings)), reveals)


def _check_closer(values: Iterable[T], check: Callable[[T], object]) -> None:
    """Check more of each of these; what is wrong with one is told with its name."""
    for value in values:
        try:
            check(value)
        except WrongAnswerError as wrong:
            raise wrong.within(value) from None


def check_fields(
    value: object, seats: Seats = None, deck: Deck = FIFTY_FOUR
) -> tuple[Field, ...]:
    """Return fields that can be shown, filled in and read as cards of this deck."""
    return _check_typed_fields(check_each(Field, value, "the fields"), seats, deck)


def _check_typed_fields(
    found: tuple[Field, ...], seats: Seats, deck: Deck
) -> tuple[Field, ...]:
    """Check what the types of these fields, of a prompt or a question too, cannot say."""
    _check_closer(found, lambda field: _check_field(field, seats, deck))
    beside = {field.name: field for field in found}
    if len(beside) < len(found):
        names = [field.name for field in found]
        raise WrongAnswerError(f"two fields have one name: {', '.join(names)}", *names)
    for field in found:
        if field.among is not None and not (
            field.among in beside and type_of(beside[field.among]).raced
        ):
            raise WrongAnswerError(
                f"a toss is among those of {field.among!r}, which is no order",
                field.name,
            )
    return found


def _check_field(field: Field, seats: Seats, deck: Deck) -> None:
    if field.type not in FIELD_TYPES:
        raise WrongAnswerError(
            f"its type is {field.type!r}, and there is no such type", field.type
        )
    type = type_of(field)
    check_each(Card if type.of_cards else str, field.choices, "its choices")
    if type.of_seats:
        named = map(parts_of, field.words) if field.partners else [field.words]
        _sit_here(chain.from_iterable(named), seats, "its choices")
    _sit_here(field.seats, seats, "its seats")
    if type.of_cards and not set(field.choices).issubset(deck):
        raise WrongAnswerError(
            "among its choices is a card that is not in the game's deck"
        )
    if field.default is not None:
        try:
            read_fields(
                (field,), {field.name: field.default}, ReadingContext(seats, deck=deck)
            )
        except WrongFieldsError as wrong:
            raise WrongAnswerError(
                f"it cannot begin with {field.default!r}: {wrong.errors[0].message}"
            ) from None


def check_prompts(
    value: object, seats: Seats = None, deck: Deck = FIFTY_FOUR
) -> tuple[Prompt, ...]:
    """Return prompts that can be shown and answered, for seats that exist, with cards
    of this deck.
    """
    prompts = check_each(Prompt, value, "the prompts")
    _check_closer(prompts, lambda prompt: _check_prompt(prompt, seats, deck))
    return prompts


def can_be_folded(prompts: object) -> TypeGuard[tuple[Prompt, ...]]:
    """Return whether these are prompts whose kinds, seats and secrecy the fold can go
    by, whatever else they hold.
    """
    return type(prompts) is tuple and all(map(_can_be_folded, prompts))


def _can_be_folded(prompt: object) -> bool:
    if (
        type(prompt) is not Prompt
        or type(prompt.kind) is not str
        or type(prompt.seats) is not tuple
    ):
        return False
    if prompt.kind == STOP:
        return False
    if (
        not type(prompt.optional) is type(prompt.secret) is type(prompt.own) is bool
        or prompt.again is not False
    ):
        return False
    # What is secret is held by its seats and the types of its fields.
    return not prompt.secret or (
        all(type(seat) is str for seat in prompt.seats)
        and type(prompt.fields) is tuple
        and all(map(_is_typed, prompt.fields))
    )


def _is_typed(field: object) -> bool:
    return (
        type(field) is Field and type(field.type) is str and field.type in FIELD_TYPES
    )


def _check_prompt(prompt: Prompt, seats: Seats, deck: Deck) -> None:
    _sit_here(prompt.seats, seats, "its seats")
    if prompt.kind == STOP:
        raise WrongAnswerError(
            f"its kind is {STOP!r}, by which the host ends any match: give it another",
            STOP,
        )
    if prompt.again:
        raise WrongAnswerError("it is asked again, which is the referee's to say")
    _check_typed_fields(prompt.fields, seats, deck)
    if prompt.secret and any(type_of(field).tossed for field in prompt.fields):
        # The number of the next toss would tell whether it was drawn.
        raise WrongAnswerError("it is secret and has a toss")


def check_scene(value: object, seats: Seats = None) -> Scene:
    """Return a scene that can be shown, with one standing for each seat and nobody who
    does not sit here.
    """
    scene = frozen_copy(require_type(Scene, value, "the scene"))
    standing = tuple(standing.seat for standing in scene.standings)
    here = standing if seats is None else seats
    if sorted(standing) != sorted(here):
        raise WrongAnswerError(
            f"the standings are those of {', '.join(standing) or 'nobody'}, not one "
            "for each seat"
        )
    _sit_here(scene.to_act, here, "those to act")
    _sit_here((*scene.winners, scene.dealer), here, "the winners and the dealer")
    if scene.sides and (
        not all(scene.sides)
        or sorted(seat for side in scene.sides for seat in side) != sorted(here)
    ):
        raise WrongAnswerError(
            f"the sides are {scene.sides!r}, and not every seat is in one of them, once"
        )
    for fact in scene.facts:
        _sit_here(
            parts_of(fact.seat) if fact.seat is not None else (),
            here,
            "those whom a fact is about",
        )
    for step in scene.steps:
        _sit_here(step.seats, here, "those whom a step names")
    for zone in scene.zones:
        seen_by = () if zone.seen_by == EVERYBODY else zone.seen_by
        _sit_here(
            (zone.owner, *seen_by), here, f"those who own or see the zone {zone.name!r}"
        )
        if zone.rows and tuple(card for row in zone.rows for card in row) != zone.cards:
            raise WrongAnswerError("its rows hold other cards than it does").within(
                zone
            )
    return scene


def check_state(state: object) -> object:
    """Return a state, which is never None."""
    if state is None:
        raise WrongAnswerError("the state is None")
    return state


def check_game(value: object) -> Game:
    """Return a game that can be listed and played, with a deck whose cards can be told
    apart.
    """
    game = frozen_copy(require_type(Game, value, "the game"))
    if not game.players:
        raise WrongAnswerError("its players are (), and somebody has to play it")
    if (fewest := min(game.players)) < 1:
        raise WrongAnswerError(
            f"its players are {game.players}, and {fewest} cannot play: 1 is the least"
        )
    if max(game.players) > MOST_SEATS:
        raise WrongAnswerError(
            f"{max(game.players)} are to play it, and a table has at most {MOST_SEATS} "
            "seats"
        )
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
    questions = check_each(Question, value, "the questions")
    _check_closer(
        questions, lambda question: _check_typed_fields(question.fields, None, deck)
    )
    return questions


def check_steps(value: object, sections: Collection[str]) -> tuple[SetUpStep, ...]:
    """Return steps of setting up, with sections to read on in."""
    steps = check_each(SetUpStep, value, "the steps")
    for step in steps:
        if step.section and step.section not in sections:
            raise WrongAnswerError(
                f"a step names the section {step.section!r}, and there is no such "
                "section",
                step.section,
            )
    return steps


def fields_error(error: BaseException) -> WrongFieldsError | None:
    """Return the error about wrong fields that a game raised, if its words can be
    shown; None for anything else.
    """
    if type(error) is not WrongFieldsError:
        return None
    try:
        errors = check_each(FieldError, error.errors, "the errors")
    except WrongAnswerError:
        return None
    return WrongFieldsError(*errors) if errors else None

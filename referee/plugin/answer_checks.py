"""Checks of hooks' answers, each made once, before anything is built or stored from it.

Answers consist of Referee's own types and Python's plain ones, without subclasses,
whose behaviour nobody knows. Each member has its declared type; functions at the end
check what types cannot express. A checked answer can be worded and stored, and nobody
can change it.

`referee check` reports answers that are only unwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from functools import cache, partial
from itertools import chain
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
from referee.cards.reading import lexicon_of
from referee.plugin.field_values import read_fields
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import FIELD_TYPES, type_of
from referee.vocabulary.fields.reading import ReadingContext
from referee.vocabulary.game import (
    JOKER_WORDING,
    MOST_SEATS,
    Accepted,
    Game,
    Preparation,
    Question,
    Refused,
)
from referee.vocabulary.prompt import STOP, Field, Prompt, Prompts
from referee.vocabulary.ruling import Reckoning, Ruling, Rulings
from referee.vocabulary.text import Text, names_in
from referee.vocabulary.values import (
    MOST_COUNTED,
    Score,
    Seats,
    any_of,
    no_such_name,
    seats_in_side,
)
from referee.vocabulary.view import EVERYBODY, Scene, Zone

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


class WrongSeatingError(WrongAnswerError):
    """A movement seats somebody wrongly; `why` says it to the people there."""

    def __init__(self, why: Text, instead: str) -> None:
        super().__init__(str(why), instead=instead)
        self.why = why


OWN_ERRORS = (WrongAnswerError, LargeNumberError, WrongSeatingError)
"""The errors of this kind; a stranger's subclass may say anything."""


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
                f"{what} is {_describe(value)}, which has no plain form",
                instead="Write texts, numbers, cards, True, False or None, and tuples "
                "and mappings of these.",
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
    instead = "Round it: `round(…)` gives a whole number."
    raise WrongAnswerError(f"{what} is {value}, which is {why}", instead=instead)


def _check_score(value: float, what: str) -> float:
    if isfinite(value):
        _check_count(value, what)
    if (value * 2).is_integer():
        return value
    why = "neither a whole number nor one with a half"
    instead = "Round it: `round(…)` gives a whole number."
    raise WrongAnswerError(f"{what} is {value}, which is {why}", instead=instead)


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


# What types cannot say


def _require_seats_here(
    named: Iterable[str | None], seats: Collection[str] | None, what: str
) -> None:
    if seats is None:
        return
    for seat in named:
        if seat is not None and seat not in seats:
            wrong = f"among {what} is {seat!r}, who does not sit here"
            instead = f"Name some of {', '.join(map(repr, seats))}: `setting.seats`."
            raise WrongAnswerError(wrong, seat, instead=instead)


def check_ruling(value: object, sections: Collection[str]) -> Ruling:
    """Return a ruling on these rules (`game#section`), unchangeable."""
    ruling = frozen_copy(require_type(Ruling, value, "the ruling"))
    for reason in ruling.because:
        rule = reason.rule
        if rule not in sections:
            wrong = f"a ruling rests on {rule!r}, and there is no such section"
            instead = (
                f"Cite one of {', '.join(sorted(sections))}, or add it to the rules."
            )
            raise WrongAnswerError(wrong, rule, reason.section, instead=instead)
    if ruling.rare is not None and not str(ruling.rare):
        raise WrongAnswerError("a ruling's `rare` is empty; None where nothing is")
    if ruling.reckoning is not None:
        _require_columns(ruling.reckoning)
    return ruling


def check_reckonings(value: object) -> tuple[Reckoning, ...]:
    """Return the reckonings of a list."""
    reckonings = check_each(Reckoning, value, what="the tables of the list")
    for reckoning in reckonings:
        _require_columns(reckoning)
    return reckonings


def _require_columns(reckoning: Reckoning) -> None:
    columns = len(reckoning.columns)
    for row in reckoning.rows:
        cells = len(row.cells)
        if cells != columns or not columns:
            whose = row.seat or str(row.name)
            wrong = f"{whose!r} has {cells} cells in a reckoning of {columns} columns"
            raise WrongAnswerError(wrong)


def check_outcome(
    outcome: object, check: Callable[[object], Ruling]
) -> Accepted | Refused:
    """Return an entry's outcome: accepted with a state that is not None, or refused."""
    if type(outcome) is Refused:
        return Refused(check(outcome.ruling))
    accepted = require_type(Accepted, outcome, "the answer")
    rulings = check_rulings(accepted.rulings, check)
    reveals = require_type(bool, accepted.reveals, "whether it reveals")
    return Accepted(check_state(accepted.state), rulings, reveals)


def check_rulings(value: object, check: Callable[[object], Ruling]) -> Rulings:
    """Return several rulings, each as this check returns it."""
    rulings = require_type(tuple, value, "what stands for the rulings")
    return tuple(map(check, rulings))


def _require_of_each(values: Iterable[T], check: Callable[[T], object]) -> None:
    """Check each of these values further; an error names the value concerned."""
    for value in values:
        try:
            check(value)
        except WrongAnswerError as wrong:
            raise wrong.within(value) from None


def check_fields(value: object, deck: Cards) -> tuple[Field, ...]:
    """Return fields that can be shown and filled in, with cards of this deck."""
    return _check_typed_fields(check_each(Field, value, "the fields"), None, deck)


def _check_typed_fields(
    fields: tuple[Field, ...], seats: KnownSeats, deck: Cards
) -> tuple[Field, ...]:
    """Return these fields, checked for everything but their types."""
    _require_of_each(fields, lambda field: _require_sound_field(field, seats, deck))
    names = [field.name for field in fields]
    if len({*names}) < len(names):
        wrong = f"two fields have one name: {', '.join(names)}"
        raise WrongAnswerError(wrong, *names, instead="Give each a name of its own.")

    orders = {field.name for field in fields if type_of(field).raced}
    for field in fields:
        among = field.among
        if among is not None and among not in orders:
            wrong = f"a toss is among those of {among!r}, which is no order"
            raise WrongAnswerError(wrong, field.name)
    return fields


def _require_sound_field(field: Field, seats: KnownSeats, deck: Cards) -> None:
    if field.type not in FIELD_TYPES:
        wrong = f"its type is {field.type!r}, and there is no such type"
        near = get_close_matches(field.type, FIELD_TYPES)
        instead = f"Write {any_of(near or FIELD_TYPES)}."
        raise WrongAnswerError(wrong, field.type, instead=instead)
    kind = type_of(field)
    choices = "its choices"
    check_each(Card if kind.of_cards else str, field.choices, choices)
    if kind.of_seats:
        named: Iterable[str] = field.words
        if field.partners:
            named = chain(*map(seats_in_side, named))
        _require_seats_here(named, seats, choices)
    _require_seats_here(field.seats, seats, "its seats")
    if kind.of_cards and not {*deck}.issuperset(field.choices):
        stranger = next(card for card in field.choices if card not in deck)
        wrong = f"among {choices} is {stranger}, which is not in the game's deck"
        instead = "Put the card into `Game(deck=…)`, or leave it out here."
        raise WrongAnswerError(wrong, str(stranger), instead=instead)

    default = field.default
    context = ReadingContext(seats, deck=deck)
    if default is not None:
        try:
            read_fields((field,), {field.name: default}, context)
        except WrongFieldsError as error:
            message = error.errors[0].message
            wrong = f"it cannot begin with {default!r}: {message}"
            raise WrongAnswerError(wrong) from None


def check_prompts(value: object, seats: KnownSeats, deck: Cards) -> Prompts:
    """Return prompts that can be shown and answered, with cards of this deck."""
    prompts = check_each(Prompt, value, "the prompts")
    _require_of_each(prompts, lambda prompt: _require_sound_prompt(prompt, seats, deck))
    return prompts


def _require_sound_prompt(prompt: Prompt, seats: KnownSeats, deck: Cards) -> None:
    _require_seats_here(prompt.seats, seats, "its seats")
    if prompt.kind == STOP:
        wrong = f"its kind is {STOP!r}, by which the host ends any match"
        raise WrongAnswerError(f"{wrong}: give it another", STOP)
    if prompt.again:
        raise WrongAnswerError("it is asked again, which is the referee's to say")
    _check_typed_fields(prompt.fields, seats, deck)
    own = [field for field in prompt.fields if field.own]
    for field in own:
        has_parts = type_of(field).by_seat or field.type == "seats"
        if not has_parts or field.total is not None:
            wrong = f"its field {field.name!r} is `own`, but no seat has a part of it"
            raise WrongAnswerError(wrong, field.name)
    if own and not any(type_of(field).by_seat for field in own):
        raise WrongAnswerError("what is `own` in it says for no seat that it is in")
    if prompt.secret and any(type_of(field).tossed for field in prompt.fields):
        # The next toss's number would reveal whether it was drawn.
        raise WrongAnswerError("it is secret and has a toss")


def check_scene(value: object, seats: KnownSeats = None) -> Scene:
    """Return a scene that can be shown, with one standing for each seat."""
    scene = frozen_copy(require_type(Scene, value, "the scene"))
    standing = tuple([standing.seat for standing in scene.standings])
    seated = standing if seats is None else seats
    if sorted(standing) != sorted(seated):
        whose = ", ".join(standing) or "nobody"
        wrong = f"the standings are those of {whose}, not one for each seat"
        raise WrongAnswerError(wrong)

    _require_seats_here(scene.to_act, seated, "those to act")
    _require_seats_here(
        (*scene.winners, scene.dealer), seated, "the winners and the dealer"
    )
    sides = scene.sides
    if sides and (not all(sides) or sorted(chain(*sides)) != sorted(seated)):
        wrong = f"the sides are {sides!r}, and not every seat is in one of them, once"
        raise WrongAnswerError(wrong)
    for fact in scene.facts:
        if fact.seat is not None:
            _require_seats_here(
                seats_in_side(fact.seat), seated, "those whom a fact is about"
            )
    for step in scene.steps:
        _require_seats_here(step.seats, seated, "those whom a step names")
    for zone in scene.zones:
        _require_sound_zone(zone, seated)
    if scene.trick is not None:
        trick = scene.trick
        _require_seats_here(trick.order, seated, "those who play to the trick")
        named = (*trick.plays, trick.winner or trick.order[0])
        _require_seats_here(named, trick.order, "those in the trick")
    return scene


def _require_sound_zone(zone: Zone, seated: Collection[str]) -> None:
    seats = [zone.owner]
    if zone.seen_by != EVERYBODY:
        seats += zone.seen_by
    _require_seats_here(seats, seated, f"those who own or see the zone {zone.name!r}")
    if zone.rows and tuple(chain(*zone.rows)) != zone.cards:
        raise WrongAnswerError("its rows hold other cards than it does").within(zone)


def check_state(state: object) -> object:
    """Return a state that is not None."""
    if state is None:
        instead = "Return one: a function that ends without `return` answers None."
        raise WrongAnswerError("the state is None", instead=instead)
    return state


def check_game(value: object) -> Game:
    """Return a game that can be listed and played, with distinct cards."""
    game = frozen_copy(require_type(Game, value, "the game"))
    players = game.players
    if not players:
        raise WrongAnswerError("its players are (), and somebody has to play it")
    fewest = min(players)
    most = max(players)
    if fewest < 1:
        wrong = f"its players are {players}, and {fewest} cannot play: 1 is the least"
        raise WrongAnswerError(wrong)
    if most > MOST_SEATS:
        wrong = f"{most} are to play it, and a table has at most {MOST_SEATS} seats"
        raise WrongAnswerError(wrong)
    if not game.deck or len({card.code for card in game.deck}) < len({*game.deck}):
        raise WrongAnswerError("its deck has no cards, or two that have one code")
    try:
        lexicon_of(game.deck)
    except ValueError as error:
        raise WrongAnswerError(f"its deck cannot be typed: {error}") from None
    _require_sound_options(game)
    return game


def _require_sound_options(game: Game) -> None:
    check_fields(game.options, game.deck)
    names = {option.name for option in game.options} | {"players"}
    needed = list(chain.from_iterable(option.needs or () for option in game.options))
    needed += [option.at_most for option in game.options if option.at_most]
    for name in needed:
        if name not in names:
            raise WrongAnswerError(no_such_name(name, names, "option"), name)
    for option in game.options:
        if option.name != JOKER_WORDING.name:
            continue
        is_choice = option.type == JOKER_WORDING.type
        if not is_choice or not {*JOKER_WORDING.choices}.issuperset(option.choices):
            wrong = (
                f"its option {option.name!r} is not `JOKER_WORDING`, which has this "
                "name: give it another"
            )
            raise WrongAnswerError(wrong, option.name)


def check_questions(value: object, deck: Cards) -> tuple[Question, ...]:
    """Return questions that can be shown and asked, about cards of this deck."""
    questions = check_each(Question, value, "the questions")
    _require_of_each(
        questions, lambda question: _check_typed_fields(question.fields, None, deck)
    )
    return questions


def check_steps(value: object, sections: Collection[str]) -> tuple[Preparation, ...]:
    """Return steps of setting up, with existing sections."""
    steps = check_each(Preparation, value or (), "the steps")
    for step in steps:
        section = step.section
        if section and section not in sections:
            wrong = (
                f"a step names the section {section!r}, and there is no such section"
            )
            raise WrongAnswerError(wrong, section)
    return steps


def fields_error(error: BaseException) -> WrongFieldsError | None:
    """Return a game's error about wrong fields if it can be shown, or None."""
    if type(error) is not WrongFieldsError:
        return None
    try:
        errors = check_each(FieldError, error.errors, "the errors")
    except WrongAnswerError:
        return None
    return WrongFieldsError(*errors) if errors else None

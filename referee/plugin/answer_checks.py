"""Looking at what a hook answered before anything is made of it: what could not be shown later is found now.

Each of these raises WrongAnswerError, which tells the game's author what is wrong. An answer is made of Referee's own
types and Python's plain ones, and of nothing that is derived from them: what that would do, and when, is anybody's
guess. None of them words a text: that a template has its values is enough for every language, since a translation with
other names in braces is not used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from math import isfinite
from types import MappingProxyType
from typing import Any, TypeVar, cast, get_args

from referee.cards.card import CARDS, Card
from referee.cards.naming import JokerWording
from referee.plugin.field_values import read_fields
from referee.plugin.remembered import Remembered, Seats
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import FIELD_TYPES, type_of
from referee.vocabulary.fields.field_type import ReadingContext
from referee.vocabulary.game import Accepted, Game, HouseRule, Question, Refused, RulingHook, Section, SetUpStep
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Basis, Origin, Reason, Ruling, Shown, ShownCards
from referee.vocabulary.text import NOTHING, Text, names_in
from referee.vocabulary.view import EVERYBODY, Scene, Standing, Zone

T = TypeVar("T")

MOST = 2**53
"""No number is greater, or less than its negative: what reads JSON would not read it exactly."""

ALL_CARDS = frozenset(CARDS.values())
"""Cards are themselves alone: another with the same face is none."""

MOST_WITHIN = 12
"""So many values may stand within each other: a text in a text, a list in a list."""

BASES: frozenset[str] = frozenset(get_args(Basis))
RULING_HOOKS: frozenset[str] = frozenset(get_args(RulingHook))


class WrongAnswerError(Exception):
    """A hook answered what it must not; the message says what is wrong with it."""


def of(kind: type[T], value: object, what: str) -> T:
    """This value, which is of just this type; `what` says what it is for."""
    if type(value) is not kind:
        raise WrongAnswerError(f"{what} is {_seen(value)}, not {_named(kind)}")
    return value


def all_of(kind: type[T], values: object, what: str) -> tuple[T, ...]:
    """These values, which are a tuple of this type."""
    if type(values) is tuple and {kind}.issuperset(map(type, values)):
        if kind is Card and not ALL_CARDS.issuperset(values):
            raise WrongAnswerError(f"one of {what} is no card of any deck, but made by hand")
        return values
    return tuple([of(kind, value, f"one of {what}") for value in of(tuple, values, f"what stands for {what}")])


def _names_and_values(values: object, what: str) -> Mapping[object, object]:
    if type(values) is not dict and type(values) is not MappingProxyType:
        raise WrongAnswerError(f"{what} is {_seen(values)}, not a dict")
    return cast("Mapping[object, object]", values)


def _flags(*values: object) -> None:
    for value in values:
        if value is not True and value is not False:
            of(bool, value, "one of the flags")


def _seen(value: object) -> str:
    return "None" if value is None else _named(type(value))


def _named(kind: type[object]) -> str:
    return f"{'an' if kind.__name__[0] in 'aeiouAEIOU' else 'a'} {kind.__name__}"


def _sound_word(word: object, what: str) -> None:
    if type(word) is str and word.isascii():
        return
    try:
        of(str, word, what).encode()
    except UnicodeEncodeError:
        raise WrongAnswerError(f"{what} holds half a character") from None


def _sound_number(number: object, what: str, least: int = -MOST) -> None:
    if not least <= (number if type(number) is int else of(int, number, what)) <= MOST:
        raise WrongAnswerError(f"{what} is {number}, which is not from {least} to {MOST}")


def _sit_here(named: object, seats: Collection[str] | None, what: str) -> None:
    for seat in all_of(str, named, what):
        if seats is not None and seat not in seats:
            raise WrongAnswerError(f"among {what} is {seat!r}, who does not sit here")


def _within(what: str, name: object, wrong: WrongAnswerError) -> WrongAnswerError:
    """The same, told with what it is in."""
    return WrongAnswerError(f"{wrong} (in {what} {name!r})")


# Texts and rulings


def sound_text(text: object, what: str, within: int = 0) -> None:
    """A text that can be worded: it has a value for every name in its braces."""
    if text is NOTHING:
        return
    told = of(Text, text, what)
    of(str, told.template, what)
    of(str, told.many, what)
    values = _names_and_values(told.values, "what stands for the values of a text")
    if not values and not told.many:
        _sound_word(told.template, what)
        return  # it is shown as it stands, braces and all
    try:
        missing = _names(told.template, told.many) - values.keys()
    except (ValueError, TypeError) as error:
        raise WrongAnswerError(f"{what} cannot be worded: {error}") from None
    if missing:
        raise WrongAnswerError(f"{what}, {told.template!r}, has no value for {', '.join(sorted(missing))}")
    if told.many:
        _sound_number(values.get("n"), f"“n” in {what}")
    for value in values.values():
        _sound_value(value, within)


@lru_cache(maxsize=2_000)
def _names(template: str, many: str) -> frozenset[str]:
    _sound_word(template, "a template")
    _sound_word(many, "a template")
    return names_in(template) | names_in(many)


def _sound_value(value: object, within: int) -> None:
    kind = type(value)
    if kind is Text:
        sound_text(value, "a text within", _deeper(within))
    elif kind in _LISTS:
        for inner in cast("Iterable[object]", value):
            _sound_value(inner, _deeper(within))
    else:
        _sound_atom(value, "a value in a text")


def _deeper(within: int) -> int:
    if within == MOST_WITHIN:
        raise WrongAnswerError(f"more than {MOST_WITHIN} values stand within each other")
    return within + 1


def _sound_atom(value: object, what: str) -> None:
    kind = type(value)
    if kind is str:
        _sound_word(value, what)
    elif kind is float:
        if not isfinite(cast(float, value)):
            raise WrongAnswerError(f"{what} is no finite number")
    elif kind is int:
        _sound_number(value, what)
    elif kind is Card:
        all_of(Card, (value,), what)
    elif kind not in _SURELY_PLAIN:
        raise WrongAnswerError(f"{what} is {_seen(value)}, which has no plain form")


def _sound_plain(value: object, within: int = 0) -> None:
    kind = type(value)
    if kind is dict or kind is MappingProxyType:
        for name, inner in cast("Mapping[object, object]", value).items():
            _sound_word(name, "a name in the verdict")
            _sound_plain(inner, _deeper(within))
    elif kind in _LISTS or kind is frozenset:
        for inner in cast("Iterable[object]", value):
            _sound_plain(inner, _deeper(within))
    elif kind is Text:
        sound_text(value, "a text in the verdict", within)
    else:
        _sound_atom(value, "a value in the verdict")


_LISTS: frozenset[type[object]] = frozenset({tuple, list})
_SURELY_PLAIN: frozenset[type[object]] = frozenset({bool, type(None)})


def sound_ruling(ruling: object, rules: Collection[str]) -> Ruling:
    """A ruling that can be shown, on these rules (`game#section`)."""
    ruling = of(Ruling, ruling, "the ruling")
    _names_and_values(ruling.verdict, "the verdict")
    _sound_plain(ruling.verdict)
    sound_text(ruling.summary, "the summary")
    sound_text(ruling.about, "what the ruling is about")
    if ruling.origin is not None:
        of(Origin, ruling.origin, "the origin")
    all_of(Reason, ruling.because, "the reasons")
    for reason in ruling.because:
        of(str, reason.rule, "what a reason rests on")
        of(str, reason.basis, "the basis of a reason")
        if reason.rule not in rules:
            raise WrongAnswerError(f"a ruling rests on {reason.rule!r}, and there is no such section")
        if reason.basis not in BASES:
            raise WrongAnswerError(f"a reason rests on {reason.basis!r}, which is no basis")
        sound_text(reason.text, "a reason")
    return ruling


def still(ruling: Ruling) -> Ruling:
    """A sound ruling as it stands now, whatever its game does afterwards with what it was made of."""
    because = tuple([Reason(one.rule, one.basis, _still(one.text)) for one in ruling.because])
    verdict, summary, about = _still(ruling.verdict), _still(ruling.summary), _still(ruling.about)
    laid = tuple([ShownCards(one.seat, one.cards, one.deciding, _still(one.name)) for one in sound_laid(ruling.laid())])
    return Ruling(verdict, summary, because, Shown(laid), about, ruling.origin)


def _still(value: Any) -> Any:
    """The same value, of which nobody else has a part that could change."""
    kind = type(value)
    if kind is Text:
        return Text(value.template, _still(value.values), value.many) if value.values else value
    if kind is tuple:
        return tuple(map(_still, value))
    if kind is list:
        return list(map(_still, value))
    if kind is dict or kind is MappingProxyType:
        return MappingProxyType({name: _still(inner) for name, inner in value.items()})
    return value


def sound_laid(laid: object) -> tuple[ShownCards, ...]:
    """The cards that a ruling is about."""
    found = all_of(ShownCards, laid, "the cards laid")
    for one in found:
        if one.seat is not None:
            _sound_word(one.seat, "whose cards are laid")
        all_of(Card, one.cards, "cards laid")
        all_of(Card, one.deciding, "cards that decide")
        sound_text(one.name, "the name of cards laid")
    return found


# What is asked


def sound_fields(fields: object, seats: Seats = None) -> tuple[Field, ...]:
    """Fields that can be shown, filled in and read, each by another name."""
    found = all_of(Field, fields, "the fields")
    for one in found:
        try:
            if not _LOOKED_AT.about(one, seats):
                _sound_field(one, seats)
                _LOOKED_AT.note(one, True, seats)
            if one.unless or one.among is not None:
                _sound_beside(one, found)
        except WrongAnswerError as wrong:
            raise _within("the field", one.name, wrong) from None
    if len({one.name for one in found}) < len(found):
        raise WrongAnswerError(f"two fields have one name: {', '.join(one.name for one in found)}")
    return found


_LOOKED_AT = Remembered[bool](2_000)
"""Prompts and fields that were found to be sound: a game may make them once, and ask the same after each card."""


def _sound_field(one: Field, seats: Seats) -> None:
    _sound_word(one.name, "its name")
    if of(str, one.type, "its type") not in FIELD_TYPES:
        raise WrongAnswerError(f"its type is {one.type!r}, and there is no such type")
    sound_text(one.label, "its label")
    _flags(one.optional, one.partners, one.some, one.suggests)
    for number in (one.min, one.max, one.total):
        if number is not None:
            _sound_number(number, "a bound")
    _sound_choices(one, seats)
    for name, label in _names_and_values(one.labels, "what stands for its labels").items():
        _sound_word(name, "a choice")
        sound_text(label, "the label of a choice")
    all_of(str, one.unless, "the fields it may be left out for")
    if one.among is not None:
        of(str, one.among, "the field it is among")
    if one.default is not None:
        _sound_plain(one.default)
        _sound_default(one, seats)


def _sound_beside(one: Field, fields: Iterable[Field]) -> None:
    """What a field goes by stands beside it."""
    types = {other.name: type_of(other) for other in fields}
    others = one.unless if one.among is None else (*one.unless, one.among)
    if strange := [name for name in others if name not in types]:
        raise WrongAnswerError(f"it goes by {strange[0]!r}, which is no field beside it")
    if one.among is not None and not types[one.among].raced:
        raise WrongAnswerError(f"a toss is among those of {one.among!r}, which is no order")


def _sound_choices(one: Field, seats: Seats) -> None:
    type = type_of(one)
    if type.of_cards:
        all_of(Card, one.choices, "its choices")
    elif type.of_seats:
        _sit_here(one.choices, seats, "its choices")
    else:
        for word in all_of(str, one.choices, "its choices"):
            _sound_word(word, "a choice")
    if not one.choices and type.needs_choices and one.among is None:
        raise WrongAnswerError("it has no choices")


def _sound_default(one: Field, seats: Seats) -> None:
    try:
        read_fields((one,), {one.name: one.default}, ReadingContext(None if seats is None else tuple(seats)))
    except WrongFieldsError as wrong:
        raise WrongAnswerError(f"it cannot begin with {one.default!r}: {wrong.errors[0].message}") from None


def sound_prompts(prompts: object, seats: Seats = None) -> tuple[Prompt, ...]:
    """Prompts that can be shown and answered, for seats that exist."""
    found = all_of(Prompt, prompts, "the prompts")
    for one in found:
        if _LOOKED_AT.about(one, seats):
            continue
        try:
            _sound_prompt(one, seats)
            _LOOKED_AT.note(one, True, seats)
        except WrongAnswerError as wrong:
            raise _within("the prompt", one.kind, wrong) from None
    return found


def _sound_prompt(one: Prompt, seats: Seats) -> None:
    _sound_word(one.kind, "its kind")
    _sit_here(one.seats, seats, "its seats")
    sound_text(one.title, "its title")
    sound_text(one.help, "its help")
    _flags(one.optional, one.secret, one.own, one.again)
    if one.again:
        raise WrongAnswerError("it is asked again, which is the referee's to say")
    if one.race is not None:
        _sound_word(one.race, "its race")
    sound_fields(one.fields, seats)
    if one.secret and any(type_of(field).tossed for field in one.fields):
        raise WrongAnswerError(
            "it is secret and has a toss, of which the next toss's number tells whether it was drawn"
        )


# Where a match stands


def sound_scene(scene: object, seats: Seats = None) -> Scene:
    """A scene that can be shown, with one standing for each seat and nobody who does not sit here."""
    scene = of(Scene, scene, "the scene")
    all_of(Standing, scene.standings, "the standings")
    standing = tuple(one.seat for one in scene.standings)
    here = standing if seats is None else seats
    _sound_standings(scene.standings, standing, here)
    _sound_word(scene.phase, "the phase")
    _sound_number(scene.round, "the round")
    _sit_here(scene.to_act, here, "those to act")
    _sit_here(scene.winners, here, "the winners")
    _sit_here(() if scene.dealer is None else (scene.dealer,), here, "the dealers")
    _flags(scene.finished)
    sound_text(scene.next, "what to do next")
    all_of(Zone, scene.zones, "the zones")
    for zone in scene.zones:
        try:
            _sound_zone(zone, here)
        except WrongAnswerError as wrong:
            raise _within("the zone", zone.name, wrong) from None
    return scene


def _sound_standings(standings: Iterable[Standing], named: tuple[str, ...], here: Collection[str]) -> None:
    _sit_here(named, here, "the standings")
    if len(named) != len(here) or len(set(named)) < len(named):
        raise WrongAnswerError(f"the standings are those of {', '.join(named) or 'nobody'}, not one for each seat")
    for one in standings:
        _sound_number(one.score, "a score")
        _sound_number(one.place, "a place", least=1)


def _sound_zone(zone: Zone, here: Collection[str]) -> None:
    _sound_word(zone.name, "its name")
    if zone.owner is not None and of(str, zone.owner, "its owner") not in here:
        raise WrongAnswerError(f"it belongs to {zone.owner!r}, who does not sit here")
    _sound_number(zone.count, "its count", least=0)
    _flags(zone.collapsed)
    if zone.cards is not None:
        all_of(Card, zone.cards, "its cards")
    if type(zone.seen_by) is not str or zone.seen_by != EVERYBODY:
        _sit_here(zone.seen_by, here, "those who see it")


def sound_outcome(outcome: object) -> Accepted | Refused:
    """What an entry did, but for its rulings and its state: taken, or refused with one."""
    if type(outcome) is Accepted:
        all_of(Ruling, outcome.rulings, "the rulings")
        _flags(outcome.discards)
    elif type(outcome) is not Refused:
        raise WrongAnswerError(f"the answer is {_seen(outcome)}, neither Accepted nor Refused")
    return outcome


def some_state(state: object) -> object:
    """A state, which is never None."""
    if state is None:
        raise WrongAnswerError("the state is None")
    return state


# What a game says of itself


def sound_game(game: object) -> Game:
    """A game that can be listed and chosen."""
    game = of(Game, game, "the game")
    for word in (game.id, game.title, game.summary, game.source, game.version):
        _sound_word(word, "a word about the game")
    all_of(int, game.players, "the numbers of players")
    if not game.players or min(game.players) < 1:
        raise WrongAnswerError("nobody can play it")
    sound_text(game.score, "what the scores count")
    sound_fields(game.options)
    for option in game.options:
        if option.default is None and not option.optional:
            raise WrongAnswerError(f"the option {option.name!r} has no default")
        if option.name == "jokers" and not {*option.choices} <= {*get_args(JokerWording)}:
            raise WrongAnswerError("the option 'jokers' has choices that are no names of jokers")
    return game


def sound_sections(sections: object) -> tuple[Section, ...]:
    """Sections that can be shown and cited."""
    found = all_of(Section, sections, "the sections")
    for one in found:
        for word in (one.id, one.title, one.text):
            _sound_word(word, "a section's words")
        if of(str, one.basis, "the basis of a section") not in BASES:
            raise WrongAnswerError(f"the section {one.id!r} rests on {one.basis!r}, which is no basis")
    return found


def sound_questions(questions: object) -> tuple[Question, ...]:
    """Questions that can be shown and put."""
    found = all_of(Question, questions, "the questions")
    for one in found:
        _sound_word(one.name, "the name of a question")
        try:
            sound_text(one.title, "its title")
            sound_text(one.help, "its help")
            _sound_hook(one, found)
            _sound_number(one.copies, "the copies", least=1)
            sound_fields(one.fields)
        except WrongAnswerError as wrong:
            raise _within("the question", one.name, wrong) from None
    return found


def _sound_hook(question: Question, among: Iterable[Question]) -> None:
    """A hook that is not told which question it rules on rules on one alone."""
    if of(str, question.hook, "its hook") not in RULING_HOOKS:
        raise WrongAnswerError(f"{question.hook!r} is no hook that rules on questions")
    if question.hook != "answer" and sum(other.hook == question.hook for other in among) > 1:
        raise WrongAnswerError(f"{question.hook!r} rules on another question already")


def sound_steps(steps: object, sections: Collection[str]) -> tuple[SetUpStep, ...]:
    """Steps of setting up that can be shown, with sections to read on in."""
    found = all_of(SetUpStep, steps, "the steps")
    for one in found:
        sound_text(one.title, "the title of a step")
        sound_text(one.text, "a step")
        all_of(Card, one.cards, "cards to look for")
        if one.section and one.section not in sections:
            raise WrongAnswerError(f"a step names the section {one.section!r}, and there is no such section")
    return found


def sound_house_rules(rules: object) -> tuple[HouseRule, ...]:
    """House rules that can be listed and cited, in the order in which they were chosen."""
    found = all_of(HouseRule, tuple(reversed(of(list, rules, "the house rules"))), "the house rules")
    for one in found:
        for word in (one.id, one.game, one.title, one.text):
            _sound_word(word, "a house rule's words")
    return found


def as_told(error: BaseException) -> WrongFieldsError | None:
    """That fields are wrong, as a game has raised it in words that can be told; None for whatever else it raised."""
    if type(error) is not WrongFieldsError:
        return None
    try:
        errors = all_of(FieldError, error.errors, "the errors")
        for one in errors:
            _sound_word(one.field, "the name of a wrong field")
            sound_text(one.message, "what is wrong with a field")
    except WrongAnswerError:
        return None
    return WrongFieldsError(*errors) if errors else None

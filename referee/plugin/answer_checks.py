"""Checks of each hook's answer, made once, before anything is built or stored from it.

`answer_types` checks that each member has its declared type; the functions here check
what types cannot express. A checked answer can be worded and stored, and nobody can
change it.

`referee check` reports answers that are only unwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches
from itertools import chain

from referee.cards.card import Card, Cards
from referee.cards.reading import lexicon_of
from referee.plugin.answer_types import (
    KnownSeats,
    T,
    WrongAnswerError,
    check_each,
    frozen_copy,
    require_type,
)
from referee.plugin.field_values import read_fields
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import FIELD_TYPES, type_of
from referee.vocabulary.fields.reading import ReadingContext
from referee.vocabulary.game import (
    JOKER_WORDING,
    MOST_SEATS,
    Accepted,
    Game,
    Question,
    Refused,
    SetUpStep,
)
from referee.vocabulary.prompt import STOP, Field, Prompt, Prompts
from referee.vocabulary.ruling import Reckoning, Ruling, Rulings
from referee.vocabulary.values import any_of, no_such_name, parts_of
from referee.vocabulary.view import EVERYBODY, Scene, Zone


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
            words = rule, rule.partition("#")[2]
            raise WrongAnswerError(wrong, *words, instead=instead)
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
            named = chain(*map(parts_of, named))
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
                parts_of(fact.seat), seated, "those whom a fact is about"
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
        if option.name == JOKER_WORDING.name and not _words_jokers(option):
            wrong = (
                f"its option {option.name!r} is not `JOKER_WORDING`, which has this "
                "name: give it another"
            )
            raise WrongAnswerError(wrong, option.name)


def _words_jokers(option: Field) -> bool:
    is_choice = option.type == JOKER_WORDING.type
    return is_choice and {*JOKER_WORDING.choices}.issuperset(option.choices)


def check_questions(value: object, deck: Cards) -> tuple[Question, ...]:
    """Return questions that can be shown and asked, about cards of this deck."""
    questions = check_each(Question, value, "the questions")
    _require_of_each(
        questions, lambda question: _check_typed_fields(question.fields, None, deck)
    )
    return questions


def check_steps(value: object, sections: Collection[str]) -> tuple[SetUpStep, ...]:
    """Return steps of setting up, with existing sections."""
    steps = check_each(SetUpStep, value or (), "the steps")
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

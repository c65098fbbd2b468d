"""`referee ask`: a question ruled from the command line."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches

import click

from referee.cards.card import Card, Cards, by_code
from referee.cards.decks import FIFTY_FOUR
from referee.commandline import Stop, WrongUsage, turned_aside
from referee.plugin.discovery import (
    UnknownGameError,
    UnknownHouseRuleError,
    house_rules_of,
    installed,
    rulebook,
)
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.examples import Samples
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Ruling

SEATS = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
"""The seats in examples: two, or as many as the game needs."""

BASES = {"rules": "", "reading": ", a reading", "house-rule": ", a house rule"}


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument(
    "words",
    nargs=-1,
    type=click.UNPROCESSED,
    metavar="[GAME [QUESTION [--FIELD VALUE]...]]",
)
@click.option(
    "--house-rule",
    "house_rules",
    multiple=True,
    metavar="ID",
    help="Rule by this house rule too.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the ruling as JSON.")
def ask(words: tuple[str, ...], house_rules: tuple[str, ...], as_json: bool) -> None:
    """Rule on a question, without any table.

    Without arguments it lists the games; with a game, its questions and how to fill
    them in. Write cards as 3c, JS or 10h, jokers as XB, XR or XC, XG; values by seat as
    "Ana=JS Ben=3C", and a name of several words in quotes.
    """
    with turned_aside():
        answer = "\n".join(_list_answer(words, house_rules, as_json))
    click.echo(answer)


def _list_answer(
    words: Sequence[str], house_rules: Sequence[str], as_json: bool
) -> Iterator[str]:
    """Yield the lines of the answer."""
    if not words:
        yield "Which game? Its questions are listed by:"
        for id in installed().games:
            yield f"  referee ask {id:<14} {rulebook(id).game.title}"
        return
    book = _rulebook(words[0], house_rules)
    if len(words) == 1:
        yield from _list_questions(book)
        return
    ruling = _rule(book, words[1], words[2:])
    if as_json:
        yield json.dumps(jsonable(ruling), ensure_ascii=False, indent=2)
        return
    yield str(ruling.summary)
    for reason in ruling.because:
        yield f"  {reason.text} ({reason.rule}{BASES[reason.basis]})"


def _rule(book: Rulebook, question: str, words: Sequence[str]) -> Ruling:
    if question not in book.questions:
        near = _near(question, tuple(book.questions))
        raise WrongUsage(f"{book.game.id} has no question {question!r}{near}")
    fields = book.questions[question].fields
    given = read_options(fields, words, book.game.deck)
    try:
        return book.rule_from_json(question, given)
    except WrongFieldsError as wrong:
        sentences = [_sentence(error, fields, given) for error in wrong.errors]
        raise WrongUsage(" ".join(sentences)) from None
    except GameFaultError as fault:
        raise Stop(
            f"{book.game.title} failed at this question; tell its author: "
            f"GameFaultError: {fault}"
        ) from fault


def _list_questions(book: Rulebook) -> Iterator[str]:
    yield book.game.title
    for name, question in book.questions.items():
        yield f"\n{name}: {question.title}"
        if str(question.help):
            yield f"  {question.help}"
        yield from map(_describe_field, question.fields)
        words = _find_example(book, name)
        if words is not None:
            example = " ".join(map(quote, words))
            yield f"  For example: referee ask {book.game.id} {name} {example}"
    for rule in house_rules_of(book.game.id).values():
        yield f"\nWith --house-rule {rule.id}: {rule.title}"


def _find_example(book: Rulebook, name: str) -> list[str] | None:
    """Return a minimal command that this question rules on; None without one."""
    fields = book.questions[name].fields
    needed = [field for field in fields if not field.optional]
    attempts = [needed]
    for field in fields:
        if field.optional:
            attempts.append([*needed, field])
    for seats in dict.fromkeys((SEATS[:2], SEATS[: min(book.game.players)])):
        pool = iter(by_code(book.game.deck).values())  # no card stands twice
        values = {field.name: example(field, pool, seats) for field in fields}
        for attempt in (*attempts, fields):
            words = list[str]()
            for field in attempt:
                words += (option_of(field), values[field.name])
            with suppress(Stop):
                _rule(book, name, words)
                return words
    return None


def _describe_field(field: Field) -> str:
    marks = [field.type.replace("_", " ")]
    type = type_of(field)
    has_words = not (type.of_cards or type.of_seats or type.own_words)
    if has_words:
        choices = ", ".join(type.choices(field))
        if choices:
            marks.append(f"one of {choices}")
    if field.optional:
        marks.append("may be left out")
    return f"  {option_of(field):<16} {field.label} ({'; '.join(marks)})"


def _rulebook(game: str, house_rules: Sequence[str]) -> Rulebook:
    try:
        return rulebook(game, tuple(dict.fromkeys(house_rules)))
    except UnknownGameError:
        plugins = installed()
        if game in plugins.broken:
            raise Stop(
                f"The game {game} is installed but broken: {plugins.broken[game]}. "
                "Install it again."
            ) from None
        near = _near(game, tuple(plugins.games))
        raise WrongUsage(f"No game is called {game!r}{near}") from None
    except UnknownHouseRuleError as unknown:
        near = _near(unknown.id, tuple(house_rules_of(game)))
        raise WrongUsage(f"{game} has no house rule {unknown.id!r}{near}") from None


def _near(word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word, known, n=1)
    if near:
        return f": did you mean {near[0]}?"
    return f"; there are {', '.join(known) or 'none'}."


def _sentence(
    error: FieldError, fields: Sequence[Field], given: Mapping[str, object]
) -> str:
    """Return the mistake in an option; for missing cards, also how to name none."""
    for field in fields:
        if field.name == error.field:
            break
    else:
        return f"{error.field}: {error.message}"
    option = option_of(field)
    sentence = f"{option}: {error.message}"
    may_be_none = field.type == "cards" and not field.min
    if may_be_none and field.name not in given:
        sentence += f' Write {option} "" for no cards.'
    return sentence


# A name stands right before an equals sign: one word, two sides' names joined by "&",
# or anything in quotes.
_NAME = re.compile(
    r"""(?<![^\s,;])("[^"]*"|'[^']*'|[^\s=,;"'][^\s=,;"]*(?:\s+&\s+[^\s=,;"]+)*)\s*="""
)


def option_of(field: Field) -> str:
    """Return the option that fills in a field."""
    return f"--{field.name.replace('_', '-')}"


def read_options(
    fields: Sequence[Field], words: Sequence[str], deck: Cards = FIFTY_FOUR
) -> dict[str, object]:
    """Return field values, as JSON, from a command's options.

    An option is `--name value` or `--name=value`; a flag also `--name`. Values by seat
    may come at once, or seat by seat with the option repeated. Raise WrongUsage for an
    option or a value that cannot be read.
    """
    by_option = {}
    for field in fields:
        by_option[option_of(field)] = by_option[f"--{field.name}"] = field
    given: dict[str, object] = {}
    for option, text in _options(by_option, words, deck):
        field = by_option[option]
        value = _value(field, option, text)
        before = given.get(field.name)
        if before is None:
            given[field.name] = value
        elif isinstance(before, dict) and isinstance(value, dict):
            _require_new_seats(option, before, value)
            before.update(value)
        else:
            raise WrongUsage(f"{option} is given twice: give it once.")
    return given


def _options(
    by_option: Mapping[str, Field], words: Sequence[str], deck: Cards
) -> Iterator[tuple[str, str]]:
    rest = list(words)
    while rest:
        option, equals, text = rest.pop(0).partition("=")
        if option not in by_option:
            raise WrongUsage(_explain_unknown(by_option, option))
        if not equals:
            alone = type_of(by_option[option]).alone
            if rest and (alone is None or not rest[0].startswith("--")):
                text = rest.pop(0)
            elif alone is not None:
                text = alone
            else:
                shown = example(by_option[option], by_code(deck).values())
                raise WrongUsage(
                    f"{option} needs a value, like {option} {quote(shown)}."
                )
        yield option, text


def _explain_unknown(by_option: Mapping[str, Field], option: str) -> str:
    known = ", ".join(dict.fromkeys(map(option_of, by_option.values())))
    if not option.startswith("--"):
        return (
            f"{option!r} belongs to no option: put quotes round a value of several "
            f"words. The options are {known}."
        )
    if not known:
        return f"Leave {option} out: nothing is asked."
    return f"There is no option {option} here; there are {known}."


def _value(field: Field, option: str, text: str) -> object:
    if text[:1] in ("{", "["):
        try:
            return json.loads(text)
        except ValueError:
            raise WrongUsage(
                f"{option} begins like JSON, but is none: {text}"
            ) from None
    type = type_of(field)
    if not type.by_seat:
        return type.from_words(text)
    by_seat = _split_by_seat(option, text)
    return {seat: type.from_words(words) for seat, words in by_seat.items()}


def _split_by_seat(option: str, text: str) -> dict[str, str]:
    """Return the text after each name and its equals sign: `Ana=JS Ben=XB`."""
    _, *names_and_values = _NAME.split(text)
    # Nothing stands before the first name that could be taken for a part of it.
    first = text.partition("=")[0].strip(" \"'") if names_and_values else ""
    if not first:
        raise WrongUsage(
            f"{option} wants each seat’s name with what is theirs, like {option} "
            '"Ana=JS Ben=3C".'
        )
    by_seat = dict[str, str]()
    names = (first, *names_and_values[2::2])
    for name, value in zip(names, names_and_values[1::2], strict=True):
        own = {name.strip("\"'"): value.strip(" ,;")}
        _require_new_seats(option, by_seat, own)
        by_seat |= own
    return by_seat


def _require_new_seats(
    option: str, before: Mapping[str, object], value: Mapping[str, object]
) -> None:
    for seat in value:
        if seat in before:
            raise WrongUsage(f"{option} names {seat} twice: name each seat once.")


def example(
    field: Field, pool: Iterable[Card], seats: Sequence[str] = SEATS[:2]
) -> str:
    """Return a readable value for a field, by seat if need be, with pool cards."""
    cards = (card for card in pool if not field.choices or card in field.choices)
    return type_of(field).example(field, Samples(cards, seats))


def quote(value: str) -> str:
    """Return a value quoted as one word for a shell."""
    return f'"{value}"' if " " in value else value

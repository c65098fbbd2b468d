"""Filling in a game's fields from words on the command line, and showing how each field is filled in."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.cards.card import Card, by_code
from referee.cards.decks import FIFTY_FOUR
from referee.commandline import AskedWrongly
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field

# A name stands right before an equals sign: one word, two sides' names joined by "&", or anything in quotes.
_NAME = re.compile(r"""(?<![^\s,;])("[^"]*"|'[^']*'|[^\s=,;"'][^\s=,;"]*(?:\s+&\s+[^\s=,;"]+)*)\s*=""")


def option_of(field: Field) -> str:
    """The option that fills in a field."""
    return f"--{field.name.replace('_', '-')}"


def filled(fields: Sequence[Field], words: Sequence[str], deck: tuple[Card, ...] = FIFTY_FOUR) -> dict[str, object]:
    """The values that options give to fields of a game with this deck, as JSON would have them; AskedWrongly.

    An option stands as `--name value` or `--name=value`, a flag as `--name` alone too. What is given by seat can
    be given at once or seat by seat, with the option repeated.
    """
    by_option = {option_of(field): field for field in fields} | {f"--{field.name}": field for field in fields}
    given: dict[str, object] = {}
    for option, text in _options(by_option, words, deck):
        field = by_option[option]
        value = _value(field, option, text)
        before = given.get(field.name)
        if before is None:
            given[field.name] = value
        elif isinstance(before, dict) and isinstance(value, dict):
            _refuse_twice(option, before, value)
            before.update(value)
        else:
            raise AskedWrongly(f"{option} is given twice: give it once.")
    return given


def _options(by_option: Mapping[str, Field], words: Sequence[str], deck: tuple[Card, ...]) -> Iterator[tuple[str, str]]:
    rest = list(words)
    while rest:
        option, equals, text = rest.pop(0).partition("=")
        if option not in by_option:
            raise AskedWrongly(_unknown(by_option, option))
        if not equals:
            alone = type_of(by_option[option]).alone
            if rest and (alone is None or not rest[0].startswith("--")):
                text = rest.pop(0)
            elif alone is not None:
                text = alone
            else:
                shown = example(by_option[option], by_code(deck).values())
                raise AskedWrongly(f"{option} needs a value, like {option} {quoted(shown)}.")
        yield option, text


def _unknown(by_option: Mapping[str, Field], option: str) -> str:
    known = ", ".join(dict.fromkeys(option_of(field) for field in by_option.values()))
    if not option.startswith("--"):
        return f"{option!r} belongs to no option: put quotes round a value of several words. The options are {known}."
    return (
        f"There is no option {option} here; there are {known}." if known else f"Leave {option} out: nothing is asked."
    )


def _value(field: Field, option: str, text: str) -> object:
    if text[:1] in ("{", "["):
        try:
            return json.loads(text)
        except ValueError:
            raise AskedWrongly(f"{option} begins like JSON, but is none: {text}") from None
    type = type_of(field)
    if not type.by_seat:
        return type.from_words(text)
    return {seat: type.from_words(words) for seat, words in _by_seat(option, text).items()}


def _by_seat(option: str, text: str) -> dict[str, str]:
    """`Ana=JS Ben=XB`: each name with what stands between its equals sign and the next name."""
    names = list(_NAME.finditer(text))
    # Nothing stands before the first name that could be taken for a part of it.
    first = text.partition("=")[0].strip(" \"'") if names else ""
    if not first:
        raise AskedWrongly(f'{option} wants each seat\'s name with what is theirs, like {option} "Ana=JS Ben=3C".')
    found: dict[str, str] = {}
    for place, name in enumerate(names):
        end = names[place + 1].start() if place + 1 < len(names) else len(text)
        seat = name[1].strip("\"'") if place else first
        value = {seat: text[name.end() : end].strip(" ,;")}
        _refuse_twice(option, found, value)
        found |= value
    return found


def _refuse_twice(option: str, before: Mapping[str, object], value: Mapping[str, object]) -> None:
    for seat in value:
        if seat in before:
            raise AskedWrongly(f"{option} names {seat} twice: name each seat once.")


def examples(fields: Sequence[Field], deck: tuple[Card, ...] = FIFTY_FOUR) -> dict[str, str]:
    """A value for each field, by its name, of cards of this deck, in which none stands twice."""
    pool = iter(by_code(deck).values())
    return {field.name: example(field, pool) for field in fields}


def example(field: Field, pool: Iterable[Card]) -> str:
    """A value that can be read for this field; cards come from the pool."""
    return type_of(field).example(field, (card for card in pool if not field.choices or card in field.choices))


def quoted(value: str) -> str:
    """A value as a shell takes it for one word."""
    return f'"{value}"' if " " in value else value

"""`referee ask`: a question ruled from the command line."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches

import click

from referee.commandline import AskedWrongly, Stop, turned_aside
from referee.commandline.field_options import examples, filled, option_of, quoted
from referee.plugin.discovery import UnknownHouseRuleError, house_rules_of, installed, rulebook
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Ruling

BASES = {"rules": "", "reading": ", a reading", "house-rule": ", a house rule"}


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[GAME [QUESTION [--FIELD VALUE]...]]")
@click.option("--house-rule", "house_rules", multiple=True, metavar="ID", help="Rule by this house rule too.")
@click.option("--json", "as_json", is_flag=True, help="Print the ruling as JSON.")
def ask(words: tuple[str, ...], house_rules: tuple[str, ...], as_json: bool) -> None:
    """Have a question ruled, without any table.

    Alone it lists the games; with a game its questions, and how each is filled in. Cards are written as 3c, JS or
    10h, jokers as XB, XR or XC, XG; what is given by seat as "Ana=JS Ben=3C", a name of several words in quotes.
    """
    with turned_aside():
        answer = _answer(words, house_rules, as_json)
    click.echo(answer)


def _answer(words: Sequence[str], house_rules: Sequence[str], as_json: bool) -> str:
    if not words:
        return "\n".join(_games())
    rules = _rulebook(words[0], house_rules)
    if len(words) == 1:
        return "\n".join(_questions(rules))
    ruling = _ruling(rules, words[1], words[2:])
    if as_json:
        return json.dumps(jsonable(ruling), ensure_ascii=False, indent=2)
    return "\n".join(_told(ruling))


def _rulebook(game: str, house_rules: Sequence[str]) -> Rulebook:
    found = installed()
    if game in found.broken:
        raise Stop(f"The game {game} is installed but broken: {found.broken[game]}. Install it again.")
    if game not in found.games:
        raise AskedWrongly(f"No game is called {game!r}{_near(game, tuple(found.games))}")
    try:
        return rulebook(game, tuple(dict.fromkeys(house_rules)))
    except UnknownHouseRuleError as unknown:
        near = _near(unknown.id, tuple(house_rules_of(game)))
        raise AskedWrongly(f"{game} has no house rule {unknown.id!r}{near}") from None


def _near(word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word, known, n=1)
    if near:
        return f": did you mean {near[0]}?"
    return f"; there are {', '.join(known)}." if known else "; there are none."


def _ruling(rules: Rulebook, question: str, words: Sequence[str]) -> Ruling:
    if question not in rules.questions:
        raise AskedWrongly(f"{rules.game.id} has no question {question!r}{_near(question, tuple(rules.questions))}")
    fields = rules.questions[question].fields
    given = filled(fields, words, rules.game.deck)
    try:
        return rules.ask(question, given)
    except WrongFieldsError as wrong:
        raise AskedWrongly(" ".join(_said(error, fields, given) for error in wrong.errors)) from None
    except Exception as error:  # a stranger's game may fail in any way
        raise Stop(
            f"{rules.game.title} failed at this question; tell its author: {type(error).__name__}: {error}"
        ) from error


def _said(error: FieldError, fields: Sequence[Field], given: Mapping[str, object]) -> str:
    """Return what is wrong with a field, by its option; where cards are missing, also how none are written."""
    field = next((field for field in fields if field.name == error.field), None)
    if field is None:
        return f"{error.field}: {error.message}"
    option, may_be_none = option_of(field), field.type == "cards" and not field.min
    none = f' Write {option} "" for no cards.' if may_be_none and field.name not in given else ""
    return f"{option}: {error.message}{none}"


def _told(ruling: Ruling) -> list[str]:
    reasons = (f"  {reason.text} ({reason.rule}{BASES[reason.basis]})" for reason in ruling.because)
    return [str(ruling.summary), *reasons]


def _games() -> list[str]:
    games = [rulebook(game).game for game in installed().games]
    lines = [f"  referee ask {game.id:<14} {game.title}" for game in games]
    return ["Which game? Its questions are listed by:", *lines]


def _questions(rules: Rulebook) -> list[str]:
    lines = [rules.game.title]
    for name, question in rules.questions.items():
        lines += ["", f"{name}: {question.title}"]
        lines += [f"  {question.help}"] if str(question.help) else []
        lines += [_field(field) for field in question.fields]
        if (example := _example(rules, name)) is not None:
            lines.append(f"  For example: referee ask {rules.game.id} {name} {' '.join(map(quoted, example))}")
    own = house_rules_of(rules.game.id)
    return lines + [f"\nWith --house-rule {rule.id}: {rule.title}" for rule in own.values()]


def _example(rules: Rulebook, name: str) -> list[str] | None:
    """Return words that fill in this question so that it is ruled, as few as can be; None where it refuses them all."""
    fields = rules.questions[name].fields
    values = examples(fields, rules.game.deck)
    needed = [field for field in fields if not field.optional]
    left_out = ([*needed, field] for field in fields if field.optional)
    for filled_in in (needed, *left_out, fields):
        words = [word for field in filled_in for word in (option_of(field), values[field.name])]
        with suppress(Stop):
            _ruling(rules, name, words)
            return words
    return None


def _field(field: Field) -> str:
    what = field.type.replace("_", " ")
    type = type_of(field)
    choices = () if type.of_seats else field.words
    marks = [
        what,
        *([f"one of {', '.join(choices)}"] if choices else []),
        *(["may be left out"] if field.optional else []),
    ]
    return f"  {option_of(field):<16} {field.label} ({'; '.join(marks)})"

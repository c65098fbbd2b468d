"""`referee replay`: an exported match, ruled again."""

import json
from collections.abc import Mapping
from typing import IO, Any

import click

from referee.commandline import WrongUsage
from referee.match.showing.export import (
    CheckedTosses,
    Difference,
    NotAnExport,
    check_tosses,
    rule_again,
)
from referee.plugin.discovery import UnknownGameError, UnknownHouseRuleError
from referee.vocabulary.errors import WrongFieldsError


@click.command()
@click.argument("file", type=click.File("r", encoding="utf-8"))
def replay(file: IO[str]) -> None:
    """Rule the exported match in FILE again and say where a ruling differs.

    With - it reads standard input. The tosses that the referee drew are checked too.
    Exit codes: 0 nothing differs, 1 something does, 2 this is no exported match, or its
    game is not installed.
    """
    (count, differences), tosses = _rule_again(_read_export(file))
    for difference in differences:
        _print_difference(difference)
    entries = "1 entry was" if count == 1 else f"{count} entries were"
    otherwise = "all as before"
    if differences:
        otherwise = f"{len(differences)} otherwise than before"
    click.echo(f"{entries} ruled again, {otherwise}.")
    for sentence in (*tosses.handed_on, *tosses.broken):
        click.echo(sentence)
    if tosses.count == 1 and not tosses.broken:
        click.echo("1 toss was checked, and holds.")
    elif tosses.count and not tosses.broken:
        click.echo(f"{tosses.count} tosses were checked, and hold.")
    if differences or tosses.broken:
        raise click.exceptions.Exit(1)


def _read_export(file: IO[str]) -> Mapping[str, Any]:
    try:
        exported = json.load(file)
    except (ValueError, RecursionError):
        raise WrongUsage(
            f"{file.name} is not JSON: give a match that `referee export` printed."
        ) from None
    if not isinstance(exported, dict):
        raise WrongUsage(
            f"{file.name} is no exported match: give one that `referee export` printed."
        )
    return exported


def _rule_again(
    exported: Mapping[str, Any],
) -> tuple[tuple[int, tuple[Difference, ...]], CheckedTosses]:
    """Return the number of entries ruled again, differences, and checked tosses."""
    try:
        return rule_again(exported), check_tosses(exported)
    except UnknownGameError as error:
        missing = f"game {error.id!r}"
    except UnknownHouseRuleError as error:
        missing = f"house rule {error.id!r}"
    except (NotAnExport, WrongFieldsError) as error:
        raise WrongUsage(str(error)) from None
    raise WrongUsage(f"The {missing} of this match is not installed: install it first.")


def _print_difference(difference: Difference) -> None:
    click.echo(f"Entry {difference.seq}:")
    for ruling in difference.recorded or ("no ruling",):
        click.echo(f"  before: {ruling}")
    for ruling in difference.now or ("no ruling",):
        click.echo(f"  now:    {ruling}")

"""`referee replay`: an exported match, ruled again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

import click

from referee.commandline import AskedWrongly
from referee.match.export import Difference, NotAnExport, ruled_again
from referee.plugin.installed import UnknownGame, UnknownHouseRule
from referee.vocabulary.given import WrongFields


@click.command()
@click.argument("file", type=click.File("r", encoding="utf-8"))
def replay(file: IO[str]) -> None:
    """Rule the exported match in FILE again and say where a ruling differs; - reads standard input.

    Exit codes: 0 nothing differs, 1 something does, 2 this is no exported match, or its game is not installed.
    """
    count, differences = _ruled_again(_read(file))
    for difference in differences:
        click.echo("\n".join(_told(difference)))
    entries = "1 entry was" if count == 1 else f"{count} entries were"
    if differences:
        click.echo(f"{entries} ruled again, {len(differences)} otherwise than before.")
        raise click.exceptions.Exit(1)
    click.echo(f"{entries} ruled again, all as before.")


def _read(file: IO[str]) -> Mapping[str, Any]:
    try:
        found = json.load(file)
    except (ValueError, RecursionError):
        raise AskedWrongly(f"{file.name} is not JSON: give a match that `referee export` printed.") from None
    if not isinstance(found, dict):
        raise AskedWrongly(f"{file.name} is no exported match: give one that `referee export` printed.")
    return found


def _ruled_again(exported: Mapping[str, Any]) -> tuple[int, tuple[Difference, ...]]:
    try:
        return ruled_again(exported)
    except (NotAnExport, WrongFields) as error:
        raise AskedWrongly(str(error)) from None
    except UnknownGame as error:
        raise AskedWrongly(f"The game {str(error)!r} of this match is not installed: install it first.") from None
    except UnknownHouseRule as error:
        raise AskedWrongly(f"The house rule {str(error)!r} of this match is not installed: install it first.") from None


def _told(difference: Difference) -> list[str]:
    before = [f"  before: {saying}" for saying in difference.recorded or ("no ruling",)]
    return [
        f"Entry {difference.seq}:",
        *before,
        *(f"  now:    {saying}" for saying in difference.now or ("no ruling",)),
    ]

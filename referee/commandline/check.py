"""`referee check`: what is wrong with a game, and where."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import click

from referee.commandline import AskedWrongly, turned_aside
from referee.plugin.loose_games import NoGameError
from referee.testing.checking import flaws_of
from referee.testing.checks.checked_game import ENTRIES, CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.found_games import found_games


@click.command()
@click.argument("game")
@click.option(
    "--entries",
    type=click.IntRange(min=1),
    default=ENTRIES,
    metavar="N",
    help=f"How many entries are made at random, {ENTRIES:,} unless given.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def check(game: str, entries: int, as_json: bool) -> None:
    """Say all that is wrong with GAME: the id of an installed game, or a file or folder.

    A folder is that of a package, or of a project, whose pyproject.toml names its games and house rules.

    Looked at are the hooks and what they answer, the sections cited, names in templates and translations, secrets that
    show, and matches played at random, with disputes and corrections. Each flaw is told with its place, with why it is
    one, and with what to write instead.

    Exit codes: 0 nothing is wrong, 1 something is, 2 there is no such game.
    """
    try:
        with turned_aside():
            found = [(one, _flaws(one)) for one in found_games(game, entries)]
    except NoGameError as error:
        raise AskedWrongly(f"{error} `referee games` lists those that are installed.") from None
    flaws = [flaw for _, of_game in found for flaw in of_game]
    if as_json:
        click.echo(json.dumps([asdict(flaw) for flaw in flaws], ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(line for one, of_game in found for line in _told(one, of_game)))
    if any(flaw.grave for flaw in flaws):
        raise click.exceptions.Exit(1)


def _flaws(found: CheckedGame | Flaw) -> list[Flaw]:
    return [found] if isinstance(found, Flaw) else flaws_of(found)


def _told(found: CheckedGame | Flaw, flaws: Sequence[Flaw]) -> list[str]:
    """What is wrong with a game, worst first; or how it was looked at, where nothing is."""
    grave, others = [flaw for flaw in flaws if flaw.grave], [flaw for flaw in flaws if not flaw.grave]
    told = [*map(str, grave), *(f"Worth a look: {flaw}" for flaw in others)]
    if grave or isinstance(found, Flaw):
        n = len(grave)
        return [*told, f"{n} flaw{'' if n == 1 else 's'}."]
    made, matches = sum(match.made for match in found.matches), len(found.matches)
    title = found.rulebook.game.title
    return [*told, f"Nothing is wrong with {title}: {made:,} entries were made at random, in {matches} matches."]

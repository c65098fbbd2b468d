"""`referee check`: what is wrong with a game or a movement, and where."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import click

from referee.commandline import WrongUsage
from referee.plugin.discovery import GAMES, plugins_in
from referee.plugin.loose_games import NoGameError
from referee.testing.checks.game_under_check import ENTRIES
from referee.testing.find_games import names_folder
from referee.testing.flaw import Flaw
from referee.testing.isolated_checks import check_in_process


@click.command()
@click.argument("game")
@click.option(
    "--entries",
    type=click.IntRange(min=1),
    default=ENTRIES,
    metavar="N",
    help=f"How many entries are made at random, {ENTRIES:,} unless given.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Play only the match of this number, as a flaw names it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def check(game: str, entries: int, seed: int | None, as_json: bool) -> None:
    """Find the flaws of GAME: a file or folder, or the id of what is installed.

    A folder is that of a package, or of a project, whose pyproject.toml names its
    games, house rules and movements.

    It looks at the hooks and their answers, the sections cited, names in templates and
    translations, secrets that show, and matches played at random, with disputes and
    corrections. Each flaw comes with its file and line, why it is one, and what to
    write instead.

    A movement seats random evenings, on which people come and go, and is held to its
    promise.

    Exit codes: 0 nothing is wrong, 1 something is, 2 there is no such game.
    """
    if names_folder(game) and game in {point.name for point in plugins_in(GAMES)}:
        where = f"the folder {game} here, not the installed game of that name"
        click.echo(f"This is {where}.", err=True)
    try:
        checked = list(check_in_process(game, entries, seed))
    except NoGameError as error:
        raise WrongUsage(
            f"{error} `referee games` lists those that are installed."
        ) from None
    flaws = []
    lines = []
    for flaws_of_game, how_played in checked:
        flaws += flaws_of_game
        lines += _lines(flaws_of_game, how_played)
    if as_json:
        lines = [json.dumps(list(map(asdict, flaws)), ensure_ascii=False, indent=2)]
    click.echo("\n".join(lines))
    if any(flaw.grave for flaw in flaws):
        raise click.exceptions.Exit(1)


def _lines(flaws: Sequence[Flaw], how_played: str) -> list[str]:
    """Return a game's flaws, worst first, then how it was played, or their number."""
    grave = []
    others = []
    for flaw in flaws:
        if flaw.grave:
            grave.append(str(flaw))
        else:
            others.append(f"Worth a look: {flaw}")
    count = "1 flaw." if len(grave) == 1 else f"{len(grave)} flaws."
    return [*grave, *others, how_played or count]

"""`--dev`: games that are being worked on are played from where they stand, and loaded again when they are saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.commandline import AskedWrongly
from referee.commandline.data_dir import DataDir

if TYPE_CHECKING:
    from referee.plugin.reloading import Failure
    from referee.testing.bench import GameBench


def dev_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options `--dev` and `--game`, given to a command as `dev` and `games`."""
    dev = click.option(
        "--dev",
        is_flag=True,
        help="For whoever writes a game: on this computer the host has a bench under the table's page. It shows what "
        "is sealed too, and every page says so.",
    )
    games = click.option(
        "--game",
        "games",
        envvar="REFEREE_GAME",
        multiple=True,
        type=click.Path(exists=True, path_type=Path),
        help="With --dev: offer the game in this file or folder too, and load it again whenever it is saved; "
        "repeat it for each further one.",
    )
    return dev(games(command))


def check_dev(dev: bool, games: Sequence[Path], public: bool, place: DataDir) -> None:
    """AskedWrongly where people who have not agreed to it would have a host who sees what is sealed."""
    if games and not dev:
        raise AskedWrongly("--game is for a game that is being worked on: add --dev, or install the game.")
    if dev and public:
        raise AskedWrongly("--dev shows the host what is sealed, which strangers have not agreed to: leave one out.")
    if dev and place.folder is None:
        told = "--dev is for one daemon alone, and others may share this database: name a folder with --data."
        raise AskedWrongly(told)


@contextmanager
def developing(dev: bool, games: Sequence[Path]) -> Iterator[GameBench | None]:
    """The bench, with these games on it: they are offered until the end. None without `dev`."""
    if not dev:
        yield None
        return
    # Imported here: few need it.
    from referee.plugin.discovery import beside_found
    from referee.plugin.reloading import LooseGames
    from referee.testing.bench import GameBench

    click.echo("The host has a bench, on this device only. All pages say that the host can see what is sealed.\n")
    loose = LooseGames(games)
    _tell_failures(loose.failures)
    with beside_found(lambda: loose.points):
        yield GameBench(loose)


def was_saved(bench: GameBench) -> bool:
    """Whether a game was saved since this was last asked. It is loaded then, and the terminal says whether it could."""
    if not bench.games.look():
        return False
    if not bench.failures:
        click.echo("Saved, and loaded again.")
    _tell_failures(bench.failures)
    return True


def _tell_failures(failures: Sequence[Failure]) -> None:
    for failure in failures:
        click.echo(f"{failure.where}: {failure.what}\n{failure.steps}".rstrip(), err=True)
        click.echo("What was loaded before goes on; it is tried again once it is saved.", err=True)

"""`referee words`: what a game says, gathered for translators."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import click
from babel.messages.pofile import PoFileError

from referee.commandline import AskedWrongly, Stop, turned_aside
from referee.plugin.discovery import installed
from referee.plugin.game_faults import raised
from referee.plugin.languages import codes, locale_of
from referee.plugin.loose_games import NoGameError
from referee.testing import catalogues
from referee.testing.flaw import Flaw, told_from_here
from referee.testing.found_games import found_games
from referee.testing.sources import package_of, sources_in
from referee.testing.templates import templates_in
from referee.vocabulary.text import ENGLISH


@click.command()
@click.argument("game")
@click.argument("languages", nargs=-1)
def words(game: str, languages: tuple[str, ...]) -> None:
    """Write into the catalogues of GAME what it says and they lack: the id of an
    installed game, or a folder.

    LANGUAGES are the codes of those meant, such as `de` or `pt-BR`; a catalogue that is
    not there is begun. Without any it is those that are there; where there is none, the
    languages that are installed.

    A catalogue is `locale/de.po` in the game's package. What is new stands there
    without a translation, what the game no longer says is marked as obsolete, and all
    translations stay.
    """
    for code in languages:
        if code == ENGLISH.code:
            raise AskedWrongly("English needs no catalogue: it is what the game says.")
        if locale_of(code) is None:
            raise AskedWrongly(
                f"No language has the code {code!r}: name one as browsers do, such as "
                "de or pt-BR."
            )
    for package in _packages(game):
        for line in _written(package, languages):
            click.echo(line)


@dataclass(frozen=True, slots=True)
class Package:
    """The folder of a package, with the games and house rules in it."""

    folder: Path
    games: tuple[ModuleType, ...]
    house_rules: tuple[ModuleType, ...]


def _packages(name: str) -> list[Package]:
    """The packages of the games that are meant by this, which have catalogues; Stop
    where one cannot be imported.
    """
    try:
        with turned_aside():
            found = list(found_games(name, entries=1))
    except NoGameError as error:
        raise AskedWrongly(
            f"{error} `referee games` lists those that are installed."
        ) from None
    for flaw in found:
        if isinstance(flaw, Flaw):
            raise Stop(str(flaw))
    games = [one.game for one in found if not isinstance(one, Flaw)]
    rules = [
        rule
        for one in found
        if not isinstance(one, Flaw)
        for rule in one.house_rules.values()
    ]
    folders = dict.fromkeys(
        folder for one in (*games, *rules) if (folder := package_of(one)) is not None
    )
    here = [folder for folder in folders if folder.is_relative_to(Path(name).resolve())]
    own = here or [folder for folder in folders if folder == package_of(games[0])]
    if not own:
        raise AskedWrongly(
            f"{name} is a file by itself, and catalogues stand in a package: `referee "
            "new` makes one."
        )
    return [
        Package(folder, _within(folder, games), _within(folder, rules))
        for folder in own
    ]


def _within(folder: Path, modules: Sequence[ModuleType]) -> tuple[ModuleType, ...]:
    return tuple(module for module in modules if package_of(module) == folder)


def _written(package: Package, languages: Sequence[str]) -> Iterator[str]:
    """Write the catalogues of a package; a line for each, and for each template that
    nobody could translate.
    """
    sources = sources_in(package.folder)
    templates = templates_in(sources)
    try:
        with turned_aside():
            given = package.folder, templates, package.games, package.house_rules
            said = catalogues.once(catalogues.said_in(*given))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a stranger's game may fail in any way
        raise Stop(
            f"What it says cannot be gathered: {raised(error)}. `referee check` says "
            "more."
        ) from None
    there = sorted(
        path.stem
        for path in package.folder.glob("locale/*.po")
        if locale_of(path.stem) is not None
    )
    for code in languages or there or sorted(installed().languages):
        path = package.folder / "locale" / f"{code}.po"
        begun = "" if path.exists() else "begun, "
        try:
            catalogue = catalogues.read_catalogue(path, code)
            catalogues.update(
                catalogue,
                catalogues.wanted_of_game(said, package.folder, catalogue, sources),
            )
            catalogues.write(path, code, catalogue)
        except (PoFileError, ValueError, LookupError, OSError) as error:
            raise Stop(f"{_told(path)} is left as it is: {error}.") from None
        obsolete = (
            f", {len(catalogue.obsolete)} no longer said" if catalogue.obsolete else ""
        )
        missing = len(catalogues.missing_in(catalogue)) or "nothing"
        yield f"{_told(path)}: {begun}{missing} to translate{obsolete}"
        if begun and code not in codes():
            how = (
                "`adding-a-language`, in the `/docs` of every running referee, says "
                "how one is made"
            )
            yield f"Nobody reads {code} here before that language is installed: {how}."
    for hidden in templates.hidden:
        where = told_from_here(hidden.place)
        yield (
            f"{where}: what `{hidden.expression}` says does not show in the code: "
            "write one plain string."
        )


def _told(path: Path) -> str:
    """A file, from the folder one is in where it stands below that."""
    return told_from_here(f"{path}:1").removesuffix(":1")

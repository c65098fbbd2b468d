"""`referee words`: what a game says, gathered for translators."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

import click
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError

from referee.commandline import Stop, WrongUsage, turned_aside
from referee.plugin.discovery import installed_languages
from referee.plugin.game_faults import describe_error
from referee.plugin.languages import list_codes, locale_of
from referee.plugin.loose_games import NoGameError
from referee.testing import catalogues
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.find_games import find_games
from referee.testing.flaw import Flaw, relative_to_here
from referee.testing.sources import package_of
from referee.testing.texts import Package
from referee.vocabulary.text import ENGLISH


@click.command()
@click.argument("game")
@click.argument("languages", nargs=-1)
def words(game: str, languages: tuple[str, ...]) -> None:
    """Write the sentences that GAME's catalogues lack into them.

    GAME is the id of an installed game, or a folder.

    LANGUAGES are the codes of those meant, such as `de` or `pt-BR`; a catalogue that is
    not there is begun. Without any it is those that are there; where there is none, the
    languages that are installed.

    A catalogue is `locale/de.po` in the game's package. A new sentence has no
    translation there. A slightly changed one keeps its translation, marked as fuzzy
    beside the old sentence; it counts as missing until a translator removes the mark.
    Sentences that the game no longer says are marked as obsolete, and all translations
    stay.
    """
    for code in languages:
        if code == ENGLISH.code:
            raise WrongUsage("English needs no catalogue: it is what the game says.")
        if locale_of(code) is None:
            raise WrongUsage(
                f"No language has the code {code!r}: name one as browsers do, such as "
                "de or pt-BR."
            )
    for package in _packages(game):
        folder = package.folder / "locale"
        stems = sorted(path.stem for path in folder.glob("*.po"))
        begun = [*filter(locale_of, stems)]
        paths = {}
        for code in languages or begun or sorted(installed_languages()):
            paths[code] = folder / f"{code}.po"
        for line in write_catalogues(package, paths):
            click.echo(line)


def _packages(name: str) -> list[Package]:
    """Return the packages, with catalogues, of these games; Stop if one fails."""
    try:
        with turned_aside():
            games_or_flaws = list(find_games(name, entries=1))
    except NoGameError as error:
        raise WrongUsage(
            f"{error} `referee games` lists those that are installed."
        ) from None

    games = defaultdict[Path | None, list[ModuleType]](list)
    house_rules = defaultdict[Path | None, list[ModuleType]](list)
    for checked in games_or_flaws:
        if isinstance(checked, Flaw):
            raise Stop(str(checked))
        if isinstance(checked, CheckedGame):
            games[package_of(checked.game)].append(checked.game)
        else:
            games[package_of(checked.movement)] = []
        for rule in checked.house_rules.values():
            house_rules[package_of(rule)].append(rule)

    path = Path(name).resolve()
    folders = [*filter(None, games | house_rules)]
    own = [folder for folder in folders if folder.is_relative_to(path)] or folders[:1]
    if not own:
        raise WrongUsage(
            f"{name} is a file by itself, and catalogues stand in a package: `referee "
            "new` makes one."
        )
    return [Package(folder, games[folder], house_rules[folder]) for folder in own]


def write_catalogues(package: Package, paths: Mapping[str, Path]) -> Iterator[str]:
    """Write a package's catalogues, by language; yield a line about each.

    Yield a line, too, for each template that cannot be translated. Stop if a game
    fails, or a catalogue cannot be read.
    """
    try:
        with turned_aside():
            _ = package.texts
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a stranger's game may fail in any way
        raise Stop(
            f"What it says cannot be gathered: {describe_error(error)}. "
            "`referee check` says more."
        ) from None

    for code, path in paths.items():
        shown = relative_to_here(f"{path}:1").removesuffix(":1")
        begun = "" if path.exists() else "begun, "
        try:
            catalogue = catalogues.read_catalogue(path, code)
            catalogues.update(catalogue, package.wanted(catalogue))
            catalogues.write(path, code, catalogue)
        except (PoFileError, ValueError, LookupError, OSError) as error:
            raise Stop(f"{shown} is left as it is: {error}.") from None
        missing = len(catalogues.missing_in(catalogue)) or "nothing"
        yield f"{shown}: {begun}{missing} to translate{_say_left_over(catalogue)}"
        if begun and code not in list_codes():
            how = (
                "`adding-a-language`, in the `/docs` of every running referee, says "
                "how one is made"
            )
            yield f"Nobody reads {code} here before that language is installed: {how}."

    for hidden in package.templates.hidden:
        where = relative_to_here(hidden.where)
        yield (
            f"{where}: what `{hidden.expression}` says does not show in the code: "
            "write one plain string."
        )


def _say_left_over(catalogue: Catalog) -> str:
    """Return how many translations belong to sentences no longer said."""
    words = ""
    changed = sum(bool(message.previous_id) for message in catalogue)
    obsolete = len(catalogue.obsolete)
    if changed:
        words += f", {changed} of them changed"
    if obsolete:
        words += f", {obsolete} no longer said"
    return words

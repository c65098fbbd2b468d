"""`referee doctor`: what is wrong here, and what to do about it."""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.commandline import Stop
from referee.commandline.data_dir import DataDir, Occupied, data_option, occupied, read_data_dir
from referee.commandline.serve import listening_options
from referee.hosting.network.addresses import Level, enclosure, listening_on, network_findings, url

if TYPE_CHECKING:
    from referee.hosting.store import Damage

MARKS: dict[Level, str] = {"fine": "fine ", "look": "look ", "wrong": "WRONG"}
ANSWER_SECONDS = 2


@dataclass(frozen=True, slots=True)
class Observation:
    """One thing looked at: which part it belongs to, how bad it is, what it is, and what to do (empty: nothing)."""

    about: str
    level: Level
    what: str
    remedy: str = ""


@click.command()
@listening_options("The address that the daemon listens on.", "The port that the daemon listens on.")
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.option("--rescue", metavar="FOLDER", help="Write what can be read of a damaged store into a new one there.")
def doctor(host: str, port: int, data: str | None, as_json: bool, rescue: str | None) -> None:
    """Say what is wrong here and what to do about it: address, port, storage, plugins, versions.

    Of each game a short match is played at random.

    Nothing is changed, but that tables kept by an older version are brought up to date. Exit codes: 0 nothing is
    wrong, 1 something is.
    """
    place = read_data_dir(data)
    if rescue is not None:
        _rescue(place, read_data_dir(rescue))
        return
    found = [
        *_of_versions(),
        *_of_plugins(),
        *_of_storage(place),
        *_of_port(host, port),
        *_of_network(host, port),
    ]
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(_line(one) for one in found))
    if any(one.level == "wrong" for one in found):
        raise click.exceptions.Exit(1)


def _rescue(place: DataDir, new: DataDir) -> None:
    """Write what can be read of a store into a new one."""
    from referee.hosting.store import Store, StoreUnusable

    if not place.exists or place.folder is None or new.folder is None:
        raise Stop("There is a store to be rescued only in a folder, and it goes to another folder.")
    try:
        with occupied(place), Store.open(place.store) as store:
            saved = store.rescue(Path(new.store))
    except FileExistsError:
        raise Stop(f"There is a store in {new.folder} already: name a new folder.") from None
    except (Occupied, StoreUnusable, OSError) as error:
        raise Stop(str(error)) from None
    tables = "1 table" if len(saved) == 1 else f"{len(saved)} tables"
    click.echo(f"{tables} saved in {new.folder}: start the referee with --data {new.folder}, or swap the folders.")


def _line(one: Observation) -> str:
    line = f"{MARKS[one.level]}  {one.about}: {one.what}"
    return f"{line}\n       {one.remedy}" if one.remedy else line


def _of_versions() -> Iterator[Observation]:
    yield Observation(
        "program", "fine", f"Referee {version('referee')}, Python {platform.python_version()}, {platform.platform()}"
    )
    there = []
    for name in _packages():
        try:
            there.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            yield Observation("packages", "wrong", f"{name} is missing.", "Install the referee again.")
    yield Observation("packages", "fine", ", ".join(there))


def _packages() -> list[str]:
    """The packages that a run needs; those of an extra are marked so."""
    wanted = [requirement for requirement in requires("referee") or () if "extra ==" not in requirement]
    return [match[0] for requirement in wanted if (match := re.match(r"[\w.-]+", requirement))]


def _of_plugins() -> Iterator[Observation]:
    from referee.commandline.trial import faults
    from referee.plugin.discovery import house_rules_of, installed, rulebook

    for game in installed().games:
        rules = ", ".join(house_rules_of(game))
        yield Observation("plugins", "fine", f"{game}{f' with house rules {rules}' if rules else ''}")
        if (wrong := faults(rulebook(game))) is not None:
            what = f"a short match of {game} cannot be played: {wrong}."
            yield Observation("plugins", "wrong", what, "Tell the game's author, or take it away.")
    for name, why in installed().broken.items():
        yield Observation("plugins", "wrong", f"{name} is broken: {why}.", "Install it again, or tell its author.")
    if not installed().games:
        yield Observation("plugins", "wrong", "No game is installed.", "Install one with pip.")


def _of_storage(place: DataDir) -> Iterator[Observation]:
    from referee.hosting.store import Store, StoreUnusable

    if not place.exists and place.folder is not None:
        yield _of_new_folder(place.folder)
        return
    try:
        with Store.open(place.store) as store:
            vitals, damage = store.vitals(), store.thorough_look()
    except StoreUnusable as error:
        yield Observation("storage", "wrong", str(error))
        return
    tables = "1 table" if vitals.tables == 1 else f"{vitals.tables} tables"
    what = f"{vitals.path}: {tables}, {vitals.size / 1e6:.1f} MB, schema {vitals.schema}"
    yield Observation("storage", "fine", what)
    if not vitals.writable:
        remedy = "Get the right to write there, make room on the disk, or give another folder with --data."
        yield Observation("storage", "wrong", f"{vitals.path} cannot be written.", remedy)
    yield from _of_damage(vitals.path, damage)
    yield from _of_daemon(place)


def _of_damage(path: str, damage: Damage) -> Iterator[Observation]:
    saves = "Stop the referee and have all that can be read written anew: referee doctor --rescue FOLDER."
    if damage.found:
        yield Observation("storage", "wrong", f"{path} is damaged: {'; '.join(damage.found)}.", saves)
    if damage.tables:
        what = f"These tables are damaged: {', '.join(damage.tables)}. The others go on."
        remedy = "Bring them back from a copy" + ("." if damage.found else ", or take them away: referee forget CODE.")
        yield Observation("storage", "wrong", what, remedy)


def _of_new_folder(folder: Path) -> Observation:
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return Observation("storage", "fine", f"No tables yet; they will be kept in {folder}")
    return Observation("storage", "wrong", f"{there} cannot be written.", "Give another folder with --data.")


def _of_daemon(place: DataDir) -> Iterator[Observation]:
    from referee.hosting.store import StoreUnusable

    try:
        with occupied(place):
            return
    except Occupied as running:
        where = f" at {running.url}" if running.url else ""
        yield Observation("storage", "fine", f"A referee is running with these tables{where}.")
    except OSError as error:
        yield Observation("storage", "wrong", f"{error.filename} cannot be written.", "Get the right to write there.")
    except StoreUnusable as error:
        yield Observation("storage", "wrong", str(error))


def _of_port(host: str, port: int) -> Iterator[Observation]:
    from referee_web.server.daemon import CannotListen, PortsTaken, listen

    try:
        listen(host, port, tries=1).close()
        yield Observation("port", "fine", f"{port} is free.")
    except PortsTaken:
        yield _taken(port)
    except CannotListen as error:
        yield Observation("port", "wrong", str(error))


def _taken(port: int) -> Observation:
    if _referee_answers(port):
        return Observation("port", "fine", f"A referee answers on {port}.")
    remedy = "The referee then takes the next free one; choose one with --port."
    return Observation("port", "look", f"{port} is taken by another program.", remedy)


def _referee_answers(port: int) -> bool:
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        return answer.status == 200 and answer.getheader("Server") == "referee"
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _of_network(host: str, port: int) -> Iterator[Observation]:
    found = listening_on(host)
    for finding in network_findings(found, enclosure()):
        yield Observation("network", finding.level, finding.what, finding.remedy)
    for address in found:
        adapter = f"{address.adapter}, {address.kind}" if address.adapter else address.kind
        yield Observation("address", "fine", f"{url(address.host, port)} ({adapter}) {address.note}".strip())

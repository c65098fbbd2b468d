"""`referee doctor`: faults here, and what to do."""

import json
import os
import platform
import re
import ssl
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import asdict
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import click

from referee.commandline import Stop, stopped_by
from referee.commandline.addresses import describe, listening_options
from referee.commandline.data_dir import (
    DataDir,
    Occupied,
    data_option,
    occupied,
    read_data_dir,
)
from referee.hosting.network.addresses import (
    USUAL_PORTS,
    Finding,
    Level,
    Scheme,
    enclosure,
    find_addresses,
    network_findings,
)
from referee.hosting.store import (
    Damage,
    Store,
    StoreUnusable,
    health_of,
    rescue,
    thorough_look,
)
from referee.plugin.discovery import house_rules_of, installed
from referee_web.commands.https import (
    CERTIFICATE,
    KEY,
    NEITHER,
    Certificate,
    folder_of,
    has_valid_certificate,
    maker,
)
from referee_web.commands.listening import CannotListen, PortsTaken, listen

MARKS: dict[Level, str] = {"fine": "fine ", "look": "look ", "wrong": "WRONG"}
ANSWER_SECONDS = 2


@click.command()
@listening_options(
    "The address that the daemon listens on.",
    "The port that the daemon listens on, where none is running yet.",
)
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.option(
    "--rescue",
    metavar="FOLDER",
    help="Write what can be read of a damaged store into a new one there.",
)
def doctor(
    host: str, port: int, data: str | None, as_json: bool, rescue: str | None
) -> None:
    """Say what is wrong here and what to do about it.

    It looks at address, port, storage, plugins and versions.

    Whether a game plays well, `referee check GAME` says.

    Nothing is changed. Exit codes: 0 nothing is wrong, 1 something is.
    """
    data_dir = read_data_dir(data)
    if rescue is not None:
        _rescue(data_dir, read_data_dir(rescue))
        return
    daemon, running = _daemon(data_dir)
    scheme: Scheme = "https" if running.scheme == "https" else "http"
    port = (running.port or USUAL_PORTS[scheme]) if running.netloc else port
    addresses = find_addresses(host)
    checks = {
        "program": [_program()],
        "packages": _packages(),
        "plugins": _plugins(),
        "storage": [*_storage(data_dir), *daemon],
        "port": [_port(host, port)],
        "https": [_https(data_dir)],
        "network": network_findings(addresses, enclosure()),
        "address": [
            Finding("fine", describe(address, port, scheme)) for address in addresses
        ],
    }
    findings = [
        (about, finding) for about, of_check in checks.items() for finding in of_check
    ]
    if as_json:
        records = [{"about": about, **asdict(finding)} for about, finding in findings]
        click.echo(json.dumps(records, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(_line(about, finding) for about, finding in findings))
    if any(finding.level == "wrong" for _, finding in findings):
        raise click.exceptions.Exit(1)


def _rescue(data_dir: DataDir, new: DataDir) -> None:
    """Copy a store's readable tables and events into a new one; tell what is lost."""
    if not data_dir.exists or data_dir.folder is None or new.folder is None:
        raise Stop(
            "There is a store to be rescued only in a folder, and it goes to another "
            "folder."
        )
    try:
        with stopped_by(StoreUnusable), occupied(data_dir):
            saved = rescue(data_dir.store, Path(new.store))
    except FileExistsError:
        raise Stop(
            f"There is a store in {new.folder} already: name a new folder."
        ) from None
    except OSError as error:
        raise Stop(str(error)) from None
    if not saved.codes:
        raise Stop(
            "Nothing was saved: no table can be read whole. Bring back a copy of "
            f"{data_dir.folder} from before."
        )
    click.echo(
        f"{_tables(len(saved.codes))} saved in {new.folder}: start the referee with "
        f"--data {new.folder}, or swap the folders."
    )
    if saved.lost:
        lost = ", ".join(saved.lost)
        click.echo(
            f"Not saved, or not all of it: {lost}. Tables whose event is lost stand by "
            "themselves: whoever has their codes can look at them.",
            err=True,
        )


def _tables(n: int) -> str:
    return "1 table" if n == 1 else f"{n} tables"


def _line(about: str, finding: Finding) -> str:
    line = f"{MARKS[finding.level]}  {about}: {finding.what}"
    if finding.remedy:
        line += f"\n       {finding.remedy}"
    return line


def _program() -> Finding:
    running = f"Python {platform.python_version()}, {platform.platform()}"
    return Finding("fine", f"Referee {version('referee')}, {running}")


def _packages() -> Iterator[Finding]:
    """Return findings on the needed packages, marked by extra."""
    versions = []
    for requirement in requires("referee") or ():
        if "extra ==" in requirement:
            continue
        [name] = re.findall(r"^[\w.-]+", requirement)
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            yield Finding("wrong", f"{name} is missing.", "Install the referee again.")
    yield Finding("fine", ", ".join(versions))


def _plugins() -> Iterator[Finding]:
    plugins = installed()
    for game in plugins.games:
        house_rules = ", ".join(house_rules_of(game))
        yield Finding(
            "fine", f"{game} with house rules {house_rules}" if house_rules else game
        )
    for name, why in plugins.broken.items():
        yield Finding(
            "wrong",
            f"{name} is broken: {why}.",
            "Install it again, or tell its author.",
        )
    if not plugins.games:
        yield Finding("wrong", "No game is installed.", "Install one with pip.")


def _storage(data_dir: DataDir) -> Iterator[Finding]:
    if not data_dir.exists and data_dir.folder is not None:
        yield _new_folder(data_dir.folder)
        return
    try:
        with Store.open(data_dir.store) as store:
            health = health_of(store)
            damage = thorough_look(store)
    except StoreUnusable as error:
        yield Finding("wrong", str(error))
        return
    what = (
        f"{health.location}: {_tables(health.tables)}, {health.size / 1e6:.1f} MB, "
        f"version {health.version}"
    )
    yield Finding("fine", what)
    if not health.writable:
        remedy = (
            "Get the right to write there, make room on the disk, or give another "
            "folder with --data."
        )
        yield Finding("wrong", f"{health.location} cannot be written.", remedy)
    yield from _damage(health.location, damage)


def _damage(path: str, damage: Damage) -> Iterator[Finding]:
    saves = (
        "Stop the referee and have all that can be read written to a new store: "
        "referee doctor --rescue FOLDER."
    )
    if damage.flaws:
        yield Finding("wrong", f"{path} is damaged: {'; '.join(damage.flaws)}.", saves)
    if damage.tables:
        tables = ", ".join(damage.tables)
        otherwise = "or take them away: referee forget CODE"
        if damage.flaws:
            otherwise = "if they are not saved"
        yield Finding(
            "wrong",
            f"These tables are damaged: {tables}. The others go on.",
            f"Bring them back from a copy, {otherwise}.",
        )


def _new_folder(folder: Path) -> Finding:
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        return Finding("fine", f"No tables yet; they will be kept in {folder}")
    return Finding(
        "wrong", f"{there} cannot be written.", "Give another folder with --data."
    )


def _daemon(data_dir: DataDir) -> tuple[list[Finding], SplitResult]:
    """Return findings on the daemon that serves these tables, and its address or ""."""
    if not data_dir.exists:
        return [], urlsplit("")
    try:
        with occupied(data_dir):
            return [], urlsplit("")
    except Occupied as running:
        where = f" at {running.url}" if running.url else ""
        runs = Finding("fine", f"A referee is running with these tables{where}.")
        return [runs], urlsplit(running.url)
    except Stop as error:
        return [Finding("wrong", str(error))], urlsplit("")


def _port(host: str, port: int) -> Finding:
    try:
        listen(host, port, tries=1).close()
        return Finding("fine", f"{port} is free.")
    except PortsTaken:
        if _referee_answers(port):
            return Finding("fine", f"A referee answers on {port}.")
        remedy = "The referee then takes the next free one; choose one with --port."
        return Finding("look", f"{port} is taken by another program.", remedy)
    except CannotListen as error:
        return Finding("wrong", str(error))


def _referee_answers(port: int) -> bool:
    # Nothing secret is sent, so any certificate will do.
    plain = HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    encrypted = HTTPSConnection(
        "127.0.0.1",
        port,
        timeout=ANSWER_SECONDS,
        context=ssl._create_unverified_context(),  # noqa: S323
    )
    return _is_referee(plain) or _is_referee(encrypted)


def _is_referee(connection: HTTPConnection) -> bool:
    with suppress(OSError, HTTPException), closing(connection):
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        return answer.status == 200 and answer.getheader("Server") == "referee"
    return False


def _https(data_dir: DataDir) -> Finding:
    """Return findings on HTTPS, which other devices need for their cameras."""
    folder = folder_of(data_dir)
    if has_valid_certificate(Certificate(folder / CERTIFICATE, folder / KEY)):
        return Finding(
            "fine", f"The certificate for --https is {folder / CERTIFICATE}."
        )
    if maker() is not None:
        return Finding(
            "fine", "A certificate is made when --https is used for the first time."
        )
    return Finding(
        "look",
        "No certificate can be made: cameras of other devices cannot watch a table.",
        NEITHER,
    )

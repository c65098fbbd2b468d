"""The messages of a started daemon to its terminal."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import click

from referee.commandline.addresses import (
    describe,
    draw_qr,
    local_address,
    phones_open,
)
from referee.commandline.data_dir import DataDir
from referee.hosting.network.addresses import (
    Address,
    Scheme,
    enclosure,
    find_addresses,
    network_findings,
    url,
)
from referee.hosting.store import without_password


@dataclass(frozen=True, slots=True)
class Doorway:
    """A daemon's host and port, and its advertised address, if any."""

    host: str
    port: int
    named: str | None
    scheme: Scheme

    @property
    def here(self) -> str:
        """Return the address for this device."""
        return local_address(self.host, self.port, self.scheme)

    @property
    def for_phones(self) -> str:
        """Return the address for phones."""
        return phones_open(self.host, self.port, self.named, self.scheme)


def greet(
    doorway: Doorway,
    data_dir: DataDir,
    wanted_port: int,
    draws: bool,
    metrics_at: tuple[str, int] | None = None,
) -> None:
    """Show the address for phones, and everything else to know."""
    if wanted_port not in (0, doorway.port):
        click.echo(f"Port {wanted_port} is taken, so this is port {doorway.port}.")
    _tell_addresses(doorway, draws)

    click.echo(f"On this device itself:  {doorway.here}")
    if doorway.scheme == "https":
        click.echo(
            "A browser may warn of the certificate, once on each device: continue "
            "there (“Advanced”)."
        )
    click.echo(f"Tables are kept in:     {show_data_dir(data_dir)}")
    if metrics_at is not None:
        click.echo(f"Figures for Prometheus: {url(*metrics_at)}metrics")
    click.echo("Ctrl-C stops it.")
    sys.stdout.flush()


def _tell_addresses(doorway: Doorway, draws: bool) -> None:
    addresses = find_addresses(doorway.host)
    others = addresses
    is_shut_in = not doorway.named and enclosure() == "container"
    if is_shut_in:
        click.echo(f"The computer round this container opens:  {doorway.here}\n")
    elif doorway.named or addresses[0].kind != "loopback":
        click.echo(f"Phones in the same network open:  {doorway.for_phones}\n")
        if draws:
            draw_qr(doorway.for_phones)
    if not (doorway.named or is_shut_in):
        others = addresses[1:]
    if others:
        click.echo("If that opens nothing, these may:")
    for address in others:
        click.echo(f"  {describe(address, doorway.port, doorway.scheme)}")
    if not doorway.named:
        _warn_of_network(addresses)


def _warn_of_network(addresses: Sequence[Address]) -> None:
    for finding in network_findings(addresses, enclosure()):
        if finding.level != "fine":
            click.echo(f"{finding.what} {finding.remedy}".strip())


def show_data_dir(data_dir: DataDir) -> str:
    """Return where the tables are, without a database's password."""
    if data_dir.folder is None:
        return without_password(data_dir.store)
    return str(data_dir.folder)


def open_browser(url: str) -> None:
    """Open the browser if there is a screen, without waiting; ignore failures."""
    has_screen = (
        sys.platform in ("win32", "darwin")
        or os.environ.get("DISPLAY")
        or os.environ.get("WAYLAND_DISPLAY")
    )
    if has_screen:
        # Imported here, since computers without a screen do not need it.
        import webbrowser

        threading.Thread(
            target=webbrowser.open, args=(url,), name="opens-browser", daemon=True
        ).start()
        return

    # Android, in Termux.
    opener = shutil.which("termux-open-url")
    if opener is not None:
        subprocess.Popen(  # noqa: S603  # our own address
            [opener, url], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

"""`referee serve`: the daemon, and the address and code that bring phones to it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from referee.commandline import AskedWrongly, Stop
from referee.commandline.data_dir import DataDir, Occupied, data_option, leave_card, occupied, read_data_dir
from referee.commandline.logging_config import LEVELS, configure_logging

if TYPE_CHECKING:
    import socket

    from referee_web.server.daemon import Daemon

    from referee.hosting.network.addresses import Address

PORT = 8642
# Phones come from outside.
EVERYWHERE = "0.0.0.0"  # noqa: S104
Command = Callable[..., Any]
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


def listening_options(of_host: str, of_port: str, least_port: int = 1) -> Callable[[Command], Command]:
    """The options `--host` and `--port`, given to a command as a string and a number; both with their help."""

    def options(command: Command) -> Command:
        ports = click.IntRange(least_port, 65535)
        port = click.option("--port", envvar="REFEREE_PORT", default=PORT, show_default=True, type=ports, help=of_port)
        host = click.option(
            "--host", envvar="REFEREE_HOST", default=EVERYWHERE, show_default=True, metavar="ADDRESS", help=of_host
        )
        return host(port(command))

    return options


@click.command()
@listening_options(
    "Listen on this address only; :: is every address, IPv6 ones too.",
    "Listen on this port or, where it is taken, on the next free one; 0 is any.",
    least_port=0,
)
@data_option
@click.option(
    "--advertise",
    envvar="REFEREE_ADVERTISE",
    metavar="ADDRESS",
    help="Show phones this address: a host, a host with its port, or a proxy's whole address.",
)
@click.option("--no-browser", is_flag=True, envvar="REFEREE_NO_BROWSER", help="Open no browser here.")
@click.option(
    "--qr",
    envvar="REFEREE_QR",
    type=click.Choice(["always", "auto", "never"]),
    default="auto",
    show_default=True,
    help="Draw the QR code; auto: where a terminal shows it.",
)
@click.option(
    "--limits",
    envvar="REFEREE_LIMITS",
    type=click.Choice(["on", "off"]),
    default="on",
    show_default=True,
    help="Limit how often one phone may try table codes, open tables and ask.",
)
@click.option(
    "--log-level",
    envvar="REFEREE_LOG_LEVEL",
    type=click.Choice(LEVELS),
    default="warning",
    show_default=True,
    help="What to log on standard error, in JSON; info has every request.",
)
def serve(
    host: str,
    port: int,
    data: str | None,
    advertise: str | None,
    no_browser: bool,
    qr: str,
    limits: str,
    log_level: str,
) -> None:
    """Start the daemon and show the address that phones open.

    Each option can be set by environment too: REFEREE_HOST, REFEREE_PORT, REFEREE_DATA, REFEREE_ADVERTISE,
    REFEREE_NO_BROWSER, REFEREE_QR, REFEREE_LIMITS and REFEREE_LOG_LEVEL.
    """
    configure_logging(log_level)
    # What cannot be shown is refused before anything is opened.
    advertised_at(advertise, port)
    place = read_data_dir(data)
    with _stopped_by_signals() as stop, _alone(place), _listening(host, port) as listener:
        shown = advertised_at(advertise, listener.getsockname()[1])
        daemon, close = _opened(place, listener, host, shown, limits == "on")
        try:
            daemon.start()
            leave_card(place, _local(host, daemon.port), _for_phones(host, daemon.port, shown))
            _greet(place, host, port, daemon.port, shown, draws(qr))
            if not no_browser:
                _open_browser(_local(host, daemon.port))
            # In short waits, since Windows tells of no Ctrl-C within a long one.
            while not stop.wait(0.5) and not daemon.ended.is_set():
                continue
            failed = daemon.ended.is_set()
        finally:
            daemon.stop()
            close()
    if failed:
        raise Stop("The daemon ended by itself; the log above says why.")


def advertised_at(advertise: str | None, port: int) -> str | None:
    """The address that phones are to be shown, without a slash at its end; None where none was named. AskedWrongly."""
    if not advertise:
        return None
    from referee.hosting.network.addresses import advertised

    try:
        return advertised(advertise, port)
    except ValueError as error:
        raise AskedWrongly(f"--advertise: {error}") from None


@contextmanager
def _stopped_by_signals() -> Iterator[threading.Event]:
    """An event that is set when somebody wants the program to end."""
    stop = threading.Event()
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    before = {number: signal.signal(number, lambda *_: stop.set()) for number in numbers}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _alone(place: DataDir) -> Iterator[None]:
    from referee.hosting.store import StoreUnusable

    with ExitStack() as kept:
        try:
            kept.enter_context(occupied(place))
        except (Occupied, StoreUnusable) as error:
            raise Stop(str(error)) from None
        except (FileExistsError, NotADirectoryError):
            raise Stop(f"{place.folder} is no folder, a file is in its place: give another one with --data.") from None
        except OSError as error:
            raise Stop(f"{place.folder} cannot be written ({error.strerror}): give another one with --data.") from None
        yield


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    from referee_web.server.daemon import CannotListen, listen

    try:
        listener = listen(host, port)
    except CannotListen as error:
        raise Stop(str(error)) from None
    with listener:
        yield listener


def _opened(
    place: DataDir, listener: socket.socket, host: str, shown: str | None, limits: bool
) -> tuple[Daemon, partial[None]]:
    """The daemon over the store, and what to call when it has stopped."""
    from referee_web.app import create_app
    from referee_web.public_url import PublicUrl
    from referee_web.server.daemon import Daemon, log_requests

    from referee.hosting.network.addresses import listening_on
    from referee.hosting.room import CardRoom
    from referee.hosting.store import Store, StoreUnusable

    try:
        store = Store.open(place.store)
    except StoreUnusable as error:
        raise Stop(str(error)) from None
    if damage := store.quick_look():
        told = f"{_shown_place(place)}: the store is damaged ({damage[0]}). Tables that are not damaged go on."
        click.echo(f"{told} “referee doctor” says which ones are, and what to do.", err=True)
    room = CardRoom(store)
    app = create_app(room, PublicUrl(listener.getsockname()[1], shown, partial(listening_on, host)), limits)
    log_requests(app)
    return Daemon(app, listener), partial(room.close)


def _local(host: str, port: int) -> str:
    """The address to open on this device itself."""
    from referee.hosting.network.addresses import url

    return url("127.0.0.1" if host in ("", EVERYWHERE, "::") else host, port)


def _for_phones(host: str, port: int, shown: str | None) -> str:
    """The address that phones open: the one to be shown, or else the likeliest."""
    from referee.hosting.network.addresses import listening_on, url

    return f"{shown}/" if shown else url(listening_on(host)[0].host, port)


def _greet(place: DataDir, host: str, wanted: int, port: int, shown: str | None, drawn: bool) -> None:
    """Say where phones find the daemon, and everything else that people at the terminal need."""
    from referee.hosting.network.addresses import enclosure, listening_on, network_findings

    found = listening_on(host)
    address = _for_phones(host, port, shown)
    if wanted not in (0, port):
        click.echo(f"Port {wanted} is taken, so this is port {port}.")
    if shown or found[0].kind != "loopback":
        click.echo(f"Phones in the same network open:  {address}\n")
        if drawn:
            draw(address)
    for line in _others(found if shown else found[1:], port):
        click.echo(line)
    if not shown:
        for finding in network_findings(found, enclosure()):
            if finding.level != "fine":
                click.echo(f"{finding.what} {finding.remedy}".strip())
    click.echo(f"On this device itself:  {_local(host, port)}")
    click.echo(f"Tables are kept in:     {_shown_place(place)}")
    click.echo("Ctrl-C stops it.")
    sys.stdout.flush()


def _shown_place(place: DataDir) -> str:
    if place.folder is not None:
        return str(place.folder)
    from referee.hosting.store.database import read_place, shown

    return shown(read_place(place.store))


def _others(addresses: list[Address], port: int) -> Iterator[str]:
    from referee.hosting.network.addresses import url

    if addresses:
        yield "If that opens nothing, these may:"
    for other in addresses:
        adapter = f"{other.adapter}, {other.kind}" if other.adapter else other.kind
        yield f"  {url(other.host, port)}  ({adapter}) {other.note}".rstrip()


def draws(qr: str) -> bool:
    """Whether the code is to be drawn: where it was wished for, or where a terminal can show it."""
    if qr != "auto":
        return qr == "always"
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def draw(address: str) -> None:
    """Draw the code of an address in the terminal; say so where there can be none."""
    from referee.hosting.network.qr import terminal

    try:
        click.echo(terminal(address), color=True)
    except ValueError as error:
        click.echo(f"There is no QR code: {error}")


def _open_browser(url: str) -> None:
    """Open the browser, where there is a screen, without waiting for it; what goes wrong is of no importance."""
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(url,), name="opens-browser", daemon=True).start()
        return
    # Android, in Termux.
    opener = shutil.which("termux-open-url")
    if opener is not None:
        subprocess.Popen([opener, url], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603  # our own address

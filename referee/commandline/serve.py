"""`referee serve`: the daemon, and the address and code that bring phones to it."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from flask import Flask
from referee_web.app import create_app
from referee_web.guards.proxies import Network
from referee_web.public_url import PublicUrl
from referee_web.server.daemon import CannotListen, Daemon, check_room, listen
from referee_web.server.metrics import log_requests, serve_metrics

from referee.commandline import AskedWrongly, Stop, end_soon, stopped_by
from referee.commandline.data_dir import (
    DataDir,
    data_option,
    leave_card,
    occupied,
    read_data_dir,
)
from referee.commandline.developing import (
    check_dev,
    dev_options,
    developing,
    inspect_with,
    needs_starter,
    start_when_saved,
    started_again,
    stop_with_starter,
    tell_dropped,
)
from referee.commandline.games import tell_broken
from referee.commandline.https import (
    Certificate,
    folder_of,
    https_options,
    named_certificate,
    own_certificate,
)
from referee.commandline.logging_config import LEVELS, configure_logging
from referee.hosting.network.addresses import (
    Address,
    Scheme,
    advertised,
    enclosure,
    listening_on,
    network_findings,
    url,
)
from referee.hosting.network.qr import terminal
from referee.hosting.room import CardRoom
from referee.hosting.store import Store, StoreUnusable, quick_look, shown

if TYPE_CHECKING:
    from referee.testing.bench import GameBench

PORT = 8642
# Phones come from outside.
EVERYWHERE = "0.0.0.0"  # noqa: S104
Command = Callable[..., Any]
FIRST_ANSWERS = 0.5
"""How many seconds after its start the daemon does nothing but answer."""
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


def listening_options(
    of_host: str, of_port: str, least_port: int = 1
) -> Callable[[Command], Command]:
    """The options `--host` and `--port`, given to a command as a string and a number;
    both with their help.
    """

    def options(command: Command) -> Command:
        ports = click.IntRange(least_port, 65535)
        port = click.option(
            "--port",
            envvar="REFEREE_PORT",
            default=PORT,
            show_default=True,
            type=ports,
            help=of_port,
        )
        host = click.option(
            "--host",
            envvar="REFEREE_HOST",
            default=EVERYWHERE,
            show_default=True,
            metavar="ADDRESS",
            help=of_host,
        )
        return host(port(command))

    return options


def advertise_option(help: str) -> Callable[[Command], Command]:
    """The option `--advertise`, given to a command as a string or None, with its help."""
    return click.option(
        "--advertise", envvar="REFEREE_ADVERTISE", metavar="ADDRESS", help=help
    )


@click.command(context_settings={"auto_envvar_prefix": "REFEREE"})
@listening_options(
    "Listen on this address only; :: is every address, IPv6 ones too.",
    "Listen on this port or, where it is taken, on the next free one; 0 is any.",
    least_port=0,
)
@data_option
@advertise_option(
    "Show phones this address: a host, a host with its port, or a proxy's whole "
    "address."
)
@https_options
@click.option("--no-browser", is_flag=True, help="Open no browser here.")
@click.option(
    "--qr",
    type=click.Choice(["always", "auto", "never"]),
    default="auto",
    show_default=True,
    help="Draw the QR code; auto: where a terminal shows it.",
)
@click.option(
    "--peer",
    metavar="ADDRESS",
    help="Let other daemons over the same database reach this one here, as "
    "http://10.0.0.5:8642; else it is found out.",
)
@click.option(
    "--limits",
    type=click.Choice(["on", "off"]),
    default="on",
    show_default=True,
    help="Limit how often one phone may try table codes, open tables and ask, and how "
    "many pages of it listen.",
)
@click.option(
    "--proxy",
    "networks",
    envvar="REFEREE_PROXY",
    multiple=True,
    metavar="ADDRESS",
    help="Take this load balancer's word (X-Forwarded-For, -Proto) on whose phone asks; "
    "an address or a network, "
    "and again for each further one.",
)
@click.option(
    "--public",
    is_flag=True,
    help="For strangers to each other: list no table, player or match but to those who "
    "were there.",
)
@dev_options
@click.option(
    "--metrics",
    metavar="[ADDRESS:]PORT",
    help="Tell a Prometheus how the daemon fares, at a port of its own; on this "
    "computer, where no address is named.",
)
@click.option(
    "--log-level",
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
    https: bool,
    cert: Path | None,
    key: Path | None,
    no_browser: bool,
    qr: str,
    limits: str,
    networks: tuple[str, ...],
    public: bool,
    dev: bool,
    games: tuple[Path, ...],
    metrics: str | None,
    peer: str | None,
    log_level: str,
) -> None:
    """Start the daemon and show the address that phones open.

    Each option can be set by environment too: REFEREE_HOST, REFEREE_PORT, REFEREE_DATA,
    REFEREE_ADVERTISE, REFEREE_HTTPS, REFEREE_CERT, REFEREE_KEY, REFEREE_NO_BROWSER,
    REFEREE_QR, REFEREE_LIMITS, REFEREE_PROXY (several with spaces between),
    REFEREE_PUBLIC, REFEREE_DEV, REFEREE_GAME (several separated as in PATH),
    REFEREE_METRICS, REFEREE_PEER and REFEREE_LOG_LEVEL.
    """
    configure_logging(log_level, for_authors=dev)
    # What cannot be shown is refused before anything is opened.
    advertised_at(advertise, port)
    advertised_at(peer, port, "--peer")
    with stopped_by(CannotListen):
        check_room()
    proxies = tuple(map(_network, networks))
    metrics_at = _metrics_at(metrics)
    place = read_data_dir(data)
    check_dev(dev, games, public, place)
    certificate = named_certificate(cert, key)
    scheme: Scheme = "https" if https or certificate else "http"
    if needs_starter(games):
        with _stopped_by_signals() as stop:
            raise click.exceptions.Exit(start_when_saved(games, place, stop))
    with (
        developing(dev, games) as bench,
        _stopped_by_signals() as stop,
        stopped_by(StoreUnusable, CannotListen),
        occupied(place),
        listen(host, port) as listener,
        _card_room(place, peer, host, listener, scheme, bench) as room,
    ):
        found = listener.getsockname()[1]
        named = advertised_at(advertise, found, scheme=scheme)
        public_url = PublicUrl(found, named, partial(listening_on, host), scheme=scheme)
        app = create_app(room, public_url, limits == "on", proxies, public, bench)
        log_requests(app)
        if https and certificate is None:
            certificate = own_certificate(folder_of(place))
        with (
            _running(app, listener, certificate) as daemon,
            _measured(metrics_at, app, daemon),
        ):
            leave_card(
                place,
                _local(host, found, scheme),
                phones_open(host, found, named, scheme),
            )
            if started_again():
                click.echo("Saved, and loaded again.")
            else:
                _greet(place, host, port, found, named, scheme, draws(qr))
            if not no_browser:
                _open_browser(_local(host, found, scheme))
            given = (room, bench, games, stop)
            threading.Thread(
                target=_load_games, args=given, name="loads-games", daemon=True
            ).start()
            # In short waits, since Windows tells of no Ctrl-C within a long one.
            while not stop.wait(0.5) and not daemon.ended.is_set():
                pass
            failed = daemon.ended.is_set()
    # As it ends, Python would look once more through all that is kept: two seconds for
    # ten thousand entries.
    gc.freeze()
    if failed:
        raise Stop("The daemon ended by itself; the log above says why.")


def _load_games(
    room: CardRoom,
    bench: GameBench | None,
    games: Sequence[Path],
    stop: threading.Event,
) -> None:
    """Import the games, in a thread, since that may never end; with a bench, ring when
    what failed is another.
    """
    # Whoever opens the address at once is answered first.
    if not stop.wait(FIRST_ANSWERS):
        tell_broken()
    if bench is not None:
        tell_dropped(room, games)
    failures = bench.failures if bench is not None else ()
    while bench is not None and not stop.wait(0.5):
        if bench.failures != failures:
            failures = bench.failures
            room.ring_all()


@contextmanager
def _running(
    app: Flask, listener: socket.socket, certificate: Certificate | None
) -> Iterator[Daemon]:
    of_https = (
        {"ssl_certfile": certificate.file, "ssl_keyfile": certificate.key}
        if certificate
        else {}
    )
    daemon = Daemon(app, listener, **of_https)
    try:
        daemon.start()
        yield daemon
    finally:
        daemon.stop()


@contextmanager
def _measured(at: tuple[str, int] | None, app: Flask, daemon: Daemon) -> Iterator[None]:
    """Tell the daemon's figures at this host and port, if any."""
    if at is None:
        yield
        return
    try:
        stop = serve_metrics(app, daemon, *at)
    except ModuleNotFoundError:
        raise Stop(
            "--metrics needs prometheus-client: install it beside the referee, as "
            "referee[metrics]."
        ) from None
    try:
        yield
    finally:
        stop()


def _metrics_at(named: str | None) -> tuple[str, int] | None:
    """The host and port of `--metrics`; None where there are to be none. AskedWrongly."""
    if named is None:
        return None
    host, _, port = named.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise AskedWrongly(
            f"--metrics: {named!r} names no port. Write one like 9642, or an address "
            "and a port."
        )
    return host.strip("[]") or "127.0.0.1", int(port)


def advertised_at(
    address: str | None, port: int, option: str = "--advertise", scheme: Scheme = "http"
) -> str | None:
    """The address that an option names, without a slash at its end; None where none was
    named. AskedWrongly.
    """
    try:
        return advertised(address, port, scheme) if address else None
    except ValueError as error:
        raise AskedWrongly(f"{option}: {error}") from None


def _network(named: str) -> Network:
    """The network, or the single address, that an option names. AskedWrongly."""
    try:
        return ip_network(named, strict=False)
    except ValueError:
        told = (
            f"--proxy: {named!r} is no address. Write one like 192.168.1.5, or a "
            "network like 10.0.0.0/8."
        )
        raise AskedWrongly(told) from None


@contextmanager
def _stopped_by_signals() -> Iterator[threading.Event]:
    """An event that is set when somebody wants the program to end, which then does,
    whatever a game is at.
    """
    stop = threading.Event()
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]

    def stop_soon(*_: object) -> None:
        stop.set()
        end_soon()

    stop_with_starter(stop_soon)
    before = {number: signal.signal(number, stop_soon) for number in numbers}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _local(host: str, port: int, scheme: Scheme) -> str:
    """The address to open on this device itself."""
    return url(
        "127.0.0.1" if host in ("", EVERYWHERE, "::") else host, port, scheme=scheme
    )


@contextmanager
def _card_room(
    place: DataDir,
    peer: str | None,
    host: str,
    listener: socket.socket,
    scheme: Scheme,
    bench: GameBench | None,
) -> Iterator[CardRoom]:
    """The room over the store of this place, closed at the end; other daemons reach it
    where there can be any.
    """
    with Store.open(place.store) as store:
        if damage := quick_look(store):
            told = (
                f"{_shown_place(place)}: the store is damaged ({damage[0]}). Tables "
                "that are not damaged go on."
            )
            click.echo(
                f"{told} “referee doctor” says which ones are, and what to do.",
                err=True,
            )
        reached = (
            _reached(peer, host, listener.getsockname()[1], scheme)
            if place.folder is None
            else ""
        )
        with closing(CardRoom(store, reached, inspect_with(bench))) as room:
            yield room


def _reached(named: str | None, host: str, port: int, scheme: Scheme) -> str:
    """The address at which other daemons reach this one: the one that was named, or the
    likeliest.
    """
    return advertised_at(named, port, "--peer", scheme) or phones_open(
        host, port, None, scheme
    ).rstrip("/")


def phones_open(
    host: str, port: int, named: str | None, scheme: Scheme = "http"
) -> str:
    """The address that phones open, with a slash at its end: the one that was named, or
    else the likeliest.
    """
    return (
        f"{named}/" if named else url(listening_on(host)[0].host, port, scheme=scheme)
    )


def _greet(
    place: DataDir,
    host: str,
    wanted: int,
    port: int,
    named: str | None,
    scheme: Scheme,
    drawn: bool,
) -> None:
    """Say where phones find the daemon, and everything else that people at the terminal
    need.
    """
    found = listening_on(host)
    if wanted not in (0, port):
        click.echo(f"Port {wanted} is taken, so this is port {port}.")
    if named or found[0].kind != "loopback":
        address = phones_open(host, port, named, scheme)
        click.echo(f"Phones in the same network open:  {address}\n")
        if drawn:
            draw(address)
    if others := found if named else found[1:]:
        click.echo("If that opens nothing, these may:")
    for other in others:
        click.echo(f"  {described(other, port, scheme)}")
    for finding in [] if named else network_findings(found, enclosure()):
        if finding.level != "fine":
            click.echo(f"{finding.what} {finding.remedy}".strip())
    click.echo(f"On this device itself:  {_local(host, port, scheme)}")
    if scheme == "https":
        click.echo(
            "A browser may warn of the certificate, once on each device: continue "
            "there (“Advanced”)."
        )
    click.echo(f"Tables are kept in:     {_shown_place(place)}")
    click.echo("Ctrl-C stops it.")
    sys.stdout.flush()


def _shown_place(place: DataDir) -> str:
    return str(place.folder) if place.folder is not None else shown(place.store)


def described(address: Address, port: int, scheme: Scheme = "http") -> str:
    """An address as a line for people: what to open, over which adapter, and what to
    know of it.
    """
    adapter = f"{address.adapter}, {address.kind}" if address.adapter else address.kind
    return (
        f"{url(address.host, port, scheme=scheme)}  ({adapter}) {address.note}".rstrip()
    )


def draws(qr: str) -> bool:
    """Whether the code is to be drawn: where it was wished for, or where a terminal can
    show it.
    """
    if qr != "auto":
        return qr == "always"
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def draw(address: str) -> None:
    """Draw the code of an address in the terminal; say so where there can be none."""
    try:
        click.echo(terminal(address), color=True)
    except ValueError as error:
        click.echo(f"There is no QR code: {error}")


def _open_browser(url: str) -> None:
    """Open the browser where there is a screen, without waiting for it; that it may
    fail does no harm.
    """
    if (
        sys.platform in ("win32", "darwin")
        or os.environ.get("DISPLAY")
        or os.environ.get("WAYLAND_DISPLAY")
    ):
        # Imported here: a computer without a screen has no use for it.
        import webbrowser

        threading.Thread(
            target=webbrowser.open, args=(url,), name="opens-browser", daemon=True
        ).start()
        return
    # Android, in Termux.
    opener = shutil.which("termux-open-url")
    if opener is not None:
        subprocess.Popen(  # noqa: S603
            [opener, url], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )  # our own address

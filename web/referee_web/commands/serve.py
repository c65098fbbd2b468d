"""`referee serve`: the daemon, and the address and QR code for phones."""

from __future__ import annotations

import gc
import signal
import socket
import sys
import threading
from _thread import start_new_thread
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.commandline import Stop, WrongUsage, end_soon, stopped_by
from referee.commandline.addresses import (
    advertise_option,
    draws_qr,
    listening_options,
    phones_open,
    read_advertised,
)
from referee.commandline.data_dir import (
    DataDir,
    data_option,
    leave_card,
    occupied,
    read_data_dir,
)
from referee.commandline.games import tell_broken
from referee.hosting.network.addresses import Scheme, find_addresses
from referee.hosting.room import CardRoom
from referee.hosting.store import Store, StoreUnusable, quick_look
from referee_web.commands.developing import (
    Development,
    dev_options,
    developing,
    inspect_with,
    require_possible_dev,
)
from referee_web.commands.greeting import Doorway, greet, open_browser, show_data_dir
from referee_web.commands.https import (
    Certificate,
    folder_of,
    https_door,
    https_options,
    named_certificate,
    own_certificate,
)
from referee_web.commands.listening import (
    CannotListen,
    listen,
    open_files,
    require_memory,
)
from referee_web.commands.logging_config import LEVELS, configure_logging
from referee_web.guards.proxies import Network
from referee_web.guards.service_set import Services
from referee_web.public_url import PublicUrl

if TYPE_CHECKING:
    from flask import Flask

    from referee.testing.game_bench import GameBench
    from referee_web.server.daemon import Daemon

FIRST_ANSWERS = 0.5
"""The seconds after the start in which the daemon only answers."""
SWITCH_SECONDS = 0.001
"""How long a computing thread keeps others waiting, those that read included."""
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options of `serve`, by parameter."""

    host: str
    port: int
    data: str | None
    advertise: str | None
    https: bool
    cert: Path | None
    key: Path | None
    no_browser: bool
    qr: str
    limits: str
    networks: tuple[str, ...]
    public: bool
    dev: bool
    games: tuple[Path, ...]
    metrics: str | None
    peer: str | None
    log_level: str


@dataclass(frozen=True, slots=True)
class _Plan:
    """The checked options."""

    data_dir: DataDir
    proxies: tuple[Network, ...]
    metrics_at: tuple[str, int] | None
    certificate: Certificate | None
    """The named certificate; with https the daemon makes its own."""


@click.command(context_settings={"auto_envvar_prefix": "REFEREE"})
@listening_options(
    "Listen on this address only; :: is every address, IPv6 ones too.",
    "Listen on this port or, where it is taken, on the next free one; 0 is any.",
    least_port=0,
)
@data_option
@advertise_option(
    "Show phones this address: a host, a host with its port, or a proxy’s whole "
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
    help="Take this load balancer’s word (X-Forwarded-For, -Proto) on whose phone "
    "asks; an address or a network, and again for each further one.",
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
def serve(**given: Any) -> None:
    """Start the daemon and show the address that phones open.

    Each option can be set by environment too: REFEREE_HOST, REFEREE_PORT, REFEREE_DATA,
    REFEREE_ADVERTISE, REFEREE_HTTPS, REFEREE_CERT, REFEREE_KEY, REFEREE_NO_BROWSER,
    REFEREE_QR, REFEREE_LIMITS, REFEREE_PROXY (several with spaces between),
    REFEREE_PUBLIC, REFEREE_DEV, REFEREE_GAME (several separated as in PATH),
    REFEREE_METRICS, REFEREE_PEER and REFEREE_LOG_LEVEL.
    """
    options = ServeOptions(**given)
    configure_logging(options.log_level, for_authors=options.dev)
    plan = _read_options(options)
    has_failed = _serve_until_stopped(options, plan)
    # As it ends, Python would look once more through all that is kept: two seconds for
    # ten thousand entries.
    gc.freeze()
    if has_failed:
        raise Stop("The daemon ended by itself; the log above says why.")


def _read_options(options: ServeOptions) -> _Plan:
    """Refuse impossible options before anything is opened."""
    read_advertised(options.advertise, options.port)
    read_advertised(options.peer, options.port, "--peer")
    with stopped_by(CannotListen):
        require_memory()
    proxies = tuple(map(_read_network, options.networks))
    metrics_at = _read_metrics(options.metrics)
    data_dir = read_data_dir(options.data)
    require_possible_dev(options.dev, options.games, options.public, data_dir)
    certificate = named_certificate(options.cert, options.key)
    return _Plan(data_dir, proxies, metrics_at, certificate)


def _serve_until_stopped(options: ServeOptions, plan: _Plan) -> bool:
    """Run the daemon; return whether it ended by itself."""
    with (
        developing(options.dev, options.games) as development,
        stopped_by_signals() as stop,
        stopped_by(StoreUnusable, CannotListen),
        occupied(plan.data_dir),
        listen(options.host, options.port) as listener,
        ExitStack() as opened,
    ):
        bench = development.bench if development is not None else None
        doorway = _doorway_at(listener, options, plan)
        room = opened.enter_context(
            _open_room(plan.data_dir, options.peer, doorway, bench)
        )
        services = _services_over(room, options, plan, doorway, bench)
        app = _make_app(services)
        certificate = plan.certificate
        if options.https and certificate is None:
            certificate = own_certificate(folder_of(plan.data_dir))
        daemon = opened.enter_context(_run(app, listener, certificate))
        if doorway.scheme == "http" and not options.public:
            services.open_https = https_door(
                daemon, options.host, folder_of(plan.data_dir)
            )
        opened.enter_context(_measure(plan.metrics_at, app, daemon))

        _show_doorway(doorway, options, plan)
        threading.Thread(
            target=_prepare,
            args=(room, development, stop),
            name="prepares",
            daemon=True,
        ).start()
        # Wait briefly each time, since Windows reports Ctrl-C only between waits.
        while not stop.wait(0.5) and not daemon.ended.is_set():
            pass
        return daemon.ended.is_set()


def _doorway_at(listener: socket.socket, options: ServeOptions, plan: _Plan) -> Doorway:
    scheme: Scheme = "http"
    if options.https or plan.certificate:
        scheme = "https"
    port = listener.getsockname()[1]
    named = read_advertised(options.advertise, port, scheme=scheme)
    return Doorway(options.host, port, named, scheme)


def _services_over(
    room: CardRoom,
    options: ServeOptions,
    plan: _Plan,
    doorway: Doorway,
    bench: GameBench | None,
) -> Services:
    public_url = PublicUrl(
        doorway.port,
        doorway.named,
        partial(find_addresses, options.host),
        scheme=doorway.scheme,
    )
    is_limited = options.limits == "on"
    return Services.over(
        room, public_url, is_limited, plan.proxies, options.public, bench
    )


def _make_app(services: Services) -> Flask:
    """Return the app, which nothing but a daemon needs to import."""
    from referee_web.app import create_app
    from referee_web.commands.metrics import log_requests

    app = create_app(services)
    first = services.public_url.prefix.split("/")[:2]
    if any(rule.rule.split("/")[:2] == first for rule in app.url_map.iter_rules()):
        raise WrongUsage(
            f"--advertise: {'/'.join(first)} is an address of the referee’s own. Give "
            "it another path, or a name of its own."
        )
    log_requests(app)
    return app


def _show_doorway(doorway: Doorway, options: ServeOptions, plan: _Plan) -> None:
    """Write the daemon's card for other commands, and greet its starter."""
    leave_card(plan.data_dir, doorway.here, doorway.for_phones)
    draws = draws_qr(options.qr)
    greet(doorway, plan.data_dir, options.port, draws, plan.metrics_at)
    if not options.no_browser:
        open_browser(doorway.here)


def _prepare(
    room: CardRoom, development: Development | None, stop: threading.Event
) -> None:
    """Import the games, and watch the files of a bench's game.

    Run this in a thread of its own, since an import may never end.
    """
    # Answer the first visitors first.
    if not stop.wait(FIRST_ANSWERS):
        tell_broken()
    if development is not None:
        development.watch(room, stop)


@contextmanager
def _run(
    app: Flask, listener: socket.socket, certificate: Certificate | None
) -> Iterator[Daemon]:
    from referee_web.server.daemon import Daemon

    sys.setswitchinterval(SWITCH_SECONDS)
    tls = certificate.load() if certificate is not None else None
    daemon = Daemon(app, listener, tls, open_files())
    try:
        daemon.start()
        yield daemon
    finally:
        daemon.stop()


@contextmanager
def _measure(at: tuple[str, int] | None, app: Flask, daemon: Daemon) -> Iterator[None]:
    """Serve the daemon's metrics at this host and port; None: nowhere."""
    if at is None:
        yield
        return
    from referee_web.commands.metrics import serve_metrics

    try:
        stop = serve_metrics(app, daemon, *at)
    except ModuleNotFoundError:
        raise Stop(
            "--metrics needs prometheus-client. Install the referee with it, in its "
            "checkout: pip install '.[metrics]'."
        ) from None
    try:
        yield
    finally:
        stop()


def _read_metrics(named: str | None) -> tuple[str, int] | None:
    """Return the host and port of `--metrics`, or None; WrongUsage without a port."""
    if named is None:
        return None
    host, _, port = named.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise WrongUsage(
            f"--metrics: {named!r} names no port. Write one like 9642, or an address "
            "and a port."
        )
    return host.strip("[]") or "127.0.0.1", int(port)


def _read_network(named: str) -> Network:
    """Return an option's network or address; raise WrongUsage for anything else."""
    try:
        return ip_network(named, strict=False)
    except ValueError:
        raise WrongUsage(
            f"--proxy: {named!r} is no address. Write one like 192.168.1.5, or a "
            "network like 10.0.0.0/8."
        ) from None


@contextmanager
def stopped_by_signals() -> Iterator[threading.Event]:
    """Return an event that is set when somebody ends the program; it then ends soon."""
    stop = threading.Event()
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]

    def stop_soon() -> None:
        stop.set()
        end_soon()

    def hear_signal(*_: object) -> None:
        # It may have interrupted whoever waits for `stop` and holds its lock: setting
        # it here would then wait for ever.
        start_new_thread(stop_soon, ())

    before = {}
    for number in numbers:
        # What `nohup` has ignored stays ignored.
        if signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.signal(number, hear_signal)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _open_room(
    data_dir: DataDir, peer: str | None, doorway: Doorway, bench: GameBench | None
) -> Iterator[CardRoom]:
    """Open the room over this store; other daemons reach it at an address."""
    with Store.open(data_dir.store) as store:
        if damage := quick_look(store):
            _tell_damage(data_dir, damage[0])
        reached = ""
        if data_dir.folder is None:
            reached = _address_for_peers(peer, doorway)
        with closing(CardRoom(store, reached, inspect_with(bench))) as room:
            yield room


def _tell_damage(data_dir: DataDir, damage: str) -> None:
    click.echo(
        f"{show_data_dir(data_dir)}: the store is damaged ({damage}). Tables that are "
        "not damaged go on. “referee doctor” says which ones are, and what to do.",
        err=True,
    )


def _address_for_peers(named: str | None, doorway: Doorway) -> str:
    """Return the address for other daemons: named, or likeliest."""
    named = read_advertised(named, doorway.port, "--peer", doorway.scheme)
    if named is not None:
        return named
    likeliest = phones_open(doorway.host, doorway.port, None, doorway.scheme)
    return likeliest.rstrip("/")

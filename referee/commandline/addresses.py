"""The daemon's address for phones: options, words, and QR code in a terminal."""

import os
import sys
from collections.abc import Callable
from typing import Any

import click

from referee.commandline import WrongUsage
from referee.commandline.data_dir import DataDir, on_card
from referee.hosting.network.addresses import (
    Address,
    Scheme,
    advertise,
    find_addresses,
    url,
)
from referee.hosting.network.qr import terminal

PORT = 8642
# Phones come from outside.
EVERYWHERE = "0.0.0.0"  # noqa: S104
Command = Callable[..., Any]


def listening_options(
    of_host: str, of_port: str, least_port: int = 1
) -> Callable[[Command], Command]:
    """Return a decorator that adds the options `--host` and `--port`."""

    def options(command: Command) -> Command:
        port = click.option(
            "--port",
            envvar="REFEREE_PORT",
            default=PORT,
            show_default=True,
            type=click.IntRange(least_port, 65535),
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
    """Return a decorator that adds the option `--advertise`, a string or None."""
    return click.option(
        "--advertise", envvar="REFEREE_ADVERTISE", metavar="ADDRESS", help=help
    )


def read_advertised(
    address: str | None, port: int, option: str = "--advertise", scheme: Scheme = "http"
) -> str | None:
    """Return `--advertise` as a URL without a final slash; None if it is left out.

    Raise WrongUsage for an address that phones cannot open.
    """
    if not address:
        return None
    try:
        return advertise(address, port, scheme)
    except ValueError as error:
        raise WrongUsage(f"{option}: {error}") from None


def phones_open(
    host: str, port: int, named: str | None, scheme: Scheme = "http"
) -> str:
    """Return the URL for phones, with a final slash: advertised, or likeliest."""
    if named:
        return f"{named}/"
    likeliest = find_addresses(host)[0]
    return url(likeliest.host, port, scheme=scheme)


def choose_address(data_dir: DataDir, advertise: str | None) -> str:
    """Return the URL for phones: advertised, the running daemon's, or the likeliest."""
    named = read_advertised(advertise, PORT)
    running = on_card(data_dir.folder, "phones")
    if running and not named:
        return running
    return phones_open(EVERYWHERE, PORT, named)


def local_address(host: str, port: int, scheme: Scheme) -> str:
    """Return the address to open on this device."""
    if host in ("", EVERYWHERE, "::"):
        host = "127.0.0.1"
    return url(host, port, scheme=scheme)


def describe(address: Address, port: int, scheme: Scheme) -> str:
    """Return a line for people: the address, its adapter and its notes."""
    adapter = ", ".join(filter(None, (address.adapter, address.kind)))
    opened = url(address.host, port, scheme=scheme)
    return f"{opened}  ({adapter}) {address.note}".rstrip()


def draws_qr(option: str) -> bool:
    """Return whether to draw the code: by `--qr`, or if the terminal can."""
    if option != "auto":
        return option == "always"
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def draw_qr(address: str) -> None:
    """Draw an address's code in the terminal, or say why it cannot be drawn."""
    try:
        click.echo(terminal(address), color=True)
    except ValueError as error:
        click.echo(f"There is no QR code: {error}")

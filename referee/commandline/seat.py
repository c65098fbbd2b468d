"""`referee seat`: a link that takes a seat to a phone, made at the daemon's own computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from referee.commandline import Stop
from referee.commandline.data_dir import DataDir, data_option, phones_open, read_data_dir
from referee.commandline.serve import EVERYWHERE, PORT, advertised_at, draw, draws

if TYPE_CHECKING:
    from referee.hosting.store import Store
    from referee.hosting.tables.table import Table


@click.command()
@click.argument("code")
@click.argument("seat", required=False)
@data_option
@click.option(
    "--advertise",
    envvar="REFEREE_ADVERTISE",
    metavar="ADDRESS",
    help="Begin the link with this address.  [default: the one that the running daemon shows]",
)
def seat(code: str, seat: str | None, data: str | None, advertise: str | None) -> None:
    """Print a link that takes SEAT at the table CODE to a phone; without SEAT, list the seats.

    For when the phones are gone. The link is good once and for an hour. Whoever opens it has the seat, and reads
    nothing that was sealed for it before. The daemon goes on meanwhile.
    """
    from referee.hosting.store import Store, StoreUnusable
    from referee.hosting.tables.loading import load
    from referee.hosting.tables.tokens import read_code
    from referee.vocabulary.errors import NotFoundError

    place = read_data_dir(data)
    if not place.exists:
        raise Stop(f"No tables are kept in {place.folder}: name their folder with --data.")
    address, is_known = _address(place, advertise)
    try:
        with Store.open(place.store) as store:
            table = load(store, read_code(code))
            if seat is None:
                click.echo("\n".join(_seats(table)))
                return
            path = _link(store, table, seat)
    except (StoreUnusable, NotFoundError) as error:
        raise Stop(str(error)) from None
    _show(f"{address}{path}", is_known)


def _address(place: DataDir, advertise: str | None) -> tuple[str, bool]:
    """The address that phones open, with a slash at its end, and whether it is known rather than likely."""
    from referee.hosting.network.addresses import listening_on, url

    if (named := advertised_at(advertise, PORT)) is not None:
        return f"{named}/", True
    if shown := phones_open(place):
        return shown, True
    return url(listening_on(EVERYWHERE)[0].host, PORT), False


def _seats(table: Table) -> list[str]:
    if not table.names:
        return [f"Nobody has sat down at table {table.code} yet."]
    width = max(map(len, table.names))
    return [f"{name:{width}}  {_about(table, name)}" for name in table.names]


def _about(table: Table, name: str) -> str:
    seat = next(seat for seat in table.seat_states if seat.name == name)
    taken = "taken" if seat.claimed else "free"
    return f"{taken}, host" if seat.host else taken


def _link(store: Store, table: Table, seat: str) -> str:
    """A new link to the seat of this name, from the daemon's address on."""
    from referee.hosting.tables.player_names import same_name
    from referee.hosting.tables.seats import new_link

    name = same_name(seat, table.names)
    if name is None:
        there = f"there are {', '.join(table.names)}" if table.names else "nobody has sat down yet"
        raise Stop(f"No seat at table {table.code} is called {seat!r}: {there}.")
    return f"t/{table.code}/link/{new_link(store, table.code, name, by_owner=False)}"


def _show(link: str, is_known: bool) -> None:
    click.echo(link)
    if draws("auto"):
        draw(link)
    if not is_known:
        unknown = "No running daemon has left its address here, so this is the likeliest; --advertise names another."
        click.echo(unknown, err=True)

"""`referee seat`: a link that takes a seat to a phone, made at the daemon's own computer."""

import click

from referee.commandline import Stop, stopped_by
from referee.commandline.data_dir import data_option, existing_data_dir, on_card
from referee.commandline.serve import EVERYWHERE, PORT, advertise_option, advertised_at, draw, draws, phones_open
from referee.hosting.store import Store, StoreUnusable
from referee.hosting.tables.loading import load
from referee.hosting.tables.player_names import same_name
from referee.hosting.tables.seats import new_link
from referee.hosting.tables.table import Table
from referee.hosting.tables.tokens import read_code


@click.command()
@click.argument("code")
@click.argument("seat", required=False)
@data_option
@advertise_option("Begin the link with this address.  [default: the one that the running daemon shows]")
def seat(code: str, seat: str | None, data: str | None, advertise: str | None) -> None:
    """Print a link that takes SEAT at the table CODE to a phone; without SEAT, list the seats.

    For when the phones are gone. The link is good once and for an hour. Whoever opens it has the seat, and reads
    nothing that was sealed for it before. The daemon goes on meanwhile.
    """
    place = existing_data_dir(data)
    named, left = advertised_at(advertise, PORT), on_card(place.folder, "phones")
    address = left if left and not named else phones_open(EVERYWHERE, PORT, named)
    with stopped_by(StoreUnusable), Store.open(place.store) as store:
        table = load(store, read_code(code))
        if seat is None:
            click.echo("\n".join(_seats(table)))
            return
        path = _link(store, table, seat)
    click.echo(f"{address}{path}")
    if draws("auto"):
        draw(f"{address}{path}")
    if not (named or left):
        unknown = "No running daemon has left its address here, so this is the likeliest; --advertise names another."
        click.echo(unknown, err=True)


def _seats(table: Table) -> list[str]:
    width = max(map(len, table.names), default=0)
    lines = [
        f"{seat.name:{width}}  {'taken' if seat.claimed else 'free'}{', host' if seat.host else ''}"
        for seat in table.seat_states
    ]
    return lines or [f"Nobody has sat down at table {table.code} yet."]


def _link(store: Store, table: Table, seat: str) -> str:
    """A new link to the seat of this name, without the daemon's address before it."""
    name = same_name(seat, table.names)
    if name is None:
        there = f"there are {', '.join(table.names)}" if table.names else "nobody has sat down yet"
        raise Stop(f"No seat at table {table.code} is called {seat!r}: {there}.")
    return f"t/{table.code}/link/{new_link(store, table.code, name, by_owner=False)}"

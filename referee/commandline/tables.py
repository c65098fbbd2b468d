"""`referee export`, `tables`, `seat` and `forget`: commands for what the store has."""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence, Sized
from contextlib import closing
from datetime import datetime
from textwrap import fill

import click

from referee.commandline import Stop, WrongUsage, stopped_by
from referee.commandline.addresses import (
    advertise_option,
    choose_address,
    draw_qr,
    draws_qr,
)
from referee.commandline.data_dir import data_option, find_data_dir, occupied, on_card
from referee.hosting.events.desk import EventDesk
from referee.hosting.events.forgetting import find_player_records, forget_player
from referee.hosting.history.archive import Archive
from referee.hosting.history.bg_stats import play_of
from referee.hosting.history.exports import match_csv, match_document
from referee.hosting.room import OF_AN_EVENT, CardRoom
from referee.hosting.store import SeatRow, Store, StoreUnusable
from referee.hosting.store.event_log import find_event_of, find_events
from referee.hosting.tables.loading import StrandedError, load
from referee.hosting.tables.player_names import same_name
from referee.hosting.tables.seats import new_link
from referee.hosting.tables.table import Table, TableFacts
from referee.hosting.tables.tokens import read_code
from referee.match.viewer import SPECTATOR
from referee.vocabulary.jsonable import jsonable


@click.command()
@click.argument("code")
@click.option(
    "--as",
    "form",
    type=click.Choice(["json", "csv", "bgstats"]),
    default="json",
    show_default=True,
    help="The form.",
)
@data_option
def export(code: str, form: str, data: str | None) -> None:
    """Print the match of the table CODE, as a spectator sees it.

    The daemon may go on meanwhile. `referee replay` reads the JSON form. `bgstats` is a
    finished match as the app BG Stats takes it.
    """
    try:
        with (
            stopped_by(StoreUnusable),
            Store.open(find_data_dir(data).store) as store,
        ):
            table: TableFacts = load(store, read_code(code))
    except StrandedError as stranded:
        if form == "bgstats":
            raise
        click.echo(f"{stranded} What was entered is printed without rulings.", err=True)
        table = stranded.table
    if table.row.setting is None:
        raise Stop(
            f"The match at table {table.code} has not begun: there is nothing to "
            "export yet."
        )
    if form == "bgstats":
        click.echo(json.dumps(jsonable(play_of(table)), ensure_ascii=False, indent=2))
        return
    document = match_csv(table) if form == "csv" else match_document(table, SPECTATOR)
    # As bytes: the line ends are what CSV wants, on every system.
    click.echo(document.encode(), nl=False)


ALL_EVENTS = "SELECT code FROM events ORDER BY code"
ALL_TABLES = "SELECT code, game, created_at FROM tables ORDER BY created_at, code"


@click.command()
@data_option
def tables(data: str | None) -> None:
    """List all tables, the latest last: code, when opened, game and people.

    The daemon may go on meanwhile.
    """
    with stopped_by(StoreUnusable), Store.open(find_data_dir(data).store) as store:
        names = defaultdict(list)
        for seat in store.seats_everywhere():
            names[seat.table].append(seat.name)
        for code, game, created_at in store.read(ALL_TABLES):
            opened = datetime.fromtimestamp(created_at)
            people = ", ".join(names[code]) or "nobody"
            click.echo(f"{code}  {opened:%Y-%m-%d %H:%M}  {game}: {people}")


@click.command()
@click.argument("code")
@click.argument("seat", required=False)
@data_option
@advertise_option(
    "Begin the link with this address.  [default: the one that the running daemon "
    "shows]"
)
def seat(code: str, seat: str | None, data: str | None, advertise: str | None) -> None:
    """Print a link that takes SEAT at the table CODE to a phone.

    Without SEAT, list the seats.

    This helps when the phones are gone. The link is good once and for an hour. Whoever
    opens it has the seat, and reads nothing that was sealed for it before. The daemon
    may go on meanwhile.
    """
    data_dir = find_data_dir(data)
    address = choose_address(data_dir, advertise)
    with stopped_by(StoreUnusable), Store.open(data_dir.store) as store:
        table = load(store, read_code(code))
        if seat is None:
            click.echo("\n".join(_seats(table)))
            return
        path = _link(store, table, seat)
    click.echo(f"{address}{path}")
    if draws_qr("auto"):
        draw_qr(f"{address}{path}")
    if not (advertise or on_card(data_dir.folder, "phones")):
        unknown = (
            "No running daemon has left its address here, so this is the likeliest; "
            "--advertise names another."
        )
        click.echo(unknown, err=True)


def _seats(table: Table) -> Iterator[str]:
    width = max(map(len, table.names), default=0)
    for seat in table.seat_states:
        state = "taken" if seat.claimed else "free"
        if seat.host:
            state += ", host"
        yield f"{seat.name:{width}}  {state}"
    if not table.names:
        yield f"Nobody has sat down at table {table.code} yet."


def _link(store: Store, table: Table, seat: str) -> str:
    """Return a new link to this seat, without the daemon's address."""
    name = same_name(seat, table.names)
    if name is None:
        there = "nobody has sat down yet"
        if table.names:
            there = f"there are {', '.join(table.names)}"
        raise Stop(f"No seat at table {table.code} is called {seat!r}: {there}.")
    return f"t/{table.code}/link/{new_link(store, table.code, name, by_owner=False)}"


@click.command()
@click.argument("code", required=False)
@click.option(
    "--player",
    metavar="NAME",
    help="Take this player’s name out of all matches instead.",
)
@click.option("--yes", is_flag=True, help="Do not ask first.")
@data_option
def forget(code: str | None, player: str | None, yes: bool, data: str | None) -> None:
    """Delete the table or event CODE for good, or a player's name everywhere.

    With a table go its match and its log, with an event its tables.

    The data are gone from the disk too, except for a PostgreSQL server's own log. Over
    a file, stop the daemon first. Matches of a forgotten player stay under a name that
    says nothing. The same name in any case is the same player.
    """
    if (code is None) == (player is None):
        raise WrongUsage("Name the code of a table, or a player with --player.")
    data_dir = find_data_dir(data)
    with (
        stopped_by(StoreUnusable),
        occupied(data_dir),
        closing(CardRoom(Store.open(data_dir.store))) as room,
    ):
        if code is not None:
            _forget_table(room, code, yes)
        elif player is not None:
            _forget_player(room, player, yes)
        if not room.store.eraser.erase():
            raise Stop(
                "It is still on the disk, though: another program has the store open, "
                "or the disk is full. "
                "Close that program, or make room, then start referee: it erases what "
                "is left."
            )


def _forget_table(room: CardRoom, typed: str, yes: bool) -> None:
    code = read_code(typed)
    if find_events(room.store, [code]):
        _confirm(f"Take the event {code} and all its tables away for good?", yes)
        room.store.delete_table(code)
        click.echo(f"The event {code} is gone.")
        return
    row = room.store.table(code)
    if row is None:
        raise Stop(f"There is no table with the code {code}.")
    if find_event_of(room.store, code) != code:
        raise Stop(str(OF_AN_EVENT))
    names = ", ".join(seat.name for seat in room.store.seats(code)) or "nobody"
    goes = (
        "The match goes, with its log, its scores and its part in everybody’s "
        "statistics. Saved files stay."
    )
    _confirm(f"{goes}\nTake the table {code} ({row.game}: {names}) away for good?", yes)
    room.store.delete_table(code)
    click.echo(f"The table {code} is gone.")


def _forget_player(room: CardRoom, name: str, yes: bool) -> None:
    archive = Archive(room)
    tables = archive.tables_of(name)
    desks = [EventDesk(room, code) for (code,) in room.store.read(ALL_EVENTS)]
    events = [desk for desk in desks if find_player_records(desk, desk.look(), name)]
    if not tables and not events:
        # A forgetting that was cut off may have got as far as this.
        room.store.eraser.erase()
        raise Stop(f"No table has a player called {name!r}.")
    goes = (
        "The name goes, everywhere. Scores stay, under a name like “Player 2”, and so "
        "do saved files."
    )
    where = _count(tables, "table")
    if events:
        where += f" and {_count(events, 'event')}"
    if tables:
        click.echo(fill(" ".join(tables)))
    _confirm(f"{goes}\nTake the name {name} out of {where} for good?", yes)
    # Events before the seats, by which whoever begins again finds what is left.
    for desk in events:
        forget_player(desk, name)
    forgotten = archive.forget_player(name, _show_progress)
    if events:
        click.echo(f"The name is gone from {_count(events, 'event')}.")
    if forgotten.tables:
        click.echo(f"The name is gone from {_count(forgotten.tables, 'table')}.")
    if forgotten.left:
        click.echo(fill(" ".join(forgotten.left)), err=True)
        raise Stop(
            f"It is still at {_count(forgotten.left, 'table')}: its game is not "
            "installed, or something else there is called the same. Forget the whole "
            "table by its code, or install the game and try again."
        )


def _count(many: Sized, what: str) -> str:
    return f"1 {what}" if len(many) == 1 else f"{len(many)} {what}s"


def _show_progress(seats: Sequence[SeatRow]) -> Iterator[SeatRow]:
    """Yield these seats, and show how many are done; each match is ruled again."""
    with click.progressbar(seats, label="Matches", file=sys.stderr) as shown:
        yield from shown


def _confirm(question: str, yes: bool) -> None:
    if not yes and not click.confirm(question):
        raise Stop("Nothing was forgotten.")

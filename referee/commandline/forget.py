"""`referee forget`: a match or a player's name, gone for good."""

from contextlib import closing

import click

from referee.commandline import AskedWrongly, Stop, stopped_by
from referee.commandline.data_dir import data_option, existing_data_dir, occupied
from referee.hosting.history.archive import Archive
from referee.hosting.room import CardRoom
from referee.hosting.store import Store, StoreUnusable
from referee.hosting.tables.tokens import read_code


@click.command()
@click.argument("code", required=False)
@click.option("--player", metavar="NAME", help="Take this player's name out of all matches instead.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@data_option
def forget(code: str | None, player: str | None, yes: bool, data: str | None) -> None:
    """Take the table CODE away for good, with its match and log; or a player's name out of everything.

    What is forgotten is gone from the disk too, but for what a PostgreSQL server keeps in its own log. Over a file the
    daemon must be stopped first. Matches of a forgotten player stay, with a name that says nothing in its place; the
    same name, in any case, is the same player.
    """
    if (code is None) == (player is None):
        raise AskedWrongly("Name the code of a table, or a player with --player.")
    place = existing_data_dir(data)
    with stopped_by(StoreUnusable), occupied(place), closing(CardRoom(Store.open(place.store))) as room:
        if code is not None:
            _forget_table(room, code, yes)
        elif player is not None:
            _forget_player(room, player, yes)
        if not room.store.erase():
            raise Stop(
                "It is still on the disk, though: another program has the store open, or the disk is full. "
                "Close that program, or make room, then start referee: it erases what is left."
            )


def _forget_table(room: CardRoom, typed: str, yes: bool) -> None:
    code = read_code(typed)
    row = room.store.table(code)
    if row is None:
        raise Stop(f"There is no table with the code {code}.")
    names = ", ".join(seat.name for seat in room.store.seats(code)) or "nobody"
    goes = "The match goes, with its log, its scores and its part in everybody's statistics. Saved files stay."
    _ask(f"{goes}\nTake the table {code} ({row.game}: {names}) away for good?", yes)
    room.store.delete_table(code)
    click.echo(f"The table {code} is gone.")


def _forget_player(room: CardRoom, name: str, yes: bool) -> None:
    archive = Archive(room)
    tables = archive.tables_of(name)
    if not tables:
        raise Stop(f"No table has a player called {name!r}.")
    goes = "The name goes, everywhere. Scores stay, under a name like “Player 2”, and so do saved files."
    _ask(f"{goes}\nTake the name {name} out of {_tables(tables)} for good?", yes)
    forgotten = archive.forget_player(name)
    if forgotten.tables:
        click.echo(f"The name is gone from {_tables(forgotten.tables)}.")
    if forgotten.left:
        raise Stop(
            f"It is still at {_tables(forgotten.left)}: its game is not installed, or something else there is called "
            f"the same. Forget the whole table by its code, or install the game and try again."
        )


def _tables(codes: tuple[str, ...]) -> str:
    return f"{len(codes)} table{'' if len(codes) == 1 else 's'} ({', '.join(codes)})"


def _ask(question: str, yes: bool) -> None:
    if not yes and not click.confirm(question):
        raise Stop("Nothing was forgotten.")

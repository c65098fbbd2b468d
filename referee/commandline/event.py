"""`referee event`: opens an event from a file."""

import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from referee.commandline import Stop, WrongUsage, stopped_by
from referee.commandline.addresses import (
    EVERYWHERE,
    PORT,
    advertise_option,
    advertised_at,
    phones_open,
)
from referee.commandline.data_dir import data_option, existing_data_dir, on_card
from referee.events.event import Plan
from referee.hosting.events import EventDesk, open_event
from referee.hosting.room import CardRoom
from referee.hosting.store import Store, StoreUnusable
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import from_json


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_option
@advertise_option(
    "Begin the addresses with this one.  [default: that which the running daemon shows]"
)
def event(file: Path, data: str | None, advertise: str | None) -> None:
    """Open the event that FILE describes, and enter its `entrants`.

    A TOML file with `name`, `game`, `movement`, `rounds`, and whatever else the API
    takes for an event. The daemon goes on meanwhile. It prints three addresses: the
    door for everybody, the director's page, and the board for a TV.
    """
    plan, entrants = _read(file)
    data_dir = existing_data_dir(data)
    named, left = advertised_at(advertise, PORT), on_card(data_dir.folder, "phones")
    address = left
    if named or not left:
        address = phones_open(EVERYWHERE, PORT, named)
    with stopped_by(StoreUnusable, RefereeError), Store.open(data_dir.store) as store:
        room = CardRoom(store)
        opened = open_event(room, plan)
        desk = EventDesk(room, opened.code, (opened.director_token,))
        for names in entrants:
            desk.enter([names] if isinstance(names, str) else names)
        door = f"{address}events/{room.keyed(opened.code)}"
    click.echo(f"Door:      {door}")
    click.echo(f"Director:  {door}/as/{opened.director_token}")
    click.echo(f"Board:     {door}/as/{opened.board_token}")


def _read(file: Path) -> tuple[Plan, list[Any]]:
    try:
        written = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise Stop(f"{file} cannot be read: {problem}") from None
    entrants = written.pop("entrants", [])
    known = {member.name for member in fields(Plan)}
    if wrong := written.keys() - known:
        raise WrongUsage(
            f"{file} has {', '.join(sorted(wrong))}; an event has {', '.join(known)}."
        )
    try:
        return from_json(Plan, written), entrants
    except (KeyError, TypeError, AttributeError) as problem:
        raise Stop(f"{file} lacks something, or has it wrong: {problem}") from None

"""`referee event`: opens an event from a file."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import get_args

import click

from referee.commandline import Stop, WrongUsage, stopped_by
from referee.commandline.addresses import advertise_option, choose_address
from referee.commandline.data_dir import data_option, find_data_dir
from referee.events.event import (
    LONGEST_TITLE,
    MOST_ROUNDS,
    MOST_SECTIONS,
    Counting,
    Plan,
    TieBreak,
)
from referee.hosting.events.opening import open_event, usual_counts
from referee.hosting.room import CardRoom
from referee.hosting.store import Store, StoreUnusable
from referee.plugin.discovery import beside
from referee.plugin.reloading import load_games
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import from_json


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_option
@advertise_option(
    "Begin the addresses with this one.  [default: that which the running daemon shows]"
)
@click.option(
    "--game",
    "games",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Know the game or movement in this file or folder too, as the daemon that was "
    "started with `--dev --game`; repeat it for each further one.",
)
def event(
    file: Path, data: str | None, advertise: str | None, games: tuple[Path, ...]
) -> None:
    """Open the event that FILE describes, and enter its `entrants`.

    A TOML file with `name`, `game`, `movement`, `rounds`, and whatever else the API
    takes for an event. The daemon goes on meanwhile. It prints three addresses: the
    door for everybody, the director's page, and the board for a TV.
    """
    plan, entrants, says_counts = _read(file)
    data_dir = find_data_dir(data)
    address = choose_address(data_dir, advertise)
    points, failures = load_games(games)
    if failures:
        raise Stop(str(failures[0]))
    with (
        stopped_by(StoreUnusable, RefereeError),
        beside(*points),
        Store.open(data_dir.store) as store,
    ):
        room = CardRoom(store)
        if not says_counts:
            plan = replace(plan, counts=usual_counts(plan.movement))
        opened = open_event(room, plan, entrants)
        door = f"{address}events/{room.keyed(opened.code)}"
    click.echo(f"Door:      {door}")
    click.echo(f"Director:  {door}/as/{opened.director_token}")
    click.echo(f"Board:     {door}/as/{opened.board_token}")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.strip() != ""


def _is_title(value: object) -> bool:
    return _is_text(value) and len(str(value)) <= LONGEST_TITLE


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _parts_ties(value: object) -> bool:
    return value in get_args(TieBreak)


_FITS: Mapping[str, Callable[[object], bool]] = {
    "name": _is_title,
    "game": _is_text,
    "movement": _is_text,
    "rounds": lambda value: type(value) is int and 1 <= value <= MOST_ROUNDS,
    "counts": lambda value: value in get_args(Counting),
    "ties": lambda value: isinstance(value, list) and all(map(_parts_ties, value)),
    "options": lambda value: isinstance(value, dict),
    "house_rules": _is_list_of_texts,
    "sections": lambda value: type(value) is int and 1 <= value <= MOST_SECTIONS,
    "pairs": _is_flag,
    "confirm": _is_flag,
}
"""Whether a value of the file can be an event's, by name."""


def _read_entrants(file: Path, written: object) -> list[list[str]]:
    entrants = []
    if not isinstance(written, list):
        raise Stop(f"{file}: entrants has to be a list of names.")
    for names in written:
        people = [names] if isinstance(names, str) else names
        if not _is_list_of_texts(people):
            raise Stop(f"{file}: among the entrants, {names!r} is no name or pair.")
        entrants.append(people)
    return entrants


def _read(file: Path) -> tuple[Plan, list[list[str]], bool]:
    """Return the plan, the entrants, and whether the file says how results count."""
    try:
        written = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise Stop(f"{file} cannot be read: {problem}") from None
    entrants = _read_entrants(file, written.pop("entrants", []))
    if wrong := written.keys() - _FITS.keys():
        raise WrongUsage(
            f"{file} has {', '.join(sorted(wrong))}; an event has {', '.join(_FITS)}."
        )
    for name, value in written.items():
        if not _FITS[name](value):
            raise Stop(f"{file}: {name} cannot be {value!r:.200}.")
    try:
        return from_json(Plan, written), entrants, "counts" in written
    except (KeyError, TypeError, AttributeError) as problem:
        raise Stop(f"{file} lacks something, or has it wrong: {problem}") from None

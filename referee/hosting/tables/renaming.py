"""Renaming a seat. What is stored names seats by their ids, so all that is checked is that the match stands."""

from collections.abc import Sequence
from dataclasses import replace

from referee.hosting.store import Renaming, SeatRow, Store
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.loading import begin_match, load, seat_ids
from referee.hosting.tables.permissions import must_answer_for
from referee.hosting.tables.player_names import read_name
from referee.hosting.tables.table import Table, result_of
from referee.match.log_entry import Record
from referee.match.match import Match
from referee.match.score_sheet import timeline_of
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.text import say
from referee.vocabulary.values import winners_in


@retry_if_outdated
def rename_seat(held: HeldTable, seat: str, name: object) -> str:
    """Give a seat another name; the name as people will see it. For its owner and the host, but not
    for whoever the others let have the seat.

    UnauthorizedError or ForbiddenError for anybody else, WrongFieldsError where nobody can be called that here,
    ConflictError where the match would not stand as it does.
    """
    old = held.table.seat(seat).name
    must_answer_for(held.table, held.viewer, old)
    new = read_name(name, [other for other in held.table.names if other != old])
    if new != old:
        held.store.rename_seat(renaming(held.store, held.table, old, new), held.table.stamp)
        held.races.forget_table(held.code)
        held.table.become(load(held.store, held.code))
    return new


def renaming(
    store: Store, table: Table, old: str, new: str, lines: Sequence[Record] = (), forgets: bool = False
) -> Renaming:
    """Return what there is to write for a seat to have this name; ConflictError where the match would not stand as it
    does.

    `lines` of the log are changed with it. `forgets`: the old name goes for good, and the new one is no player's.
    """
    seats = [replace(seat, name=new, nameless=forgets) if seat.name == old else seat for seat in table.seats]
    result = None
    if table.match is not None:
        after = _after(store, table, seats)
        if after is None or _standing(after) != _standing(table.match):
            template = "The match at table {code} would not stand as it does if {seat} had another name."
            raise ConflictError(say(template, code=table.code, seat=old))
        nameless = frozenset(seat.name for seat in seats if seat.nameless)
        result = table.result and result_of(table.row, after.history, nameless=nameless)
    return Renaming(table.code, old, new, forgets, tuple(lines), result)


def _after(store: Store, table: Table, seats: Sequence[SeatRow]) -> Match | None:
    """Return the match under the seats' new names, or None where its game fails on it."""
    ids = seat_ids(seats)
    setting = ids.named(seat_ids(table.seats).stored_setting(table.row.setting or {}))
    try:
        found = begin_match(table.rulebook, setting)
        found.fold(map(ids.named_record, store.log(table.code)))
        timeline_of(found.history)  # what is kept can be shown, all along
    except Exception:  # a game may fail in any way on a name that it did not expect
        return None
    return found


def _standing(match: Match) -> tuple[object, ...]:
    """Return how a match stands, whatever its seats are called."""
    history = match.history
    scene, seats = history.scene_in(history.position), history.setting.seats
    places = seats.index
    standings = {places(standing.seat): (standing.score, standing.place) for standing in scene.standings}
    winners = sorted(map(places, scene.winners))
    rulings = [ruling.verdict for step in history.steps for ruling in step.rulings]
    decided = [(*verdict, sorted(map(places, winners_in(verdict, seats)))) for verdict in rulings]
    return standings, winners, scene.phase, scene.round, decided, len(match.unfit), frozenset(history.open_to_all)

"""Names of an event that are forgotten, and substitutes' meanwhile."""

from dataclasses import fields

import pytest

from referee.events.event import Adjustment, Call, EventRecord, Plan
from referee.events.forgetting import forget_names
from referee.hosting.events import director_calls, entering, forgetting, rounds, scores
from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import EventNow
from referee.hosting.room import CardRoom
from referee.hosting.tables.confirming import confirm_result, confirmation_of
from referee.hosting.tables.disputing import dispute_ruling
from referee.hosting.tables.player_names import same_name
from referee.vocabulary.errors import (
    ConflictError,
    NotFoundError,
)
from tests.at_table import change
from tests.events.test_evening import totals

from .conftest import Gather


def test_a_name_can_be_forgotten(gather: Gather, room: CardRoom) -> None:
    club = gather("swiss", "Ana Karenina", "Ben")
    forgetting.forget_entrant(club.director, "1")
    assert club.director.look().event.names == ("Player 1A", "Ben")
    rows = room.store.read("SELECT body FROM log WHERE id IS NULL")
    assert "Karenina" not in str(rows)
    with pytest.raises(NotFoundError):
        forgetting.forget_entrant(club.director, "3")


def test_a_forgotten_name_leaves_calls_and_reasons_too(
    gather: Gather, room: CardRoom
) -> None:
    plan = {"options": {}, "rounds": 1}
    club = gather("individual", "Ana", "Ben", "Ben Li", "7", game="euchre", **plan)
    rounds.open_round(club.director)
    ana = EventDesk(room, club.code, (club.tokens["1"],))
    asked = {"situation": "revoke", "who": "player", "noticed": "later", "seat": "Ben"}
    director_calls.call_director(ana, "Did BEN revoke, or Ben Li?", asked)
    scores.adjust_points(club.director, "2", -1, "Ben was late")
    forgetting.forget_entrant(club.director, "2")

    now = club.director.look()
    assert now.event.names == ("Ana", "Player 2A", "Ben Li", "7")
    assert now.event.calls[0].why == "Did Player 2A revoke, or Ben Li?"
    log = str(room.store.read("SELECT body FROM log WHERE id IS NULL"))
    assert "ben" not in log.casefold().replace("ben li", "")


ONLY_CHOSEN = {
    Plan: "game movement rounds counts options house_rules groups pairs partners "
    "wins confirm ties",
    Adjustment: "entrant points",
    Call: "seq entrant table reasons is_open answered_at phone person at",
}
"""What holds ids, numbers and what can be chosen: nobody writes a name there."""


@pytest.mark.parametrize("kind", ONLY_CHOSEN)
def test_a_forgotten_name_leaves_every_member_in_which_people_write(
    kind: type[Plan | Adjustment | Call],
) -> None:
    named = {member.name: "Ben" for member in fields(kind)}
    log = [EventRecord(1, "call", 0, named)]
    forgotten = forget_names(log, lambda _id, _index, name: name, same_name, "ben")
    assert forgotten.rewrite(named) == forgotten.records[0].body
    kept = {name for name, word in forgotten.rewrite(named).items() if word == "Ben"}
    assert kept == {*ONLY_CHOSEN[kind].split()}


def test_a_forgotten_name_leaves_all_tables_of_the_event(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("round-robin", pairs=True)
    club.enter("Ana Karenina", "Ben")
    club.enter("Cy", "Di")
    rounds.open_round(club.director)
    club.play_round()
    rounds.open_round(club.director)
    forgetting.forget_entrant(club.director, "1")
    for code in club.director.look().event.tables:
        names = room.table(code).names
        assert {*names} > {"Cy", "Di"}
        assert not {*names} & {"Ana Karenina", "Ben"}
    stored = []
    for rows in ("seats", "log", "placings", "tables"):
        stored += room.store.read(f"SELECT * FROM {rows}")
    assert "Karenina" not in str(stored)
    # Whoever forgets twice forgets nothing more.
    forgetting.forget_entrant(club.director, "1")
    assert totals(club) == {"Player 1A & Player 1B": 1, "Cy & Di": 2}


def test_a_forgotten_name_leaves_disputes_at_tables_of_others(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("swiss", "Ana", "Ben", "Ben Li", "Di")
    rounds.open_round(club.director)
    club.play_round()
    entering.substitute_entrant(club.director, "2", ["Karenina"])
    director = club.director.tokens
    for code in club.director.look().event.tables:
        host = room.viewer(code, director)
        why = "Did Karenina or Ben, not Ben Li?"
        change(room, code, host, dispute_ruling, 1, None, why)
    forgetting.forget_entrant(club.director, "2")
    whys = []
    for (body,) in room.store.read("SELECT body FROM log WHERE type = 'dispute'"):
        whys.append(body["why"])
    assert len(whys) == 2
    assert "Did Player 2A or Player 2A, not Ben Li?" in whys
    assert "Karenina" not in str(whys)


def test_a_forgotten_name_is_not_left_as_whoever_confirmed(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("swiss", "Ana Karenina", "Oblonski", confirm=True)
    [table] = rounds.open_round(club.director).event.rounds[0].tables
    club.play_round()
    confirmer = table.seats[1]
    viewer = room.viewer(table.code, [club.tokens[confirmer]])
    change(room, table.code, viewer, confirm_result, 1)
    forgetting.forget_entrant(club.director, confirmer)
    confirmed = confirmation_of(room.table(table.code))
    assert confirmed is not None
    assert confirmed.seat == room.table(table.code).names[1]
    assert confirmed.seat.startswith("Player")


def test_a_table_that_keeps_a_forgotten_name_is_said(
    gather: Gather, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = gather("swiss", "Ana", "Ben")
    rounds.open_round(club.director)
    monkeypatch.setattr(
        "referee.hosting.history.archive.plan_renaming", lambda *_, **__: 1 / 0
    )
    with pytest.raises(ConflictError, match="could not: Table 1"):
        forgetting.forget_entrant(club.director, "1")
    assert club.director.look().event.names == ("Player 1A", "Ben")


def test_a_name_that_is_forgotten_is_not_written_again_by_whoever_was_slower(
    gather: Gather, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = gather("swiss", "Ana Karenina", "Ben")
    read = EventDesk.look

    def look_and_forget(desk: EventDesk) -> EventNow:
        now = read(desk)
        monkeypatch.setattr(EventDesk, "look", read)
        forgetting.forget_entrant(club.director, "1")
        return now

    monkeypatch.setattr(EventDesk, "look", look_and_forget)
    entering.set_present(club.director, "1", False)
    rows = room.store.read("SELECT body FROM log WHERE id IS NULL")
    assert "Karenina" not in str(rows)


def test_who_is_substituted_meanwhile_gets_no_seat_any_more(
    gather: Gather, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = gather("swiss", "Ana", "Ben")
    [table] = rounds.open_round(club.director).event.rounds[0].tables
    entering.substitute_entrant(club.director, "1", ["Ana"])
    give = entering.give_seat

    def give_late(desk: EventDesk, now: EventNow, id: str, token: str) -> None:
        entering.substitute_entrant(club.director, "1", ["Ana"])
        give(desk, now, id, token)

    monkeypatch.setattr(entering, "give_seat", give_late)
    entered = entering.enter_people(club.door, ["Ana"])
    assert not room.table(table.code).find_viewer([entered.token or ""]).is_known


def test_a_substitutes_name_that_is_forgotten_meanwhile_comes_to_no_table(
    gather: Gather, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = gather("swiss", "Ana", "Ben")
    [table] = rounds.open_round(club.director).event.rounds[0].tables
    name = entering._name_seats

    def name_late(desk: EventDesk, now: EventNow, id: str) -> None:
        forgetting.forget_entrant(club.director, "1")
        name(desk, now, id)

    monkeypatch.setattr(entering, "_name_seats", name_late)
    entering.substitute_entrant(club.director, "1", ["Karenina"])
    assert "Karenina" not in room.table(table.code).names
    rows = room.store.read("SELECT name FROM seats")
    assert "Karenina" not in str(rows)

"""A club's evening: entering, rounds, standings, and what goes wrong."""

import threading
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from referee.events.event import Plan
from referee.events.seating import advise_groups, count_sitting_out
from referee.events.standings import rank_entrants
from referee.hosting.events import director_calls, entering, planning, rounds, scores
from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import EventNow
from referee.hosting.events.planning import open_event
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.store.event_log import append_records
from referee.hosting.tables.confirming import confirm_result
from referee.hosting.tables.correcting import correct
from referee.hosting.tables.seats import start
from referee.match.changes import Edit
from referee.match.viewer import SPECTATOR
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    UnauthorizedError,
    WrongFieldsError,
)
from tests.at_table import change

from .conftest import Club, Gather

TWENTY = tuple(f"Guest {number}" for number in range(1, 21))
NINE = TWENTY[:9]


def totals(club: Club) -> dict[str, float]:
    now = club.board.attend()
    standings = rank_entrants(now.event, now.results)
    return {standing.name: standing.total for standing in standings}


def test_a_whist_drive_of_twenty_goes_from_the_door_to_the_result(
    gather: Gather,
) -> None:
    club = gather("individual", *TWENTY)
    for number in range(1, 4):
        event = rounds.open_round(club.director).event
        assert len(event.rounds) == number
        assert len(event.rounds[-1].tables) == 5
        assert not event.rounds[-1].sits_out
        club.play_round()
    assert totals(club) == {f"Guest {n}": 3 * n for n in range(20, 0, -1)}
    with pytest.raises(ConflictError, match="All 3 rounds are played"):
        rounds.open_round(club.director)


def test_a_phone_finds_its_seat_and_the_director_hosts_every_table(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("individual", *TWENTY[:8])
    event = rounds.open_round(club.director).event
    for entrant, token in club.tokens.items():
        now = EventDesk(room, club.code, (token,)).attend()
        table = now.event.table_of(entrant)
        assert table is not None
        viewer = room.viewer(table.code, [token])
        assert viewer.seat == event.entrants[entrant].name
        others = [other for other in event.tables if other != table.code]
        with pytest.raises(UnauthorizedError):
            room.viewer(others[0], [token])
    for code in event.tables:
        assert room.viewer(code, club.director.tokens).host


def test_a_swiss_of_nine_has_a_late_player_and_a_leaver(gather: Gather) -> None:
    club = gather("swiss", *NINE, rounds=4, counts="wins")
    first = rounds.open_round(club.director).event
    assert len(first.rounds[0].sits_out) == 1
    club.play_round()

    late = club.enter("Late Lu")
    second = rounds.open_round(club.director).event
    assert second.rounds[1].sits_out == ()
    club.play_round()

    leaver = club.director.look().event.rounds[0].tables[0].seats[0]
    entering.set_present(club.director, leaver, False)
    third = rounds.open_round(club.director).event
    assert leaver not in [each for t in third.rounds[2].tables for each in t.seats]
    club.play_round()
    met = [frozenset(table.seats) for table in third.tables.values()]
    assert len(met) == len({*met})

    entering.set_present(late, "10", False)
    fourth = rounds.open_round(club.director).event
    assert {"10", leaver}.isdisjoint(
        each for t in fourth.rounds[3].tables for each in t.seats
    )
    bye = first.entrants[first.rounds[0].sits_out[0]].name
    assert totals(club)[bye] >= 1


def test_a_late_player_meets_who_sits_out_in_the_round_that_is_played(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("swiss", *NINE, counts="wins")
    first = rounds.open_round(club.director).event
    [out] = first.rounds[0].sits_out
    with pytest.raises(ConflictError, match="Too few"):
        rounds.open_tables(club.director)
    late = club.enter("Late Lu")
    event = rounds.open_tables(club.director).event
    [played] = event.rounds
    assert {*played.tables[-1].seats} == {out, "10"}
    assert len(played.tables) == 5
    assert played.sits_out == ()
    table = room.table(played.tables[-1].code)
    assert table.event is not None
    assert (table.event.round, table.event.number) == (1, 5)
    assert room.viewer(table.code, late.tokens).seat == "Late Lu"
    club.play_round()
    # To meet somebody counts in place of sitting out.
    assert totals(club)["Late Lu"] == 1
    assert rounds.open_round(club.director).event.rounds[1].sits_out == ()


@pytest.mark.parametrize("movement", ["individual", "progressive", "series"])
def test_late_players_of_any_movement_have_a_table_of_their_own(
    gather: Gather, movement: str
) -> None:
    club = gather(movement, *TWENTY[:8])
    rounds.open_round(club.director)
    for name in TWENTY[8:12]:
        club.enter(name)
    event = rounds.open_tables(club.director).event
    assert {*event.rounds[0].tables[-1].seats} == {"9", "10", "11", "12"}
    club.play_round()
    assert len(rounds.open_round(club.director).event.rounds[1].tables) == 3
    for name in TWENTY[12:16]:
        club.enter(name)
    [_, played] = rounds.open_tables(club.director).event.rounds
    assert {*played.tables[-1].seats} == {"13", "14", "15", "16"}
    assert not played.misses


@pytest.mark.parametrize(
    "movement", ["individual", "progressive", "round-robin", "series", "swiss"]
)
@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("people", [10, 11, 13])
def test_as_many_sit_out_as_was_said(
    gather: Gather, movement: str, groups: int, people: int
) -> None:
    club = gather(movement, *TWENTY[:people], groups=groups)
    said = count_sitting_out(club.director.look().event)
    event = rounds.open_round(club.director).event
    assert len(event.rounds[0].sits_out) == said


@pytest.mark.parametrize("movement", ["round-robin", "swiss"])
def test_with_more_groups_than_people_the_director_is_told(
    gather: Gather, movement: str
) -> None:
    club = gather(movement, *NINE, groups=20)
    with pytest.raises(ConflictError, match="Too few"):
        rounds.open_round(club.director)


def test_people_in_groups_that_are_made_later_are_no_partners_again_unsaid(
    gather: Gather,
) -> None:
    club = gather("individual", *TWENTY[:8], rounds=9)
    for number in range(9):
        if number == 3:
            planning.plan_again(club.director, groups=2)
        rounds.open_round(club.director)
        club.play_round()
    event = club.director.look().event
    partners: set[frozenset[str]] = set()
    for played in event.rounds:
        pairs: set[frozenset[str]] = set()
        for table in played.tables:
            pairs |= {frozenset(side) for side in event.sides_at(table)}
        are_again = not partners.isdisjoint(pairs)
        assert any("partners" in str(miss) for miss in played.misses) == are_again
        partners |= pairs


def test_a_series_of_thirteen_has_three_tables_of_three_and_ends_by_standing(
    gather: Gather,
) -> None:
    club = gather("series", *TWENTY[:13], rounds=2)
    first = rounds.open_round(club.director).event
    assert sorted(len(t.seats) for t in first.rounds[0].tables) == [3, 3, 3, 4]
    club.play_round()
    second = rounds.open_round(club.director).event
    assert {*second.rounds[1].tables[0].seats} == {"13", "12", "11", "10"}


def test_pairs_sit_opposite_each_other_and_share_a_result(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("round-robin", pairs=True)
    for names in (("Ana", "Ben"), ("Cy", "Di"), ("Eve", "Flo"), ("Gus", "Hal")):
        club.enter(*names)
    event = rounds.open_round(club.director).event
    one, other, *_ = event.rounds[0].tables[0].seats
    assert event.rounds[0].tables[0].seats == (one, other, one, other)
    names = room.table(event.rounds[0].tables[0].code).names
    assert (names[0], names[2]) == event.entrants[one].names
    club.play_round()
    assert totals(club) == {
        "Gus & Hal": 4,
        "Eve & Flo": 3,
        "Cy & Di": 2,
        "Ana & Ben": 1,
    }


def test_a_partner_takes_their_name_with_their_own_phone(gather: Gather) -> None:
    club = gather("swiss", pairs=True)
    club.enter("Ana", "Ben")
    partner = entering.enter_people(club.door, ["ben"])
    assert partner.entrant == "1"
    assert partner.token is not None
    assert EventDesk(club.room, club.code, (partner.token,)).attend().person == 1


def test_no_round_begins_while_results_are_missing_unless_the_director_goes_on(
    gather: Gather,
) -> None:
    club = gather("swiss", *NINE[:4])
    event = rounds.open_round(club.director).event
    first, _second = event.rounds[0].tables
    club.play(first.code, {each: int(each) for each in first.seats})
    with pytest.raises(ConflictError, match="Table 2"):
        rounds.open_round(club.director)
    assert len(rounds.open_round(club.director, anyway=True).event.rounds) == 2


def test_an_event_that_went_on_without_a_result_is_over_after_its_last_round(
    gather: Gather,
) -> None:
    club = gather("swiss", *NINE[:4], rounds=2)
    event = rounds.open_round(club.director).event
    late, other = event.rounds[0].tables
    club.play(other.code, {each: int(each) for each in other.seats})
    rounds.open_round(club.director, anyway=True)
    club.play_round()
    now = club.board.attend()
    assert now.is_over
    assert now.waiting == (late,)
    best = max(totals(club).values())
    assert totals(club)[now.winners[0]] == best
    weaker, stronger = sorted(late.seats)
    club.play(late.code, {weaker: 50, stronger: 0})
    assert club.board.attend().winners == [f"Guest {weaker}"]


def test_the_director_ends_an_event_without_a_result_of_its_last_round(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("swiss", *NINE[:4], rounds=1)
    with pytest.raises(ConflictError, match="Round 1 comes next"):
        rounds.end_event(club.director)
    event = rounds.open_round(club.director).event
    played, missing = event.rounds[0].tables
    club.play(played.code, {each: int(each) for each in played.seats})
    for other in (club.board, EventDesk(room, club.code, (club.tokens["1"],))):
        with pytest.raises(ForbiddenError):
            rounds.end_event(other)
    heard: list[str] = []
    room.listeners.listen(missing.code, heard.append)
    assert not club.board.attend().winners
    now = rounds.end_event(club.director)
    assert heard == [missing.code]
    assert now.is_over
    best = max(played.seats)
    assert now.winners == [now.event.entrants[best].name]
    kinds = {each.entrant: each.rounds[0].kind for each in now.standings}
    assert [kinds[seat] for seat in missing.seats] == ["without-result"] * 2
    assert rounds.end_event(club.director).event.seq == now.event.seq

    first, second = missing.seats
    club.play(missing.code, {first: 70, second: 1})
    assert club.board.attend().winners == [now.event.entrants[first].name]
    planning.plan_again(club.director, rounds=2)
    assert not club.board.attend().is_over
    assert len(rounds.open_round(club.director).event.rounds) == 2


def test_where_nothing_counts_an_event_that_is_over_has_no_winner(
    gather: Gather,
) -> None:
    club = gather("swiss", "Ana", "Ben", rounds=1)
    rounds.open_round(club.director)
    now = rounds.end_event(club.director)
    assert now.is_over
    assert not now.winners


def test_the_director_enters_a_score_and_adjusts_with_a_reason(gather: Gather) -> None:
    club = gather("swiss", "Ana", "Ben")
    event = rounds.open_round(club.director).event
    [table] = event.rounds[0].tables
    scores.enter_scores(club.director, table.code, {"1": 121, "2": 90})
    scores.adjust_points(club.director, "1", -31, "Late to the table")
    now = club.board.attend()
    assert not now.waiting
    standings = {each.entrant: each for each in rank_entrants(now.event, now.results)}
    ana = standings["1"]
    ben = standings["2"]
    # Level in all: Ana won their only meeting.
    assert (ana.total, ben.total) == (90, 90)
    assert (ana.place, ben.place) == (1, 2)
    assert {each.why for each in ana.adjustments} == {"Late to the table"}
    assert ben.adjustments == ()
    with pytest.raises(WrongFieldsError):
        scores.enter_scores(club.director, table.code, {"1": 121})
    with pytest.raises(NotFoundError):
        scores.enter_scores(club.director, "nowhere", {})


def test_late_players_are_seated_after_the_director_entered_a_score(
    gather: Gather,
) -> None:
    club = gather("swiss", "Ana", "Ben")
    [table] = rounds.open_round(club.director).event.rounds[0].tables
    scores.enter_scores(club.director, table.code, {"1": 5, "2": 4})
    club.enter("Cy")
    club.enter("Di")
    played = rounds.open_tables(club.director).event.rounds[0]
    assert {*played.tables[1].seats} == {"3", "4"}


def test_a_director_is_called_to_a_table_and_answers(gather: Gather) -> None:
    club = gather("swiss", "Ana", "Ben")
    player = EventDesk(club.room, club.code, (club.tokens["1"],))
    event = rounds.open_round(club.director).event
    director_calls.call_director(player, "Ben led out of turn")
    [call] = club.director.attend().event.calls
    assert (call.table, call.why, call.is_open) == (
        event.rounds[0].tables[0].code,
        "Ben led out of turn",
        True,
    )
    [answered] = director_calls.answer_call(club.director, call.seq).event.calls
    assert not answered.is_open
    with pytest.raises(NotFoundError):
        director_calls.answer_call(club.director, call.seq + 1)
    with pytest.raises(ForbiddenError):
        director_calls.call_director(club.director, "")


def test_a_name_stands_once_and_is_given_to_another_phone_by_the_director(
    gather: Gather,
) -> None:
    club = gather("swiss", "Ana", "Ben")
    with pytest.raises(ConflictError, match="already here"):
        club.enter("ANA")
    entering.substitute_entrant(club.director, "1", ["Ana"])
    assert entering.enter_people(club.door, ["Ana"]).entrant == "1"
    entering.substitute_entrant(club.director, "1", ["Zoe"])
    assert club.director.look().event.entrants["1"].names == ("Zoe",)
    with pytest.raises(WrongFieldsError):
        entering.substitute_entrant(club.director, "1", ["Ben"])


def test_hearts_entered_by_hand_is_won_by_the_lowest_score(room: CardRoom) -> None:
    club = Club(room, Plan("Night", "hearts", "series", 1))
    for name in TWENTY[:5]:
        club.enter(name)
    event = rounds.open_round(club.director).event
    [table] = event.rounds[0].tables
    points = {seat: 10 * place for place, seat in enumerate(table.seats, 1)}
    now = scores.enter_scores(club.director, table.code, points)
    ranking = [each.entrant for each in rank_entrants(now.event, now.results)]
    [bye] = event.rounds[0].sits_out
    assert ranking[:2] == [*table.seats[:2]]
    assert ranking[-2] in {table.seats[2], bye}


def test_a_list_is_entered_and_what_cannot_be_is_said(gather: Gather) -> None:
    club = gather("swiss")
    listed = entering.enter_list(club.director, "Ana\nBen;\n\nana\nCy & Di\nEve")
    assert listed.entered == ("1", "2", "3")
    assert [left.line for left in listed.left_out] == [4, 5]
    assert club.enter("ben").attend().entrant == "2"
    with pytest.raises(UnauthorizedError):
        entering.enter_list(club.door, "Mo")


def test_a_long_line_and_an_open_quote_of_a_list_harm_no_other_line(
    gather: Gather,
) -> None:
    club = gather("swiss")
    listed = entering.enter_list(club.director, f'Ana\n{"x" * 140_000}\n"Ben\nCy')
    assert club.director.look().event.names == ("Ana", "Ben", "Cy")
    assert [left.line for left in listed.left_out] == [2]


def test_the_lines_of_a_list_that_is_too_long_are_said(gather: Gather) -> None:
    club = gather("swiss")
    listed = entering.enter_list(club.director, "Ana\n" * 401)
    assert listed.left_out[-1].line == 401
    assert "full" in str(listed.left_out[-1].why)


def test_whoever_comes_with_a_phone_during_a_round_has_their_seat(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("swiss")
    entering.enter_list(club.director, "Ana\nBen")
    event = rounds.open_round(club.director).event
    [table] = event.rounds[0].tables
    ana = club.enter("Ana")
    assert room.viewer(table.code, ana.tokens).seat == "Ana"


def test_an_empty_battery_costs_nobody_their_seat(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("round-robin", pairs=True)
    club.enter("Ana", "Ben")
    club.enter("Cy", "Di")
    event = rounds.open_round(club.director).event
    [table] = event.rounds[0].tables
    old = club.tokens["1"]
    entering.substitute_entrant(club.director, "1", ["Ana", "Ben"])
    ben = club.enter("Ben")
    ana = club.enter("Ana")
    assert room.viewer(table.code, ben.tokens).seat == "Ben"
    assert room.viewer(table.code, ana.tokens).seat == "Ana"
    with pytest.raises(UnauthorizedError):
        room.viewer(table.code, [old])


def test_a_partner_whose_event_is_over_comes_back_by_their_own_name(
    gather: Gather,
) -> None:
    club = gather("round-robin", pairs=True, rounds=1)
    club.enter("Ana", "Ben")
    club.enter("Cy", "Di")
    [table] = rounds.open_round(club.director).event.rounds[0].tables
    scores.enter_scores(club.director, table.code, {"1": 5, "2": 4})
    club.enter("Ben")
    with pytest.raises(ConflictError, match="The event is over"):
        club.enter("Zoe")


def test_whom_a_substitute_plays_on_for_has_a_seat_there_no_more(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("swiss", "Ana", "Ben")
    event = rounds.open_round(club.director).event
    [table] = event.rounds[0].tables
    ana = club.tokens["1"]
    entering.substitute_entrant(club.director, "1", ["Zoe"])
    zoe = club.enter("Zoe")
    assert room.viewer(table.code, zoe.tokens).seat == "Zoe"
    with pytest.raises(UnauthorizedError):
        room.viewer(table.code, [ana])


def test_a_substitute_has_one_name_at_a_table_that_plays_on(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("swiss", "Ana", "Ben", options={"rounds": 2})
    [table] = rounds.open_round(club.director).event.rounds[0].tables
    club.play(table.code, {"1": 3, "2": 1})
    entering.substitute_entrant(club.director, "1", ["Zoe"])
    assert {*room.table(table.code).names} == {"Zoe", "Ben"}
    assert room.table(table.code).match is not None
    entering.substitute_entrant(club.director, "1", ["Ana"])
    club.enter("Ana")
    club.play(table.code, {"1": 3, "2": 1})
    assert totals(club) == {"Ana": 6, "Ben": 2}
    # What is over stays as it was played.
    entering.substitute_entrant(club.director, "1", ["Zoe"])
    assert {*room.table(table.code).names} == {"Ana", "Ben"}


def test_only_those_who_entered_and_the_board_see_who_plays(gather: Gather) -> None:
    club = gather("swiss", "Ana", "Ben")
    with pytest.raises(UnauthorizedError):
        club.door.attend()
    player = EventDesk(club.room, club.code, (club.tokens["1"],))
    assert player.attend().entrant == "1"
    assert club.board.attend().is_board
    for desk in (player, club.board):
        with pytest.raises(ForbiddenError):
            rounds.open_round(desk)
        with pytest.raises(ForbiddenError):
            entering.set_present(desk, "2", False)
    with pytest.raises(NotFoundError):
        EventDesk(club.room, "nowhere").look()


def test_two_who_change_the_plan_at_once_undo_nothing(
    gather: Gather, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = gather("swiss", "Ana", "Ben")
    read = EventDesk.look

    def look_slowly(desk: EventDesk) -> EventNow:
        now = read(desk)
        monkeypatch.setattr(EventDesk, "look", read)
        planning.plan_again(club.director, groups=2)
        return now

    monkeypatch.setattr(EventDesk, "look", look_slowly)
    plan = planning.plan_again(club.director, rounds=7).event.plan
    assert (plan.rounds, plan.groups) == (7, 2)


@pytest.mark.parametrize("movement", ["individual", "progressive", "series"])
def test_pairs_that_stay_meet_at_tables_of_two_pairs(
    room: CardRoom, movement: str
) -> None:
    plan = Plan("Night", "score-pad", movement, 3, pairs=True)
    with pytest.raises(WrongFieldsError, match="not for pairs"):
        open_event(room, plan)


def test_a_movement_that_does_not_fit_the_game_is_said(room: CardRoom) -> None:
    with pytest.raises(WrongFieldsError, match="seats 4 at a table"):
        open_event(room, Plan("Night", "gin-rummy", "individual", 3))
    with pytest.raises(WrongFieldsError, match="mitchell"):
        open_event(room, Plan("Night", "cribbage", "mitchell", 3))


def test_two_directors_who_begin_a_round_at_once_seat_nobody_twice(
    gather: Gather,
) -> None:
    club = gather("swiss", *NINE)
    refused = []

    def begin() -> None:
        try:
            rounds.open_round(club.director)
        except ConflictError as error:
            refused.append(error)

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    event = club.director.look().event
    assert len(event.rounds) == 1
    assert len(refused) == 3
    rows = club.room.store.read("SELECT count(*) FROM event_tables")
    assert rows == [(len(event.rounds[0].tables),)]


def test_the_other_side_confirms_a_result(gather: Gather, room: CardRoom) -> None:
    club = gather("swiss", "Ana", "Ben", confirm=True)
    event = rounds.open_round(club.director).event
    [table] = event.rounds[0].tables
    author, other = table.seats
    viewers = {id: room.viewer(table.code, [club.tokens[id]]) for id in table.seats}
    with pytest.raises(ConflictError, match="isn’t over"):
        change(room, table.code, viewers[other], confirm_result, 0)
    club.play(table.code, {author: 3, other: 1})
    seq = room.table(table.code).seq
    with pytest.raises(ForbiddenError):
        change(room, table.code, viewers[author], confirm_result, seq)
    with pytest.raises(UnauthorizedError):
        change(room, table.code, SPECTATOR, confirm_result, seq)
    with pytest.raises(ConflictError, match="Something has changed"):
        change(room, table.code, viewers[other], confirm_result, seq + 1)
    with pytest.raises(ConflictError, match="Table 1"):
        rounds.open_round(club.director)
    change(room, table.code, viewers[other], confirm_result, seq)
    assert not club.director.look().waiting


def test_a_single_table_can_ask_for_confirmation(room: CardRoom) -> None:
    opened = room.open_table("score-pad", ["Ana", "Ben"], {"rounds": 1}, (), True)
    host = room.viewer(opened.code, [opened.host_token])
    change(room, opened.code, host, start)
    with pytest.raises(ConflictError, match="isn’t over"):
        change(room, opened.code, host, confirm_result, 1)
    usual = room.open_table("score-pad", ["Ana", "Ben"], {"rounds": 1})
    host = room.viewer(usual.code, [usual.host_token])
    change(room, usual.code, host, start)
    with pytest.raises(ConflictError, match="nobody has to confirm"):
        change(room, usual.code, host, confirm_result, 1)


def test_results_that_come_meanwhile_hold_up_no_director(
    gather: Gather, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table corrects its result whenever a line is about to be added."""
    club = gather("swiss", "1", "2")
    [table] = rounds.open_round(club.director).event.tables
    club.play_round()
    host = club.room.viewer(table, [club.director.tokens[0]])
    points = cycle(({"1": 9, "2": 1}, {"1": 1, "2": 9}))

    def append_later(*given: Any) -> None:
        names = club.room.table(table).names
        data = {"points": dict(zip(names, next(points).values(), strict=True))}
        change(club.room, table, host, correct, [Edit(1, data)])
        append_records(*given)

    monkeypatch.setattr("referee.hosting.events.desk.append_records", append_later)
    scores.adjust_points(club.director, "1", 3, "late")
    rounds.open_round(club.director)
    assert len(club.director.look().event.rounds) == 2


def test_phones_hear_of_the_event_when_a_result_comes(gather: Gather) -> None:
    club = gather("swiss", "Ana", "Ben")
    heard: list[str] = []
    club.room.listeners.listen(club.code, heard.append)
    rounds.open_round(club.director)
    assert heard == [club.code]
    club.play_round()
    assert heard == [club.code] * 2


def test_phones_hear_of_the_event_when_a_confirmed_result_waits_again(
    gather: Gather,
) -> None:
    """Though the correction leaves all scores as they were."""
    club = gather("swiss", "Ana", "Ben", confirm=True)
    [table] = rounds.open_round(club.director).event.tables
    club.play(table, {"1": 9, "2": 1})
    host = club.room.viewer(table, [club.director.tokens[0]])
    change(club.room, table, host, confirm_result, 1)
    heard: list[str] = []
    club.room.listeners.listen(club.code, heard.append)
    names = club.room.table(table).names
    data = {"points": dict(zip(names, (9, 1), strict=True))}
    change(club.room, table, host, correct, [Edit(1, data)])
    assert heard == [club.code]


def test_a_tables_phones_hear_of_their_call_its_answer_and_the_directors_score(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("swiss", "1", "2")
    [table] = rounds.open_round(club.director).event.rounds[0].tables
    heard: list[str] = []
    room.listeners.listen(table.code, heard.append)
    ana = EventDesk(room, club.code, (club.tokens["1"],))
    call = director_calls.call_director(ana, "Two aces of hearts").event.calls[0]
    assert heard == [table.code]
    director_calls.answer_call(club.director, call.seq)
    assert heard == [table.code] * 2
    scores.enter_scores(club.director, table.code, {"1": 3, "2": 4})
    assert heard == [table.code] * 3


def test_whoever_a_list_cannot_enter_is_said_once_though_somebody_was_quicker(
    gather: Gather, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = gather("swiss", "Ana")
    read = EventDesk.look

    def look_slowly(desk: EventDesk) -> EventNow:
        now = read(desk)
        monkeypatch.setattr(EventDesk, "look", read)
        club.enter("Ben")
        return now

    monkeypatch.setattr(EventDesk, "look", look_slowly)
    listed = entering.enter_list(club.director, "Ana\nCem")
    assert listed.entered == ("3",)
    assert [left.line for left in listed.left_out] == [1]


def test_who_looks_back_at_any_earlier_table_hears_that_a_round_begins(
    gather: Gather,
) -> None:
    club = gather("swiss", "1", "2", "3", "4")
    for _ in range(3):
        event = rounds.open_round(club.director).event
        club.play_round()
    heard: list[str] = []
    earlier = set(event.tables)
    for code in earlier:
        club.room.listeners.listen(code, heard.append)
    planning.plan_again(club.director, rounds=4)
    rounds.open_round(club.director)
    assert {*heard} == earlier


def test_no_table_is_deleted_for_which_its_event_would_wait(
    gather: Gather, room: CardRoom
) -> None:
    club = gather("swiss", "1", "2")
    [code] = rounds.open_round(club.director).event.tables
    director = room.viewer(code, club.director.tokens)
    with pytest.raises(ConflictError, match="can’t be deleted"):
        room.delete_table(code, director)
    with pytest.raises(ForbiddenError):
        room.delete_table(code, room.viewer(code, [club.tokens["1"]]))
    club.play_round()
    assert club.director.look().played == {code}


def test_an_event_survives_a_restart(gather: Gather, tmp_path: Path) -> None:
    club = gather("swiss", "Ana", "Ben")
    rounds.open_round(club.director)
    club.play_round()
    before = totals(club)
    with Store.open(tmp_path / "data" / "referee.sqlite") as store:
        again = CardRoom(store)
        now = EventDesk(again, club.code, club.board.tokens).attend()
        after = {s.name: s.total for s in rank_entrants(now.event, now.results)}
    assert after == before


def test_more_people_than_a_promise_holds_for_meet_in_groups(gather: Gather) -> None:
    club = gather("round-robin", *TWENTY[:10], rounds=5)
    planning.plan_again(club.director, groups=2)
    for _ in range(5):
        rounds.open_round(club.director)
        club.play_round()
    event = club.director.look().event
    groups: dict[str, set[str]] = {each: {each} for each in event.entrants}
    for table in event.tables.values():
        one, other = table.seats
        groups[one].add(other)
        groups[other].add(one)
    together = {frozenset(group) for group in groups.values()}
    assert sorted(len(group) for group in together) == [5, 5]


@pytest.mark.parametrize("movement", ["round-robin", "swiss"])
def test_who_comes_late_to_groups_is_seated_and_moves_nobody_to_another(
    gather: Gather, movement: str
) -> None:
    club = gather(movement, *TWENTY[:10], groups=2)
    by_lot = rounds.open_round(club.director).event.by_lot
    groups = dict.fromkeys(by_lot[:5], 0) | dict.fromkeys(by_lot[5:], 1)
    for number, name in enumerate(TWENTY[10:12], 11):
        club.enter(name)
        groups[str(number)] = number % 2
        rounds.open_tables(club.director)
    assert len(club.director.look().event.tables) == 6
    for _ in range(2):
        club.play_round()
        event = rounds.open_round(club.director).event
        for table in event.rounds[-1].tables:
            assert len({groups[each] for each in table.seats}) == 1


def test_it_is_said_how_many_sit_out_once_opponents_have_left(gather: Gather) -> None:
    club = gather("round-robin", *TWENTY[:6], rounds=5)
    rounds.open_round(club.director)
    club.play_round()
    entering.set_present(club.director, "1", False)
    entering.set_present(club.director, "2", False)
    for _ in range(4):
        said = count_sitting_out(club.director.look().event)
        played = rounds.open_round(club.director).event.rounds[-1]
        assert len(played.sits_out) == said
        club.play_round()


def test_a_table_added_in_a_round_says_what_it_misses(gather: Gather) -> None:
    club = gather("swiss", *TWENTY[:6], counts="wins")
    event = rounds.open_round(club.director).event
    one, other = event.rounds[0].tables[0].seats
    club.play_round()
    for entrant in (one, other):
        entering.set_present(club.director, entrant, False)
    assert not rounds.open_round(club.director).event.rounds[-1].misses
    for entrant in (one, other):
        entering.set_present(club.director, entrant, True)
    event = rounds.open_tables(club.director).event
    assert {*event.rounds[-1].tables[-1].seats} == {one, other}
    [miss] = event.rounds[-1].misses
    assert "meet again" in str(miss)


def test_groups_say_each_what_they_miss(gather: Gather) -> None:
    club = gather("swiss", *TWENTY[:4], groups=2, rounds=2)
    rounds.open_round(club.director)
    club.play_round()
    misses = rounds.open_round(club.director).event.rounds[-1].misses
    assert [str(miss)[:9] for miss in misses] == ["Group 1: ", "Group 2: "]


def test_no_advice_is_given_before_there_is_a_table(gather: Gather) -> None:
    club = gather("progressive", *TWENTY[:3])
    assert advise_groups(club.director.look().event) is None


def test_what_a_movement_cannot_promise_is_said_with_what_to_do(gather: Gather) -> None:
    club = gather("individual", *TWENTY[:10], rounds=5)
    now = club.director.look()
    assert "In each round 2 sit out." in str(advise_groups(now.event))
    for name in TWENTY[10:12]:
        club.enter(name)
    assert advise_groups(club.director.look().event) is None
    now = planning.plan_again(club.director, rounds=12)
    assert "exactly in 11 rounds only" in str(advise_groups(now.event))
    now = planning.plan_again(club.director, rounds=9, groups=20)
    assert "doesn’t work out exactly" in str(advise_groups(now.event))
    assert "Without groups it works" in str(advise_groups(now.event))


def test_how_many_sit_out_is_no_advice_once_a_round_has_begun(gather: Gather) -> None:
    club = gather("progressive", *TWENTY[:10])
    assert "In each round 2 sit out." in str(advise_groups(club.director.look().event))
    now = rounds.open_round(club.director)
    assert advise_groups(now.event) is None
    assert count_sitting_out(now.event) == 2


def test_a_round_robin_with_too_few_rounds_says_how_many_it_takes(
    gather: Gather,
) -> None:
    club = gather("round-robin", *TWENTY[:9], rounds=3)
    assert "takes 9 rounds" in str(advise_groups(club.director.look().event))
    now = planning.plan_again(club.director, groups=2)
    assert "takes 5 rounds" in str(advise_groups(now.event))
    now = planning.plan_again(club.director, groups=3)
    assert advise_groups(now.event) is None
    now = planning.plan_again(club.director, groups=1, rounds=9)
    assert advise_groups(now.event) is None
    rounds.open_round(club.director)
    entering.set_present(club.director, "9", False)
    assert advise_groups(club.director.look().event) is None
    now = planning.plan_again(club.director, rounds=10)
    assert "exactly in 9 rounds only" in str(advise_groups(now.event))

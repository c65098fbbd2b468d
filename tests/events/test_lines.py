"""Lines of a movement are ranked apart, and a table's number may stay empty."""

from collections.abc import Iterator

import pytest

from referee.hosting.events import rounds
from tests.events.conftest import Club, Gather
from tests.toy_movements import neighbours as toys


@pytest.fixture(autouse=True)
def strangers() -> Iterator[None]:
    with toys.strangers():
        yield


def places(club: Club) -> list[tuple[str, int, str]]:
    """Return each standing's line, place and entrant, as listed."""
    listed = []
    for each in club.director.look().standings:
        listed.append((str(each.line), each.place, each.entrant))
    return listed


def test_each_line_has_places_and_winners_of_its_own(gather: Gather) -> None:
    club = gather("mitchell", *"ABCDEF", rounds=1)
    lots = club.director.look().event.by_lot
    assert {line for line, _, _ in places(club)} == {"No table yet"}
    rounds.open_round(club.director)
    rank = {each: 6 - lots.index(each) for each in lots}
    club.play_round(lambda each: rank[each] * 10)
    assert places(club) == [
        *(("North–South", n, each) for n, each in enumerate(lots[:3], 1)),
        *(("East–West", n, each) for n, each in enumerate(lots[3:], 1)),
    ]
    event = club.director.look().event
    assert club.director.look().winners == event.name_entrants((lots[0], lots[3]))


def test_pairs_have_the_line_of_both(gather: Gather) -> None:
    club = gather("mitchell", rounds=1, pairs=True)
    for pair in (("A", "B"), ("C", "D")):
        club.enter(*pair)
    rounds.open_round(club.director)
    [table] = club.director.look().event.tables.values()
    event = club.director.look().event
    assert str(event.line_of(table.seats[0])) == "North–South"
    assert str(event.line_of(table.seats[1])) == "East–West"


def test_a_number_without_players_stays_empty(gather: Gather) -> None:
    club = gather("mitchell", *"ABCDE", rounds=3)
    lots = club.director.look().event.by_lot
    numbers = []
    for _ in range(2):
        rounds.open_round(club.director)
        event = club.director.look().event
        tables = event.rounds[-1].tables
        numbers.append([event.locate_table(table.code)[1] for table in tables])
        for table in tables:
            # Who stays keeps the table of their lot.
            assert lots.index(table.seats[0]) + 1 == event.locate_table(table.code)[1]
        club.play_round(lambda each: int(each) * 10)
    assert numbers == [[1, 2], [2, 3]]
    assert [*event.tables] == [
        table.code for played in event.rounds for table in played.tables
    ]

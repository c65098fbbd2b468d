"""Where each seat is drawn on the board view."""

import pytest
from referee_web.pages.table.board import around


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("n", range(13))
def test_seats_stand_clockwise_as_people_sit(n: int, two_sided: bool) -> None:
    seats = [f"Seat {at}" for at in range(n)]
    edges = around(seats, two_sided)
    assert [*edges] == ["top", "right", "bottom", "left"]
    assert [seat for edge in edges.values() for seat in edge] == seats
    top, right, bottom, left = map(len, edges.values())
    assert right == left <= (0 if two_sided else 2)
    assert 0 <= top - bottom <= 1
    assert top <= (6 if two_sided else 4)


def test_two_sit_opposite_each_other() -> None:
    assert around(["Ana", "Ben"]) == {
        "top": ["Ana"],
        "right": [],
        "bottom": ["Ben"],
        "left": [],
    }

"""`referee check` tells a game in which the wrong seat is first in a round."""

from pathlib import Path

import pytest

from referee.testing.checks import check_order
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.find_games import find_games
from referee.testing.flaw import Flaw

LAY_AND_BID = (Path(__file__).parents[1] / "toy_games/lay_and_bid.py").read_text(
    "utf-8"
)
BEGINS = "begin_rounds(setting, target=target), setting.left_of(setting.dealer)"
GOES_ON = "State(state.setting, rounds, state.setting.left_of(rounds.dealer))"
BY_DEALER = BEGINS.replace("setting.left_of(setting.dealer)", "setting.dealer")
DESCRIBED = "deck=FIFTY_TWO,"


def check(tmp_path: Path, **changed: tuple[str, str]) -> list[Flaw]:
    """Return the flaws of order of the game with these parts of it changed."""
    text = LAY_AND_BID
    for right, wrong in changed.values():
        assert right in text
        text = text.replace(right, wrong)
    number = len([*tmp_path.iterdir()])
    path = tmp_path / f"order_{number}_{tmp_path.name}.py"
    path.write_text(text, "utf-8")
    [game] = find_games(str(path), 300)
    assert isinstance(game, CheckedGame)
    return [*check_order.flaws(game)]


@pytest.mark.parametrize("dealer", ["state.setting.dealer", "state.setting.seats[0]"])
def test_the_same_seat_is_not_first_whoever_deals(tmp_path: Path, dealer: str) -> None:
    wrong = f"State(state.setting, rounds, state.setting.left_of({dealer}))"
    first = (
        "left_of(setting.seats[0])" if "seats" in dealer else "left_of(setting.dealer)"
    )
    begins = BEGINS, BEGINS.replace("left_of(setting.dealer)", first)
    [flaw] = check(tmp_path, begins=begins, goes_on=(GOES_ON, wrong))
    assert flaw.grave
    assert "Whoever deals, the same seat is first in every round" in flaw.what
    assert "Go by the round's dealer, `rounds.dealer`" in flaw.instead


def test_who_is_never_next_to_the_dealer_is_told(tmp_path: Path) -> None:
    wrong = GOES_ON, "State(state.setting, rounds, rounds.dealer)"
    [flaw] = check(tmp_path, wrong=wrong)
    assert not flaw.grave
    assert "In no later round the seat next to the dealer is first" in flaw.what
    assert "`Game(first_from_dealer=0)`" in flaw.instead


def test_a_game_is_held_to_what_it_states(tmp_path: Path) -> None:
    stated = DESCRIBED, f"{DESCRIBED} first_from_dealer=0,"
    by_dealer = GOES_ON, "State(state.setting, rounds, rounds.dealer)"
    assert not check(tmp_path, stated=stated, begins=(BEGINS, BY_DEALER), on=by_dealer)
    flaws = check(tmp_path, stated=stated, begins=(BEGINS, BY_DEALER))
    assert all("its `first_from_dealer` is 0" in flaw.what for flaw in flaws)
    assert flaws[0].grave


def test_whoever_may_be_first_by_the_cards_is_no_flaw(tmp_path: Path) -> None:
    by_winner = GOES_ON, "State(state.setting, rounds, winner)"
    assert not check(tmp_path, by_winner=by_winner)
    assert not check(tmp_path)

"""People who sit down after the match has begun, where the game takes them."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.commandline import main
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.match.viewer import SPECTATOR
from tests.web.conftest import Open, Opened
from tests.web.phone import Phone

SEATS = ("Ana", "Ben", "Cy")


@pytest.fixture
def begun(open_table: Open) -> Opened:
    """A match of hold'em bet by bet; Cy has the button, Ana the small blind."""
    table = open_table("holdem", *SEATS, options={"depth": "bets"})
    table.start(dealer="Cy")
    return table


def join(table: Opened, name: str, **how: str) -> Any:
    sent = {"name": name, **how}
    return Phone(table.host.app).post(table.path("join"), sent)


def view(table: Opened) -> Any:
    return table.host.look(table.code)


def play_hand(table: Opened) -> None:
    """All fold to the big blind."""
    number = view(table)["round"]
    while view(table)["round"] == number:
        table.host.enter(table.code, "fold", view(table)["to_act"][0]).said(201)


def scores(table: Opened) -> dict[str, int]:
    return {each["seat"]: each["score"] for each in view(table)["standings"]}


def facts_of(table: Opened, seat: str) -> list[str]:
    return [fact["text"] for fact in view(table)["facts"] if fact["seat"] == seat]


def test_a_latecomer_sits_down_buys_and_is_dealt_in(begun: Opened) -> None:
    play_hand(begun)
    before = scores(begun)
    seated = join(begun, "Dee").said(201)
    assert seated["seat"] == "Dee"
    now = view(begun)
    assert now["seats"] == [*SEATS, "Dee"]
    assert scores(begun) == {**before, "Dee": 0}
    assert now["round"] == 2
    assert facts_of(begun, "Dee") == ["after buying chips"]
    dee = Phone(begun.host.app, seated["seat_token"])
    entered = dee.enter(begun.code, "buy", seat="Dee", n=1000).said(201)
    [ruling] = entered["rulings"]
    assert ruling["because"][0]["text"] == (
        "Dee has 1000 chips now, and 4000 are in play."
    )
    assert scores(begun) == {**before, "Dee": 1000}
    assert facts_of(begun, "Dee") == ["0"]
    in_play = [f for f in view(begun)["facts"] if f["label"] == "Chips in play"]
    assert in_play[0]["text"] == "4000"


def test_the_seat_is_where_they_sit(begun: Opened) -> None:
    join(begun, "Dee", left_of="Ana").said(201)
    join(begun, "Eve", left_of="Dee").said(201)
    assert view(begun)["seats"] == ["Ana", "Dee", "Eve", "Ben", "Cy"]
    assert join(begun, "Flo", left_of="Gus").status == 404


def test_a_hand_goes_on_as_it_was(begun: Opened) -> None:
    begun.host.enter(begun.code, "fold", view(begun)["to_act"][0]).said(201)
    before = view(begun)
    join(begun, "Dee", left_of="Cy").said(201)
    after = view(begun)
    assert after["to_act"] == before["to_act"]
    assert after["prompts"][0] == {**before["prompts"][0]}
    play_hand(begun)
    assert sum(scores(begun).values()) == 3000


def test_as_many_as_the_game_is_for(open_table: Open) -> None:
    table = open_table("holdem", seats=tuple("ABCDEFGHI"))
    table.start()
    join(table, "J").said(201)
    assert join(table, "K").status == 409


def test_what_they_did_is_kept_exported_and_ruled_again(
    begun: Opened, tmp_path: Path
) -> None:
    play_hand(begun)
    join(begun, "Dee", left_of="Ana").said(201)
    begun.host.enter(begun.code, "buy", seat="Dee", n=500).said(201)
    play_hand(begun)
    exported = begun.host.get(begun.path("export?as=json"))
    assert exported.json["late"] == ["Dee"]
    file = tmp_path / "match.json"
    file.write_text(exported.text, "utf-8")
    said = CliRunner().invoke(main, ["replay", str(file)]).stdout
    assert "all as before" in said


def test_a_restart_knows_them(begun: Opened, place: Path) -> None:
    join(begun, "Dee", left_of="Ana").said(201)
    again = CardRoom(Store.open(place))
    try:
        assert again.snapshot(begun.code, SPECTATOR).view.seats == (
            "Ana",
            "Dee",
            "Ben",
            "Cy",
        )
    finally:
        again.close()


def test_a_latecomer_who_leaves_before_buying_takes_the_seat_along(
    begun: Opened, place: Path
) -> None:
    before = view(begun)
    dee = Phone(
        begun.host.app, join(begun, "Dee", left_of="Ana").said(201)["seat_token"]
    )
    play_hand(begun)
    after = dee.post(begun.path("leave")).said(200)
    assert after["seats"] == list(SEATS)
    assert after["you"]["seat"] is None
    assert after["round"] == before["round"] + 1
    assert join(begun, "Eve").said(201)["seat"] == "Eve"
    assert view(begun)["seats"] == [*SEATS, "Eve"]
    again = CardRoom(Store.open(place))
    try:
        seats = again.snapshot(begun.code, SPECTATOR).view.seats
        assert seats == (*SEATS, "Eve")
    finally:
        again.close()


def test_the_seat_of_a_latecomer_who_did_something_stays(begun: Opened) -> None:
    join(begun, "Dee").said(201)
    begun.host.enter(begun.code, "buy", seat="Dee", n=500).said(201)
    begun.host.post(begun.path("leave"), {"seat": "Dee"}).said(200)
    assert view(begun)["seats"] == [*SEATS, "Dee"]
    eve = Phone(begun.host.app, join(begun, "Eve").said(201)["seat_token"])
    eve.enter(begun.code, "fold", view(begun)["to_act"][0]).said(403)
    begun.host.post(begun.path("leave"), {"seat": "Eve"}).said(200)
    assert view(begun)["seats"] == [*SEATS, "Dee"]


def test_a_game_without_them_says_that_the_match_has_begun(started: Opened) -> None:
    assert join(started, "Dee").status == 409


def test_a_match_that_would_change_takes_nobody(open_table: Open) -> None:
    table = open_table("late-card", "Ana", "Ben")
    table.start()
    table.phones["Ana"].enter(table.code, "lay", "Ana", card="2C").said(201)
    refused = join(table, "Cy")
    assert refused.status == 409
    assert "can’t take another player" in refused.json["detail"]
    assert view(table)["seats"] == ["Ana", "Ben"]

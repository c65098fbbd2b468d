"""Past matches, players, rematches, BG Stats and forgetting over HTTP."""

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

import pytest

from referee.hosting.history import bg_stats
from referee.hosting.history.next_table import open_next_table
from referee.hosting.room import CardRoom
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.jsonable import jsonable
from tests.at_table import change
from tests.web.conftest import Open, Opened
from tests.web.phone import Phone

CARDS = {"Ana": "KC", "Ben": "QC", "Cy": "2D"}


@pytest.fixture
def finished(open_table: Open) -> Opened:
    """Ana has won a match of one card against Ben and Cy."""
    return finish(open_table("highest-card", "Ana", "Ben", "Cy", options={"target": 1}))


def finish(table: Opened) -> Opened:
    table.start()
    for name, phone in table.phones.items():
        phone.enter(table.code, "lay", card=CARDS[name]).said(201)
    return table


def test_finished_matches_are_for_everybody_and_running_ones_are_not_listed(
    finished: Opened, started: Opened, spectator: Phone
) -> None:
    page = spectator.get("/matches").said(200)
    assert (page["page"], page["more"]) == (1, False)
    [match] = page["matches"]
    assert (match["code"], match["game"]) == (finished.code, "highest-card")
    assert [(one["name"], one["place"], one["won"]) for one in match["placings"]] == [
        ("Ana", 1, True),
        ("Ben", 2, False),
        ("Cy", 2, False),
    ]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("player=aN", 1),
        ("player=Di", 0),
        ("game=faj", 0),
        ("from=2000-01-01&to=2999-12-31", 1),
        ("to=2000-01-01", 0),
    ],
)
def test_matches_are_searched(
    asked: str, found: int, finished: Opened, spectator: Phone
) -> None:
    assert len(spectator.get(f"/matches?{asked}").said(200)["matches"]) == found


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", "9999-12-31", "-1"])
def test_a_day_that_is_none_is_named(day: str, spectator: Phone) -> None:
    assert list(spectator.get(f"/matches?to={day}").fields()) == ["to"]


@pytest.mark.parametrize("path", ["/matches", "/players", "/players/Ana"])
def test_a_page_that_is_none_is_said(
    path: str, finished: Opened, spectator: Phone
) -> None:
    for page in ("0", "-1", "+1", "x", "", "9" * 30, "\u0662", "1&page=2"):
        assert list(spectator.get(f"{path}?page={page}").fields()) == ["page"]
    assert spectator.get(f"{path}?page=1").status == 200


def test_players_and_what_their_matches_tell(
    finished: Opened, spectator: Phone
) -> None:
    assert [
        row["name"] for row in spectator.get("/players?player=b").said(200)["players"]
    ] == ["Ben"]
    record = spectator.get("/players/ANA").said(200)
    assert (record["name"], record["matches"], record["wins"]) == ("Ana", 1, 1)
    assert [(one["name"], one["ahead"]) for one in record["against"]] == [
        ("Ben", 1),
        ("Cy", 1),
    ]
    assert spectator.get("/players/Di").status == 404


def test_a_rematch_takes_the_tokens_along(finished: Opened) -> None:
    ben = finished.phones["Ben"]
    assert ben.look(finished.code)["rematch"] is None
    begun = ben.post(finished.path("rematch")).said(201)
    assert ben.look(finished.code)["rematch"] == begun["code"]
    assert finished.phones["Ana"].post(finished.path("rematch")).said(201) == begun
    view = ben.look(begun["code"])
    assert view["you"] == {"seat": "Ben", "host": False}
    assert (view["seats"], view["dealer"], view["seq"]) == (
        ["Ana", "Ben", "Cy"],
        "Ben",
        0,
    )
    assert view["options"] == {"target": 1}
    assert finished.host.look(begun["code"])["you"]["host"]
    assert f"/t/{begun['code']}-" in begun["join_url"]


def test_a_table_opened_with_what_is_refused_by_now_plays_on_as_it_is(
    open_table: Open,
) -> None:
    former = {"options": {"play": "solo"}, "house_rules": ["nil-tricks-help"]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rulebook, "_require_no_contradictions", lambda *_: None)
        table = open_table("spades", "Ana", "Ben", "Cy", **former)
    table.start()
    table.host.enter(table.code, "stop").said(201)
    begun = table.phones["Ben"].post(table.path("rematch")).said(201)
    assert table.host.look(begun["code"])["options"]["play"] == "solo"
    wanted = {"game": "spades", **former}
    refused = table.host.post(table.path("next"), wanted)
    assert [*refused.fields()] == ["house_rules"]


def test_the_next_game_does_not_begin_with_too_few_for_what_was_agreed_on(
    finished: Opened, room: CardRoom
) -> None:
    host = room.viewer(finished.code, [finished.host.token or ""])
    agreed = {"board": True}
    with pytest.raises(WrongFieldsError, match="only for 4 or 6 players"):
        change(room, finished.code, host, open_next_table, "spades", agreed, (), True)
    assert room.store.past.next_table(finished.code) is None


def test_who_sits_elsewhere_begins_no_rematch(
    finished: Opened, started: Opened, spectator: Phone
) -> None:
    assert spectator.post(finished.path("rematch")).status == 401
    assert started.phones["Ana"].post(finished.path("rematch")).status == 401
    assert started.phones["Ana"].post(started.path("rematch")).status == 409
    game = {"game": "highest-card"}
    assert spectator.post(finished.path("next"), game).status == 401
    assert started.phones["Ana"].post(finished.path("next"), game).status == 401
    assert started.phones["Ana"].post(started.path("next"), game).status == 409


def test_another_game_is_for_the_same_seats_and_is_yet_to_begin(
    finished: Opened,
) -> None:
    ben = finished.phones["Ben"]
    opened = ben.post(finished.path("next"), {"game": "called-off"}).said(201)
    assert ben.look(finished.code)["rematch"] == opened["code"]
    assert finished.phones["Cy"].post(finished.path("rematch")).said(201) == opened, (
        "one is there already"
    )
    view = ben.look(opened["code"])
    assert (view["game"], view["seats"], view["phase"]) == (
        "called-off",
        ["Ana", "Ben", "Cy"],
        "setting-up",
    )
    assert view["you"] == {"seat": "Ben", "host": False}
    assert finished.host.look(opened["code"])["you"]["host"]
    finished.phones["Cy"].post(f"/tables/{opened['code']}/leave").said(200)
    assert ben.look(opened["code"])["seats"] == ["Ana", "Ben"], (
        "whoever goes home takes the seat along"
    )


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"game": "chess"}, "game"),
        ({"game": "jizara"}, None),
        ({"game": "heads-or-tails"}, "game"),
        ({"game": "highest-card", "options": {"target": 0}}, "target"),
        ({"game": "highest-card", "house_rules": ["nonsense"]}, "house_rules"),
        ({}, "game"),
    ],
)
def test_another_game_that_cannot_be_is_named(
    finished: Opened, body: dict[str, Any], wrong: str | None
) -> None:
    answer = finished.host.post(finished.path("next"), body)
    assert list(answer.fields()) == [wrong] if wrong else answer.status == 201


def test_an_evening_of_three_games(finished: Opened, spectator: Phone) -> None:
    """Ana wins, then Ben; then nobody does, and that does not count."""
    codes = [finished.code]
    for game, options in (("highest-card", {"target": 1}), ("called-off", {})):
        last = Opened(codes[-1], finished.host, finished.phones)
        codes.append(
            last.host.post(last.path("next"), {"game": game, "options": options}).said(
                201
            )["code"]
        )
        here = Opened(codes[-1], finished.host, finished.phones)
        here.start()
        if game == "highest-card":
            for name, card in (("Ana", "2C"), ("Ben", "KD"), ("Cy", "QD")):
                here.phones[name].enter(here.code, "lay", card=card).said(201)
        else:
            here.host.enter(here.code, "call-off").said(201)
    evening = finished.phones["Cy"].get(finished.path("evening")).said(200)
    assert [match["code"] for match in evening["matches"]] == codes
    decided = [
        match
        for match in evening["matches"]
        if any(one["won"] for one in match["placings"])
    ]
    assert len(decided) == sum(player["wins"] for player in evening["players"]) == 2
    told = [
        (one["place"], one["name"], one["wins"], one["places"], one["matches"])
        for one in evening["players"]
    ]
    assert told == [
        (1, "Ana", 1, [1, 1], 2),
        (1, "Ben", 1, [1, 1], 2),
        (3, "Cy", 0, [0, 2], 2),
    ]
    seen = spectator.get(f"/tables/{codes[1]}/evening").said(200)
    assert seen["players"] == evening["players"]
    assert [match["code"] for match in seen["matches"]] == [None, codes[1], None], (
        "watchers are led nowhere"
    )


def test_whoever_watches_hears_nothing_of_a_match_that_goes_on(
    finished: Opened, spectator: Phone
) -> None:
    finished.host.post(finished.path("rematch")).said(201)
    assert (
        len(finished.phones["Ana"].get(finished.path("evening")).said(200)["matches"])
        == 2
    )
    assert [
        one["code"]
        for one in spectator.get(finished.path("evening")).said(200)["matches"]
    ] == [finished.code]


def test_a_name_is_forgotten_by_its_owner_or_the_host(
    finished: Opened, spectator: Phone
) -> None:
    ana = finished.phones["Ana"]
    ben = finished.phones["Ben"]
    assert spectator.post(finished.path("seats/Ana/forget")).status == 401
    assert ben.post(finished.path("seats/Ana/forget")).status == 403
    assert ana.post(finished.path("seats/Ana/forget")).said(200) == {"seat": "Player 1"}
    assert finished.host.post(finished.path("seats/Ben/forget")).said(200) == {
        "seat": "Player 2"
    }
    assert finished.host.post(finished.path("seats/Ben/forget")).status == 404
    view = ana.look(finished.code)
    assert (view["you"]["seat"], view["winners"]) == ("Player 1", ["Player 1"])
    assert [row["name"] for row in spectator.get("/players").said(200)["players"]] == [
        "Cy"
    ]


# BG Stats


def play_of(table: Opened, phone: Phone) -> Any:
    return phone.get(table.path("export?as=bgstats")).said(200)


def test_a_play_for_bg_stats(
    finished: Opened, spectator: Phone, room: CardRoom
) -> None:
    play = play_of(finished, spectator)
    row = room.table(finished.code).row
    assert row.started_at is not None
    began = datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    assert began.timestamp() == int(row.started_at)
    assert play["sourceName"] == "Referee"
    assert play["sourcePlayId"] == f"{finished.code}-{int(row.started_at)}"
    assert play["game"] == {
        "name": "Highest Card",
        "sourceGameId": "highest-card",
        "highestWins": True,
        "noPoints": False,
    }
    # The app wants every one of these, whatever it says.
    assert play["players"][0] == {
        "name": "Ana",
        "sourcePlayerId": "ana",
        "startPlayer": False,
        "score": 1,
        "winner": True,
        "rank": 1,
    }
    assert [
        (player["name"], player["rank"], player["winner"]) for player in play["players"]
    ] == [
        ("Ana", 1, True),
        ("Ben", 2, False),
        ("Cy", 2, False),
    ]
    assert "durationMin" not in play


def test_a_play_tells_how_long_it_took_and_who_began(
    open_table: Open, room: CardRoom, monkeypatch: Any
) -> None:
    table = open_table("slapjack", "Ana", "Ben")
    table.start(dealer="Ana")
    found = room.table(table.code)
    assert found.match is not None
    first = found.match.history.rulebook.scene(
        found.match.history.position.state
    ).to_act
    with pytest.raises(Exception, match="isn’t over yet"):
        bg_stats.play_of(found)
    from referee.hosting.store import Placing, ResultRow

    assert found.row.started_at is not None
    placings = (Placing("Ana", "ana", 9, 2, False), Placing("Ben", "ben", 3, 1, True))
    found.result = ResultRow(table.code, found.row.started_at + 45 * 60, placings)
    play = bg_stats.play_of(found)
    assert play.minutes == 45
    assert not play.game.highest_wins
    assert (
        [player.name for player in play.players if player.begins]
        == list(first)
        == ["Ben"]
    )
    found.result = ResultRow(
        table.code, found.row.started_at + 3 * 24 * 60 * 60, placings
    )
    assert bg_stats.play_of(found).minutes is None


def test_the_links_hold_the_whole_play(finished: Opened, room: CardRoom) -> None:
    play = bg_stats.play_of(room.table(finished.code))
    app = bg_stats.app_link(play)
    web = bg_stats.web_link(play)
    assert app.startswith(
        "bgstats://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName%22"
    )
    assert web == f"https{app.removeprefix('bgstats')}"
    assert json.loads(unquote(web.partition("?data=")[2])) == jsonable(play)
    assert not set('"{}&# ') & set(web.partition("?data=")[2])

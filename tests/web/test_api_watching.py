"""A camera watches the table: everybody sees what it is about to enter, and it may do
nothing else.
"""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from referee.hosting.history.archive import Archive
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables import table as table_in_memory, watching
from tests.web.cameras import Camera, lay, watching_at
from tests.web.conftest import Open, Opened, app_over
from tests.web.phone import Phone
from tests.web.test_faults import browser


@pytest.fixture
def table(open_table: Open) -> Opened:
    """Ana and Ben at a match of Heads or Tails' cards: a card each, entered openly."""
    table = open_table("highest-card", "Ana", "Ben")
    table.start()
    return table


@pytest.fixture
def camera(table: Opened) -> Camera:
    return watching_at(table)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets so many seconds pass, as the camera's drafts count them."""
    passed = [0.0]
    now = table_in_memory.time.monotonic

    def let_pass(seconds: float) -> None:
        passed[0] += seconds

    monkeypatch.setattr(table_in_memory.time, "monotonic", lambda: now() + passed[0])
    return let_pass


def test_everybody_sees_that_the_table_is_watched(
    table: Opened, camera: Camera, spectator: Phone
) -> None:
    for phone in (*table.phones.values(), table.host, spectator):
        assert phone.look(table.code)["watch"] == {"draft": None}


def test_what_it_is_about_to_enter_stands_on_every_phone_first(
    table: Opened, camera: Camera
) -> None:
    draft = camera.sees(table.code, lay("Ana", "9S"), lay("Ben", "8S")).said(201)
    for phone in table.phones.values():
        seen = phone.look(table.code)
        shown = seen["watch"]["draft"]
        assert 0 < shown.pop("left") <= draft["left"]
        assert shown == {name: value for name, value in draft.items() if name != "left"}
        assert seen["seq"] == 0
    assert [entry["data"] for entry in draft["entries"]] == [
        {"card": "9S"},
        {"card": "8S"},
    ]


class TestEntering:
    def test_the_camera_enters_it_once_its_time_has_passed(
        self, table: Opened, camera: Camera, later: Any
    ) -> None:
        draft = camera.sees(table.code, lay("Ana", "9S"), lay("Ben", "8S")).said(201)
        camera.post(table.path("watch/enter"), {"id": draft["id"]}).said(409)
        later(2)
        entered = camera.post(table.path("watch/enter"), {"id": draft["id"]}).said(201)
        assert entered["rulings"][-1]["verdict"]["winner"] == "Ana"
        assert camera.look(table.code)["watch"] == {"draft": None}

    def test_anybody_at_the_table_enters_it_sooner(
        self, table: Opened, camera: Camera
    ) -> None:
        draft = camera.sees(table.code, lay("Ana", "9S"), seconds=None).said(201)
        assert (
            table.phones["Ben"]
            .post(table.path("watch/enter"), {"id": draft["id"]})
            .said(201)["seq"]
            == 1
        )

    def test_that_asks_first_never_enters_by_itself(
        self, table: Opened, camera: Camera, later: Any
    ) -> None:
        draft = camera.sees(table.code, lay("Ana", "9S"), seconds=None).said(201)
        later(600)
        camera.post(table.path("watch/enter"), {"id": draft["id"]}).said(409)

    def test_what_somebody_stopped_is_not_entered(
        self, table: Opened, camera: Camera, later: Any
    ) -> None:
        draft = camera.sees(table.code, lay("Ana", "9S")).said(201)
        seen = (
            table.phones["Ben"]
            .post(table.path("watch/drop"), {"id": draft["id"]})
            .said(200)
        )
        assert seen["watch"] == {"draft": None}
        later(2)
        camera.post(table.path("watch/enter"), {"id": draft["id"]}).said(409)
        assert camera.look(table.code)["seq"] == 0

    def test_what_somebody_else_entered_meanwhile_is_not_entered_twice(
        self, open_table: Open, later: Any
    ) -> None:
        table = open_table("tripp-jokes", "Ana", "Ben")
        table.start()
        camera = watching_at(table)
        draft = camera.sees(table.code, ("flip", None, {"card": "9H"})).said(201)
        table.phones["Ana"].enter(table.code, "flip", card="9H").said(201)
        later(2)
        camera.post(table.path("watch/enter"), {"id": draft["id"]}).said(409)

    def test_what_the_rules_forbid_is_refused_before_anybody_waits_for_it(
        self, open_table: Open
    ) -> None:
        table = open_table("tripp-jokes", "Ana", "Ben")
        table.start()
        host = table.host
        host.enter(table.code, "flip", card="9H").said(201)
        host.enter(table.code, "lay", "Ana", cards=["4S", "6S", "7S"]).said(201)
        host.enter(table.code, "lay", "Ben", cards=["8S", "9S", "JS"]).said(201)
        refused = watching_at(table).sees(table.code, ("play", "Ben", {"hand": ["5H"]}))
        assert (
            "neither equals nor beats"
            in refused.said(422)["ruling"]["because"][0]["text"]
        )
        assert host.look(table.code)["watch"] == {"draft": None}

    def test_anybody_takes_it_back(self, table: Opened, camera: Camera) -> None:
        draft = camera.sees(table.code, lay("Ana", "9S"), seconds=None).said(201)
        table.phones["Ben"].post(table.path("watch/enter"), {"id": draft["id"]}).said(
            201
        )
        changes = [{"seq": 1, "strike": True}]
        table.phones["Ben"].post(table.path("corrections"), {"changes": changes}).said(
            201
        )


class TestWhatWasSeenIsWhatIsEntered:
    """A camera's device may be anybody's: what people did not see on their phones is
    never entered.
    """

    def test_other_content_under_a_known_id_is_refused(
        self, table: Opened, camera: Camera
    ) -> None:
        first = camera.sees(table.code, lay("Ana", "9S"), seconds=None).said(201)
        camera.sees(table.code, lay("Ana", "2S"), seconds=None, id=first["id"]).said(
            409
        )
        assert table.host.look(table.code)["watch"]["draft"] == first
        camera.sees(table.code, lay("Ana", "8S"), seconds=None).said(201)
        camera.sees(table.code, lay("Ana", "2S"), seconds=None, id=first["id"]).said(
            409
        )

    def test_also_by_a_daemon_that_hears_of_the_table_only_now(
        self, table: Opened, camera: Camera, place: Path
    ) -> None:
        first = camera.sees(table.code, lay("Ana", "9S"), seconds=None).said(201)
        [entry] = first["entries"]
        other = {
            "id": first["id"],
            "entries": [entry | {"data": {"card": "2S"}}],
            "seconds": None,
            "after": 0,
        }
        with Store.open(place) as store:
            elsewhere = Camera(app_over(CardRoom(store)), camera.token)
            elsewhere.post(table.path("watch/draft"), other).said(409)

    def test_the_same_draft_sent_again_stands_as_it_stood(
        self, table: Opened, camera: Camera, later: Any
    ) -> None:
        first = camera.sees(table.code, lay("Ana", "9S")).said(201)
        later(1.5)
        body = {name: first[name] for name in ("id", "entries", "seconds")} | {
            "after": 0
        }
        again = camera.post(table.path("watch/draft"), body).said(201)
        assert again["at"] == first["at"]
        assert again["left"] <= 0.5

    @pytest.mark.parametrize("by_page", [False, True])
    def test_enter_names_the_draft_that_its_phone_saw(
        self, table: Opened, camera: Camera, by_page: bool
    ) -> None:
        """The camera takes its draft back, and once the table has forgotten it, sends
        another one under its id.
        """
        seen = camera.sees(table.code, lay("Ana", "9S"), seconds=None).said(201)
        camera.post(table.path("watch/drop"), {"id": seen["id"]}).said(200)
        for _ in range(table_in_memory.DRAFTS_KNOWN):
            camera.sees(table.code, lay("Ana", "8S"), seconds=None).said(201)
        camera.sees(table.code, lay("Ana", "2S"), seconds=None, id=seen["id"]).said(201)
        if by_page:
            form = {"id": seen["id"], "content": seen["content"]}
            answer = browser(table, "Ben").post(
                f"/t/{table.code}/watch/enter", data=form
            )
            assert answer.status_code == 409
        else:
            named = {"id": seen["id"], "content": seen["content"]}
            table.phones["Ben"].post(table.path("watch/enter"), named).said(409)
        assert table.host.look(table.code)["seq"] == 0

    def test_an_id_twice_in_a_draft_is_refused(
        self, table: Opened, camera: Camera
    ) -> None:
        same = str(uuid4())
        refused = camera.sees(
            table.code, lay("Ana", "9S"), lay("Ben", "8S"), entry_ids=[same, same]
        )
        assert [error["field"] for error in refused.said(422)["errors"]] == ["entries"]

    def test_the_id_of_an_earlier_entry_is_refused(
        self, table: Opened, camera: Camera
    ) -> None:
        entered = str(uuid4())
        table.phones["Ana"].enter(table.code, "lay", id=entered, card="9S").said(201)
        camera.sees(table.code, lay("Ben", "8S"), entry_ids=[entered]).said(409)
        camera.sees(table.code, lay("Ben", "8S"), id=entered).said(409)
        assert table.host.look(table.code)["watch"] == {"draft": None}


class TestTheCameraSeesCardsAndNoMore:
    def test_what_holds_no_card_waits_for_a_finger(
        self, table: Opened, camera: Camera, later: Any
    ) -> None:
        draft = camera.sees(table.code, ("gather", None, {})).said(201)
        assert (draft["seconds"], "left" in draft) == (None, False)
        later(600)
        camera.post(table.path("watch/enter"), {"id": draft["id"]}).said(409)
        assert camera.look(table.code)["seq"] == 0

    def test_numbers_wait_too(self, open_table: Open) -> None:
        table = open_table("score-pad", "Ana", "Ben")
        table.start()
        draft = (
            watching_at(table)
            .sees(table.code, ("round", None, {"points": {"Ana": 9999, "Ben": 1}}))
            .said(201)
        )
        assert draft["seconds"] is None

    def test_no_cards_wait_too(self, open_table: Open) -> None:
        """An empty hand may be entered, but nobody sees one: the table is empty too."""
        table = open_table("four-aces", "Ana", "Ben", "Cy")
        table.start()
        camera = watching_at(table)
        for hands in ({"hidden": [], "exposed": []}, {"hidden": "", "exposed": ""}):
            draft = camera.sees(table.code, ("round", "Ana", hands)).said(201)
            assert draft["seconds"] is None
        hands = {"hidden": ["2C"], "exposed": []}
        draft = camera.sees(table.code, ("round", "Ana", hands)).said(201)
        assert draft["seconds"] == 2

    @pytest.mark.parametrize("kinds", [("lay", "gather"), ("gather", "lay")])
    def test_a_draft_has_the_entries_of_one_prompt(
        self, table: Opened, camera: Camera, kinds: tuple[str, str]
    ) -> None:
        seen = {"lay": lay("Ana", "9S"), "gather": ("gather", None, {})}
        refused = camera.sees(table.code, *(seen[kind] for kind in kinds))
        assert [error["field"] for error in refused.said(422)["errors"]] == ["entries"]

    def test_and_each_seat_once(self, table: Opened, camera: Camera) -> None:
        camera.sees(table.code, lay("Ana", "9S"), lay("Ana", "8S")).said(422)

    @pytest.mark.parametrize("seconds", [0, 1, 1.9])
    def test_nobody_sees_it_in_less_than_two_seconds(
        self, table: Opened, camera: Camera, seconds: float
    ) -> None:
        refused = camera.sees(table.code, lay("Ana", "9S"), seconds=seconds).said(422)
        assert [error["field"] for error in refused["errors"]] == ["seconds"]


class TestTheDaemonsOwnClock:
    @pytest.mark.parametrize("shift", [-86_400, 86_400])
    def test_a_clock_that_is_set_lets_nothing_in_and_shows_no_bar_of_a_day(
        self, table: Opened, camera: Camera, shift: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        draft = camera.sees(table.code, lay("Ana", "9S")).said(201)
        now = watching.time.time
        monkeypatch.setattr(watching.time, "time", lambda: now() + shift)
        camera.post(table.path("watch/enter"), {"id": draft["id"]}).said(409)
        assert 0 < table.host.look(table.code)["watch"]["draft"]["left"] <= 2

    def test_a_daemon_counts_from_when_it_first_saw_the_draft(
        self, table: Opened, camera: Camera, later: Any, place: Path
    ) -> None:
        """Over one store another daemon answers, which hears of the draft only now."""
        draft = camera.sees(table.code, lay("Ana", "9S")).said(201)
        later(2)
        with Store.open(place) as store:
            elsewhere = Camera(app_over(CardRoom(store)), camera.token)
            elsewhere.post(table.path("watch/enter"), {"id": draft["id"]}).said(409)
            later(2)
            elsewhere.post(table.path("watch/enter"), {"id": draft["id"]}).said(201)


@pytest.mark.parametrize("forgets", [False, True])
def test_a_name_that_goes_also_goes_from_what_the_camera_saw(
    open_table: Open, room: CardRoom, place: Path, forgets: bool
) -> None:
    table = open_table("highest-card", "Ana", "Benedetta")
    table.start()
    watching_at(table).sees(table.code, lay("Benedetta", "9S"), seconds=None).said(201)
    if forgets:
        Archive(room).forget_player("Benedetta")
    else:
        table.host.post(table.path("seats/Benedetta/name"), {"name": "Bo"}).said(200)
    assert table.host.look(table.code)["watch"] == {"draft": None}
    room.close()
    if forgets:
        for file in place.parent.glob(f"{place.name}*"):
            assert b"Benedetta" not in file.read_bytes(), file.name


class TestWhoMay:
    def test_only_the_host_lets_a_camera_watch(
        self, table: Opened, spectator: Phone
    ) -> None:
        table.phones["Ben"].post(table.path("watch")).said(403)
        spectator.post(table.path("watch")).said(401)

    def test_anybody_at_the_table_stops_it_and_its_right_is_gone(
        self, table: Opened, camera: Camera, spectator: Phone
    ) -> None:
        spectator.post(table.path("watch/stop")).said(401)
        table.phones["Ben"].post(table.path("watch/stop")).said(200)
        assert "watch" not in table.host.look(table.code)
        camera.post(table.path("watch/stop")).said(401)

    def test_a_second_camera_takes_the_place_of_the_first(
        self, table: Opened, camera: Camera
    ) -> None:
        table.host.post(table.path("watch")).said(201)
        camera.post(table.path("watch/stop")).said(401)

    def test_the_camera_may_do_nothing_else(
        self, table: Opened, camera: Camera
    ) -> None:
        assert camera.enter(table.code, "lay", "Ana", card="9S").status == 401
        for path in ("start", "watch", "leave", "seats/Ana/link", "host"):
            assert camera.post(
                table.path(path), {"seat": "Ana"} if path == "host" else {}
            ).status in (401, 403), path
        table.phones["Ana"].enter(table.code, "lay", card="9S").said(201)
        camera.post(
            table.path("corrections"), {"changes": [{"seq": 1, "strike": True}]}
        ).said(401)

    def test_it_is_told_what_may_be_entered_and_no_secrets(
        self, table: Opened, camera: Camera, app: Flask
    ) -> None:
        table.phones["Ana"].enter(table.code, "lay", card="9S").said(201)
        seen = camera.look(table.code)
        assert {prompt["kind"] for prompt in seen["prompts"]} == {"lay", "gather"}
        assert {**seen, "prompts": []} == Phone(app).look(table.code)
        assert (
            camera.get(table.path("log")).json == Phone(app).get(table.path("log")).json
        )

    def test_nobody_at_the_table_proposes_what_no_camera_saw(
        self, table: Opened, camera: Camera
    ) -> None:
        Camera(camera.app, table.phones["Ben"].token).sees(
            table.code, lay("Ana", "9S")
        ).said(403)
        Camera(camera.app, table.host.token).sees(table.code, lay("Ana", "9S")).said(
            403
        )


def test_a_rulings_question_halts_the_camera_too(table: Opened, camera: Camera) -> None:
    for seat, card in (("Ana", "9S"), ("Ben", "8S")):
        table.phones[seat].enter(table.code, "lay", card=card).said(201)
    table.phones["Ben"].post(table.path("disputes"), {"seq": 2}).said(201)
    assert camera.sees(table.code, lay("Ana", "TS")).status == 409


@pytest.mark.parametrize(
    ("call", "body"), [("rematch", {}), ("next", {"game": "highest-card"})]
)
def test_the_device_goes_on_at_the_next_table_of_the_evening(
    call: str, body: dict[str, str], open_table: Open
) -> None:
    table = open_table("highest-card", "Ana", "Ben", options={"target": 1})
    table.start()
    camera = watching_at(table)
    draft = camera.sees(
        table.code, lay("Ana", "9S"), lay("Ben", "8S"), seconds=None
    ).said(201)
    table.phones["Ben"].post(table.path("watch/enter"), {"id": draft["id"]}).said(201)
    assert camera.look(table.code)["rematch"] is None
    there = table.phones["Ana"].post(table.path(call), body).said(201)["code"]
    assert camera.look(table.code)["rematch"] == there
    assert camera.look(there)["watch"] == {"draft": None}
    camera.post(f"/tables/{there}/watch/stop", {}).said(200)
    assert camera.get(f"/tables/{there}").status == 401


def test_a_camera_ends_no_match_by_any_door(started: Opened) -> None:
    camera = watching_at(started)
    assert "Only the host" in camera.enter(started.code, "stop").said(403)["detail"]
    camera.sees(started.code, ("stop", None, {})).said(403)
    assert not started.host.look(started.code)["finished"]

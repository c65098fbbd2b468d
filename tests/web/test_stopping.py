"""The host ends a match early: over the API, on pages, and all that is kept of it."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from tests.web.cameras import lay, watching_at
from tests.web.conftest import Open, Opened
from tests.web.phone import Answer, Phone
from tests.web.racing import Racing
from tests.web.served import served
from tests.web.test_api_secrets import (
    Sealing,
    every_sealing,
    everything_read,
    same_words,
    sealed_table,
    some_sealings,
    the_others,
)
from tests.web.test_full_match import all_but_one as all_but_one, enter as enter_several
from tests.web.test_taking_back import opened

HEARTS = ("Ana", "Ben", "Cy", "Dee")


def stop(phone: Phone, table: Opened) -> Answer:
    return phone.enter(table.code, "stop")


def deal(table: Opened) -> None:
    """A deal of Hearts as it ended: Ana took all hearts, Ben the queen."""
    taken = {"Ana": 13, "Ben": 0, "Cy": 0, "Dee": 0}
    table.host.enter(table.code, "deal", hearts=taken, queen="Ben").said(201)


@pytest.fixture
def hearts(open_table: Open) -> Opened:
    """Six deals of Hearts: nobody has a hundred points."""
    table = open_table("hearts", *HEARTS)
    table.start()
    for _ in range(6):
        deal(table)
    return table


def shown(table: Opened, phone: Phone, path: str = "", language: str = "en") -> str:
    """A page of the table, in this language."""
    client = phone.app.test_client(use_cookies=False)
    bears = {"Authorization": f"Bearer {phone.token}"} if phone.token else {}
    answer = client.get(
        f"/t/{table.code}{path}", headers={**bears, "Accept-Language": language}
    )
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


# Who, and when


def test_the_host_finds_it_in_a_list_of_its_own_and_nobody_else_does(
    hearts: Opened, spectator: Phone
) -> None:
    view = hearts.host.look(hearts.code)
    [offered] = view["host_entries"]
    assert (
        offered["kind"],
        offered["seats"],
        offered["fields"],
        offered["optional"],
    ) == ("stop", [], [], False)
    assert "stop" not in [prompt["kind"] for prompt in view["prompts"]]
    assert (view["finished"], view["ended_early"]) == (False, False)
    for phone in (*hearts.phones.values(), spectator, watching_at(hearts)):
        assert phone.look(hearts.code)["host_entries"] == []


def test_a_host_with_a_seat_may_too(hearts: Opened) -> None:
    hearts.host.post(hearts.path("host"), {"seat": "Ben"}).said(200)
    ben = hearts.phones["Ben"]
    assert [entry["seats"] for entry in ben.look(hearts.code)["host_entries"]] == [
        ["Ben"]
    ]
    entered = stop(ben, hearts).said(201)
    assert entered["view"]["finished"]
    assert entered["view"]["ended_early"]
    [line] = ben.get(hearts.path("log")).said(200)["entries"][-1:]
    assert (line["kind"], line["by"], line["data"]) == ("stop", "Ben", {})


def test_before_the_start_and_after_the_end_it_does_not_fit(open_table: Open) -> None:
    table = open_table("highest-card", "Ana", "Ben", options={"target": 1})
    assert table.host.look(table.code)["host_entries"] == []
    stop(table.host, table).said(409)
    table.start()
    for seat, card in (("Ana", "9S"), ("Ben", "8S")):
        table.phones[seat].enter(table.code, "lay", card=card).said(201)
    stop(table.host, table).said(409)
    assert table.host.look(table.code)["host_entries"] == []


def test_nobody_else_may_whatever_they_send_with_it(
    hearts: Opened, spectator: Phone
) -> None:
    ana = hearts.phones["Ana"]
    stop(spectator, hearts).said(401)
    assert "Only the host" in stop(ana, hearts).said(403)["detail"]
    note = {"id": str(uuid4()), "kind": "misdeal", "data": {}}
    enter_several(
        ana, hearts, note, {"id": str(uuid4()), "kind": "stop", "data": {}}
    ).said(403)
    stop(hearts.host, hearts).said(201)
    stop(ana, hearts).said(403)
    stop(hearts.host, hearts).said(409)
    assert hearts.host.look(hearts.code)["seq"] == 7


def test_it_has_no_fields(hearts: Opened) -> None:
    refused = hearts.host.enter(hearts.code, "stop", why="It is late.")
    assert list(refused.fields()) == ["why"]


def test_in_a_batch_it_is_taken_last_and_nothing_after_it(hearts: Opened) -> None:
    end = {"id": str(uuid4()), "kind": "stop", "data": {}}
    taken = {"Ana": 13, "Ben": 0, "Cy": 0, "Dee": 0}
    last = {
        "id": str(uuid4()),
        "kind": "deal",
        "data": {"hearts": taken, "queen": "Ben"},
    }
    enter_several(hearts.host, hearts, end, last).said(409)
    assert hearts.host.look(hearts.code)["seq"] == 6
    entered = enter_several(hearts.host, hearts, last, end).said(201)
    assert entered["rulings"][-1]["summary"].startswith(
        "The match ended early after round 7: "
    )


def test_sent_again_it_answers_as_before(hearts: Opened) -> None:
    first, again = (
        hearts.host.enter(hearts.code, "stop", None, str(UUID(int=9))).said(201)
        for _ in range(2)
    )
    assert first == again


def test_who_had_not_seen_the_last_round_is_told(hearts: Opened) -> None:
    late = {"id": str(uuid4()), "kind": "stop", "data": {}, "after": 5}
    assert hearts.host.post(hearts.path("entries"), late).said(409)["view"]["seq"] == 6


@pytest.mark.slow
def test_a_full_match_can_be_ended(all_but_one: Opened) -> None:
    table = all_but_one
    table.phones["Ana"].enter(table.code, "lay", card="TS").said(201)
    table.phones["Ben"].enter(table.code, "lay", card="7S").said(409)
    assert offered(shown(table, table.host)) == ["stop"]
    view = stop(table.host, table).said(201)["view"]
    assert (view["ended_early"], view["winners"]) == (True, ["Ana"])


# What it comes to


def test_the_scores_as_they_are_decide(hearts: Opened) -> None:
    view = stop(hearts.host, hearts).said(201)["view"]
    assert (view["finished"], view["ended_early"], view["winners"]) == (
        True,
        True,
        ["Cy", "Dee"],
    )
    assert (view["round"], view["prompts"], view["host_entries"], view["to_act"]) == (
        6,
        [],
        [],
        [],
    )
    [ruling] = view["rulings"]
    assert ruling["verdict"] == {"ended_early": True, "winners": ["Cy", "Dee"]}
    assert [(one["rule"], one["basis"]) for one in ruling["because"]] == [
        ("hearts#ended-early", "reading")
    ]
    sections = hearts.host.get("/games/hearts").said(200)["sections"]
    assert "ended-early" in [section["id"] for section in sections]


def test_corrections_go_on_and_change_the_result(hearts: Opened) -> None:
    stop(hearts.host, hearts).said(201)
    taken = {"Ana": 0, "Ben": 0, "Cy": 13, "Dee": 0}
    data = {"hearts": taken, "queen": "Ben"}
    hearts.host.post(
        hearts.path("corrections"), {"changes": [{"seq": 2, "data": data}]}
    ).said(201)
    view = hearts.host.look(hearts.code)
    assert (view["winners"], view["ended_early"]) == (["Dee"], True)
    [match] = hearts.host.get("/matches").said(200)["matches"]
    assert [one["name"] for one in match["placings"] if one["won"]] == ["Dee"]


def test_struck_it_goes_on(hearts: Opened) -> None:
    end = stop(hearts.host, hearts).said(201)["seq"]
    made = hearts.host.post(
        hearts.path("corrections"), {"changes": [{"seq": end, "strike": True}]}
    ).said(201)
    view = hearts.host.look(hearts.code)
    assert (view["finished"], view["ended_early"], view["winners"]) == (
        False,
        False,
        [],
    )
    assert hearts.host.get("/matches").said(200)["matches"] == []
    hearts.host.post(hearts.path(f"corrections/{made['id']}/undo")).said(201)
    assert hearts.host.look(hearts.code)["ended_early"]


@pytest.mark.parametrize(
    "verdict", [{}, {"verdict": {"ended_early": False}}], ids=["marked", "decided"]
)
def test_any_seat_disputes_it_and_more_than_half_overrule_it(
    hearts: Opened, verdict: dict[str, Any]
) -> None:
    end = stop(hearts.host, hearts).said(201)["seq"]
    id = (
        hearts.phones["Cy"]
        .post(hearts.path("disputes"), {"seq": end, "why": "One more!"})
        .said(201)["id"]
    )
    for seat in ("Ben", "Cy", "Dee"):
        hearts.phones[seat].post(
            hearts.path(f"disputes/{id}/vote"), {"uphold": False}
        ).said(201)
    settled = hearts.phones["Ben"].post(
        hearts.path(f"disputes/{id}/resolve"), {"as": "overruled", **verdict}
    )
    assert settled.said(201)["dropped"] == [end]
    view = hearts.phones["Dee"].look(hearts.code)
    assert not view["finished"]
    assert not view["ended_early"]
    assert view["prompts"]
    deal(hearts)


def test_while_a_ruling_is_disputed_the_host_may_end_it_and_the_dispute_stays_open(
    hearts: Opened,
) -> None:
    id = hearts.phones["Cy"].post(hearts.path("disputes"), {"seq": 6}).said(201)["id"]
    view = stop(hearts.host, hearts).said(201)["view"]
    assert view["ended_early"]
    assert hearts.host.look(hearts.code)["dispute"]["id"] == id
    hearts.host.post(hearts.path(f"disputes/{id}/resolve"), {"as": "upheld"}).said(201)
    assert hearts.host.look(hearts.code)["dispute"] is None


# Races and cameras


def test_a_race_that_is_open_is_closed(racing: Racing) -> None:
    racing.ana.arm()
    racing.ben.arm()
    racing.ben.slap().said(202)
    end = stop(racing.table.host, racing.table).said(201)
    assert end["view"]["finish"] is None
    refused = racing.ana.slap().said(409)
    assert "nothing to slap" in refused["detail"]
    racing.time.pass_by(1_000)
    view = racing.look()
    assert (view["finish"], view["finishes"], view["prompts"]) == (None, [], [])
    change = {"changes": [{"seq": end["seq"], "strike": True}]}
    racing.table.host.post(racing.table.path("corrections"), change).said(201)
    racing.ana.arm()
    racing.ana.slap().said(202)


def test_what_the_camera_was_about_to_enter_is_dropped_and_it_ends_no_match(
    started: Opened,
) -> None:
    camera = watching_at(started)
    assert (
        "Only the host"
        in camera.sees(started.code, ("stop", None, {})).said(403)["detail"]
    )  # type: ignore[arg-type]
    draft = camera.sees(started.code, lay("Ana", "9S"), lay("Ben", "8S")).said(201)
    end = stop(started.host, started).said(201)["seq"]
    assert started.host.look(started.code)["watch"] == {"draft": None}
    started.phones["Ana"].post(started.path("watch/enter"), {"id": draft["id"]}).said(
        409
    )
    started.host.post(
        started.path("corrections"), {"changes": [{"seq": end, "strike": True}]}
    ).said(201)
    assert started.host.look(started.code)["watch"] == {"draft": None}
    camera.sees(started.code, lay("Ana", "9S"), lay("Ben", "8S")).said(201)


# What was sealed


def ended_and_put_right(table: Opened, app: Flask, sealing: Sealing) -> list[str]:
    """All that others are told from the end of a match on: ended, disputed, taken back,
    ended again, undone.
    """
    others = the_others(table, app)
    host = table.host
    at = table.path("corrections")
    texts: list[str] = []

    def note(*answers: Answer) -> None:
        assert all(answer.status < 500 for answer in answers)
        told = [
            *(same_words(f"{answer.status} {answer.text}", table) for answer in answers)
        ]
        texts.extend(
            re.sub(r'"ended_at": ?[0-9.]+', '"ended_at":0', text) for text in told
        )
        texts.extend(everything_read(table, others))

    sealed = len(sealing.before) + 1
    note(ended := stop(host, table))
    end = ended.said(201)["seq"]
    note(host.post(at, {"changes": [{"seq": sealed, "data": {}}]}))
    note(asked := table.phones["Ben"].post(table.path("disputes"), {"seq": end}))
    note(
        host.post(table.path(f"disputes/{asked.json['id']}/resolve"), {"as": "upheld"})
    )
    note(host.get(table.path("evening")), host.get(table.path("sheet")))
    note(struck := host.post(at, {"changes": [{"seq": end, "strike": True}]}))
    assert sealed in struck.said(201)["dropped"]
    note(
        host.post(f"{at}/{struck.json['id']}/undo"),
        host.post(f"{at}/{struck.json['id']}/redo"),
    )
    for seat, data in sealing.last:
        note(table.phones[seat].enter(table.code, sealing.kind, seat, **data))
    note(again := stop(host, table))
    note(
        asked := table.phones["Ben"].post(
            table.path("disputes"), {"seq": again.said(201)["seq"]}
        )
    )
    note(
        host.post(
            table.path(f"disputes/{asked.json['id']}/resolve"), {"as": "overruled"}
        )
    )
    for seq in range(1, sealed):
        note(
            host.post(
                at, {"changes": [{"seq": seq, "strike": True}], "drop_unfit": True}
            )
        )
    note(stop(host, table), host.post(table.path("seats/Ben/forget")))
    return texts


@pytest.mark.slow
@every_sealing
def test_nobody_learns_what_waited(
    open_table: Open, app: Flask, sealing: Sealing
) -> None:
    one, other = (
        ended_and_put_right(sealed_table(open_table, sealing, content), app, sealing)
        for content in sealing.contents
    )
    assert len(one) == len(other)
    for this, that in zip(one, other, strict=True):
        assert this == that


@some_sealings
def test_what_waited_is_entered_again(open_table: Open, sealing: Sealing) -> None:
    """Else what Ana had sealed would be revealed with what the others enter now."""
    table = sealed_table(open_table, sealing, sealing.contents[0])
    end = stop(table.host, table).said(201)["seq"]
    assert table.phones["Ana"].look(table.code)["prompts"] == []
    table.host.post(
        table.path("corrections"), {"changes": [{"seq": end, "strike": True}]}
    ).said(201)
    for seat, data in sealing.last:
        entered = (
            table.phones[seat].enter(table.code, sealing.kind, seat, **data).said(201)
        )
        assert entered["rulings"] == []
    assert "Ana" in table.host.look(table.code)["to_act"]
    table.phones["Ana"].enter(
        table.code, sealing.kind, "Ana", **sealing.contents[1]
    ).said(201)
    [line] = [
        line
        for line in table.host.get(table.path("log")).json["entries"]
        if line["id"] == str(UUID(int=1))
    ]
    assert (line["sealed"], line["struck"], line["data"]) == (True, True, None)


# What is kept


def test_it_is_read_back_after_a_restart(
    hearts: Opened, room: CardRoom, place: Path
) -> None:
    stop(hearts.host, hearts).said(201)
    before = [
        hearts.host.get(f"/tables/{hearts.code}{path}").text
        for path in ("", "/log", "/export", "/sheet")
    ]
    room.close()
    again = CardRoom(Store.open(place))
    host = Phone(served(again), hearts.host.token)
    assert [
        host.get(f"/tables/{hearts.code}{path}").text
        for path in ("", "/log", "/export", "/sheet")
    ] == before
    [match] = host.get("/matches").said(200)["matches"]
    assert match["ended_early"]
    again.close()


def test_evenings_past_matches_statistics_and_exports_count_it_and_say_so(
    hearts: Opened, spectator: Phone
) -> None:
    stop(hearts.host, hearts).said(201)
    [match] = spectator.get("/matches").said(200)["matches"]
    assert (match["code"], match["ended_early"]) == (hearts.code, True)
    assert "after round 6" in match["decided"]
    record = spectator.get("/players/Cy").said(200)
    assert (
        record["matches"],
        record["wins"],
        record["form"][0]["match"]["ended_early"],
    ) == (1, 1, True)
    evening = hearts.host.get(hearts.path("evening")).said(200)
    assert [
        (one["ended_early"], len(one["placings"])) for one in evening["matches"]
    ] == [(True, 4)]
    assert [one["name"] for one in evening["players"] if one["wins"]] == ["Cy", "Dee"]
    exported = json.loads(spectator.get(hearts.path("export")).text)
    assert (exported["finished"], exported["ended_early"], exported["winners"]) == (
        True,
        True,
        ["Cy", "Dee"],
    )
    lines = [
        *csv.DictReader(io.StringIO(spectator.get(hearts.path("export?as=csv")).text))
    ]
    assert [line["ended early"] for line in lines] == ["", "", "", "", "", "yes"]
    play = spectator.get(hearts.path("export?as=bgstats")).said(200)
    assert play["comments"].startswith("The match ended early after round 6")
    assert [one["name"] for one in play["players"] if one["winner"]] == ["Cy", "Dee"]


def test_another_game_follows_it(hearts: Opened) -> None:
    stop(hearts.host, hearts).said(201)
    made = hearts.phones["Ana"].post(hearts.path("next"), {"game": "oh-hell"}).said(201)
    assert hearts.phones["Ben"].look(made["code"])["you"]["seat"] == "Ben"
    evening = hearts.host.get(hearts.path("evening")).said(200)
    assert [one["game"] for one in evening["matches"]] == ["hearts", "oh-hell"]


@pytest.fixture
def unscored(open_table: Open) -> Opened:
    """Ended before anything was scored."""
    table = open_table("hearts", *HEARTS)
    table.start()
    view = stop(table.host, table).said(201)["view"]
    assert (view["finished"], view["ended_early"], view["winners"]) == (True, True, [])
    return table


def test_with_nothing_scored_there_is_no_result(
    unscored: Opened, spectator: Phone
) -> None:
    assert spectator.get("/matches").said(200)["matches"] == []
    assert spectator.get("/matches?player=Ana").said(200)["matches"] == []
    assert spectator.get("/players").said(200)["players"] == []
    assert (
        "no result"
        in spectator.get(unscored.path("export?as=bgstats")).said(409)["detail"]
    )
    begun = unscored.phones["Ana"].post(unscored.path("rematch")).said(201)
    evening = unscored.host.get(unscored.path("evening")).said(200)
    assert [
        (one["code"], one["placings"], one["ended_early"]) for one in evening["matches"]
    ] == [
        (unscored.code, [], True),
        (begun["code"], [], False),
    ]
    assert evening["players"] == []
    assert unscored.host.get(unscored.path("sheet")).said(200)["lines"] == []


# Pages

SAYS = {
    "en": "ended early after round 6",
    "de": "nach Runde 6 vorzeitig beendet",
    "es": "antes de tiempo tras la ronda 6",
}


@pytest.mark.parametrize(("language", "says"), SAYS.items())
def test_the_last_page_and_the_board_say_after_which_round(
    hearts: Opened, language: str, says: str
) -> None:
    stop(hearts.host, hearts).said(201)
    for path in ("", "/board", "/log"):
        assert says in shown(hearts, hearts.host, path, language)
    assert says in shown(hearts, hearts.phones["Cy"], "", language)


def offered(html: str) -> list[str]:
    """The kinds of entries behind the tap on *End the match*, in order."""
    found = re.search(r'<div class="ending" id="ending".*?</div>', html, re.DOTALL)
    return re.findall(r'name="kind" value="([\w-]+)"', found[0]) if found else []


def test_the_menu_of_the_host_and_a_board_on_their_device_has_it(
    hearts: Opened, spectator: Phone
) -> None:
    for path in ("", "/board", "/log", "/scores"):
        assert offered(shown(hearts, hearts.host, path)) == ["stop"]
        for phone in (hearts.phones["Ana"], spectator):
            assert offered(shown(hearts, phone, path)) == []
    stop(hearts.host, hearts).said(201)
    assert (
        offered(shown(hearts, hearts.host))
        == offered(shown(hearts, hearts.host, "/board"))
        == []
    )


def test_a_tap_ends_it_and_the_board_stays_a_board(hearts: Opened) -> None:
    refused = opened(hearts.phones["Ana"], f"/t/{hearts.code}/enter", kind="stop")
    assert refused.status_code == 403
    assert "Only the host" in refused.get_data(as_text=True)
    answer = opened(hearts.host, f"/t/{hearts.code}/enter?board=1&sides=2", kind="stop")
    assert (answer.status_code, answer.headers["Location"]) == (
        303,
        f"/t/{hearts.code}/board?sides=2",
    )
    assert hearts.host.look(hearts.code)["ended_early"]
    assert (
        opened(hearts.host, f"/t/{hearts.code}/enter", kind="stop").status_code == 409
    )


def test_where_a_game_says_how_it_ends_there_is_no_second_way_to_choose_from(
    open_table: Open,
) -> None:
    table = open_table("bridge", *HEARTS, options={"scoring": "rubber"})
    table.start()
    assert offered(shown(table, table.host)) == ["stop"]
    table.host.enter(
        table.code, "deal", level="4", strain="S", declarer="Ana", tricks=10
    ).said(201)
    assert offered(shown(table, table.host)) == ["end"]
    assert [entry["kind"] for entry in table.host.look(table.code)["host_entries"]] == [
        "end",
        "stop",
    ]
    assert opened(table.host, f"/t/{table.code}/enter", kind="end").status_code == 303
    view = table.host.look(table.code)
    assert (view["finished"], view["ended_early"], view["winners"]) == (
        True,
        False,
        ["Ana", "Cy"],
    )
    assert {one["seat"]: one["score"] for one in view["standings"]}["Ana"] == 420


def test_a_pad_ends_in_one_way_and_by_its_own_rule_from_its_first_points_on(
    open_table: Open,
) -> None:
    table = open_table("score-pad", "Ana", "Ben")
    table.start()
    assert offered(shown(table, table.host)) == ["stop"]
    table.host.enter(table.code, "round", points={"Ana": 3, "Ben": 4}).said(201)
    assert offered(shown(table, table.host)) == ["end"]


def test_the_last_page_offers_what_comes_next_and_to_take_it_back(
    unscored: Opened,
) -> None:
    html = shown(unscored, unscored.host)
    assert "Nobody won" in html
    assert "before anything was scored" in html
    assert "Another game" in html
    assert "Same again" in html
    assert "BG Stats" not in html
    assert re.findall(r'form="(take-back-\d+)"', html) == ["take-back-1"]
    assert (
        opened(unscored.host, f"/t/{unscored.code}/correct/1", do="strike").status_code
        == 303
    )
    assert not unscored.host.look(unscored.code)["finished"]


def test_lists_say_that_it_ended_early(hearts: Opened) -> None:
    stop(hearts.host, hearts).said(201)
    hearts.host.post(hearts.path("rematch")).said(201)
    lists = (
        opened(hearts.host, "/matches").get_data(as_text=True),
        shown(hearts, hearts.host, "/evening"),
    )
    assert all("ended early" in html for html in lists)

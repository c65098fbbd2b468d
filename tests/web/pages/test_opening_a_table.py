"""Opening a table: who played together before, names, options and house rules."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from flask.testing import FlaskClient

from referee.hosting.room import CardRoom
from referee.plugin.discovery import installed
from tests.toy_games.every_deck import all_dealt
from tests.web.plain_pages import ROUNDS, TRICKS, finish_a_match, open_table, page


def test_a_game_says_with_whom_one_played_it_last_and_asks_them_again(
    phone: Callable[[], FlaskClient],
) -> None:
    """The names stand ticked in the order of their seats, for other games too;
    strangers' phones hear no names.
    """
    ana = phone()
    ben = phone()
    with all_dealt():
        finish_a_match(ana, ben)
        assert "with Ben, today" in page(ana.get("/")).text
        assert "with Ana, today" in page(ben.get("/")).text
        assert "Ben" not in page(phone().get("/")).text
        assert page(ana.get("/new/tarot")).checked("seats") == ["Ana", "Ben"]
        assert page(ana.get(f"/new/{TRICKS}")).checked("seats") == ["Ana", "Ben"]
        assert "Ben" not in page(phone().get("/new/tarot")).text


def test_whoever_opens_a_table_with_their_own_name_sits_there(
    phone: Callable[[], FlaskClient],
) -> None:
    ana = phone()
    ben = phone()
    with all_dealt():
        finish_a_match(ana, ben)
        for names, own in ((["Ana", "Ben"], True), (["Ben", "Cy"], False)):
            code = open_table(ana, "tarot", seats=names)
            assert ("You’re" in page(ana.get(f"/t/{code}")).text) is own


def test_a_match_begins_at_once_with_all_who_are_named(
    phone: Callable[[], FlaskClient],
) -> None:
    """With too few there is no table, and the names stay."""
    host = phone()
    form = {"at-once": "yes", "pick=depth": "deals"}
    host.get("/new/hearts")
    answer = host.post("/new/hearts", data={**form, "seats": ["Ana", "Ben"]})
    assert answer.status_code == 422
    assert "Hearts is for 3 to 5 players: one more is needed." in page(answer).text
    assert 'value="Ben"' in answer.get_data(as_text=True)
    german = {"Accept-Language": "de"}
    again = {**form, "seats": ["Ana", "Ben"]}
    refused = host.post("/new/hearts", data=again, headers=german)
    assert "3 bis 5 Spieler: Einer fehlt noch." in page(refused).text
    assert "Hearts" not in page(host.get("/")).text.partition("New table")[0]

    begun = host.post("/new/hearts", data={**form, "seats": ["Ana", "Ben", "Cy"]})
    assert begun.status_code == 303
    table = page(host.get(begun.location))
    assert "Ana deals." in table.text
    assert "Start the match" not in table.text


def test_a_cookie_that_was_made_up_tells_no_names(
    phone: Callable[[], FlaskClient],
) -> None:
    with all_dealt():
        code = finish_a_match(phone(), phone())
        cheat = phone()
        cheat.set_cookie(f"seat_{code}", "guessed")
        assert "Ben" not in page(cheat.get("/")).text
        assert "Ben" not in page(cheat.get("/new/tarot")).text


def test_who_partners_whom_is_said_before_the_table_opens_and_before_the_match(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    assert (
        "Partners with 4 players: 1 & 3 – 2 & 4" in page(host.get("/new/jizara")).text
    )
    assert "Partners" not in page(host.get(f"/new/{TRICKS}")).text
    teams = open_table(host, "jizara", seats=["Ana", "Ben", "Cy"])
    assert "Partners: Ana & Cy – Ben & Seat 4" in page(host.get(f"/t/{teams}")).text
    assert (
        "Partners"
        not in page(
            host.get(f"/t/{open_table(host, 'jizara', seats=['Ana', 'Ben'])}")
        ).text
    )


def test_a_wrong_name_is_said_and_the_others_are_kept(
    phone: Callable[[], FlaskClient],
) -> None:
    answer = phone().post(f"/new/{TRICKS}", data={"seats": ["Ana", "ana"]})
    assert answer.status_code == 422
    assert "ana is already here. Choose another name." in page(answer).text
    assert 'value="Ana"' in answer.get_data(as_text=True)


def test_a_wrong_option_stands_at_its_field(phone: Callable[[], FlaskClient]) -> None:
    answer = phone().post(f"/new/{ROUNDS}", data={"typed=target": "5000"})
    assert answer.status_code == 422
    assert "At most 1000." in page(answer).text
    assert 'value="5000"' in answer.get_data(as_text=True)


def test_house_rules_are_chosen_by_box_and_said_at_the_table(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    rule = next(iter(installed().house_rules[TRICKS].values())).describe_house_rule()
    code = open_table(host, house_rules=rule.id)
    assert rule.title in page(host.get(f"/t/{code}")).text


def test_a_table_says_in_one_line_what_it_plays(
    phone: Callable[[], FlaskClient],
) -> None:
    """Before the match, during it, and in the form of the next one."""
    host = phone()
    seats = ["Ana", "Ben", "Cy", "Dee"]
    agreed = {"pick=high": "deuces", "pick=ten": "yes", "typed=target": "300"}
    code = open_table(host, "spades", seats=seats, **agreed)
    line = "Jokers and deuces high · 10 for 200 · Points that win: 300"
    assert line in page(host.get(f"/t/{code}")).text
    host.post(f"/t/{code}/start", data={"dealer": "Ana"})
    playing = page(host.get(f"/t/{code}")).text
    assert "Bids" in playing
    assert line in playing
    plain = open_table(host, "spades", seats=seats)
    assert "As in the rules" in page(host.get(f"/t/{plain}")).text


def test_rules_that_few_choose_stand_behind_more_rules(
    phone: Callable[[], FlaskClient],
) -> None:
    form = phone().get("/new/spades").get_data(as_text=True)
    common, _, seldom = form.partition("More rules</span></summary>")
    assert 'name="pick=high"' in common
    assert 'name="pick=renege"' in seldom


def test_house_rules_stand_behind_more_rules_too_and_open_them_once_ticked(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    form = host.get("/new/spades").get_data(as_text=True)
    common, _, seldom = form.partition("More rules</span></summary>")
    assert 'name="house_rules"' in seldom.partition("</details>")[0]
    assert 'name="house_rules"' not in common
    short = host.get(f"/new/{TRICKS}").get_data(as_text=True)
    assert 'name="house_rules"' in short
    assert "More rules" not in short

    begin_match(host, "spades", FOUR, house_rules="nil-tricks-help")
    form = host.get("/new/spades").get_data(as_text=True)
    assert "data-keep open" in form


@pytest.mark.parametrize(
    ("game", "agreed", "line"),
    [
        ("gin-rummy", {"pick=big_gin": "31"}, "Bonus for big gin: 31"),
        ("skat", {"pick=bock": "split"}, "Bock rounds: After 60 : 60 too"),
        ("cribbage", {"pick=target": "61"}, "Points that win: 61"),
        ("holdem", {"pick=antes": "big"}, "A big-blind ante · Ante: 10"),
        (
            "holdem",
            {"pick=rise": "minutes"},
            "Levels by the clock · Minutes at each level: 15",
        ),
        ("crazy-eights", {"typed=draws": "3"}, "Cards drawn in a turn, at most: 3"),
    ],
)
def test_what_says_too_little_by_itself_is_named_in_that_line(
    phone: Callable[[], FlaskClient], game: str, agreed: dict[str, str], line: str
) -> None:
    host = phone()
    seats = ["Ana", "Ben", "Cy"][: 2 if game == "gin-rummy" else 3]
    code = open_table(host, game, seats=seats, **agreed)
    assert f" {line} " in page(host.get(f"/t/{code}")).text


FOUR = ["Ana", "Ben", "Cy", "Dee"]


def begin_match(
    host: FlaskClient, game: str, seats: list[str], **agreed: str | list[str]
) -> str:
    """A table whose match has begun; its code."""
    return open_table(host, game, **{"at-once": "yes", "seats": seats, **agreed})


def test_what_a_house_chose_last_is_offered_first_to_any_phone(
    phone: Callable[[], FlaskClient],
) -> None:
    agreed = {"pick=high": "jokers", "pick=ten": "yes"}
    begin_match(phone(), "spades", FOUR, **agreed, house_rules="thirteen-at-most")
    other = phone()
    form = page(other.get("/new/spades"))
    assert form.checked("pick=high") == ["jokers"]
    assert form.checked("house_rules") == ["thirteen-at-most"]
    assert "Jokers high · 10 for 200 · No more than all tricks" in form.text
    assert "Ana" not in form.text
    assert form.checked("seats") == []

    begin_match(other, "spades", FOUR, **{"pick=high": "deuces"})
    assert page(phone().get("/new/spades")).checked("pick=high") == ["deuces"]
    assert "As in the rules" in page(phone().get("/new/hearts")).text
    begin_match(other, "hearts", FOUR, **{"pick=depth": "tricks"})
    newcomer = page(phone().get("/new/hearts"))
    assert "As here last time: Every trick" in newcomer.text
    assert "As in the rules" not in newcomer.text


def test_what_a_house_chose_last_is_not_offered_where_it_would_be_refused(
    room: CardRoom, phone: Callable[[], FlaskClient]
) -> None:
    code = begin_match(phone(), "spades", FOUR, **{"pick=board": "yes"})
    assert page(phone().get("/new/spades")).checked("pick=board") == ["yes"]
    with room.store.writing() as tables:
        former = json.dumps({"play": "solo", "board": True})
        tables.execute("UPDATE tables SET options = ? WHERE code = ?", [former, code])
    assert page(phone().get("/new/spades")).checked("pick=play") == ["pairs"]


def test_what_contradicts_itself_is_refused_at_its_field(
    phone: Callable[[], FlaskClient],
) -> None:
    wrong = {"pick=play": "solo", "pick=board": "yes"}
    answer = phone().post("/new/spades", data=wrong)
    assert answer.status_code == 422
    assert "This goes only with “Partners or not”: In pairs" in page(answer).text


def test_too_few_for_a_house_rule_is_said_before_there_is_a_table(
    phone: Callable[[], FlaskClient], room: CardRoom
) -> None:
    wanted = {
        "seats": ["Ana", "Ben"],
        "at-once": "yes",
        "house_rules": "nil-tricks-help",
    }
    answer = phone().post("/new/spades", data=wanted)
    assert answer.status_code == 422
    assert "This is only for 4 or 6 players." in page(answer).text
    with closing(sqlite3.connect(str(room.store.database))) as tables:
        assert tables.execute("SELECT count(*) FROM tables").fetchone() == (0,)

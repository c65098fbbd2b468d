"""Taking back on the table's page: offered beside the entry, done by one plain form,
undone by another.
"""

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.web.cameras import watching_at
from tests.web.conftest import Open, Opened
from tests.web.phone import Phone


@pytest.fixture
def table(open_table: Open) -> Opened:
    """A trick of which the board lies, and Ben has placed his card."""
    table = open_table("faj", "Ana", "Ben")
    table.start(dealer="Ana")
    table.phones["Ana"].enter(table.code, "board", cards=["3C"]).said(201)
    table.phones["Ben"].enter(table.code, "play", plays={"Ben": "KC"}).said(201)
    return table


def opened(phone: Phone, path: str, **data: Any) -> TestResponse:
    client = phone.app.test_client(use_cookies=False)
    bears = {"Authorization": f"Bearer {phone.token}"}
    return client.open(
        path, method="POST" if data else "GET", data=data or None, headers=bears
    )


def shown(table: Opened, seat: str) -> str:
    return opened(table.phones[seat], f"/t/{table.code}").get_data(as_text=True)


def offered(html: str) -> list[str]:
    """The forms on the page that take something back, or put it back, each by its
    button.
    """
    buttons = re.findall(r'<button[^>]* form="(take-back-\d+|put-back)"', html)
    assert sorted(buttons) == sorted(
        re.findall(r'<form[^>]* id="(take-back-\d+|put-back)"', html)
    )
    return buttons


def picked(html: str, name: str) -> list[str]:
    return re.findall(
        rf'name="{re.escape(name)}"(?: id="[^"]*")? value="(\w+)"(?: data-card="\w+" aria-label="[^"]*")? '
        r"checked",
        html,
    )


def take_back(table: Opened, seat: str, seq: int) -> TestResponse:
    return opened(
        table.phones[seat], f"/t/{table.code}/correct/{seq}", do="strike", to="table"
    )


def test_who_just_entered_is_offered_to_take_it_back(table: Opened) -> None:
    assert offered(shown(table, "Ben")) == ["take-back-2"]


def test_what_others_have_sealed_since_changes_nothing_of_what_is_offered(
    open_table: Open,
) -> None:
    table = open_table("faj", "Ana", "Ben")
    table.start(dealer="Ana")
    table.phones["Ben"].enter(table.code, "board", cards=["3C"]).said(201)
    assert offered(shown(table, "Ben")) == ["take-back-1"]
    table.phones["Ana"].enter(table.code, "play", plays={"Ana": "JS"}).said(201)
    assert offered(shown(table, "Ben")) == ["take-back-1"]
    assert offered(opened(table.host, f"/t/{table.code}").get_data(as_text=True)) == [
        "take-back-2"
    ]


def test_once_others_have_gone_on_nothing_older_is_offered(open_table: Open) -> None:
    """The log still has it."""
    table = open_table("slapjack", "Ana", "Ben")
    table.start(dealer="Ana")
    table.phones["Ben"].enter(table.code, "play", "Ben").said(201)
    assert offered(shown(table, "Ben")) == ["take-back-1"]
    table.phones["Ana"].enter(table.code, "play", "Ana").said(201)
    assert offered(shown(table, "Ben")) == []
    assert offered(shown(table, "Ana")) == ["take-back-2"]
    assert take_back(table, "Ben", 1).status_code in (303, 422)


def test_one_form_takes_it_back_and_the_entry_stands_there_to_be_changed(
    table: Opened,
) -> None:
    answer = take_back(table, "Ben", 2)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")
    html = shown(table, "Ben")
    assert offered(html) == ["put-back"]
    assert picked(html, "pick=plays=Ben") == ["KC"]
    assert "Taken back: Round 1, Ben" in html
    assert "king of clubs" not in re.sub(
        r"<form.*</form>", "", shown(table, "Ana"), flags=re.S
    )


def test_a_second_tap_does_nothing_more_and_putting_back_undoes_it(
    table: Opened,
) -> None:
    for _ in range(2):
        assert take_back(table, "Ben", 2).status_code == 303
    [correction] = table.host.get(table.path("log")).said(200)["corrections"]
    undo = f"/t/{table.code}/corrections/{correction['id']}/undo"
    answer = opened(table.phones["Ben"], undo, to="table")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")
    assert offered(shown(table, "Ben")) == ["take-back-2"]


def test_what_would_no_longer_fit_is_named_first(table: Opened) -> None:
    """Ana, who won with her jack, takes back the board below it."""
    table.phones["Ana"].enter(table.code, "play", plays={"Ana": "JS"}).said(201)
    answer = take_back(table, "Ana", 1)
    assert answer.status_code == 422
    html = answer.get_data(as_text=True)
    assert "Round 1, trick 1, Ben" in html
    assert 'value="strike"' in html


def test_nothing_is_offered_while_a_ruling_is_questioned(table: Opened) -> None:
    table.phones["Ana"].enter(table.code, "play", plays={"Ana": "JS"}).said(201)
    assert offered(shown(table, "Ana")) == ["take-back-3"]
    table.phones["Ben"].post(table.path("disputes"), {"seq": 3}).said(201)
    assert offered(shown(table, "Ana")) == []


def test_what_one_has_sealed_stands_in_the_form_again_for_oneself_alone(
    table: Opened,
) -> None:
    assert picked(shown(table, "Ben"), "pick=plays=Ben") == ["KC"]
    for phone in (table.phones["Ana"], table.host):
        assert (
            picked(
                opened(phone, f"/t/{table.code}").get_data(as_text=True),
                "pick=plays=Ben",
            )
            == []
        )


def test_what_ended_the_match_can_be_taken_back_until_a_rematch_has_begun(
    open_table: Open,
) -> None:
    table = open_table("score-pad", "Ana", "Ben")
    table.start()
    table.phones["Ana"].enter(table.code, "round", points={"Ana": 1, "Ben": 2}).said(
        201
    )
    table.phones["Ana"].enter(table.code, "end").said(201)
    assert offered(shown(table, "Ana")) == ["take-back-2"]
    assert offered(opened(table.host, f"/t/{table.code}").get_data(as_text=True)) == [
        "take-back-2"
    ]
    assert offered(shown(table, "Ben")) == []
    assert take_back(table, "Ana", 2).status_code == 303
    assert not table.host.look(table.code)["finished"]
    assert offered(shown(table, "Ana")) == ["put-back"]
    table.phones["Ana"].enter(table.code, "end").said(201)
    assert opened(table.host, f"/t/{table.code}/rematch", go="").status_code == 303
    assert offered(shown(table, "Ana")) == []


def test_a_rematch_is_dealt_by_whoever_the_game_names(open_table: Open) -> None:
    options = {"next_game": "loser", "target": "61"}
    table = open_table("cribbage", "Ana", "Ben", options=options)
    table.start(dealer="Ana")
    out = {"Ana": 5, "Ben": 61}
    table.phones["Ana"].enter(table.code, "deal", pegged=out).said(201)
    code = table.host.post(table.path("rematch"), {}).said(201)["code"]
    assert table.host.get(f"/tables/{code}").said(200)["dealer"] == "Ana"


def test_an_entry_of_several_values_is_named_shortly_where_the_host_takes_it_back(
    open_table: Open,
) -> None:
    table = open_table("four-aces", "Ana", "Ben", "Cem")
    table.start(dealer="Ana")
    aces = ["AC", "AD", "AH", "AS"]
    called = table.phones["Ben"].enter(
        table.code, "four_aces", hand="exposed", cards=aces
    )
    called.said(201)
    page = opened(table.host, f"/t/{table.code}").get_data(as_text=True)
    assert "Take back Ben’s entry" in page


def test_a_card_is_taken_back_until_the_next_trick_is_begun(open_table: Open) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy", "Di", options={"depth": "tricks"})
    table.start(dealer="Di")
    plays = {"Ana": "2C", "Ben": "3C", "Cy": "4C", "Di": "5C"}
    for seat, card in plays.items():
        table.phones[seat].enter(table.code, "trick", plays={seat: card}).said(201)
    assert offered(shown(table, "Cy")) == ["take-back-3"]
    table.phones["Ben"].enter(table.code, "trick", plays={"Ben": "6C"}).said(201)
    assert offered(shown(table, "Cy")) == offered(shown(table, "Di")) == []
    assert offered(shown(table, "Ben")) == ["take-back-5"]


def test_of_ones_own_card_and_what_the_camera_saw_only_the_latest_is_offered(
    open_table: Open,
) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy", "Di", options={"depth": "tricks"})
    table.start(dealer="Di")
    ana = table.phones["Ana"]
    ana.enter(table.code, "trick", plays={"Ana": "2C"}).said(201)
    camera = watching_at(table)
    card = ("trick", "Ben", {"plays": {"Ben": "3C"}})
    draft = camera.sees(table.code, card, seconds=None).said(201)
    ana.post(table.path("watch/enter"), {"id": draft["id"]}).said(201)
    assert offered(shown(table, "Ana")) == ["take-back-2"]

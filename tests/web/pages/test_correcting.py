"""Correcting, striking, undoing and redoing by plain forms."""

import re

from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import Open
from tests.web.pages.test_disputes import words
from tests.web.phone import Phone
from tests.web.plain_pages import enter, page, play_a_trick
from tests.web.played import play


def what_changed(phone: FlaskClient, code: str) -> str:
    """The address that the table's page gives for the details of the latest correction."""
    [address] = re.findall(
        rf'href="(/t/{code}/corrections/[^"/]+)"',
        phone.get(f"/t/{code}").get_data(as_text=True),
    )
    return str(address)


def test_an_entry_is_corrected_on_its_own_form_and_the_correction_undone(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    correcting = page(ben.get(f"/t/{code}/correct/3"))
    assert correcting.checked("pick=plays=Ben") == ["KC"]
    # The card stands below.
    assert "Correct: Round 1, trick 1, Ben " in correcting.text
    back = ben.post(
        f"/t/{code}/correct/3", data={"do": "change", "pick=plays=Ben": "JD"}
    ).headers["Location"]
    assert back == f"/t/{code}"
    made = what_changed(ben, code)
    shown = page(ben.get(made)).text
    assert "Ben: K♣ → J♦" in shown
    assert "Now: Ana wins the trick" in shown
    assert shown.index("Ben wins the trick with the king of clubs") < shown.rindex(
        "Ana wins the trick"
    )
    log = page(host.get(f"/t/{code}/log")).text
    assert "Ben J ♦︎ jack of diamonds" in log
    assert "Ben: K♣ → J♦" in log
    assert "by Ben, " in log
    assert ben.post(f"{made}/undo").headers["Location"] == back
    assert "Ben wins the trick" in page(ana.get(f"/t/{code}")).text
    assert "Correction undone" in page(ben.get(made)).text
    assert ben.post(f"{made}/redo").headers["Location"] == back
    assert "Ana wins the trick" in page(ana.get(f"/t/{code}")).text


def test_a_form_sent_as_it_was_or_with_a_hand_in_another_order_corrects_nothing(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
    app: Flask,
) -> None:
    code, _, ana, ben = playing
    play_a_trick(code, ana, ben)
    same = {"do": "change", "pick=plays=Ben": "KC"}
    sent = ben.post(f"/t/{code}/correct/3", data=same)
    assert sent.headers["Location"] == f"/t/{code}"
    assert "/corrections/" not in ben.get(f"/t/{code}").get_data(as_text=True)

    code, host = play(app, "four-aces/locked_cards", leave_out=3)
    log = f"/tables/{code}/log"
    hand = host.get(log).said(200)["entries"][1]["data"]["hidden"]
    other = host.get(log).said(200)["entries"][1]["data"]["exposed"]
    filled = {"do": "change", "typed=hidden": " ".join(reversed(hand))}
    filled["typed=exposed"] = " ".join(reversed(other))
    client = app.test_client()
    holder = {"Authorization": f"Bearer {host.token}"}
    address = f"/t/{code}/correct/2"
    sent = client.post(address, data=filled, headers=holder)
    assert sent.headers["Location"] == f"/t/{code}"
    assert host.get(log).said(200)["corrections"] == []

    filled["typed=hidden"] = " ".join(hand[1:])
    client.post(address, data=filled, headers=holder)
    assert len(host.get(log).said(200)["corrections"]) == 1


def test_a_correction_shows_the_rulings_that_it_changed_and_no_others(
    app: Flask,
) -> None:
    code, host = play(app, "four-aces/locked_cards", leave_out=3)
    changes = [{"seq": 2, "data": {"hidden": ["KD", "KH", "7C"], "exposed": ["9S"]}}]
    made = host.post(f"/tables/{code}/corrections", {"changes": changes}).said(201)
    shown = page(app.test_client().get(f"/t/{code}/corrections/{made['id']}")).text
    assert "Ana: 7 (hidden" not in shown
    assert "Cy: −5" not in shown


def test_entries_that_no_longer_fit_are_named_before_they_are_struck(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    asked = host.post(f"/t/{code}/correct/1", data={"do": "strike", "pick=cards": "3C"})
    assert asked.status_code == 422
    assert "Round 1, trick 1, Ana: " in page(asked).text
    assert "Round 1, trick 1, Ben: K♣" in page(asked).text
    assert "Correct it differently" in page(asked).text
    assert "Ben wins the trick" in page(host.get(f"/t/{code}")).text
    struck = host.post(
        f"/t/{code}/correct/1", data={"do": "strike", "drop_unfit": "yes"}
    )
    assert struck.status_code == 303
    assert "Turn one trick card" in page(ana.get(f"/t/{code}")).text
    assert "Removed with it: Round 1, Ana" in page(host.get(f"/t/{code}/log")).text


def test_undoing_names_what_no_longer_fits_before_it_is_struck(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    host.post(f"/t/{code}/correct/1", data={"do": "change", "pick=cards": "5D"})
    made = what_changed(host, code)
    enter(ana, code, "board", typed__cards="3c 4c")
    asked = host.post(f"{made}/undo")
    assert asked.status_code == 422
    assert (
        "If you undo the correction, later entries no longer fit: Round 1: 3♣ 4♣"
        in page(asked).text
    )
    [form] = [form for form in page(asked).forms if form["action"].endswith("/undo")]
    assert host.post(form["action"], data={"drop_unfit": "yes"}).status_code == 303
    assert "Turn 2 trick cards" in page(ana.get(f"/t/{code}")).text
    host.post(f"{made}/redo")
    assert "Correction undone" not in page(host.get(made)).text


def test_a_change_of_what_is_not_asked_any_more_strikes_nothing(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    host.post(f"/t/{code}/correct/1", data={"do": "strike", "drop_unfit": "yes"})
    log = page(host.get(f"/t/{code}/log")).text
    late = ben.post(
        f"/t/{code}/correct/3", data={"do": "change", "pick=plays=Ben": "JD"}
    )
    assert late.status_code == 422
    assert "The game no longer asks for this there" in page(late).text
    assert "undo in the log what removed it" in page(late).text
    assert page(host.get(f"/t/{code}/log")).text == log


def test_what_a_ruling_shows_leads_to_its_entry_and_to_who_may_correct_it(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    """The host may correct everything, a player what they entered; of the rest they
    read who may, and a spectator nothing.
    """
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)

    def places(phone: FlaskClient) -> set[str]:
        html = phone.get(f"/t/{code}").get_data(as_text=True)
        return set(
            re.findall(
                rf'<a class="correct" data-correct href="/t/{code}/(correct/[^"]+)"',
                html,
            )
        )

    board = "correct/1?at=cards&amp;card=3C"
    of_ana = "correct/2?at=plays%3DAna&amp;card=JS"
    of_ben = "correct/3?at=plays%3DBen&amp;card=KC"
    for phone in (host, ana, ben):
        assert places(phone) == {board, of_ana, of_ben}
    assert places(host.application.test_client()) == set()
    correct = ben.get(f"/t/{code}/{of_ben.replace('&amp;', '&')}")
    assert 'aria-label="king of clubs" checked' in correct.get_data(as_text=True)
    of_another = ben.get(f"/t/{code}/{of_ana.replace('&amp;', '&')}")
    shown = words(of_another)
    assert "Ana or the host can correct it. Dispute this ruling" in shown
    assert "<form" not in of_another.get_data(as_text=True).partition("<main")[2]


def test_a_card_of_the_trick_is_corrected_where_it_lies(open_table: Open) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy", options={"depth": "tricks"})
    table.start(dealer="Cy")
    for seat, card in (("Ana", "2C"), ("Ben", "KC")):
        plays = {seat: card}
        table.phones[seat].enter(table.code, "trick", plays=plays).said(201)

    def places(phone: Phone) -> list[str]:
        bearer = {"Authorization": f"Bearer {phone.token}"}
        shown = phone.app.test_client().get(f"/t/{table.code}", headers=bearer)
        trick = shown.get_data(as_text=True).partition('class="trick-laid')[2]
        return re.findall(r'/correct/(\d+)[^"]*"', trick.partition("</ul>")[0])

    for phone in (table.phones["Ana"], table.phones["Cy"], table.host):
        assert places(phone) == ["1", "2"]
    assert places(Phone(table.host.app)) == []
    table.phones["Cy"].enter(table.code, "trick", plays={"Cy": "5C"}).said(201)
    table.phones["Ben"].enter(table.code, "trick", plays={"Ben": "3D"}).said(201)
    assert places(table.phones["Ben"]) == ["4"]

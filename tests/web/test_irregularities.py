"""“Something went wrong: what now?” without a table and at one: two or three taps, by
plain forms.
"""

import re
from html import unescape
from typing import ClassVar

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.plugin.discovery import rulebook
from tests.web.conftest import Open
from tests.web.phone import Phone
from tests.web.plain_pages import Page
from tests.web.played import play

ASK = "/ask/bridge/irregularity"
REVOKE = {"pick=situation": "revoke", "pick=who": "defender", "pick=noticed": "later"}


def main_of(page: str) -> str:
    return page[page.index("<main") : page.index("</main")]


def at_table(app: Flask, **options: str) -> str:
    """A table of bridge that has begun: its code."""
    seats = ["Ana", "Ben", "Cy", "Dee"]
    opening = {"game": "bridge", "seats": seats, "options": options}
    opened = Phone(app).post("/tables", opening).said(201)
    host = Phone(app, opened["host_token"])
    host.post(f"/tables/{opened['code']}/start", {"dealer": "Ana"}).said(200)
    code: str = opened["code"]
    return code


def test_the_first_page_and_the_games_pages_lead_there(app: Flask) -> None:
    browser = app.test_client()
    assert "/ask?about=irregularity" in browser.get("/").get_data(as_text=True)
    for address in ("/ask?about=irregularity", "/ask/bridge/trick"):
        assert f'href="{ASK}"' in browser.get(address).get_data(as_text=True)
    assert f'href="{ASK}"' in browser.get("/games/bridge").get_data(as_text=True)


def test_the_list_says_which_games_have_no_such_answers(app: Flask) -> None:
    page = app.test_client().get("/ask?about=irregularity").get_data(as_text=True)
    hint = page.partition("No answers of this kind yet: ")[2].partition(".")[0]
    assert "Tripp Jokes" in hint
    assert "Four Aces" not in hint
    assert "Bridge" not in hint


def test_what_happened_is_chosen_from_a_list_by_phases(app: Flask) -> None:
    """What people ask most stands before the first phase, and there alone."""
    page = main_of(app.test_client().get(ASK).get_data(as_text=True))
    in_order = [
        "Asked most</h2>",
        f'href="{ASK}?situation=revoke"',
        "The deal</h2>",
        "The auction</h2>",
        f'href="{ASK}?situation=pass-out-of-turn"',
        "The play</h2>",
    ]
    places = [page.index(found) for found in in_order]
    assert places == sorted(places)
    assert page.count("?situation=revoke") == 1


def test_who_and_when_are_asked_as_far_as_they_fit(app: Flask) -> None:
    page = main_of(app.test_client().get(f"{ASK}?situation=revoke").get_data(True))
    assert re.findall(r'name="pick=who" value="([a-z]+)"', page) == [
        "defender",
        "declarer",
        "dummy",
    ]
    assert 'name="pick=noticed" value="before"' not in page
    assert 'name="pick=seat"' not in page
    page = main_of(app.test_client().get(f"{ASK}?situation=too-low").get_data(True))
    assert '<input type="hidden" name="pick=who" value="player">' in page


@pytest.mark.parametrize("game", ["bridge", "cribbage", "hearts", "holdem", "skat"])
def test_each_situation_is_answered_as_it_is_offered(app: Flask, game: str) -> None:
    """Without a table, with the first answer to each thing that is asked."""
    browser = app.test_client()
    address = f"/ask/{game}/irregularity"
    law = rulebook(game).irregularities
    assert law is not None
    for situation in law.situations:
        asked = browser.get(f"{address}?situation={situation}")
        assert asked.status_code == 200
        page = main_of(asked.get_data(as_text=True))
        answers = dict(reversed(re.findall(r'name="(pick=\w+)" value="([^"]*)"', page)))
        assert browser.post(address, data=answers).status_code == 200


def test_house_customs_are_asked_where_the_law_depends_on_them(app: Flask) -> None:
    address = "/ask/hearts/irregularity"
    browser = app.test_client()
    page = main_of(browser.get(f"{address}?situation=revoke").get_data(as_text=True))
    assert re.findall(r'type="(\w+)" name="pick=queen_breaks"', page) == ["hidden"]
    early = f"{address}?situation=broken-too-early"
    page = main_of(browser.get(early).get_data(as_text=True))
    values = re.findall(r'name="pick=queen_breaks" value="(\w+)"', page)
    assert values == ["yes", "no"]


def test_the_law_is_told_in_its_order(app: Flask) -> None:
    answer = app.test_client().post(f"{ASK}?situation=revoke", data=REVOKE)
    page = main_of(answer.get_data(as_text=True))
    assert answer.status_code == 200
    assert page.index("Law 63,") < page.index("Law 64 A,") < page.index("Law 64 B,")
    assert "Cost: two tricks, one or none" in page
    assert 'href="/games/bridge#revoke"' in page


def test_what_cannot_be_is_told_at_its_field(app: Flask) -> None:
    wrong = {**REVOKE, "pick=who": "dealer"}
    answer = app.test_client().post(f"{ASK}?situation=revoke", data=wrong)
    page = main_of(answer.get_data(as_text=True))
    assert answer.status_code == 422
    assert "Choose one of defender, declarer and dummy." in page


def test_without_a_situation_the_list_is_shown_again(app: Flask) -> None:
    answer = app.test_client().post(ASK, data={"pick=noticed": "later"})
    assert answer.status_code == 422
    assert "A bid was too low" in answer.get_data(as_text=True)


def begin_mau_mau(app: Flask) -> tuple[str, Phone]:
    """Ana and Ben play Mau-Mau card by card; the nine of hearts lies there."""
    options = {"variant": "mau-mau", "depth": "cards"}
    opening = {"game": "crazy-eights", "seats": ["Ana", "Ben"], "options": options}
    opened = Phone(app).post("/tables", opening).said(201)
    code = opened["code"]
    host = Phone(app, opened["host_token"])
    host.post(f"/tables/{code}/start", {"dealer": "Ben"}).said(200)
    host.enter(code, "starter", None, card="9H").said(201)
    return code, host


class TestAtATable:
    def test_the_tables_page_leads_there_and_back(self, app: Flask) -> None:
        code = at_table(app)
        browser = app.test_client()
        page = browser.get(f"/t/{code}").get_data(as_text=True)
        assert f'href="{ASK}?table={code}"' in main_of(page)
        page = browser.get(f"{ASK}?table={code}").get_data(as_text=True)
        assert f'href="/t/{code}"' in page
        assert f'href="{ASK}?situation=revoke&amp;table={code}"' in page

    def test_what_is_likely_now_stands_first(self, app: Flask) -> None:
        """In the auction what goes wrong there; each situation stands once."""
        address = f"{ASK}?table={at_table(app, depth='tricks')}"
        page = main_of(app.test_client().get(address).get_data(as_text=True))
        in_order = ["Now: The auction</h2>", "Asked most</h2>", "The deal</h2>"]
        places = [page.index(found) for found in in_order]
        assert places == sorted(places)
        first = page[places[0] : places[1]]
        assert "?situation=bid-out-of-turn" in first
        assert "?situation=revoke" not in first
        for situation in ("bid-out-of-turn", "pass-out-of-turn", "revoke"):
            assert page.count(f"?situation={situation}&amp;") == 1
        assert "The auction</h2>" not in page[places[1] :]

    def test_it_stands_beside_the_dispute_of_a_ruling(self, app: Flask) -> None:
        code, host = play(app, "hearts/a_lead_out_of_turn", leave_out=1)
        browser = app.test_client()
        browser.set_cookie(f"host_{code}", host.token or "")
        page = main_of(browser.get(f"/t/{code}").get_data(as_text=True))
        dispute = page.index("Dispute this ruling")
        address = f"/ask/hearts/irregularity?table={code}"
        assert f'href="{address}"' in page[dispute : dispute + 200]

    def test_it_knows_how_the_table_scores_and_whose_turn_it_is(
        self, app: Flask
    ) -> None:
        code = at_table(app, scoring="rubber")
        browser = app.test_client()
        address = f"{ASK}?situation=claim-contested&table={code}"
        page = main_of(browser.get(address).get_data(as_text=True))
        assert '<input type="hidden" name="pick=scoring" value="rubber">' in page
        assert re.findall(r'name="pick=who" value="([a-z]+)"', page) == [
            "declarer",
            "defender",
        ]
        data = {**REVOKE, "pick=situation": "claim-contested", "pick=seat": "Ben"}
        told = browser.post(address, data={**data, "pick=scoring": "rubber"})
        page = main_of(told.get_data(as_text=True))
        assert "Somebody contests a claim (Ben)" in page

    def test_nobody_is_chosen_before_people_say_whose_mistake_it_was(
        self, app: Flask
    ) -> None:
        code, _host = play(app, "cribbage/card_by_card", leave_out=1)
        address = f"/ask/cribbage/irregularity?situation=renege&table={code}"
        page = main_of(app.test_client().get(address).get_data(as_text=True))
        assert re.findall(r'name="pick=seat" value="([^"]*)"', page) == ["Ana", "Ben"]
        assert "checked" not in page

    def test_who_did_it_and_the_opponent_have_their_names(self, app: Flask) -> None:
        code, _host = play(app, "cribbage/card_by_card", leave_out=1)
        address = f"/ask/cribbage/irregularity?situation=pegged-too-many&table={code}"
        browser = app.test_client()
        asked = main_of(browser.get(address).get_data(as_text=True))
        assert "Somebody pegged too many points</h1>" in asked
        data = {"pick=situation": "pegged-too-many", "pick=noticed": "at-once"}
        told = browser.post(address, data={**data, "pick=seat": "Ana"})
        page = main_of(told.get_data(as_text=True))
        assert "Ana pegged too many points</h1>" in page
        assert "Ana may put it right before anybody says so." in page
        assert "Ben puts the peg back to where it should be" in page
        assert re.findall(r'class="tag">([^<]+)<', page) == ["Ana", "Ben"]
        told = browser.post(
            "/ask/cribbage/irregularity", data={**data, "pick=who": "pone"}
        )
        page = main_of(told.get_data(as_text=True))
        assert "Whoever did it may put it right before anybody says so." in page
        assert "The opponent puts the peg back to where it should be" in page

    def test_whoever_sits_beside_the_offender_has_their_name(self, app: Flask) -> None:
        code, _host = play(app, "hearts/a_lead_out_of_turn", leave_out=1)
        seats = Phone(app).look(code)["seats"]
        address = f"/ask/hearts/irregularity?table={code}"
        data = {
            "pick=situation": "lead-out-of-turn",
            "pick=noticed": "trick",
            "pick=seat": seats[0],
        }
        told = app.test_client().post(address, data=data)
        page = main_of(told.get_data(as_text=True))
        assert f"if {seats[-1]} says so" in page, "whoever sits on the right"

    def test_the_line_at_the_top_has_the_round_that_comes(self, app: Flask) -> None:
        code, _host = play(app, "cribbage/a_game_to_61_by_deal", leave_out=1)
        address = f"/ask/cribbage/irregularity?table={code}"
        page = main_of(app.test_client().get(address).get_data(as_text=True))
        seen = Phone(app).look(code)
        assert seen["to_act"], "the next deal is not entered yet"
        line = f"Cribbage · round {seen['round']}</p>"
        assert line in " ".join(page.split())

    def test_somebody_else_is_a_wrong_field(self, app: Flask) -> None:
        address = f"{ASK}?situation=too-low&table={at_table(app)}"
        data = {**REVOKE, "pick=situation": "too-low", "pick=who": "player"}
        answer = app.test_client().post(address, data={**data, "pick=seat": "Zed"})
        assert answer.status_code == 422
        assert "Choose one of Ana, Ben, Cy and Dee." in answer.get_data(as_text=True)

    def test_a_table_that_is_not_there_is_as_none(self, app: Flask) -> None:
        answer = app.test_client().get(f"{ASK}?table=ZZZZZ")
        assert answer.status_code == 200


class TestItsButtons:
    """What the table can enter has its button in the answer, filled in."""

    def ask(
        self, browser: FlaskClient, code: str, address: str, noticed: str, seat: str
    ) -> str:
        data = {
            "pick=situation": address.partition("=")[2],
            "pick=noticed": noticed,
            "pick=seat": seat,
            "pick=who": "player",
            "pick=variant": "mau-mau",
        }
        told = browser.post(f"{address}&table={code}", data=data)
        assert told.status_code == 200
        return main_of(told.get_data(as_text=True))

    def at(self, app: Flask, code: str, host: Phone) -> FlaskClient:
        browser = app.test_client()
        browser.set_cookie(f"host_{code}", host.token or "")
        return browser

    def test_a_redeal_is_one_tap(self, app: Flask) -> None:
        code, host = play(app, "hearts/a_lead_out_of_turn", leave_out=1)
        browser = self.at(app, code, host)
        address = "/ask/hearts/irregularity?situation=wrong-count"
        page = self.ask(browser, code, address, "later", "Ana")
        assert "Misdeal: deal again</button>" in page
        sent = browser.post(f"/t/{code}/enter", data=Page(page).form("misdeal"))
        assert sent.status_code == 303
        last = host.log(code)[-1]
        assert last["kind"] == "misdeal"

    def test_who_broke_a_rule_stands_in_the_form_that_ends_the_deal(
        self, app: Flask
    ) -> None:
        code, host = play(app, "skat/a_lead_out_of_turn", leave_out=3)
        browser = self.at(app, code, host)
        address = "/ask/skat/irregularity?situation=lead-out-of-turn"
        asked = browser.get(f"{address}&table={code}").get_data(as_text=True)
        assert 'name="pick=who" value="opponent">' not in asked
        page = self.ask(browser, code, address, "at-once", "Ben")
        assert "Also gets a level" in page, "Ben is an opponent"
        form = Page(page)
        assert form.checked("pick=seat") == ["Ben"]
        assert form.checked("pick=how") == ["breaks-rule"]

    def test_a_card_drawn_as_a_penalty_names_who_draws(self, app: Flask) -> None:
        code, host = begin_mau_mau(app)
        browser = self.at(app, code, host)
        address = "/ask/crazy-eights/irregularity?situation=mau-forgotten"
        page = self.ask(browser, code, address, "at-once", "Ben")
        assert Page(page).checked("pick=seat") == ["Ben"]

    def test_the_latest_entry_is_undone_or_corrected_and_its_ruling_disputed(
        self, app: Flask
    ) -> None:
        code, host = play(app, "hearts/a_lead_out_of_turn", leave_out=1)
        address = "/ask/hearts/irregularity?situation=card-taken-back"
        page = self.ask(self.at(app, code, host), code, address, "trick", "")
        for words in ("Undo: ", "Correct this entry", "Dispute this ruling"):
            assert words in page
        page = self.ask(app.test_client(), code, address, "trick", "")
        for words in ("Undo: ", "Correct this entry", "Dispute this ruling"):
            assert words not in page, "nobody at the table asks"

    def test_the_offenders_last_entry_has_its_button_in_sight(self, app: Flask) -> None:
        """A card that goes back to the hand is taken back by one tap."""
        code, host = begin_mau_mau(app)
        host.enter(code, "play", "Ana", card="TH").said(201)
        browser = self.at(app, code, host)
        address = "/ask/crazy-eights/irregularity?situation=play-out-of-turn"
        mend = '<details class="aside"{}><summary><span>Is the last entry wrong?'
        page = self.ask(browser, code, address, "at-once", "Ana")
        law = page.partition("and whoever is in turn plays.")[2]
        remedy = law.partition("</li>")[0]
        assert 'form="take-back-' in remedy, "beneath the sentence that it carries out"
        assert mend.format("") in page
        taken_back = re.search(r'action="([^"]*)">\s*<input[^>]*value="strike"', page)
        assert taken_back
        page = self.ask(browser, code, address, "at-once", "Ben")
        assert 'form="take-back-' not in page.partition("Is the last entry wrong?")[0]
        stays = "/ask/crazy-eights/irregularity?situation=card-taken-back"
        page = self.ask(browser, code, stays, "at-once", "Ana")
        assert mend.format(" open") in page, "nothing goes back by itself"
        browser.post(taken_back[1], data={"do": "strike"})
        assert Phone(app).look(code)["to_act"] == ["Ana"]

    def test_what_the_line_before_said_is_not_said_again(self, app: Flask) -> None:
        code, host = play(app, "hearts/a_lead_out_of_turn", leave_out=1)
        address = "/ask/hearts/irregularity?situation=looked-at-tricks"
        page = self.ask(self.at(app, code, host), code, address, "at-once", "")
        assert page.count("The usual law of Hoyle’s books") == 1
        assert page.count('class="tag"') == 2


class TestShownToTheTable:
    """Whoever asked shows the answer: all phones and the board have it until the next
    entry.
    """

    ASKED: ClassVar = {
        "situation": "lead-out-of-turn",
        "who": "player",
        "noticed": "trick",
        "seat": "Ben",
    }

    def test_phones_and_the_board_show_it_until_the_next_entry(
        self, app: Flask
    ) -> None:
        code, host = play(app, "hearts/a_lead_out_of_turn", leave_out=1)
        browser = app.test_client()
        browser.set_cookie(f"host_{code}", host.token or "")
        seat = Phone(app).look(code)["seats"][0]
        data = {f"pick={name}": value for name, value in self.ASKED.items()}
        told = browser.post(
            f"/ask/hearts/irregularity?table={code}", data={**data, "pick=seat": seat}
        )
        page = main_of(told.get_data(as_text=True))
        asked = re.search(r'name="asked" value="([^"]*)"', page)
        assert asked
        shown = browser.post(f"/t/{code}/answer", data={"asked": unescape(asked[1])})
        assert shown.status_code == 303
        headline = f"A lead out of turn ({seat})"
        for address in (f"/t/{code}", f"/t/{code}/board"):
            page = app.test_client().get(address).get_data(as_text=True)
            assert headline in page
            assert page.count("<p data-effect") == 1, "what is done now stands out"
        last = Phone(app).look(code)
        host.enter(code, "misdeal", None).said(201)
        for address in (f"/t/{code}", f"/t/{code}/board"):
            page = app.test_client().get(address).get_data(as_text=True)
            assert headline not in page, last

    def test_what_was_taken_back_can_be_restored_all_the_same(
        self, open_table: Open
    ) -> None:
        names = ("Ana", "Ben", "Cy", "Di")
        table = open_table("hearts", *names, options={"depth": "deals"})
        table.start(dealer="Ana")
        hearts = {"Ana": 10, "Ben": 1, "Cy": 2, "Di": 0}
        ben = table.phones["Ben"]
        answer = {"asked": {**self.ASKED, "seat": "Cy"}}
        ben.enter(table.code, "deal", hearts=hearts, queen="Ben").said(201)
        ben.post(
            table.path("corrections"), {"changes": [{"seq": 1, "strike": True}]}
        ).said(201)
        table.phones["Di"].post(table.path("answer"), answer).said(200)
        client = table.host.app.test_client()
        client.set_cookie(f"seat_{table.code}", ben.token or "")
        page = client.get(f"/t/{table.code}").get_data(as_text=True)
        assert 'id="put-back"' in page

    def test_a_new_name_stands_in_it_and_strangers_show_nothing(
        self, app: Flask
    ) -> None:
        code, host = play(app, "hearts/a_lead_out_of_turn", leave_out=1)
        seat = Phone(app).look(code)["seats"][0]
        asked = {**self.ASKED, "seat": seat}
        path = f"/tables/{code}/answer"
        Phone(app).post(path, {"asked": asked}).said(401)
        host.post(path, {"asked": {**asked, "situation": "none"}}).said(422)
        host.post(path, {"asked": asked}).said(200)
        host.post(f"/tables/{code}/seats/{seat}/name", {"name": "Zoe"}).said(200)
        page = app.test_client().get(f"/t/{code}").get_data(as_text=True)
        assert "A lead out of turn (Zoe)" in page

    def test_spectators_and_tables_without_a_match_have_no_button(
        self, app: Flask
    ) -> None:
        code, _host = play(app, "hearts/a_lead_out_of_turn", leave_out=1)
        data = {f"pick={name}": value for name, value in self.ASKED.items()}
        del data["pick=seat"]
        for address in (
            "/ask/hearts/irregularity",
            f"/ask/hearts/irregularity?table={code}",
        ):
            told = app.test_client().post(address, data=data)
            assert 'name="asked"' not in told.get_data(as_text=True)


class TestOverTheApi:
    def test_it_is_a_question_like_any_other(self, app: Flask) -> None:
        phone = Phone(app)
        game = phone.get("/games/bridge").said(200)
        (asked,) = [
            question
            for question in game["questions"]
            if question["name"] == "irregularity"
        ]
        names = [field["name"] for field in asked["fields"]]
        assert names == ["situation", "who", "noticed", "scoring", "seat"]
        given = {"situation": "too-low", "who": "player", "noticed": "at-once"}
        ruled = phone.post("/games/bridge/ask/irregularity", given).said(200)
        first = ruled["verdict"]["remedies"][0]
        assert first["who"] == "The opponent on the left"
        assert first["cost"] is None
        assert first["enter"] is None
        assert ruled["because"][0]["rule"] == "bridge#auction"

    def test_a_remedy_says_what_is_entered(self, app: Flask) -> None:
        given = {
            "situation": "lead-out-of-turn",
            "who": "opponent",
            "noticed": "at-once",
            "seat": "Ben",
        }
        ruled = Phone(app).post("/games/skat/ask/irregularity", given).said(200)
        assert ruled["verdict"]["remedies"][0]["enter"] == {
            "kind": "concede",
            "data": {"seat": "Ben", "how": "breaks-rule"},
        }

    @pytest.mark.parametrize("name", ["situation", "who", "noticed"])
    def test_bad_and_missing_answers_are_422(self, app: Flask, name: str) -> None:
        phone = Phone(app)
        given = {"situation": "too-low", "who": "player", "noticed": "at-once"}
        for wrong in ("marmalade", 7, None, ["player"]):
            answer = phone.post(
                "/games/bridge/ask/irregularity", {**given, name: wrong}
            )
            assert answer.said(422)["errors"][0]["field"] == name
        del given[name]
        answer = phone.post("/games/bridge/ask/irregularity", given)
        assert answer.said(422)["errors"][0]["field"] == name

    def test_it_is_told_in_german(self, app: Flask) -> None:
        given = {"situation": "too-low", "who": "player", "noticed": "at-once"}
        answer = app.test_client().post(
            "/api/v1/games/bridge/ask/irregularity",
            json=given,
            headers={"Accept-Language": "de"},
        )
        assert "Der linke Gegner" in answer.get_json()["verdict"]["remedies"][0]["who"]


def test_a_game_without_such_a_law_answers_as_to_any_unknown_question(
    app: Flask,
) -> None:
    client = app.test_client()
    assert client.get("/ask/faj/irregularity").status_code == 404
    assert client.post("/ask/faj/irregularity", data={"who": "me"}).status_code == 404

"""The page of the log."""

import importlib
import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.guards.service_set import services_of

from tests.web.conftest import Open, Opened
from tests.web.pages.test_disputes import opened
from tests.web.plain_pages import open_table, page, play_a_trick
from tests.web.test_effects_told import SEATS, change_card, play

PLAYED = (("Ana", "king"), ("Ben", "five"), ("Cy", "six"), ("Dee", "seven"))


def test_a_long_log_is_shown_in_parts_and_nothing_is_left_out(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A change stands with its entry, however late it was made."""
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    ben.post(f"/t/{code}/correct/3", data={"do": "change", "pick=plays=Ben": "QD"})
    monkeypatch.setattr(
        importlib.import_module("referee_web.pages.entries.log"), "ENTRIES_OF_A_PAGE", 2
    )
    first = host.get(f"/t/{code}/log").get_data(as_text=True)
    assert [f'id="entry-{seq}"' in first for seq in (1, 2, 3)] == [False, True, True]
    assert "Correction" in first
    assert f'href="/t/{code}/log?before=2"' in first
    last = host.get(f"/t/{code}/log?before=2").get_data(as_text=True)
    assert [f'id="entry-{seq}"' in last for seq in (1, 2, 3)] == [True, False, False]
    assert "Correction" not in last
    assert "?before=" not in last


@pytest.fixture
def revoked(open_table: Open) -> Opened:
    """Dee threw a diamond on the first trick, and plays a club to the second."""
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "AC 2C 3C 4D")
    play(table, "KC 5C 6C 7C")
    return table


def places_in_log(table: Opened) -> dict[str, str]:
    """What the log tells of each trick, in words, by its number."""
    html = opened(table.host, f"/t/{table.code}/log").get_data(as_text=True)
    places = {}
    for place in re.findall(
        r'<li class="at-place.*?(?=<li class="at-place|</section>)', html, re.DOTALL
    ):
        [number] = re.findall(r'aria-hidden="true">(\d+)</span></h3>', place)
        places[number] = " ".join(unescape(re.sub("<[^>]+>", " ", place)).split())
    return places


def test_a_trick_names_its_cards_in_the_order_of_play_and_who_won(
    revoked: Opened,
) -> None:
    told = places_in_log(revoked)["2"]
    order = [told.index(f"{seat}, {card} of clubs") for seat, card in PLAYED]
    assert order == sorted(order)
    assert "king of clubs wins Correct: Ben" in told
    assert told.count("of clubs wins ") == 1


def test_a_revoke_stands_once_with_the_trick_it_was_made_in(revoked: Opened) -> None:
    told = places_in_log(revoked)
    assert told["1"].count("Dee revoked in trick 1") == 1
    assert "That costs Dee 26 points" in told["1"]
    assert "revoked" not in told["2"]


def test_a_change_is_told_in_its_trick_with_each_undo(revoked: Opened) -> None:
    made = change_card(revoked, "8C")
    for way in ("undo", "redo", "undo"):
        revoked.host.post(revoked.path(f"corrections/{made['id']}/{way}"), {}).said(201)
    told = places_in_log(revoked)
    assert "Dee: 4♦ → 8♣" in told["1"]
    times = re.findall(
        r"(by the host|undone by the host|made again by the host), \d\d:\d\d", told["1"]
    )
    assert len(times) == 4
    assert told["1"].count("undone by the host") == 2
    assert told["1"].count("made again by the host") == 1
    assert "→" not in told["2"]


def test_what_a_change_did_is_told_of_the_last_ones_only(
    revoked: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each costs two replays of the match."""
    change_card(revoked, "8C")
    assert "Dee: 26 → 0" in places_in_log(revoked)["1"]
    notes = importlib.import_module("referee_web.pages.entries.log_notes")
    monkeypatch.setattr(notes, "MOST_EFFECTS", 1)
    change_card(revoked, "9C")
    told = places_in_log(revoked)["1"]
    assert "Dee: 4♦ → 8♣" in told
    assert "26 → 0" not in told


def test_a_dispute_is_told_in_its_trick_and_names_its_ruling(
    open_table: Open,
) -> None:
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "AC 2C 3C 4C")
    path = table.path("disputes")
    body = {"seq": 1, "why": "I had the king"}
    dispute = table.phones["Ben"].post(path, body).said(201)["id"]
    table.host.post(f"{path}/{dispute}/resolve", {"as": "upheld"}).said(201)
    told = places_in_log(table)["1"]
    assert (
        "Ben disputed “Ana wins the trick with the ace of clubs” I had the king" in told
    )
    assert "upheld by the host" in told


def dispute(table: Opened, seq: int, ruling: int, how: str, **more: object) -> None:
    path = table.path("disputes")
    body = {"seq": seq, "ruling": ruling}
    id = table.phones["Ben"].post(path, body).said(201)["id"]
    table.host.post(f"{path}/{id}/resolve", {"as": how, **more}).said(201)


def test_a_dispute_stands_at_its_ruling_and_not_at_another_of_its_entry(
    revoked: Opened,
) -> None:
    rulings = revoked.host.get(revoked.path("log")).said(200)["entries"][1]["rulings"]
    won = next(at for at, each in enumerate(rulings) if "winner" in each["verdict"])
    revoke = next(
        at
        for at, each in enumerate(rulings)
        if "trick" in each["summary"] and at != won
    )
    dispute(revoked, 2, won, "upheld")
    told = places_in_log(revoked)
    assert "Ben disputed “Ana wins the trick with the king of clubs”" in told["2"]
    assert "Ben disputed" not in told["1"]
    dispute(revoked, 2, revoke, "upheld")
    told = places_in_log(revoked)
    assert "Ben disputed “Dee revoked in trick 1”" in told["1"]
    assert told["2"].count("Ben disputed") == 1


def test_the_log_counts_the_votes_that_the_host_decided_over(
    open_table: Open,
) -> None:
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "AC 2C 3C 4C")
    path = table.path("disputes")
    id = table.phones["Ben"].post(path, {"seq": 1}).said(201)["id"]
    table.phones["Ana"].post(f"{path}/{id}/vote", {"uphold": True}).said(201)
    table.host.post(f"{path}/{id}/resolve", {"as": "upheld"}).said(201)
    assert "1 to uphold it, 1 to overturn it" in places_in_log(table)["1"]


def test_each_deal_has_its_points_and_totals(open_table: Open) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy")
    table.start()
    for hearts, queen in (((3, 10, 0), "Ben"), ((0, 6, 7), "Ana")):
        taken = dict(zip(("Ana", "Ben", "Cy"), hearts, strict=True))
        table.host.enter(table.code, "deal", hearts=taken, queen=queen).said(201)
    html = opened(table.host, f"/t/{table.code}/log").get_data(as_text=True)
    points = re.findall(r'<dl class="points".*?</dl>', html, re.DOTALL)
    told = [" ".join(unescape(re.sub("<[^>]+>", " ", each)).split()) for each in points]
    assert told == [
        "Ana +13 → , in all 16 Ben +6 → , in all 29 Cy +7 → , in all 7",
        "Ana +3 → , in all 3 Ben +23 → , in all 23 Cy 0 → , in all 0",
    ]


def test_a_drawn_dealer_is_said_at_the_table_and_in_the_log(
    phone: Callable[[], FlaskClient], app: Flask
) -> None:
    host = phone()
    code = open_table(host, seats=["Ana", "Ben"])
    assert "drawn" not in page(host.get(f"/t/{code}")).text
    host.post(f"/t/{code}/start", data={"dealer": "", "how": "toss"})
    dealer = services_of(app).room.table(code).match.dealer_toss.outcome
    assert "dealer, drawn" in page(host.get(f"/t/{code}")).text
    log = page(host.get(f"/t/{code}/log")).text
    assert f"{dealer} was drawn to deal first" in log
    assert f"the referee drew {dealer}" in log


def test_what_a_round_comes_to_is_told_once(
    phone: Callable[[], FlaskClient], open_table: Open
) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy")
    table.start()
    hearts = {"Ana": 3, "Ben": 10, "Cy": 0}
    table.host.enter(table.code, "deal", hearts=hearts, queen="Ben").said(201)
    log = page(phone().get(f"/t/{table.code}/log")).text
    assert log.count("Ben takes 23, Ana 3") == 1


def test_the_form_that_a_card_of_the_log_leads_to_names_whose_it_is(
    revoked: Opened,
) -> None:
    """Though the host entered the whole trick at once."""
    log = opened(revoked.host, f"/t/{revoked.code}/log").get_data(as_text=True)
    [way] = [
        unescape(way)
        for way in re.findall(r'class="correct" href="([^"]+)"', log)
        if "correct/2" in way and "card=5C" in way
    ]
    form = opened(revoked.host, way).get_data(as_text=True)
    assert "Correct: Round 1, trick 2, Ben</h1>" in form

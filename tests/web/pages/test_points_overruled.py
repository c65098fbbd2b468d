"""The points of a disputed round, decided on the form, in the games that score
rounds.
"""

import re
from html import unescape

import pytest
from flask import Flask

from tests.web.pages.test_disputes import opened, words
from tests.web.phone import Answer, Phone
from tests.web.played import play

ROUNDS = [
    "belote/a_match_by_deals",
    "bridge/rubber",
    "four-aces/four_aces_found",
    "hearts/by_deal",
    "skat/trick_by_trick",
    "wizard/hidden_bids",
]
OTHER_ROUNDS = [
    "belote/coinche",
    "bridge/chicago",
    "crazy-eights/a_whole_match_by_deal",
    "cribbage/a_game_to_61_by_deal",
    "cribbage/card_by_card",
    "doppelkopf/a_match_by_deals",
    "doppelkopf/a_wedding",
    "euchre/a_match_by_deals",
    "euchre/a_revoke",
    "four-aces/a_playoff",
    "four-aces/types_of_hands",
    "gin-rummy/draw_by_draw",
    "hearts/a_shared_win",
    "oh-hell/a_shared_win",
    "oh-hell/trick_by_trick",
    "skat/a_list_by_deals",
    "skat/ramsch_and_bock",
    "spades/a_shared_win",
    "spades/a_match_by_deals",
    "wizard/a_shared_win",
    "wizard/trick_by_trick",
]
"""In the midst of a match, and at its end."""

POINTS = r'name="(verdict=(?:points|scores?|declaring|makers|takers|re)\b[^"]*)" value="(-?\d+)"'


def dispute_round(app: Flask, name: str, leave_out: int = 0) -> tuple[str, Phone, str]:
    """The last ruling of this playthrough, disputed: the table, the host, its id."""
    code, host = play(app, name, leave_out)
    seq = host.get(f"/tables/{code}/log").said(200)["entries"][-1]["seq"]
    host.post(f"/tables/{code}/disputes", {"seq": seq}).said(201)
    return code, host, str(host.look(code)["dispute"]["id"])


def scores(host: Phone, code: str) -> list[float]:
    return [standing["score"] for standing in host.look(code)["standings"]]


@pytest.mark.parametrize(
    "name",
    [
        *ROUNDS,
        *(pytest.param(name, marks=pytest.mark.slow) for name in OTHER_ROUNDS),
    ],
)
def test_points_of_a_round_are_changed_and_the_totals_follow(
    app: Flask, name: str
) -> None:
    code, host, id = dispute_round(app, name)
    before = scores(host, code)
    form = unescape(opened(host, f"/t/{code}").get_data(as_text=True))
    [(part, ruled), *_] = re.findall(POINTS, form)
    changed = {"as": "overruled", part: str(int(ruled) + 3)}
    address = f"/t/{code}/disputes/{id}/settle"
    shown = opened(host, address, **changed, preview="yes")
    assert shown.status_code == 200
    assert "This changes: " in words(shown)
    assert scores(host, code) == before, "nothing is kept"
    assert opened(host, address, **changed).status_code == 303
    gained = {now - had for had, now in zip(before, scores(host, code), strict=True)}
    assert gained == {0, 3}


def overrule(host: Phone, code: str, id: str, verdict: dict[str, object]) -> Answer:
    body = {"as": "overruled", "verdict": verdict}
    return host.post(f"/tables/{code}/disputes/{id}/resolve", body)


def test_nobody_wins_a_game_with_a_score_of_a_lost_one(app: Flask) -> None:
    """The form has the score alone: whether the game is won follows from it."""
    code, host, id = dispute_round(app, "skat/a_list_by_deals", 1)
    form = unescape(opened(host, f"/t/{code}").get_data(as_text=True))
    parts = re.findall(r'name="verdict=([^"=]*)', form)
    assert parts == ["score", "opponents"]

    refused = overrule(host, code, id, {"won": True}).said(422)
    [wrong] = refused["errors"]
    assert wrong["field"] == "verdict.won"
    assert "“The declarer scores”" in wrong["message"]
    overrule(host, code, id, {"score": 40}).said(201)
    ruled = host.get(f"/tables/{code}/log").said(200)["entries"][-1]["rulings"][0]
    assert ruled["verdict"]["won"] is True
    assert scores(host, code) == [72, 40, 0]


@pytest.mark.parametrize(
    ("name", "verdict", "follows"),
    [
        ("hearts/a_revoke", {"winner": "Ben"}, {"card": "2C"}),
        ("gin-rummy/a_whole_game", {"points": {"Ana": 0, "Ben": 9}}, {"winner": "Ben"}),
    ],
)
def test_who_wins_and_with_what_agree(
    app: Flask, name: str, verdict: dict[str, object], follows: dict[str, object]
) -> None:
    code, host = play(app, name)
    host.post(f"/tables/{code}/disputes", {"seq": 1, "ruling": 0}).said(201)
    id = str(host.look(code)["dispute"]["id"])
    overrule(host, code, id, verdict).said(201)
    ruled = host.get(f"/tables/{code}/log").said(200)["entries"][0]["rulings"][0]
    assert ruled["verdict"] == {**ruled["verdict"], **follows}


def test_an_overruled_revoke_says_what_it_no_longer_costs(app: Flask) -> None:
    code, host, id = dispute_round(app, "hearts/a_revoke")
    overrule(host, code, id, {"legal": True}).said(201)
    ruled = host.get(f"/tables/{code}/log").said(200)["entries"][-1]["rulings"][-1]
    told = "Overturned: Dee broke no rule, and pays nothing. The referee had ruled: "
    assert ruled["summary"] == told + "Dee revoked in trick 1"
    assert ruled["because"][1]["text"].startswith(
        "This no longer holds: That costs Dee 26 points"
    )


def test_where_the_game_cannot_go_on_it_is_overturned_without_points(
    app: Flask,
) -> None:
    """Chips that one wins more, and nobody less, are nobody's."""
    code, host, id = dispute_round(app, "holdem/dead_button")
    before = scores(host, code)
    address = f"/t/{code}/disputes/{id}/settle"
    sent = {"as": "overruled", "verdict=won=Ana": "1", "why": "Miscounted."}
    refused = opened(host, address, **sent, preview="yes")
    assert refused.status_code == 422
    form = refused.get_data(as_text=True)
    [button] = re.findall(r'<button [^>]*name="only"[^>]*>([^<]*)', form)
    assert button == "Overturn without points"
    assert opened(host, address, **sent, only="mark").status_code == 303
    assert scores(host, code) == before
    settled = host.get(f"/tables/{code}/log").said(200)["disputes"][0]["resolution"]
    assert (settled["as"], settled["verdict"], settled["why"]) == (
        "overruled",
        {},
        "Miscounted.",
    )

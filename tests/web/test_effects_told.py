"""What a change did is told with it: the rulings that came or went, and the points."""

import re
from html import unescape
from typing import Any

import pytest

from tests.web.conftest import Open, Opened
from tests.web.pages.test_disputes import opened, words

SEATS = ("Ana", "Ben", "Cy", "Dee")


def play(table: Opened, cards: str) -> Any:
    plays = dict(zip(SEATS, cards.split(), strict=True))
    return table.host.enter(table.code, "trick", plays=plays).said(201)


def told(table: Opened, page: str = "", language: str = "en") -> list[str]:
    """The sentences of the latest news, as anybody passing by reads them."""
    answer = table.host.app.test_client().get(
        f"/t/{table.code}{page}", headers={"Accept-Language": language}
    )
    text = answer.get_data(as_text=True)
    [latest] = re.findall(r'<ul class="news".*?</ul>', text, re.DOTALL)[:1] or [""]
    sentences = []
    for one in re.findall(r"<p[^>]*>(.*?)</p>", latest, re.DOTALL):
        without = re.sub(r'<span class="unseen">.*?</span>|<[^>]+>', "", one)
        sentences.append(" ".join(unescape(without).split()))
    return sentences


@pytest.fixture
def revoked(open_table: Open) -> Opened:
    """Dee threw a diamond on the first trick, and plays a club to the second."""
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "AC 2C 3C 4D")
    play(table, "KC 5C 6C 7C")
    return table


def change_card(table: Opened, card: str) -> Any:
    plays = dict(zip(SEATS, ("AC", "2C", "3C", card), strict=True))
    body = {"changes": [{"seq": 1, "data": {"plays": plays}}]}
    return table.host.post(table.path("corrections"), body).said(201)


@pytest.mark.parametrize("page", ["", "/board"])
def test_a_revoke_that_no_longer_stands_is_told(revoked: Opened, page: str) -> None:
    change_card(revoked, "8C")
    assert told(revoked, page)[1:] == [
        "No longer: “Dee revoked in trick 1. That costs Dee 26 points at the end of "
        "the deal; whoever broke no rule scores 0.”",
        "Dee: 26 → 0.",
    ]


def test_what_an_undo_brings_back_is_told(revoked: Opened) -> None:
    made = change_card(revoked, "8C")
    revoked.host.post(revoked.path(f"corrections/{made['id']}/undo"), {}).said(201)
    assert told(revoked)[1:] == [
        "Now: Dee revoked in trick 1. That costs Dee 26 points at the end of the "
        "deal; whoever broke no rule scores 0.",
        "Dee: 0 → 26.",
    ]


@pytest.fixture
def led_otherwise(open_table: Open) -> Opened:
    """Cy has won the first trick in Ben's place since it was corrected."""
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "2C KC 9C 4C")
    play(table, "5D 3D KD 4D")
    plays = dict(zip(SEATS, ("2C", "KC", "AC", "4C"), strict=True))
    body = {"changes": [{"seq": 1, "data": {"plays": plays}}]}
    table.host.post(table.path("corrections"), body).said(201)
    return table


def test_who_is_then_taken_to_have_led_is_told(led_otherwise: Opened) -> None:
    table = led_otherwise
    assert "So Cy led to trick 2, unless you say otherwise." in told(table)
    shown = opened(table.host, f"/t/{table.code}").get_data(as_text=True)
    assert f'href="/t/{table.code}/correct/2?lead=1">Somebody else led</a>' in shown


def test_whoever_led_by_their_own_phone_is_not_asked_who_led(open_table: Open) -> None:
    """Cy wins the first trick by a correction, and has led to the second already."""
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "2C KC 9C 4C")
    table.phones["Cy"].enter(table.code, "trick", plays={"Cy": "KD"}).said(201)
    plays = dict(zip(SEATS, ("2C", "KC", "AC", "4C"), strict=True))
    body = {"changes": [{"seq": 1, "data": {"plays": plays}}]}
    table.host.post(table.path("corrections"), body).said(201)
    assert "Now: Cy wins the trick" in " ".join(told(table))
    assert "So Cy led" not in " ".join(told(table))


def test_a_penalty_that_went_is_told_beside_a_ruling_that_stays(
    open_table: Open,
) -> None:
    """Dee's last card to the second trick showed the revoke, and is corrected."""
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "AC 2C 3C 4D")
    for seat, card in zip(SEATS, ("KC", "5C", "6C", "7C"), strict=True):
        table.host.enter(table.code, "trick", plays={seat: card}).said(201)
    last = table.host.get(table.path("log")).said(200)["entries"][-1]["seq"]
    edit = {"seq": last, "data": {"plays": {"Dee": "8D"}}}
    table.host.post(table.path("corrections"), {"changes": [edit]}).said(201)
    assert "Still: Ana wins the trick" in told(table)[0]
    assert told(table)[1].startswith("No longer: “Dee revoked in trick 1. That costs")


def test_what_a_redo_takes_again_is_told(revoked: Opened) -> None:
    made = change_card(revoked, "8C")
    for way in ("undo", "redo"):
        revoked.host.post(revoked.path(f"corrections/{made['id']}/{way}")).said(201)
    assert told(revoked)[1].startswith("No longer: “Dee revoked in trick 1.")


def test_what_a_dispute_settled_by_a_correction_brings_is_told(
    played: Opened,
) -> None:
    path = played.path("disputes")
    dispute = played.phones["Ben"].post(path, {"seq": 2}).said(201)["id"]
    settled = {"as": "corrected", "changes": [{"seq": 2, "data": {"card": "JS"}}]}
    answer = played.host.post(f"{path}/{dispute}/resolve", settled).said(201)
    assert answer["points"] == {"Ana": -1, "Ben": 1}
    assert told(played)[1:] == told(played, "/board")[1:] == ["Ana: 1 → 0; Ben: 0 → 1."]


def test_what_is_taken_back_takes_its_points_along(played: Opened) -> None:
    body = {"changes": [{"seq": 2, "strike": True}]}
    played.phones["Ben"].post(played.path("corrections"), body).said(201)
    assert told(played)[1:] == ["No longer: Ana wins.", "Ana: 1 → 0."]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Gilt nicht mehr: "),
        ("es", "Ya no vale: "),
    ],
)
def test_it_is_told_in_the_readers_language(
    revoked: Opened, language: str, sentence: str
) -> None:
    change_card(revoked, "8C")
    assert told(revoked, language=language)[1].startswith(sentence)


def test_points_that_came_or_went_are_told_and_answered(played: Opened) -> None:
    path = played.path("corrections")
    body = {"changes": [{"seq": 2, "data": {"card": "JS"}}]}
    answer = played.phones["Ben"].post(path, body).said(201)
    assert answer["points"] == {"Ana": -1, "Ben": 1}
    assert told(played)[1:] == told(played, "/board")[1:] == ["Ana: 1 → 0; Ben: 0 → 1."]
    seen = played.phones["Ana"].look(played.code)["news"]
    assert (seen["correction"], seen["by"]) == (answer["id"], "Ben")
    assert (seen["changed"], seen["points"]) == (answer["changed"], answer["points"])
    played.phones["Ana"].enter(played.code, "lay", card="TS").said(201)
    played.phones["Ben"].enter(played.code, "lay", card="7S").said(201)
    assert played.host.look(played.code)["news"] is None


def test_of_a_verdict_of_the_table_the_points_are_told(played: Opened) -> None:
    path = played.path("disputes")
    ben = played.phones["Ben"]
    dispute = ben.post(path, {"seq": 2}).said(201)["id"]
    verdict = {"as": "overruled", "verdict": {"winner": "Ben"}}
    answer = played.host.post(f"{path}/{dispute}/resolve", verdict).said(201)
    assert answer["points"] == {"Ana": -1, "Ben": 1}
    assert told(played)[1:] == ["Ana: 1 → 0; Ben: 0 → 1."]


def test_nothing_is_told_of_what_was_changed_in_secret(open_table: Open) -> None:
    table = open_table("faj", "Ana", "Ben")
    table.start(dealer="Ana")
    table.phones["Ana"].enter(table.code, "board", cards=["3C"]).said(201)
    table.place("Ben", "KC").said(201)
    body = {"changes": [{"seq": 2, "data": {"plays": {"Ben": "QC"}}}]}
    answer = table.phones["Ben"].post(table.path("corrections"), body).said(201)
    assert (answer["changed"], answer["points"]) == ([], {})
    news = table.host.look(table.code)["news"]
    assert (news["changed"], news["points"]) == ([], {})
    assert "♣" not in str(told(table))
    table.place("Ana", "JS").said(201)
    assert table.host.look(table.code)["news"] is None


def test_who_led_instead_is_said_by_one_tap(led_otherwise: Opened) -> None:
    table = led_otherwise
    at = f"/t/{table.code}/correct/2?lead=1"
    form = opened(table.host, at).get_data(as_text=True)
    assert 'name="pick=leader" value="Ben"' in form
    assert 'name="pick=plays' not in form
    answer = opened(table.host, at, do="change", **{"pick=leader": "Ben"})
    assert answer.status_code == 303
    [line] = table.host.get(table.path("log?after=1")).said(200)["entries"]
    assert line["data"]["leader"] == "Ben"
    assert line["data"]["plays"]["Cy"] == "KD"
    assert told(table)[0].startswith("Round 1, trick 2: Ben led. Still: Cy wins")


CORRECTED = re.compile(
    r"(\w+ of \w+)</span></span>(?:</a>)?<span class=\"unseen\"> \(corrected\)"
)


@pytest.mark.parametrize("page", ["", "/board"])
def test_a_revoke_that_goes_is_told_beside_another_winner_of_the_same_trick(
    open_table: Open, page: str
) -> None:
    """The card that proves it won its trick."""
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "AC 2C 3C 4D")
    play(table, "4C 5C 6C KC")
    plays = dict(zip(SEATS, ("4C", "5C", "6C", "KD"), strict=True))
    body = {"changes": [{"seq": 2, "data": {"plays": plays}}]}
    table.host.post(table.path("corrections"), body).said(201)
    said = " ".join(told(table, page))
    assert "Cy wins the trick" in said
    assert "No longer: “Dee revoked in trick 1." in said


@pytest.mark.parametrize("page", ["", "/board"])
def test_a_corrected_card_says_so_in_its_trick_and_its_ruling(
    open_table: Open, page: str
) -> None:
    """Only the card in whose place another was entered, and until it was undone."""
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")

    def signs() -> list[str]:
        text = opened(table.host, f"/t/{table.code}{page}").get_data(as_text=True)
        return CORRECTED.findall(text)

    table.host.enter(table.code, "trick", plays={"Ana": "2C", "Ben": "3C"}).said(201)
    assert signs() == []
    edit = {"seq": 1, "data": {"plays": {"Ana": "2C", "Ben": "9C"}}}
    body = {"changes": [edit]}
    made = table.host.post(table.path("corrections"), body).said(201)
    assert signs() == ["nine of clubs"]
    table.host.enter(table.code, "trick", plays={"Cy": "4C", "Dee": "5C"}).said(201)
    assert signs() == ["nine of clubs"]
    table.host.post(table.path(f"corrections/{made['id']}/undo"), {}).said(201)
    assert signs() == []


def test_the_scores_tell_what_a_change_moved_and_in_which_cell(
    open_table: Open,
) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy")
    table.start()
    for _ in range(2):
        hearts = {"Ana": 3, "Ben": 10, "Cy": 0}
        table.host.enter(table.code, "deal", hearts=hearts, queen="Ben").said(201)
    data = {"hearts": {"Ana": 3, "Ben": 10, "Cy": 0}, "queen": "Cy"}
    body = {"changes": [{"seq": 1, "data": data}]}
    made = table.host.post(table.path("corrections"), body).said(201)
    assert told(table, "/scores")[-1] == "Ben: 46 → 33; Cy: 0 → 13."
    address = f"/t/{table.code}/scores"
    html = opened(table.host, address).get_data(as_text=True)
    rows = re.findall(r"<tr>.*?</tr>", html.partition("<tbody>")[2], re.DOTALL)
    moved = [re.findall(r"corrected, was ([^<]+)", row) for row in rows[:2]]
    assert moved == [["+23", "0"], []]
    table.host.post(table.path(f"corrections/{made['id']}/undo"), {}).said(201)
    html = opened(table.host, address).get_data(as_text=True)
    assert re.findall(r"corrected, was ([^<]+)", html) == ["+10", "+13"]


def test_who_takes_a_penalty_away_does_not_play_over_it_alone(
    open_table: Open,
) -> None:
    """All phones offer to object until somebody else has entered."""
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    answer = table.host.post(table.path("host"), {"seat": "Dee"})
    assert answer.status == 200
    table.host = table.phones["Dee"]
    table.start(dealer="Dee")
    play(table, "AC 2C 3C 4D")
    play(table, "KC 5C 6C 7C")
    change_card(table, "8C")
    play(table, "QC TC 9C 2H")
    gone = "No longer: “Dee revoked in trick 1."
    for page in ("", "/board"):
        assert gone in " ".join(told(table, page))
    for seat in SEATS[:3]:
        shown = opened(table.phones[seat], f"/t/{table.code}").get_data(as_text=True)
        assert ">Object</a>" in shown, seat
    table.phones["Ana"].enter(table.code, "trick", plays={"Ana": "AD"}).said(201)
    assert gone not in " ".join(told(table))


@pytest.mark.parametrize("page", ["", "/board"])
def test_a_correction_under_a_verdict_says_what_would_be_ruled_now(
    open_table: Open, page: str
) -> None:
    """Dee has the trick by a verdict; then Cy's card is corrected to the highest."""
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "2C KC 9C 4C")
    id = table.host.post(table.path("disputes"), {"seq": 1}).said(201)["id"]
    verdict = {"as": "overruled", "verdict": {"winner": "Dee"}}
    table.host.post(table.path(f"disputes/{id}/resolve"), verdict).said(201)
    now = "The referee would now rule: Cy wins the trick with the ace of clubs"
    for card in ("8C", "AC"):
        assert now not in told(table, page)
        plays = dict(zip(SEATS, ("2C", "KC", card, "4C"), strict=True))
        body = {"changes": [{"seq": 1, "data": {"plays": plays}}]}
        table.host.post(table.path("corrections"), body).said(201)
    assert "Overturned: Dee wins." in told(table, page)[0]
    assert now in told(table, page)
    news = opened(table.phones["Ana"], f"/t/{table.code}").get_data(as_text=True)
    latest = news.partition('<ul class="news"')[2].partition("</ul>")[0]
    assert f'href="/t/{table.code}/dispute/1">Dispute this ruling</a>' in latest


def test_what_an_undo_brings_back_is_said_once(open_table: Open) -> None:
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "2C KC 9C 4C")
    ana = table.phones["Ana"]
    early = {"plays": {"Ana": "5D"}, "leader": "Ana"}
    ana.enter(table.code, "trick", **early).said(201)
    path = table.path("corrections")
    edit = {"seq": 2, "data": {"plays": {"Ana": "5D"}}}
    made = ana.post(path, {"changes": [edit]}).said(201)["id"]
    ana.post(f"{path}/{made}/undo", {}).said(201)
    said = " ".join(told(table))
    assert said.count("Now: Ana led out of turn; Ben was due") == 1


def test_of_three_rulings_that_came_at_once_each_is_told(open_table: Open) -> None:
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "AC 2C 3C 4C")
    play(table, "KC 5C 6C 7C")
    play(table, "QC 8C 9C TC")
    plays = dict(zip(SEATS, ("KC", "5D", "6D", "7D"), strict=True))
    body = {"changes": [{"seq": 2, "data": {"plays": plays}}]}
    table.host.post(table.path("corrections"), body).said(201)
    said = " ".join(told(table))
    for seat in ("Ben", "Cy", "Dee"):
        assert f"{seat} revoked in trick 2" in said
    assert "One more ruling" not in said


def test_the_log_tells_what_a_correction_did(revoked: Opened) -> None:
    change_card(revoked, "8C")
    log = words(opened(revoked.phones["Ben"], f"/t/{revoked.code}/log"))
    assert "No longer: “Dee revoked in trick 1." in log
    assert "Dee: 26 → 0." in log


def notes(table: Opened) -> str:
    """What the log tells of corrections and disputes."""
    page = opened(table.phones["Ben"], f"/t/{table.code}/log").get_data(as_text=True)
    lines = re.findall(r'<div class="note-line.*?</div>', page, re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", " ".join(lines)))


def test_the_log_tells_an_undo_beside_it_and_not_under_the_change(
    revoked: Opened,
) -> None:
    made = change_card(revoked, "8C")
    revoked.host.post(revoked.path(f"corrections/{made['id']}/undo"), {}).said(201)
    change, undo = notes(revoked).split("undone by the host")
    assert "Dee: 26 → 0." in change
    assert "Now: Dee revoked" not in change
    assert "Dee: 0 → 26." in undo


def test_the_log_tells_no_effect_of_what_was_played_afterwards(
    open_table: Open,
) -> None:
    table = open_table("hearts", *SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "AC 2C 3C 4D")
    made = change_card(table, "8D")["id"]
    table.host.post(table.path(f"corrections/{made}/undo"), {}).said(201)
    before = notes(table)
    play(table, "KC 5C 6C 7C")
    assert notes(table) == before
    assert "26" not in before


def test_nobody_objects_in_the_log_to_what_is_undone_since(revoked: Opened) -> None:
    change_card(revoked, "8C")
    at = f"/t/{revoked.code}/log"
    assert "Object" in words(opened(revoked.phones["Ben"], at))
    changes = [{"seq": 1, "strike": True}, {"seq": 2, "strike": True}]
    body = {"changes": changes}
    made = revoked.host.post(revoked.path("corrections"), body).said(201)["id"]
    log = opened(revoked.phones["Ben"], at).get_data(as_text=True)
    assert re.findall(r"/dispute/change/([^\"]+)", log) == [made]

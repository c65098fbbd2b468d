"""Disputes on the pages: questioned from the ruling, shown to all, voted on and settled
by plain forms.
"""

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from tests.web.conftest import Open, Opened
from tests.web.phone import Phone


def opened(phone: Phone, path: str, language: str = "en", **data: Any) -> TestResponse:
    """A page as this phone's browser gets it; with data, a form sent."""
    bears = {
        "Accept-Language": language,
        **({"Authorization": f"Bearer {phone.token}"} if phone.token else {}),
    }
    client = phone.app.test_client(use_cookies=False)
    return client.open(
        path, method="POST" if data else "GET", data=data or None, headers=bears
    )


def words(answer: TestResponse) -> str:
    """The text of a page."""
    text = re.sub(r"<[^>]*>", " ", answer.get_data(as_text=True))
    return " ".join(unescape(text).split())


def question(
    table: Opened, seat: str = "Ben", why: str = "That was a ten.", seq: int = 2
) -> str:
    address = f"/t/{table.code}/dispute/{seq}?ruling=0"
    answer = opened(table.phones[seat], address, why=why)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")
    return str(table.host.look(table.code)["dispute"]["id"])


def settle(phone: Phone, table: Opened, dispute: str, **data: str) -> TestResponse:
    return opened(phone, f"/t/{table.code}/disputes/{dispute}/settle", **data)


def test_a_ruling_is_questioned_from_its_details(played: Opened) -> None:
    page = opened(played.phones["Ben"], f"/t/{played.code}").get_data(as_text=True)
    assert f'href="/t/{played.code}/dispute/2?ruling=0"' in page
    form = opened(played.phones["Ben"], f"/t/{played.code}/dispute/2?ruling=0")
    assert "Ana wins." in words(form)
    assert "the match waits until it is settled" in words(form)
    spectator = opened(Phone(played.host.app), f"/t/{played.code}").get_data(
        as_text=True
    )
    assert "/dispute/" not in spectator


def test_on_one_phone_nobody_is_told_who_else_may_enter(open_table: Open) -> None:
    only_you = "only you can enter"
    table = open_table("hearts", seats=("Ana", "Ben", "Cy"))
    table.start(dealer="Cy")
    deal = {"hearts": {"Ana": 5, "Ben": 4, "Cy": 4}, "queen": "Ben"}
    table.host.enter(table.code, "deal", **deal).said(201)
    table.host.post(table.path("disputes"), {"seq": 1, "ruling": 0}).said(201)
    page = words(opened(table.host, f"/t/{table.code}"))
    assert "Uphold The ruling stands" in page
    assert only_you not in page
    table.sit("Ben")
    assert only_you in words(opened(table.host, f"/t/{table.code}"))


def test_every_phone_and_the_board_show_it_with_entry_reasons_and_rules(
    played: Opened,
) -> None:
    question(played)
    for phone in (played.host, *played.phones.values(), Phone(played.host.app)):
        shown = words(opened(phone, f"/t/{played.code}"))
        assert "Ben disputes a ruling" in shown
        assert "That was a ten." in shown
        assert "The referee ruled: Ana wins." in shown
        assert "eight of spades" in shown
        assert "The highest card takes a point." in shown, "the text of the section"
    board = words(opened(Phone(played.host.app), f"/t/{played.code}/board"))
    assert "Ben disputes a ruling" in board
    assert "Dispute this ruling" not in board


def four_aces(open_table: Open, **hidden: str) -> Opened:
    """A first round of Four Aces, in which everybody enters a hidden hand and nothing
    else.
    """
    table = open_table("four-aces", *hidden)
    table.start()
    for seat, cards in hidden.items():
        table.phones[seat].enter(
            table.code, "round", hidden=cards, exposed=[], locked=[]
        ).said(201)
    return table


def corrigible(table: Opened, seq: int, **which: int) -> dict[int, str]:
    """What the host, once this entry is questioned, finds of each entry that can be
    corrected from there, by number.
    """
    table.host.post(table.path("disputes"), {"seq": seq, **which}).said(201)
    page = opened(table.host, f"/t/{table.code}")
    links = re.findall(
        rf'href="/t/{table.code}/correct/(\d+)\?[^"]*dispute=[^"]*"[^>]*>(.*?)</a>',
        page.get_data(as_text=True),
    )
    shown: dict[int, str] = {}
    for n, link in links:
        shown[int(n)] = shown.get(int(n), "") + re.sub("<[^>]+>", " ", link)
    return dict(sorted(shown.items()))


def test_what_all_have_entered_is_shown_where_the_ruling_is_about_all_of_it(
    open_table: Open,
) -> None:
    """And whoever settles it can correct each of them."""
    entered = corrigible(four_aces(open_table, Ana="2H 3H", Ben="5C 5D", Cy="6S 7S"), 3)
    assert sorted(entered) == [1, 2, 3]
    assert "three of hearts" in entered[1]
    assert "five of clubs" in entered[2]
    assert "seven of spades" in entered[3]


def test_a_ruling_rests_on_no_entry_before_the_last_of_its_kind_that_was_ruled(
    open_table: Open,
) -> None:
    """In open games too, where nothing waits for others."""
    table = open_table("slapjack", "Ana", "Ben")
    table.start()
    table.host.enter(table.code, "play", "Ben", card="JC").said(201)
    table.host.enter(table.code, "slap", order=["Ana"], takes=["JC"]).said(201)
    table.host.enter(table.code, "play", "Ana", card="JD").said(201)
    table.host.enter(table.code, "slap", order=["Ben"], takes=["JD"]).said(201)
    assert list(corrigible(table, 4, ruling=0)) == [4]


def test_the_one_phone_for_all_says_who_disputes(open_table: Open) -> None:
    """Nobody has a phone to vote with, so no votes are counted."""
    table = open_table("highest-card", seats=("Ana", "Ben"))
    table.start()
    for seat, card in (("Ana", "KH"), ("Ben", "3C")):
        table.host.enter(table.code, "lay", seat, card=card).said(201)
    address = f"/t/{table.code}/dispute/2?ruling=0"
    assert "Who disputes it? Ana Ben" in words(opened(table.host, address))
    assert opened(table.host, address, seat="Ben").status_code == 303
    shown = words(opened(table.host, f"/t/{table.code}"))
    assert "Ben disputes a ruling" in shown
    assert "Votes" not in shown
    board = words(opened(Phone(table.host.app), f"/t/{table.code}/board"))
    assert "Votes" not in board
    id = table.host.look(table.code)["dispute"]["id"]
    settle(table.host, table, id, **{"as": "upheld"})
    assert opened(table.host, address, why="Look").status_code == 303
    assert "A ruling is disputed" in words(opened(table.host, f"/t/{table.code}"))


def test_only_the_host_disputes_for_another_seat(played: Opened) -> None:
    asked = {"seq": 2, "seat": "Ana"}
    ben = played.phones["Ben"]
    assert ben.post(played.path("disputes"), asked).status == 403
    stranger = {"seq": 2, "seat": "Zoe"}
    assert played.host.post(played.path("disputes"), stranger).status == 422
    played.host.post(played.path("disputes"), asked).said(201)
    assert played.host.look(played.code)["dispute"]["by"] == "Ana"


def test_who_disputes_has_voted_against_it(played: Opened) -> None:
    id = question(played)
    dispute = played.host.look(played.code)["dispute"]
    assert dispute["votes"] == {"Ben": False}
    played.phones["Ana"].post(
        played.path(f"disputes/{id}/vote"), {"uphold": True}
    ).said(201)
    settle(played.host, played, id, **{"as": "upheld"})
    shown = words(opened(played.phones["Ben"], f"/t/{played.code}"))
    assert (
        "It was upheld: 1 to uphold it, 1 to overturn it, and the host decided."
        in shown
    )


def test_only_who_may_has_something_to_press(played: Opened) -> None:
    id = question(played)
    host, ben = (
        words(opened(phone, f"/t/{played.code}"))
        for phone in (played.host, played.phones["Ben"])
    )
    assert "Uphold The ruling stands Overturn Something else counts" in host
    assert "Say what counts instead" in host
    assert "Uphold 0 Overturn 1 B Ben" in ben
    assert "The ruling stands" not in ben
    votes = 'name="uphold"'
    assert votes in opened(played.phones["Ben"], f"/t/{played.code}").get_data(
        as_text=True
    )
    assert votes not in opened(played.host, f"/t/{played.code}").get_data(
        as_text=True
    ), "the host has no seat here"
    assert "/dispute/" not in opened(
        played.phones["Ben"], f"/t/{played.code}"
    ).get_data(as_text=True)
    assert (
        settle(played.phones["Ben"], played, id, **{"as": "upheld"}).status_code == 403
    )


def test_a_first_tap_on_either_way_settles_nothing(played: Opened) -> None:
    id = question(played)
    upheld = "Sure? The ruling stands, and that settles the dispute."
    for way, said in (("upheld", upheld), ("overruled", "This changes: ")):
        sent = {"as": way, "verdict=winner": "Ben"}
        shown = words(settle(played.host, played, id, **sent, preview="yes"))
        assert said in shown
        assert "Scores stay" not in shown
        label = "Uphold" if way == "upheld" else "Overturn"
        assert f"Yes: {label} You decide, as the host" in shown
        assert played.host.look(played.code)["dispute"]["id"] == id
    refused = settle(
        played.phones["Ben"], played, id, **{"as": "upheld"}, preview="yes"
    )
    assert refused.status_code == 403
    assert "Yes: " not in words(refused)


def test_what_was_upheld_is_offered_to_others_to_dispute(played: Opened) -> None:
    id = question(played)
    settle(played.host, played, id, **{"as": "upheld"})
    for page in (f"/t/{played.code}", f"/t/{played.code}/log"):
        for seat, is_offered in (("Ana", True), ("Ben", False)):
            shown = opened(played.phones[seat], page).get_data(as_text=True)
            assert (f"/t/{played.code}/dispute/2" in shown) is is_offered
    answer = opened(
        played.phones["Ben"], f"/t/{played.code}/dispute/2?ruling=0", why="But!"
    )
    assert answer.status_code == 409
    assert "You disputed this before, and it was upheld." in words(answer)
    again = played.phones["Ben"].post(played.path("disputes"), {"seq": 2})
    assert again.status == 409
    assert "correct that; else play on" in again.json["detail"]


def test_whoever_strikes_what_was_ruled_on_settles_its_dispute(played: Opened) -> None:
    question(played)
    struck = [{"seq": seq, "strike": True} for seq in (1, 2)]
    played.host.post(f"/tables/{played.code}/corrections", {"changes": struck}).said(
        201
    )
    page = opened(played.host, f"/t/{played.code}")
    assert page.status_code == 200
    assert played.host.look(played.code)["dispute"] is None


def test_entries_wait_and_say_so(played: Opened) -> None:
    question(played)
    entry = {
        "id": str(uuid4()),
        "kind": "lay",
        "seat": "Ana",
        "after": "3",
        "form": "",
        "pick=card": "TS",
    }
    answer = opened(played.phones["Ana"], f"/t/{played.code}/enter", **entry)
    assert answer.status_code == 409
    assert "Until that is settled, only the host can enter" in words(answer)


def test_the_table_votes_and_then_anybody_settles_it(played: Opened) -> None:
    id = question(played)
    for seat in ("Ana", "Ben"):
        opened(played.phones[seat], f"/t/{played.code}/disputes/{id}/vote", uphold="no")
    page = words(opened(played.phones["Ana"], f"/t/{played.code}"))
    assert "Uphold 0 Overturn 2 A Ana B Ben" in page
    assert "Say what counts instead" in page
    assert "The ruling stands" not in page
    answer = settle(
        played.phones["Ana"],
        played,
        id,
        **{"as": "overruled", "verdict=winner": "Ben", "why": "Seen."},
    )
    assert answer.headers["Location"] == f"/t/{played.code}", "where play goes on"
    told = words(opened(played.host, f"/t/{played.code}/disputes/{id}"))
    assert "overturned by everybody: Ben wins. Seen." in told
    assert "Overturned: Ben wins. The referee had ruled: Ana wins." in told


def test_a_vote_on_a_page_settles_it_once_more_than_half_agree(played: Opened) -> None:
    id = question(played)
    at = f"/t/{played.code}"
    assert "The host decides, unless 2 of 2 vote alike." in words(
        opened(played.phones["Ben"], at)
    )
    assert "You decide, unless 2 of 2 vote alike. Until then only you can enter." in (
        words(opened(played.host, at))
    )
    ballot = f"{at}/disputes/{id}/vote"
    for seat in ("Ana", "Ben"):
        sent = {"uphold": "yes", "settle": "yes"}
        assert opened(played.phones[seat], ballot, **sent).status_code == 303
        is_open = played.host.look(played.code)["dispute"] is not None
        assert is_open == (seat == "Ana")
    shown = words(opened(played.host, f"{at}/disputes/{id}"))
    assert "upheld by everybody" in shown


def test_on_pages_a_verdict_counts_only_for_those_who_voted_for_it(
    played: Opened,
) -> None:
    """Whoever names a winner first names them for nobody else."""
    at = f"/t/{played.code}"
    form = f"{at}/dispute/2?ruling=0"
    asks = words(opened(played.phones["Ben"], form))
    assert "What should count? The others vote on it." in asks
    sent = {"why": "Seen.", "verdict=winner": "Ben"}
    assert opened(played.phones["Ben"], form, **sent).status_code == 303
    id = str(played.host.look(played.code)["dispute"]["id"])
    ana = opened(played.phones["Ana"], at)
    assert "Uphold 0 Ben wins 1 B Ben" in words(ana)
    assert "Settle it" not in words(ana)
    preview = {"as": "overruled", "verdict=winner": "=", "preview": "yes"}
    shown = words(settle(played.phones["Ana"], played, id, **preview))
    assert "Vote for it It counts with 2 of 2 votes" in shown
    del preview["preview"]
    settle(played.phones["Ana"], played, id, **preview)
    dispute = played.host.look(played.code)["dispute"]
    assert dispute["verdicts"] == {"Ben": {"winner": "Ben"}, "Ana": {"winner": None}}
    refused = settle(
        played.phones["Ben"], played, id, **{"as": "upheld", "verdict": "{}"}
    )
    assert refused.status_code == 403

    ballot = f"{at}/disputes/{id}/vote"
    agreed = {"uphold": "no", "verdict": '{"winner": "Ben"}'}
    assert opened(played.phones["Ana"], ballot, **agreed).status_code == 303
    shown = words(opened(played.phones["Ana"], at))
    assert "Ben wins 2 A Ana B Ben" in shown
    assert "Settle it: Ben wins" in shown
    voted = {"as": "overruled", "verdict": '{"winner": "Ben"}'}
    assert settle(played.phones["Ana"], played, id, **voted).status_code == 303
    told = words(opened(played.host, f"{at}/disputes/{id}"))
    assert "overturned by everybody: Ben wins." in told


def test_what_is_left_alone_in_the_form_stays_as_ruled(played: Opened) -> None:
    id = question(played)
    settle(played.host, played, id, **{"as": "overruled", "verdict=winner": ""})
    log = played.host.get(played.path("log")).said(200)
    assert log["disputes"][0]["resolution"]["verdict"] == {}


def test_an_overruled_ruling_is_shown_so_on_table_and_log(played: Opened) -> None:
    id = question(played)
    settle(
        played.host,
        played,
        id,
        **{"as": "overruled", "verdict=winner": "Ben", "why": "Seen by all."},
    )
    for path in ("", "/log", "/board"):
        shown = words(opened(played.host, f"/t/{played.code}{path}"))
        assert "Overturned: Ben wins." in shown, path
        assert "House rule Overturned by the host: Seen by all." in shown, path
    log = words(opened(played.host, f"/t/{played.code}/log"))
    assert "Ben disputed “Ana wins.”" in log
    assert "overturned by the host: Ben wins. Seen by all." in log


@pytest.mark.parametrize(
    ("chosen", "verdict", "scores"),
    [("=", {"winner": None}, [0, 0]), ("Ana", {}, [1, 0])],
)
def test_nobody_can_be_decided_and_nothing_marks_the_ruling_only(
    played: Opened, chosen: str, verdict: dict[str, None], scores: list[int]
) -> None:
    id = question(played)
    settle(played.host, played, id, **{"as": "overruled", "verdict=winner": chosen})
    standings = played.host.look(played.code)["standings"]
    assert [one["score"] for one in standings] == scores
    [dispute] = played.host.get(played.path("log")).said(200)["disputes"]
    assert dispute["resolution"]["verdict"] == verdict


def test_a_verdict_that_cannot_be_is_said(played: Opened) -> None:
    id = question(played)
    answer = settle(
        played.host,
        played,
        id,
        **{"as": "overruled", "verdict=winner": "Cy", "why": "She was first."},
    )
    assert answer.status_code == 422
    assert "Winner Must be somebody here" in words(answer)
    assert 'value="She was first."' in answer.get_data(as_text=True)
    assert settle(played.host, played, "none", **{"as": "upheld"}).status_code == 404
    assert opened(played.host, f"/t/{played.code}/disputes/none").status_code == 404


def test_the_entry_is_corrected_on_its_own_form(played: Opened) -> None:
    id = question(played)
    path = f"/t/{played.code}/correct/2?dispute={id}"
    assert path in unescape(
        opened(played.host, f"/t/{played.code}").get_data(as_text=True)
    )
    answer = opened(played.host, path, **{"do": "change", "pick=card": "TS"})
    assert answer.headers["Location"] == f"/t/{played.code}"
    told = opened(played.host, f"/t/{played.code}/disputes/{id}")
    assert "corrected by the host" in words(told)
    [made] = re.findall(
        rf"/t/{played.code}/corrections/[0-9a-f-]+-correction",
        told.get_data(as_text=True),
    )
    assert "Ben wins." in words(opened(played.host, made))
    assert played.host.look(played.code)["dispute"] is None

    log = opened(played.host, f"/t/{played.code}/log").get_data(as_text=True)
    [quarrel] = re.findall('<div class="note-line dispute.*?</section>', log, re.DOTALL)
    assert "corrected</span> by the host" in quarrel
    assert made in quarrel
    assert "(undone)" not in quarrel

    way = unescape(re.findall(r'<form method="post" action="([^"]*/undo)"', quarrel)[0])
    assert opened(played.host, way, at="now").status_code == 303
    log = opened(played.host, f"/t/{played.code}/log").get_data(as_text=True)
    [quarrel] = re.findall('<div class="note-line dispute.*?</section>', log, re.DOTALL)
    assert "Correction (undone)" in quarrel


def a_pile(open_table: Open, card: str) -> Opened:
    """Ana and Ben at Tripp Jokes; this card starts the pile, and it is Ben's turn."""
    table = open_table("tripp-jokes", "Ana", "Ben")
    table.start(dealer="Ana")
    table.host.enter(table.code, "flip", card=card).said(201)
    for seat, cards in (("Ana", "4S 6S 7S"), ("Ben", "8S 9S JS")):
        table.host.enter(table.code, "lay", seat, cards=cards).said(201)
    return table


def test_a_questioned_refusal_shows_what_was_entered_as_the_page_had_asked(
    open_table: Open,
) -> None:
    table = a_pile(open_table, "9H")
    id = str(uuid4())
    entry = {
        "id": id,
        "kind": "play",
        "seat": "Ben",
        "after": "3",
        "form": "",
        "typed=hand": "5♣",
    }
    opened(table.phones["Ben"], f"/t/{table.code}/enter", **entry)
    opened(table.phones["Ben"], f"/t/{table.code}/dispute/refused/{id}", why="")
    shown = opened(table.phones["Ana"], f"/t/{table.code}")
    said = (
        shown.get_data(as_text=True)
        .partition('<dl class="said">')[2]
        .partition("</dl>")[0]
    )
    assert "<dt>Hand cards</dt>" in said
    assert "five of clubs" in said
    assert 'class="cards small"' in said


def test_a_move_that_the_table_forbids_is_shown_as_taken_back(open_table: Open) -> None:
    table = a_pile(open_table, "5C")
    table.host.enter(table.code, "play", "Ben", hand="9C").said(201)
    id = table.phones["Ana"].post(table.path("disputes"), {"seq": 4}).said(201)["id"]
    settle(
        table.host,
        table,
        id,
        **{"as": "overruled", "verdict=legal": "no", "why": "It was a six."},
    )
    for path in (f"disputes/{id}", "log"):
        shown = words(opened(table.host, f"/t/{table.code}/{path}"))
        assert "Ben plays 9♣" in shown, path
        assert "It was a six." in shown, path
        assert "Removed with it: " in shown, path
        assert "nothing left to rule on" not in shown, path
    assert "Ben plays 5s or higher" in words(opened(table.host, f"/t/{table.code}"))


def test_a_refusal_is_questioned_by_who_was_refused_and_warned_first(
    played: Opened,
) -> None:
    id = str(uuid4())
    entry = {
        "id": id,
        "kind": "lay",
        "seat": "Ben",
        "after": "2",
        "form": "",
        "pick=card": "9S",
    }
    refused = opened(played.phones["Ben"], f"/t/{played.code}/enter", **entry)
    assert refused.status_code == 422
    assert f'href="/t/{played.code}/dispute/refused/{id}"' in refused.get_data(
        as_text=True
    )
    assert (
        opened(
            played.phones["Ana"], f"/t/{played.code}/dispute/refused/{id}"
        ).status_code
        == 404
    )
    form = opened(played.phones["Ben"], f"/t/{played.code}/dispute/refused/{id}")
    assert (
        "Everybody will see what you entered and why it was refused, even though it "
        "was secret."
    ) in words(form)
    assert (
        opened(
            played.phones["Ben"],
            f"/t/{played.code}/dispute/refused/{id}",
            why="Another nine.",
        ).status_code
        == 303
    )
    shown = words(opened(played.phones["Ana"], f"/t/{played.code}"))
    assert "Ben disputes a refusal" in shown
    assert "The referee ruled: The nine of spades was played." in shown
    dispute = played.host.look(played.code)["dispute"]["id"]
    host = words(opened(played.host, f"/t/{played.code}"))
    assert "Overturn Only marked: the game can’t go on from it" in host
    assert (
        settle(played.host, played, dispute, **{"as": "overruled"}).status_code == 303
    )
    assert played.host.look(played.code)["dispute"] is None


def test_a_refused_move_is_entered_after_all(open_table: Open) -> None:
    table = open_table("heads-or-tails", "Ana", "Ben")
    table.start()
    table.host.enter(table.code, "coin", winner="Ana").said(201)
    id = str(uuid4())
    table.phones["Ben"].enter(table.code, "take", "Ben", id).said(422)
    opened(
        table.phones["Ben"],
        f"/t/{table.code}/dispute/refused/{id}",
        why="Ana gave it to me.",
    )
    dispute = table.host.look(table.code)["dispute"]["id"]
    settle(table.host, table, dispute, **{"as": "overruled", "verdict=legal": "yes"})
    assert "The move was entered: " in words(
        opened(table.host, f"/t/{table.code}/disputes/{dispute}")
    )
    assert [one["score"] for one in table.host.look(table.code)["standings"]] == [0, 1]


def test_cards_are_tapped_among_those_that_the_ruling_shows(open_table: Open) -> None:
    table = open_table("slapjack", "Ana", "Ben")
    table.start()
    table.host.enter(table.code, "play", "Ben", card="JC").said(201)
    table.host.enter(table.code, "slap", order=["Ana"], takes=["JC"]).said(201)
    id = question(table)
    form = opened(table.host, f"/t/{table.code}").get_data(as_text=True)
    assert "Tap the wrong card." in form
    assert re.search(r'name="verdict=takes" value="JC" checked', form)
    sent = {"as": "overruled", "asked": "verdict=takes"}
    settle(table.host, table, id, **sent, **{"verdict=takes": "JC"})
    log = table.host.get(table.path("log")).said(200)
    assert log["disputes"][0]["resolution"]["verdict"] == {}, "as it was ruled"
    id = question(table)
    settle(table.host, table, id, **sent)
    log = table.host.get(table.path("log")).said(200)
    assert log["disputes"][1]["resolution"]["verdict"] == {"takes": []}


def test_points_of_each_are_changed_and_what_it_changes_is_shown_first(
    open_table: Open,
) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy", "Di")
    table.start()
    hearts = {"Ana": 1, "Ben": 2, "Cy": 3, "Di": 7}
    table.host.enter(table.code, "deal", hearts=hearts, queen="Di").said(201)
    id = question(table, seq=1)
    form = opened(table.host, f"/t/{table.code}").get_data(as_text=True)
    assert 'name="verdict=points=Ben" value="2"' in form
    assert "Tap the wrong card." not in form, "there are none"
    changed = {"as": "overruled", "verdict=points=Ben": "5"}
    shown = settle(table.host, table, id, **changed, preview="yes")
    assert "This changes: Ben: 2 → 5." in words(shown)
    assert table.host.look(table.code)["standings"][1]["score"] == 2, "nothing is kept"
    settle(table.host, table, id, **changed)
    assert table.host.look(table.code)["standings"][1]["score"] == 5


def test_points_of_the_running_round_are_in_what_it_changes(open_table: Open) -> None:
    seats = ("Ana", "Ben", "Cy", "Di")
    table = open_table("hearts", *seats, options={"depth": "tricks"})
    table.start(dealer="Di")
    for cards in (("2C", "KC", "5C", "4C"), ("2D", "KD", "QS", "4D")):
        plays = dict(zip(seats, cards, strict=True))
        table.host.enter(table.code, "trick", plays=plays).said(201)
    id = question(table, seq=2)
    decided = {"as": "overruled", "verdict=winner": "Di"}
    shown = settle(table.host, table, id, **decided, preview="yes")
    assert "This changes: Ben: 13 → 0; Di: 0 → 13." in words(shown)


def test_the_host_overturns_by_what_whoever_disputed_it_has_named(
    open_table: Open,
) -> None:
    table = disputed_trick(open_table, {"winner": "Cy"})
    at = f"/t/{table.code}"
    html = opened(table.host, at).get_data(as_text=True)
    assert re.search(r'name="verdict=winner" value="Cy" checked', html)
    id = str(table.host.look(table.code)["dispute"]["id"])
    sent = {"as": "overruled", "verdict=winner": "Cy", "preview": "yes"}
    shown = words(settle(table.host, table, id, **sent))
    assert "Cy wins. No score changes so far." in shown
    others = opened(table.phones["Ana"], at).get_data(as_text=True)
    assert 'value="Cy" checked' not in others, "she says something else"


def test_whoever_chooses_nothing_is_told_so_by_the_page(open_table: Open) -> None:
    table = disputed_trick(open_table)
    id = str(table.host.look(table.code)["dispute"]["id"])
    preview = settle(table.host, table, id, **{"as": "overruled", "preview": "yes"})
    assert "Choose what counts instead." in words(preview)
    assert "Scores stay as they are" not in words(preview)
    assert "required" not in preview.get_data(as_text=True)
    for phone in (table.host, table.phones["Ana"]):
        answer = settle(phone, table, id, **{"as": "overruled"})
        assert answer.status_code == 422
        assert words(answer).count("Choose what counts instead.") >= 1
        assert "Overturn without points" in words(answer)
    assert table.host.look(table.code)["dispute"]["votes"] == {"Cy": False}
    only = {"as": "overruled", "only": "mark"}
    assert settle(table.host, table, id, **only).status_code == 303


def disputed_trick(open_table: Open, verdict: dict[str, str] | None = None) -> Opened:
    """A trick of Ana's that Cy disputes, perhaps naming what counts instead."""
    seats = ("Ana", "Ben", "Cy", "Dee")
    table = open_table("hearts", *seats, options={"depth": "tricks"})
    table.start(dealer="Dee")
    plays = dict(zip(seats, ("AC", "2C", "3C", "4C"), strict=True))
    table.host.enter(table.code, "trick", plays=plays).said(201)
    body = {"seq": 1, "verdict": verdict} if verdict else {"seq": 1}
    table.phones["Cy"].post(table.path("disputes"), body).said(201)
    return table


def test_a_revoke_that_counts_again_says_so_with_its_price(open_table: Open) -> None:
    seats = ("Ana", "Ben", "Cy", "Dee")
    table = open_table("hearts", "Ben", seats=seats, options={"depth": "tricks"})
    table.start(dealer="Dee")
    for cards in ("AC 2C 3C 4D", "KC 5C 6C 7C"):
        plays = dict(zip(seats, cards.split(), strict=True))
        table.host.enter(table.code, "trick", plays=plays).said(201)
    entry = table.host.get(table.path("log")).said(200)["entries"][1]
    summaries = [each["summary"] for each in entry["rulings"]]
    at = next(at for at, each in enumerate(summaries) if "revoked" in each)
    address = f"/t/{table.code}/dispute/2?ruling={at}"
    for legal in ("yes", "no"):
        opened(table.phones["Ben"], address, why="No!")
        id = table.host.look(table.code)["dispute"]["id"]
        host = words(opened(table.host, f"/t/{table.code}"))
        filled = {"as": "overruled", "verdict=legal": legal}
        preview = words(settle(table.host, table, id, **filled, preview="yes"))
        settle(table.host, table, id, **filled)
    assert "Overturn Dee revoked in trick 1. That costs Dee 26 points" in host
    assert "it isn’t allowed" not in host + preview
    shown = words(opened(table.phones["Ben"], f"/t/{table.code}"))
    news = "Dee revoked in trick 1 after all. (Ben disputed it: the host decided.)"
    assert news in shown
    log = words(opened(table.phones["Ben"], f"/t/{table.code}/log"))
    assert "overturned by the host: Dee revoked in trick 1. That costs" in log


@pytest.mark.parametrize(("ruling", "part"), [(0, "total"), (3, "scores=Ben")])
def test_whoever_disputes_a_round_says_its_points(
    open_table: Open, ruling: int, part: str
) -> None:
    table = four_aces(open_table, Ana="2H 3H 4H", Ben="5C 5D JS", Cy="6S 7S 8S")
    address = f"/t/{table.code}/dispute/3?ruling={ruling}"
    form = opened(table.phones["Ben"], address).text
    sent = dict(re.findall(r'name="(verdict=[^"]+)" value="([^"]+)" checked', form))
    sent |= dict(re.findall(r'name="(verdict=[^"]+)" value="(-?\d+)"', form))
    sent[f"verdict={part}"] = "7"
    answer = opened(table.phones["Ben"], address, why="", **sent)
    assert answer.status_code == 303
    named = table.host.look(table.code)["dispute"]["verdicts"]["Ben"]
    assert named == ({"total": 7} if ruling == 0 else {"scores": {"Ben": 7}})

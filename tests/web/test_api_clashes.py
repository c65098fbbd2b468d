"""What a cheat learns of what others have sealed, by asking over HTTP: nothing. And
what happens where it clashes.
"""

import re
from typing import Any
from uuid import uuid4

import pytest

from tests.web.conftest import Open, Opened
from tests.web.phone import Phone
from tests.web.test_api_secrets import page, same_words

DRAFT = [f"{rank}{suit}" for rank in "AKQJ" for suit in "CDHS"] + ["XB", "XR"]
ORDINARY = [
    f"{rank}{suit}"
    for rank in "23456789TJQK"
    for suit in "CDHS"
    if f"{rank}{suit}" != "4C"
]


@pytest.fixture
def board(open_table: Open) -> Opened:
    """Ana, Ben and Cy are to place a card."""
    table = open_table("faj", "Ana", "Ben", "Cy")
    table.start()
    table.host.enter(table.code, "board", cards=["3C"]).said(201)
    return table


def batch(phone: Phone, table: Opened, *entries: dict[str, Any]) -> Any:
    return phone.post(
        table.path("entries"),
        {"entries": [{"id": str(uuid4()), **entry} for entry in entries]},
    )


# What used to be learnt


def test_eighteen_batches_read_no_card_that_others_have_placed(board: Opened) -> None:
    """The last one names each card in turn, and something senseless after it so that it
    is all taken back.
    """
    board.place("Ana", "KC").said(201)
    board.place("Ben", "JD").said(201)
    cy = board.phones["Cy"]
    senseless = {"kind": "nonsense", "data": {}}
    answers = [
        batch(cy, board, {"kind": "play", "data": {"plays": {seat: card}}}, senseless)
        for card in DRAFT
        for seat in ("Cy", " Cy ")
    ]
    assert {answer.status for answer in answers} == {422}
    assert len({same_words(answer.text, board) for answer in answers}) == 1
    assert board.host.look(board.code)["seq"] == 3


def test_forty_six_batches_read_no_card_of_a_bid(open_table: Open) -> None:
    table = open_table("jizara", "Ana", "Ben")
    table.start()
    table.host.enter(table.code, "turn", card="8H").said(201)
    for seat in ("Ana", "Ben"):
        table.phones[seat].enter(table.code, "decide", bid=True).said(201)
    table.phones["Ana"].enter(table.code, "bid", cards=["KD", "2C", "3C"]).said(201)
    after = {"kind": "turn", "data": {"card": "9H"}}
    answers = [
        batch(
            phone,
            table,
            {"kind": "bid", "seat": "Ben", "data": {"cards": [card]}},
            after,
        )
        for card in ORDINARY
        if card != "8H"
        for phone in (table.phones["Ben"], table.host)
    ]
    assert len({same_words(answer.text, table) for answer in answers}) == 1
    assert table.host.look(table.code)["seq"] == 4


def test_nothing_may_follow_an_open_entry_while_others_have_sealed_theirs(
    open_table: Open,
) -> None:
    """A call of four aces would open the others' hands; what follows would take it
    back.
    """
    table = open_table("four-aces", "Ana", "Ben", "Cy")
    table.start()
    table.phones["Ana"].enter(table.code, "round", hidden=["2S"], exposed=["3S"]).said(
        201
    )
    call = {
        "kind": "four_aces",
        "data": {"hand": "hidden", "cards": ["AC", "AD", "AH", "AS"]},
    }
    answer = batch(table.phones["Ben"], table, call, {"kind": "nonsense", "data": {}})
    assert answer.fields().keys() == {"entries"}
    assert table.host.look(table.code)["seq"] == 1


HANDS = (
    {"hidden": ["AS", "7C", "2D"], "exposed": ["9H", "TS", "JC"]},
    {"hidden": ["4S", "7C", "2D"], "exposed": ["9H", "TS", "JC"]},
)
"""What Ana seals: with one of the aces, and without."""


def called(open_table: Open, hands: dict[str, list[str]]) -> list[str]:
    """What Ben is answered, who calls wrongly, and rightly but with something after it."""
    table = open_table("four-aces", "Ana", "Ben", "Cy")
    table.start()
    table.phones["Ana"].enter(table.code, "round", **hands).said(201)
    ben = table.phones["Ben"]
    aces = ["AC", "AD", "AH", "AS"]
    call = {"kind": "four_aces", "data": {"hand": "hidden", "cards": aces}}
    own = {"kind": "round", "data": {"hidden": ["3H"], "exposed": []}}
    short = ben.enter(table.code, "four_aces", hand="hidden", cards=aces[:3])
    followed = batch(ben, table, call, own)
    assert (short.status, followed.status, table.host.look(table.code)["seq"]) == (
        422,
        422,
        1,
    )
    batch(ben, table, own, call).said(201)
    return [same_words(one.text, table) for one in (short, followed)]


def test_a_call_of_four_aces_is_taken_or_refused_whatever_others_have_sealed(
    open_table: Open,
) -> None:
    with_ace, without = (called(open_table, hands) for hands in HANDS)
    assert with_ace == without


def test_what_was_sealed_after_a_call_was_taken_back_is_not_revealed_by_calling_it_again(
    open_table: Open,
) -> None:
    """The call counts where it was made: before that, which is struck unseen, since the
    match is over by then.
    """
    table = open_table("four-aces", "Ana", "Ben", "Cy")
    table.start()
    table.phones["Ana"].enter(table.code, "round", **HANDS[1]).said(201)
    ben = table.phones["Ben"]
    call = ben.enter(
        table.code, "four_aces", hand="hidden", cards=["AC", "AD", "AH", "AS"]
    ).said(201)["seq"]
    struck = ben.post(
        table.path("corrections"), {"changes": [{"seq": call, "strike": True}]}
    ).said(201)
    table.phones["Ana"].enter(table.code, "round", hidden=["KD"], exposed=["QD"]).said(
        201
    )
    undone = ben.post(f"{table.path('corrections')}/{struck['id']}/undo")
    seen = undone.text + "".join(
        ben.get(table.path(one)).text for one in ("log", "export")
    )
    assert '"KD"' not in seen
    assert '"QD"' not in seen


def test_a_call_that_is_taken_reveals_what_was_sealed_and_the_check_names_who_has_an_ace(
    open_table: Open,
) -> None:
    for hands, named in zip(HANDS, (["Ana"], []), strict=True):
        table = open_table("four-aces", "Ana", "Ben", "Cy")
        table.start()
        table.phones["Ana"].enter(table.code, "round", **hands).said(201)
        call = {"hand": "hidden", "cards": ["AC", "AD", "AH", "AS"]}
        ruled = (
            table.phones["Ben"]
            .enter(table.code, "four_aces", **call)
            .said(201)["rulings"]
        )
        assert [one["verdict"]["seats"] for one in ruled[1:]] == (
            [named] if named else []
        )
        line = table.phones["Cy"].get(table.path("log")).said(200)["entries"][0]
        assert line["data"]["hidden"] == hands["hidden"]
        assert table.host.look(table.code)["winners"] == ["Ben"]


def test_what_one_has_sealed_alone_may_go_through_in_one_batch(board: Opened) -> None:
    plays = [
        {"kind": "play", "data": {"plays": {seat: card}}}
        for seat, card in (("Ana", "KC"), ("Ben", "JD"))
    ]
    batch(board.host, board, *plays).said(201)
    last = {"kind": "play", "data": {"plays": {"Cy": "AC"}}}
    batch(
        board.host, board, last, {"kind": "board", "data": {"cards": ["4C", "5C"]}}
    ).said(201)
    assert board.host.look(board.code)["seq"] == 5


def test_whoever_comes_last_names_one_card_and_no_other(board: Opened) -> None:
    """A card that another has placed used to be refused, and the next one could be
    tried.
    """
    board.place("Ana", "KC").said(201)
    board.place("Ben", "JD").said(201)
    board.place("Cy", "KC").said(201)
    assert board.place("Cy", "JD").status == 422, (
        "now that all is open, it lies before Ben"
    )
    assert board.host.look(board.code)["to_act"] == ["Ana", "Cy"]


def test_no_correction_strikes_what_is_sealed_for_what_it_is(board: Opened) -> None:
    """Trick by trick the host could name cards in a trick that is over, and see which
    of them struck a sealed one.
    """
    for seat, card in (("Ana", "KC"), ("Ben", "JD"), ("Cy", "AC")):
        board.place(seat, card).said(201)
    board.host.enter(board.code, "board", cards=["4C", "5C"]).said(201)
    board.place("Ben", "QH").said(201)
    for card in DRAFT:
        if card in ("KC", "JD", "AC"):
            continue
        change = {
            "changes": [{"seq": 2, "data": {"plays": {"Ana": card}}}],
            "drop_unfit": True,
        }
        board.host.post(board.path("corrections"), change).said(201)
    log = board.phones["Cy"].get(board.path("log")).said(200)
    assert not any(line["struck"] for line in log["entries"])
    assert {tuple(one["dropped"]) for one in log["corrections"]} == {()}
    assert board.host.look(board.code)["to_act"] == ["Ana", "Cy"]


def test_what_the_host_entered_for_a_seat_is_not_read_by_whoever_sits_down_there(
    open_table: Open,
) -> None:
    table = open_table("faj", "Ana", seats=("Ana", "Ben", "Cy"))
    table.start()
    table.host.enter(table.code, "board", cards=["3C"]).said(201)
    table.host.enter(table.code, "play", "Ben", plays={"Ben": "JD"}).said(201)
    ben = table.sit("Ben")
    for call in ("log", "export"):
        [line] = [
            line
            for line in ben.get(table.path(call)).said(200)["entries"]
            if line["kind"] == "play"
        ]
        assert (line["data"], line["sealed"]) == (None, True)
    assert "JD" not in str(ben.look(table.code)["zones"])
    assert not re.search(r'value="JD"[^>]* checked', page(ben, f"/t/{table.code}"))
    assert table.host.get(table.path("log")).said(200)["entries"][-1]["data"] == {
        "plays": {"Ben": "JD"}
    }
    ben.enter(table.code, "play", plays={"Ben": "QH"}).said(201)
    table.host.enter(table.code, "play", plays={"Cy": "JD"}).said(201)


def test_whoever_takes_a_seat_over_is_not_told_what_its_owner_sealed_for_others(
    open_table: Open,
) -> None:
    """Ana was host and entered for Cy too; whoever has her seat now would hear of a
    card that is there twice.
    """
    answers = []
    for card in ("JD", "QH"):
        table = open_table("faj", "Ana", "Ben", seats=("Ana", "Ben", "Cy"))
        table.start()
        table.host.post(table.path("host"), {"seat": "Ana"}).said(200)
        table.phones["Ana"].enter(table.code, "board", cards=["3C"]).said(201)
        table.phones["Ana"].enter(table.code, "play", plays={"Cy": card}).said(201)
        table.phones["Ana"].post(table.path("host"), {"seat": "Ben"}).said(200)
        table.phones["Ben"].post(table.path("leave"), {"seat": "Ana"}).said(200)
        eve = table.sit("Ana")
        answers.append(
            [
                eve.enter(table.code, "play", plays={"Ana": "JD"}).status,
                same_words(page(eve, f"/t/{table.code}"), table),
            ]
        )
    assert answers[0] == answers[1]


def test_no_undo_brings_about_a_reveal(open_table: Open) -> None:
    """Undone at will, it would show what the others have laid before one's own card is
    chosen.
    """
    table = open_table("highest-card", "Ana", "Ben")
    table.start()
    table.phones["Ana"].enter(table.code, "lay", card="9S").said(201)
    strike = {"changes": [{"seq": 1, "strike": True}]}
    id = table.phones["Ana"].post(table.path("corrections"), strike).said(201)["id"]
    table.phones["Ben"].enter(table.code, "lay", card="8S").said(201)
    assert table.phones["Ana"].post(table.path(f"corrections/{id}/undo")).status == 409
    assert (
        table.phones["Ana"].get(table.path("log")).said(200)["entries"][-1]["data"]
        is None
    )


# A clash


@pytest.fixture
def clash(board: Opened) -> Opened:
    """Ben and Cy have both entered the king of clubs, and Ana, who came last, is
    innocent.
    """
    board.place("Ben", "KC").said(201)
    board.place("Cy", "KC").said(201)
    board.place("Ana", "AD").said(201)
    return board


def test_the_two_concerned_are_asked_again_and_the_innocent_third_is_not(
    clash: Opened, spectator: Phone
) -> None:
    seen = spectator.look(clash.code)
    [ruling] = seen["rulings"]
    assert ruling["verdict"] == {
        "legal": False,
        "clash": ["KC"],
        "seats": ["Ben", "Cy"],
    }
    assert ruling["summary"].startswith("Ben and Cy: check, and enter again.")
    assert seen["to_act"] == ["Ben", "Cy"]
    assert seen["next"] == "Check your cards, Ben and Cy."
    assert [
        line["sealed"] for line in spectator.get(clash.path("log")).said(200)["entries"]
    ] == [False] * 4
    assert clash.phones["Ana"].look(clash.code)["prompts"] == []
    [prompt] = clash.phones["Ben"].look(clash.code)["prompts"]
    assert (prompt["seats"], prompt["secret"], prompt["again"], prompt["optional"]) == (
        ["Ben"],
        False,
        True,
        False,
    )
    assert prompt["fields"][0]["default"] == {"Ben": "KC"}


def test_whoever_was_right_confirms_and_the_other_is_told_where_the_card_lies(
    clash: Opened,
) -> None:
    clash.place("Ben", "KC").said(201)
    again = clash.place("Cy", "KC").said(422)
    assert again["ruling"]["verdict"] == {
        "legal": False,
        "clash": ["KC"],
        "seats": ["Ben", "Cy"],
    }
    assert clash.place("Cy", "AD").said(422)["ruling"]["verdict"]["seats"] == [
        "Ana",
        "Cy",
    ]
    done = clash.place("Cy", "QH").said(201)
    assert done["rulings"][0]["verdict"]["winner"] == "Ben"


def test_whoever_confirmed_what_was_wrong_may_change_it_while_the_other_is_awaited(
    clash: Opened,
) -> None:
    clash.place("Ben", "KC").said(201)
    [change] = clash.phones["Ben"].look(clash.code)["prompts"]
    assert (change["seats"], change["optional"]) == (["Ben"], True)
    clash.place("Ben", "QH").said(201)
    assert clash.place("Cy", "KC").said(201)["rulings"][0]["verdict"]["winner"] == "Cy"


def test_the_host_may_enter_again_for_both_in_one_batch(clash: Opened) -> None:
    entries = [
        {"kind": "play", "data": {"plays": {seat: card}}}
        for seat, card in (("Cy", "KC"), ("Ben", "QH"))
    ]
    assert (
        batch(clash.host, clash, *entries).said(201)["rulings"][0]["verdict"]["winner"]
        == "Cy"
    )


def test_nobody_enters_again_for_another(clash: Opened) -> None:
    ben = clash.phones["Ben"]
    assert ben.enter(clash.code, "play", "Cy", plays={"Cy": "QH"}).status == 403
    assert ben.enter(clash.code, "play", "Ben", plays={"Cy": "QH"}).status == 422
    assert (
        ben.enter(clash.code, "play", "Ben", plays={"Ben": "KC", "Cy": "QH"}).status
        == 422
    )


def test_a_clash_that_a_correction_settles_is_gone(clash: Opened) -> None:
    change = {"changes": [{"seq": 3, "data": {"plays": {"Cy": "QH"}}}]}
    [changed] = (
        clash.phones["Cy"].post(clash.path("corrections"), change).said(201)["changed"]
    )
    assert changed["new"][0]["verdict"]["winner"] == "Ben"
    assert clash.host.look(clash.code)["phase"] == "board"


def test_a_correction_of_what_lies_open_makes_no_clash(clash: Opened) -> None:
    change = {
        "changes": [{"seq": 4, "data": {"plays": {"Ana": "KC"}}}],
        "drop_unfit": True,
    }
    refused = clash.phones["Ana"].post(clash.path("corrections"), change).said(422)
    assert refused["ruling"]["verdict"] == {
        "legal": False,
        "clash": ["KC"],
        "seats": ["Ana", "Ben", "Cy"],
    }
    assert clash.host.look(clash.code)["seq"] == 4


def test_a_match_that_is_loaded_anew_stands_in_the_same_clash(
    clash: Opened, room: Any
) -> None:
    clash.place("Ben", "KC").said(201)
    before = [phone.look(clash.code) for phone in clash.phones.values()]
    room.forget(clash.code)
    assert [phone.look(clash.code) for phone in clash.phones.values()] == before


def test_a_clash_that_is_settled_is_no_news_when_one_of_its_cards_is_corrected(
    clash: Opened, spectator: Phone
) -> None:
    """Nobody is asked again for what they have entered again."""
    clash.place("Ben", "KC").said(201)
    clash.place("Cy", "QH").said(201)
    change = {"changes": [{"seq": 4, "data": {"plays": {"Ana": "AH"}}}]}
    clash.phones["Ana"].post(clash.path("corrections"), change).said(201)
    for path in ("", "/board"):
        shown = page(spectator, f"/t/{clash.code}{path}")
        assert "Still: Ben wins the trick" in shown
        assert "Enter again" not in shown


@pytest.mark.parametrize("seat", ["Ben", "Cy"])
def test_a_phone_begins_with_what_its_seat_had_entered_so_that_one_tap_confirms(
    clash: Opened, seat: str
) -> None:
    shown = page(clash.phones[seat], f"/t/{clash.code}")
    assert re.findall(
        r'name="pick=plays=(\w+)" [^>]*value="(\w+)"[^>]* checked', shown
    ) == [(seat, "KC")]
    assert set(re.findall(r'name="pick=plays=(\w+)"', shown)) == {seat}
    assert "Enter what’s on the table." in shown


def test_board_and_log_tell_what_clashes_and_who_enters_again(
    clash: Opened, spectator: Phone
) -> None:
    for path in ("", "/board", "/log"):
        shown = page(spectator, f"/t/{clash.code}{path}")
        assert "Ben and Cy: check, and enter again." in shown, path


def test_every_page_goes_on_once_somebody_has_entered_again(
    clash: Opened, spectator: Phone
) -> None:
    clash.place("Ben", "KC").said(201)
    for phone in (*clash.phones.values(), clash.host, spectator):
        assert "Entered again: Ben. Still to enter again: Cy." in page(
            phone, f"/t/{clash.code}"
        )
        assert "Ben and Cy: check, and enter again." in page(
            phone, f"/t/{clash.code}/log"
        )

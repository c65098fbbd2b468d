"""What is sealed answers the question that it was sealed for, and no other, however the
match is corrected.
"""

from typing import Any

import pytest

from tests.web.conftest import Open, Opened
from tests.web.phone import Answer, Phone
from tests.web.test_api_secrets import page, same_words

HANDS = {
    "Ana": {"hidden": ["2S", "3S", "4S"], "exposed": ["5S", "6S", "7S"], "locked": []},
    "Ben": {"hidden": ["2H", "3H", "4H"], "exposed": ["5H", "6H", "7H"], "locked": []},
    "Cy": {"hidden": ["2C", "3C", "4C"], "exposed": ["5C", "6C", "7C"], "locked": []},
}
NEXT_HAND = {"hidden": ["9H", "TH", "JH"], "exposed": ["QD", "8D", "9D"], "locked": []}


def corrected(
    phone: Phone, table: Opened, *changes: dict[str, Any], drop_unfit: bool = False
) -> Answer:
    return phone.post(
        table.path("corrections"), {"changes": list(changes), "drop_unfit": drop_unfit}
    )


def strike(seq: int) -> dict[str, Any]:
    return {"seq": seq, "strike": True}


def entered(table: Opened, phone: Phone) -> list[Any]:
    return [line["data"] for line in phone.get(table.path("log")).said(200)["entries"]]


@pytest.fixture
def board(open_table: Open) -> Opened:
    """Ana, Ben and Cy are to place a card."""
    table = open_table("faj", "Ana", "Ben", "Cy")
    table.start()
    table.phones["Ana"].enter(table.code, "board", cards=["3C"]).said(201)
    return table


def test_a_hand_taken_back_does_not_make_the_next_hands_those_of_the_round_before(
    open_table: Open,
) -> None:
    """Ana would enter hers again, and all that the others had sealed for the next round
    lay open.
    """
    table = open_table("four-aces", "Ana", "Ben", "Cy")
    table.start()
    for seat, hands in HANDS.items():
        table.phones[seat].enter(table.code, "round", **hands).said(201)
    table.phones["Ben"].enter(table.code, "round", **NEXT_HAND).said(201)
    ana = table.phones["Ana"]
    corrected(ana, table, strike(1)).said(201)
    assert ana.look(table.code)["to_act"] == ["Ana"]
    ana.enter(table.code, "round", **HANDS["Ana"]).said(201)
    seen = ana.look(table.code)
    assert (seen["round"], seen["to_act"]) == (2, ["Ana", "Ben", "Cy"])
    assert entered(table, ana) == [*HANDS.values(), None, HANDS["Ana"]]


def test_a_card_taken_back_does_not_move_the_others_cards_into_the_trick_before(
    board: Opened,
) -> None:
    for seat, card in (("Ana", "KC"), ("Ben", "QD"), ("Cy", "JH")):
        board.place(seat, card).said(201)
    ana = board.phones["Ana"]
    ana.enter(board.code, "board", cards=["4C", "5C"]).said(201)
    board.place("Ben", "XB").said(201)
    corrected(ana, board, strike(2), drop_unfit=True).said(201)
    assert (
        board.place("Ana", "KC").said(201)["rulings"][0]["verdict"]["winner"] == "Ana"
    )
    assert entered(board, ana)[5] is None


def test_a_correction_undone_at_once_gives_back_what_was_sealed(board: Opened) -> None:
    for seat, card in (("Ana", "KC"), ("Ben", "QD"), ("Cy", "JH")):
        board.place(seat, card).said(201)
    ana = board.phones["Ana"]
    before = (
        board.phones["Ben"].enter(board.code, "board", cards=["4C", "5C"]).said(201)
    )
    board.place("Ben", "XB").said(201)
    made = corrected(ana, board, strike(2), drop_unfit=True).said(201)
    ana.post(board.path(f"corrections/{made['id']}/undo")).said(201)
    assert before["view"]["to_act"] == ["Ana", "Ben", "Cy"]
    assert ana.look(board.code)["to_act"] == ["Ana", "Cy"]
    assert entered(board, board.phones["Ben"])[5] == {"plays": {"Ben": "XB"}}


def test_a_correction_turned_to_and_fro_brings_nothing_back_that_was_struck_unseen(
    board: Opened,
) -> None:
    """The host could have struck meanwhile what its author sealed instead, and then see
    the first one opened.
    """
    for seat, card in (("Ana", "KC"), ("Ben", "QD"), ("Cy", "JH")):
        board.place(seat, card).said(201)
    ana = board.phones["Ana"]
    ana.enter(board.code, "board", cards=["4C", "5C"]).said(201)
    board.place("Ben", "XB").said(201)
    made = corrected(ana, board, strike(2), drop_unfit=True).said(201)
    for turn in ("undo", "redo", "undo"):
        ana.post(
            board.path(f"corrections/{made['id']}/{turn}"), {"drop_unfit": True}
        ).said(201)
    assert ana.look(board.code)["to_act"] == ["Ana", "Ben", "Cy"]


def test_what_was_replaced_does_not_come_back_when_what_replaced_it_is_struck(
    board: Opened,
) -> None:
    board.place("Ben", "XB").said(201)
    board.place("Ben", "QD").said(201)
    board.place("Cy", "JH").said(201)
    board.place("Ana", "KC").said(201)
    corrected(board.host, board, strike(3), strike(5)).said(201)
    board.place("Ana", "KC").said(201)
    assert board.host.look(board.code)["to_act"] == ["Ben"]
    assert entered(board, board.host)[1] is None


def test_what_somebody_took_back_unseen_is_brought_back_by_nobody_else(
    board: Opened,
) -> None:
    board.place("Ben", "XB").said(201)
    id = corrected(board.phones["Ben"], board, strike(2)).said(201)["id"]
    assert board.host.post(board.path(f"corrections/{id}/undo")).status == 403
    board.phones["Ben"].post(board.path(f"corrections/{id}/undo")).said(201)
    assert board.host.look(board.code)["to_act"] == ["Ana", "Cy"]


def test_what_somebody_corrected_unseen_is_brought_back_by_nobody_else(
    board: Opened,
) -> None:
    """The reveal would show the card that Ben had thought better of."""
    board.place("Ben", "XB").said(201)
    change = {"seq": 2, "data": {"plays": {"Ben": "QD"}}}
    id = corrected(board.phones["Ben"], board, change).said(201)["id"]
    assert board.host.post(board.path(f"corrections/{id}/undo")).status == 403
    board.phones["Ben"].post(board.path(f"corrections/{id}/undo")).said(201)
    assert board.host.post(board.path(f"corrections/{id}/redo")).status == 403


def test_what_the_host_struck_unseen_is_not_brought_back_later(board: Opened) -> None:
    """Ben has seen that it was struck and decides again."""
    board.place("Ben", "XB").said(201)
    id = corrected(board.host, board, strike(2)).said(201)["id"]
    board.place("Ben", "QD").said(201)
    board.place("Ana", "KC").said(201)
    corrected(board.host, board, strike(4)).said(201)
    refused = board.host.post(
        board.path(f"corrections/{id}/undo"), {"drop_unfit": True}
    ).said(422)
    assert [one["seq"] for one in refused["unfit"]] == [2]


def test_the_page_of_a_correction_tells_nothing_that_was_never_shown(
    board: Opened,
) -> None:
    """Without the correction, Ben's joker would have won the trick: that it was a
    joker, nobody has seen.
    """
    shown = []
    for card in ("XB", "AC"):
        table = board
        table.place("Ben", card).said(201)
        seq = table.host.look(table.code)["seq"]
        id = corrected(table.phones["Ben"], table, strike(seq)).said(201)["id"]
        shown.append(id)
    board.place("Cy", "JH").said(201)
    board.place("Ana", "KC").said(201)
    board.place("Ben", "QD").said(201)
    for id in shown:
        told = page(board.phones["Ana"], f"/t/{board.code}/corrections/{id}")
        assert "Taken back: Round 1, Ben’s card" in told
        assert "No ruling changed." in told


def test_an_entry_for_one_seat_is_not_corrected_into_one_for_two(board: Opened) -> None:
    """The seat may read what was entered for it, and would read what is another's."""
    board.host.enter(board.code, "play", "Ben", plays={"Ben": "QD"}).said(201)
    wrong = corrected(
        board.host, board, {"seq": 2, "data": {"plays": {"Ben": "QD", "Cy": "XB"}}}
    ).said(422)
    assert wrong["unfit"] == [{"seq": 2, "message": "This was entered for Ben only."}]
    assert entered(board, board.phones["Ben"])[1] == {"plays": {"Ben": "QD"}}


@pytest.mark.parametrize(
    "nonsense",
    [{"cards": 5}, {"cards": {"KC": 1}}, {"plays": {"Ana": "KC"}}, {}],
    ids=str,
)
def test_what_a_correction_puts_there_is_read_also_where_nobody_looks_yet(
    open_table: Open, nonsense: Any
) -> None:
    """What is no card stood in the log for good, and no page of the table could be
    shown.
    """
    table = open_table("jizara", "Ana", "Ben")
    table.start()
    ana = table.phones["Ana"]
    ben = table.phones["Ben"]
    ben.enter(table.code, "turn", card="8H").said(201)
    for seat, phone in table.phones.items():
        phone.enter(table.code, "decide", seat, bid=True).said(201)
    for card in ("KC", "KD"):
        ana.enter(table.code, "bid", cards=[card]).said(201)
    change = {"data": nonsense}
    replaced, counting = ({"seq": seq, **change} for seq in (4, 5))
    assert corrected(ana, table, replaced).status == 422
    assert corrected(ana, table, counting).status == 422
    corrected(ana, table, strike(5)).said(201)
    assert corrected(ana, table, counting).status == 422
    ben.enter(table.code, "bid", cards=["KS"]).said(201)
    assert (
        corrected(table.host, table, strike(8), replaced, drop_unfit=True).status == 422
    )


@pytest.mark.parametrize("card", ["KC", "QD"])
def test_a_name_that_a_sealed_card_may_have_is_forgotten_and_the_card_stays(
    open_table: Open, card: str
) -> None:
    table = open_table("faj", "KC", "Ben")
    table.start()
    table.phones["KC"].enter(table.code, "board", cards=["3C"]).said(201)
    table.place("Ben", card).said(201)
    assert table.phones["KC"].post(table.path("seats/KC/forget")).said(200) == {
        "seat": "Player 1"
    }
    played = (
        table.phones["KC"].enter(table.code, "play", plays={"Player 1": "AD"}).said(201)
    )
    assert played["rulings"][0]["verdict"]["winner"] in ("Player 1", "Ben")
    assert card in str(table.host.get(table.path("log")).json)


@pytest.mark.parametrize("replaced", [False, True], ids=["counting", "replaced"])
def test_a_sealed_bid_does_not_become_an_open_one(
    open_table: Open, replaced: bool
) -> None:
    """Ben says he had passed, and that another card was turned: only where Ana's bid
    held it was that taken.
    """
    answers = []
    for bid in ("KC", "KD"):
        table = open_table("jizara", "Ana", "Ben")
        table.start()
        ben = table.phones["Ben"]
        ana = table.phones["Ana"]
        ben.enter(table.code, "turn", card="8H").said(201)
        for seat, phone in table.phones.items():
            phone.enter(table.code, "decide", seat, bid=True).said(201)
        ana.enter(table.code, "bid", cards=[bid]).said(201)
        if replaced:
            ana.enter(table.code, "bid", cards=["QS"]).said(201)
        passed = corrected(
            ben,
            table,
            {"seq": 1, "data": {"card": "KC"}},
            {"seq": 3, "data": {"bid": False}},
        )
        answers.append(
            [
                same_words(text, table)
                for text in (passed.text, ben.get(table.path("log")).text)
            ]
        )
    assert answers[0] == answers[1]


def test_what_a_correction_struck_unseen_stays_struck_when_the_match_is_loaded(
    board: Opened, room: Any
) -> None:
    for seat, card in (("Ana", "KC"), ("Ben", "QD"), ("Cy", "JH")):
        board.place(seat, card).said(201)
    board.phones["Ana"].enter(board.code, "board", cards=["4C", "5C"]).said(201)
    board.place("Ben", "XB").said(201)
    corrected(board.phones["Ana"], board, strike(2), drop_unfit=True).said(201)
    board.place("Ana", "AC").said(201)
    before = [
        phone.get(board.path(call)).json
        for phone in board.phones.values()
        for call in ("log", "export")
    ]
    room.forget(board.code)
    after = [
        phone.get(board.path(call)).json
        for phone in board.phones.values()
        for call in ("log", "export")
    ]
    assert before == after

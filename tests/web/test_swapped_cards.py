"""Two cards entered in each other's place are put right by one tap."""

import pytest

from tests.web.conftest import Open, Opened

FIRST = {"Ana": "2C", "Ben": "5C", "Cy": "9C", "Dee": "KC"}
SECOND = {"Dee": "3D", "Ana": "7D", "Ben": "9D", "Cy": "AD"}


@pytest.fixture
def table(open_table: Open) -> Opened:
    """Hearts, trick by trick, from the first one on."""
    table = open_table("hearts", "Ana", "Ben", "Cy", "Dee", options={"passing": "none"})
    table.start()
    table.host.enter(table.code, "depth").said(201)
    return table


def test_cards_of_two_tricks_are_swapped_by_the_button_that_the_refusal_offers(
    table: Opened,
) -> None:
    first = table.host.enter(table.code, "trick", plays=FIRST).said(201)["seq"]
    table.host.enter(table.code, "trick", plays=SECOND).said(201)

    client = table.host.app.test_client()
    host = {"Authorization": f"Bearer {table.host.token}"}
    address = f"/t/{table.code}/correct/{first}"
    wrong = {f"pick=plays={seat}": card for seat, card in FIRST.items()}
    wrong["pick=plays=Ben"] = "9D"
    refused = client.post(address, headers=host, data={**wrong, "do": "change"})
    text = refused.get_data(as_text=True)
    assert refused.status_code == 422
    assert 'name="swap"' in text

    swapped = client.post(
        address, headers=host, data={**wrong, "do": "change", "swap": "yes"}
    )
    assert swapped.status_code == 303
    log = table.host.get(f"/tables/{table.code}/log").said(200)["entries"]
    plays = [entry["data"]["plays"] for entry in log if entry["kind"] == "trick"]
    assert plays == [{**FIRST, "Ben": "9D"}, {**SECOND, "Ben": "5C"}]


def test_a_card_is_changed_back_to_what_was_entered_first(table: Opened) -> None:
    first = table.host.enter(table.code, "trick", plays=FIRST).said(201)["seq"]
    client = table.host.app.test_client()
    host = {"Authorization": f"Bearer {table.host.token}"}
    address = f"/t/{table.code}/correct/{first}"
    for card in ("9D", "5C"):
        picks = {f"pick=plays={seat}": card for seat, card in FIRST.items()}
        picks["pick=plays=Ben"] = card
        sent = client.post(address, headers=host, data={**picks, "do": "change"})
        assert sent.status_code == 303
        log = table.host.get(table.path("log")).said(200)["entries"]
        [plays] = [each["data"]["plays"] for each in log if each["kind"] == "trick"]
        assert plays["Ben"] == card


def test_ones_own_card_is_changed_after_the_host_has_changed_anothers(
    table: Opened,
) -> None:
    first = table.host.enter(table.code, "trick", plays=FIRST).said(201)["seq"]
    plays = {**FIRST, "Ben": "6C"}
    edit = {"changes": [{"seq": first, "data": {"plays": plays}}]}
    table.host.post(table.path("corrections"), edit).said(201)
    plays["Cy"] = "TC"
    edit = {"changes": [{"seq": first, "data": {"plays": plays}}]}
    table.phones["Cy"].post(table.path("corrections"), edit).said(201)

    client = table.host.app.test_client()
    cy = {"Authorization": f"Bearer {table.phones['Cy'].token}"}
    picks = {"pick=plays=Cy": "JC", "do": "change"}
    address = f"/t/{table.code}/correct/{first}"
    assert client.post(address, headers=cy, data=picks).status_code == 303
    log = table.host.get(table.path("log")).said(200)["entries"]
    [now] = [each["data"]["plays"] for each in log if each["kind"] == "trick"]
    assert now == {**plays, "Cy": "JC"}


def test_who_may_not_correct_both_reads_that_the_host_can(table: Opened) -> None:
    numbers = {}
    for seat, card in FIRST.items():
        phone = table.phones[seat]
        entered = phone.enter(table.code, "trick", plays={seat: card}).said(201)
        numbers[seat] = entered["seq"]
    client = table.host.app.test_client()
    ben = {"Authorization": f"Bearer {table.phones['Ben'].token}"}
    address = f"/t/{table.code}/correct/{numbers['Ben']}"
    wrong = {"pick=plays=Ben": "9C", "do": "change"}
    refused = client.post(address, headers=ben, data=wrong).get_data(as_text=True)
    assert "the host can swap" in refused
    assert 'name="swap"' not in refused


def test_what_could_not_stand_swapped_either_is_not_offered(table: Opened) -> None:
    first = table.host.enter(table.code, "trick", plays=FIRST).said(201)["seq"]
    client = table.host.app.test_client()
    host = {"Authorization": f"Bearer {table.host.token}"}
    wrong = {f"pick=plays={seat}": card for seat, card in FIRST.items()}
    wrong["pick=plays=Ben"] = "KC"
    refused = client.post(
        f"/t/{table.code}/correct/{first}", headers=host, data={**wrong, "do": "change"}
    )
    assert refused.status_code == 422
    assert 'name="swap"' not in refused.get_data(as_text=True)


def test_no_card_moves_up_to_a_trick_whose_card_is_deleted(table: Opened) -> None:
    numbers = {}
    for plays in (FIRST, SECOND):
        for seat, card in plays.items():
            data = {"plays": {seat: card}}
            entered = table.host.enter(table.code, "trick", seat, **data).said(201)
            numbers[card] = entered["seq"]
    strike = {"changes": [{"seq": numbers["5C"], "strike": True}]}
    refused = table.host.post(table.path("corrections"), strike).said(422)
    unfit = [each["seq"] for each in refused["unfit"]]
    assert unfit == [numbers[card] for card in SECOND.values()]

    strike["drop_unfit"] = True
    table.host.post(table.path("corrections"), strike).said(201)
    view = table.host.look(table.code)
    [asked] = [each for each in view["prompts"] if each["kind"] == "trick"]
    assert asked["title"] == "Trick 1"
    [plays] = [each for each in asked["fields"] if each["name"] == "plays"]
    assert plays["seats"] == ["Ben"]


def test_a_whole_trick_is_deleted_and_the_next_moves_up(table: Opened) -> None:
    table.host.enter(table.code, "trick", plays=FIRST).said(201)
    twice = table.host.enter(table.code, "trick", plays=SECOND).said(201)["seq"]
    third = {"Cy": "AH", "Dee": "2H", "Ana": "3H", "Ben": "4H"}
    table.host.enter(table.code, "trick", plays=third).said(201)
    strike = {"changes": [{"seq": twice, "strike": True}]}
    table.host.post(table.path("corrections"), strike).said(201)
    assert table.host.look(table.code)["trick"]["number"] == 2

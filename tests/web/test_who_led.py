"""Who led a trick, over HTTP: from four phones in any order, and on pages."""

from itertools import permutations
from typing import Any

import pytest

from tests.web.conftest import Open, Opened
from tests.web.pages.test_disputes import opened

SEATS = ("Ana", "Ben", "Cy", "Dee")
TRICK = {"Ana": "TC", "Ben": "4D", "Cy": "6D", "Dee": "2D"}
"""Ben led, but it was Ana's lead."""


@pytest.fixture
def table(open_table: Open) -> Opened:
    """A table of Spades at which everybody has a phone, and Ana has to lead."""
    table = open_table("spades", *SEATS)
    table.start(dealer="Dee")
    table.host.enter(table.code, "depth").said(201)
    table.host.enter(table.code, "bids", bids=dict.fromkeys(SEATS, 3)).said(201)
    return table


def play(table: Opened, seat: str, **named: str) -> Any:
    return table.phones[seat].enter(
        table.code, "trick", plays={seat: TRICK[seat]}, **named
    )


def test_a_prompt_names_the_field_and_whoever_has_to_lead(table: Opened) -> None:
    [prompt] = [
        one for one in table.host.look(table.code)["prompts"] if one["kind"] == "trick"
    ]
    [leader] = [field for field in prompt["fields"] if field["name"] == "leader"]
    asked = {
        name: leader[name]
        for name in ("type", "optional", "default", "choices", "leads")
    }
    assert asked == {
        "type": "seat",
        "optional": True,
        "default": "Ana",
        "choices": list(SEATS),
        "leads": "plays",
    }


@pytest.mark.parametrize("order", list(permutations(SEATS))[::5])
def test_four_phones_enter_in_any_order(table: Opened, order: tuple[str, ...]) -> None:
    for seat in order[:-1]:
        play(table, seat).said(201)
    [ruling] = play(table, order[-1], leader="Ben").said(201)["rulings"]
    assert (ruling["verdict"]["winner"], ruling["because"][-1]["rule"]) == (
        "Cy",
        "spades#out-of-turn",
    )


def test_two_leaders_are_422_with_what_to_do_and_a_correction_puts_it_right(
    table: Opened,
) -> None:
    first = play(table, "Dee", leader="Dee").said(201)["seq"]
    refused = play(table, "Cy", leader="Ben").said(422)
    reason = "Dee was entered as the leader. Leave this out, or correct that entry."
    assert refused["ruling"]["because"][0]["text"] == reason
    changes = [{"seq": first, "data": {"plays": {"Dee": "2D"}}}]
    table.phones["Dee"].post(table.path("corrections"), {"changes": changes}).said(201)
    play(table, "Cy", leader="Ben").said(201)
    for seat in ("Ana", "Ben"):
        answer = play(table, seat).said(201)
    assert answer["rulings"][0]["verdict"]["winner"] == "Cy"


def test_a_log_and_a_correction_say_who_led(table: Opened) -> None:
    for seat in SEATS[:3]:
        play(table, seat).said(201)
    last = play(table, "Dee").said(201)["seq"]
    changes = [{"seq": last, "data": {"plays": {"Dee": "2D"}, "leader": "Ben"}}]
    table.phones["Dee"].post(table.path("corrections"), {"changes": changes}).said(201)
    host = table.host.app.test_client()
    host.set_cookie(f"host_{table.code}", table.host.token or "")
    told = host.get(f"/t/{table.code}").get_data(as_text=True)
    assert "trick 1: Ben led. Now:" in told
    assert "Ben led" in host.get(f"/t/{table.code}/log").get_data(as_text=True)


def led_early(table: Opened) -> int:
    """Dee leads, though it was Ana's lead; then Cy's card comes, which is returned."""
    play(table, "Dee", leader="Dee").said(201)
    return int(play(table, "Cy").said(201)["seq"])


def test_who_led_is_offered_only_where_it_can_be_corrected(table: Opened) -> None:
    """Beside Cy's card it says who can, and leads to the dispute."""
    seq = led_early(table)
    page = opened(table.phones["Cy"], f"/t/{table.code}/correct/{seq}")
    text = page.get_data(as_text=True)
    assert 'name="pick=plays' in text
    assert "pick=leader" not in text
    assert "Dee was entered as the leader. Dee or the host can correct it." in text
    assert f'href="/t/{table.code}/dispute/{seq - 1}">Dispute this ruling' in text
    host = opened(table.host, f"/t/{table.code}/correct/{seq}").get_data(as_text=True)
    assert f'href="/t/{table.code}/correct/{seq - 1}?lead=1">Somebody else led' in host
    own = opened(table.phones["Dee"], f"/t/{table.code}/correct/{seq - 1}")
    assert "pick=leader" in own.get_data(as_text=True)


def test_whoever_says_that_they_did_not_lead_is_told_with_who_did(
    table: Opened,
) -> None:
    seq = led_early(table) - 1
    changes = [{"seq": seq, "data": {"plays": {"Dee": "2D"}}}]
    table.phones["Dee"].post(table.path("corrections"), {"changes": changes}).said(201)
    told = opened(table.host, f"/t/{table.code}").get_data(as_text=True)
    assert "trick 1: Ana led, not Dee" in told
    assert "Dee: Dee" not in told

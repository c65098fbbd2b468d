"""Two people enter the same: the second is told who was faster, and nothing is recorded twice by pressing again.

Slapjack's slap is the hard case, since the next one can always be entered.
"""

from __future__ import annotations

import html
import re
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from referee import Field, Prompt, say
from referee.match.entry_reading import is_in_own_words
from tests.web.conftest import Open, Opened
from tests.web.phone import Phone


@pytest.fixture
def slapped(open_table: Open) -> Opened:
    """Ana, Ben and Cy after a jack was played, which Ana slapped."""
    table = open_table("slapjack", "Ana", "Ben", "Cy")
    table.start(dealer="Cy")
    table.phones["Ana"].enter(table.code, "play", card="JH").said(201)
    return table


def page(table: Opened, seat: str) -> str:
    """The table's page on this phone."""
    return web(table, seat, "get", "").get_data(as_text=True)


def web(table: Opened, seat: str, method: str, path: str, **more: object) -> TestResponse:
    phone = table.phones[seat]
    bears = {"Authorization": f"Bearer {phone.token}"}
    return phone.app.test_client().open(f"/t/{table.code}{path}", method=method.upper(), headers=bears, **more)


def form(shown: str, kind: str) -> dict[str, str]:
    """The hidden values of the form for this kind of entry."""
    for found in re.findall(r'<form class="prompt.*?</form>', shown, re.DOTALL):
        values = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', found))
        if values["kind"] == kind:
            return values
    raise AssertionError(f"no form for {kind}")


def shape(shown: str, kind: str) -> str:
    """What the form for this kind of entry asks for, as a digest."""
    form = rf'data-shape="(\w+)"[^>]*>\s*<input[^>]*>\s*<input[^>]*value="{kind}"'
    return re.findall(form, shown)[0]


def order(shown: str, kind: str, *seats: str) -> dict[str, str]:
    """The form, with the seats that slapped."""
    return {**form(shown, kind), **{f"pick=order={seat}": str(n) for n, seat in enumerate(seats, 1)}}


def post(table: Opened, seat: str, filled: dict[str, str]) -> TestResponse:
    return web(table, seat, "post", "/enter", data=filled)


def told(answer: TestResponse) -> list[str]:
    """The notes on a page that is answered."""
    notes = re.findall(r'<p class="note[^"]*" role="alert"[^>]*>(.*?)</p>', answer.get_data(as_text=True))
    return [html.unescape(re.sub("<[^>]+>", "", note)) for note in notes]


def kinds(table: Opened) -> list[str]:
    return [line["kind"] for line in table.host.get(table.path("log")).said(200)["entries"]]


def test_the_same_slap_entered_by_two_is_recorded_once(slapped: Opened) -> None:
    """Ben and Cy both have the slap filled in. Ben is faster, and Cy presses again."""
    of_ben, of_cy = (order(page(slapped, seat), "slap", "Ana") for seat in ("Ben", "Cy"))
    assert post(slapped, "Ben", of_ben).status_code == 303
    answer = post(slapped, "Cy", of_cy)
    assert answer.status_code == 409
    assert told(answer) == ["Ben has already entered this: “Slap jacks”. Nothing is left to do here."]
    shown = answer.get_data(as_text=True)
    assert form(shown, "slap")["form"] == of_cy["form"]
    assert not re.search(r'name="pick=order=Ana"[^>]*value="1"|<option value="1" selected', shown)
    assert post(slapped, "Cy", of_cy).status_code == 409
    assert kinds(slapped) == ["play", "slap"]


def test_whoever_has_it_otherwise_is_told_where_to_put_it_right(slapped: Opened) -> None:
    of_ben, of_cy = (order(page(slapped, seat), "slap", slapper) for seat, slapper in (("Ben", "Ana"), ("Cy", "Cy")))
    post(slapped, "Ben", of_ben)
    assert told(post(slapped, "Cy", of_cy)) == [
        "Ben has entered this meanwhile, but not the same: “Slap jacks”. If theirs is wrong, correct it in the log."
    ]


def test_what_is_not_asked_any_more_is_told_in_the_same_way(open_table: Open) -> None:
    """The host plays Ana's card while Ana does; then it is Ben's turn."""
    table = open_table("slapjack", "Ana", "Ben")
    table.start(dealer="Ben")
    of_ana = form(page(table, "Ana"), "play")
    table.host.enter(table.code, "play", "Ana").said(201)
    answer = post(table, "Ana", of_ana)
    assert answer.status_code == 409
    assert told(answer) == ["The host has already entered this: “Play a card”. Nothing is left to do here."]


def test_at_the_end_of_a_match_it_is_told_as_before(open_table: Open) -> None:
    table = open_table("score-pad", "Ana", "Ben")
    table.start()
    table.host.enter(table.code, "round", points={"Ana": 3, "Ben": 2}).said(201)
    of_ben = form(page(table, "Ben"), "end")
    table.phones["Ana"].enter(table.code, "end").said(201)
    answer = post(table, "Ben", of_ben)
    assert answer.status_code == 409
    assert told(answer) == ["Ana has already entered this: “End the match”. Nothing is left to do here."]


def test_other_news_leave_the_form_as_it_was_filled_in(slapped: Opened) -> None:
    """A card that comes in meanwhile makes no answer of a slap: whoever looks again enters it."""
    of_cy = order(page(slapped, "Cy"), "slap", "Cy")
    slapped.phones["Ben"].enter(slapped.code, "play", card="2C").said(201)
    answer = post(slapped, "Cy", of_cy)
    assert answer.status_code == 409
    assert told(answer) == [
        "That did not work. Something has happened at the table since. Look again, then enter it once more."
    ]
    again = order(answer.get_data(as_text=True), "slap", "Cy")
    assert post(slapped, "Cy", again).status_code == 303
    assert kinds(slapped) == ["play", "play", "slap"]


def test_a_count_that_two_enter_is_recorded_once(slapped: Opened) -> None:
    """Counting again is asked for at any time, and in the same words."""
    filled = {"typed=stacks=Ana": "17", "typed=stacks=Ben": "18", "typed=stacks=Cy": "18"}
    forms = {seat: {**form(page(slapped, seat), "recount"), **filled} for seat in ("Ben", "Cy")}
    post(slapped, "Ben", forms["Ben"])
    assert told(post(slapped, "Cy", forms["Cy"]))[0].startswith("Ben has already entered this")
    assert kinds(slapped) == ["play", "recount"]


def test_what_two_write_in_their_own_words_is_kept_of_both(open_table: Open) -> None:
    """A note that comes in meanwhile answers nobody else's, whose words are not lost."""
    table = open_table("score-pad", "Ana", "Ben")
    table.start(dealer="Ana")
    before = page(table, "Ben")
    table.phones["Ana"].enter(table.code, "note", note="Ana’s words").said(201)
    assert shape(page(table, "Ben"), "note") == shape(before, "note")
    answer = post(table, "Ben", {**form(before, "note"), "typed=note": "Ben’s words"})
    assert answer.status_code == 409
    assert "Look again" in told(answer)[0]
    shown = answer.get_data(as_text=True)
    assert 'value="Ben’s words"' in shown
    assert post(table, "Ben", {**form(shown, "note"), "typed=note": "Ben’s words"}).status_code == 303
    assert kinds(table) == ["note", "note"]


def test_a_note_is_for_any_round(open_table: Open) -> None:
    """Whoever writes one goes on writing when the next round has begun."""
    table = open_table("score-pad", "Ana", "Ben")
    table.start(dealer="Ana")
    before = page(table, "Ben")
    table.phones["Ana"].enter(table.code, "round", points={"Ana": 3, "Ben": 1}).said(201)
    after = page(table, "Ben")
    assert shape(after, "note") == shape(before, "note")
    assert shape(after, "round") != shape(before, "round")


def test_a_note_that_is_sent_twice_is_recorded_once(open_table: Open) -> None:
    table = open_table("score-pad", "Ana", "Ben")
    table.start(dealer="Ana")
    forms = [{**form(page(table, "Ben"), "note"), "typed=note": "Ben’s words"} for _ in range(2)]
    assert post(table, "Ben", forms[0]).status_code == 303
    assert told(post(table, "Ben", forms[1]))[0].startswith("Ben has already entered this")


def test_after_an_answer_a_form_is_another_one(slapped: Opened) -> None:
    """A page that follows the table keeps what is picked as long as the form has the same shape."""

    before = shape(page(slapped, "Cy"), "recount")
    slapped.phones["Ben"].enter(slapped.code, "recount", stacks={"Ana": 17, "Ben": 18, "Cy": 18}).said(201)
    assert shape(page(slapped, "Cy"), "recount") != before


def test_a_program_is_told_who_was_faster(slapped: Opened) -> None:
    entry = {"kind": "slap", "data": {"order": ["Ana"]}, "after": 1}
    entered = [
        slapped.phones[seat].post(slapped.path("entries"), {**entry, "id": str(uuid4())}) for seat in ("Ben", "Cy")
    ]
    entered[0].said(201)
    problem = entered[1].said(409)
    assert problem["title"] == "Something happened since"
    assert problem["detail"].startswith("Ben has already entered this")
    assert problem["view"]["seq"] == 2


def test_undone_by_two_it_is_undone_once(slapped: Opened) -> None:
    host = Phone(slapped.host.app, slapped.host.token)
    slapped.phones["Ben"].enter(slapped.code, "play").said(201)
    for _ in range(2):
        web(slapped, "Ben", "post", "/correct/2", data={"do": "strike", "to": "table"})
    assert [line["seq"] for line in host.get(slapped.path("log")).said(200)["entries"] if not line.get("struck")] == [1]


@pytest.mark.parametrize("notes", [("Rain", "Rain"), ("Rain", "Sun"), ("Sun", "Rain")])
def test_of_several_entries_nothing_is_left_only_where_all_were_entered(
    open_table: Open, notes: tuple[str, str]
) -> None:
    """A batch of which one part was entered by somebody else is not taken, and nobody is told that it was."""
    pad = open_table("score-pad", "Ana", "Ben")
    pad.start()
    pad.phones["Ana"].enter(pad.code, "note", note="Rain").said(201)
    made = [{"id": str(uuid4()), "kind": "note", "data": {"note": note}, "after": 0} for note in notes]
    problem = pad.phones["Ben"].post(pad.path("entries"), {"entries": made}).said(409)
    is_done = "Nothing is left to do" in problem["detail"]
    assert is_done == (notes == ("Rain", "Rain"))


def test_a_remark_beside_numbers_makes_no_note_of_them() -> None:
    """Else whoever has other numbers would be asked to enter them once more, and a round would be recorded twice."""
    remark, points = Field("remark", "text", say("Remark")), Field("points", "number", say("Points"))
    assert is_in_own_words(Prompt("note", ("Ana",), say("Note"), fields=(remark,), optional=True))
    assert not is_in_own_words(Prompt("round", ("Ana",), say("Round"), fields=(points, remark), optional=True))
    assert not is_in_own_words(Prompt("clue", ("Ana",), say("The clue"), fields=(remark,)))

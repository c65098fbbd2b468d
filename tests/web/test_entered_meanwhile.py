"""Two people enter the same: the second is told who was faster, and nothing is recorded
twice by pressing again.

Slapjack's slap is the hard case, since the next one can always be entered.
"""

import html
import re
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from tests.web.conftest import Open, Opened


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


def web(
    table: Opened, seat: str, method: str, path: str, **more: object
) -> TestResponse:
    phone = table.phones[seat]
    bears = {"Authorization": f"Bearer {phone.token}"}
    return phone.app.test_client().open(
        f"/t/{table.code}{path}", method=method.upper(), headers=bears, **more
    )


def form(shown: str, kind: str) -> dict[str, str]:
    """The hidden values of the form for this kind of entry."""
    for found in re.findall(r'<form class="prompt.*?</form>', shown, re.DOTALL):
        values = dict(
            re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', found)
        )
        if values["kind"] == kind:
            return values
    raise AssertionError(f"no form for {kind}")


def shape(shown: str, kind: str) -> str:
    """What the form for this kind of entry asks for, as a digest."""
    form = rf'data-shape="(\w+)"[^>]*>\s*<input[^>]*>\s*<input[^>]*value="{kind}"'
    return re.findall(form, shown)[0]


def order(shown: str, kind: str, *seats: str) -> dict[str, str]:
    """The form, with the seats that slapped."""
    return {
        **form(shown, kind),
        **{f"pick=order={seat}": str(n) for n, seat in enumerate(seats, 1)},
    }


def post(table: Opened, seat: str, filled: dict[str, str]) -> TestResponse:
    return web(table, seat, "post", "/enter", data=filled)


def told(answer: TestResponse) -> list[str]:
    """The notes on a page that is answered."""
    notes = re.findall(
        r'<p class="note[^"]*" role="alert"[^>]*>(.*?)</p>',
        answer.get_data(as_text=True),
    )
    return [html.unescape(re.sub("<[^>]+>", "", note)) for note in notes]


def kinds(table: Opened) -> list[str]:
    return [
        line["kind"] for line in table.host.get(table.path("log")).said(200)["entries"]
    ]


MEANWHILE = (
    "has already entered this: “Slap jacks”. Nothing of yours was entered: if it "
    "differs, it can be corrected in the log."
)


def test_the_same_slap_entered_by_two_is_recorded_once(slapped: Opened) -> None:
    """Ben and Cy both have the slap filled in. Ben is faster, and Cy presses again."""
    of_ben, of_cy = (
        order(page(slapped, seat), "slap", "Ana") for seat in ("Ben", "Cy")
    )
    assert post(slapped, "Ben", of_ben).status_code == 303
    answer = post(slapped, "Cy", of_cy)
    assert answer.status_code == 409
    assert told(answer) == [f"Ben {MEANWHILE}"]
    shown = answer.get_data(as_text=True)
    assert form(shown, "slap")["form"] == of_cy["form"]
    assert not re.search(
        r'name="pick=order=Ana"[^>]*value="1"|<option value="1" selected', shown
    )
    assert post(slapped, "Cy", of_cy).status_code == 409
    assert kinds(slapped) == ["play", "slap"]


def test_whoever_has_it_otherwise_is_told_where_to_put_it_right(
    slapped: Opened,
) -> None:
    of_ben, of_cy = (
        order(page(slapped, seat), "slap", slapper)
        for seat, slapper in (("Ben", "Ana"), ("Cy", "Cy"))
    )
    post(slapped, "Ben", of_ben)
    assert told(post(slapped, "Cy", of_cy)) == [f"Ben {MEANWHILE}"]


def test_what_is_not_asked_any_more_is_told_in_the_same_way(open_table: Open) -> None:
    """The host plays Ana's card while Ana does; then it is Ben's turn."""
    table = open_table("slapjack", "Ana", "Ben")
    table.start(dealer="Ben")
    of_ana = form(page(table, "Ana"), "play")
    table.host.enter(table.code, "play", "Ana").said(201)
    answer = post(table, "Ana", of_ana)
    assert answer.status_code == 409
    [sentence] = told(answer)
    assert sentence.startswith("The host has already entered this: “Play a card”.")


def test_of_a_turn_that_somebody_took_otherwise_it_is_told_who_took_it(
    open_table: Open,
) -> None:
    """The host checks for Ana while Ana raises."""
    table = open_table("holdem", "Ana", "Ben", "Cy", options={"depth": "bets"})
    table.start(dealer="Ana")
    table.host.enter(table.code, "call", "Ana").said(201)
    table.host.enter(table.code, "call", "Ben").said(201)
    of_cy = form(page(table, "Cy"), "raise") | {"typed=to": "6"}
    table.host.enter(table.code, "check", "Cy").said(201)
    answer = post(table, "Cy", of_cy)
    assert answer.status_code == 409
    [sentence] = told(answer)
    assert sentence.startswith("The host has already entered this: “Check”.")


def test_a_count_that_two_enter_is_recorded_once(slapped: Opened) -> None:
    """Counting again is asked for at any time, and in the same words."""
    filled = {
        "typed=stacks=Ana": "17",
        "typed=stacks=Ben": "18",
        "typed=stacks=Cy": "18",
    }
    forms = {
        seat: {**form(page(slapped, seat), "recount"), **filled}
        for seat in ("Ben", "Cy")
    }
    post(slapped, "Ben", forms["Ben"])
    assert told(post(slapped, "Cy", forms["Cy"]))[0].startswith(
        "Ben has already entered this"
    )
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
    assert (
        post(
            table, "Ben", {**form(shown, "note"), "typed=note": "Ben’s words"}
        ).status_code
        == 303
    )
    assert kinds(table) == ["note", "note"]


def test_after_an_answer_a_form_is_another_one(slapped: Opened) -> None:
    """A page that follows the table keeps what is picked as long as the form has the
    same shape.
    """

    before = shape(page(slapped, "Cy"), "recount")
    slapped.phones["Ben"].enter(
        slapped.code, "recount", stacks={"Ana": 17, "Ben": 18, "Cy": 18}
    ).said(201)
    assert shape(page(slapped, "Cy"), "recount") != before


def test_a_program_is_told_who_was_faster(slapped: Opened) -> None:
    entry = {"kind": "slap", "data": {"order": ["Ana"]}, "after": 1}
    entered = [
        slapped.phones[seat].post(
            slapped.path("entries"), {**entry, "id": str(uuid4())}
        )
        for seat in ("Ben", "Cy")
    ]
    entered[0].said(201)
    problem = entered[1].said(409)
    assert problem["title"] == "Something happened since"
    assert problem["detail"].startswith("Ben has already entered this")
    assert problem["view"]["seq"] == 2


def test_a_form_is_told_what_has_answered_it_and_not_what_came_after(
    open_table: Open,
) -> None:
    seats = ("Ana", "Ben", "Cy", "Di")
    table = open_table("bridge", *seats, options={"depth": "tricks"})
    table.start(dealer="Ana")
    contract = {"declarer": "Ben", "level": "1", "strain": "NT"}
    table.phones["Ben"].enter(table.code, "contract", **contract).said(201)
    table.phones["Cy"].enter(table.code, "trick", plays={"Cy": "2C"}).said(201)
    assert 'data-entered="Ben: ' in page(table, "Di")

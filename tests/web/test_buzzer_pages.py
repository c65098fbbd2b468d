"""The buzzer and the photo finish on the pages."""

import re
from html import unescape

from werkzeug.test import TestResponse

from referee.hosting.races.heats import WINDOW_MS
from tests.web.conftest import Open
from tests.web.phone import Phone
from tests.web.racing import Buzzer, Racing, Time, armed


def page(phone: Phone, path: str) -> str:
    """A page as a phone that bears this token gets it."""
    headers = {"Authorization": f"Bearer {phone.token}"} if phone.token else {}
    response = phone.app.test_client(use_cookies=False).get(path, headers=headers)
    assert response.status_code == 200
    return response.get_data(as_text=True)


def raced(racing: Racing, *gaps: float, race: str = "slap-1") -> None:
    """Ana slaps, Ben and Cy so much later, and the window closes."""
    armed(racing)
    racing.ana.slap(race)
    for buzzer, gap in zip((racing.ben, racing.cy), gaps, strict=False):
        racing.time.pass_by(gap)
        buzzer.slap(race)
    racing.time.pass_by(WINDOW_MS + 1)


def table_of(racing: Racing, phone: Phone) -> str:
    return page(phone, f"/t/{racing.table.code}")


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_without_javascript_the_buzzer_does_not_show(racing: Racing) -> None:
    section = re.search(
        r'<section class="buzzer"[^>]*>', table_of(racing, racing.ana.phone)
    )
    assert section is not None
    assert section[0].endswith(" hidden>")


def test_everybody_sees_the_photo_finish(racing: Racing, spectator: Phone) -> None:
    raced(racing, 100)
    exactly = "Ana 0 ms ± 4; Ben +100 ms ± 4."
    told = "Ana 0 ms; Ben +100 ms."
    on_phones = [table_of(racing, phone) for phone in (racing.cy.phone, spectator)]
    board = page(spectator, f"/t/{racing.table.code}/board")
    for html, picture in (
        (on_phones[0], exactly),
        (on_phones[1], exactly),
        (board, told),
    ):
        assert f'role="img" aria-label="Ana was first. {picture}"' in html
        assert "Ana was first" in words(html)
        assert " style=" not in html
    for html in on_phones:
        assert (
            html.index("How exactly?")
            < html.index("± 4")
            < html.index("100 ms apart; up to 28 ms is too close")
        )


def test_of_a_lone_slap_nothing_is_drawn(racing: Racing) -> None:
    raced(racing)
    html = table_of(racing, racing.cy.phone)
    assert "Ana was first" in words(html)
    assert 'role="img"' not in html


def test_a_dead_heat_is_said_to_be_one(racing: Racing) -> None:
    raced(racing, 10, 100)
    assert "Ana and Ben: too close" in words(table_of(racing, racing.ana.phone))


TOSSES = "tap “Enter” and the referee tosses"


def test_one_button_enters_a_dead_heat_with_the_toss_of_the_referee(
    slapping: Racing,
) -> None:
    slapping.table.host.enter(slapping.table.code, "play", "Ben", card="JH").said(201)
    raced(slapping, 10, 100)
    html = table_of(slapping, slapping.ana.phone)
    [form] = re.findall(
        r'<button class="go toss" type="submit" form="(\w+)">Toss!', html
    )
    assert (
        f'<form class="prompt" method="post" action="/t/{slapping.table.code}/enter" '
        f'id="{form}"'
    ) in html
    assert TOSSES not in words(html)
    assert html.index("Tossed it yourselves, or something wrong?") < html.index(
        f'id="{form}"'
    ), "it is folded away"
    board = page(slapping.table.host, f"/t/{slapping.table.code}/board")
    assert "Ana and Ben: too close" in words(board)
    assert "Toss! Tap it on a phone." in words(board)


def test_where_more_is_to_be_filled_in_the_toss_comes_with_it(slapping: Racing) -> None:
    raced(slapping, 10, 100)
    html = table_of(slapping, slapping.ana.phone)
    assert html.index(TOSSES) < html.index('data-field="order"')
    assert "Toss!" not in html
    board = words(page(slapping.table.host, f"/t/{slapping.table.code}/board"))
    assert "Fill in the rest on a phone; then the referee tosses." in board
    assert "Toss!" not in board


def test_after_a_race_the_buzzer_is_folded_away_until_something_is_entered(
    racing: Racing,
) -> None:
    raced(racing)
    assert "Slap again" in table_of(racing, racing.ana.phone)
    racing.table.host.enter(racing.table.code, "slap", order=["Ana"]).said(201)
    html = table_of(racing, racing.ana.phone)
    assert "Slap again" not in html
    assert 'data-race="slap-2"' in html


def ran_twice(racing: Racing) -> None:
    """Cy taps falsely; then Ana slaps, and Ben 100 ms after her."""
    armed(racing)
    racing.cy.slap()
    racing.time.pass_by(WINDOW_MS + 50)
    racing.ana.slap()
    racing.time.pass_by(100)
    racing.ben.slap()
    racing.time.pass_by(WINDOW_MS)


def hidden(html: str) -> dict[str, str]:
    """What the form for the order sends unseen."""
    form = next(
        one
        for one in re.findall(r"<form.*?</form>", html, re.DOTALL)
        if "pick=order" in one
    )
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


def enter(racing: Racing, sent: dict[str, str]) -> TestResponse:
    """What Ben is answered who sends this form."""
    headers = {"Authorization": f"Bearer {racing.ben.phone.token}"}
    client = racing.ben.phone.app.test_client(use_cookies=False)
    return client.post(f"/t/{racing.table.code}/enter", data=sent, headers=headers)


def filled(html: str) -> dict[str, str]:
    """The places that the form's order is filled with."""
    return dict(
        re.findall(
            r'name="pick=order=(\w+)">\s*(?:<option '
            r'value="\d?">[^<]*</option>\s*)*<option value="(\d)" selected',
            html,
        )
    )


def test_whoever_did_not_slap_in_a_heat_still_has_the_buzzer(racing: Racing) -> None:
    raced(racing)
    assert "Slap again" in table_of(racing, racing.ana.phone)
    for buzzer in (racing.ben, racing.cy):
        html = table_of(racing, buzzer.phone)
        assert "data-buzzer" in html
        assert "Slap again" not in html


def test_of_two_finishes_one_is_chosen_by_one_tap_and_entered(racing: Racing) -> None:
    ran_twice(racing)
    html = table_of(racing, racing.ben.phone)
    assert html.index("Cy was first") < html.index("Ana was first")
    assert (
        "Slapped twice in a row: which one counts? Only one can be entered; the "
        "others are then dropped."
    ) in words(html)
    assert filled(html) == {"Cy": "1"}
    href = re.search(
        r'href="([^"]+)" aria-label="This one counts: Ana was first"', html
    )
    assert href is not None
    board = page(racing.table.host, f"/t/{racing.table.code}/board")
    assert "Slapped twice in a row: which one counts?" in words(board)
    chosen = page(racing.ben.phone, unescape(href[1]))
    assert "This one counts: Cy was first" in chosen
    assert filled(chosen) == {"Ana": "1", "Ben": "2"}
    sent = {**hidden(chosen), "pick=order=Ana": "1", "pick=order=Ben": "2"}
    for _ in range(2):
        assert enter(racing, sent).status_code == 303, "also when it is sent again"
    assert racing.look()["finish"]["heat"] == 2
    assert [ruling["summary"] for ruling in racing.look()["rulings"]] == [
        "Ana takes the point"
    ]


def test_a_heat_that_waits_no_more_is_said_to_on_the_page(racing: Racing) -> None:
    ran_twice(racing)
    form = {**hidden(table_of(racing, racing.ben.phone)), "pick=order=Cy": "1"}
    refused = enter(racing, {**form, "heat": "slap-1 7"})
    assert refused.status_code == 409
    html = refused.get_data(as_text=True)
    assert (
        "This photo finish is no longer waiting for an entry. Look at the table again."
        in words(html)
    )
    assert filled(html) == {"Cy": "1"}
    assert racing.look()["rulings"] == []


def test_the_ruling_and_the_log_show_what_they_rest_on(racing: Racing) -> None:
    raced(racing, 60)
    racing.ben.phone.enter(racing.table.code, "slap", order=racing.order).said(201)
    html = table_of(racing, racing.ana.phone)
    rulings = re.search(r'<section class="rulings".*?</section>', html, re.DOTALL)
    assert rulings is not None
    assert "Ana takes the point" in rulings[0]
    assert "+60 ms" in rulings[0]
    assert "data-raced" not in html
    assert "+60 ms" in page(racing.ana.phone, f"/t/{racing.table.code}/log")


def test_a_phone_whose_word_was_moved_is_named(racing: Racing) -> None:
    armed(racing)
    racing.ana.slap(ago=128)
    racing.ben.slap()
    racing.time.pass_by(WINDOW_MS + 1)
    assert "Ana’s phone answered too late to be timed exactly." in words(
        table_of(racing, racing.ben.phone)
    )


def test_a_name_stays_a_name_in_the_picture(open_table: Open, time: Time) -> None:
    table = open_table("first-slap", 'A"><i>', "Ben")
    table.start()
    buzzer = Buzzer(next(iter(table.phones.values())), table, time)
    buzzer.arm()
    buzzer.slap()
    time.pass_by(WINDOW_MS + 1)
    html = page(table.host, f"/t/{table.code}")
    assert "<i>" not in html
    assert "A&#34;&gt;&lt;i&gt; was first" in html


def test_while_a_ruling_is_questioned_there_is_no_buzzer(racing: Racing) -> None:
    entered = racing.table.host.enter(racing.table.code, "slap", order=["Ana"]).said(
        201
    )["seq"]
    assert "data-buzzer" in table_of(racing, racing.ana.phone)
    racing.cy.phone.post(racing.table.path("disputes"), {"seq": entered}).said(201)
    assert "data-buzzer" not in table_of(racing, racing.ana.phone)

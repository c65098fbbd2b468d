"""Each seat is asked on its own phone; one without a phone on the host's, by name."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.plain_pages import enter, open_table, page, sit

SEATS = ("Ana", "Ben", "Cy", "Di")


def forms(client: FlaskClient, code: str) -> dict[str, str]:
    """The forms of a phone's page that lie open, by kind."""
    html = client.get(f"/t/{code}").get_data(as_text=True)
    shown = {}
    for form in re.finditer(r'<form class="prompt.*?</form>', html, re.DOTALL):
        [kind] = re.findall(r'name="kind" value="([\w-]+)"', form[0])
        is_folded = html[: form.start()].rstrip().endswith("</summary>")
        if not is_folded:
            shown[kind] = form[0]
    return shown


def asked(client: FlaskClient, code: str, kind: str, field: str) -> list[str]:
    """The seats for which this phone's open form of this kind has inputs."""
    form = forms(client, code).get(kind, "")
    named = re.findall(rf'name="(?:pick|typed)={field}=(\w+)"', form)
    return [*dict.fromkeys(named)]


@pytest.fixture
def phones(app: Flask) -> dict[str, FlaskClient]:
    return {seat: app.test_client() for seat in ("host", *SEATS)}


def opened(
    phones: dict[str, FlaskClient], game: str, *seated: str, host: str = "host"
) -> str:
    """A started table of this game; Ana deals."""
    code = open_table(phones[host], game, seats=list(SEATS))
    for seat in seated:
        sit(phones[seat], code, seat)
    answer = phones[host].post(f"/t/{code}/start", data={"dealer": "Ana"})
    assert answer.status_code == 303
    return code


def test_each_phone_is_asked_for_its_own_card_and_the_host_s_for_nobody_s(
    phones: dict[str, FlaskClient],
) -> None:
    code = opened(phones, "hearts", *SEATS)
    enter(phones["host"], code, "depth")
    for seat in SEATS:
        assert asked(phones[seat], code, "trick", "plays") == [seat]
    assert asked(phones["host"], code, "trick", "plays") == []


def test_a_seat_without_a_phone_is_asked_on_the_host_s_beside_its_own(
    phones: dict[str, FlaskClient],
) -> None:
    code = opened(phones, "hearts", "Ana", "Ben", host="Ana")
    enter(phones["Ana"], code, "depth")
    assert set(asked(phones["Ana"], code, "trick", "plays")) == {"Ana", "Cy", "Di"}
    assert asked(phones["Ben"], code, "trick", "plays") == ["Ben"]


def test_where_the_host_has_no_seat_every_phone_is_asked_for_such_a_seat(
    phones: dict[str, FlaskClient],
) -> None:
    code = opened(phones, "hearts", "Ana", "Ben")
    enter(phones["host"], code, "depth")
    assert set(asked(phones["host"], code, "trick", "plays")) == {"Cy", "Di"}
    assert set(asked(phones["Ben"], code, "trick", "plays")) == {"Ben", "Cy", "Di"}


def test_once_it_has_a_phone_a_seat_is_asked_nowhere_else(
    phones: dict[str, FlaskClient],
) -> None:
    code = opened(phones, "hearts", "Ana", host="Ana")
    enter(phones["Ana"], code, "depth")
    assert set(asked(phones["Ana"], code, "trick", "plays")) == set(SEATS)
    sit(phones["Ben"], code, "Ben")
    assert set(asked(phones["Ana"], code, "trick", "plays")) == {"Ana", "Cy", "Di"}


def test_whoever_has_entered_is_asked_for_nobody_else(
    phones: dict[str, FlaskClient],
) -> None:
    code = opened(phones, "hearts", *SEATS)
    enter(phones["host"], code, "depth")
    assert enter(phones["Ben"], code, "trick", pick__plays__Ben="2C").status_code == 303
    assert asked(phones["Ben"], code, "trick", "plays") == []
    assert asked(phones["Cy"], code, "trick", "plays") == ["Cy"]


def test_a_card_of_nobody_is_asked_on_the_dealer_s_phone(
    phones: dict[str, FlaskClient],
) -> None:
    code = opened(phones, "faj", *SEATS, host="Ben")
    for seat in SEATS:
        assert ("board" in forms(phones[seat], code)) is (seat == "Ana")


def test_a_card_of_nobody_is_asked_on_the_host_s_if_the_dealer_has_no_phone(
    phones: dict[str, FlaskClient],
) -> None:
    code = opened(phones, "faj", "Ben", "Cy", host="Ben")
    assert "board" in forms(phones["Ben"], code)
    assert "board" not in forms(phones["Cy"], code)


def test_what_one_writes_down_for_all_is_open_on_every_phone(
    phones: dict[str, FlaskClient],
) -> None:
    code = opened(phones, "hearts", *SEATS)
    for seat in SEATS:
        assert "deal" in forms(phones[seat], code)


def button(form: str) -> str:
    """What stands on the button of a form."""
    found = re.findall(r'<button class="go".*?</button>', form, re.DOTALL)
    return re.sub(r"<[^>]+>", "", found[-1])


def test_who_enters_for_another_is_told_whom_in_the_button(
    phones: dict[str, FlaskClient],
) -> None:
    code = opened(phones, "oh-hell", "Ana", "Ben", "Cy", host="Ana")
    assert button(forms(phones["Ana"], code)["bids"]) == "Enter"
    assert enter(phones["Ana"], code, "bids", typed__bids__Ana="0").status_code == 303
    assert button(forms(phones["Ana"], code)["bids"]) == "Enter\N{NO-BREAK SPACE}· Di"


def test_a_seat_that_has_answered_meanwhile_is_told_so_and_nothing_changes(
    phones: dict[str, FlaskClient],
) -> None:
    code = opened(phones, "hearts", "Ana", "Ben", "Cy", "Di", host="Ana")
    enter(phones["Ana"], code, "depth")
    stale = page(phones["Ben"].get(f"/t/{code}")).form("trick")
    told = enter(phones["Ana"], code, "trick", pick__plays__Ben="3C")
    assert told.status_code == 303
    answer = phones["Ben"].post(
        f"/t/{code}/enter", data=stale | {"pick=plays=Ben": "4C"}
    )
    assert answer.status_code == 409
    log = phones["Ana"].get(f"/api/v1/tables/{code}/log").get_json()["entries"]
    assert [line["data"] for line in log[1:]] == [{"plays": {"Ben": "3C"}}]

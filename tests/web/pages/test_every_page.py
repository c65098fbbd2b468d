"""What holds for every page: nothing inline, no name as markup."""

from collections.abc import Callable

from flask.testing import FlaskClient

from referee.plugin.discovery import installed, rulebook
from tests.web.plain_pages import enter, open_table, page, play_a_trick, sit


def addresses(code: str) -> list[str]:
    of_table = ["", "?watch=1", "/board", "/log", "/seat", "/correct/1", "/link/abc"]
    return ["/", *(f"/t/{code}{path}" for path in of_table), "/nowhere"]


def of_games() -> list[str]:
    """These are the same for everybody."""
    pages = [
        f"/{page}/{game}" for page in ("games", "new") for game in installed().games
    ]
    return [
        *pages,
        *(
            f"/ask/{game}/{question}"
            for game in installed().games
            for question in rulebook(game).questions
        ),
    ]


def test_every_page_is_there_for_host_seat_and_spectator_and_holds_nothing_inline(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    corrected = ben.post(
        f"/t/{code}/correct/3", data={"do": "change", "pick=plays=Ben": "QD"}
    ).headers["Location"]
    anybody = host.application.test_client()
    for who, more in ((host, []), (ana, []), (anybody, of_games())):
        for address in (*addresses(code), corrected, *more):
            answer = who.get(address)
            expected = (200, 422, 403) if address.endswith("/correct/1") else (200,)
            assert answer.status_code in (
                (404,) if address.endswith(("/nowhere", "/link/abc")) else expected
            ), address
            policy = answer.headers["Content-Security-Policy"]
            assert "script-src 'self'" in policy
            assert "unsafe-inline" not in policy
            assert page(answer).inline == [], address


def test_the_codes_are_pictures(phone: Callable[[], FlaskClient]) -> None:
    code = open_table(phone())
    for address in ("/qr.svg", f"/t/{code}/qr.svg"):
        answer = phone().get(address)
        assert answer.mimetype == "image/svg+xml"
        assert "http://192.168.7.20:8000/" in answer.get_data(as_text=True)


def test_a_name_is_never_markup(phone: Callable[[], FlaskClient]) -> None:
    host = phone()
    ana = phone()
    evil = "<img src onerror>'\""
    code = open_table(host, seats=["Ben"])
    sit(ana, code, evil)
    for seen in (host, ana, phone()):
        for address in ("/", f"/t/{code}", f"/t/{code}/board", f"/t/{code}/seat"):
            html = seen.get(address).get_data(as_text=True)
            assert "<img src onerror" not in html
    host.post(f"/t/{code}/start", data={"dealer": evil})
    enter(ana, code, "board", typed__cards="3c")
    host.post(
        f"/t/{code}/enter",
        data=page(host.get(f"/t/{code}")).form("play") | {f"pick=plays={evil}": "JS"},
    )
    for address in (
        f"/t/{code}",
        f"/t/{code}/board",
        f"/t/{code}/log",
        f"/t/{code}/correct/1",
    ):
        html = host.get(address).get_data(as_text=True)
        assert "<img src onerror" not in html
        assert "&lt;img src onerror" in html or "correct" in address


def test_cards_are_worded_as_the_table_calls_its_jokers(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    code = open_table(host, seats=["Ana", "Ben"], **{"pick=jokers": "colour-grey"})
    host.post(f"/t/{code}/start")
    enter(host, code, "board", typed__cards="3c")
    text = page(host.get(f"/t/{code}")).text
    assert "grey joker" in text
    assert "red joker" not in text

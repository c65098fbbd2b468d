"""The pages as a browser without JavaScript has them: every flow by plain forms."""

import importlib
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.guards.services import services_of
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.lobby import all_games, shelves
from referee_web.pages.template_filters import unsaid_reasons
from referee_web.public_url import PublicUrl
from werkzeug.test import TestResponse

from referee.hosting.network.addresses import Address
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.plugin.discovery import installed, rulebook
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import say
from tests.toy_games.every_deck import DECKS, all_dealt
from tests.toy_games.every_deck import TRICKS as DEALT
from tests.web.played import play
from tests.web.served import served

PHONES = (
    Address("192.168.7.20", "wlan0", "wi-fi"),
    Address("10.8.0.2", "tun0", "vpn", ("A VPN.",)),
)
TRICKS = "faj"
ROUNDS = "four-aces"
Form = dict[str, str | list[str]]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    room = CardRoom(Store.open(tmp_path / "referee.db"))
    yield served(room, PublicUrl(8000, None, lambda: list(PHONES)))
    room.close()


@pytest.fixture
def phone(app: Flask) -> Callable[[], FlaskClient]:
    """A phone of its own, with its own cookies."""
    return app.test_client


class Page(HTMLParser):
    """What a test looks at in a page: its text, its forms' hidden values, and whatever
    runs or styles inline.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.inline: list[str] = []
        self.labels: set[str] = set()
        self.inputs: list[dict[str, str | None]] = []
        self.forms: list[dict[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in found):
            self.inline.append(tag)
        self.inline += [
            name for name in found if name == "style" or name.startswith("on")
        ]
        if tag == "form":
            self.forms.append({"action": found.get("action") or ""})
        if tag == "input":
            self.inputs.append(found)
            if found.get("type") == "hidden" and self.forms:
                self.forms[-1][found["name"] or ""] = found.get("value") or ""

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def form(self, kind: str, seat: str | None = None) -> Form:
        """The hidden values of the form that enters this kind, for this seat where one
        is named.
        """
        for form in self.forms:
            if form.get("kind") == kind and (seat is None or form.get("seat") == seat):
                return {name: value for name, value in form.items() if name != "action"}
        raise AssertionError(f"no form for {kind} in {self.forms}")

    def checked(self, name: str) -> list[str | None]:
        return [
            one.get("value")
            for one in self.inputs
            if one.get("name") == name and "checked" in one
        ]


def page(response: TestResponse) -> Page:
    return Page(response.get_data(as_text=True))


def open_table(host: FlaskClient, game: str = TRICKS, **filled: str | list[str]) -> str:
    opened = host.post(f"/new/{game}", data=filled)
    assert opened.status_code == 303
    return opened.headers["Location"].rsplit("/", 1)[1]


def sit(guest: FlaskClient, code: str, name: str) -> None:
    assert (
        guest.post(f"/t/{code}/join", data={"name": name}).headers["Location"]
        == f"/t/{code}"
    )


def enter(
    who: FlaskClient,
    code: str,
    kind: str,
    seat: str | None = None,
    **filled: str | list[str],
) -> TestResponse:
    """Fill in the form of this kind as it stands on the table's page, and send it."""
    form = page(who.get(f"/t/{code}")).form(kind, seat)
    return who.post(
        f"/t/{code}/enter",
        data=form | {name.replace("__", "="): value for name, value in filled.items()},
    )


@pytest.fixture
def playing(
    phone: Callable[[], FlaskClient],
) -> tuple[str, FlaskClient, FlaskClient, FlaskClient]:
    """A table at which Ana and Ben play and a host without a seat looks after them; Ana
    deals.
    """
    host, ana, ben = phone(), phone(), phone()
    code = open_table(host)
    sit(ana, code, "Ana")
    sit(ben, code, "Ben")
    assert host.post(f"/t/{code}/start", data={"dealer": "Ana"}).status_code == 303
    return code, host, ana, ben


def play_a_trick(code: str, ana: FlaskClient, ben: FlaskClient) -> None:
    assert enter(ana, code, "board", typed__cards="3c").status_code == 303
    assert enter(ana, code, "play", pick__plays__Ana="JS").status_code == 303
    assert (
        enter(ben, code, "play", typed__plays__Ben="king of clubs").status_code == 303
    )


# The lobby, and opening a table


def test_the_lobby_offers_every_installed_game_and_its_questions(
    phone: Callable[[], FlaskClient],
) -> None:
    """Each game's first question stands there; all of them are named where that one is
    asked.
    """
    html = phone().get("/").get_data(as_text=True)
    for game in installed().games:
        assert f'href="/new/{game}"' in html
        links = [
            f'href="/ask/{game}/{question}"' for question in rulebook(game).questions
        ]
        assert links[:1] == [link for link in links if link in html]
        asked = (
            phone().get(links[0].split('"')[1]).get_data(as_text=True) if links else ""
        )
        assert all(link in asked for link in links[1:])


def test_the_lobby_shows_every_address_with_its_adapter(
    phone: Callable[[], FlaskClient],
) -> None:
    text = page(phone().get("/")).text
    assert "http://192.168.7.20:8000/ wlan0" in text
    assert "http://10.8.0.2:8000/ tun0 A VPN." in text


def test_many_games_stand_by_family_with_those_played_lately_first_and_are_searched_without_scripts(
    phone: Callable[[], FlaskClient],
) -> None:
    with all_dealt():
        ana, ben = phone(), phone()
        finish_a_match(ana, ben)
        shelves = page(ana.get("/")).text.partition("Start a new table")[2]
        in_order = (
            "Played lately",
            "Highest of tarot",
            "The best hand wins",
            "More games",
        )
        places = [shelves.index(title) for title in in_order]
        assert places == sorted(places)
        found = ana.get("/?q=hand+score").get_data(as_text=True)
        assert 'href="/new/four-aces"' in found and 'href="/new/faj"' not in found
        assert (
            "Score Pad keeps the score of any game"
            in page(ana.get("/?q=parcheesi")).text
        )


def test_a_few_games_stand_together_without_headings(app: Flask) -> None:
    few = all_games()[:6]
    with app.test_request_context():
        assert shelves(few, {}) == [(None, few)]


def finish_a_match(ana: FlaskClient, ben: FlaskClient) -> str:
    """Ana and Ben play a match to its end, each on their own phone; its table."""
    code = open_table(ana, "tarot")
    sit(ana, code, "Ana")
    sit(ben, code, "Ben")
    assert ana.post(f"/t/{code}/start", data={"dealer": "Ana"}).status_code == 303
    for card, who, name in zip(
        DECKS["tarot"], (ana, ben) * DEALT, ("Ana", "Ben") * DEALT, strict=False
    ):
        entered = {"kind": "lay", "seat": name, "pick=card": card.code}
        assert who.post(f"/t/{code}/enter", data=entered).status_code == 303
    return code


def test_a_game_says_with_whom_one_played_it_last_and_asks_them_again(
    phone: Callable[[], FlaskClient],
) -> None:
    """The names stand ticked in the order of their seats, for other games too;
    strangers' phones hear nothing.
    """
    ana, ben = phone(), phone()
    with all_dealt():
        finish_a_match(ana, ben)
        assert "with Ben, today" in page(ana.get("/")).text
        assert "with Ana, today" in page(ben.get("/")).text
        assert "today" not in page(phone().get("/")).text
        assert page(ana.get("/new/tarot")).checked("seats") == ["Ana", "Ben"]
        assert page(ana.get(f"/new/{TRICKS}")).checked("seats") == ["Ana", "Ben"]
        assert "Ben" not in page(phone().get("/new/tarot")).text


def test_what_was_played_names_a_table_and_the_last_match_of_a_game_for_any(
    phone: Callable[[], FlaskClient],
) -> None:
    ana = phone()
    code = open_table(
        ana, "score-pad", seats=["Ana", "Ben"], **{"pick=preset": "canasta"}
    )
    assert "Canasta Ana, Ben" in page(phone().get("/")).text
    assert "Canasta Ana, Ben" in page(ana.get("/")).text
    ana.post(f"/t/{code}/start", data={"dealer": "Ana"})
    assert "Back to Canasta" in page(ana.get("/")).text
    points = {
        "typed__melds=Ana": "5000",
        "typed__melds=Ben": "0",
        "typed__left=Ana": "0",
        "typed__left=Ben": "5",
    }
    enter(ana, code, "round", **points)
    assert "Canasta Score Pad · with Ana and Ben, today" in page(ana.get("/")).text


def test_whoever_opens_a_table_with_their_own_name_sits_there(
    phone: Callable[[], FlaskClient],
) -> None:
    ana, ben = phone(), phone()
    with all_dealt():
        finish_a_match(ana, ben)
        for names, own in ((["Ana", "Ben"], True), (["Ben", "Cy"], False)):
            code = open_table(ana, "tarot", seats=names)
            assert ("You sit here as" in page(ana.get(f"/t/{code}")).text) is own


def test_a_cookie_that_was_made_up_tells_no_names(
    phone: Callable[[], FlaskClient],
) -> None:
    with all_dealt():
        code, cheat = finish_a_match(phone(), phone()), phone()
        cheat.set_cookie(f"seat_{code}", "guessed")
        assert "today" not in page(cheat.get("/")).text
        assert "Ben" not in page(cheat.get("/new/tarot")).text


def test_who_partners_whom_is_said_before_the_table_opens_and_before_the_match(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    assert (
        "Partners with 4 players: 1 & 3 – 2 & 4" in page(host.get("/new/jizara")).text
    )
    assert "Partners" not in page(host.get(f"/new/{TRICKS}")).text
    teams = open_table(host, "jizara", seats=["Ana", "Ben", "Cy"])
    assert "Partners: Ana & Cy – Ben & Seat 4" in page(host.get(f"/t/{teams}")).text
    assert (
        "Partners"
        not in page(
            host.get(f"/t/{open_table(host, 'jizara', seats=['Ana', 'Ben'])}")
        ).text
    )


def test_a_code_is_found_however_it_is_typed(phone: Callable[[], FlaskClient]) -> None:
    code = open_table(phone())
    typed = f"{code[:2].lower()} {code[2:].lower()}"
    assert (
        phone().get("/go", query_string={"code": typed}).headers["Location"]
        == f"/t/{code}"
    )


def test_an_unknown_code_is_said_on_the_lobby_and_kept(
    phone: Callable[[], FlaskClient],
) -> None:
    answer = phone().get("/go?code=nowhere")
    assert answer.status_code == 404
    assert "There is no table with the code NOWHERE" in page(answer).text
    assert 'value="NOWHERE"' in answer.get_data(as_text=True)


def test_a_wrong_name_is_said_and_the_others_are_kept(
    phone: Callable[[], FlaskClient],
) -> None:
    answer = phone().post(f"/new/{TRICKS}", data={"seats": ["Ana", "ana"]})
    assert answer.status_code == 422
    assert "ana sits here already. Take another name." in page(answer).text
    assert 'value="Ana"' in answer.get_data(as_text=True)


def test_a_wrong_option_stands_at_its_field(phone: Callable[[], FlaskClient]) -> None:
    answer = phone().post(f"/new/{ROUNDS}", data={"typed=target": "5000"})
    assert answer.status_code == 422
    assert "This is at most 1000." in page(answer).text
    assert 'value="5000"' in answer.get_data(as_text=True)


def test_house_rules_are_chosen_by_box_and_said_at_the_table(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    rule = next(iter(installed().house_rules[TRICKS].values())).describe_house_rule()
    code = open_table(host, house_rules=rule.id)
    assert rule.title in page(host.get(f"/t/{code}")).text


# Sitting down


def test_what_is_missing_is_said_to_the_host(phone: Callable[[], FlaskClient]) -> None:
    host = phone()
    code = open_table(host, seats=["Ana"])
    assert "one more is needed" in page(host.get(f"/t/{code}")).text
    assert "2 are needed" in page(host.get(f"/t/{open_table(host)}")).text


def test_who_comes_to_a_full_table_is_told_so(phone: Callable[[], FlaskClient]) -> None:
    code = open_table(phone())
    for name in ("Ana", "Ben", "Cy"):
        sit(phone(), code, name)
    assert "All seats are taken" not in page(phone().get(f"/t/{code}")).text
    sit(phone(), code, "Di")
    assert "All seats are taken" in page(phone().get(f"/t/{code}")).text


def test_seats_start_in_the_order_of_their_places(
    phone: Callable[[], FlaskClient], app: Flask
) -> None:
    host = phone()
    code = open_table(host, seats=["Ana", "Ben", "Cy"])
    host.post(
        f"/t/{code}/start",
        data={"place=Ana": "3", "place=Ben": "1", "place=Cy": "2", "dealer": "Cy"},
    )
    table = services_of(app).room.table(code)
    assert table.names == ("Ben", "Cy", "Ana")
    assert table.match.history.setting.dealer == "Cy"


def test_a_page_that_waits_loads_itself_again_unless_a_name_may_be_typed_there(
    phone: Callable[[], FlaskClient],
) -> None:
    waits = []
    for seats in (["Ana", "Ben", "Cy"], ["Ana", "Ben", "Cy", "Dee"]):
        code, ana, other = open_table(phone(), seats=seats), phone(), phone()
        sit(ana, code, "Ana")
        other.post(f"/t/{code}/join", data={"name": "Ana"})
        waits.append(other.get(f"/t/{code}/waiting").get_data(as_text=True))
    assert ['id="own-name"' in shown for shown in waits] == [True, False]
    assert ['http-equiv="refresh"' in shown for shown in waits] == [False, True]
    assert ["<span data-looks hidden>" in shown for shown in waits] == [True, False]


def test_who_waits_for_a_seat_is_told_that_the_match_has_begun(
    phone: Callable[[], FlaskClient],
) -> None:
    host, other = phone(), phone()
    code = open_table(host)
    for name in ("Ana", "Ben"):
        sit(phone(), code, name)
    other.post(f"/t/{code}/join", data={"name": "ana"})
    assert host.post(f"/t/{code}/start", data={"dealer": "Ana"}).status_code == 303
    waits = page(other.get(f"/t/{code}/waiting"))
    assert "The match has begun: there are no new seats." in waits.text
    assert "Take a name of your own" not in waits.text


def claims_at(phone: FlaskClient, code: str) -> list[str]:
    """Where this phone answers who asks for a seat."""
    return [
        form["action"]
        for form in page(phone.get(f"/t/{code}")).forms
        if "/claims/" in form["action"]
    ]


def test_who_sits_down_elsewhere_asks_no_more_for_a_seat(
    phone: Callable[[], FlaskClient],
) -> None:
    code, ana, other = open_table(phone()), phone(), phone()
    sit(ana, code, "Ana")
    other.post(f"/t/{code}/join", data={"name": "ana"})
    [action] = claims_at(ana, code)
    sit(other, code, "Cy")
    assert claims_at(ana, code) == []
    assert ana.post(action, data={"admit": "yes"}).status_code == 409
    for client in (ana, other):
        assert "You sit here as" in page(client.get(f"/t/{code}")).text


def test_a_link_takes_the_seat_once_and_not_by_looking(
    phone: Callable[[], FlaskClient],
) -> None:
    code, ana, new, late = open_table(phone()), phone(), phone(), phone()
    sit(ana, code, "Ana")
    made = ana.post(f"/t/{code}/seat/link", data={"seat": "Ana"}).get_data(as_text=True)
    path = re.findall(rf"/t/{code}/link/[\w-]+", made)[0]
    assert new.get(path).status_code == new.get(path).status_code == 200
    assert new.get(f"{path}/qr.svg").mimetype == "image/svg+xml"
    assert new.post(path).status_code == 303
    assert "You sit here as" in page(new.get(f"/t/{code}")).text
    assert "You sit here as" not in page(ana.get(f"/t/{code}")).text
    assert late.post(path).status_code == 404


def test_leaving_hosting_and_taking_the_table_away(
    phone: Callable[[], FlaskClient],
) -> None:
    host, ana = phone(), phone()
    code = open_table(host, seats=["Ana", "Ben"])
    sit(ana, code, "Ana")
    assert "All seats" in page(host.get(f"/t/{code}/seat")).text
    host.post(f"/t/{code}/seat/host", data={"seat": "Ana"})
    assert "All seats" not in page(host.get(f"/t/{code}/seat")).text
    assert ana.post(f"/t/{code}/delete").status_code == 422
    assert (
        ana.post(f"/t/{code}/delete", data={"sure": "yes"}).headers["Location"] == "/"
    )
    assert ana.get(f"/t/{code}").status_code == 404
    for path in (f"/t/{code}", f"/t/{code}/board", f"/t/{code}/log"):
        gone = page(ana.get(path)).text
        assert f"There is no table with the code {code} (any more)." in gone
        assert "To the lobby" in gone
        assert "To the table" not in gone


# Playing


@pytest.mark.parametrize(
    ("type", "replaces", "inputs", "read"),
    [
        ("card", False, {"pick=c": "JS", "typed=c": "QC"}, ["QC"]),
        ("card", False, {"pick=c": "JS", "typed=c": " "}, ["JS"]),
        (
            "card_by_seat",
            False,
            {"pick=c=Ana": "JS", "typed=c=Ana": "QC", "pick=c=Ben": "KD"},
            {"Ana": ["QC"], "Ben": ["KD"]},
        ),
        ("cards", False, {"pick=c": "JS", "typed=c": "QC"}, ["JS", "QC"]),
        ("cards", True, {"pick=c": "JS", "typed=c": "9c 9s"}, ["9c 9s"]),
        (
            "cards_by_seat",
            True,
            {"pick=c=Ana": "JS", "typed=c=Ana": "9c", "pick=c=Ben": "KD"},
            {"Ana": ["9c"], "Ben": ["KD"]},
        ),
    ],
)
def test_typing_replaces_one_picked_card_and_those_that_stood_there_already(
    type: str, replaces: bool, inputs: dict[str, str], read: object
) -> None:
    assert form_values.read(
        [Field("c", type, say("Cards"))], FormValues(inputs), replaces
    ) == {"c": read}


@pytest.mark.parametrize(
    ("type", "inputs", "read"),
    [
        (
            "cards_by_seat",
            {"none=f=Ana": "yes", "pick=f=Ben": "KD"},
            {"Ana": [], "Ben": ["KD"]},
        ),
        ("numbers_by_seat", {"typed=f=Ana": "12", "typed=f=Ben": " "}, {"Ana": "12"}),
    ],
)
def test_what_is_filled_in_for_seats_is_read_and_written_back(
    type: str, inputs: dict[str, str], read: dict[str, object]
) -> None:
    field = Field("f", type, say("Of each"))
    assert form_values.read([field], FormValues(inputs)) == {"f": read}
    assert form_values.read([field], form_values.written([field], {"f": read})) == {
        "f": read
    }


def test_a_ruling_links_to_its_sections(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, _, ana, ben = playing
    play_a_trick(code, ana, ben)
    links = re.findall(
        rf'href="/games/{TRICKS}[^#"]*#([\w-]+)"',
        ana.get(f"/t/{code}").get_data(as_text=True),
    )
    rules = ana.get(f"/games/{TRICKS}").get_data(as_text=True)
    assert links
    assert all(f'id="{section}"' in rules for section in links)


def test_a_misread_card_is_said_at_its_field_and_kept(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, _, ana, _ = playing
    answer = enter(ana, code, "board", typed__cards="3c foo", pick__cards="4H")
    assert answer.status_code == 422
    assert "is not a card" in page(answer).text
    assert 'value="3c foo"' in answer.get_data(as_text=True)
    assert page(answer).checked("pick=cards") == ["4H"]


def test_a_refused_move_is_a_ruling_with_its_reasons(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, _, ana, _ = playing
    answer = enter(ana, code, "board", typed__cards="3c 4c")
    assert answer.status_code == 422
    assert page(answer).text.count("Not possible:") == 1
    assert re.search(rf'href="/games/{TRICKS}[^#"]*#', answer.get_data(as_text=True))


def test_sending_the_same_form_twice_changes_nothing(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient], app: Flask
) -> None:
    code, _, ana, _ = playing
    form = page(ana.get(f"/t/{code}")).form("board") | {"typed=cards": "3c"}
    for _ in range(2):
        assert (
            ana.post(f"/t/{code}/enter", data=form).headers["Location"] == f"/t/{code}"
        )
    assert services_of(app).room.seq(code) == 1


@pytest.mark.parametrize("id", ["", "  ", None])
def test_a_form_made_by_hand_needs_no_id(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
    app: Flask,
    id: str | None,
) -> None:
    code, _, ana, _ = playing
    by_hand = {"kind": "board", "typed=cards": "3c"} | (
        {} if id is None else {"id": id}
    )
    assert ana.post(f"/t/{code}/enter", data=by_hand).status_code == 303
    assert services_of(app).room.seq(code) == 1


def test_who_was_overtaken_is_told_and_sees_the_table_as_it_is(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, _ = playing
    late = page(host.get(f"/t/{code}")).form("board") | {"typed=cards": "5d"}
    enter(ana, code, "board", typed__cards="3c")
    answer = host.post(f"/t/{code}/enter", data=late)
    assert answer.status_code == 409
    assert (
        "Ana has entered this meanwhile, but not the same: “Turn one trick card”."
        in page(answer).text
    )
    assert "three of clubs" in page(answer).text


def test_a_spectator_has_no_forms_to_enter_with(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, _, ana, _ = playing
    form = page(ana.get(f"/t/{code}")).form("board") | {"typed=cards": "3c"}
    guest = ana.application.test_client()
    assert 'name="kind"' not in guest.get(f"/t/{code}").get_data(as_text=True)
    assert guest.post(f"/t/{code}/enter", data=form).status_code == 401


def test_nobody_else_sees_a_sealed_card(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, ben = playing
    enter(ana, code, "board", typed__cards="3c")
    enter(ana, code, "play", pick__plays__Ana="XB")
    assert "black joker" in page(ana.get(f"/t/{code}/log")).text
    for who in (host, ben, ana.application.test_client()):
        log = page(who.get(f"/t/{code}/log")).text
        assert "sealed" in log
        assert "black joker" not in log
    assert "black joker" not in page(ana.get(f"/t/{code}/board")).text


def test_a_host_has_the_seats_without_a_phone_first(
    phone: Callable[[], FlaskClient],
) -> None:
    host, ana = phone(), phone()
    code = open_table(host, ROUNDS, seats=["Ana", "Ben", "Cy"])
    sit(ana, code, "Ana")
    host.post(f"/t/{code}/start")
    html = host.get(f"/t/{code}").get_data(as_text=True)
    open_forms = html[
        html.index('class="prompts"') : html.index('<details class="aside"')
    ]
    assert re.findall(r'name="seat" value="(\w+)"', open_forms) == ["Ben", "Cy"]
    hands = {
        "hidden--1": "4s 5s 6s",
        "exposed--1": "7c 8c 9c",
        "hidden--2": "th jh qh",
        "exposed--2": "kd kc 2d",
    }
    form = page(host.get(f"/t/{code}")).form("round", "Cy")
    sent = (
        form
        | {"seat": ["Ben", "Cy"]}
        | {f"typed={name}": cards for name, cards in hands.items()}
    )
    assert host.post(f"/t/{code}/enter", data=sent).status_code == 303
    html = host.get(f"/t/{code}").get_data(as_text=True)
    first = html.index('class="prompts"')
    assert html.index('<form class="prompt"', first) > html.index(
        '<details class="aside"', first
    )


def test_cards_that_cannot_be_meant_are_not_offered(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, _, ana, ben = playing
    play_a_trick(code, ana, ben)
    offered = {
        one.get("value")
        for one in page(ana.get(f"/t/{code}")).inputs
        if one.get("name") == "pick=cards"
    }
    assert "4C" in offered
    assert not offered & {"3C", "JS", "XB"}


# Corrections


def what_changed(phone: FlaskClient, code: str) -> str:
    """The address that the table's page gives for the details of the latest correction."""
    [address] = re.findall(
        rf'href="(/t/{code}/corrections/[^"/]+)"',
        phone.get(f"/t/{code}").get_data(as_text=True),
    )
    return str(address)


def test_an_entry_is_corrected_on_its_own_form_and_the_correction_undone(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    assert page(ben.get(f"/t/{code}/correct/3")).checked("pick=plays=Ben") == ["KC"]
    back = ben.post(
        f"/t/{code}/correct/3", data={"do": "change", "pick=plays=Ben": "JD"}
    ).headers["Location"]
    assert back == f"/t/{code}"
    made = what_changed(ben, code)
    shown = page(ben.get(made)).text
    assert (
        "Ben: K♣ → J♦" in shown
        and "Now: Ana wins the trick" in shown
        and "Winner: Ben → Ana" in shown
    )
    assert shown.index("Ben wins the trick with the king of clubs") < shown.rindex(
        "Ana wins the trick"
    )
    log = page(host.get(f"/t/{code}/log")).text
    assert "at first" in log
    assert "corrected to" in log
    assert ben.post(f"{made}/undo").headers["Location"] == back
    assert "Ben wins the trick" in page(ana.get(f"/t/{code}")).text
    assert "This correction is undone" in page(ben.get(made)).text
    assert ben.post(f"{made}/redo").headers["Location"] == back
    assert "Ana wins the trick" in page(ana.get(f"/t/{code}")).text


def test_a_correction_shows_the_rulings_that_it_changed_and_no_others(
    app: Flask,
) -> None:
    code, host = play(app, "four-aces/locked_cards", leave_out=3)
    changes = [{"seq": 2, "data": {"hidden": ["KD", "KH", "7C"], "exposed": ["9S"]}}]
    made = host.post(f"/tables/{code}/corrections", {"changes": changes}).said(201)
    shown = page(app.test_client().get(f"/t/{code}/corrections/{made['id']}")).text
    assert "Ana: 7 (hidden" not in shown and "Cy: −5" not in shown


def test_entries_that_no_longer_fit_are_named_before_they_are_struck(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    asked = host.post(f"/t/{code}/correct/1", data={"do": "strike", "pick=cards": "3C"})
    assert asked.status_code == 422
    assert "Round 1, trick 1, Ana: " in page(asked).text
    assert "Round 1, trick 1, Ben: K♣" in page(asked).text
    assert "Correct it differently" in page(asked).text
    assert "Ben wins the trick" in page(host.get(f"/t/{code}")).text
    struck = host.post(
        f"/t/{code}/correct/1", data={"do": "strike", "drop_unfit": "yes"}
    )
    assert struck.status_code == 303
    assert "Turn one trick card" in page(ana.get(f"/t/{code}")).text
    assert "Taken out with it: Round 1, Ana" in page(host.get(f"/t/{code}/log")).text


def test_undoing_names_what_no_longer_fits_before_it_is_struck(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    host.post(f"/t/{code}/correct/1", data={"do": "change", "pick=cards": "5D"})
    made = what_changed(host, code)
    enter(ana, code, "board", typed__cards="3c 4c")
    asked = host.post(f"{made}/undo")
    assert asked.status_code == 422
    assert (
        "With the correction undone, later entries would no longer fit: Round 1: 3♣ 4♣"
        in page(asked).text
    )
    [form] = [form for form in page(asked).forms if form["action"].endswith("/undo")]
    assert (
        host.post(form["action"], data={"drop_unfit": form["drop_unfit"]}).status_code
        == 303
    )
    assert "Turn 2 trick cards" in page(ana.get(f"/t/{code}")).text
    host.post(f"{made}/redo")
    assert "This correction is undone" not in page(host.get(made)).text


def test_a_change_of_what_is_not_asked_any_more_strikes_nothing(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    host.post(f"/t/{code}/correct/1", data={"do": "strike", "drop_unfit": "yes"})
    log = page(host.get(f"/t/{code}/log")).text
    late = ben.post(
        f"/t/{code}/correct/3", data={"do": "change", "pick=plays=Ben": "JD"}
    )
    assert late.status_code == 422
    assert "Nothing of this kind is asked for there any more" in page(late).text
    assert "undo in the log what took it out" in page(late).text
    assert page(host.get(f"/t/{code}/log")).text == log


def test_what_a_ruling_shows_leads_to_its_entry_for_whoever_may_correct_it(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    """The host may correct everything, a player what they entered, and a spectator
    nothing.
    """
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)

    def places(phone: FlaskClient) -> set[str]:
        html = phone.get(f"/t/{code}").get_data(as_text=True)
        return set(
            re.findall(rf'<a class="correct" href="/t/{code}/(correct/[^"]+)"', html)
        )

    board, of_ana = (
        "correct/1?at=cards&amp;card=3C",
        "correct/2?at=plays%3DAna&amp;card=JS",
    )
    of_ben = "correct/3?at=plays%3DBen&amp;card=KC"
    assert places(host) == {board, of_ana, of_ben}
    assert places(ana) == {board, of_ana}
    assert places(ben) == {of_ben}
    assert places(host.application.test_client()) == set()
    correct = ben.get(f"/t/{code}/{of_ben.replace('&amp;', '&')}")
    assert "king of clubs" in page(correct).text
    assert ben.get(f"/t/{code}/{of_ana.replace('&amp;', '&')}").status_code == 403


# The log


def test_a_long_log_is_shown_in_parts_and_nothing_is_left_out(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    ben.post(f"/t/{code}/correct/3", data={"do": "change", "pick=plays=Ben": "QD"})
    monkeypatch.setattr(
        importlib.import_module("referee_web.pages.entries"), "LINES_OF_A_PAGE", 2
    )
    first = host.get(f"/t/{code}/log").get_data(as_text=True)
    assert [f'id="entry-{seq}"' in first for seq in (1, 2, 3)] == [False, False, True]
    assert "Correction" in first
    assert 'href="#entry-3"' in first
    assert f'href="/t/{code}/log?before=3"' in first
    last = host.get(f"/t/{code}/log?before=3").get_data(as_text=True)
    assert [f'id="entry-{seq}"' in last for seq in (1, 2, 3)] == [True, True, False]
    assert "?before=" not in last
    linked = host.get(f"/t/{code}/log?before=5").get_data(as_text=True)
    monkeypatch.setattr(
        importlib.import_module("referee_web.pages.entries"), "LINES_OF_A_PAGE", 1
    )
    assert f'href="/t/{code}/log?before=4#entry-3"' in host.get(
        f"/t/{code}/log"
    ).get_data(as_text=True)
    assert linked.partition("<main")[2] == first.partition("<main")[2]


def test_a_drawn_dealer_is_said_at_the_table_and_in_the_log(
    phone: Callable[[], FlaskClient], app: Flask
) -> None:
    host = phone()
    code = open_table(host, seats=["Ana", "Ben"])
    assert "drawn" not in page(host.get(f"/t/{code}")).text
    host.post(f"/t/{code}/start", data={"dealer": "", "how": "toss"})
    dealer = services_of(app).room.table(code).match.dealer_toss.outcome
    assert "dealer, drawn" in page(host.get(f"/t/{code}")).text
    log = page(host.get(f"/t/{code}/log")).text
    assert f"{dealer} was drawn to deal first" in log
    assert f"the referee drew {dealer}" in log


# Asking


def test_a_question_is_ruled_on_the_same_page(phone: Callable[[], FlaskClient]) -> None:
    asked = {
        "typed=board": "3c 4s",
        "name=1": "Ana",
        "name=2": "Ben",
        "pick=plays=1": "JS",
        "typed=plays=2": "xb",
    }
    answer = phone().post(f"/ask/{TRICKS}/trick", data=asked)
    assert "Ana wins the trick with the jack of spades" in page(answer).text
    assert page(answer).checked("pick=plays=1") == ["JS"]
    assert 'value="3c 4s"' in answer.get_data(as_text=True)


def test_beside_why_stands_the_reading_that_decided(
    phone: Callable[[], FlaskClient],
) -> None:
    asked = {
        "typed=board": "3s 8c",
        "name=1": "Ana",
        "name=2": "Ben",
        "pick=plays=1": "KS",
        "typed=plays=2": "kd",
    }
    html = phone().post("/ask/faj/trick", data=asked).get_data(as_text=True)
    beside = re.search(r'class="first-why"[^>]*>([^<]*)<', html)
    assert (
        beside is not None
        and "suit order decides here too, for the king of spades" in beside[1]
    )


def test_what_is_said_already_is_left_out_where_its_section_is_cited_once_more(
    app: Flask,
) -> None:
    said, more = say("It lies there."), say("There is one of each.")
    reasons = (
        Reason("faj#deck", "rules", said),
        Reason("faj#deck", "rules", more),
        Reason("faj#deal", "rules", said),
    )
    ruling = Ruling({"legal": False}, say("No: {why}", why=said), reasons)
    with app.test_request_context():
        assert unsaid_reasons(ruling) == [
            (reasons[1], "There is one of each."),
            (reasons[2], ""),
        ]


@pytest.mark.parametrize(
    ("question", "asked", "said"),
    [
        (
            "four-aces/turn",
            {"pick=drew": "discards", "pick=into": "hidden"},
            "A turn may not be played so",
        ),
        (
            "four-aces/turn",
            {"pick=drew": "stock", "pick=discarded": "", "pick=card": "XB"},
            "A turn may be played so",
        ),
        ("faj/draft", {"pick=to": "left"}, "This may not be done in the draft"),
        (
            "faj/draft",
            {"kept": "1", "passed": "", "pick=to": "right"},
            "This may be done in the draft",
        ),
    ],
)
def test_what_nobody_saw_is_left_open(
    phone: Callable[[], FlaskClient], question: str, asked: dict[str, str], said: str
) -> None:
    shown = phone().get(f"/ask/{question}")
    assert shown.status_code == 200
    answer = phone().post(f"/ask/{question}", data=asked)
    assert answer.status_code == 200
    assert said in page(answer).text
    assert phone().post(f"/ask/{question}", data={}).status_code == 422


def test_partners_are_parted_by_a_stroke_and_a_side_without_cards_passes(
    phone: Callable[[], FlaskClient],
) -> None:
    both = {
        "name=1": "Ana & Cy",
        "name=2": "Ben & Dee",
        "typed=bids=1": "2c 3d / 3s 9h",
        "typed=bids=2": "2d / 2s",
    }
    answer = phone().post("/ask/jizara/contest", data=both)
    assert "Ana & Cy take the card" in page(answer).text
    assert 'value="2c 3d / 3s 9h"' in answer.get_data(as_text=True)
    passing = phone().post("/ask/jizara/contest", data=both | {"typed=bids=1": ""})
    assert "Ben & Dee take the card unopposed" in page(passing).text
    uneven = phone().post("/ask/jizara/contest", data=both | {"typed=bids=1": "9h"})
    assert uneven.status_code == 422
    assert "as many partners on each side" in page(uneven).text


@pytest.mark.parametrize(
    ("inputs", "read"),
    [
        ({"typed=bids=Ana": "2c 5d / 3s"}, {"Ana": [["2c 5d"], ["3s"]]}),
        (
            {"pick=bids=Ana": "2C", "typed=bids=Ana": "5d/3s"},
            {"Ana": [["2C", "5d"], ["3s"]]},
        ),
        ({"pick=bids=Ana": "2C", "typed=bids=Ben": ""}, {"Ana": [["2C"]], "Ben": None}),
    ],
)
def test_partners_cards_are_read_and_written_back(
    inputs: dict[str, str], read: dict[str, object]
) -> None:
    field = Field("bids", "cards_by_seat", say("Bids"), partners=True)
    found = form_values.read([field], FormValues(inputs))
    assert found == {"bids": read}
    again = form_values.read(
        [field],
        form_values.written(
            [field], {"bids": {"Ana": [["2C", "5D"], ["3S"]], "Ben": None}}
        ),
    )
    assert again == {"bids": {"Ana": [["2C 5D"], ["3S"]], "Ben": None}}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"name=1": "Ana", "name=2": "Ana"}, "Give every player a different name"),
        ({"name=1": "A" * 31, "name=2": "Ana"}, "Take a name of at most 30 letters"),
        (
            {"typed=board": "3c", "pick=plays=1": "JS", "typed=plays=2": "JS"},
            "named more often than the deck holds it",
        ),
        (
            {"name=1": "Ana", "name=2": "Ben", "pick=plays=1": "JS"},
            "Name the cards of at least 2 players.",
        ),
    ],
)
def test_a_question_that_makes_no_sense_is_not_ruled(
    phone: Callable[[], FlaskClient], asked: dict[str, str], said: str
) -> None:
    answer = phone().post(f"/ask/{TRICKS}/trick", data=asked)
    assert answer.status_code == 422
    assert said in page(answer).text


# Every page


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
    host, ana = phone(), phone()
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

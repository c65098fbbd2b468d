"""What is refused is refused alike to programs and to people: same status, same words,
and the form again.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee.hosting.room import CardRoom
from tests.web.conftest import Open, Opened, app_over
from tests.web.phone import Phone

HOST = "the host"
SPECTATOR = "a spectator"


@dataclass(frozen=True)
class Action:
    """Something that is tried at a table: by whom, at which address of the interface
    and of the pages, with what.

    In addresses and values, words in braces stand for what was made at the table:
    `{claim}`, `{dispute}`.
    """

    told: str
    status: int
    by: str
    at: str
    page: str
    body: Mapping[str, Any] = field(default_factory=dict)
    form: Mapping[str, str] = field(default_factory=dict)


# Tables at which things are tried


@dataclass
class Made(Opened):
    """A table, and what was made there, by name."""

    named: dict[str, str] = field(default_factory=lambda: {"id": str(uuid4())})

    def phone(self, by: str) -> Phone:
        if by in self.phones:
            return self.phones[by]
        return self.host if by == HOST else Phone(self.host.app)

    def lay(self, seat: str, card: str) -> None:
        self.phones[seat].enter(self.code, "lay", card=card).said(201)


def set_up(open_table: Open) -> Made:
    """Ana and Ben sit there, and Cy's seat is free; somebody has asked for Ana's."""
    table = open_table("highest-card", "Ana", "Ben", seats=("Ana", "Ben", "Cy"))
    made = Made(table.code, table.host, table.phones)
    claim = (
        Phone(table.host.app)
        .post(table.path("join"), {"name": "Ana"})
        .said(202)["claim"]
    )
    answered = (
        Phone(table.host.app)
        .post(table.path("join"), {"name": "Ben"})
        .said(202)["claim"]
    )
    table.host.post(
        table.path(f"claims/{answered.partition('.')[0]}"), {"admit": False}
    ).said(200)
    made.named |= {
        "claim": claim.partition(".")[0],
        "answered": answered.partition(".")[0],
    }
    return made


def playing(open_table: Open) -> Made:
    """Ana's nine has beaten Ben's eight, Ana has laid her next card in secret, and a
    correction was undone.
    """
    table = open_table("highest-card", "Ana", "Ben")
    table.start()
    made = Made(table.code, table.host, table.phones)
    made.lay("Ana", "9S")
    made.lay("Ben", "8S")
    changed = {"changes": [{"seq": 1, "data": {"card": "TS"}}]}
    correction = table.host.post(table.path("corrections"), changed).said(201)["id"]
    table.host.post(table.path(f"corrections/{correction}/undo")).said(201)
    standing = table.host.post(
        table.path("corrections"), {"changes": [{"seq": 1, "data": {"card": "JS"}}]}
    ).said(201)
    made.lay("Ana", "KS")
    made.named |= {"undone": correction, "standing": standing["id"]}
    return made


def questioned(open_table: Open) -> Made:
    """The same, and Ben questions the ruling; an earlier dispute is settled."""
    made = playing(open_table)
    settled = made.phones["Ben"].post(made.path("disputes"), {"seq": 2}).said(201)["id"]
    made.host.post(made.path(f"disputes/{settled}/resolve"), {"as": "upheld"}).said(201)
    dispute = made.phones["Ben"].post(made.path("disputes"), {"seq": 2}).said(201)["id"]
    made.named |= {"settled": settled, "dispute": dispute}
    return made


def finished(open_table: Open) -> Made:
    """Ana has won a match to one point, and Ben's name was forgotten."""
    table = open_table("highest-card", "Ana", "Ben", options={"target": 1})
    table.start()
    made = Made(table.code, table.host, table.phones)
    made.lay("Ana", "9S")
    made.lay("Ben", "8S")
    table.host.post(table.path("seats/Ben/forget")).said(200)
    return made


def lay(seat: str, **more: Any) -> dict[str, Any]:
    """The body and the form of an entry."""
    card = more.get("card", "QS")
    kind = more.get("kind", "lay")
    after = more.get("after")
    body = {
        "id": "{id}",
        "kind": kind,
        "seat": seat,
        "data": {"card": card},
        "after": after,
    }
    form = {
        "id": "{id}",
        "kind": kind,
        "seat": seat,
        "pick=card": card,
        "after": str(after or ""),
    }
    return {
        "at": "entries",
        "page": "enter",
        "body": body,
        "form": {**form, "form": "another"},
    }


def one(at: str, page: str, **values: str) -> dict[str, Any]:
    """An action whose body and form are the same."""
    return {"at": at, "page": page, "body": values, "form": values}


def change(seq: int, card: str) -> dict[str, Any]:
    body = {"changes": [{"seq": seq, "data": {"card": card}}]}
    return {
        "at": "corrections",
        "page": f"correct/{seq}",
        "body": body,
        "form": {"do": "change", "pick=card": card},
    }


def claim(id: str) -> dict[str, Any]:
    return {
        "at": f"claims/{id}",
        "page": f"claims/{id}",
        "body": {"admit": True},
        "form": {"admit": "yes"},
    }


def link(seat: str) -> dict[str, Any]:
    return {"at": f"seats/{seat}/link", "page": "seat/link", "form": {"seat": seat}}


def rename(seat: str, name: str) -> dict[str, Any]:
    at = f"seats/{seat}/name"
    return {"at": at, "page": at, "body": {"name": name}, "form": {"name": name}}


def forget(seat: str) -> dict[str, Any]:
    return {
        "at": f"seats/{seat}/forget",
        "page": "seat/forget",
        "form": {"seat": seat, "sure": "yes"},
    }


def turn(way: str, id: str) -> dict[str, Any]:
    return one(f"corrections/{id}/{way}", f"corrections/{id}/{way}")


def question(seq: int) -> dict[str, Any]:
    return {"at": "disputes", "page": f"dispute/{seq}", "body": {"seq": seq}}


def object_to(id: str) -> dict[str, Any]:
    """The call and the form that dispute a correction."""
    return {
        "at": "disputes",
        "page": f"dispute/change/{id}",
        "body": {"correction": id},
    }


def question_refusal(id: str) -> dict[str, Any]:
    return {"at": "disputes", "page": f"dispute/refused/{id}", "body": {"entry": id}}


def vote(id: str) -> dict[str, Any]:
    return {
        "at": f"disputes/{id}/vote",
        "page": f"disputes/{id}/vote",
        "body": {"uphold": True},
        "form": {"uphold": "yes"},
    }


def settle(id: str, **verdict: str) -> dict[str, Any]:
    how = "overruled" if verdict else "upheld"
    form = {"as": how, **{f"verdict={name}": value for name, value in verdict.items()}}
    page = f"disputes/{id}/settle"
    return {
        "at": f"disputes/{id}/resolve",
        "page": page,
        "body": {"as": how, "verdict": verdict},
        "form": form,
    }


ANOTHER: dict[str, Any] = {
    "at": "next",
    "page": "next/score-pad",
    "body": {"game": "score-pad"},
    "form": {},
}

REFUSED: dict[Callable[[Open], Made], tuple[Action, ...]] = {
    set_up: (
        Action("a name that is none", 422, SPECTATOR, **one("join", "join", name="?!")),
        Action("starting as a seat", 403, "Ana", **one("start", "start", dealer="Ana")),
        Action(
            "starting as a spectator",
            401,
            SPECTATOR,
            **one("start", "start", dealer="Ana"),
        ),
        Action(
            "a dealer who does not sit there",
            422,
            HOST,
            **one("start", "start", dealer="Zoe"),
        ),
        Action(
            "handing over what one has not",
            403,
            "Ben",
            **one("host", "seat/host", seat="Ana"),
        ),
        Action(
            "handing over as a spectator",
            401,
            SPECTATOR,
            **one("host", "seat/host", seat="Ana"),
        ),
        Action(
            "handing over to nobody", 404, HOST, **one("host", "seat/host", seat="Zoe")
        ),
        Action(
            "handing over to a free seat",
            409,
            HOST,
            **one("host", "seat/host", seat="Cy"),
        ),
        Action(
            "leaving for somebody else",
            403,
            "Ben",
            **one("leave", "seat/leave", seat="Ana"),
        ),
        Action("leaving as a spectator", 401, SPECTATOR, **one("leave", "seat/leave")),
        Action("leaving no seat", 422, HOST, **one("leave", "seat/leave")),
        Action(
            "freeing a seat that is not there",
            404,
            HOST,
            **one("leave", "seat/leave", seat="Zoe"),
        ),
        Action("a link for somebody else's seat", 403, "Ben", **link("Ana")),
        Action("a link for a spectator", 401, SPECTATOR, **link("Ana")),
        Action("a link for a seat that is not there", 404, HOST, **link("Zoe")),
        Action(
            "a link that is none",
            404,
            SPECTATOR,
            "links",
            "link/nonsense",
            {"token": "nonsense"},
        ),
        Action("a claim to somebody else's seat", 403, "Ben", **claim("{claim}")),
        Action("a claim as a spectator", 401, SPECTATOR, **claim("{claim}")),
        Action("a claim that is none", 404, HOST, **claim("123456789abc")),
        Action("a claim that was answered", 409, HOST, **claim("{answered}")),
        Action("entering before the match", 409, HOST, **lay("Ana")),
        Action("correcting before the match", 409, HOST, **change(1, "9S")),
        Action("questioning before the match", 409, HOST, **question(1)),
        Action("a vote before the match", 409, "Ana", **vote("none")),
        Action("once more before the match", 409, "Ana", **one("rematch", "rematch")),
        Action("another game before the match", 409, "Ana", **ANOTHER),
    ),
    playing: (
        Action(
            "sitting down too late", 409, SPECTATOR, **one("join", "join", name="Di")
        ),
        Action("starting again", 409, HOST, **one("start", "start", dealer="Ana")),
        Action("entering as a spectator", 401, SPECTATOR, **lay("Ana")),
        Action("entering for somebody else", 403, "Ben", **lay("Ana")),
        Action("entering for somebody who is not there", 422, HOST, **lay("Zoe")),
        Action("entering what is not asked", 409, "Ben", **lay("Ben", kind="slap")),
        Action("a card that is none", 422, "Ben", **lay("Ben", card="1Z")),
        Action("a card that was played", 422, "Ben", **lay("Ben", card="8S")),
        Action("what was overtaken", 409, "Ben", **lay("Ben", after=1)),
        Action("correcting as a spectator", 401, SPECTATOR, **change(1, "TS")),
        Action("correcting for somebody else", 403, "Ben", **change(1, "TS")),
        Action("correcting what is not there", 422, HOST, **change(99, "TS")),
        Action("correcting to what is not there", 422, HOST, **change(1, "1Z")),
        Action("undoing as a spectator", 401, SPECTATOR, **turn("undo", "{standing}")),
        Action("undoing for somebody else", 403, "Ben", **turn("undo", "{standing}")),
        Action("undoing what is not there", 404, HOST, **turn("undo", "none")),
        Action("undoing twice", 409, HOST, **turn("undo", "{undone}")),
        Action("making again what stands", 409, HOST, **turn("redo", "{standing}")),
        Action("questioning as a spectator", 401, SPECTATOR, **question(2)),
        Action("questioning what is not there", 404, "Ben", **question(99)),
        Action("questioning what decided nothing", 404, "Ben", **question(1)),
        Action("questioning what is secret", 409, "Ben", **question(6)),
        Action("objecting as a spectator", 401, SPECTATOR, **object_to("{standing}")),
        Action("objecting to nothing", 404, "Ben", **object_to("{id}")),
        Action("objecting to one's own", 409, HOST, **object_to("{standing}")),
        Action(
            "questioning a refusal as a spectator",
            401,
            SPECTATOR,
            **question_refusal("{id}"),
        ),
        Action(
            "questioning a refusal that is none", 404, "Ben", **question_refusal("{id}")
        ),
        Action("once more too early", 409, "Ana", **one("rematch", "rematch")),
        Action("renaming as a spectator", 401, SPECTATOR, **rename("Ana", "Anna")),
        Action("renaming somebody else", 403, "Ben", **rename("Ana", "Anna")),
        Action("renaming who is not there", 404, HOST, **rename("Zoe", "Anna")),
        Action("renaming to another's name", 422, HOST, **rename("Ana", "Ben")),
        Action(
            "letting another device watch as a seat",
            403,
            "Ben",
            **one("watch", "watch"),
        ),
        Action(
            "stopping a camera as a spectator",
            401,
            SPECTATOR,
            **one("watch/stop", "watch/stop"),
        ),
        Action(
            "entering what no camera saw",
            409,
            "Ben",
            **one("watch/enter", "watch/enter", id="{id}"),
        ),
        Action(
            "dropping as a spectator",
            401,
            SPECTATOR,
            **one("watch/drop", "watch/drop", id="{id}"),
        ),
        Action("forgetting as a spectator", 401, SPECTATOR, **forget("Ana")),
        Action("forgetting somebody else", 403, "Ben", **forget("Ana")),
        Action("forgetting who is not there", 404, HOST, **forget("Zoe")),
    ),
    questioned: (
        Action("entering while a ruling is questioned", 409, "Ben", **lay("Ben")),
        Action("questioning another ruling", 409, "Ana", **question(2)),
        Action("objecting meanwhile", 409, "Ben", **object_to("{standing}")),
        Action("a vote as a spectator", 401, SPECTATOR, **vote("{dispute}")),
        Action("a vote without a seat", 403, HOST, **vote("{dispute}")),
        Action("a vote on nothing", 404, "Ben", **vote("none")),
        Action("a vote on what is settled", 409, "Ben", **vote("{settled}")),
        Action("settling as a spectator", 401, SPECTATOR, **settle("{dispute}")),
        Action("settling as a seat", 403, "Ben", **settle("{dispute}")),
        Action("settling nothing", 404, HOST, **settle("none")),
        Action("settling twice", 409, HOST, **settle("{settled}")),
        Action(
            "a verdict that cannot be", 422, HOST, **settle("{dispute}", winner="Zoe")
        ),
    ),
    finished: (
        Action("entering after the end", 409, HOST, **lay("Ana")),
        Action("once more as a spectator", 401, SPECTATOR, **one("rematch", "rematch")),
        Action("another game as a spectator", 401, SPECTATOR, **ANOTHER),
        Action("forgetting twice", 409, HOST, **forget("Player 2")),
    ),
}

ALL = [
    pytest.param(make, action, id=action.told)
    for make, actions in REFUSED.items()
    for action in actions
]


@pytest.mark.parametrize(("make", "action"), ALL)
def test_an_action_is_refused_alike(
    open_table: Open, make: Callable[[Open], Made], action: Action
) -> None:
    table = make(open_table)
    phone = table.phone(action.by)
    before = table.host.look(table.code)
    program = phone.post(
        table.path(_put(action.at, table.named)), _put(action.body, table.named)
    )
    assert program.status == action.status, program.text
    page = _sent(
        phone,
        f"/t/{table.code}/{_put(action.page, table.named)}",
        _put(action.form, table.named),
    )
    _answers_alike(page, program.json)
    assert table.host.look(table.code) == before


def _put(value: Any, named: Mapping[str, str]) -> Any:
    """A value with what was made at the table in the place of its name."""
    if isinstance(value, str):
        return value.format_map(named) if "{" in value else value
    if isinstance(value, Mapping):
        return {key: _put(inner, named) for key, inner in value.items()}
    return value


def _sent(phone: Phone, path: str, form: Mapping[str, str]) -> TestResponse:
    """A form as this phone's browser sends it."""
    bears = {"Authorization": f"Bearer {phone.token}"} if phone.token else {}
    return phone.app.test_client(use_cookies=False).post(path, data=form, headers=bears)


def _answers_alike(page: TestResponse, problem: dict[str, Any]) -> None:
    """The page has the status of the problem, and says what it says."""
    assert page.status_code == problem["status"], words(page)
    told = [error["message"] for error in problem.get("errors", ())] or [
        problem["detail"]
    ]
    for message in told:
        assert " ".join(message.split()) in words(page)


def words(page: TestResponse) -> str:
    """The text of a page."""
    return " ".join(
        unescape(re.sub(r"<[^>]*>", " ", page.get_data(as_text=True))).split()
    )


# What is no table's


ANYBODYS = [
    pytest.param(
        404,
        "/games/{game}/ask/none",
        {},
        "/ask/{game}/none",
        {},
        id="a question that is none",
    ),
    pytest.param(
        404,
        "/games/no-game/ask/trick",
        {},
        "/ask/no-game/trick",
        {},
        id="a game that is none",
    ),
    pytest.param(
        422,
        "/games/{game}/ask/trick",
        {"plays": {"Ana": "1Z"}},
        "/ask/{game}/trick",
        {"name=1": "Ana", "typed=plays=1": "1Z"},
        id="a question about no card",
    ),
    pytest.param(
        422,
        "/tables",
        {"game": "{game}", "seats": ["Ana", "?!"]},
        "/new/{game}",
        {"seats": ["Ana", "?!"]},
        id="a name that is none",
    ),
    pytest.param(
        422,
        "/tables",
        {"game": "{game}", "seats": list("ABCDE")},
        "/new/{game}",
        {"seats": list("ABCDE")},
        id="too many names",
    ),
    pytest.param(
        422,
        "/tables",
        {"game": "{game}", "options": {"target": 10}},
        "/new/{game}",
        {"typed=target": "10"},
        id="an option out of bounds",
    ),
    pytest.param(
        422,
        "/tables",
        {"game": "{game}", "house_rules": ["none"]},
        "/new/{game}",
        {"house_rules": "none"},
        id="a house rule that is none",
    ),
]


@pytest.mark.parametrize(("status", "at", "body", "page", "form"), ANYBODYS)
def test_what_is_asked_of_no_table_is_refused_alike(
    spectator: Phone,
    status: int,
    at: str,
    body: dict[str, Any],
    page: str,
    form: dict[str, Any],
) -> None:
    game = {"game": "highest-card"}
    program = spectator.post(_put(at, game), _put(body, game))
    assert program.status == status, program.text
    _answers_alike(_sent(spectator, _put(page, game), form), program.json)


@pytest.mark.parametrize("path", ["/matches?from=tomorrow", "/players/Nobody"])
def test_what_is_looked_for_is_refused_alike(spectator: Phone, path: str) -> None:
    program = spectator.get(path)
    page = spectator.app.test_client().get(path)
    _answers_alike(page, program.json)


def test_a_table_that_is_not_there_is_refused_alike(spectator: Phone) -> None:
    for at, page in (
        ("/tables/NOWAY", "/t/NOWAY"),
        ("/tables/NOWAY/log", "/t/NOWAY/log"),
    ):
        _answers_alike(
            spectator.app.test_client().get(page), spectator.get(at).said(404)
        )


def test_who_asks_too_often_is_refused_alike(room: CardRoom) -> None:
    stranger = Phone(app_over(room, limits=True))
    while (program := stranger.post("/tables", {"game": "no-game"})).status == 422:
        pass
    page = _sent(stranger, "/new/highest-card", {"seats": "Ana", "typed=target": "7"})
    _answers_alike(page, program.said(429))
    assert page.headers["Retry-After"] == program.response.headers["Retry-After"]
    html = page.get_data(as_text=True)
    assert 'value="Ana"' in html
    assert 'value="7"' in html


# The form stands there again


def test_a_refused_start_keeps_the_places_and_the_dealer(open_table: Open) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    page = _sent(
        table.host,
        f"/t/{table.code}/start",
        {"place=Ana": "2", "place=Ben": "2", "dealer": "Ben"},
    )
    html = page.get_data(as_text=True)
    assert page.status_code == 422
    assert "Two seats have the same place" in words(page)
    assert re.search(r'name="place=Ana"[^>]* value="2"', html)
    assert re.search(r'name="dealer" value="Ben"[^>]* checked', html)
    assert not re.search(r'name="dealer" value="Ana"[^>]* checked', html)


def test_an_entry_that_the_rules_forbid_stands_in_its_form_with_the_ruling(
    open_table: Open,
) -> None:
    table = playing(open_table)
    ben = table.phones["Ben"]
    shown = ben.app.test_client().get(
        f"/t/{table.code}", headers={"Authorization": f"Bearer {ben.token}"}
    )
    forms = re.findall(
        r'<form class="prompt".*?</form>', shown.get_data(as_text=True), re.DOTALL
    )
    (form,) = (one for one in forms if 'name="kind" value="lay"' in one)
    hidden = dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    )
    page = _sent(ben, f"/t/{table.code}/enter", {**hidden, "typed=card": "8S"})
    assert page.status_code == 422
    assert "The eight of spades was played" in words(page)
    assert re.search(r'name="typed=card"[^>]* value="8S"', page.get_data(as_text=True))


# No action is left out


def test_every_form_of_a_table_is_tried(app: Flask) -> None:
    # Nothing of a phone's own preferences is refused, and programs take no table away.
    tried = {action.page for actions in REFUSED.values() for action in actions}
    # That the cards are ready folds a guide on pages, of which programs know nothing.
    unlike = {
        "pages.set_preferences",
        "pages.delete",
        "pages.open_table",
        "pages.rule",
        "pages.rule_irregularity",
        "pages.cards_ready",
    }
    # Events are no table; pages/test_events_*.py hold them against their calls.
    unlike |= {
        "pages.confirm",
    }
    forms = [
        rule
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and not rule.rule.startswith("/events")
    ]
    routes = {
        rule.endpoint: _pattern(rule.rule)
        for rule in forms
        if rule.endpoint.startswith("pages.")
    }
    assert routes.keys() > unlike
    missing = [
        endpoint
        for endpoint, pattern in routes.items()
        if endpoint not in unlike
        and not any(re.fullmatch(pattern, page) for page in tried)
    ]
    assert missing == []


def _pattern(rule: str) -> str:
    return re.sub(r"<[^>]*>", "[^/]+", rule.removeprefix("/t/<code>/"))

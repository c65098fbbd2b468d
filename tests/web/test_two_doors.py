"""A deed that programs do by a call and people by a form does the same by both doors.

Each is tried by either door at a place of its own, two copies of one table or event:
as it should be, twice, by everybody, and with what is missing, wrong or hostile.
"""

import re
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cache
from html import unescape
from operator import ne
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from marshmallow import fields
from referee_web.api import schemas
from referee_web.api.call import BY_ENDPOINT, CALLS
from referee_web.guards import problems
from referee_web.guards.problems import Problem
from werkzeug.test import TestResponse

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.testing.phone import V1
from referee.vocabulary.jsonable import jsonable
from tests.web.conftest import Open, Opened, app_over
from tests.web.deeds import CASES, DEEDS, HOST, STRANGER, TWICE, Case, Place, State
from tests.web.phone import Answer, Phone
from tests.web.served import served

DONE = range(200, 300)
REFUSED = (401, 403, 404, 409)
ANYTHING = range(600)

# A refused move is kept, so that it can be disputed; the disk is erased some time.
ASIDE = re.compile('INSERT INTO "(refusals|referee_store)"')


# Trying it


@dataclass(frozen=True)
class Asked:
    """A deed as somebody asks for it."""

    who: str
    values: Mapping[str, Any]
    form: Mapping[str, Any]

    def but(self, case: Case) -> "Asked":
        """Return it as in this case."""
        values = {**self.values, **case.values}
        sent = {name: value for name, value in values.items() if value is not None}
        return Asked(case.by or self.who, sent, {**self.form, **case.form})

    @property
    def inputs(self) -> dict[str, Any]:
        """The inputs by which people say it."""
        inputs = {}
        for name, value in self.values.items():
            if is_input(value):
                inputs[name] = value
            if isinstance(value, bool):
                inputs[name] = "yes" if value else "no"
        return {**inputs, **self.form}


def is_input(value: object) -> bool:
    """Return whether a form has this under the same name: no object, nor a list of
    some.
    """
    first = next(iter(value), None) if isinstance(value, list) else value
    return not isinstance(first, Mapping)


class Doors:
    """The call and the form of a deed, each with a place of its own: copies of one."""

    def __init__(self, name: str, place: Place, paths: Sequence[Path]) -> None:
        deed = DEEDS[name]
        self.leads = deed.leads
        self.page = f"pages.{deed.page or name}"
        self.has_own_route = self.page not in BY_ENDPOINT
        self.described = BY_ENDPOINT.get(self.page) or CALLS[deed.call or name]
        self.place = place
        self.app = place.phones[HOST].app
        self.paths = paths
        self.rooms = [CardRoom(Store.open(path)) for path in paths]
        self.kept = self.dump()

    def call(self, asked: Asked) -> Answer:
        """Return what the call answers."""
        served(self.rooms[0])
        path, body = self.address(f"api.{self.described.name}", asked.values)
        return self.place.phones[asked.who].post(path.removeprefix(V1), body)

    def send(self, asked: Asked) -> TestResponse:
        """Return what the form answers, sent by this phone's browser."""
        browser = served(self.rooms[1]).test_client()
        token = self.place.phones[asked.who].token
        headers = {}
        if asked.who == STRANGER:
            headers["Authorization"] = f"Bearer {token}"
        elif token:
            kind = "host" if asked.who == HOST else "seat"
            browser.set_cookie(f"{kind}_{self.place.code}", token)
        path, inputs = self.address(self.page, asked.inputs)
        return browser.post(path, data=inputs, headers=headers)

    def address(self, endpoint: str, values: Any) -> tuple[str, dict[str, Any]]:
        """Return an address with the values that it names, and the others."""
        urls = self.app.url_map
        [rule] = urls.iter_rules(endpoint)
        rest = self.fill({"code": "{code}", **values})
        named = {name: rest[name] for name in rule.arguments}
        for name in {"code", *named}:
            del rest[name]
        return urls.bind("").build(endpoint, named), rest

    def fill(self, value: Any) -> Any:
        """Return a value with what was made here in the place of its name."""
        named = defaultdict(lambda: "none", self.place.named)
        if isinstance(value, Mapping):
            return {self.fill(key): self.fill(inner) for key, inner in value.items()}
        if not isinstance(value, str):
            return value
        if value[1:-1] in named:
            return named[value[1:-1]]
        return re.sub(r"{(\w+)}", lambda name: str(named[name[1]]), value)

    def dump(self) -> list[list[str]]:
        """Return all that is kept of each place."""
        dumps = []
        for path in self.paths:
            with closing(sqlite3.connect(path)) as base:
                lines = base.iterdump()
                dumps.append([line for line in lines if not ASIDE.match(line)])
        return dumps

    def see(self) -> list[str]:
        """Return what is seen of each place, but for times and new ids."""
        views = []
        for room in self.rooms:
            served(room)
            texts = []
            for who in (HOST, "Ana"):
                phone = self.place.phones[who]
                for read in ("", "/log", "/standings"):
                    texts.append(phone.get(f"{self.place.path}{read}").text)
            views.append(name_ids("\n".join(texts)))
        return views

    def require_alike(self, case: Case, asked: Asked, answered: list[Problem]) -> bool:
        """Raise AssertionError unless both doors do the same.

        Return whether they did the deed.
        """
        call = self.call(asked)
        problem = answered[-1:]
        answered.clear()
        page = self.send(asked)
        before = self.kept
        self.kept = self.dump()
        assert case.expects(call.status), call.text
        if call.status in DONE:
            leads = self.fill(case.leads or self.leads)
            assert page.status_code == (303 if leads else 200), words(page)
            assert re.fullmatch(leads, page.headers.get("Location", ""))
            seen_by_call, seen_by_form = self.see()
            assert seen_by_form == seen_by_call
            call_writes, form_writes = map(ne, self.kept, before)
            assert form_writes == call_writes
            return True
        # A form that is no call's may find another fault first, and has its own words.
        if case.is_generated and (self.has_own_route or call.status == 401):
            assert page.status_code in range(400, 500), words(page)
        else:
            assert page.status_code == call.status, words(page)
            assert tell(answered[-1]) == tell(problem[0])
        for sentence in list_sentences(answered[-1]):
            assert sentence in words(page)
        assert self.kept == before
        return False


def name_ids(text: str) -> str:
    """Return views with names for what is made anew at each place."""
    text = re.sub(r"\b[0-9a-f-]{12,36}\b", "ID", text)
    text = re.sub(r"\b\d{10}\.\d+", "TIME", text)
    codes = re.findall(r'"(?:code|rematch)":"([A-Z0-9]{5})"', text)
    for number, code in enumerate(dict.fromkeys(codes)):
        text = text.replace(code, f"CODE{number}")
    return text.replace(".0,", ",")


def words(page: TestResponse) -> str:
    """Return the text of a page."""
    text = re.sub(r"<[^>]*>", " ", page.get_data(as_text=True))
    return " ".join(unescape(text).split())


def tell(problem: Problem) -> tuple[object, ...]:
    """Return what whoever meets this problem is told, and about which fields."""
    errors = problem.more.get("errors")
    return problem.status, str(problem.title), str(problem.detail), errors


def list_sentences(problem: Problem) -> list[str]:
    """Return what a page says of this problem."""
    sentences = []
    for error in jsonable(problem.more).get("errors", ()):
        sentence = error["message"]
        if error.get("field") == "id":
            # People fill in no ids.
            sentence = "The form arrived garbled."
        sentences.append(sentence)
    texts = sentences or [str(problem.detail)]
    return [" ".join(text.split()) for text in texts]


# What is tried of every deed

HOSTILE = ("x" * 5000, "\x00\x1b[2J\u202e", "<script>alert()</script>")
NUMBERS = (-1, 0, 10**9, 10**30, "many")
LISTS = (["x" * 5000], ["\x00"], ["Zoe"] * 100)


def list_cases(name: str, doors: Doors) -> Iterator[Case]:
    """Yield all that is tried of a deed, the right request at last."""
    deed = DEEDS[name]
    yield from (case for case in CASES if case.deed == name)
    for who in doors.place.phones.keys() - {deed.by, *deed.unlike}:
        is_unread = who == STRANGER and doors.described.who in ("nobody", "anybody")
        if not is_unread:
            yield Case(name, DONE if who in deed.others else REFUSED, by=who)
    if "<code>" in doors.described.rule:
        yield Case(name, 404, {"code": "NOWAY"})
    for key in ("claim", "correction", "dispute", "entrant"):
        if f"<{key}>" in doors.described.rule:
            yield Case(name, REFUSED, {key: "none"})
    for key, shaped in list_fields(name, doors):
        for value in list_wrong_values(shaped):
            yield Case(name, ANYTHING, {key: value}, is_generated=True)
    yield Case(name, DONE)


def list_fields(name: str, doors: Doors) -> Iterator[tuple[str, fields.Field[Any]]]:
    """Yield the fields of a deed that both doors read."""
    deed = DEEDS[name]
    [rule] = doors.app.url_map.iter_rules(doors.page)
    apart = {*deed.unlike, *rule.arguments}
    for shape in doors.described.takes:
        for own_name, shaped in schemas._shape(shape).fields.items():
            key = shaped.data_key or own_name
            if doors.has_own_route and not is_input(deed.values.get(key, {})):
                continue
            if key not in apart:
                yield key, shaped


def list_wrong_values(shaped: fields.Field[Any]) -> Sequence[object]:
    """Return what this field does not take, or what is hostile; None: it is missing."""
    if isinstance(shaped, schemas.Flag):
        return ()
    missing = (None,) if shaped.required else ()
    if isinstance(shaped, (fields.Integer, schemas.Number)):
        return (*missing, *NUMBERS, *HOSTILE)
    return (*missing, *(LISTS if isinstance(shaped, fields.List) else HOSTILE))


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Callable[[State], Any]:
    """Makes a place in a state, and the file in which it is kept, once."""

    @cache
    def made(state: State) -> tuple[Place, Path]:
        path = tmp_path_factory.mktemp(state.__name__) / "kept.db"
        room = CardRoom(Store.open(path))
        place = state(served(room))
        room.close()
        return place, path

    return made


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> list[Problem]:
    """The problems that were answered, by either door."""
    found: list[Problem] = []
    problem_of = problems.problem_of

    def notice(error: Exception) -> Problem:
        found.append(problem_of(error))
        return found[-1]

    monkeypatch.setattr(problems, "problem_of", notice)
    return found


@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_is_done_alike_by_both_doors(
    name: str, make: Callable[[State], Any], tmp_path: Path, answered: list[Problem]
) -> None:
    deed = DEEDS[name]
    right = Asked(deed.by, deed.values, deed.form)
    unchanged: dict[State, Doors] = {}
    with ExitStack() as opened:

        def open_doors(state: State) -> Doors:
            place, kept = make(state)
            paths = [shutil.copy(kept, tmp_path / f"{uuid4()}.db") for _ in "12"]
            doors = Doors(name, place, paths)
            for room in doors.rooms:
                opened.callback(room.close)
            return doors

        first = open_doors(deed.state)
        unchanged[deed.state] = first
        for case in list_cases(name, first):
            state = case.state or deed.state
            doors = unchanged.pop(state, None) or open_doors(state)
            try:
                if not doors.require_alike(case, right.but(case), answered):
                    unchanged[state] = doors
            except AssertionError as error:
                error.add_note(f"{name}: {case}")
                raise
        if TWICE not in deed.unlike:
            leads = deed.leads and ".*"
            twice = Case(name, ANYTHING, leads=leads, is_generated=True)
            doors.require_alike(twice, right, answered)


def test_every_deed_is_tried(app: Flask) -> None:
    # Programs have no preferences, delete no table or event, fold no guide, keep no
    # place that an address would replace, and enter the next event by their names.
    alone = {"set_preferences", "delete", "cards_ready", "rule_irregularity"}
    alone |= {"delete_event", "take_event", "enter_next"}
    tried = {deed.page or name for name, deed in DEEDS.items()}
    forms = set()
    for rule in app.url_map.iter_rules():
        blueprint, _, name = rule.endpoint.rpartition(".")
        if blueprint == "pages" and "POST" in (rule.methods or ()):
            forms.add(name)
    assert forms - alone == tried


# What is no deed's, or stands in the page that refuses one


@pytest.mark.parametrize(
    ("read", "page"),
    [
        ("/matches?from=tomorrow", "/matches?from=tomorrow"),
        ("/players/Nobody", "/players/Nobody"),
        ("/tables/NOWAY", "/t/NOWAY"),
        ("/tables/NOWAY/log", "/t/NOWAY/log"),
    ],
)
def test_what_is_looked_for_is_refused_alike(
    spectator: Phone, read: str, page: str
) -> None:
    program = spectator.get(read)
    shown = spectator.app.test_client().get(page)
    require_told(shown, program)


def test_who_asks_too_often_is_refused_alike(room: CardRoom) -> None:
    stranger = Phone(app_over(room, limits=True))
    while (program := stranger.post("/tables", {"game": "no-game"})).status == 422:
        pass
    filled = {"seats": "Ana", "typed=target": "7"}
    page = stranger.app.test_client().post("/new/highest-card", data=filled)
    require_told(page, program)
    assert program.status == 429
    assert page.headers["Retry-After"] == program.response.headers["Retry-After"]
    html = page.get_data(as_text=True)
    assert 'value="Ana"' in html
    assert 'value="7"' in html


def require_told(page: TestResponse, program: Answer) -> None:
    """Raise AssertionError unless a page refuses as an answer does."""
    assert page.status_code == program.status >= 400
    errors = program.json.get("errors", ())
    told = [error["message"] for error in errors] or [program.json["detail"]]
    for sentence in told:
        assert sentence in words(page)


def test_a_refused_start_keeps_the_places_and_the_dealer(open_table: Open) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    filled = {"place=Ana": "2", "place=Ben": "2", "dealer": "Ben"}
    page = post_form(table.host, f"/t/{table.code}/start", filled)
    html = page.get_data(as_text=True)
    assert page.status_code == 422
    assert "Two seats have the same place" in words(page)
    assert re.search(r'name="place=Ana"[^>]* value="2"', html)
    assert re.search(r'name="dealer" value="Ben"[^>]* checked', html)
    assert not re.search(r'name="dealer" value="Ana"[^>]* checked', html)


def test_an_entry_that_the_rules_forbid_stands_in_its_form_with_the_ruling(
    played: Opened,
) -> None:
    ben = played.phones["Ben"]
    bears = {"Authorization": f"Bearer {ben.token}"}
    at = f"/t/{played.code}"
    shown = ben.app.test_client().get(at, headers=bears).get_data(as_text=True)
    forms = re.findall(r'<form class="prompt".*?</form>', shown, re.DOTALL)
    (form,) = (one for one in forms if 'name="kind" value="lay"' in one)
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    page = post_form(ben, f"{at}/enter", {**hidden, "typed=card": "8S"})
    assert page.status_code == 422
    assert "The eight of spades was played" in words(page)
    assert re.search(r'name="typed=card"[^>]* value="8S"', page.get_data(as_text=True))


def post_form(phone: Phone, path: str, filled: Mapping[str, str]) -> TestResponse:
    """Return what is answered to a form that this phone's browser sends."""
    bears = {"Authorization": f"Bearer {phone.token}"}
    browser = phone.app.test_client(use_cookies=False)
    return browser.post(path, data=filled, headers=bears)

"""`GET …/log?after=&limit=`: the log in pages, over HTTP."""

from typing import Any
from uuid import uuid4

import pytest

from tests.web.conftest import Opened
from tests.web.phone import Phone


@pytest.fixture
def quarrelled(played: Opened) -> Opened:
    """Entry 2 was corrected by 3, questioned by 4, which was settled by 5, and Ana's
    next card is sealed.
    """
    played.host.post(
        played.path("corrections"), {"changes": [{"seq": 2, "data": {"card": "JS"}}]}
    ).said(201)
    dispute = (
        played.phones["Ana"].post(played.path("disputes"), {"seq": 2}).said(201)["id"]
    )
    played.host.post(played.path(f"disputes/{dispute}/resolve"), {"as": "upheld"}).said(
        201
    )
    played.phones["Ana"].enter(played.code, "lay", card="TS").said(201)
    return played


def read(phone: Phone, table: Opened, query: str = "") -> Any:
    return phone.get(table.path("log") + query).said(200)


def numbers(page: Any) -> list[int]:
    return sorted(
        line["seq"]
        for kind in ("entries", "corrections", "disputes")
        for line in page[kind]
    )


def test_whoever_follows_next_gets_everything_once(
    quarrelled: Opened, spectator: Phone
) -> None:
    whole = read(spectator, quarrelled)
    assert (numbers(whole), whole["next"]) == ([1, 2, 3, 4, 6], None)
    first = read(spectator, quarrelled, "?limit=2")
    second = read(spectator, quarrelled, f"?limit=2&after={first['next']}")
    third = read(spectator, quarrelled, f"?limit=2&after={second['next']}")
    assert [numbers(page) for page in (first, second, third)] == [[1, 2], [3, 4], [6]]
    assert third["next"] is None
    for kind in ("entries", "corrections", "disputes"):
        assert first[kind] + second[kind] + third[kind] == whole[kind]
    after_all = read(spectator, quarrelled, "?after=6")
    assert (numbers(after_all), after_all["next"]) == ([], None)


def test_a_page_tells_no_more_of_what_is_sealed_than_the_whole_log(
    quarrelled: Opened, spectator: Phone
) -> None:
    [line] = read(spectator, quarrelled, "?after=5")["entries"]
    assert (line["sealed"], line["data"]) == (True, None)
    [own] = read(quarrelled.phones["Ana"], quarrelled, "?after=5")["entries"]
    assert own["data"] == {"card": "TS"}


def test_without_limit_a_page_has_two_hundred_lines(
    started: Opened, spectator: Phone
) -> None:
    # Until Ben lays his card, Ana may choose another one.
    entries = [
        {"id": str(uuid4()), "kind": "lay", "seat": "Ana", "data": {"card": card}}
        for card in ("9S", "8S") * 101
    ]
    for batch in (entries[:101], entries[101:]):
        started.phones["Ana"].post(started.path("entries"), {"entries": batch}).said(
            201
        )
    assert numbers(page := read(spectator, started)) == [*range(1, 201)]
    assert numbers(read(spectator, started, f"?after={page['next']}")) == [201, 202]
    assert [line["seq"] for line in spectator.log(started.code)] == [*range(1, 203)]


AFTER = ["", "-1", "%2B5", "+5", "x", "1.5", "²", "9999999999999999999"]
LIMIT = ["", "0", "201", "²", "%205"]


@pytest.mark.parametrize(
    "query",
    [
        *[f"after={number}" for number in AFTER],
        *[f"limit={number}" for number in LIMIT],
    ],
)
def test_what_is_no_such_number_is_said(
    query: str, started: Opened, spectator: Phone
) -> None:
    fields = spectator.get(started.path("log") + "?" + query).fields()
    assert list(fields) == [query.partition("=")[0]]
    assert "Must be a whole number" in next(iter(fields.values()))


@pytest.mark.parametrize(
    "query", ["after=1&after=2", "limit=5&limit=5", "after=x&after=1"]
)
def test_a_number_is_given_once(query: str, started: Opened, spectator: Phone) -> None:
    assert spectator.get(started.path("log") + "?" + query).fields() == {
        query.partition("=")[0]: "Send this only once."
    }


def test_what_else_an_address_asks_for_is_read_as_strictly(
    started: Opened, spectator: Phone
) -> None:
    assert set(spectator.get(started.path("log?after=&limit=")).fields()) == {
        "after",
        "limit",
    }
    for query in ("as=", "as=xml", "as=csv&as=json"):
        assert set(spectator.get(started.path(f"export?{query}")).fields()) == {"as"}
    assert "json" in spectator.get(started.path("export?as=xml")).fields()["as"]
    assert set(started.host.post(started.path("entries?view=no"), {}).fields()) == {
        "view"
    }
    assert set(spectator.get("/matches?player=a&player=b").fields()) == {"player"}
    assert spectator.get("/matches?player=&from=").status == 200, (
        "as a form sends it that was not filled in"
    )

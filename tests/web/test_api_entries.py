"""Entries: taken once and in order, or refused with the reason, and nothing changed."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from referee_web.guards.service_set import services_of

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from tests.web.conftest import Open, Opened, app_over
from tests.web.phone import Phone


def entry(kind: str, seat: str | None = None, **data: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "kind": kind, "seat": seat, "data": data}


def numbers(table: Opened) -> list[int]:
    return [
        line["seq"] for line in table.host.get(table.path("log")).said(200)["entries"]
    ]


# Taken


def test_an_entry_is_numbered_ruled_and_answered_with_the_view(started: Opened) -> None:
    first = started.phones["Ana"].enter(started.code, "lay", "Ana", card="9S").said(201)
    assert (first["seq"], first["rulings"], first["view"]["seq"]) == (1, [], 1)
    assert first["view"]["to_act"] == ["Ben"]
    second = (
        started.phones["Ben"].enter(started.code, "lay", "Ben", card="8S").said(201)
    )
    assert second["seq"] == 2
    assert [ruling["summary"] for ruling in second["rulings"]] == ["Ana wins."]
    assert second["view"]["rulings"] == second["rulings"]
    assert second["view"]["standings"][0] == {"seat": "Ana", "score": 1, "place": 1}


def test_the_answer_comes_without_the_view_where_nobody_wants_it(
    started: Opened,
) -> None:
    path = started.path("entries?view=none")
    sent = entry("lay", "Ana", card="9S")
    first = started.phones["Ana"].post(path, sent).said(201)
    assert first == {"seq": 1, "rulings": []}
    assert started.phones["Ana"].post(path, sent).said(201) == first
    second = started.phones["Ben"].post(path, entry("lay", "Ben", card="8S")).said(201)
    assert [ruling["summary"] for ruling in second["rulings"]] == ["Ana wins."]
    late = entry("gather") | {"after": 1}
    assert started.host.post(path, late).said(409)["view"]["seq"] == 2


def test_a_seats_own_entry_need_not_name_it(started: Opened) -> None:
    assert started.phones["Ana"].enter(started.code, "lay", card="9S").said(201)[
        "view"
    ]["to_act"] == ["Ben"]


def test_people_type_cards_as_they_like(started: Opened) -> None:
    started.phones["Ana"].enter(started.code, "lay", card="nine of spades").said(201)
    [line] = started.phones["Ana"].get(started.path("log")).said(200)["entries"]
    assert line["data"] == {"card": "9S"}


def test_several_are_taken_as_one(started: Opened) -> None:
    both = {
        "entries": [
            entry("lay", "Ana", card="9S"),
            entry("lay", "Ben", card="8S"),
            entry("gather"),
        ]
    }
    answer = started.host.post(started.path("entries"), both).said(201)
    assert answer["seq"] == 3
    assert [ruling["verdict"] for ruling in answer["rulings"]] == [{"winner": "Ana"}]


def test_several_are_taken_or_none(started: Opened) -> None:
    both = {
        "entries": [entry("lay", "Ana", card="9S"), entry("lay", "Ben", card="no card")]
    }
    assert set(started.host.post(started.path("entries"), both).fields()) == {"card"}
    assert numbers(started) == []


def test_a_seat_enters_for_the_table(started: Opened) -> None:
    assert started.phones["Ben"].enter(started.code, "gather").status == 201


# Sent again


def test_the_same_id_is_answered_as_the_first_time(started: Opened) -> None:
    started.phones["Ana"].enter(started.code, "lay", card="9S").said(201)
    ben = started.phones["Ben"]
    id = str(uuid4())
    first = ben.enter(started.code, "lay", "Ben", id, card="8S").said(201)
    started.host.enter(started.code, "gather").said(201)
    for again in (id, id.upper()):
        repeated = ben.enter(started.code, "lay", "Ben", again, card="8S").said(201)
        assert (repeated["seq"], repeated["rulings"]) == (
            first["seq"],
            first["rulings"],
        )
    assert numbers(started) == [1, 2, 3]


def test_several_sent_again(started: Opened) -> None:
    both = {"entries": [entry("lay", "Ana", card="9S"), entry("lay", "Ben", card="8S")]}
    first, again = (
        started.host.post(started.path("entries"), both).said(201) for _ in range(2)
    )
    assert first == again
    assert numbers(started) == [1, 2]


def test_anothers_id_is_taken(started: Opened) -> None:
    id = str(uuid4())
    started.phones["Ana"].enter(started.code, "lay", "Ana", id, card="9S").said(201)
    problem = (
        started.phones["Ben"].enter(started.code, "lay", "Ben", id, card="8S").said(409)
    )
    assert "its own id" in problem["detail"]
    assert numbers(started) == [1]


@pytest.mark.parametrize(
    "other",
    [
        {"data": {"card": "TS"}},
        {"data": {}},
        {"seat": "Ben"},
        {"kind": "gather", "seat": None, "data": {}},
        {"data": {"card": "9S", "more": "1"}},
    ],
)
def test_anything_else_under_the_same_id_is_not_said_to_be_entered(
    started: Opened, other: dict[str, Any]
) -> None:
    sent = entry("lay", "Ana", card="9S")
    started.host.post(started.path("entries"), sent).said(201)
    problem = started.host.post(started.path("entries"), sent | other).said(409)
    assert problem["detail"] == (
        "Not entered: another entry already has this id. Enter it again with its own "
        "id."
    )
    assert numbers(started) == [1]


@pytest.mark.parametrize("loaded", [False, True])
def test_the_same_in_other_words_is_the_same(started: Opened, loaded: bool) -> None:
    ana = started.phones["Ana"]
    id = str(uuid4())
    first = ana.enter(started.code, "lay", None, id, card="nine of spades").said(201)
    if loaded:
        services_of(started.host.app).room.forget(started.code)
    for seat, card in ((None, "9S"), ("Ana", "9s"), ("Ana", "nine of spades")):
        assert (
            ana.enter(started.code, "lay", seat, id, card=card).said(201)["seq"]
            == first["seq"]
        )


def test_what_was_corrected_or_taken_back_since_is_the_same_as_it_was_sent(
    started: Opened,
) -> None:
    id = str(uuid4())
    path = started.path("corrections")
    started.host.enter(started.code, "lay", "Ana", id, card="9S").said(201)
    for change in ({"data": {"card": "TS"}}, {"strike": True}):
        started.host.post(path, {"changes": [{"seq": 1, **change}]}).said(201)
        started.host.enter(started.code, "lay", "Ana", id, card="9S").said(201)
        started.host.enter(started.code, "lay", "Ana", id, card="TS").said(409)


def test_an_id_tells_nobody_what_was_sealed_for_the_seat_before_it_was_theirs(
    started: Opened,
) -> None:
    id = str(uuid4())
    ben = started.phones["Ben"]
    ben.enter(started.code, "lay", "Ben", id, card="8S").said(201)
    claim = (
        Phone(started.host.app)
        .post(started.path("join"), {"name": "Ben"})
        .said(202)["claim"]
    )
    started.host.post(started.path(f"claims/{claim}"), {"admit": True}).said(200)
    next_owner = Phone(started.host.app, claim.partition(".")[2])
    answers = [
        next_owner.enter(started.code, "lay", "Ben", id, card=card).status
        for card in ("8S", "7S")
    ]
    assert len(set(answers)) == 1


def test_an_old_id_among_new_ones(started: Opened) -> None:
    known = entry("gather")
    started.host.post(started.path("entries"), known).said(201)
    assert (
        started.host.post(
            started.path("entries"), {"entries": [known, entry("gather")]}
        ).status
        == 409
    )


# What the sender had seen


def test_something_happened_since(started: Opened) -> None:
    started.host.enter(started.code, "gather").said(201)
    late = entry("lay", card="9S") | {"after": 0}
    problem = started.phones["Ana"].post(started.path("entries"), late).said(409)
    assert problem["title"] == "Something happened since"
    assert problem["view"]["seq"] == 1
    assert (
        started.phones["Ana"].post(started.path("entries"), late | {"after": 1}).status
        == 201
    )


def test_what_stays_sealed_does_not_matter_to_others(started: Opened) -> None:
    started.phones["Ana"].enter(started.code, "lay", card="9S").said(201)
    unaware = entry("lay", card="8S") | {"after": 0}
    assert started.phones["Ben"].post(started.path("entries"), unaware).status == 201


# Refused


def test_a_kind_that_is_not_open(started: Opened) -> None:
    problem = started.phones["Ana"].enter(started.code, "slap", "Ana").said(409)
    assert problem["open"] == ["lay", "gather"]


def test_a_finished_match_takes_nothing_more(started: Opened) -> None:
    for cards in (("9S", "8S"), ("AS", "KS")):
        for seat, card in zip(("Ana", "Ben"), cards, strict=True):
            last = started.host.enter(started.code, "lay", seat, card=card).said(201)[
                "view"
            ]
    assert (last["finished"], last["winners"], last["prompts"], last["to_act"]) == (
        True,
        ["Ana"],
        [],
        [],
    )
    assert started.host.enter(started.code, "gather").said(409)["open"] == []


def test_a_move_the_rules_forbid_comes_with_the_ruling(started: Opened) -> None:
    started.host.enter(started.code, "lay", "Ana", card="9S")
    started.host.enter(started.code, "lay", "Ben", card="8S")
    problem = started.phones["Ana"].enter(started.code, "lay", card="8S").said(422)
    assert problem["title"] == "The rules forbid this"
    assert problem["ruling"]["because"][0]["rule"] == "highest-card#once"
    assert (
        problem["detail"]
        == problem["ruling"]["summary"]
        == "The eight of spades was played."
    )
    assert numbers(started) == [1, 2]


@pytest.mark.parametrize(
    "data", [{}, {"card": None}, {"card": "ZZ"}, {"card": 7}, {"card": ["9S", "8S"]}]
)
def test_data_that_are_wrong(started: Opened, data: dict[str, Any]) -> None:
    assert set(started.phones["Ana"].enter(started.code, "lay", **data).fields()) == {
        "card"
    }
    assert numbers(started) == []


def test_fields_that_the_prompt_does_not_have(started: Opened) -> None:
    fields = (
        started.phones["Ana"]
        .enter(started.code, "lay", card="9S", suit="S", rank=9)
        .fields()
    )
    assert set(fields) == {"suit", "rank"}


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"id": None}, {"id"}),
        ({"id": "7"}, {"id"}),
        ({"id": "{7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70}"}, {"id"}),
        ({"id": 7}, {"id"}),
        ({"kind": ""}, {"kind"}),
        ({"kind": "x" * 101, "seat": "y" * 101}, {"kind", "seat"}),
        ({"kind": None, "seat": 3}, {"kind", "seat"}),
        ({"data": ["9S"]}, {"data"}),
        ({"data": None}, {"data"}),
        ({"after": -1}, {"after"}),
        ({"after": "1"}, {"after"}),
        ({"after": True}, {"after"}),
        ({"after": 1.5}, {"after"}),
        ({"by": "Ben", "at": 0}, {"by", "at"}),
    ],
)
def test_the_shape_of_an_entry(
    started: Opened, change: dict[str, Any], wrong: set[str]
) -> None:
    bad = entry("lay", "Ana", card="9S") | change
    assert (
        set(started.phones["Ana"].post(started.path("entries"), bad).fields()) == wrong
    )
    several = {"entries": [entry("gather"), bad]}
    fields = started.phones["Ana"].post(started.path("entries"), several).fields()
    assert set(fields) == {f"entries.1.{name}" for name in wrong}
    assert numbers(started) == []


def test_how_many_entries_at_once(started: Opened) -> None:
    many = [entry("gather") for _ in range(200)]
    assert set(
        started.host.post(started.path("entries"), {"entries": []}).fields()
    ) == {"entries"}
    assert set(
        started.host.post(
            started.path("entries"), {"entries": [*many, many[0]]}
        ).fields()
    ) == {"entries"}
    assert (
        started.host.post(started.path("entries"), {"entries": many}).said(201)["seq"]
        == 200
    )


def test_each_entry_has_an_id_of_its_own(started: Opened) -> None:
    one = entry("gather")
    fields = started.host.post(
        started.path("entries"), {"entries": [one, one]}
    ).fields()
    assert set(fields) == {"entries.1.id"}


# At once, and over again


def test_many_at_once_are_all_taken_and_numbered_without_a_gap(started: Opened) -> None:
    def send(_: int) -> int:
        return int(started.host.enter(started.code, "gather").said(201)["seq"])

    with ThreadPoolExecutor(8) as threads:
        seqs = list(threads.map(send, range(80)))
    assert sorted(seqs) == numbers(started) == list(range(1, 81))


def test_of_those_who_saw_the_same_one_is_first(started: Opened) -> None:
    def send(_: int) -> int:
        return started.host.post(
            started.path("entries"), entry("gather") | {"after": 0}
        ).status

    with ThreadPoolExecutor(8) as threads:
        statuses = list(threads.map(send, range(16)))
    assert sorted(statuses) == [201, *[409] * 15]
    assert numbers(started) == [1]


def test_one_entry_sent_by_many_threads_is_taken_once(started: Opened) -> None:
    one = entry("gather")
    with ThreadPoolExecutor(8) as threads:
        answers = list(
            threads.map(
                lambda _: started.host.post(started.path("entries"), one).said(201)[
                    "seq"
                ],
                range(16),
            )
        )
    assert set(answers) == {1}
    assert numbers(started) == [1]


def test_what_another_process_took_first_comes_first(
    started: Opened, place: Path
) -> None:
    with Store.open(place) as store:
        elsewhere = Phone(app_over(CardRoom(store)), started.host.token)
        elsewhere.enter(started.code, "gather").said(201)
        assert started.host.enter(started.code, "gather").said(201)["seq"] == 2


def test_a_restart_changes_nothing(started: Opened, place: Path) -> None:
    ana = started.phones["Ana"]
    id = str(uuid4())
    started.phones["Ben"].enter(started.code, "lay", card="8S").said(201)
    first = ana.enter(started.code, "lay", "Ana", id, card="9S").said(201)
    sealed = ana.enter(started.code, "lay", card="2H").said(201)
    with Store.open(place) as store:
        app = app_over(CardRoom(store))
        for phone in (ana, started.phones["Ben"], started.host, Phone(app)):
            for call in ("", "/log", "/export", "/export?as=csv"):
                path = f"/tables/{started.code}{call}"
                assert Phone(app, phone.token).get(path).text == phone.get(path).text
        again = (
            Phone(app, ana.token)
            .enter(started.code, "lay", "Ana", id, card="9S")
            .said(201)
        )
        assert (again["seq"], again["rulings"]) == (first["seq"], first["rulings"])
        assert again["view"] == sealed["view"]


@pytest.mark.parametrize(
    ("jokers", "called"),
    [("black-red", "black joker"), ("colour-grey", "colour joker")],
)
def test_rulings_and_refusals_name_jokers_as_the_table_does(
    open_table: Open, jokers: str, called: str
) -> None:
    table = open_table("faj", seats=("Ana", "Ben"), options={"jokers": jokers})
    table.start()
    table.host.enter(table.code, "board", cards=["3C"]).said(201)
    played = table.host.enter(
        table.code, "play", plays={"Ana": "XB", "Ben": "QH"}
    ).said(201)
    assert called in str(played["rulings"])
    assert called in str(table.host.look(table.code)["rulings"])
    assert called in str(table.host.get(table.path("log")).said(200))
    assert called in str(table.host.get(table.path("export")).said(200))
    table.host.enter(table.code, "board", cards=["4C", "5C"]).said(201)
    refused = table.host.enter(table.code, "play", plays={"Ana": "XB"}).said(422)
    assert called in refused["detail"]
    assert called in refused["ruling"]["summary"]

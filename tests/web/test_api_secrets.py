"""What is sealed: whatever was entered, everybody else gets the same answers, to the
letter.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from tests.web.conftest import Open, Opened
from tests.web.phone import Phone

READ = ("", "/log", "/export", "/export?as=csv")
PAGES = ("", "/log", "/board", "/scores", "/scores.svg", "/seat")


@dataclass(frozen=True)
class Sealing:
    """An entry that Ana seals, in two contents; what the host enters before, and what
    Ben may enter after it.

    `last` is what the others enter, whichever of the two it is, so that all is
    revealed.
    """

    game: str
    kind: str
    contents: tuple[dict[str, Any], dict[str, Any]]
    before: tuple[tuple[str, str | None, dict[str, Any]], ...] = ()
    others: tuple[dict[str, Any], ...] = ()
    last: tuple[tuple[str, dict[str, Any]], ...] = ()
    seats: tuple[str, ...] = field(default=("Ana", "Ben", "Cy"))


FOUR_TWOS = {
    "hidden": ["2S", "2H", "2C"],
    "exposed": ["3S", "3H", "3C"],
    "locked": ["4D"],
}
ACES = {"hidden": ["AS", "AH", "AC"], "exposed": ["KS", "KH", "KC"], "locked": ["AD"]}
OTHER = {"hidden": ["7S", "8H", "9C"], "exposed": ["TS", "JH", "QC"], "locked": ["5D"]}
NO_JOKER = {"hidden": ["6S", "6H", "6C"], "exposed": ["8S", "8D", "8C"], "locked": []}

FOUR = ("Ana", "Ben", "Cy", "Di")
TURNED = ("turn", None, {"card": "8H"})
LOW_HEARTS = {"cards": ["2H", "3H", "4H", "5H", "6H"]}
HIGH_SPADES = {"cards": ["9S", "TS", "JS", "QS", "KS"]}
CLUBS = {"cards": ["3C", "5C", "7C", "9C", "JC"]}

SEALINGS = {
    "highest-card": Sealing(
        "highest-card",
        "lay",
        ({"card": "9S"}, {"card": "2H"}),
        (),
        ({"card": "9S"}, {"card": "2H"}),
        (("Ben", {"card": "7S"}), ("Cy", {"card": "6S"})),
    ),
    "faj": Sealing(
        "faj",
        "play",
        ({"plays": {"Ana": "JS"}}, {"plays": {"Ana": "XB"}}),
        (("board", None, {"cards": ["3C"]}),),
        ({"plays": {"Ben": "JS"}}, {"plays": {"Ben": "XB"}}, {"plays": {"Ben": "QH"}}),
        (("Ben", {"plays": {"Ben": "QH"}}), ("Cy", {"plays": {"Cy": "KD"}})),
    ),
    "four-aces": Sealing(
        "four-aces",
        "round",
        (FOUR_TWOS, ACES),
        (),
        (FOUR_TWOS, ACES, OTHER),
        (("Ben", OTHER), ("Cy", NO_JOKER)),
    ),
    "jizara decide": Sealing(
        "jizara",
        "decide",
        ({"bid": True}, {"bid": False}),
        (TURNED,),
        # A decision of his that is taken reveals hers.
        ({"bid": "perhaps"}, {}),
        (("Ben", {"bid": True}),),
        FOUR,
    ),
    "jizara bid": Sealing(
        "jizara",
        "bid",
        ({"cards": ["5H"]}, {"cards": ["KD", "2C"]}),
        (
            TURNED,
            ("decide", "Ana", {"bid": True}),
            ("decide", "Ben", {"bid": True}),
            ("bid", "Di", {"cards": ["9C"]}),
        ),
        ({"cards": ["5H"]}, {"cards": ["KD", "2C"]}, {"cards": ["KD", "QS"]}),
        (("Ben", {"cards": ["6H"]}), ("Cy", {"cards": ["7C"]})),
        FOUR,
    ),
    "jizara hand": Sealing(
        "jizara",
        "hand",
        (LOW_HEARTS, HIGH_SPADES),
        (
            ("turn", None, {"card": "AS"}),
            ("hand", "Di", {"cards": ["2D", "3D", "5D", "6D", "7D"]}),
        ),
        (LOW_HEARTS, HIGH_SPADES, {"cards": ["QC"]}),
        (("Ben", CLUBS), ("Cy", {"cards": ["2C", "6D", "8D", "9D", "JD"]})),
        FOUR,
    ),
}

EACH_TIME = ("faj",)
"""Those that `make test` goes through with all that is costly: cards by seat."""

every_sealing = pytest.mark.parametrize("sealing", SEALINGS.values(), ids=SEALINGS)
some_sealings = pytest.mark.parametrize(
    "sealing",
    [
        pytest.param(one, id=name, marks=() if name in EACH_TIME else pytest.mark.slow)
        for name, one in SEALINGS.items()
    ],
)


def same_words(text: str, table: Opened) -> str:
    """The text without what differs from table to table: its code, its ids and what is
    made of all these.
    """
    text = re.sub(rf"{table.code}(-\w{{6}}\b)?", "CODE", text).replace(
        " ".join(table.code), "CODE"
    )
    text = re.sub(r'"commitment": ?"[0-9a-f]{64}"', '"commitment":"SEAL"', text)
    text = re.sub(r'data-(tag|content)="[0-9a-f]+"', r'data-\1="TAG"', text)
    text = re.sub(r'"(opened_)?at": ?[0-9.e]+', '"at":0', text)
    # A minute or a day may end between two tables.
    text = re.sub(r"\b\d{4}-\d\d-\d\d(T[0-9:+]+)?", "TIME", text)
    text = re.sub(r"\b\d\d:\d\d(?=<| ·)", "TIME", text)
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "ID", text)


def sealed_table(open_table: Open, sealing: Sealing, content: dict[str, Any]) -> Opened:
    table = open_table(sealing.game, *sealing.seats)
    table.start()
    for kind, seat, data in sealing.before:
        table.host.enter(table.code, kind, seat, **data).said(201)
    table.phones["Ana"].enter(
        table.code, sealing.kind, "Ana", str(UUID(int=1)), **content
    ).said(201)
    return table


def the_others(table: Opened, app: Flask) -> list[Phone]:
    return [phone for seat, phone in table.phones.items() if seat != "Ana"] + [
        table.host,
        Phone(app),
    ]


def page(phone: Phone, path: str) -> str:
    bears = {"Authorization": f"Bearer {phone.token}"} if phone.token else {}
    answer = phone.app.test_client(use_cookies=False).get(path, headers=bears)
    assert answer.status_code == 200, path
    return answer.get_data(as_text=True)


def everything_read(table: Opened, phones: Iterable[Phone]) -> list[str]:
    """All that these phones can see of a table."""
    phones = list(phones)
    texts = [
        phone.get(f"/tables/{table.code}{call}").text
        for phone in phones
        for call in READ
    ]
    texts += [
        page(phone, f"/t/{table.code}{path}") for phone in phones for path in PAGES
    ]
    stream = Phone(table.host.app).get(table.path("live")).response
    texts.append(next(stream.iter_encoded()).decode())
    stream.close()
    return [same_words(text, table) for text in texts]


@some_sealings
def test_nothing_that_can_be_read_depends_on_it(
    open_table: Open, app: Flask, sealing: Sealing
) -> None:
    tables = [
        sealed_table(open_table, sealing, content) for content in sealing.contents
    ]
    one, other = (everything_read(table, the_others(table, app)) for table in tables)
    assert one == other


@every_sealing
def test_that_it_exists_is_seen_and_its_author_reads_it(
    open_table: Open, app: Flask, sealing: Sealing
) -> None:
    table = sealed_table(open_table, sealing, sealing.contents[0])
    for phone in the_others(table, app):
        line = phone.get(table.path("log")).said(200)["entries"][-1]
        assert (line["sealed"], line["data"], line["seat"], line["rulings"]) == (
            True,
            None,
            "Ana",
            [],
        )
        assert phone.look(table.code)["seq"] == len(sealing.before) + 1
    assert (
        table.phones["Ana"].get(table.path("log")).said(200)["entries"][-1]["data"]
        == sealing.contents[0]
    )
    assert "Ana" not in table.host.look(table.code)["to_act"]


@some_sealings
def test_no_answer_to_anothers_entry_depends_on_it(
    open_table: Open, app: Flask, sealing: Sealing
) -> None:
    for data in sealing.others:
        answers = []
        for content in sealing.contents:
            table = sealed_table(open_table, sealing, content)
            entered = table.phones["Ben"].enter(
                table.code, sealing.kind, "Ben", str(UUID(int=2)), **data
            )
            outside = the_others(table, app)[1:]
            answers.append(
                [same_words(entered.text, table), *everything_read(table, outside)]
            )
        assert answers[0] == answers[1], data


@some_sealings
def test_no_answer_to_what_the_host_tries_depends_on_it(
    open_table: Open, app: Flask, sealing: Sealing
) -> None:
    def tried(content: dict[str, Any]) -> list[str]:
        table = sealed_table(open_table, sealing, content)
        seq = len(sealing.before) + 1
        host = table.host
        corrections = table.path("corrections")
        repeated = {
            "id": str(UUID(int=1)),
            "kind": sealing.kind,
            "seat": "Ana",
            "data": content,
        }
        late = repeated | {"id": str(UUID(int=3)), "kind": "no such kind", "after": 0}
        struck = host.post(corrections, {"changes": [{"seq": seq, "strike": True}]})
        answers = [
            host.post(table.path("entries"), repeated | {"data": {}}),
            host.post(table.path("entries"), late),
            struck,
            host.post(f"{corrections}/{struck.json['id']}/undo"),
            host.post(corrections, {"changes": [{"seq": seq, "data": {}}]}),
        ]
        return [same_words(answer.text, table) for answer in answers] + everything_read(
            table, the_others(table, app)
        )

    one, other = map(tried, sealing.contents)
    assert one == other


@some_sealings
@pytest.mark.parametrize("sender", ["seat", "host"])
def test_nothing_is_learnt_from_what_follows_the_reveal(
    open_table: Open, sealing: Sealing, sender: str
) -> None:
    """Were what follows looked at, one could ask what was revealed, and take it all
    back by being refused.
    """
    *earlier, (last, reveals) = sealing.last
    for data in (*sealing.contents, {"nonsense": 1}):
        answers = []
        for content in sealing.contents:
            table = sealed_table(open_table, sealing, content)
            for seat, entered in earlier:
                table.phones[seat].enter(
                    table.code, sealing.kind, seat, **entered
                ).said(201)
            phone = table.host if sender == "host" else table.phones[last]
            batch = [
                {
                    "id": str(UUID(int=place)),
                    "kind": sealing.kind,
                    "seat": last,
                    "data": each,
                }
                for place, each in enumerate((reveals, data), start=5)
            ]
            answer = phone.post(table.path("entries"), {"entries": batch})
            assert (answer.status, answer.json["errors"][0]["field"]) == (
                422,
                "entries",
            )
            assert table.host.look(table.code)["seq"] == len(sealing.before) + len(
                sealing.last
            )
            answers.append(same_words(answer.text, table))
            phone.enter(table.code, sealing.kind, last, **reveals).said(201)
        assert answers[0] == answers[1]


@some_sealings
def test_a_correction_of_it_stays_as_secret(
    open_table: Open, app: Flask, sealing: Sealing
) -> None:
    seen = []
    for content in sealing.contents:
        table = sealed_table(open_table, sealing, sealing.contents[0])
        change = {"seq": len(sealing.before) + 1, "data": content}
        made = (
            table.phones["Ana"]
            .post(table.path("corrections"), {"changes": [change]})
            .said(201)
        )
        assert made["changed"] == []
        seen.append(everything_read(table, the_others(table, app)))
        [own] = table.phones["Ana"].get(table.path("log")).said(200)["corrections"]
        assert own["changes"][0]["data"] == content
    assert seen[0] == seen[1]


def test_an_earlier_entry_cannot_be_corrected_to_find_out(open_table: Open) -> None:
    """Had it been refused where it clashes, the host could ask for one card after the
    other, and nobody would know.
    """
    answers = []
    for card in ("9S", "2H"):
        table = open_table("highest-card", "Ana", "Ben", "Cy")
        table.start()
        for seat, first in (("Ana", "8S"), ("Ben", "7S"), ("Cy", "6S")):
            table.phones[seat].enter(table.code, "lay", card=first).said(201)
        table.phones["Ana"].enter(table.code, "lay", card=card).said(201)
        made = table.host.post(
            table.path("corrections"), {"changes": [{"seq": 2, "data": {"card": "9S"}}]}
        )
        assert made.status == 201
        answers.append(same_words(made.text, table))
        log = table.phones["Ben"].get(table.path("log")).said(200)
        assert log["entries"][3]["data"] is None
        assert log["corrections"][0]["changes"] == [
            {"seq": 2, "strike": False, "data": {"card": "9S"}}
        ]
        assert (
            table.host.post(table.path(f"corrections/{made.json['id']}/undo")).status
            == 201
        )
        assert table.phones["Ana"].get(table.path("log")).said(200)["entries"][3][
            "data"
        ] == {"card": card}
    assert answers[0] == answers[1]


@some_sealings
def test_entering_again_replaces_it_unseen(
    open_table: Open, app: Flask, sealing: Sealing
) -> None:
    seen = []
    for content in sealing.contents:
        table = sealed_table(open_table, sealing, sealing.contents[0])
        table.phones["Ana"].enter(table.code, sealing.kind, "Ana", **content).said(201)
        seen.append(everything_read(table, the_others(table, app)))
    assert seen[0] == seen[1]


def test_what_was_replaced_stays_unseen_when_the_rest_is_revealed(
    open_table: Open, app: Flask
) -> None:
    table = sealed_table(open_table, SEALINGS["highest-card"], {"card": "9S"})
    table.phones["Ana"].enter(table.code, "lay", card="8S").said(201)
    for seat, card in (("Ben", "7S"), ("Cy", "6S")):
        table.phones[seat].enter(table.code, "lay", card=card).said(201)
    lines = Phone(app).get(table.path("log")).said(200)["entries"]
    assert [line["data"] for line in lines] == [
        {"card": card} if card else None for card in (None, "8S", "7S", "6S")
    ]
    assert "9S" not in json.dumps(lines)


def test_what_is_sealed_for_several_is_read_by_none_of_them(open_table: Open) -> None:
    """The seat that it is for may read its own card: were another's in it too, that
    would be no secret any more.
    """
    table = open_table("faj", "Ana", "Ben", "Cy")
    table.start()
    table.host.enter(table.code, "board", cards=["3C"]).said(201)
    wrong = table.host.enter(table.code, "play", "Ana", plays={"Ben": "JS"}).said(422)
    assert wrong["errors"][0]["field"] == "seat"
    table.host.enter(table.code, "play", "Ana", plays={"Ana": "QH", "Ben": "JS"}).said(
        201
    )
    for seat in ("Ana", "Ben"):
        assert (
            table.phones[seat].get(table.path("log")).said(200)["entries"][-1]["data"]
            is None
        )


def test_what_was_corrected_while_it_was_sealed_stays_unseen_after_the_reveal(
    open_table: Open, app: Flask
) -> None:
    table = sealed_table(open_table, SEALINGS["highest-card"], {"card": "9S"})
    ana = table.phones["Ana"]
    host = table.host
    made = ana.post(
        table.path("corrections"), {"changes": [{"seq": 1, "data": {"card": "8S"}}]}
    ).said(201)
    for seat, card in (("Ben", "7S"), ("Cy", "6S")):
        table.phones[seat].enter(table.code, "lay", card=card).said(201)
    for phone in (host, table.phones["Ben"], Phone(app)):
        log = phone.get(table.path("log")).said(200)
        assert (log["entries"][0]["data"], log["entries"][0]["was"]) == (
            {"card": "8S"},
            None,
        )
        assert log["corrections"][0]["changes"] == [
            {"seq": 1, "strike": False, "data": None}
        ]
        assert "9S" not in json.dumps(log)
    assert host.post(table.path(f"corrections/{made['id']}/undo")).status == 403
    assert ana.get(table.path("log")).said(200)["entries"][0]["was"] == {"card": "9S"}
    later = {"changes": [{"seq": 1, "data": {"card": "TS"}}]}
    host.post(table.path("corrections"), later).said(201)
    assert table.phones["Ben"].get(table.path("log")).said(200)["corrections"][1][
        "changes"
    ][0]["data"] == {"card": "TS"}


def test_nobody_seals_for_another(open_table: Open) -> None:
    table = open_table("faj", "Ana", "Ben", "Cy")
    table.start()
    table.host.enter(table.code, "board", cards=["3C"]).said(201)
    assert (
        table.phones["Ana"].enter(table.code, "play", plays={"Ben": "JS"}).status == 403
    )
    assert (
        table.phones["Ana"]
        .enter(table.code, "play", plays={"Ana": "QH", "Ben": "JS"})
        .status
        == 403
    )


def test_no_answer_holds_a_token(open_table: Open, app: Flask) -> None:
    table = sealed_table(open_table, SEALINGS["highest-card"], {"card": "9S"})
    tokens = [phone.token for phone in (table.host, *table.phones.values())]
    phones = [*the_others(table, app), table.phones["Ana"]]
    assert not [
        text
        for text in everything_read(table, phones)
        for token in tokens
        if str(token) in text
    ]


@some_sealings
def test_nothing_that_is_told_of_taking_it_back_depends_on_it(
    open_table: Open, app: Flask, sealing: Sealing
) -> None:
    def told(content: dict[str, Any]) -> list[str]:
        table = sealed_table(open_table, sealing, content)
        seq = len(sealing.before) + 1
        ana = table.phones["Ana"]
        corrections = table.path("corrections")
        id = ana.post(corrections, {"changes": [{"seq": seq, "strike": True}]}).said(
            201
        )["id"]
        others = the_others(table, app)
        texts = [
            any_page(one, f"/t/{table.code}{path}")
            for one in others
            for path in (f"/correct/{seq}", f"/corrections/{id}")
        ]
        return [same_words(text, table) for text in texts] + everything_read(
            table, others
        )

    one, other = map(told, sealing.contents)
    assert one == other


def any_page(phone: Phone, path: str) -> str:
    """What is there, be it that it is not for this phone."""
    bears = {"Authorization": f"Bearer {phone.token}"} if phone.token else {}
    answer = phone.app.test_client(use_cookies=False).get(path, headers=bears)
    return f"{answer.status_code} {answer.get_data(as_text=True)}"

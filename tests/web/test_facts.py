"""Facts of the moment: in the view, on phones and on the board, in the reader's
language, until the match is over.
"""

import re
from typing import Any

import pytest

from tests.web.conftest import Open, Opened

OPTIONS = {"playing": "Skat & <b>", "target": 20, "deal": False}


def entered(table: Opened, kind: str, **data: Any) -> Any:
    """The view after this entry of the table."""
    return table.host.enter(table.code, kind, **data).said(201)["view"]


def page(
    table: Opened, rest: str = "", seat: str | None = None, language: str = "en"
) -> str:
    """A page of the table, as its host or one of its seats sees it."""
    client = table.host.app.test_client()
    phone, role = (table.host, "host") if seat is None else (table.phones[seat], "seat")
    client.set_cookie(f"{role}_{table.code}", phone.token or "")
    return client.get(
        f"/t/{table.code}{rest}", headers={"Accept-Language": language}
    ).get_data(as_text=True)


def facts(page: str) -> list[str]:
    """What stands in the lists of facts of a page, without its tags."""
    return [
        " ".join(re.sub("<[^>]*>", " ", one).split())
        for one in re.findall(r'<dl class="facts".*?</dl>', page, re.S)
    ]


@pytest.fixture
def tricks(open_table: Open) -> Opened:
    table = open_table("faj", "Ana", "Ben")
    table.start()
    return table


def test_the_trump_is_told_while_a_board_lies(tricks: Opened) -> None:
    assert tricks.host.look(tricks.code)["facts"] == []
    assert entered(tricks, "board", cards=["7H"])["facts"] == [
        {"label": "Trump", "text": "hearts", "seat": None}
    ]


def test_an_export_has_what_holds_at_its_moment(tricks: Opened) -> None:
    entered(tricks, "board", cards=["7H"])
    told = tricks.host.get(tricks.path("export?as=json")).said(200)["facts"]
    assert told == [{"label": "Trump", "text": "hearts", "seat": None}]


def test_everybody_sees_it_on_their_page_and_on_the_board(tricks: Opened) -> None:
    entered(tricks, "board", cards=["7H"])
    for seat in (None, "Ben"):
        assert facts(page(tricks, seat=seat)) == ["Trump hearts"]
    assert facts(page(tricks, "/board?sides=2")) == ["Trump hearts"] * 2


def test_on_the_board_each_seat_has_its_own_number_beside_its_name(
    open_table: Open,
) -> None:
    table = open_table("wizard", "Ana", "Ben", "Cy", options={"depth": "tricks"})
    table.start(dealer="Ana")
    bids = {"Ben": 0, "Cy": 1, "Ana": 0}
    entered(table, "bids", turned="R9", bids=bids)
    assert facts(page(table, "/board")) == ["Trump Red"]
    places = re.findall(
        r'<article class="place.*?</article>', page(table, "/board"), re.S
    )
    told = {}
    for place in places:
        name = re.findall(r'class="name">(\w+)<', place)[0]
        told[name] = re.findall(r"Tricks <b>(.*?)</b>", place)
    assert told == {"Ana": ["0 of 0"], "Ben": ["0 of 0"], "Cy": ["0 of 1"]}
    told = "Trump Red Tricks A Ana 0 of 0 B Ben 0 of 0 C Cy 0 of 1"
    assert facts(page(table)) == [told], "named once, in the order of seats"


def test_it_is_told_in_the_language_of_the_reader(tricks: Opened) -> None:
    entered(tricks, "board", cards=["7H"])
    assert facts(page(tricks, language="de")) == ["Trumpf Herz"]


def test_what_people_wrote_is_no_markup_and_no_fact_is_left_at_the_end(
    open_table: Open,
) -> None:
    table = open_table("score-pad", "Ana", "Ben", options=OPTIONS)
    table.start()
    assert facts(page(table)) == ["Playing Skat &amp; &lt;b&gt; Ends at 20"]
    assert entered(table, "round", points={"Ana": 30, "Ben": 1})["facts"] == []

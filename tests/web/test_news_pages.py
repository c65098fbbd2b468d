"""What was put right since the latest ruling is told on the table's page and on the
board, until the next ruling.
"""

import html
import re
from importlib.metadata import EntryPoint

import pytest

from referee.plugin.discovery import GAMES, beside
from tests.web.conftest import Open, Opened


def news(table: Opened, page: str = "") -> list[str]:
    """What anybody passing by is told there."""
    text = (
        table.host.app.test_client()
        .get(f"/t/{table.code}{page}")
        .get_data(as_text=True)
    )
    told = re.findall(r"<p data-asked[^>]*>(.*?)</p>", text)
    return [
        html.unescape(re.sub(r'<span class="unseen">.*?</span>|<[^>]+>', "", one))
        for one in told
    ]


def correct(table: Opened, phone: str, **change: object) -> str:
    path = table.path("corrections")
    return str(table.phones[phone].post(path, {"changes": [change]}).said(201)["id"])


def test_nothing_is_told_where_nothing_was_put_right(played: Opened) -> None:
    assert news(played) == news(played, "/board") == []


def test_a_correction_is_told_with_what_is_ruled_now_until_the_next_ruling(
    played: Opened,
) -> None:
    correct(played, "Ben", seq=2, data={"card": "JS"})
    assert (
        news(played)
        == news(played, "/board")
        == [told := "Round 1, Ben: 8♠ → J♠. Now: Ben wins. (by Ben)"]
    )
    played.phones["Ana"].enter(played.code, "lay", card="TS").said(201)
    assert news(played) == [told]
    played.phones["Ben"].enter(played.code, "lay", card="7S").said(201)
    assert news(played) == []


def test_a_hand_is_told_only_where_its_cards_changed(open_table: Open) -> None:
    table = open_table("four-aces", "Ana", "Ben", "Cy")
    table.start()
    for seat, hidden, exposed in (
        ("Ana", "2H 3H 4H", "9S 9D KC"),
        ("Ben", "5C", ""),
        ("Cy", "6S", ""),
    ):
        cards = {"hidden": hidden.split(), "exposed": exposed.split()}
        table.phones[seat].enter(table.code, "round", **cards).said(201)

    correct(
        table,
        "Ana",
        seq=1,
        data={"hidden": ["2H", "3H", "5H"], "exposed": ["KC", "9S", "9D"]},
    )
    [told] = news(table)
    assert told.startswith("Round 1, Ana: Hidden hand 4♥ → 5♥. ")

    correct(
        table,
        "Ana",
        seq=1,
        data={"hidden": ["5H", "3H", "2H"], "exposed": ["9D", "9S", "KC"]},
    )
    assert news(table)[0].startswith("Round 1, Ana’s cards, in another order. Still: ")


def test_cards_that_lie_in_other_groups_are_told_group_by_group(
    open_table: Open,
) -> None:
    with beside(EntryPoint("laid-melds", "tests.toy_games.laid_melds", GAMES)):
        table = open_table("laid-melds", "Ana", "Ben")
        table.start(dealer="Ben")
        table.phones["Ana"].enter(
            table.code, "lay", melds="3C 4C 5C / 3D 4D 5D / 3H 4H 5H"
        ).said(201)
        correct(table, "Ana", seq=1, data={"melds": "3C 3D 3H / 4C 4D 4H / 5C 5D 5H"})
        [told] = news(table)
    assert told.startswith(
        "Round 1: 3♣ 4♣ 5♣ / 3♦ 4♦ 5♦ / 3♥ 4♥ 5♥ → 3♣ 3♦ 3♥ / 4♣ 4♦ 4♥ / 5♣ 5♦ 5♥. "
    )


def test_what_was_taken_back_is_told_by_whom_and_until_it_stands_again(
    played: Opened,
) -> None:
    id = correct(played, "Ben", seq=2, strike=True)
    assert news(played) == ["Taken back: Round 1, Ben: 8♠ (by Ben)"]
    played.host.post(played.path(f"corrections/{id}/undo")).said(201)
    assert news(played) == ["Counts again: Round 1, Ben: 8♠ (undone by the host)"]


def test_only_what_was_changed_has_a_page_of_what_changed(played: Opened) -> None:
    def asks() -> bool:
        return ">Details</a>" in played.host.app.test_client().get(
            f"/t/{played.code}"
        ).get_data(as_text=True)

    id = correct(played, "Ben", seq=2, strike=True)
    assert not asks()
    played.host.post(played.path(f"corrections/{id}/undo")).said(201)
    correct(played, "Ben", seq=2, data={"card": "JS"})
    assert asks()


def test_what_was_taken_back_is_past_with_the_next_entry(played: Opened) -> None:
    played.phones["Ana"].enter(played.code, "lay", card="TS").said(201)
    correct(played, "Ana", seq=3, strike=True)
    assert news(played) == ["Taken back: Round 1, Ana’s card (by Ana)"]
    played.phones["Ana"].enter(played.code, "lay", card="JS").said(201)
    assert news(played) == news(played, "/board") == []


def test_a_decision_of_the_table_does_not_go_silently_with_a_card_entered_again(
    played: Opened,
) -> None:
    ben = played.phones["Ben"]
    id = ben.post(played.path("disputes"), {"seq": 2}).said(201)["id"]
    body = {"as": "overruled", "verdict": {"winner": "Ben"}}
    played.host.post(played.path(f"disputes/{id}/resolve"), body).said(201)
    strike = {"changes": [{"seq": 2, "strike": True}]}
    ben.post(played.path("corrections"), strike).said(201)
    ben.enter(played.code, "lay", card="8S").said(201)
    client = played.host.app.test_client()
    client.set_cookie(f"seat_{played.code}", played.phones["Ana"].token or "")
    page = client.get(f"/t/{played.code}").get_data(as_text=True)
    assert "No longer: Overturned: Ben wins." in page
    assert "That was settled before: the host decided." in page
    assert ">Object</a>" in page


def test_of_a_correction_under_seal_nothing_is_told_but_that_it_was_made(
    played: Opened,
) -> None:
    played.phones["Ana"].enter(played.code, "lay", card="TS").said(201)
    correct(played, "Ana", seq=3, data={"card": "4S"})
    assert news(played) == ["Corrected: Round 1, Ana’s card (by Ana)"]


@pytest.mark.parametrize(
    ("resolved_as", "more", "told"),
    [
        ("upheld", {}, "Ben disputed “Ana wins.”. It was upheld: the host decided."),
        (
            "overruled",
            {"verdict": {"winner": "Ben"}},
            "Ben disputed “Ana wins.”. It was overturned: the host decided.",
        ),
    ],
)
def test_what_was_questioned_is_told_when_it_is_settled(
    played: Opened, resolved_as: str, more: dict[str, object], told: str
) -> None:
    id = played.phones["Ben"].post(played.path("disputes"), {"seq": 2}).said(201)["id"]
    played.host.post(
        played.path(f"disputes/{id}/resolve"), {"as": resolved_as, **more}
    ).said(201)
    [found] = news(played)
    assert found.startswith(told)
    page = played.host.app.test_client().get(f"/t/{played.code}").get_data(as_text=True)
    assert f'href="/t/{played.code}/disputes/{id}">Details</a>' in page


def test_the_news_says_how_many_voted_for_it(played: Opened) -> None:
    id = played.phones["Ben"].post(played.path("disputes"), {"seq": 2}).said(201)["id"]
    for phone in played.phones.values():
        phone.post(played.path(f"disputes/{id}/vote"), {"uphold": True}).said(201)
    played.host.post(played.path(f"disputes/{id}/resolve"), {"as": "upheld"}).said(201)
    [found] = news(played)
    assert found.startswith(
        "Ben disputed “Ana wins.”. It was upheld: 2 of 2 voted for it."
    )


def test_what_stood_there_under_seal_is_never_told(played: Opened) -> None:
    """Of what was corrected before all could see it, only what they saw."""
    played.phones["Ana"].enter(played.code, "lay", card="TS").said(201)
    correct(played, "Ana", seq=3, data={"card": "4S"})
    played.phones["Ben"].enter(played.code, "lay", card="7S").said(201)
    id = str(
        played.host.post(
            played.path("corrections"),
            {"changes": [{"seq": 3, "data": {"card": "5S"}}]},
        ).said(201)["id"]
    )
    assert news(played) == ["Corrected: Round 1, Ana: 5♠ (by the host)"]
    played.host.post(played.path(f"corrections/{id}/undo")).said(201)
    correct(played, "Ana", seq=3, strike=True)
    client = played.host.app.test_client()
    for page in ("", "/board", "/log", f"/corrections/{id}"):
        assert "10♠" not in client.get(f"/t/{played.code}{page}").get_data(as_text=True)
        assert "ten of spades" not in client.get(f"/t/{played.code}{page}").get_data(
            as_text=True
        ), page


def test_news_leave_the_host_s_page_with_the_host_s_next_entry(
    open_table: Open,
) -> None:
    """A host without a seat enters for all, and has looked at it by then."""
    table = open_table("hearts", "Ana", "Ben", "Cy", "Di", options={"depth": "tricks"})
    table.start()
    host = table.host
    path = f"/t/{table.code}"
    cookies = {f"host_{table.code}": host.token}
    plays = {"Ben": "2C", "Cy": "KC"}
    host.enter(table.code, "trick", "Ben", plays=plays).said(201)
    put_right = {"seq": 1, "data": {"plays": {"Ben": "2C", "Cy": "QC"}}}
    host.post(table.path("corrections"), {"changes": [put_right]}).said(201)
    assert "data-leaves" in page_of(table, path, cookies)
    host.enter(table.code, "trick", "Ben", plays={"Di": "3C"}).said(201)
    assert "data-leaves" not in page_of(table, path, cookies)


def page_of(table: Opened, path: str, cookies: dict[str, str]) -> str:
    """What a phone with these cookies is shown there."""
    client = table.host.app.test_client()
    for name, value in cookies.items():
        client.set_cookie(name, value)
    return client.get(path).get_data(as_text=True)

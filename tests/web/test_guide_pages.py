"""The guide through setting up, on the table's page before the match and until its
first entry.
"""

import re
from typing import Any

from tests.web.conftest import Open, Opened


def page(table: Opened, host: bool = True) -> str:
    client = table.host.app.test_client()
    if host:
        client.set_cookie(
            f"host_{table.code}", table.host.token or "", domain="referee.test"
        )
    answer = client.get(f"/t/{table.code}", base_url="http://referee.test:8642")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def steps(text: str) -> list[str]:
    """The titles of the steps, in order."""
    return re.findall(r'<li class="step"[^>]*>.*?<h2>(.*?)</h2>', text, re.S)


def test_it_is_for_those_who_sit_there_and_for_the_options(open_table: Open) -> None:
    two = page(open_table("jizara", seats=("Ana", "Ben"), options={"bidding_draw": 10}))
    assert "Count off 5 of them" in two
    assert "Partners" not in two
    three = page(open_table("jizara", seats=("Ana", "Ben", "Cy")))
    assert "Ana &amp; Cy against Ben &amp; Seat 4" in three


def test_what_depends_on_how_many_play_waits_for_them_and_says_for_how_many_it_is(
    open_table: Open,
) -> None:
    """Hearts takes out the two of diamonds with three players, and nothing with four."""
    few = steps(page(open_table("hearts", seats=("Ana",))))
    assert few
    assert not [title for title in few if title.startswith("The pack")]
    three = page(open_table("hearts", seats=("Ana", "Ben", "Cy")))
    assert steps(three)[0] == "The pack (with 3 players)"
    assert "the two of diamonds away" in three
    skat = page(open_table("skat"))
    assert "with 3 players" not in steps(skat)[0]


def test_each_step_leads_to_its_section_of_the_rules(open_table: Open) -> None:
    table = open_table("tripp-jokes")
    assert f'/games/tripp-jokes?table={table.code}#three-rows"' in page(table)


def test_it_folds_for_everybody_once_somebody_at_the_table_has_gone_through_it(
    open_table: Open,
) -> None:
    table = open_table("faj", "Ana", "Ben")
    watcher = table.host.app.test_client()
    ben = table.host.app.test_client()
    ben.set_cookie(
        f"seat_{table.code}", table.phones["Ben"].token or "", domain="referee.test"
    )
    ready = f"/t/{table.code}/cards-ready"
    at = "http://referee.test:8642"
    opened = r'<details class="aside guide"[^>]* open>'
    assert watcher.post(ready, base_url=at).status_code == 401
    assert re.search(opened, page(table))
    assert ben.post(ready, base_url=at).status_code == 303
    assert steps(page(table))
    assert not re.search(opened, page(table))


def test_it_is_for_the_fewest_players_who_can_play_as_agreed(open_table: Open) -> None:
    agreed: tuple[dict[str, Any], ...] = (
        {"options": {"board": True}},
        {"house_rules": ["nil-tricks-help"]},
    )
    for wishes in agreed:
        for sitting in range(4):
            seats = ("Ana", "Ben", "Cy")[:sitting]
            shown = steps(page(open_table("spades", seats=seats, **wishes)))
            assert not [title for title in shown if "(with" in title]
        four = page(open_table("spades", seats=("Ana", "Ben", "Cy", "Di"), **wishes))
        assert "with 4 players" in " ".join(steps(four))
    three = page(open_table("spades", seats=("Ana", "Ben", "Cy")))
    assert "with 3 players" in " ".join(steps(three))

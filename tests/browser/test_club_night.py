"""The director's page while results come in."""

from contextlib import suppress

from playwright.sync_api import TimeoutError, expect

from tests.web.phone import Phone

from .phones import Phones
from .tour import House


def test_a_refusal_on_the_directors_page_is_not_sent_again_when_a_result_comes(
    house: House, phone: Phones
) -> None:
    wanted = {"name": "Club night", "game": "score-pad", "movement": "swiss"}
    opened = Phone(house.app).post("/events", {**wanted, "rounds": 3}).said(201)
    code = opened["code"]
    director = Phone(house.app, opened["director_token"])
    for name in ("Ana", "Ben"):
        director.post(f"/events/{code}/entrants", {"names": [name]}).said(201)
    view = director.post(f"/events/{code}/rounds", {}).said(201)
    [table] = view["rounds"][0]["tables"]

    page = phone(f"{house.base}/events/{code}/as/{opened['director_token']}")
    page.evaluate("document.querySelector('form[action$=\"/round\"]').submit()")
    expect(page.get_by_role("alert")).to_contain_text("Results are missing")
    # A result that comes before the page listens is not heard: then the next one is.
    for points in range(1, 20):
        scores = dict.fromkeys(table["seats"], points)
        entered = {"table": table["code"], "scores": scores}
        director.post(f"/events/{code}/scores", entered).said(201)
        with suppress(TimeoutError):
            page.wait_for_url(f"**/events/{code}", timeout=1_000)
            break
    assert page.url.endswith(f"/events/{code}")
    expect(page.get_by_role("button", name="Begin round 2")).to_be_visible()
    assert len(director.get(f"/events/{code}").said(200)["rounds"]) == 1

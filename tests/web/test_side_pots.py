"""Hold'em's side pots on the table's page: asked for by name, as soon as they are known."""

from flask import Flask

from tests.web.phone import Phone
from tests.web.plain_pages import page


def test_the_page_asks_who_wins_what_the_winner_cannot(app: Flask) -> None:
    """Ben has 100 chips more than Ana, and Cy too: by plain forms."""
    opening = {
        "game": "holdem",
        "seats": ["Ana", "Ben", "Cy"],
        "options": {"stack": 100, "chip": 1},
    }
    opened = Phone(app).post("/tables", opening).said(201)
    code = opened["code"]
    host = Phone(app, opened["host_token"])
    host.post(f"/tables/{code}/start", {"dealer": "Cy"}).said(200)
    for seat in ("Ben", "Cy"):
        host.enter(code, "buy", None, seat=seat, n=900).said(201)
    browser = app.test_client()
    browser.set_cookie(f"host_{code}", host.token or "")
    address = f"/t/{code}"
    form = page(browser.get(address)).form("deal")
    put_in = {"Ana": "100", "Ben": "1000", "Cy": "1000"}
    typed = {f"typed=put_in={seat}": n for seat, n in put_in.items()}
    sent = browser.post(
        f"{address}/enter", data={**form, **typed, "pick=winners": "Ana"}
    )
    assert sent.status_code == 303

    asked = page(browser.get(address))
    assert "Ana can win 300. Side pot 1800: Ben or Cy?" in asked.text
    names = [one["value"] for one in asked.inputs if one.get("name") == "pick=winners"]
    assert names == ["Ben", "Cy"]
    form = asked.form("side-pot")
    sent = browser.post(f"{address}/enter", data={**form, "pick=winners": "Cy"})
    assert sent.status_code == 303
    assert "300 to Ana; 1800 to Cy" in page(browser.get(address)).text

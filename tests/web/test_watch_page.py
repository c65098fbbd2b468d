"""The page of the watching device, and the sign on everybody's page."""

from flask import Flask

from tests.web.cameras import lay, watching_at
from tests.web.conftest import Open
from tests.web.phone import Phone


def page(phone: Phone, path: str) -> str:
    headers = {"Authorization": f"Bearer {phone.token}"} if phone.token else {}
    return phone.app.test_client(use_cookies=False).get(path, headers=headers).get_data(as_text=True)


def test_only_this_page_may_ask_for_a_camera(open_table: Open, app: Flask) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    client = app.test_client()
    policies = {
        path: client.get(f"/t/{table.code}{path}").headers["Permissions-Policy"].split(",")[0]
        for path in ("", "/board", "/watch")
    }
    assert policies == {"": "camera=()", "/board": "camera=()", "/watch": "camera=(self)"}


def test_everybody_sees_that_a_camera_watches_and_what_it_is_about_to_enter(open_table: Open, app: Flask) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    table.start()
    path = f"/t/{table.code}"
    assert "A camera watches" not in page(table.phones["Ben"], path)
    camera = watching_at(table)
    for phone in (*table.phones.values(), Phone(app)):
        assert "A camera watches this table." in page(phone, path)
    camera.sees(table.code, lay("Ana", "9S"), lay("Ben", "8S")).said(201)
    shown = page(table.phones["Ben"], path)
    assert "The camera saw: Ana 9♠" in " ".join(shown.split())
    assert "watch/drop" in shown
    assert "watch/drop" not in page(Phone(app), path), "whoever only looks on stops nothing"


def test_it_is_stopped_and_entered_by_forms(open_table: Open) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    table.start()
    camera = watching_at(table)
    draft = camera.sees(table.code, lay("Ana", "9S")).said(201)["id"]
    ben = {"Authorization": f"Bearer {table.phones['Ben'].token}"}
    client = camera.app.test_client()
    assert client.post(f"/t/{table.code}/watch/enter", data={"id": draft}, headers=ben).status_code == 303
    assert table.host.look(table.code)["seq"] == 1
    assert client.post(f"/t/{table.code}/watch/stop", headers=ben).status_code == 303
    assert "watch" not in table.host.look(table.code)

"""A device whose camera watches a table."""

from typing import Any
from uuid import uuid4

from tests.web.conftest import Opened
from tests.web.phone import Answer, Phone


class Camera(Phone):
    """A device that the host lets watch."""

    def sees(self, code: str, *entries: tuple[str, str | None, dict[str, Any]], seconds: float | None = 2) -> Answer:
        made = [{"id": str(uuid4()), "kind": kind, "seat": seat, "data": data} for kind, seat, data in entries]
        after = self.look(code)["seq"]
        body = {"id": str(uuid4()), "entries": made, "seconds": seconds, "after": after}
        return self.post(f"/tables/{code}/watch/draft", body)


def watching_at(table: Opened) -> Camera:
    """The device that the host of this table lets watch."""
    given = table.host.post(table.path("watch")).said(201)
    assert given["url"].endswith(f"/watch#{given['watch_token']}")
    return Camera(table.host.app, given["watch_token"])


def lay(seat: str, card: str) -> tuple[str, str, dict[str, Any]]:
    return ("lay", seat, {"card": card})

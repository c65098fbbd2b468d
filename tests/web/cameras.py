"""A device whose camera watches a table."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from tests.web.conftest import Opened
from tests.web.phone import Answer, Phone


class Camera(Phone):
    """A device that the host lets watch."""

    def sees(
        self,
        code: str,
        *entries: tuple[str, str | None, dict[str, Any]],
        seconds: float | None = 2,
        id: str | None = None,
        entry_ids: Sequence[str] = (),
    ) -> Answer:
        ids = entry_ids or [str(uuid4()) for _ in entries]
        seen = [
            {"id": own, "kind": kind, "seat": seat, "data": data}
            for own, (kind, seat, data) in zip(ids, entries, strict=True)
        ]
        after = self.look(code)["seq"]
        body = {
            "id": id or str(uuid4()),
            "entries": seen,
            "seconds": seconds,
            "after": after,
        }
        return self.post(f"/tables/{code}/watch/draft", body)


def watching_at(table: Opened) -> Camera:
    """The device that the host of this table lets watch."""
    given = table.host.post(table.path("watch")).said(201)
    assert given["url"].endswith(f"/watch#{given['watch_token']}")
    return Camera(table.host.app, given["watch_token"])


def lay(seat: str, card: str) -> tuple[str, str, dict[str, Any]]:
    return ("lay", seat, {"card": card})

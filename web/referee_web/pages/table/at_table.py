"""What the table's page has before, during and after its match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import request, url_for

from referee.hosting.tables.claims import OpenClaim, open_claims
from referee.hosting.tables.snapshot import Snapshot
from referee_web.guards import cookies
from referee_web.guards.services import room
from referee_web.pages.entries.news import (
    EnteredMeanwhile,
    entered_meanwhile,
)
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.games.agreed import say_agreed
from referee_web.pages.table.bench_view import bench_view
from referee_web.pages.table.camera_sign import CameraSign

JOIN = "join"
START = "start"
"""The keys of the forms for joining and starting."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """What the table's page has before, during and after its match."""

    snapshot: Snapshot
    trouble: Trouble | None
    """A problem with a request from it."""

    @property
    def address(self) -> str:
        """Return the page's address, with what it was asked to show."""
        kept: dict[str, Any] = {}
        for name in ("watch", "step", "heat"):
            kept[name] = request.values.get(name)
        stay = request.args.get("stay")
        return url_for("pages.table", code=self.snapshot.code, **kept, stay=stay)

    @property
    def holder(self) -> str:
        """Return the name under which this phone keeps drafts."""
        return cookies.name_draft(self.snapshot.code, self.snapshot.viewer)

    @property
    def next_token(self) -> str:
        """Return the token with which this phone waits for the next match, or ""."""
        return cookies.next_token(self.snapshot.code)

    @property
    def agreed(self) -> str:
        """Return the options and house rules in a line; "" as in the rules."""
        row = self.snapshot.row
        game = self.snapshot.rulebook.game
        return say_agreed(game, row.options, row.house_rules)

    @property
    def claims(self) -> Sequence[OpenClaim]:
        """Return the claims that this viewer is asked about."""
        with room().looking(self.snapshot.code, self.snapshot.viewer) as held:
            return open_claims(held)

    @property
    def camera(self) -> CameraSign | None:
        """Return the sign of the camera that watches, or None."""
        return CameraSign.of(self.snapshot)

    @property
    def workings(self) -> dict[str, Any] | None:
        """Return how the game works, to its author at the bench; else None."""
        return bench_view(self.snapshot)

    @property
    def entered_meanwhile(self) -> EnteredMeanwhile | None:
        """Return the latest entry to which a form may have lost, or None."""
        return entered_meanwhile(self.snapshot)

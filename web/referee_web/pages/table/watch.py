"""The watching device's page, and what everybody may do about the camera."""

from dataclasses import dataclass

from flask import Response

from referee.hosting.network import qr
from referee.hosting.tables import watching
from referee.hosting.tables.permissions import require_host
from referee.hosting.tables.snapshot import Snapshot
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import Text
from referee_web.api.calls import watching as watching_calls
from referee_web.guards.base_url import camera_base, join_url
from referee_web.guards.service_set import NoHttpsError
from referee_web.guards.services import room, services
from referee_web.pages.blueprint import blueprint, render
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.request_table import changing_as_seen, look
from referee_web.pages.table.table import table
from referee_web.wording import wording

# The page of the device


@blueprint.get("/t/<code>/watch")
def watch(code: str, error: RefereeError | None = None) -> Response:
    """Show the page that watches the table; only it may use the camera."""
    return _draw(WatchPage(look(code), error.message if error else None))


@blueprint.post("/t/<code>/watch")
@redisplay(watch)
def invite(code: str) -> Response:
    """Show another device's address to watch, if need be by a new HTTPS door."""
    snapshot = look(code)
    require_host(snapshot.viewer)
    open_https = services().open_https
    if open_https is not None and not _is_encrypted():
        try:
            open_https()
        except NoHttpsError as error:
            return _draw(WatchPage(snapshot, error.message))
    base = camera_base()
    with changing_as_seen(snapshot) as held:
        token = watching.begin_watching(held)
    address = f"{join_url(room().keyed(snapshot.code), base)}/watch#{token}"
    return _draw(WatchPage(snapshot, None, address, qr.svg(address)))


def _is_encrypted() -> bool:
    return camera_base().startswith("https:")


@dataclass(frozen=True, slots=True)
class WatchPage:
    """The page of the watching device."""

    snapshot: Snapshot
    why_not: Text | None = None
    """Why no other device can be invited, or what was refused."""
    address: str = ""
    """The address by which another device watches; "" before it is invited."""
    picture: str = ""
    """Its QR code."""

    @property
    def may_invite(self) -> bool:
        """Return whether other devices can have a page that may use their camera."""
        return _is_encrypted() or services().open_https is not None

    @property
    def jokers(self) -> str:
        """Return the table's name for its jokers."""
        return wording().jokers


def _draw(shown: WatchPage) -> Response:
    response = render("table/watch.html", shown)
    response.headers["Permissions-Policy"] = (
        "camera=(self), microphone=(), geolocation=(), payment=()"
    )
    response.headers["Cache-Control"] = "no-store"
    return response


# The sign on everybody's page


by_form(watching_calls.stop_watching, "/t/<code>/watch/stop", table)
by_form(watching_calls.drop_draft, "/t/<code>/watch/drop", table)
by_form(watching_calls.enter_draft, "/t/<code>/watch/enter", table)

"""The watching device's page, and the sign of the camera on everybody's page."""

from collections.abc import Sequence

from flask import Response

from referee.hosting.network import qr
from referee.hosting.tables import watching
from referee.hosting.tables.permissions import require_host
from referee.hosting.tables.snapshot import Snapshot
from referee.hosting.tables.watching import WatchDraft, watch_of
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say
from referee_web.api.calls import watching as watching_calls
from referee_web.guards.base_url import camera_base, join_url
from referee_web.guards.service_set import NoHttpsError
from referee_web.guards.services import room, services
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.entry_words import values_entered
from referee_web.pages.parts.request_table import changing, look
from referee_web.pages.table.playing import table
from referee_web.wording import deck, wording

# The page of the device


@blueprint.get("/t/<code>/watch")
def watch(code: str, error: RefereeError | None = None) -> Response:
    """Show the page that watches the table; only it may use the camera."""
    return _page(look(code), why_not=error.message if error else None)


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
            return _page(snapshot, why_not=error.message)
    base = camera_base()
    with changing(snapshot) as held:
        token = watching.begin_watching(held)
    address = f"{join_url(room().keyed(snapshot.code), base)}/watch#{token}"
    return _page(snapshot, address=address, picture=qr.svg(address))


def _is_encrypted() -> bool:
    return camera_base().startswith("https:")


def _page(snapshot: Snapshot, **shown: object) -> Response:
    may_invite = _is_encrypted() or services().open_https is not None
    cards = {"deck": [card.code for card in deck()], "jokers": wording().jokers}
    response = page(
        "table/watch.html",
        snapshot=snapshot,
        may_invite=may_invite,
        **cards,
        **shown,
    )
    response.headers["Permissions-Policy"] = (
        "camera=(self), microphone=(), geolocation=(), payment=()"
    )
    response.headers["Cache-Control"] = "no-store"
    return response


# The sign on everybody's page


by_form(watching_calls.stop_watching, "/t/<code>/watch/stop", table)
by_form(watching_calls.drop_draft, "/t/<code>/watch/drop", table)
by_form(watching_calls.enter_draft, "/t/<code>/watch/enter", table)

blueprint.add_app_template_global(watch_of)


@blueprint.app_template_filter()
def draft_lines(draft: WatchDraft, snapshot: Snapshot) -> list[Text]:
    """Return the camera's draft, a line for each value."""
    prompts: Sequence[Prompt] = ()
    if snapshot.match is not None:
        prompts = snapshot.match.history.prompts
    lines = []
    for entry in draft.entries:
        prompt = None
        for offered in prompts:
            if offered.kind == entry.kind:
                prompt = offered
                break
        for value in values_entered(prompt, entry.data):
            line = value.brief
            seat = value.seat or entry.seat
            if seat:
                line = say("{seat} {value}", seat=seat, value=line)
            lines.append(line)
    return lines

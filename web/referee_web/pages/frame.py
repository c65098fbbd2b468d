"""The frame of every page: the way back to its table, and what its header needs."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import (
    g,
    has_request_context,
    request,
    url_for,
)

from referee.hosting.history.next_table import next_table_for
from referee.hosting.tables.loading import StrandedError
from referee.hosting.tables.tokens import CODE_LENGTH, LETTERS, read_code
from referee_web.guards import base_url, cookies
from referee_web.guards.at_bench import notice
from referee_web.guards.auth import is_public, remembered_code
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint
from referee_web.preferences import preferences
from referee_web.wording import draws_more

_PAGES = (
    "ask docs document irregularity matches new player players rules set_preferences "
    "show_preferences"
)
KNOWING = {f"pages.{page}" for page in _PAGES.split()}
"""Pages whose links pass on the table from which they were reached."""


def table_left() -> str:
    """Return the code of this page's table, or of the one it was reached from; or "".

    The latter comes from the address, unchecked.
    """
    code = remembered_code()
    if code:
        return code
    named = read_code(request.args.get("table", ""))
    if len(named) == CODE_LENGTH and set(named) <= set(LETTERS):
        return named
    return ""


@dataclass(frozen=True, slots=True)
class WayBack:
    """The way back to a page's table, or to the one it was reached from."""

    code: str
    """The table's code, or ""."""

    @property
    def number(self) -> int | None:
        """Return the number of the page's own table in its event; else None."""
        table = g.get("table")
        if table is None or table.event is None:
            return None
        return int(table.event.number)

    @property
    def next_table(self) -> str | None:
        """Return the next table, for players of this one, until its match is over.

        Only the table's own page follows by itself. Others get None, so that addresses
        allow no uncounted guesses of codes.
        """
        code = self.code
        past = room().store.past
        there = past.next_table(code) if code else None
        if there is None or there in past.finished([there]):
            return None
        viewer = room().find_viewer(code, cookies.cookie_tokens(code))
        if viewer.is_known:
            with suppress(StrandedError):
                return next_table_for(room(), code, viewer)
        return None


@blueprint.app_url_defaults
def _name_table(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint in KNOWING and has_request_context():
        code = table_left()
        if code:
            values.setdefault("table", code)


@blueprint.app_context_processor
def _frame_page() -> dict[str, Any]:
    """Return the values of every page's frame."""
    return {
        "preferences": preferences(),
        "preferences_url": preferences_url,
        "way_back": WayBack(table_left()),
        "notice": notice(),
        "public": is_public(),
        "draws_more": draws_more(),
        "own_name": cookies.stored_name(),
    }


@blueprint.app_template_global()
def join_url(code: str) -> str:
    """Return the address to sit down at a table."""
    return base_url.join_url(room().keyed(code))


@blueprint.app_template_global()
def camera_used() -> bool:
    """Return whether somebody has used a camera on this phone."""
    return "camera_used" in request.cookies


def preferences_url() -> str:
    """Return the preferences' address, with the way back."""
    return url_for("pages.show_preferences", back=here())


@blueprint.app_template_global()
def here(**query: object) -> str:
    """Return this page's address; for a form's answer, that of the page.

    With a `query` in place of the one that stands there.
    """
    arguments = request.view_args or {}
    if request.endpoint == "pages.show_preferences":
        return own_address(request.args.get("back", ""))
    if request.method not in ("GET", "HEAD"):
        if "code" in arguments:
            return url_for("pages.table", code=arguments["code"], **query)  # type: ignore[arg-type]
        return request.script_root + request.path
    if query:
        # Of what was sent nothing unknown is passed on.
        query.setdefault("watch", request.args.get("watch"))
        return url_for(request.endpoint, **{**arguments, **query})  # type: ignore[arg-type]
    return (request.script_root + request.full_path).removesuffix("?")


def own_address(back: str) -> str:
    """Return an address if it is within this referee; else the lobby's."""
    is_path = back.startswith("/") and not back.startswith("//")
    if is_path and "\\" not in back and back.isprintable():
        return back
    return url_for("pages.lobby")

"""The way back: to the table that a page was reached from, and to the page where
preferences were opened.
"""

from typing import Any

from flask import (
    Response,
    has_request_context,
    make_response,
    redirect,
    request,
    url_for,
)

from referee.hosting.tables.tokens import CODE_LENGTH, LETTERS, read_code
from referee.plugin.languages import codes, own_name
from referee_web.guards.auth import remembered_code
from referee_web.pages.blueprint import blueprint, page
from referee_web.preferences import FLAGS, keep, preferences, read_choices

_PAGES = (
    "ask docs document irregularity matches new player players rules set_preferences "
    "show_preferences"
)
KNOWING = {f"pages.{page}" for page in _PAGES.split()}
"""The pages whose links, on a page that was reached from a table, name that table in
their query.
"""


@blueprint.app_template_global()
def table_left() -> str:
    """The code of the table that this page is about, or from which it was reached;
    empty where there is none.

    The latter is as the address names it: nobody looked whether there is such a table.
    """
    code = remembered_code()
    if code:
        return code
    named = read_code(request.args.get("table", ""))
    if len(named) == CODE_LENGTH and set(named) <= set(LETTERS):
        return named
    return ""


@blueprint.app_url_defaults
def _name_table(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint in KNOWING and has_request_context():
        code = table_left()
        if code:
            values.setdefault("table", code)


@blueprint.app_context_processor
def _preferred() -> dict[str, Any]:
    return {"preferences": preferences(), "preferences_url": preferences_url}


def preferences_url() -> str:
    """The address of the page, which leads back to where it was opened."""
    return url_for("pages.show_preferences", back=here())


def here() -> str:
    """The address of this page; if it answers a form, one that shows the same page."""
    arguments = request.view_args or {}
    if request.endpoint == "pages.show_preferences":
        return _ours(request.args.get("back", ""))
    if request.method in ("GET", "HEAD"):
        return request.full_path.removesuffix("?")
    if "code" in arguments:
        return url_for("pages.table", code=arguments["code"])
    return request.path


def _ours(back: str) -> str:
    """This address if it is within this referee, otherwise the lobby's."""
    is_path = back.startswith("/") and not back.startswith("//")
    if is_path and "\\" not in back and back.isprintable():
        return back
    return url_for("pages.lobby")


@blueprint.get("/preferences")
def show_preferences() -> Response:
    """What this phone prefers, to be changed."""
    offered = {code: own_name(code) for code in codes()}
    return page("preferences.html", back=here(), languages=offered)


@blueprint.post("/preferences")
def set_preferences() -> Response:
    """Keep what was chosen, and go back to where the page was opened."""
    # Browsers do not send unticked boxes.
    flags = dict.fromkeys(FLAGS, "no")
    for name in FLAGS:
        if name in request.form:
            flags[name] = "yes"
    response = make_response(redirect(_ours(request.form.get("back", "")), 303))
    keep(response, read_choices({**request.form.to_dict(), **flags}))
    return response

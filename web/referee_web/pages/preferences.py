"""The page of a phone's own preferences, and the way there and back."""

from typing import Any

from flask import Response, make_response, redirect, request, url_for

from referee.plugin.languages import codes, own_name
from referee_web.pages.blueprint import blueprint, page
from referee_web.preferences import FLAGS, keep, preferences, read_choices


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
    elsewhere = not back.startswith("/") or back.startswith("//") or "\\" in back or not back.isprintable()
    return url_for("pages.lobby") if elsewhere else back


@blueprint.get("/preferences")
def show_preferences() -> Response:
    """What this phone prefers, to be changed."""
    offered = {code: own_name(code) for code in codes()}
    return page("preferences.html", back=here(), languages=offered)


@blueprint.post("/preferences")
def set_preferences() -> Response:
    """Keep what was chosen, and go back to where the page was opened."""
    # Browsers do not send unticked boxes.
    flags = {name: "yes" if name in request.form else "no" for name in FLAGS}
    response = make_response(redirect(_ours(request.form.get("back", "")), 303))
    keep(response, read_choices({**request.form.to_dict(), **flags}))
    return response

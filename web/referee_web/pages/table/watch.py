"""The page of the device whose camera watches the table, and what everybody at the table can say to it."""

from flask import Response, request

from referee.hosting.tables import watching
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.request_table import change, look
from referee_web.pages.table.playing import table


@blueprint.get("/t/<code>/watch")
def watch(code: str) -> Response:
    """Watch the table with the camera of this device: the only page that may ask for one."""
    seen = look(code)
    response = page("table/watch.html", seen=seen)
    response.headers["Permissions-Policy"] = "camera=(self), microphone=(), geolocation=(), payment=()"
    return response


@blueprint.post("/t/<code>/watch/stop")
@redisplay(lambda code, error: table(code, error))
def stop_watch(code: str) -> Response:
    """Have the table watched no more."""
    return change(code, watching.stop_watching)


@blueprint.post("/t/<code>/watch/drop")
@redisplay(lambda code, error: table(code, error))
def drop_seen(code: str) -> Response:
    """Have not entered what the camera has seen."""
    return change(code, lambda held: watching.drop_draft(held, request.form.get("id", "")))


@blueprint.post("/t/<code>/watch/enter")
@redisplay(lambda code, error: table(code, error))
def enter_seen(code: str) -> Response:
    """Enter what the camera has seen, at once."""
    return change(code, lambda held: watching.enter_draft(held, request.form.get("id", "")))

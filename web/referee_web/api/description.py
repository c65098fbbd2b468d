"""The API's OpenAPI description, a page that shows it, and a health check."""

from collections.abc import Mapping

from flask import Blueprint, Response, jsonify, render_template, request

from referee_web.api.call import get
from referee_web.guards.services import services

blueprint = Blueprint("description", __name__)


@get(
    "/openapi.json",
    name="description",
    content={"application/json": Mapping[str, object]},
)
def openapi() -> Response:
    """This description."""
    # Imported on demand, since no table needs it.
    from referee_web.api.openapi import document

    servers = [{"url": f"{request.script_root}/api/v1"}]
    return jsonify(document() | {"servers": servers})


@blueprint.get("/api")
@blueprint.get("/api/v1/")
def page() -> str:
    """The description as a page."""
    from referee_web.api import openapi

    return render_template("api.html", page=openapi.DescriptionPage.of())


@blueprint.get("/healthz")
def healthz() -> Response:
    """Whether the store answers."""
    if services().store_answers:
        return jsonify(status="ok")
    response = jsonify(status="the store does not answer")
    response.status_code = 503
    return response

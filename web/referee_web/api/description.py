"""What the API says of itself: its OpenAPI description, a page to read that, and whether the daemon is well."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response, json, jsonify, render_template

from referee_web.guards.auth import room

blueprint = Blueprint("description", __name__)


@cache
def _document() -> str:
    # Imported when somebody asks: a table needs none of it.
    from referee_web.api.openapi import DOCUMENT

    return json.dumps(DOCUMENT, sort_keys=False)


@blueprint.get("/api/v1/openapi.json")
def openapi() -> Response:
    """The OpenAPI 3.1 description."""
    return Response(_document(), mimetype="application/json")


@blueprint.get("/api")
@blueprint.get("/api/v1/")
def page() -> str:
    """The description as a page."""
    from referee_web.api.openapi import CALLS, PROBLEM_TYPES, described

    schemas = described()
    names = {schema.name for schema in schemas}
    return render_template("api.html", calls=CALLS, schemas=schemas, names=names, problems=PROBLEM_TYPES)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Whether the store answers."""
    try:
        room().store.table("")
    except Exception:  # whatever ails the store, and each kind of store has its own errors
        response = jsonify(status="the store does not answer")
        response.status_code = 503
        return response
    return jsonify(status="ok")

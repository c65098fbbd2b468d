"""The pages' blueprint, and their answers: a page or a redirect."""

from flask import Blueprint, Response, make_response, redirect, render_template, url_for

from referee.hosting.network import qr
from referee_web.guards.auth import keep_opened

blueprint = Blueprint("pages", __name__)
blueprint.after_request(keep_opened)


def render(template: str, page: object) -> Response:
    """Return a page: what its template prints of this model."""
    return make_response(render_template(template, page=page))


def draw_qr(address: str) -> Response:
    """Return the QR code of an address as a picture."""
    return Response(qr.svg(address), mimetype="image/svg+xml")


def go_to(endpoint: str, **values: object) -> Response:
    """Return a redirect, so that a reload repeats no action."""
    return make_response(redirect(url_for(f"pages.{endpoint}", **values), 303))  # type: ignore[arg-type]

"""QR codes as pictures."""

from flask import Response

from referee.hosting.network import qr
from referee.hosting.tables.seats import linked_seat
from referee_web.guards.auth import room, table
from referee_web.pages.blueprint import blueprint
from referee_web.public_url import base_url, join_url


@blueprint.get("/qr.svg")
def qr_of_referee() -> Response:
    """This referee's address."""
    return _svg(f"{base_url()}/")


@blueprint.get("/t/<code>/qr.svg")
def qr_of_table(code: str) -> Response:
    """The address at which a table is joined."""
    return _svg(join_url(room().keyed(table(code).code)))


@blueprint.get("/t/<code>/link/<token>/qr.svg")
def qr_of_link(code: str, token: str) -> Response:
    """The address that takes a seat to another phone, while that link is good."""
    there = table(code).code
    with room().held(there) as held:
        linked_seat(held, token)
    return _svg(f"{join_url(there)}/link/{token}")


def _svg(address: str) -> Response:
    return Response(qr.svg(address), mimetype="image/svg+xml")

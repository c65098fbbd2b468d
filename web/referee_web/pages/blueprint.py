"""The pages' blueprint, and the answers that all pages give: a page, or the way to
another one.
"""

from flask import Blueprint, Response, make_response, redirect, render_template, url_for

from referee_web.guards.auth import is_public, keep_opened

blueprint = Blueprint("pages", __name__)
blueprint.after_request(keep_opened)


def page(template: str, **shown: object) -> Response:
    """The page that this template makes of what is shown, and of whether this referee
    is `public`.
    """
    return make_response(render_template(template, public=is_public(), **shown))


def go_to(endpoint: str, **values: object) -> Response:
    """A redirect to another page, so that a reload sends nothing twice."""
    return make_response(redirect(url_for(f"pages.{endpoint}", **values), 303))  # type: ignore[arg-type]

"""A game's rules, as its rulings cite them."""

from __future__ import annotations

from flask import Response, make_response, render_template

from referee.plugin.installed import rulebook
from referee_web.pages.frame import blueprint
from referee_web.pages.opening import house_rules


@blueprint.get("/games/<game>")
def rules(game: str) -> Response:
    """The sections of the rules, what the rules leave to the table, the house rules, and the questions."""
    return make_response(render_template("rules.html", book=rulebook(game), house_rules=house_rules(game)))
